"""The games of the papers as a PDN archive, so that the program can follow them.

archive = archived(named(["G-30"]))
"""

from collections.abc import Iterable, Sequence

from ibm7094.errors import MachineError
from samuel.checkers import pdn
from samuel.checkers.pdn_text import pdn_text
from samuel.paper import PaperGame, games, sources


def named(names: Sequence[str]) -> tuple[PaperGame, ...]:
    """The games with these names, in the order of the papers' data; all games if no name is given."""
    found = games()
    known = {game.name.casefold() for game in found}
    wanted = {name.casefold() for name in names}
    for name in names:
        if name.casefold() not in known:
            raise MachineError(f"The papers have no game {name!r}: `samuel games` lists the games they have.")
    return tuple(game for game in found if not wanted or game.name.casefold() in wanted)


def archived(chosen: Iterable[PaperGame]) -> str:
    """The games in PDN."""
    return "".join(pdn_text(_archived(game, number)) for number, game in enumerate(chosen, 1))


def _archived(game: PaperGame, number: int) -> pdn.Game:
    paper = sources()[game.source]
    tags = {
        "Event": f"{game.name}: {paper.author} {paper.year}, {game.place}",
        "Black": game.black,
        "White": game.white,
        "Annotator": f"{game.ending}; {game.standing}",
    }
    return pdn.Game(tags, game.moves, game.result, number=number)
