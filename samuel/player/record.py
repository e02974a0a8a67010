"""A game played here, with the tags it needs to be written as PDN."""

from datetime import date

from samuel.checkers import pdn
from samuel.checkers.rules import NAMES, Side
from samuel.player.game import Game


def archived(game: Game, event: str, players: dict[Side, str], result: str | None = None) -> pdn.Game:
    """The game so far, with its tags. `result` is one that the machine does not know of, such as a draw by
    agreement."""
    tags = {"Event": event, "Date": f"{date.today():%Y.%m.%d}"}
    tags |= {name: players[side] for side, name in NAMES.items()}
    tags["GameType"] = pdn.ENGLISH
    return pdn.Game(tags, tuple(game.moves), result or game.result, game.start)
