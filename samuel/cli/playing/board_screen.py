"""A game at the terminal: what a person types goes to the program, and its answers are shown."""

import sys
from collections.abc import Callable
from dataclasses import asdict, dataclass, field
from time import perf_counter
from typing import Any

from rich.console import Console

from ibm7094.errors import MediaError
from ibm7094.terminal.failures import sentence
from samuel.checkers.boards import draw_rich
from samuel.checkers.pdn_text import pdn_text
from samuel.checkers.rules import NAMES, OTHER, Side, legal_moves
from samuel.player.game import Choice, Game
from samuel.player.job import Refused
from samuel.player.program import Program
from samuel.player.record import archived
from samuel.views import wording

HELP = """\
a move   its squares: 11-15; a jump by its ends: 22-8, or by every square: 22-15-8
board    show the board again
moves    show your legal moves
hint     show what the program would play in your place
quit     end the game; so does the end of input
help     show this list"""


class Quit(Exception):
    """The person ended the game."""


@dataclass
class Table:
    """One game."""

    game: Game
    program: Program
    side: Side
    """The person's side."""
    out: Console
    choices: list[Choice] = field(default_factory=list)
    """The machine's answers, move by move."""

    def play(self) -> None:
        """Play until the game is over or the person ends it."""
        own, others = NAMES[self.side], NAMES[OTHER[self.side]]
        self._say(f"You have {own}, the program has {others}. Type a move, such as 11-15, or help.")
        self.board()
        try:
            while not self.game.over:
                if self.game.position.side == self.side:
                    self._obey(self._asked())
                else:
                    self._machine(self.game.move)
        except Quit:
            self._say("The game stops here.")
            return
        if self.game.winner:
            self._say("You have won." if self.game.winner == self.side else "The program has won.")

    # commands that can be typed

    def board(self) -> None:
        """Show the board, the person's men below."""
        self.out.print(draw_rich(self.game.position, self.side))

    def moves(self) -> None:
        """Show the person's moves."""
        self._say(", ".join(move.text() for move in legal_moves(self.game.position)))

    def hint(self) -> None:
        """Show what the program would play."""
        choice = self.program.move(self.game.position, tree=False)
        self._say(f"The program in your place: {wording.chosen(choice, self.side)}")

    def help(self) -> None:
        """List the commands."""
        self._say(HELP)

    def quit(self) -> None:
        """Stop."""
        raise Quit

    def _obey(self, line: str) -> None:
        orders = {
            order.__name__: order for order in (self.board, self.moves, self.hint, self.help, self.quit)
        }
        order = orders.get(line.lower())
        if order:
            order()
        elif line:
            self._machine(lambda: self.game.answer(line))

    def _machine(self, act: Callable[[], Choice]) -> None:
        """Let the machine read a card, and show its move, or why it refused the card."""
        known, began = list(self.game.moves), perf_counter()
        try:
            choice = act()
        except Refused as refused:
            self._say(f"CARD {refused.number:4}  REFUSED - {refused.reason}\n{refused.card}")
            return
        except MediaError as problem:  # some characters cannot be punched on a card
            self._say(sentence(problem))
            return
        self.choices.append(choice)
        if self.game.moves != known:
            self.board()
        self._say(wording.chosen(choice, OTHER[self.side]))
        self._say(wording.time(self.program.model, choice.seconds, perf_counter() - began))

    def _asked(self) -> str:
        """The next line of input; a piped line is shown as if it had been typed."""
        prompt = f"{NAMES[self.side]}> "
        at_terminal = sys.stdin is not None and sys.stdin.isatty()
        self.out.print(prompt, end="")
        try:
            line = sys.stdin.readline() if sys.stdin is not None else ""
        except KeyboardInterrupt:
            self._say("")
            raise
        if not line:
            self._say("")
            raise Quit
        if not at_terminal:
            self._say(line.strip())
        return line.strip()

    def _say(self, text: str) -> None:
        self.out.print(text, markup=False, soft_wrap=True)

    # the game as a record

    def as_pdn(self) -> str:
        """The game as PDN."""
        players = {self.side: "a person", OTHER[self.side]: wording.player(self.program.model)}
        return pdn_text(archived(self.game, "samuel play", players))

    def as_dict(self) -> dict[str, Any]:
        """The game for JSON output."""
        return {
            "start": self.game.start.to_fen(),
            "moves": [move.text() for move in self.game.moves],
            "fen": self.game.position.to_fen(),
            "result": self.game.result,
            "end": self.game.over and str(self.game.over),
            "choices": [asdict(choice) for choice in self.choices],
        }
