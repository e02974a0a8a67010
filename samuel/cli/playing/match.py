"""`samuel match`: play two settings of the program against each other."""

import json
import re
from collections.abc import Sequence
from contextlib import ExitStack, suppress
from dataclasses import asdict
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ibm7094.cli.options import Force
from ibm7094.errors import MachineError
from ibm7094.terminal.output import say
from samuel.checkers.rules import NAMES
from samuel.cli import options
from samuel.cli.outputs import INTERRUPTED, claimed, place, spoken
from samuel.cli.progress import bar
from samuel.views import wording

if TYPE_CHECKING:
    from samuel.player.settings import Options
    from samuel.studies.match import Match

OPENINGS = 4
"""A small default: about a minute on two cores."""
GAME_SECONDS = 12.0
"""What a game takes on one core of a computer of today at default settings, about."""
SETTINGS = (
    "tables=TAPE, coefficients=TAPE, terms=N, emphasis, listings=FOLDER, or a steering word such as COUNT=16"
)

_BETWEEN = re.compile(r",(?=[A-Za-z]+(?:=|,|$))", re.ASCII)
"""A comma between two settings, not between two numbers of one setting."""

Settings = list[str] | None
Workers = Annotated[int | None, typer.Option(metavar="N", min=1, help="Cores to play on; default: all.")]


def command(
    first: Annotated[
        Settings, typer.Option(metavar="SETTING,...", help=f"The first player: {SETTINGS}.")
    ] = None,
    second: Annotated[
        Settings, typer.Option(metavar="SETTING,...", help="The second player, in the same form.")
    ] = None,
    openings: Annotated[
        int, typer.Option(metavar="N", min=1, help="Number of openings, spread evenly over the list of 174.")
    ] = OPENINGS,
    most: Annotated[
        int, typer.Option("--moves", metavar="N", min=4, help="Maximum moves per game; then it is a draw.")
    ] = 200,
    workers: Workers = None,
    output: Annotated[
        Path | None,
        typer.Option("-o", "--output", metavar="FILE", help="The games, as PDN; - for standard output."),
    ] = None,
    force: Force = False,
    record: Annotated[bool, typer.Option("--record", help="Save the result as the new record.")] = False,
    model: options.Model = "7094",
    as_json: options.AsJson = False,
) -> None:
    """Play two settings of the program against each other, and say whether one is better.

    Every opening is played twice, so that each player has both colours, on all
    cores. Settings that are not given keep their defaults. The score is the
    first player's; its error is estimated from openings, because the two games
    of an opening are not independent. With listings=FOLDER a player is another
    version of the program: the samuel.deck of that folder. A game takes about twelve seconds of one
    core; the default is a first look, and a verdict needs more openings. If the
    match is stopped, the games played so far are shown and saved.

    Examples:
      samuel match --second terms=5
      samuel match --first tables=tables.tap --second terms=20
      samuel match --first COUNT=24,LIMIT=13 --openings 174 -o match.pdn
      samuel match --first tables=t.tap,emphasis --second tables=t.tap
      samuel match --first coefficients=learnt.tap --second coefficients=learnt.tap,POWER=2
      samuel match --second SAVED=99,99,3 --json
      samuel match --second listings=../older/listings --openings 50
    """
    from samuel.checkers.openings import openings as all_openings
    from samuel.checkers.openings import spread
    from samuel.processes import cores
    from samuel.studies.match import RECORD, Match, check_players, play_match

    players = player(first), player(second)
    if players[0] == players[1]:
        raise MachineError("Both players have the same settings: change one with --first or --second.")
    there_are = len(all_openings())
    if openings > there_are:
        raise MachineError(f"--openings {openings} is too many: give at most {there_are}.")
    chosen = spread(openings)
    began, match = perf_counter(), Match(*players)
    inputs = [tape for each in players for tape in options.tapes(each)]

    def keep(so_far: Match) -> None:
        nonlocal match
        match = so_far
        done(len(match.games), standing(match))

    def save() -> None:
        if written:
            written.write(sheet(match).encode())
            written.commit()
        with spoken(output):
            if as_json:
                print(json.dumps({"model": model} | whole(match), indent=2))
            else:
                show(match, model, perf_counter() - began)

    games = 2 * len(chosen)
    steered = any("steering" in each for each in players)  # then nobody knows how long a game takes
    expected = 0.0 if steered else games * GAME_SECONDS / min(workers or cores(), games)
    with ExitStack() as things:
        written = output and things.enter_context(claimed(output, inputs, force, as_json))
        check_players(*players, model)
        try:
            with bar(f"playing {games} games", games, expected) as done:
                play_match(*players, chosen, workers, most, keep, model)
        except KeyboardInterrupt:
            stopped = f"Stopped by the operator after {len(match.games)} of {wording.counted(games, 'game')}"
            if match.games:
                save()
            say(f"{stopped}: {place(output)} has them." if match.games and output else f"{stopped}.")
            raise typer.Exit(INTERRUPTED) from None
        if record:
            RECORD.write(summary(match) | {"learnt": [learnt_from(path) for path in inputs]})
        save()


def learnt_from(tape: Path) -> dict[str, Any]:
    """What identifies a tape of tables or coefficients, and the book they were learnt from, if a note beside
    the tape says it."""
    from samuel.learning.checkpoints import read_note, tape_hash
    from samuel.player import coefficients, signature_tables

    try:
        found: dict[str, Any] = {"tables": tape.name, "moves": signature_tables.read_tape(tape).moves}
    except signature_tables.BadTables:
        found = {"coefficients": tape.name, "moves": coefficients.read_tape(tape).moves}
    found["sha256"] = tape_hash(tape)
    note = read_note(tape)
    if note is None or note.tables != found["sha256"]:
        return found | {"book": "unknown: no note of the learning run is beside the tape"}
    return found | {"scheme": note.scheme, "advantage": note.advantage, "book": asdict(note.book)}


