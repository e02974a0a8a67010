"""Samuel's program, called from Python.

from samuel import Program
p = Program()
choice = p.move("9-14 22-17 11-15 17-13")
choice.move, choice.score, choice.seconds
print(choice.tree)

A position is a samuel.checkers.rules.Position, its FEN, or the moves that lead to it from the start.
"""

from typing import Unpack

from samuel.player import evaluation, moves
from samuel.player.evaluation import Evaluation
from samuel.player.game import Choice, Game, Where, position_of
from samuel.player.job import check_model
from samuel.player.settings import Options, settings_of


class Program:
    """The program on a model of the machine.

    Every call runs a job of its own on a machine just switched on. The options given here are the
    defaults for all calls.
    """

    def __init__(self, model: str = "7094", **options: Unpack[Options]) -> None:
        check_model(model)
        settings_of(options).check_tape()
        self.model = model
        self.options = options

    def __repr__(self) -> str:
        chosen = ", ".join(f"{name}={value!r}" for name, value in self.options.items())
        return f"<Samuel's program on a {self.model}: {chosen or 'default settings'}>"

    def move(self, where: Where = "", tree: bool = True, **options: Unpack[Options]) -> Choice:
        """The move that the program chooses."""
        with self.game(where, tree, **options) as game:
            return game.move()

    def game(self, where: Where = "", tree: bool = False, **options: Unpack[Options]) -> Game:
        """A game in progress: a context manager with `play`, `answer` and `move`."""
        chosen: Options = {**self.options, **options}
        settings_of(chosen)
        return Game(where, self.model, tree, **chosen)

    def legal(self, where: Where = "") -> list[str]:
        """The legal moves, 9-13 or 22x15x8, in the order in which the program makes them."""
        return moves.legal(position_of(where), self.model)

    def perft(self, where: Where, depth: int) -> int:
        """How many sequences of `depth` moves there are."""
        return moves.perft(position_of(where), depth, self.model)

    def evaluate(self, where: Where = "", terms: int | None = None) -> Evaluation:
        """Each parameter, the phase and the score of a position, without look-ahead."""
        count = self.options.get("terms", evaluation.TERMS) if terms is None else terms
        return evaluation.evaluate(position_of(where), count, self.model)
