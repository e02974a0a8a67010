"""Griffith's test of 1966 repeated: his tables and Samuel's polynomial on positions that were learnt from
and on others, beside the results in his memo.

trial = run(list(book_tape.read("book.tap")), "book.tap")
rows(trial.curves["alone"]), told(trial.curves["alone"])     # his numbers and ours
trial.curves["alone"][-1].lots["further"]["tables"]          # how the moves of a lot were rated

The program does all of it, in one job for each way of rating. It reads a tape that is cut and spliced from
the book: the positions to learn from and, after each stage of learning, the lots of positions to rate. A lot
ends at an exact move, so that the next begins where it should.

What the memo leaves open is done both ways. Its scores are sums over the parameters without piece advantage,
which the learning program's ratings normally include. Its test positions "were not among those analyzed":
the next games of the book were not, but master games share their openings, so many of their positions were
learnt from in other games. A second lot therefore has only new positions.

Ties count against the book's move, as in Table 2: a move rated equal counts as rated higher. A blunder is
the exception: half of all moves must be rated truly higher.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from functools import cache
from itertools import pairwise
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from ibm7094.errors import MachineError
from ibm7094.machine import Machine
from samuel import paper
from samuel.learning.book_tape import LABEL, VERSION, BookGame
from samuel.learning.books import identify
from samuel.learning.reel import Reel
from samuel.learning.run import DECK, END_OF_JOB, SCHEMES, Progress, Rated, read, watched
from samuel.player.job import Job, Span, check_refusals
from samuel.player.store import stored
from samuel.player.tape_records import closed, write_records
from samuel.studies import records
from samuel.studies.books.sources import is_same_book, source_of
from samuel.studies.thresholds import Threshold

SCHEME = "griffith"


def _stated(name: str) -> int:
    return round(paper.griffith()[name].low)


def whole_lesson() -> int:
    """How many positions the memo's tables learnt from."""
    return _stated("positions learnt from")


def whole_test() -> int:
    """How many positions each of the memo's tests has."""
    return _stated("positions tested")


