"""`samuel selfplay`: the program against itself."""

import json
import random
from contextlib import ExitStack
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ibm7094.cli.options import Force
from ibm7094.terminal.output import console, say
from samuel.checkers.rules import NAMES, legal_moves
from samuel.cli import options
from samuel.cli.outputs import INTERRUPTED, claimed, place, spoken
from samuel.cli.progress import bar
from samuel.views import wording

if TYPE_CHECKING:
    from samuel.player.game import Choice, Game

RANDOM_MOVES = 3
"""Random moves at the beginning of each of several games, like the three-move openings of tournaments."""


def command(
    moves: options.Moves = None,
    fen: options.Fen = None,
    most: Annotated[int, typer.Option("--moves", metavar="N", min=1, help="Maximum moves per game.")] = 200,
    games: Annotated[int, typer.Option(metavar="N", min=1, help="Number of games.")] = 1,
    seed: Annotated[int, typer.Option(metavar="N", help="Seed for the random first moves.")] = 1967,
    output: Annotated[
        Path | None,
        typer.Option("-o", "--output", metavar="FILE", help="The games, as PDN; - for standard output."),
    ] = None,
    force: Force = False,
    terms: options.Terms = None,
    steer: options.Steer = None,
    tables: options.Tables = None,
    coefficients: options.Coefficients = None,
    emphasis: options.Emphasis = False,
    model: options.Model = "7094",
    as_json: options.AsJson = False,
) -> None:
    """Let the program play itself, and show how the game ended.

    The program has no element of chance, so each of several games begins with
    three random moves; otherwise they would all be the same.

    Examples:
      samuel selfplay
      samuel selfplay --moves 20
      samuel selfplay --games 10 -o ten.pdn
      samuel selfplay 11-15 23-19 --terms 5 --json
    """
    from samuel.checkers.pdn_text import pdn_text
    from samuel.player.program import Program
    from samuel.player.record import archived

    settings = options.playing(terms, steer, tables, emphasis, coefficients)
    program = Program(model, **settings)
    where = options.where(moves, fen)
    chance = random.Random(seed)
    players = {side: wording.player(model) for side in NAMES}
    sheets: list[str] = []
    records: list[dict[str, Any]] = []
    with ExitStack() as things:
        written = output and things.enter_context(claimed(output, options.tapes(settings), force, as_json))
        try:
            for number in range(1, games + 1):
                with program.game(where) as game:
                    began = perf_counter()
                    for _ in range(RANDOM_MOVES if games > 1 else 0):
                        if legal := legal_moves(game.position):
                            game.play(chance.choice(legal))
                    try:
                        choices = played_out(game, most, f"game {number} of {games}")
                    finally:  # an unfinished game is saved too
                        sheets.append(pdn_text(archived(game, "samuel selfplay", players)))
                    records.append(record(game, choices))
                    if not as_json:
                        with spoken(output):
                            show(game, choices, model, perf_counter() - began)
        except KeyboardInterrupt:
            stopped = f"Stopped by the operator after {wording.counted(len(records), 'whole game')}"
            if written and output and sheets:
                written.write("".join(sheets).encode())
                written.commit()
                stopped += f": {place(output)} has these, and the game that was begun"
            say(f"{stopped}.")
            raise typer.Exit(INTERRUPTED) from None
        if written:
            written.write("".join(sheets).encode())
    if as_json:
        print(json.dumps({"model": model, "games": records}, indent=2))


def played_out(game: "Game", most: int, label: str) -> "list[Choice]":
    """The machine's choices; a bar on standard error shows progress."""
    choices: list[Choice] = []
    with bar(label, most) as done:
        for choice in game.play_out(most):
            choices.append(choice)
            done(len(game.moves))
    return choices


def simulated(choices: "list[Choice]") -> tuple[float, float]:
    """The simulated time of all choices, both ends."""
    return sum(choice.seconds[0] for choice in choices), sum(choice.seconds[1] for choice in choices)


def record(game: "Game", choices: "list[Choice]") -> dict[str, Any]:
    """A game for JSON output."""
    return {
        "start": game.start.to_fen(),
        "moves": [move.text() for move in game.moves],
        "scores": [choice.score for choice in choices],
        "fen": game.position.to_fen(),
        "result": game.result,
        "end": str(game.over) if game.over else None,
        "seconds": simulated(choices),
    }


def show(game: "Game", choices: "list[Choice]", model: str, spent: float) -> None:
    """Print the board at the end, and how the game ended."""
    from samuel.checkers.boards import draw_rich

    out = console()
    out.print(draw_rich(game.position))
    end = f"{game.over}, {game.result}" if game.over else "Not finished"
    out.print(f"{wording.counted(len(game.moves), 'move')}. {end}.")
    out.print(wording.time(model, simulated(choices), spent), soft_wrap=True)
