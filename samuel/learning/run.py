"""Book learning on the machine: makes the cards for listings/learn.deck, runs it, reads what it printed.

from samuel.learning.run import learn
learnt = learn(Path("book.tap"), "fig4", 20_000, Path("tables.tap"))
learnt.lines[-1].tables  # (L - H) / (L + H) since the beginning, and since the line before
"""

import re
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field, replace
from hashlib import sha256
from pathlib import Path
from tempfile import TemporaryDirectory

from ibm7094.errors import MachineError
from ibm7094.files.outputs import Output
from ibm7094.machine import Machine
from samuel import paper
from samuel.learning import checkpoints as kept
from samuel.learning.asked import AskedLines, LevelTotals, LevelVoids, Preferred
from samuel.learning.books import BookIdentity, games_of, identify
from samuel.learning.checkpoints import Lesson
from samuel.learning.checkpoints import checkpoints as checkpoints
from samuel.learning.ratings import Rated as Rated
from samuel.learning.ratings import RatingLines
from samuel.player.job import Job, Span, check_refusals
from samuel.player.store import stored

DECK = "learn.deck"
END_OF_JOB = "LNEND"
"""Where the program halts when there are no more cards."""

SCHEMES = {"polynomial": (1, 0), "griffith": (2, 1), "fig4": (1, 2), "fig5": (1, 3)}
"""The rule and the form of each scheme; see listings/LEARNING.md."""
SMOOTHINGS = {
    "none": 0,
    "inversion": 1,
    "phases": 2,
    "interpolation": 4,
    "extrapolation": 8,
    "lean": 16,
}
"""Ways of smoothing, by their numbers on a SMOOTH card: the four of 1967, and our own."""
CHECKPOINT = 5_000
"""Book moves between checkpoints."""
LOOK = 0.2
"""Seconds between progress reports."""

Both = tuple[float, float]


def whole_run() -> int:
    """The book moves of a whole run: as many as Table 2 has."""
    return paper.table_2()[-1].moves


@dataclass(frozen=True)
class ProgressLine:
    """A line of progress: (L - H) / (L + H) since the beginning, and since the line before."""

    moves: int
    tables: Both | None
    polynomial: Both


@dataclass(frozen=True)
class Learnt:
    """The result of a run."""

    lines: tuple[ProgressLine, ...]
    rated: dict[str, Rated]
    """By method, "tables" and "polynomial"."""
    tested: dict[str, Rated]
    """The same for positions that were not learnt from."""
    coefficients: dict[str, tuple[float, ...]]
    """By parameter; one for each phase."""
    skipped: tuple[str, ...]
    """Records of the book tape that were skipped, with the reason."""
    span: Span = field(compare=False)
    resumed: int | None = None
    """Book moves at the checkpoint it resumed from."""
    ended: bool = False
    """Whether the book ended first."""
    began_anew: bool = False
    """Whether it should have resumed, and found no checkpoint that could be used."""
    totals: tuple[LevelTotals, ...] = ()
    voids: tuple[LevelVoids, ...] = ()
    preferred: tuple[Preferred, ...] = ()
    """What the program would have played in the first positions, if that was asked for."""


@dataclass(frozen=True)
class Progress:
    """The progress of a run."""

    moves: int
    tables: float
    polynomial: float
    seconds: float
    """Simulated time, the most."""


Watcher = Callable[[Progress], object]


def learn(
    book: Path,
    scheme: str = "fig4",
    moves: int | None = None,
    out: Path | None = None,
    resume: bool = False,
    test: int = 0,
    watch: Watcher = lambda progress: None,
    more_cards: Sequence[str] = (),
    model: str = "7094",
    every: int = CHECKPOINT,
    advantage: bool = False,
    name: str | None = None,
    limit: int | None = None,
) -> Learnt:
    """Learn from `moves` book moves; then rate `test` moves of later games, without learning from them.

    With `out`, the tables, or the coefficients of a polynomial learnt alone, are written there when the run
    ends, and checkpoints beside it. `resume` continues
    from those if they are of the same scheme and book (`name`, default: the name of its file), and begins
    anew if there are none. The program reads `more_cards` before it learns. With `advantage`, ratings include
    piece advantage, as in play. A run of more than `limit` instructions fails.
    """
    rule, form = SCHEMES[scheme]
    cards = [f"RULE  {rule}", f"FORM  {form}", f"ADVANT {int(advantage)}", *more_cards]
    if out:
        cards.append(f"CHECK {every}")
    going_on = resume and out is not None and kept.are_there(out)
    if going_on:
        cards.append("RESUME")
    cards.append(f"LEARN {whole_run() if moves is None else moves:,}")
    cards += ["TOTALS", "VOIDS"] if form else []
    cards += ["STORE"] if out else []
    cards.append("COEFF")
    if test:
        cards += ["SKIP  1", f"TEST  {test:,}"]
    if out is None:
        found = read(*run(book, cards, watch=watch, model=model, limit=limit))
    else:
        with Output(out) as tables:  # locked from here on
            lesson = Lesson(scheme, advantage, _identity(book, name), tuple(more_cards))
            if going_on:
                lesson = kept.check_resumable(out, lesson)
            else:
                replaced = kept.tape_hash(out) if out.is_file() else ""
                kept.write_note(out, replace(lesson, tables=replaced))
            found = read(*run(book, cards, out, going_on, watch, model, limit, tables))
            tables.flush()
            tables.file.seek(0)
            kept.write_note(out, replace(lesson, tables=sha256(tables.file.read()).hexdigest()))
    return replace(found, began_anew=resume and found.resumed is None)


