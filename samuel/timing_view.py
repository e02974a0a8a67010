"""The timing study for people: tables, and the sentences that belong to them."""

from collections.abc import Iterable, Sequence

from rich import box
from rich.console import Console, Group, RenderableType
from rich.table import Table

from ibm7094.cli.listing import seconds
from ibm7094.timing import Share
from samuel.profile import Profile
from samuel.stopwatch import Work
from samuel.timing_study import ModelTime, Row, Study

DIGITS = 3
KNOWN = "page/rule/memory/guess"


def show(out: Console, found: Iterable[RenderableType]) -> None:
    """One below the other."""
    out.print(Group(*found), highlight=False)


def study_view(study: Study) -> Iterable[RenderableType]:
    """The papers' times and ours, what is not timed and why, then the move of Fig. 3."""
    table = _table(
        "The papers' times and ours", "time", "paper", "what is timed", "simulated", "ratio", KNOWN
    )
    table.add_column("verdict")
    named = ""
    for row in study.rows:
        name = "" if row.paper.name == named else row.paper.name
        how = row.how if row.simulated else ""
        table.add_row(name, _paper(row), how, *_simulated(row), known_by(row.evidence), _verdict(row))
        named = row.paper.name
    yield table
    for row in study.rows:
        if row.simulated is None:
            yield f"{row.paper.name}: {row.how}."
    yield (
        "704: Samuel 1959; 7094: Samuel 1967. Cycles are known by a cited page, by rule, from memory, or are "
        "guessed: in hundredths, in this order."
    )
    yield from moves_view(study.moves)


def moves_view(works: Sequence[Work]) -> Iterable[RenderableType]:
    """Computing and devices apart, with their overlap."""
    table = _table(
        "The move of Fig. 3, from its card read to the halt", "", *(_printed(work) for work in works)
    )
    devices = sorted({device.name for work in works for device in work.devices})
    moved = [{device.name: device for device in work.devices} for work in works]
    table.add_row("elapsed", *(seconds(work.elapsed, DIGITS) for work in works))
    table.add_row("  computing", *(seconds(work.computing, DIGITS) for work in works))
    table.add_row("  waiting for card reader and printer", *(_one(work.waiting) for work in works))
    for name in devices:
        table.add_row(
            f"{name} moving, in so many cycles",
            *(f"{_one(each[name].seconds)} in {each[name].times}" if name in each else "" for each in moved),
        )
    table.add_row("some device moving", *(_one(work.busy) for work in works))
    table.add_row("  while the processor computed", *(_one(work.overlap) for work in works))
    table.add_row("instructions", *(f"{work.instructions:,}" for work in works))
    table.add_row("boards scored", *(f"{work.boards:,}" for work in works))
    table.add_row(KNOWN, *(known_by(work.evidence) for work in works))
    yield table
    yield (
        "A 7094's time is an interval: the slow end takes the 7090's cycles, the quick end saves what a 7094 "
        "may have saved. Devices run by the slow end; a quicker processor would wait longer for the printer."
    )


def models_view(found: Sequence[ModelTime]) -> Iterable[RenderableType]:
    """The same work on several models."""
    models = list(dict.fromkeys(each.model for each in found))
    times = {(each.what, each.model): each for each in found}
    table = _table("The same work on other models", "", *models)
    for what in dict.fromkeys(each.what for each in found):
        cells = (times[what, model].seconds for model in models)
        table.add_row(what, *(seconds(cell, DIGITS) if cell else "cannot" for cell in cells))
    yield table
    for model in models:
        troubles: dict[str, list[str]] = {}
        for each in found:
            if each.model == model and each.trouble:
                troubles.setdefault(each.trouble, []).append(each.what)
        for trouble, works in troubles.items():
            yield f"{model}, {'; '.join(works)}: {trouble}"


def profile_view(profile: Profile, most: int) -> Iterable[RenderableType]:
    """Where the time went: all parts, and so many routines and cards."""
    computing, waiting = seconds(profile.computing, DIGITS), _one(profile.waiting)
    title = f"Where the time of Fig. 3's move went on a {profile.model}: {computing} of computing"
    parts = _table(title, "part", "cycles", "time", "share")
    for part in profile.parts:
        parts.add_row(
            part.name, f"{part.own.cycles[1]:,}", seconds(part.own.seconds, DIGITS), _share(part.own.share)
        )
    yield parts
    yield f"Besides, the processor waited {waiting} for card reader and printer. Cycles are at the slow end."
    routines = _table("By routine", "routine", "calls", "cycles", "time", "share", "with its calls")
    for routine in profile.routines[:most]:
        routines.add_row(
            f"{routine.name} [dim]{routine.file}[/dim]",
            f"{routine.calls:,}",
            f"{routine.own.cycles[1]:,}",
            seconds(routine.own.seconds, DIGITS),
            _share(routine.own.share),
            _share(routine.whole.share),
        )
    yield routines
    cards = _table("By card", "card", "times", "cycles", "time", "share")
    for card in profile.cards[:most]:
        text = card.text.replace("[", r"\[")
        cards.add_row(
            f"[dim]{card.file} {card.number:4}[/dim]  {text}",
            f"{card.times:,}",
            f"{card.own.cycles[1]:,}",
            seconds(card.own.seconds, DIGITS),
            _share(card.own.share),
        )
    yield cards


def known_by(evidence: Iterable[Share]) -> str:
    """How much of the cycles rests on what, in hundredths."""
    return "/".join(f"{100 * each.share:.0f}" for each in evidence)


def _table(title: str, *headings: str) -> Table:
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, title=title, title_justify="left", title_style="bold")
    for number, heading in enumerate(headings):
        left = number == 0 or heading == "what is timed"
        table.add_column(heading, justify="left" if left else "right")
    return table


def _paper(row: Row) -> str:
    paper = row.paper
    if paper.high is None:
        return f"over {paper.low:g} {paper.unit}"
    return f"{paper.low:g}{'' if paper.low == paper.high else f' to {paper.high:g}'} {paper.unit}"


def _simulated(row: Row) -> tuple[str, str]:
    if row.simulated is None or row.ratio is None:
        return "", ""
    return f"{_between(*row.simulated)} {row.paper.unit}", _between(*row.ratio)


def _between(least: float, most: float) -> str:
    low, high = (f"{end:,.0f}" if end >= 1000 else f"{end:.{DIGITS}g}" for end in (least, most))
    return high if low == high else f"{low} to {high}"


def _verdict(row: Row) -> str:
    return f"{row.verdict}, bar {row.within:g}" if row.within and row.simulated else row.verdict


def _printed(work: Work) -> str:
    return f"{work.model}, tree {'printed' if work.tree else 'not printed'}"


def _one(time: float) -> str:
    return seconds((time, time), DIGITS)


def _share(share: float) -> str:
    return f"{share:.1%}"
