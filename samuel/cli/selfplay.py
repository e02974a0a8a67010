"""`samuel selfplay`: the program against itself."""

import json
import random
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ibm7094.cli.files import write_together
from ibm7094.cli.output import console
from samuel.cli import options, shown
from samuel.cli.outputs import check_writable
from samuel.cli.progress import bar
from samuel.rules import NAMES, legal_moves

if TYPE_CHECKING:
    from samuel.game import Choice, Game

RANDOM_MOVES = 3
"""At the beginning of each of several games; tournaments draw three moves by lot."""


def command(
    moves: options.Moves = None,
    fen: options.Fen = None,
    most: Annotated[int, typer.Option("--moves", metavar="N", min=1, help="The most moves of a game.")] = 200,
    games: Annotated[int, typer.Option(metavar="N", min=1, help="How many games.")] = 1,
    seed: Annotated[int, typer.Option(metavar="N", help="For the random moves that begin them.")] = 1967,
    output: Annotated[
        Path | None, typer.Option("-o", "--output", metavar="FILE", help="The games, as PDN.")
    ] = None,
    terms: options.Terms = None,
    steer: options.Steer = None,
    tables: options.Tables = None,
    emphasis: options.Emphasis = False,
    model: options.Model = "7094",
    as_json: options.AsJson = False,
) -> None:
    """Let the program play itself, and show how it ended.

    It has no element of chance: of several games each begins with three
    random moves, or they would all be the same.

    Examples:
      samuel selfplay
      samuel selfplay --moves 20
      samuel selfplay --games 10 -o games.pdn
      samuel selfplay 11-15 23-19 --terms 5 --json
    """
    from samuel.program import Program
    from samuel.record import archived, pdn_text

    if output:
        check_writable(output)
    program = Program(model, **options.playing(terms, steer, tables, emphasis))
    where = options.where(moves, fen)
    chance = random.Random(seed)
    players = {side: shown.player(model) for side in NAMES}
    sheets: list[str] = []
    records: list[dict[str, Any]] = []
    try:
        for number in range(1, games + 1):
            with program.game(where) as game:
                began = perf_counter()
                for _ in range(RANDOM_MOVES if games > 1 else 0):
                    if legal := legal_moves(game.position):
                        game.play(chance.choice(legal))
                try:
                    choices = played_out(game, most, f"game {number} of {games}")
                finally:  # a game broken off is kept too
                    sheets.append(pdn_text(archived(game, "samuel selfplay", players)))
                records.append(record(game, choices))
                if not as_json:
                    show(game, choices, model, perf_counter() - began)
    finally:
        if output and sheets:
            write_together({output: "".join(sheets).encode()})
    if as_json:
        print(json.dumps({"model": model, "games": records}, indent=2))


def played_out(game: "Game", most: int, label: str) -> "list[Choice]":
    """What the machine did, with a bar on standard error."""
    choices: list[Choice] = []
    with bar(label, most) as done:
        for choice in game.play_out(most):
            choices.append(choice)
            done(len(game.moves))
    return choices


def simulated(choices: "list[Choice]") -> tuple[float, float]:
    """The time of all choices, both ends."""
    return sum(choice.seconds[0] for choice in choices), sum(choice.seconds[1] for choice in choices)


def record(game: "Game", choices: "list[Choice]") -> dict[str, Any]:
    """A game for programs."""
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
    """The board at the end, and how it came to it."""
    from samuel.boards import draw_rich

    out = console()
    out.print(draw_rich(game.position))
    end = f"{game.over}, {game.result}" if game.over else "It goes on"
    out.print(f"{shown.counted(len(game.moves), 'move')}. {end}.")
    out.print(shown.time(model, simulated(choices), spent), soft_wrap=True)
