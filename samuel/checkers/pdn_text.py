"""Writes games as PDN, which `samuel.checkers.pdn` and other programs can read."""

from textwrap import fill

from samuel.checkers import pdn
from samuel.checkers.rules import START

WIDTH = 80


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
