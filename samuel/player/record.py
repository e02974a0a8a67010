"""A game played here, with the tags it needs to be written as PDN."""

from datetime import date

from samuel.checkers import pdn
from samuel.checkers.rules import NAMES, Side
from samuel.player.game import Game


def archived(game: Game, event: str, players: dict[Side, str]) -> pdn.Game:
    """The game so far, with its tags."""
    tags = {"Event": event, "Date": f"{date.today():%Y.%m.%d}"}
    tags |= {name: players[side] for side, name in NAMES.items()}
    return pdn.Game(tags, tuple(game.moves), game.result, game.start)
