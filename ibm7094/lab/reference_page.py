"""The reference page of the instruction set, generated from the definitions."""

from ibm7094.isa import chapters
from ibm7094.isa.record import EVIDENCE, OPERATIONS, Cycles, Operation

CHAPTERS = {
    "fixed": chapters.fixed,
    "floating": chapters.floating,
    "double": chapters.double,
    "logical": chapters.logical,
    "shifting": chapters.shifting,
    "transmission": chapters.transmission,
    "indexing": chapters.indexing,
    "transfer": chapters.transfer,
    "testing": chapters.testing,
    "indicators": chapters.indicators,
    "convert": chapters.convert,
    "modes": chapters.modes,
    "input_output": chapters.input_output,
    "unfitted": chapters.unfitted,
}


def code_text(operation: Operation) -> str:
    """The code as IBM prints it, with a sense operation's address."""
    sense = "" if operation.sense is None else f"...{operation.sense:04o}"
    return operation.code + sense


def cycles_text(operation: Operation) -> str:
    """The count or range, with a + if it grows with the operands; the 7094's after it, if it has its own."""
    text = _count(operation.cycles) + ("+" if operation.extra else "")
    return f"{text}; 7094: {_count(operation.later)}" if operation.later else text


def _count(cycles: Cycles) -> str:
    return str(cycles.most) if cycles.least == cycles.most else f"{cycles.least}-{cycles.most}"


def evidence_text(operation: Operation) -> str:
    """The evidence of the count, and of the 7094's."""
    source = operation.cycles.source
    return f"{source}; {operation.later.source}" if operation.later else source


def page() -> str:
    """The whole page, in Markdown."""
    lines = [
        "# The instruction set",
        "",
        "Generated from the definitions in `ibm7094/isa` by `ibm7094 docs`. Cycles are those of a 7090;",
        "an indirect address adds one. The evidence for a count:",
        "",
        *[f"- **{'page' if kind == 'p' else kind}**: {meaning}" for kind, meaning in EVIDENCE.items()],
    ]
    for chapter, module in CHAPTERS.items():
        heading, _, rest = (module.__doc__ or "").strip().partition(": ")
        title, _, more = heading.partition("\n")
        text = (rest[:1].upper() + rest[1:] + more).strip()
        lines += ["", f"## {title.rstrip('.')}", "", *([text, ""] if text else [])]
        lines += ["| | code | | from | cycles | evidence | indirect |", "|---|---|---|---|---|---|---|"]
        lines += [
            f"| {o.name} | {code_text(o)} | {o.title} | {o.since} | {cycles_text(o)} | {evidence_text(o)} "
            f"| {'yes' if o.indirect else ''} |"
            for o in OPERATIONS
            if o.chapter == chapter
        ]
    return "\n".join(lines) + "\n"
