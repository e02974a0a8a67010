"""`samuel learn`: run the learning program on a book of games."""

import json
from dataclasses import asdict
from enum import StrEnum
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ibm7094.cli.options import Force
from ibm7094.errors import MachineError
from ibm7094.files.inputs import STANDARD
from ibm7094.files.outputs import Output
from ibm7094.files.rules import check_new, check_outputs
from ibm7094.terminal.output import say
from samuel.cli import options
from samuel.cli.outputs import INTERRUPTED, spoken
from samuel.cli.progress import bar
from samuel.views import wording

if TYPE_CHECKING:
    from samuel.checkers.pdn import BadGame
    from samuel.learning.run import Learnt, Progress, Rated


PHASES = 6
"""Of 1967's polynomial and of its signature tables."""
MOVES_A_SECOND = 500
"""Book moves that a computer of today learns from in a second, about."""


class Scheme(StrEnum):
    """What the program learns."""

    POLYNOMIAL = "polynomial"
    GRIFFITH = "griffith"
    FIG4 = "fig4"
    FIG5 = "fig5"


def command(
    book: Annotated[
        Path | None,
        typer.Option(
            metavar="BOOK",
            help="A book tape, or an archive (.pdn, .pdn.gz); default: the program's own games.",
        ),
    ] = None,
    scheme: Annotated[Scheme, typer.Option(help="What to learn.")] = Scheme.FIG4,
    moves: Annotated[
        int | None,
        typer.Option(metavar="N", min=1, help="Book moves to learn from in all; default: as in Table 2."),
    ] = None,
    out: Annotated[
        Path | None,
        typer.Option(
            metavar="TAPE",
            help="Tape for the tables, or for the coefficients of a polynomial learnt alone; checkpoints are "
            "kept beside it.",
        ),
    ] = None,
    resume: Annotated[
        bool, typer.Option("--resume", help="Resume from the last checkpoint; begin anew if there is none.")
    ] = False,
    test: Annotated[
        int, typer.Option(metavar="N", min=0, help="Then rate N moves of further games without learning.")
    ] = 0,
    advantage: Annotated[
        bool,
        typer.Option(
            "--advantage/--no-advantage", help="Rate piece advantage too, as in play; Table 2 does not."
        ),
    ] = True,
    phases: Annotated[
        int,
        typer.Option(metavar="N", min=1, max=6, help="Phases of the game, for a polynomial learnt alone."),
    ] = 6,
    connectives: Annotated[
        bool,
        typer.Option(
            "--connectives", help="Learn eight binary connectives of 1959 too; for a polynomial alone."
        ),
    ] = False,
    power: Annotated[
        int,
        typer.Option(metavar="N", min=1, max=9, help="Rate moves by this power of the coefficients."),
    ] = 1,
    smooth: Annotated[
        str,
        typer.Option(
            metavar="WAYS",
            help="Ways of smoothing, with commas: inversion, phases, interpolation, extrapolation (the"
            " four of 1967), lean (ours), none.",
        ),
    ] = "lean",
    states: Annotated[
        bool,
        typer.Option("--states", help="Arguments are states of the board; default: what a move changed."),
    ] = False,
    keep_turn: Annotated[
        bool, typer.Option("--turn", help="Tables keep whose turn it is; default: they do not.")
    ] = False,
    preferred: Annotated[
        int, typer.Option("--list", metavar="N", min=0, max=32_767, help="List N preferred moves.")
    ] = 0,
    force: Force = False,
    model: options.Model = "7094",
    as_json: options.AsJson = False,
) -> None:
    """Learn from a book of games, and show how well the book is followed.

    Samuel's book held games of masters. The default is the book shipped with
    this project: games of this reconstruction against itself.
    The polynomial is learnt together with signature tables, as in Table 2 of 1967;
    --no-advantage rates exactly as there (samuel table 2). Tables for play are
    better learnt with piece advantage: they then follow the right pending jumps.
    (L - H) / (L + H) is shown for all moves since the beginning, and since the
    line before; a move is rated before it is learnt from.
    The tables appear when the run ends. Checkpoints, and a note of the scheme and
    the book, are kept beside them, also if the run is stopped or killed: --resume
    continues, with the same scheme and a book of the same games.
    The default length takes some minutes.
    With --scheme polynomial the tape holds coefficients; samuel play, move, match
    and selfplay take it by --coefficients, and the program itself chooses the
    largest of each phase.

    Examples:
      samuel learn --moves 20000 --out short.tap
      samuel learn --book book.tap --out long.tap
      samuel learn --book book.tap --scheme griffith --moves 12000 --test 1000
      samuel learn --book book.tap --out long.tap --resume
      samuel learn --scheme polynomial --moves 20000 --out coefficients.tap
      samuel learn --scheme polynomial --phases 3 --connectives --out three.tap
      samuel learn --moves 3000 --smooth inversion,phases --list 20
    """
    from samuel.learning.books import lesson_tape
    from samuel.learning.run import Progress, learn, whole_run

    moves = moves or whole_run()
    if resume and (out is None or out == STANDARD):
        raise MachineError("--resume needs checkpoints: name the tables they belong to with --out.")
    if out == STANDARD and as_json:
        raise MachineError("--json and --out - both mean standard output: name a file, or drop --json.")
    cards = [
        *steering(scheme, phases, connectives, power),
        *setting_cards(smooth, states, keep_turn, preferred),
    ]
    resumable = out is not None and check_out(out, book, resume, force)
    if book is None:
        book = own_book()
    began, at = perf_counter(), 0
    with TemporaryDirectory(prefix="samuel-") as folder:
        tape = lesson_tape(book, Path(folder), _report)
        tables = Path(folder) / "tables.tap" if out == STANDARD else out
        with bar("learning", moves, moves / MOVES_A_SECOND) as done:

            def watch(progress: Progress) -> None:
                nonlocal at
                at = progress.moves
                done(at, standing(progress, scheme, perf_counter() - began))

            try:
                learnt = learn(
                    tape,
                    scheme.value,
                    moves,
                    tables,
                    resume,
                    test,
                    watch,
                    more_cards=cards,
                    model=model,
                    advantage=advantage,
                    name=book.name,
                )
            except KeyboardInterrupt:
                say(f"Stopped by the operator at {wording.counted(at, 'book move')}. {left(out)}")
                raise typer.Exit(INTERRUPTED) from None
        if out == STANDARD:
            with Output(out) as written:
                written.write(tables.read_bytes() if tables and tables.exists() else b"")
    if learnt.began_anew and resumable:
        say(f"No checkpoint of {out} could be used: the run began anew.")
    for each in learnt.skipped:
        say(f"{book}, {each}: skipped.")
    if as_json:
        print(json.dumps(record(learnt), indent=2))
        return
    with spoken(out):
        show(learnt)
        print(wording.time(model, learnt.span.seconds, perf_counter() - began))


