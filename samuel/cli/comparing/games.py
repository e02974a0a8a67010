"""`samuel games`: the games that the papers print, and how the program fared against people."""

import json
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ibm7094.cli.options import Force
from ibm7094.errors import MachineError
from ibm7094.terminal.output import console
from samuel.cli import options
from samuel.cli.outputs import claimed, spoken

if TYPE_CHECKING:
    from samuel.paper import Encounter, PaperGame


def command(
    names: Annotated[
        list[str] | None,
        typer.Argument(metavar="NAME", help="Show only these games, such as G-30; default: all."),
    ] = None,
    pdn: Annotated[Path | None, typer.Option(metavar="FILE", help="Write them to this file, as PDN.")] = None,
    choices: Annotated[
        bool, typer.Option("--choices", help="Let our program choose a move in every position; a minute.")
    ] = False,
    record: Annotated[
        bool, typer.Option("--record", help="With --choices: save them as the new record.")
    ] = False,
    force: Force = False,
    as_json: options.AsJson = False,
) -> int:
    """List the games of Samuel's program that the papers print, with their results.

    --pdn writes them to an archive, which `samuel follow` plays on the
    machine, with the program's own choices beside the moves. 1-0 means that
    Black won; * that the game was not finished, or that only its beginning is
    printed. --choices shows the games move by move, each move beside the one
    that our program chooses there with its full look-ahead. Exit code 1: its
    choices differ from the record.

    Examples:
      samuel games
      samuel games --pdn samuel.pdn
      samuel games G-30 "Nealey 1962" --pdn two.pdn
      samuel follow games.pdn --book
      samuel games G-30 --choices
    """
    from samuel.paper import encounters
    from samuel.paper.archive import archived, named

    if record and (names or not choices):
        raise MachineError("--record applies to --choices of all games: add --choices, and name no game.")
    found = named(names or ())
    if pdn is not None:
        with claimed(pdn, (), force, as_json) as written:
            written.write(archived(found).encode())
    if choices:
        return _chosen(found, record, as_json)
    met = () if names else encounters()
    if as_json:
        games = [asdict(game) | {"moves": [move.text() for move in game.moves]} for game in found]
        print(json.dumps({"games": games, "encounters": [asdict(each) for each in met]}, indent=2))
    else:
        with spoken(pdn):
            show(found, met)
    return 0


def _chosen(games: "tuple[PaperGame, ...]", record: bool, as_json: bool) -> int:
    """Let our program choose in every position; return the exit code."""
    from samuel.cli.comparing.figure import verdict
    from samuel.cli.progress import bar
    from samuel.studies import printed_games
    from samuel.views.printed_games import choices_view

    with bar("games", len(games)) as done:
        found = printed_games.run(games, done)
    if record:
        printed_games.keep(found)
    differences = printed_games.differences(found)
    if as_json:
        counted = asdict(printed_games.counted(found, games))
        record_of = {"games": [asdict(each) for each in found], "counted": counted}
        print(json.dumps(record_of | {"differences": differences}, indent=2))
    else:
        for each in choices_view(games, found):
            console().print(each, highlight=False)
    return verdict(differences)


def show(games: "tuple[PaperGame, ...]", met: "tuple[Encounter, ...]") -> None:
    """Print both lists."""
    from samuel.views.narrow_table import below, narrow_table

    table = narrow_table("Games that the papers print", "", "moves", "result", "evidence")
    for game in games:
        heading = f"[bold]{game.name}[/bold], {game.black} against {game.white}"
        table.add_row(heading, str(len(game.moves)), game.result, game.standing)
        table.add_row(below(f"{game.source}, {game.place}: {game.ending}"))
    console().print(table)
    if met:
        table = narrow_table("Games with people, without their moves", "", "games", "won", "drawn", "lost")
        for each in met:
            heading = f"[bold]{each.opponent}[/bold], {each.title}, {each.how}"
            table.add_row(heading, *map(str, (each.games, each.won, each.drawn, each.lost)))
            table.add_row(below(f"{each.source}, {each.place}, {each.standing}: {each.remark}"))
        console().print(table)