def player(settings: Sequence[str] | None) -> "Options":
    """The settings of a player."""
    terms: int | None = None
    tables: Path | None = None
    coefficients: Path | None = None
    listings: Path | None = None
    emphasis, steer = False, list[str]()
    for setting in (each for text in settings or () for each in _BETWEEN.split(text)):
        name, _, value = setting.partition("=")
        match name.lower():
            case "terms":
                terms = terms_of(value)
            case "tables" if value:
                tables = Path(value)
            case "coefficients" if value:
                coefficients = Path(value)
            case "emphasis" if setting == name:
                emphasis = True
            case "listings" if value:
                listings = Path(value)
            case "tables" | "coefficients" | "emphasis" | "listings":
                raise MachineError(f"{setting!r} is not a setting: write {SETTINGS}.")
            case _:
                steer.append(setting)
    found = options.playing(terms, steer, tables, emphasis, coefficients)
    return found if listings is None else {**found, "listings": listings}


def terms_of(text: str) -> int:
    """The number of terms of the polynomial."""
    with suppress(ValueError):
        if options.FEWEST_TERMS <= int(text) <= options.MOST_TERMS:
            return int(text)
    raise MachineError(
        f"'terms={text}' is not a setting: give {options.FEWEST_TERMS} to {options.MOST_TERMS} terms."
    )


def told(player: "Options") -> str:
    """A player's settings as they are typed; a tape by its file name, a folder by its last two names."""
    words = [f"tables={Path(player['tables']).name}"] if "tables" in player else []
    words += [f"coefficients={Path(player['coefficients']).name}"] if "coefficients" in player else []
    if "listings" in player:
        words.append("listings=" + "/".join(Path(player["listings"]).absolute().parts[-2:]))
    words += ["emphasis"] if player.get("emphasis") else []
    words += [f"terms={player['terms']}"] if "terms" in player else []
    for name, given in player.get("steering", {}).items():
        words.append(f"{name}={given if isinstance(given, int) else ','.join(map(str, given))}")
    return ",".join(words).replace('"', "'") or "default settings"


def sheet(match: "Match") -> str:
    """All games, as PDN."""
    from samuel.checkers.pdn_text import pdn_text

    names = [f"Samuel's program, {told(player)}" for player in (match.first, match.second)]
    return "".join(map(pdn_text, match.archived("samuel match", names)))


def summary(match: "Match") -> dict[str, Any]:
    """The result of a match."""
    return {
        "first": told(match.first),
        "second": told(match.second),
        **counts(match),
        "error": match.error,
        "interval": match.interval,
        "odds": match.odds,
        "beyond_chance": match.is_beyond_chance,
        "as": {name: counts(match.with_colour(side)) for side, name in NAMES.items()},
        "verdict": verdict(match),
    }


def whole(match: "Match") -> dict[str, Any]:
    """A match for JSON output."""
    return {
        **summary(match),
        "seconds": match.seconds,
        "games": [
            {
                "opening": game.opening,
                "first_plays": NAMES[game.colour],
                "moves": [move.text() for move in game.moves],
                "result": game.result,
                "end": game.end,
                "seconds": game.seconds,
            }
            for game in match.games
        ],
    }


def counts(match: "Match") -> dict[str, Any]:
    """Wins, draws, losses and the score."""
    return {"wins": match.wins, "draws": match.draws, "losses": match.losses, "score": match.score}


def standing(match: "Match") -> str:
    """Wins, draws and losses, such as +3 =10 -2."""
    return f"+{match.wins} ={match.draws} -{match.losses}"


def show(match: "Match", model: str, spent: float) -> None:
    """Print a match."""
    from ibm7094.terminal.listing import seconds

    print(f"First:  {told(match.first)}\nSecond: {told(match.second)}\n")
    print("first player     games  wins  draws  losses  score")
    rows = {"as " + name: match.with_colour(side) for side, name in NAMES.items()} | {"in all": match}
    for name, part in rows.items():
        score = f"{100 * part.score:5.1f}%" if part.games else "     -"
        print(
            f"{name:15} {len(part.games):6} {part.wins:5} {part.draws:6} {part.losses:7} {score}{error(part)}"
        )
    print(f"\n{verdict(match)}")
    cut = sum(game.end.startswith("Cut") for game in match.games)
    if cut:
        print(f"{wording.counted(cut, 'game')} of these draws reached the maximum number of moves.")
    for name, time in zip(("first", "second"), match.seconds, strict=True):
        print(f"The {name} player took {wording.duration(time)} on an IBM {model}.")
    print(f"This computer took {seconds((spent, spent), digits=3)} for both.")


def error(match: "Match") -> str:
    """The error of a score, and its interval."""
    if match.error is None or match.interval is None:
        return ""
    least, most = (100 * end for end in match.interval)
    return f" ± {100 * match.error:.1f}, 95% within {least:.1f} to {most:.1f}"


def verdict(match: "Match") -> str:
    """Whether the difference is more than chance, in a sentence or two."""
    often = f"{100 * match.odds:.1f}%" if match.odds >= 0.001 else "less than 0.1%"
    openings = f"equal players would differ this much in {often} of such matches"
    if not match.is_beyond_chance:
        return f"The difference is within chance: {openings}."
    better = "first" if match.score > 0.5 else "second"
    return f"The {better} player is better, beyond chance: {openings}."
