"""The timing study as text: tables, and the sentences that explain them."""

from collections.abc import Iterable, Sequence

from rich.console import Console, Group, RenderableType

from ibm7094.terminal.listing import seconds
from ibm7094.timing import Share, counts_on, middle
from samuel.studies.timing.profile import Profile
from samuel.studies.timing.stopwatch import Loading, Work
from samuel.studies.timing.study import ModelTime, Study, TimeRow
from samuel.views.narrow_table import below, narrow_table

DIGITS = 3
KINDS = ("7090 page", "rule", "memory", "7094 rate", "guess")
"""Kinds of evidence, in the order of `ibm7094.timing`. Pages are always the 7090's."""


def show(out: Console, found: Iterable[RenderableType]) -> None:
    """Print the parts one below the other."""
    out.print(Group(*found), highlight=False)


def study_view(study: Study) -> Iterable[RenderableType]:
    """The papers' times and ours, what is not timed and why, then the move of Fig. 3."""
    table = narrow_table("The papers' times, with ours below each", "", "time", "ratio", "verdict")
    for rows in _by_time(study.rows).values():
        missing = " ".join(row.verdict for row in rows if row.simulated is None)
        table.add_row(f"[bold]{_named(rows[0])}[/bold]", f"[bold]{_paper(rows[0])}[/bold]", "", missing)
        for row in rows:
            if row.simulated and row.ratio:
                times = _between(*row.simulated), _between(*row.ratio)
                table.add_row(below(row.how), *times, _verdict(row))
    yield table
    yield "704: Samuel 1959; 7094: Samuel 1967."
    for name, rows in _by_time(study.rows).items():
        yield from (f"{name}: {row.how}." for row in rows if row.simulated is None)
        if rows[0].remark:
            yield f"{name}: {rows[0].remark}"
    yield from evidence_view(study.rows)
    yield from moves_view(study.moves)
    if study.loading:
        yield loading_view(study.loading)


def _by_time(rows: Iterable[TimeRow]) -> dict[str, list[TimeRow]]:
    found: dict[str, list[TimeRow]] = {}
    for row in rows:
        found.setdefault(row.paper.name, []).append(row)
    return found


def evidence_view(rows: Sequence[TimeRow]) -> Iterable[RenderableType]:
    """The evidence for the cycle counts, and which model they were made for."""
    table = narrow_table("Evidence for the cycle counts, in per cent of the cycles", "", "model", *KINDS)
    timed = {(row.how, row.model): row for row in rows if row.evidence}
    for row in timed.values():
        table.add_row(row.how, row.model, *(f"{100 * each.share:.0f}" for each in row.evidence))
    yield table
    yield (
        "A cycle count comes from a page of IBM's manual of the 7090 (not evidence for another model, but "
        "the best available), a rule, memory, IBM's published rates of a 7094, or a guess."
    )
    for model in dict.fromkeys(row.model for row in timed.values()):
        yield f"{model}: {counts_on(model)}"


def moves_view(works: Sequence[Work]) -> Iterable[RenderableType]:
    """The times of computing and of devices, and their overlap."""
    table = narrow_table(
        "The move of Fig. 3, from the start of the card reader to the halt",
        "",
        *(_printed(work) for work in works),
    )
    devices = sorted({device.name for work in works for device in work.devices})
    moved = [{device.name: device for device in work.devices} for work in works]
    table.add_row("elapsed", *(seconds(work.elapsed, DIGITS) for work in works))
    table.add_row(below("middle"), *(_one(middle(work.elapsed)) for work in works))
    table.add_row(below("reading the card"), *(seconds(work.reading, DIGITS) for work in works))
    table.add_row(below("computing"), *(seconds(work.computing, DIGITS) for work in works))
    table.add_row(below("waiting for printer and card reader"), *(_one(work.waiting) for work in works))
    for name in devices:
        table.add_row(
            f"{name} moving, in N cycles",
            *(f"{_one(each[name].seconds)} in {each[name].times}" if name in each else "" for each in moved),
        )
    table.add_row("some device moving", *(_one(work.busy) for work in works))
    table.add_row(below("while the processor computed"), *(_one(work.overlap) for work in works))
    table.add_row("instructions", *(f"{work.instructions:,}" for work in works))
    table.add_row("boards scored", *(f"{work.boards:,}" for work in works))
    table.add_row(", ".join(KINDS), *(known_by(work.evidence) for work in works))
    yield table
    yield (
        "A 7094's time is an interval: the slow end counts the 7090's cycles, the fast end subtracts what a "
        "7094 may have saved. The middle is the best single guess. Devices are timed at the slow end; a "
        "faster processor would wait longer for the printer."
    )


