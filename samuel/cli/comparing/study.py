"""`samuel study`: what the paper of 1967 reports about its search, measured again on many positions."""

import json
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ibm7094.cli.options import Force
from ibm7094.errors import MachineError
from ibm7094.terminal.output import console, say
from samuel.cli import options
from samuel.cli.outputs import claimed
from samuel.cli.progress import bar

if TYPE_CHECKING:
    from ibm7094.files.outputs import Output
    from samuel.studies.search_studies.found import Found
    from samuel.studies.search_studies.look import Progress
    from samuel.studies.search_studies.sample import Chosen

FEWEST = 6
SEED = 1967

app = typer.Typer(
    no_args_is_help=True,
    help="Measure again what the paper reports about its search: branching, boards, flitting, terms, the "
    "book, margins.",
)

Positions = Annotated[
    int, typer.Option(metavar="N", min=FEWEST, help="Positions, as many from each stage of the game.")
]
Games = Annotated[
    Path | None,
    typer.Option("--games", metavar="PDN", help="Draw positions from this archive; default: our own book."),
]
Seed = Annotated[int, typer.Option(metavar="N", help="Seed of the sample.")]
Recorded = Annotated[bool, typer.Option("--recorded", help="Show the study on record; nothing is run.")]
Record = Annotated[bool, typer.Option("--record", help="Save the result as the new record.")]
PlotFile = Annotated[
    Path | None, typer.Option("--plot", metavar="FILE", help="Write the plots: .svg, .png or .pdf.")
]
Steer = Annotated[
    list[str] | None,
    typer.Option(metavar="NAME=N,...", help="A steering word for all look-aheads; may be repeated."),
]
Openings = Annotated[int, typer.Option(metavar="N", min=0, help="Openings of each match; 0: no match.")]


@dataclass
class Run:
    """A study being made: its sample, and where its results go."""

    name: str
    positions: int
    games: Path | None
    seed: int
    recorded: bool
    record: bool
    plot: Path | None
    force: bool
    as_json: bool
    options: str = ""
    """Its own options, as they are typed."""

    @property
    def command(self) -> str:
        """The command that makes this study again; an archive is not named by its place."""
        words = ["samuel study", self.name, f"--positions {self.positions}", self.options]
        words += ["--games GAMES.pdn"] if self.games else []
        words += [f"--seed {self.seed}"] if self.seed != SEED else []
        return " ".join(word for word in (*words, "--record") if word)

    @contextmanager
    def sampled(self) -> Iterator[tuple["tuple[Chosen, ...]", str]]:
        """The positions and where they come from."""
        from samuel.studies.search_studies.sample import drawn, sample

        source = drawn(self.games, seed=self.seed)
        chosen = sample(source, self.positions, self.seed)
        if len(chosen) < FEWEST:
            raise MachineError(f"{self.games} has too few positions with a choice: name a larger archive.")
        yield chosen, source.name

    def show_kept(self) -> bool:
        """Show the study on record, if it is asked for."""
        from samuel.studies.search_studies.found import kept, record_of

        if not self.recorded:
            return False
        if self.record:
            raise MachineError("--recorded and --record are mutually exclusive: give one of them.")
        found = kept(self.name)
        if found is None:
            command = record_of(self.name).command
            raise MachineError(f"No study {self.name} is on record: make one with `{command}`.")
        if not record_of(self.name).is_current():
            say("The study on record was made with an earlier version of the program.")
        with self.output() as output:
            self.show(found, output)
        return True

    @contextmanager
    def output(self) -> "Iterator[Output | None]":
        """The file of the plots, claimed before the work begins."""
        from samuel.report.study_plots import format_of

        with ExitStack() as things:
            if self.plot is not None:
                format_of(self.plot)
                inputs = [] if self.games is None else [self.games]
                yield things.enter_context(claimed(self.plot, inputs, self.force, self.as_json))
            else:
                yield None

    def show(self, found: "Found", output: "Output | None") -> None:
        """Record, plot and print what was found."""
        from samuel.report.study_plots import as_file, format_of
        from samuel.studies.search_studies.found import keep

        if not self.recorded:
            found = replace(found, command=self.command)
        if self.record:
            keep(found)
        if output is not None and self.plot is not None:
            output.write(as_file(found.plots, format_of(self.plot)))
            output.commit()
        if self.as_json:
            print(json.dumps(found.as_dict(), indent=2))
        else:
            from samuel.views.search_studies import study_view
            from samuel.views.timing import show

            show(console(), study_view(found))


