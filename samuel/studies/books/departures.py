"""Table 2 for the case as the paper prints it, beside ours: the three departures one at a time, ways of
smoothing, and what the first rows depend on.

found = run(Path("book.tap"), identity, 183_877)
found.cases["as printed"].lines[-1], found.cases["ours"].lines[-1]

As printed: arguments are states of the board, the four smoothings of the paper, groups of equally many
entries. Ours: arguments are what a move has changed, one smoothing of our own, groups of equal data.
"""

from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from samuel.learning import book_tape
from samuel.learning.books import BookIdentity
from samuel.learning.run import DECK, Progress, learn
from samuel.player.tape_records import closed, write_records
from samuel.studies import records
from samuel.studies.books import tables_1_2
from samuel.studies.books.sources import is_same_book, source_of
from samuel.studies.books.tables_1_2 import SCHEME, test_lot

STATES, CHANGES = "CHANGE 0", "CHANGE 1"
FOUR, OWN = "SMOOTH 15", "SMOOTH 16"
BY_NUMBER, BY_DATA = "GROUPS 0", "GROUPS 1"
CASES = {
    "as printed": (STATES, FOUR, BY_NUMBER),
    "changes instead of states": (CHANGES, FOUR, BY_NUMBER),
    "our smoothing instead of the four": (STATES, OWN, BY_NUMBER),
    "groups of equal data": (STATES, FOUR, BY_DATA),
    "ours but for the four smoothings": (CHANGES, FOUR, BY_DATA),
    "ours without smoothing": (CHANGES, "SMOOTH 0", BY_DATA),
    "ours": (CHANGES, OWN, BY_DATA),
}
"""Cards of whole runs."""
SMOOTHINGS = {
    "none": 0,
    "inversion": 1,
    "adjacent phases": 2,
    "interpolation": 4,
    "extrapolation": 8,
    "all four": 15,
    "our own": 16,
    "our own and all four": 31,
}
"""Numbers of SMOOTH cards, for shorter runs with changes and groups of equal data."""
SMOOTHED = 20_000
EARLY = 1_272
"""Book moves of the runs for the first rows; Table 2 has rows at 336, 826 and this."""
OWN_ORDER = "the book in its own order"
BEGINNINGS = {
    "ours": (),
    OWN_ORDER: (),
    "remade after 100 book moves and more": ("REMAKE 100 16",),
    "remade after 5 book moves and more": ("REMAKE 5 16",),
    "no smoothing": ("SMOOTH 0",),
    f"{OWN_ORDER}, remade after 100": ("REMAKE 100 16",),
    "as printed": CASES["as printed"],
    f"as printed, {OWN_ORDER}": CASES["as printed"],
}
RECORD = records.KeptMeasures(
    "departures.json", (DECK,), "samuel table 2 --departures --book BOOK.tap --record"
)

Line = tuple[int, float, float]
"""Book moves, then C since the beginning: of the tables, and of the polynomial."""
Watcher = Callable[[int], object]


@dataclass(frozen=True)
class Case:
    """A run with some cards."""

    cards: tuple[str, ...]
    lines: tuple[Line, ...]
    shares: tuple[float, ...] = ()
    """Of a test lot, with 0, 1 ... 6 moves rated as high as the book's or higher."""

    @property
    def leads_from(self) -> int | None:
        """The book moves at the first line from which on the tables lead; None if they do not at the end."""
        found = None
        for moves, tables, polynomial in reversed(self.lines):
            if tables <= polynomial:
                break
            found = moves
        return found


@dataclass(frozen=True)
class Departures:
    """All runs."""

    book: str
    moves: int
    cases: dict[str, Case]
    smoothings: dict[str, Case]
    beginnings: dict[str, Case]
    sha256: str = ""
    source: str = ""


def run(book: Path, of: BookIdentity, moves: int, watch: Watcher = lambda done: None) -> Departures:
    """Make every run; `watch` gets the number of book moves done, of `work(moves)`."""
    done = 0

    def case(tape: Path, cards: tuple[str, ...], most: int, test: int = 0) -> Case:
        nonlocal done

        def further(progress: Progress) -> None:
            watch(done + progress.moves)

        learnt = learn(tape, SCHEME, most, test=test, watch=further, more_cards=cards)
        done += most
        lines = tuple(
            (line.moves, line.tables[0], line.polynomial[0]) for line in learnt.lines if line.tables
        )
        return Case(cards, lines, learnt.tested["tables"].shares if test else ())

    with TemporaryDirectory(prefix="samuel-") as folder:
        ordered = Path(folder) / "ordered.tap"
        _in_order(book, ordered)
        beginnings = {
            name: case(ordered if OWN_ORDER in name else book, cards, min(moves, EARLY))
            for name, cards in BEGINNINGS.items()
        }
    smoothings = {
        name: case(book, (f"SMOOTH {number}",), min(moves, SMOOTHED)) for name, number in SMOOTHINGS.items()
    }
    cases = {name: case(book, cards, moves, test_lot()) for name, cards in CASES.items()}
    source = source_of(kept() or tables_1_2.kept(), of)
    return Departures(of.name, moves, cases, smoothings, beginnings, of.sha256, source)


def work(moves: int) -> int:
    """Book moves of all runs."""
    return len(CASES) * moves + len(SMOOTHINGS) * min(moves, SMOOTHED) + len(BEGINNINGS) * min(moves, EARLY)


def _in_order(book: Path, ordered: Path) -> None:
    """A tape with the same games, by their numbers in the archive."""
    games = sorted(book_tape.read(book), key=lambda game: game.number)
    pieces = [game.words() for game in games]
    label = closed([book_tape.LABEL, book_tape.VERSION, len(pieces), sum(map(len, pieces))])
    write_records(ordered, [label, *pieces])


# The record


def keep(found: Departures) -> None:
    """Record the runs."""
    RECORD.write(asdict(found))


def kept() -> Departures | None:
    """The runs on record, if there are any."""
    found = RECORD.kept()
    if found is None:
        return None
    try:
        cases, smoothings, beginnings = (
            {str(name): _case(each) for name, each in found[group].items()} for group in _GROUPS
        )
        origin = (str(found[name]) for name in ("sha256", "source"))
        return Departures(str(found["book"]), int(found["moves"]), cases, smoothings, beginnings, *origin)
    except (KeyError, ValueError, TypeError, AttributeError):
        raise records.BadRecord(f"{RECORD.path} has no runs: record them with {RECORD.command}.") from None


_GROUPS = ("cases", "smoothings", "beginnings")


def _case(found: Mapping[str, Any]) -> Case:
    lines = tuple((int(moves), float(tables), float(poly)) for moves, tables, poly in found["lines"])
    return Case(tuple(map(str, found["cards"])), lines, tuple(map(float, found["shares"])))


def is_comparable(found: Departures) -> bool:
    """Whether runs were on the book on record, with the same number of moves."""
    recorded = kept()
    return recorded is not None and is_same_book(found, recorded) and found.moves == recorded.moves


def differences(found: Departures) -> list[str]:
    """A sentence for every run that differs from the record."""
    recorded = kept()
    if recorded is None:
        return [f"There is no {RECORD.path}: record it with {RECORD.command}."]
    return [
        f"The run '{name}' differs from the record."
        for group in _GROUPS
        for name, case in getattr(found, group).items()
        if case != getattr(recorded, group).get(name)
    ]
