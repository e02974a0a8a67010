"""A fair sample of positions from games: drawn at random from a seed, as many from each stage of the game.

book = drawn(None, 200, seed=1967)          # games of the shipped book and of the papers
chosen = sample(book, 30, seed=1967)        # positions in which there is a choice
chosen[0].position, chosen[0].move, chosen[0].stage
"""

import random
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from ibm7094.errors import MachineError
from ibm7094.files.inputs import read_unpacked
from samuel import paper
from samuel.checkers import pdn
from samuel.checkers.rules import Move, Position, legal_moves
from samuel.learning import own_book

SEED = 1967
STAGES = {"opening": range(19, 25), "midgame": range(11, 19), "end game": range(2, 11)}
"""Pieces on the board; the bounds are ours."""
GAMES = 150
"""Games that positions are drawn from."""


@dataclass(frozen=True)
class Chosen:
    """A position of a game, and the move that was made."""

    position: Position
    move: Move
    stage: str


@dataclass(frozen=True)
class Source:
    """Games to draw positions from."""

    name: str
    games: tuple[pdn.Game, ...]


def drawn(archive: Path | None, count: int = GAMES, seed: int = SEED) -> Source:
    """Games drawn at random from an archive; default: from the shipped book, and those of the papers."""
    path = archive or own_book.shipped()
    texts = list(_texts(read_unpacked(path).decode("utf-8", errors="replace")))
    chosen = random.Random(seed).sample(texts, min(count, len(texts)))
    games = [game for text in chosen for game in pdn.parse(text.splitlines(keepends=True), lambda bad: None)]
    if archive is None:
        games += [pdn.Game({}, game.moves, game.result) for game in paper.games()]
    if not any(game.moves for game in games):
        raise MachineError(f"{path} has no games: name an archive such as games.pdn.")
    name = f"{path.name}, {count} games" if archive else f"own book, {count} games, and the papers' games"
    return Source(name, tuple(games))


def _texts(archive: str) -> Iterator[str]:
    """The games of an archive, unread: from one block of tags to the next."""
    lines: list[str] = []
    in_moves = False
    for line in archive.splitlines(keepends=True):
        is_tag = line.startswith("[")
        if is_tag and in_moves:
            yield "".join(lines)
            lines, in_moves = [], False
        in_moves = in_moves or (bool(lines) and not is_tag and bool(line.strip()))
        lines.append(line)
    if lines:
        yield "".join(lines)


def sample(source: Source, count: int, seed: int = SEED) -> tuple[Chosen, ...]:
    """Different positions with at least two moves to choose from, as many of each stage as there are."""
    by_stage: dict[str, dict[Position, Move]] = {stage: {} for stage in STAGES}
    for position, move in _positions(source.games):
        by_stage[stage_of(position)].setdefault(position, move)
    chance, found = random.Random(seed), list[Chosen]()
    for at, (stage, moves) in enumerate(by_stage.items()):
        wanted = count // len(STAGES) + (at < count % len(STAGES))
        pool = list(moves)
        chance.shuffle(pool)
        with_choice = (position for position in pool if len(_results(position)) > 1)
        taken = [position for position, _ in zip(with_choice, range(wanted), strict=False)]
        found += [Chosen(position, moves[position], stage) for position in taken]
    return tuple(found)


def stage_of(position: Position) -> str:
    """The stage of the game."""
    pieces = len(position.pieces("B")) + len(position.pieces("W"))
    return next(stage for stage, counts in STAGES.items() if pieces in counts)


def _positions(games: Iterable[pdn.Game]) -> Iterator[tuple[Position, Move]]:
    for game in games:
        yield from game.positions()


def _results(position: Position) -> set[tuple[int, int]]:
    """The moves by their ends: two ways of one jump are one choice."""
    return {(move.path[0], move.path[-1]) for move in legal_moves(position)}