def steering(scheme: Scheme, phases: int, connectives: bool, power: int) -> list[str]:
    """The cards for what steers the polynomial."""
    if (phases != PHASES or connectives) and scheme is not Scheme.POLYNOMIAL:
        raise MachineError(
            "--phases and --connectives are for a polynomial learnt alone: add --scheme polynomial."
        )
    return [
        *([f"PHASES{phases}"] if phases != PHASES else []),
        *(["CONNEC1"] if connectives else []),
        *([f"POWER {power}"] if power > 1 else []),
    ]


def setting_cards(smooth: str, states: bool, keep_turn: bool, preferred: int) -> list[str]:
    """Cards for settings that differ from the default."""
    from samuel.learning.run import SMOOTHINGS

    ways = set(smooth.split(","))
    if unknown := sorted(ways - set(SMOOTHINGS)):
        raise MachineError(f"--smooth knows no {unknown[0]!r}: use {', '.join(SMOOTHINGS)}.")
    if "none" in ways and len(ways) > 1:
        raise MachineError("--smooth: none and other ways are mutually exclusive.")
    cards = [] if ways == {"lean"} else [f"SMOOTH {sum(SMOOTHINGS[way] for way in ways)}"]
    cards += ["CHANGE 0"] if states else []
    cards += ["TURN  1"] if keep_turn else []
    return cards + ([f"LIST  {preferred}"] if preferred else [])