def _identity(book: Path, name: str | None) -> BookIdentity:
    return identify(games_of(book), book.name if name is None else name)


def run(
    book: Path,
    cards: Sequence[str],
    out: Path | None = None,
    resume: bool = False,
    watch: Watcher = lambda progress: None,
    model: str = "7094",
    limit: int | None = None,
    tables: Output | None = None,
) -> tuple[tuple[str, ...], Span]:
    """Run the program with these cards; return what it printed and how long it took.

    The checkpoints of `out` are written in place, so that a run that is killed leaves them. The tape of
    tables goes to `tables` when the run has ended well.
    """
    machine = Machine(model)
    with ExitStack() as things:
        folder = Path(things.enter_context(TemporaryDirectory(prefix="samuel-")))
        job = things.enter_context(Job(stored(DECK), END_OF_JOB, machine, limit))
        job.load()
        machine.attach("B2", "tape", book, write_protected=True)
        if out:
            machine.attach("B1", "tape", folder / "tables.tap")
            kept.prepare(out, resume)
            for unit, path in zip(("B3", "B4"), checkpoints(out), strict=True):
                machine.attach(unit, "tape", path, in_place=True)
        with watched(machine, watch):
            done = job.read(cards)
        check_refusals(done.printed)
        job.close()
        if tables and (folder / "tables.tap").exists():
            tables.write((folder / "tables.tap").read_bytes())
    return done.printed, done.span


@contextmanager
def watched(machine: Machine, watch: Watcher) -> Iterator[None]:
    """Report progress while the program runs."""
    over = threading.Event()

    def look() -> None:
        while not over.wait(LOOK):
            watch(progress(machine))

    thread = threading.Thread(target=look, daemon=True)
    thread.start()
    try:
        yield
    finally:
        over.set()
        thread.join()
    watch(progress(machine))


def progress(machine: Machine) -> Progress:
    """The current progress, from the program's totals in core."""

    def word(name: str, below: int = 0) -> int:
        return int(machine.core[machine.address(name) - below])

    def coefficient(method: int) -> float:
        low, high = word("LWLO", method), word("LWEQ", method) + word("LWHI", method)
        return (low - high) / (low + high) if low + high else 0.0

    return Progress(word("LNMOVS"), coefficient(2), coefficient(1), machine.seconds[1])


# What is printed

_LINE = re.compile(r"BOOK MOVES +(\d+)(?:  TABLES +(\S+) +(\S+))?  POLYNOMIAL +(\S+) +(\S+)")
_COEFFICIENT = re.compile(r"([A-Z]+\d?)((?: +-?\d\.\d{3}){6})")
_SKIPPED = re.compile(r"TAPE B2  RECORD +(\d+)  SKIPPED - (.+)")
_RESUMED = re.compile(r"RESUMED AT +(\d+)")
_NO_CHECKPOINT = "NO CHECKPOINT"
_FAILURES = {
    "TAPE B2  IS NO BOOK": "The book is not a book tape: make one with `samuel book make`.",
    "THE TOTALS ARE FULL": "The program has no room for more totals: learn from fewer book moves.",
}


def read(printed: Sequence[str], span: Span) -> Learnt:
    """Read what a run printed."""
    lines: list[ProgressLine] = []
    ratings, asked = RatingLines(), AskedLines()
    coefficients: dict[str, tuple[float, ...]] = {}
    skipped: list[str] = []
    resumed, ended, learnt = None, False, 0
    for text in printed:
        if text == _NO_CHECKPOINT:  # the program then learns from the beginning
            continue
        if text in _FAILURES:
            raise MachineError(_FAILURES[text])
        if match := _LINE.fullmatch(text):
            tables = (float(match[2]), float(match[3])) if match[2] else None
            lines.append(ProgressLine(int(match[1]), tables, (float(match[4]), float(match[5]))))
        elif ratings.take(text) or asked.take(text):
            pass
        elif match := _COEFFICIENT.fullmatch(text):
            coefficients[match[1]] = tuple(map(float, match[2].split()))
            learnt = len(ratings.found)
        elif match := _SKIPPED.fullmatch(text):
            skipped.append(f"record {match[1]}: {match[2].lower()}")
        elif match := _RESUMED.fullmatch(text):
            resumed = int(match[1])
        elif text == "THE BOOK ENDS":
            ended = True
        else:
            raise MachineError(f"The program printed an unexpected line: {text!r}.")
    return Learnt(
        tuple(lines),
        dict(ratings.found[:learnt]),
        dict(ratings.found[learnt:]),
        coefficients,
        tuple(skipped),
        span,
        resumed,
        ended,
        totals=tuple(asked.totals),
        voids=tuple(asked.voids),
        preferred=tuple(asked.preferred),
    )