def typed(*given: tuple[str, list[str] | None]) -> str:
    """Options as they are typed."""
    return " ".join(f"--{name} {value}" for name, values in given for value in values or ())


@contextmanager
def counting(label: str, total: int, seconds: float) -> "Iterator[Progress]":
    """A bar for this many look-aheads, each of about so many seconds of one core."""
    from samuel.processes import cores

    with bar(label, total, total * seconds / cores()) as done:
        yield lambda count: done(count)


@app.command("branching")
def branching(
    positions: Positions = 12,
    depth: Annotated[int, typer.Option(metavar="N", min=4, max=10, help="The deepest look-ahead.")] = 6,
    games: Games = None,
    seed: Seed = SEED,
    recorded: Recorded = False,
    record: Record = False,
    plot: PlotFile = None,
    force: Force = False,
    as_json: options.AsJson = False,
) -> None:
    """Measure apparent branching: about 6 without pruning, 4 with alpha-beta alone, 2.6 in the best order.

    Every look-ahead has a fixed depth (DEPTH), with no forward pruning, so
    that only the order of moves differs. Apparent branching is the d-th root
    of the ends at depth d; growth is the square root of the ends over those
    two plies less deep.

    Examples:
      samuel study branching
      samuel study branching --positions 60 --depth 8 --plot branching.svg
      samuel study branching --recorded
    """
    from samuel.studies.search_studies import branching as study

    own = f"--depth {depth}"
    run = Run("branching", positions, games, seed, recorded, record, plot, force, as_json, own)
    if run.show_kept():
        return
    with run.output() as output, run.sampled() as (chosen, source):
        with counting("looking ahead", len(chosen) * study.looks(depth), 0.1 if depth < 7 else 0.3) as done:
            found = study.branching(chosen, source, depth, done)
        run.show(found, output)


@app.command("boards")
def boards(
    positions: Positions = 9,
    games: Games = None,
    seed: Seed = SEED,
    recorded: Recorded = False,
    record: Record = False,
    plot: PlotFile = None,
    force: Force = False,
    as_json: options.AsJson = False,
) -> None:
    """Repeat the example of 66,000 boards, five minutes and ten plies.

    Artificial trees with their moves in perfect order are searched by the
    native alpha-beta; in checkers the time of a board is measured, and the
    depth that 66,000 boards reach.

    Examples:
      samuel study boards
      samuel study boards --positions 60 --plot boards.png
      samuel study boards --json
    """
    from samuel.studies.search_studies import boards as study

    run = Run("boards", positions, games, seed, recorded, record, plot, force, as_json)
    if run.show_kept():
        return
    with run.output() as output, run.sampled() as (chosen, source):
        looks = len(chosen) * len(study.MODES) * len(study.DEPTHS)
        with counting("looking ahead", looks, 0.8) as done:
            found = study.boards(chosen, source, done, seed)
        run.show(found, output)


@app.command("flitting")
def flitting(
    positions: Positions = 30,
    depth: Annotated[int, typer.Option(metavar="N", min=4, max=10, help="The fixed depth.")] = 6,
    games: Games = None,
    seed: Seed = SEED,
    steer: Steer = None,
    recorded: Recorded = False,
    record: Record = False,
    plot: PlotFile = None,
    force: Force = False,
    as_json: options.AsJson = False,
) -> None:
    """Measure what flitting from path to path does to boards, time and its spread.

    At a fixed depth the tree is the same with paths and without, so that only
    the order differs; and as the program plays, by the branching count.

    Examples:
      samuel study flitting
      samuel study flitting --positions 150 --depth 8 --plot flitting.svg
      samuel study flitting --steer COUNT=8 --json
    """
    from samuel.studies.search_studies import flitting as study

    words = options.steering_words(steer)
    own = typed(("depth", [str(depth)]), ("steer", steer))
    run = Run("flitting", positions, games, seed, recorded, record, plot, force, as_json, own)
    if run.show_kept():
        return
    with run.output() as output, run.sampled() as (chosen, source):
        looks = len(chosen) * len(study.settings(depth, words))
        with counting("looking ahead", looks, 0.15) as done:
            found = study.flitting(chosen, source, depth, words, done)
        run.show(found, output)