def check_out(out: Path, book: Path | None, resume: bool, force: bool) -> bool:
    """Check what a run would replace: its inputs, tables of another run, checkpoints of an interrupted one.

    Returns whether there are checkpoints to resume from.
    """
    from samuel.learning import checkpoints

    if out == STANDARD:
        return False
    kept = checkpoints.kept_beside(out)
    check_outputs([out, *kept], [book] if book else [])
    folder = next((path for path in kept if path.is_dir()), None)
    if folder:
        raise MachineError(f"{folder}: this is a folder, and a checkpoint goes there: name other tables.")
    if resume:
        if not checkpoints.are_there(out):
            say(f"{out} has no checkpoint to resume from: the run begins anew.")
            check_new(out, force)
        elif not checkpoints.is_own(out):
            check_new(out, force)
    else:
        check_new(out, force)
        if not force:
            checkpoints.check_replaceable(out)
    Output(out).discard()  # it can be written, and no other run has it
    return resume and checkpoints.are_there(out)


def left(out: Path | None) -> str:
    """What a stopped run leaves."""
    from samuel.learning import checkpoints

    if out is None or out == STANDARD:
        return "Nothing was saved: name a tape with --out to keep checkpoints."
    if checkpoints.are_there(out):
        return f"Its checkpoints are beside {out}: add --resume to continue."
    return "There is no checkpoint yet."


def own_book() -> Path:
    """The shipped book; a message says what it is."""
    from samuel.learning import own_book as ownbook

    path = ownbook.shipped()
    say(f"The book is this project's own: {ownbook.WHAT}.")
    return path


def standing(progress: "Progress", scheme: Scheme, spent: float) -> str:
    """The progress of a run: book moves, C so far, simulated time and real time."""
    tables = "" if scheme is Scheme.POLYNOMIAL else f"tables {progress.tables:.3f}, "
    times = f"{clock(progress.seconds)} on the 7094, {clock(spent)} here"
    return f"{progress.moves:,} book moves; C: {tables}polynomial {progress.polynomial:.3f}; {times}"


def clock(seconds: float) -> str:
    """Hours, minutes and seconds."""
    minutes, rest = divmod(int(seconds), 60)
    return f"{minutes // 60}:{minutes % 60:02}:{rest:02}"


def _report(bad: "BadGame") -> None:
    say(str(bad))


def record(learnt: "Learnt") -> dict[str, Any]:
    """A run for JSON output."""
    found = asdict(learnt)
    for what in ("rated", "tested"):
        for method, rated in getattr(learnt, what).items():
            found[what][method]["coefficient"] = rated.coefficient
    return found


def show(learnt: "Learnt") -> None:
    """Print a run."""
    if learnt.resumed is not None:
        print(f"Resumed at {wording.counted(learnt.resumed, 'book move')}.")
    for each in learnt.preferred:
        same = "" if each.move != each.book else ", as the book"
        print(
            f"Prefers {each.move} ({each.rating:,}){same or f'; the book {each.book} ({each.book_rating:,})'}"
        )
    print("book moves     tables         polynomial")
    for line in learnt.lines:
        tables = "{:z6.3f} {:z6.3f}".format(*line.tables) if line.tables else " " * 13
        print(f"{line.moves:10,}  {tables}  {line.polynomial[0]:z6.3f} {line.polynomial[1]:z6.3f}")
    for title, ratings in (("Learnt from", learnt.rated), ("Only rated", learnt.tested)):
        for method, rated in ratings.items():
            print(f"{title}, by {method}: {told(rated)}")
    for level in learnt.totals:
        stored, given = (f"A {a:,}, D {d:,}" for a, d in (level.stored, level.given))
        print(
            f"Totals of level {level.level}: {stored}"
            + (f"; before folding {given}" if stored != given else "")
        )
    for voids in learnt.voids:
        phases = " ".join(f"{count:,}" for count in voids.voids)
        print(f"Entries without data on level {voids.level}, by phase: {phases} of {voids.entries:,}")
    if learnt.ended:
        print("The book has no more moves.")


def told(rated: "Rated") -> str:
    """Ratings in a sentence or two."""
    shares = " ".join(f"{count / rated.moves:.2f}" for count in rated.not_lower[:7]) if rated.moves else "-"
    blunders = rated.blunders / rated.moves if rated.moves else 0.0
    return (
        f"{rated.moves:,} book moves, C = {rated.coefficient:.3f}."
        f" With 0, 1 ... 6 moves rated as high or higher: {shares}. Below the median: {blunders:.2f}."
    )
