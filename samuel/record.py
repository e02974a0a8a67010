"""A game played here, written as PDN, so that `samuel.pdn` and any archive can read it."""

from datetime import date
from textwrap import fill

from samuel import pdn
from samuel.game import Game
from samuel.rules import NAMES, START, Side

WIDTH = 80


def archived(game: Game, event: str, players: dict[Side, str]) -> pdn.Game:
    """A game as it stands, with its tags."""
    tags = {"Event": event, "Date": f"{date.today():%Y.%m.%d}"}
    tags |= {name: players[side] for side, name in NAMES.items()}
    return pdn.Game(tags, tuple(game.moves), game.result, game.start)


def pdn_text(game: pdn.Game) -> str:
    """Tags, moves with their numbers, and the result. Black has the first move of each number."""
    tags = {**game.tags, "Result": game.result}
    if game.start != START:
        tags |= {"SetUp": "1", "FEN": game.start.to_fen()}
    words: list[str] = []
    for ply, (position, move) in enumerate(game.positions(), game.start.side == "W"):
        number = f"{ply // 2 + 1}."
        words += [number] if position.side == "B" else [f"{number}.."] if not words else []
        words.append(move.text())
    heading = "".join(f'[{name} "{value}"]\n' for name, value in tags.items())
    moves = fill(" ".join([*words, game.result]), WIDTH, break_on_hyphens=False, break_long_words=False)
    return f"{heading}{moves}\n\n"
