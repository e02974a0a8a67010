"""The section on times."""

from collections.abc import Iterator, Sequence

from ibm7094.terminal.listing import seconds
from samuel.paper import times
from samuel.report import plots
from samuel.report.blocks import Block, Finding, Fold, Heading, Result, Section, Table, Words
from samuel.report.cells import asked, ends, place_of, stated
from samuel.report.made import on_record, run_now
from samuel.studies.books.tables_1_2 import RECORD
from samuel.studies.timing.profile import Profile, profiled
from samuel.studies.timing.stopwatch import Work, fig_3_move
from samuel.studies.timing.study import ModelTime, TimeRow, on_models, study
from samuel.views.timing import DIGITS, KINDS, loading_view

ROUTINES = 15
"""How many of the busiest routines are shown."""


def section() -> Section:
    """Every time that the papers state, the same work on all models, and the profile of Fig. 3's move."""
    found = study()
    return Section(
        "timing",
        "Times",
        (
            run_now("all but the learning run", "samuel timing --profile --model all"),
            on_record("the learning run", RECORD),
        ),
        (
            Words(
                "Each piece of work is run on the model that the paper timed it on, a 704 or a 7094. "
                "The 7094's time is an interval, so ratios, ours to the paper's, have two ends."
            ),
            Table.of(
                ("what", "paper", "simulated", "ratio", "threshold", "source"),
                [tuple(_time(row)) for row in found.rows if row.simulated],
                "lrrrll",
            ),
            *(Words(note) for note in dict.fromkeys(_notes(found.rows))),
            Heading("Evidence for the cycles"),
            *_evidence(found.rows),
            Heading("The move of Fig. 3"),
            _works(found.moves),
            *((Words(loading_view(found.loading)),) if found.loading else ()),
            *_profile(profiled(fig_3_move())),
            Heading("The same work on other models"),
            *_models(on_models()),
        ),
        tuple(_result(row) for row in found.rows if row.simulated),
        (
            Finding(
                f"{found.moves[0].elapsed[0]:.0f} to {found.moves[0].elapsed[1]:.0f} s",
                f"for that move on the simulated 7094; {stated(times()['7094, the move of Fig. 3'])} in 1967",
            ),
        ),
    )


def _notes(rows: Sequence[TimeRow]) -> Iterator[str]:
    """Why some times are missing, and remarks on others."""
    for row in rows:
        if row.simulated is None:
            yield f"{row.paper.name}, {stated(row.paper)}: {row.how}."
        elif row.remark:
            yield f"{row.paper.name}: {row.remark}"


def _evidence(rows: Sequence[TimeRow]) -> Iterator[Block]:
    timed = {(row.how, row.model): row for row in rows if row.evidence}.values()
    yield Words(
        "Where the cycle counts come from, in per cent of the cycles: a page of IBM's manual of the 7090, a "
        "rule, memory, or a guess."
    )
    yield Table.of(
        ("what", "model", *KINDS),
        [(row.how, row.model, *(f"{100 * share.share:.0f}" for share in row.evidence)) for row in timed],
    )
    for model, counts in {row.model: row.counts for row in timed}.items():
        yield Words(f"{model}: {counts}")


def _result(row: TimeRow) -> Result:
    found = f"{ends(row.simulated)} {row.paper.unit}" if row.simulated else ""
    holds = row.holds if row.within is not None else None
    asked_for = "" if row.within is None else f"within a factor of {row.within:g} of {stated(row.paper)}"
    return Result(f"{row.paper.name}: {row.how}", found, asked_for, holds)


def _time(row: TimeRow) -> Iterator[object]:
    assert row.simulated and row.ratio
    yield f"{row.paper.name}: {row.how}"
    yield stated(row.paper)
    yield f"{ends(row.simulated)} {row.paper.unit}"
    yield ends(row.ratio)
    yield asked(f"factor {row.within:g}", row.holds) if row.within else ""
    yield place_of(row.paper)


def _works(works: Sequence[Work]) -> Table:
    return Table.of(
        ("seconds", *("tree printed" if work.tree else "no tree" for work in works)),
        [
            ("elapsed, from the start of the card reader", *(ends(work.elapsed) for work in works)),
            ("reading the card", *(ends(work.reading) for work in works)),
            ("computing", *(ends(work.computing) for work in works)),
            ("waiting for printer and card reader", *(f"{work.waiting:.1f}" for work in works)),
            ("some device moving", *(f"{work.busy:.1f}" for work in works)),
            ("of that, while it computed", *(f"{work.overlap:.1f}" for work in works)),
            ("boards scored", *(f"{work.boards:,}" for work in works)),
        ],
    )


def _profile(seen: Profile) -> Iterator[Block]:
    """Where the computing time went."""
    yield plots.horizontal_bars(
        f"Where the computing time of Fig. 3's move went, merged by part: {ends(seen.computing)} s in all",
        {part.name: part.own.seconds[1] for part in seen.parts},
        "seconds, at the slow end",
    )
    yield Table.of(
        ("part", "seconds", "share"),
        [(part.name, f"{part.own.seconds[1]:.2f}", f"{part.own.share:.1%}") for part in seen.parts],
    )
    routines = Table.of(
        ("routine", "file", "calls", "own seconds", "share"),
        [
            (r.name, r.file, f"{r.calls:,}", f"{r.own.seconds[1]:.2f}", f"{r.own.share:.1%}")
            for r in seen.routines[:ROUTINES]
        ],
        "llrrr",
    )
    yield Fold(f"The {len(routines.rows)} busiest routines, merged", (routines,))
    ordered = Table.of(
        ("routine, under its calls", "begins at", "seconds", "share"),
        [
            (
                " > ".join(routine.text for routine in each.routines),
                f"{each.begins:.2f}",
                f"{each.seconds[1]:.2f}",
                f"{each.seconds[1] / seen.elapsed[1]:.1%}",
            )
            for each in seen.longest(ROUTINES)
        ],
    )
    yield Fold(f"The {len(ordered.rows)} longest stretches, in order of time", (ordered,))


def _models(found: Sequence[ModelTime]) -> Iterator[Block]:
    models = list(dict.fromkeys(each.model for each in found))
    times = {(each.what, each.model): each.seconds for each in found}
    yield Table.of(
        ("", *models),
        [
            (what, *(seconds(time, DIGITS) if (time := times[what, model]) else "cannot" for model in models))
            for what in dict.fromkeys(each.what for each in found)
        ],
    )
    for trouble in dict.fromkeys(each.trouble for each in found if each.trouble):
        yield Words(trouble)