def loading_view(loading: Loading) -> str:
    """How long loading took, which is in no other time."""
    return (
        f"Loading is not in these times: a {loading.model} reads the program's own {loading.cards} cards in "
        f"{seconds(loading.seconds, DIGITS)} before the first card of data."
    )


def models_view(found: Sequence[ModelTime]) -> Iterable[RenderableType]:
    """The same work on several models."""
    models = list(dict.fromkeys(each.model for each in found))
    table = narrow_table("The same work on other models", "", "model", "time")
    for what in dict.fromkeys(each.what for each in found):
        cells = [each for each in found if each.what == what]
        for each in cells:
            time = seconds(each.seconds, DIGITS) if each.seconds else "cannot"
            table.add_row(what if each is cells[0] else "", each.model, time, end_section=each is cells[-1])
    yield table
    for model in models:
        troubles: dict[str, list[str]] = {}
        for each in found:
            if each.model == model and each.trouble:
                troubles.setdefault(each.trouble, []).append(each.what)
        for trouble, works in troubles.items():
            yield f"{model}, {'; '.join(works)}: {trouble}"


def profile_view(profile: Profile, most: int) -> Iterable[RenderableType]:
    """Where the time went, merged: all parts, and the `most` busiest routines and cards."""
    computing, waiting = seconds(profile.computing, DIGITS), _one(profile.waiting)
    title = f"Where the time of Fig. 3's move went on a {profile.model}: {computing} of computing, merged"
    parts = narrow_table(title, "part", "cycles", "time", "share")
    for part in profile.parts:
        parts.add_row(
            part.name, f"{part.own.cycles[1]:,}", seconds(part.own.seconds, DIGITS), _share(part.own.share)
        )
    yield parts
    yield (
        "Merged: all time of a part, routine or card is added up, the largest first; --order time keeps the "
        f"order. The processor also waited {waiting} for printer and card reader. Cycles are at the slow end."
    )
    routines = narrow_table("By routine", "routine", "calls", "cycles", "time", "share", "whole")
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
    yield "Whole: including the routines that it calls."
    cards = narrow_table("By card", "card", "times", "cycles", "time", "share")
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


def timeline_view(profile: Profile, most: int) -> Iterable[RenderableType]:
    """Where the time went, in order of time: the `most` longest stretches."""
    shown = profile.longest(most)
    title = f"The time of Fig. 3's move on a {profile.model}, in order of time"
    table = narrow_table(title, "routine, under its calls", "begins at", "lasts", "share")
    whole = sum(each.seconds[1] for each in profile.stretches)
    for each in shown:
        names = " > ".join(routine.text for routine in each.routines)
        lasts = seconds(each.seconds, DIGITS)
        table.add_row(names, f"{each.begins:.2f} s", lasts, _share(each.seconds[1] / (whole or 1)))
    yield table
    others = sum(each.seconds[1] for each in profile.stretches) - sum(each.seconds[1] for each in shown)
    rest = profile.elapsed[1] - whole
    yield (
        f"In order of time: the {len(shown)} longest of {len(profile.stretches):,} stretches, each a routine "
        f"with all that it calls below this depth; the others take {_one(others)} together. Times are the "
        f"processor's, at the slow end: {_one(rest)} of waiting for printer and card reader, in which no "
        "instruction is executed, have no place in them. --order merged adds up the time of each routine."
    )


def known_by(evidence: Iterable[Share]) -> str:
    """The share of each kind of evidence, in per cent."""
    return "/".join(f"{100 * each.share:.0f}" for each in evidence)


def _named(row: TimeRow) -> str:
    name, unit = row.paper.name, row.paper.unit
    return name if unit in name.split() else f"{name}, {unit}"


def _paper(row: TimeRow) -> str:
    low, high = row.paper.low, row.paper.high
    return f"over {low:g}" if high is None else _between(low, high)


def _between(least: float, most: float) -> str:
    low, high = (f"{end:,.0f}" if end >= 1000 else f"{end:.{DIGITS}g}" for end in (least, most))
    return high if low == high else f"{low} to {high}"


def _verdict(row: TimeRow) -> str:
    return f"{row.verdict}, threshold {row.within:g}" if row.within and row.simulated else row.verdict


def _printed(work: Work) -> str:
    return f"{work.model}, tree {'printed' if work.tree else 'not printed'}"


def _one(time: float) -> str:
    return seconds((time, time), DIGITS)


def _share(share: float) -> str:
    return f"{share:.1%}"