@cache
def parts() -> tuple[int, ...]:
    """The parts of a whole lesson at which the curve has points: a sixth, a third, a half, all."""
    points = (_stated(f"learning curve, {which} point") for which in ("first", "second", "third"))
    return (*(whole_lesson() // point for point in points), 1)


METHODS = ("tables", "polynomial")
WAYS = {"alone": "by the parameters alone, as in the memo", "advantage": "with piece advantage"}
"""Ways of rating moves; the card ADVANT gives the number of the way."""
UNSEEN = {"further": "further games", "new": "new positions"}
HIS_LOT = "new"
"""The lot that fits the memo's "not among those analyzed"; many positions of further games do not."""
LOTS = (*UNSEEN, "seen")
"""Lots in the order of the tape; "seen" is the first positions that were learnt from."""
ASKED = "alone"
"""The memo's way of rating, to which the thresholds apply; piece advantage is an addition."""
LEAST_ACCURATE, MOST_BLUNDERS = 45, 25
"""Thresholds, in per cent."""

RECORD = records.KeptMeasures("griffith.json", (DECK,), "samuel griffith --book GAMES.pdn --record")

Lot = dict[str, Rated]
"""How the moves of some positions were rated, by method."""
Watcher = Callable[[int], object]


@dataclass(frozen=True)
class Point:
    """A point of the curve."""

    learnt: int
    lots: dict[str, Lot]

    def index(self, lot: str, method: str) -> float:
        """The index of a method on a lot: 100 if the book's move is always rated highest."""
        return self.lots[lot][method].index


Curve = tuple[Point, ...]
"""The points of one way of rating."""


@dataclass(frozen=True)
class Trial:
    """The whole test."""

    book: str
    rated: int
    """Positions in each lot."""
    curves: dict[str, Curve]
    """Curves by way of rating."""
    seconds: tuple[float, float] = field(compare=False)
    """Simulated time of the whole test, as an interval."""
    sha256: str = ""
    """Over the games of the book; empty if it is not known."""
    source: str = ""
    """Where the games come from."""

    @property
    def learnt(self) -> int:
        """How many positions were learnt from in all."""
        return self.curves["alone"][-1].learnt


# The tape


def marks(moves: int) -> tuple[int, ...]:
    """After how many positions the lots are rated."""
    return tuple(moves // part for part in parts())


def splice(games: Iterable[BookGame], moves: int, rated: int) -> Iterator[BookGame]:
    """The games of the tape: for every mark, those to learn up to it, then the lots."""
    games = list(games)
    reel = Reel(iter(games))
    lessons, before = [], 0
    for mark in marks(moves):
        lessons.append(reel.cut(mark - before))
        before = mark
    rest = list(reel.games)
    further = Reel(iter(rest)).cut(rated)
    new = Reel(iter(rest), reel.positions).cut(rated, new=True)
    seen = Reel(iter(games)).cut(rated)
    for lesson in lessons:
        yield from (*lesson, *further, *new, *seen)


# The run


def run(
    games: Iterable[BookGame],
    name: str,
    moves: int,
    rated: int,
    watch: Watcher = lambda done: None,
) -> Trial:
    """Learn and rate, both ways; `watch` gets the number of positions done, of `work(moves, rated)`."""
    if rated > marks(moves)[0]:
        raise MachineError(
            f"{rated:,} positions to rate are more than the first lesson: give at most {marks(moves)[0]:,}."
        )
    games = list(games)
    book = identify(games, name)
    pieces = [each.words() for each in splice(games, moves, rated)]
    label = closed([LABEL, VERSION, len(pieces), sum(map(len, pieces))])
    curves: dict[str, Curve] = {}
    spans = []
    with TemporaryDirectory(prefix="samuel-") as folder:
        tape = Path(folder) / "spliced.tap"
        write_records(tape, [label, *pieces])
        for number, way in enumerate(WAYS):
            before = number * work(moves, rated) // len(WAYS)
            machine = Machine("7094")
            with Job(stored(DECK), END_OF_JOB, machine) as job:
                job.load()
                machine.attach("B2", "tape", tape, write_protected=True)
                rule, form = SCHEMES[SCHEME]
                job.read([f"RULE  {rule}", f"FORM  {form}", f"ADVANT {number}"])
                curves[way] = tuple(_points(job, marks(moves), rated, _from_count(before, watch)))
                spans.append(Span.since_power_on(machine).seconds)
    least, most = (sum(ends) for ends in zip(*spans, strict=True))
    return Trial(name, rated, curves, (least, most), book.sha256, source_of(kept(), book))


def work(moves: int, rated: int) -> int:
    """How many positions the program looks at in a test."""
    return len(WAYS) * (moves + rated * len(LOTS) * len(parts()))


def _from_count(before: int, watch: Watcher) -> Watcher:
    """A watcher that counts on from `before`."""
    return lambda done: watch(before + done)


def _points(job: Job, at: Sequence[int], rated: int, watch: Watcher) -> Iterator[Point]:
    for number, mark in enumerate(at):
        tested = number * rated * len(LOTS)

        def progress(so_far: Progress, tested: int = tested) -> None:
            watch(so_far.moves + tested)

        with watched(job.machine, progress):
            _read(job, f"LEARN {mark:,}")
        yield Point(mark, {lot: _read(job, f"TEST  {rated:,}") for lot in LOTS})


def _read(job: Job, card: str) -> Lot:
    done = job.read([card])
    check_refusals(done.printed)
    found = read(done.printed, done.span)
    if found.skipped or found.ended:
        raise MachineError("The program could not read all of the tape that was spliced from the book.")
    return found.tested


# The record


def keep(trial: Trial) -> None:
    """Record a test."""
    RECORD.write(asdict(trial))


def kept() -> Trial | None:
    """The test on record, if there is one."""
    found = RECORD.kept()
    if found is None:
        return None
    try:
        least, most = map(float, found["seconds"])
        curves = {way: tuple(map(point_kept, found["curves"][way])) for way in WAYS}
        origin = (str(found.get(name, "")) for name in ("sha256", "source"))
        return Trial(str(found["book"]), int(found["rated"]), curves, (least, most), *origin)
    except (KeyError, ValueError, TypeError, AttributeError):
        raise records.BadRecord(f"{RECORD.path} is not a test: record one with {RECORD.command}.") from None


def point_kept(found: Mapping[str, Any]) -> Point:
    """A point from a record."""
    return Point(
        int(found["learnt"]),
        {lot: {method: Rated.kept(found["lots"][lot][method]) for method in METHODS} for lot in LOTS},
    )


def is_comparable(trial: Trial) -> bool:
    """Whether a test has the book and sizes of the record, or the memo's sizes if there is no record."""
    recorded = kept()
    if recorded is None:
        return (trial.learnt, trial.rated) == (whole_lesson(), whole_test())
    same_sizes = (trial.learnt, trial.rated) == (recorded.learnt, recorded.rated)
    return same_sizes and is_same_book(trial, recorded)


def differences(trial: Trial) -> list[str]:
    """A sentence for every number of the test that differs from the record."""
    recorded = kept()
    if recorded is None:
        return RECORD.differences(asdict(trial))
    ours, theirs = _numbers(trial), _numbers(recorded)
    return [
        f"{name} is {number}, and was recorded as {theirs[name]}."
        for name, number in ours.items()
        if number != theirs[name]
    ]


def _numbers(trial: Trial) -> dict[str, object]:
    return {
        f"{way}, {point.learnt:,} learnt, lot {lot}, {method}: {what}": value
        for way, curve in trial.curves.items()
        for point in curve
        for lot, methods in point.lots.items()
        for method, rated in methods.items()
        for what, value in asdict(rated).items()
    }


# Beside the memo


@dataclass(frozen=True)
class MemoRow:
    """A number of the memo, and ours for each lot that was not learnt from."""

    what: str
    paper: float
    ours: dict[str, float]
    bar: str = ""
    holds: dict[str, bool] = field(default_factory=dict)
    """By lot, if there is a threshold."""

    def difference(self, lot: str) -> float:
        """Ours minus the memo's."""
        return round(self.ours[lot] - self.paper, 1)


def rows(curve: Curve, way: str = ASKED) -> tuple[MemoRow, ...]:
    """The numbers of sections 4.2 and 4.3: lots that were not learnt from, after all learning."""
    last = curve[-1]

    def of(what: str, printed: Callable[[Rated], float], method: str = "tables") -> MemoRow:
        return _row(what, {lot: round(printed(last.lots[lot][method]), 1) for lot in UNSEEN})

    accurate = of("accurate", lambda rated: rated.accurate)
    blunders = of("blunders", lambda rated: rated.below_median)
    tables = of("index of the tables", lambda rated: rated.index)
    polynomial = of("index of Samuel's polynomial", lambda rated: rated.index, "polynomial")
    found = (
        of("rated first", lambda rated: 100 * rated.shares[0]),
        of("rated second", lambda rated: 100 * rated.shares[1]),
        _with_threshold(
            accurate, f"at least {LEAST_ACCURATE}", lambda lot: accurate.ours[lot] >= LEAST_ACCURATE
        ),
        _with_threshold(
            blunders, f"at most {MOST_BLUNDERS}", lambda lot: blunders.ours[lot] <= MOST_BLUNDERS
        ),
        _with_threshold(
            tables, "above the polynomial's", lambda lot: tables.ours[lot] > polynomial.ours[lot]
        ),
        polynomial,
    )
    return found if way == ASKED else tuple(replace(row, bar="", holds={}) for row in found)


def is_whole(trial: Trial) -> bool:
    """Whether a test is as large as the memo's; thresholds apply only then."""
    return trial.learnt >= whole_lesson() and trial.rated >= whole_test()


def thresholds(trial: Trial) -> tuple[Threshold, ...]:
    """The thresholds, for each lot not learnt from. They apply only to tests as large as the memo's."""
    unasked = (
        ""
        if is_whole(trial)
        else f"only from {whole_lesson():,} sets of positions and lots of {whole_test():,} on"
    )
    return tuple(
        Threshold(f"{row.what}, {UNSEEN[lot]}", row.bar, f"{row.ours[lot]:.1f}", holds, unasked)
        for row in rows(trial.curves[ASKED])
        for lot, holds in row.holds.items()
    )


def _row(what: str, ours: dict[str, float]) -> MemoRow:
    return MemoRow(what, paper.griffith()[what].low, ours)


def _with_threshold(row: MemoRow, bar: str, holds: Callable[[str], bool]) -> MemoRow:
    return replace(row, bar=bar, holds={lot: holds(lot) for lot in UNSEEN})


@dataclass(frozen=True)
class Told:
    """What the text says about his Fig. 1, what our curve does, and whether they agree."""

    what: str
    here: str
    agrees: bool
    partly: bool = False
    """Whether it holds from the first point to the last, though perhaps not at every step."""


def told(curve: Curve, lot: str = HIS_LOT) -> tuple[Told, ...]:
    """The statements of sections 4.4 and 4.5; `lot` serves as the positions not learnt from.

    His curve rises "up to a certain saturation point": it may stay level, but not fall.
    """
    unseen, seen = ([point.index(each, "tables") for point in curve] for each in (lot, "seen"))
    ends = f"{seen[-1]:.1f} against {unseen[-1]:.1f}"
    return (
        Told(
            "With more learning, better on other positions, up to a point",
            _drawn(unseen),
            _rises(unseen),
            unseen[-1] > unseen[0],
        ),
        Told(
            "With more learning, worse on positions learnt from",
            _drawn(seen),
            _rises(seen[::-1]),
            seen[-1] < seen[0],
        ),
        Told("Better on positions learnt from than on others to the end", ends, seen[-1] > unseen[-1]),
    )


def course(line: Sequence[float]) -> str:
    """What a line does from its first point to its last."""
    if line[-1] == line[0]:
        return "ends where it began"
    verb, onward = ("rises", line) if line[-1] > line[0] else ("falls", line[::-1])
    if all(before < after for before, after in pairwise(onward)):
        return f"{verb} at every step"
    return f"{verb}, level in places" if _rises(onward) else f"{verb} overall, but not at every step"


def _drawn(line: Sequence[float]) -> str:
    return f"{course(line)} ({' '.join(f'{point:.1f}' for point in line)})"


def _rises(line: Sequence[float]) -> bool:
    return line[-1] > line[0] and all(before <= after for before, after in pairwise(line))
