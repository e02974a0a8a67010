"""The record of one operation, and the decorator that connects it to its semantics.

    @op("+0500", "2 p56")
    def cla(m: State, y: int) -> None:
        "Clear and add"
        m.ac = to_ac(m.core[y])

The mnemonic is the function's name, the title its docstring. The code is signed octal as IBM prints it;
"+0760...0010" is an operation of the sense group with its address. The names of the parameters say what
is decoded from the instruction (operands.py). Cycles are those of a 7090, with their evidence.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from inspect import getdoc, signature
from typing import Any

from ibm7094 import models
from ibm7094.isa import operands

Semantics = Callable[..., None]

EVIDENCE = {
    "p": "page of IBM 223-6895, the 7090 customer engineering reference",
    "rule": "by rule: one cycle for each storage reference, I and L for the sense group",
    "recalled": "recalled, page not seen",
    "rate": "from IBM's rates of a 7094, 100,000 multiplications and 62,500 divisions a second; recalled",
    "guess": "not known: an instruction cycle alone, or one more",
}
MODELS = tuple(models.MODELS)


@dataclass(frozen=True)
class Cycles:
    """How many cycles an operation takes, as a number or a range, and the evidence."""

    least: int
    most: int
    evidence: str
    page: int | None = None

    @classmethod
    def parse(cls, text: str) -> "Cycles":
        """Parse a text such as "2 p56", "2-14 p63", "1 recalled"."""
        count, evidence = text.split()
        least, _, most = count.partition("-")
        page = int(evidence[1:]) if evidence[1:].isdigit() else None
        kind = "p" if page else evidence
        if kind not in EVIDENCE or int(least) < 1:
            raise ValueError(f"cycles {text!r}: give a count from 1 up and one of {', '.join(EVIDENCE)}")
        return cls(int(least), int(most or least), kind, page)

    @property
    def source(self) -> str:
        """The evidence, for readers."""
        return f"page {self.page}" if self.page else self.evidence


@dataclass(frozen=True)
class Operation:
    """One operation of the machine: how it is written, decoded and timed, and what it does."""

    name: str
    code: str
    title: str
    chapter: str
    since: str
    cycles: Cycles
    semantics: Semantics = field(repr=False)
    operands: tuple[str, ...]
    indirect: bool
    extra: Callable[..., int] | None = None
    """Cycles beyond the count, as a function of the operands (shifts, convert)."""
    escape: bool = False
    """Executed by Python, not by compiled code: input-output, and changes of mode."""
    sense: int | None = None
    """Address in the sense group, +0760 and -0760."""
    units: tuple[int, ...] = ()
    """For a sense operation with a unit number: the units it takes, added to the address."""
    both_signs: bool = False
    """Whether both +0760 and -0760 select this sense operation."""
    also: tuple[int, ...] = ()
    """Further values of S,3-11 that the machine decodes as this operation."""
    channel: int = 0
    """For an operation bound to a data channel: 1 (A) to 8 (H)."""
    until: str = MODELS[-1]
    imitated: bool = False
    """Whether this is a 704 operation that later machines only trap, so that a program can imitate it."""
    feature: str = ""
    """The special feature it belongs to, if the machine cannot have that."""
    tubes: Cycles | None = None
    """The count for the 704 and 709, if it is not the 7090's."""
    later: Cycles | None = None
    """The count for the 7094 and 7094 II, if it is not the 7090's."""

    def cycles_on(self, model: str) -> Cycles:
        """The cycles on a model. Most of the 7094's are not available: the 7090's are an upper limit."""
        made = models.MODELS[model]
        if made.has_tubes:
            return self.tubes or self.cycles
        return self.later or self.cycles if made.level >= models.LEVEL_7094 else self.cycles

    @property
    def prefix(self) -> int | None:
        """S,1,2 of a type A instruction; None for type B."""
        digits = self.code[1:]
        if len(digits) == 4 and digits[0] != "0":
            return int(digits[0]) | (4 if self.code[0] == "-" else 0)
        return None

    @property
    def codes(self) -> tuple[int, ...]:
        """The values of S,1-11 that select this operation."""
        if self.prefix is not None:
            return tuple((self.prefix << 9) | rest for rest in range(512))
        sign = 0o4000 if self.code[0] == "-" else 0
        first = sign | int(self.code[1:5], 8)
        return (first, *self.also)

    @property
    def word(self) -> int:
        """The instruction word with empty address, tag and decrement."""
        return (self.codes[0] << 24) | (self.sense or 0)

    def on(self, model: str) -> bool:
        """Whether a model has this operation."""
        return MODELS.index(self.since) <= MODELS.index(model) <= MODELS.index(self.until)


OPERATIONS: list[Operation] = []


def op(
    code: str,
    cycles: str,
    since: str = "704",
    *,
    direct: bool = False,
    **more: Any,
) -> Callable[[Semantics], Semantics]:
    """Register the decorated function as the semantics of an operation."""

    def register(semantics: Semantics) -> Semantics:
        add(semantics.__name__.strip("_").upper(), code, cycles, since, semantics, direct=direct, **more)
        return semantics

    return register


def add(
    name: str, code: str, cycles: str, since: str, semantics: Semantics, *, direct: bool = False, **more: Any
) -> None:
    """Register an operation under a given name (for families with one operation for each channel)."""
    wanted = tuple(signature(semantics).parameters)[1:]
    unknown = [w for w in wanted if w not in operands.DECODERS and w not in operands.BOUND]
    if unknown:
        raise ValueError(f"{name}: unknown operands: {', '.join(unknown)}")
    base, _, sense = code.partition("...")
    title = (getdoc(semantics) or "").partition("\n")[0].rstrip(".")
    for counted in {"tubes", "later"} & more.keys():
        more[counted] = Cycles.parse(more[counted])
    if channel := more.get("channel"):
        title = title.replace("channel", f"channel {models.CHANNELS[channel - 1]}")
    OPERATIONS.append(
        Operation(
            name=name,
            code=base,
            title=title,
            chapter=semantics.__module__.rpartition(".")[2],
            since=since,
            cycles=Cycles.parse(cycles),
            semantics=semantics,
            operands=wanted,
            indirect="y" in wanted and not direct and not sense and not more.get("sense"),
            sense=int(sense, 8) if sense else None,
            **more,
        )
    )
