"""A session: asks the person, lets the machine answer, shows both, and keeps the game after each move."""

from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext, suppress
from shutil import get_terminal_size
from time import perf_counter

from rich.console import Console

from ibm7094.errors import MachineError, MediaError
from ibm7094.terminal.failures import sentence
from samuel.checkers.boards import draw_rich
from samuel.checkers.rules import NAMES, OTHER, BadMove, Move, Side, find
from samuel.cli.playing.table.kept_game import Keeper
from samuel.cli.playing.table.line_input import Lines
from samuel.cli.playing.table.table import Table
from samuel.player.game import Choice, Game
from samuel.player.job import Refused
from samuel.trees.expected import expected
from samuel.trees.tree import BadTree, read
from samuel.views import wording

SHOWN_MOVES = 8
"""Moves of the expected line that are shown."""


class Quit(Exception):
    """The person ended the session."""


class Session:
    """The table with a person at it."""

    def __init__(
        self,
        table: Table,
        out: Console,
        keeper: Keeper | None = None,
        live: bool = False,
        record: Callable[[str], None] | None = None,
    ) -> None:
        """`live` shows the machine at work; `record` takes every game, as PDN."""
        self.table = table
        self.out = out
        self.keeper = keeper
        self.live = live
        self.flipped = False
        self._record = record
        self._warned = False

    def run(self, lines: Lines, obey: Callable[[str], None]) -> None:
        """Play until the person ends it. `obey` does what a line says."""
        self.greet()
        try:
            while True:
                if self.table.persons_turn:
                    obey(self._asked(lines))
                else:
                    self.let_machine(self.table.game.move)
        except Quit:
            if self.table.ended is None:
                self.say(f"The game stops here. {self._continues()}".strip())
        except KeyboardInterrupt:
            if continues := self._continues():
                self.say(continues)
            raise

    def _continues(self) -> str:
        """How to go on with a game that is kept."""
        kept = self.keeper and not self.keeper.problem and self.table.game.moves and not self.table.ended
        return "Type samuel play to continue it." if kept else ""

    def greet(self) -> None:
        """Who has which side, and the board."""
        own, others = NAMES[self.table.side], NAMES[OTHER[self.table.side]]
        self.say(f"You have {own}, the program has {others}. Type a move, such as 11-15, or help.")
        self.say(f"Level {self.table.level_told}.")
        self.board()
        self.keep()
        if self.table.ended:
            self.say(self.table.ended.told(self.table.side))

    def board(self) -> None:
        """Show the board, the person's men below unless it is flipped."""
        bottom: Side = OTHER[self.table.side] if self.flipped else self.table.side
        self.out.print(draw_rich(self.table.game.position, bottom))

    def say(self, text: str) -> None:
        """A message; wrapped by words at a terminal, else one line."""
        if self.out.is_terminal:
            # rich takes a dumb terminal to be 80 columns wide
            columns = min(self.out.width, get_terminal_size().columns)
            self.out.print(text, markup=False, emoji=False, width=columns)
        else:
            self.out.print(text, markup=False, emoji=False, soft_wrap=True)

    def _asked(self, lines: Lines) -> str:
        prompt = "over> " if self.table.ended else f"{NAMES[self.table.side]}> "
        began = perf_counter()
        try:
            return lines.ask(prompt)
        except EOFError:
            raise Quit from None
        finally:
            if not self.table.ended:
                self.table.clock.person += perf_counter() - began

    # the machine's turn

    def answer(self, text: str) -> None:
        """The person's move; the machine answers, or refuses the card."""
        pending = None
        with suppress(BadMove):
            pending = find(self.table.game.position, text)
        self.let_machine(lambda: self.table.game.answer(text), pending, thinks=pending is not None)

    def let_machine(
        self, act: Callable[[], Choice], pending: Move | None = None, thinks: bool = True
    ) -> None:
        """Let the machine read a card, and show its move, or why it refused the card."""
        table = self.table
        known, began = len(table.game.moves), perf_counter()
        if pending:
            self.keep(pending)  # a long search may be cut off
        try:
            with self._watched(table.game, OTHER[table.side], thinks):
                choice = act()
        except Refused as refused:
            self.say(f"CARD {refused.number:4}  REFUSED - {refused.reason}\n{refused.card}")
            self.say("Type moves for your legal moves, or help for the commands.")
            return
        except MediaError as problem:  # some characters cannot be punched on a card
            self.say(sentence(problem))
            return
        table.took(choice)
        self.keep()
        if len(table.game.moves) != known:
            self.board()
        self.say(wording.chosen(choice, OTHER[table.side], table.game.concedes_at))
        self.line_expected(choice)
        self.say(wording.time(table.model, choice.seconds, perf_counter() - began))
        self.say(table.clock.shown(table.model))
        if table.ended:
            self.say(table.ended.told(table.side))
            if choice.conceded:
                self.say("Type play on if it shall play to the end, or new for another game.")

    def hint(self) -> None:
        """Show what the program would play in the person's place, and the line it expects."""
        side = self.table.game.position.side
        with self.table.hint() as second:
            with self._watched(second, side, True):
                choice = second.move()
            self.say(f"The program in your place: {wording.chosen(choice, side)}")
        self.line_expected(choice)

    def line_expected(self, choice: Choice) -> None:
        """Show how the machine expects the game to go on, if it printed its tree."""
        if not choice.tree or choice.move is None:
            return
        with suppress(BadTree):
            tree = read(choice.tree)
            line = expected(tree, choice.move)
            more = " ..." if len(line) > SHOWN_MOVES else "."
            looked = f"It looked at {wording.counted(len(tree.boards), 'board')}"
            self.say(f"{looked}, and expects {' '.join(line[:SHOWN_MOVES])}{more}")

    def _watched(self, game: Game, side: Side, thinks: bool) -> AbstractContextManager[None]:
        if not (self.live and thinks):
            return nullcontext()
        from samuel.cli.playing.table.thinking import watching

        return watching(self.out, game, NAMES[side], self.table.model)

    # keeping

    def keep(self, pending: Move | None = None) -> None:
        """Keep the game as it stands, so that it survives the terminal."""
        if self.keeper is None:
            return
        if self.table.ended or not (self.table.game.moves or pending):
            self.keeper.clear()
        elif not self.keeper.keep(self.table.snapshot(pending)) and not self._warned:
            self._warned = True
            self.say(f"The game is not being saved: {sentence(MachineError(self.keeper.problem))}")

    def leave_game(self) -> None:
        """Hand over the game before another one begins: to --record, or to the unfinished ones."""
        table = self.table
        if not table.game.moves:
            return
        if self._record:
            self._record(table.as_pdn())
        elif self.keeper and table.ended is None:
            where = self.keeper.put_away(table.as_pdn())
            self.say(f"The unfinished game is now in {where}.")