@app.command("terms")
def terms(
    positions: Positions = 60,
    openings: Openings = 0,
    games: Games = None,
    seed: Seed = SEED,
    recorded: Recorded = False,
    record: Record = False,
    plot: PlotFile = None,
    force: Force = False,
    as_json: options.AsJson = False,
) -> None:
    """Compare 5, 10, 15 and 20 terms: by the moves of a book, and against each other.

    Beside the book Samuel's coefficient is the sharper measure and costs
    little. Over the board every pair plays every opening twice; a game takes
    about six seconds of one core.

    Examples:
      samuel study terms
      samuel study terms --games games.pdn --positions 600
      samuel study terms --openings 12
    """
    from samuel.studies.search_studies import terms as study

    own = f"--openings {openings}"
    run = Run("terms", positions, games, seed, recorded, record, plot, force, as_json, own)
    if run.show_kept():
        return
    with run.output() as output, run.sampled() as (chosen, source):
        total = 2 * len(study.LISTED) * len(chosen)
        pairs = len(study.COUNTS) * (len(study.COUNTS) - 1) // 2
        with bar("rating and playing", total + 2 * openings * pairs) as done:
            played = 0

            def playing(name: str, count: int) -> None:
                nonlocal played
                played += 1
                done(total + played, name)

            found = study.terms(chosen, source, openings, lambda count: done(count), playing)
        run.show(found, output)


@app.command("book")
def book(
    positions: Positions = 60,
    games: Games = None,
    seed: Seed = SEED,
    steer: Steer = None,
    recorded: Recorded = False,
    record: Record = False,
    plot: PlotFile = None,
    force: Force = False,
    as_json: options.AsJson = False,
) -> None:
    """Count how often the program follows the book, by how far it looks ahead.

    First by its ratings, one to three ply, then by the move that its search
    chooses, as in a game. The default book is our own, whose moves our program
    chose itself: name an archive of masters' games.

    Examples:
      samuel study book --games games.pdn
      samuel study book --games games.pdn --positions 600 --plot book.svg
      samuel study book --recorded
    """
    from samuel.studies.search_studies import book as study

    words = options.steering_words(steer)
    own = typed(("steer", steer))
    run = Run("book", positions, games, seed, recorded, record, plot, force, as_json, own)
    if run.show_kept():
        return
    with run.output() as output, run.sampled() as (chosen, source):
        with counting("asking", len(chosen) * len(study.MODES), 0.1) as done:
            found = study.look_ahead(chosen, source, words, done)
        run.show(found, output)


@app.command("margins")
def margins(
    positions: Positions = 15,
    trial: Annotated[
        list[str] | None,
        typer.Option(
            metavar="NAME=N,...", help="A setting to try instead of the default sizes; may be repeated."
        ),
    ] = None,
    openings: Openings = 0,
    games: Games = None,
    seed: Seed = SEED,
    steer: Steer = None,
    recorded: Recorded = False,
    record: Record = False,
    plot: PlotFile = None,
    force: Force = False,
    as_json: options.AsJson = False,
) -> None:
    """Measure what margins save in boards, and what they cost in moves, points and games.

    The alpha-beta margin is AGREE, those of forward pruning are MARGIN; with
    --trial any steering word can be tried. With --openings the first size of
    each kind that saves a factor of two plays a match against none.

    Examples:
      samuel study margins
      samuel study margins --trial AGREE=64 --trial MARGIN=8,4,2,1
      samuel study margins --openings 12 --positions 150 --plot margins.svg
    """
    from samuel.studies.search_studies import margins as study

    words = options.steering_words(steer)
    trials = [dict([options.steering(text)]) for text in trial] if trial else study.default_trials()
    own = typed(("trial", trial), ("openings", [str(openings)]), ("steer", steer))
    run = Run("margins", positions, games, seed, recorded, record, plot, force, as_json, own)
    if run.show_kept():
        return
    with run.output() as output, run.sampled() as (chosen, source):
        total = len(chosen) * (len(trials) + 1)
        with counting("looking ahead", total, 0.15) as done:
            found = study.margins(chosen, source, trials, words, openings, done)
        run.show(found, output)
