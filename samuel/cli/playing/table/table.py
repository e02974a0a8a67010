"""The table: the game on the machine, who has which side, at which level, how it ended. It prints nothing."""

from collections.abc import Sequence
from dataclasses import asdict, replace
from typing import Any

from ibm7094.errors import MachineError
from samuel.checkers import draws, pdn
from samuel.checkers.pdn_text import pdn_text
from samuel.checkers.rules import NAMES, OTHER, START, Move, Position, Side, find, legal_moves
from samuel.cli.playing.table.clock import Clock
from samuel.cli.playing.table.kept_game import Snapshot
from samuel.cli.playing.table.levels import DEFAULT, Level, combined, level_named
from samuel.cli.playing.table.referee import Ending, refuses_draw
from samuel.player.game import Choice, Game
from samuel.player.record import archived
from samuel.player.settings import Options
from samuel.views import wording

PERSON = "a person"


class Table:
    """One game at a time. Changes that the machine knows no card for set the game up again."""

    def __init__(
        self,
        side: Side = "B",
        model: str = "7094",
        level: Level = DEFAULT,
        given: Options | None = None,
        tree: bool = False,
    ) -> None:
        """Nothing is on the table until `set_up`. `given` changes the settings of the level."""
        self.side: Side = side
        """The person's side."""
        self.model = model
        self.level = level
        self.given: Options = given or {}
        self.tree = tree
        """Whether the machine prints the tree of its moves."""
        self.playing_on = False
        """Whether it plays on although it conceded, or the game was a draw without progress."""
        self.clock = Clock()
        self.choices: list[tuple[int, Choice]] = []
        """The machine's answers, each with the number of moves after it."""
        self.ended: Ending | None = None
        self._game: Game | None = None

    @property
    def game(self) -> Game:
        """The game on the machine."""
        assert self._game is not None, "set_up comes first"
        return self._game

    @property
    def options(self) -> Options:
        """The program's settings."""
        options = combined(self.level, self.given)
        return _never_ending(options) if self.playing_on else options

    @property
    def level_told(self) -> str:
        """The level and what it costs, which is known only for its own settings."""
        if any(self.given.values()):
            return f"{self.level.name}, with settings of your own"
        return f"{self.level.name}: {self.level.cost}"

    def set_up(
        self, start: Position = START, moves: Sequence[Move] = (), ended: Ending | None = None
    ) -> None:
        """Set up a game; if that fails the old one stays."""
        game = Game(start, self.model, self.tree, then=moves, **self.options)
        self.close()
        self._game = game
        self.choices = [made for made in self.choices if made[0] <= len(game.moves) and not made[1].conceded]
        self.ended = ended
        if not legal_moves(game.position):
            loser = game.position.side
            self.ended = Ending(OTHER[loser], f"{NAMES[loser]} has no move.")

    def new(self, start: Position = START, moves: Sequence[Move] = (), ended: Ending | None = None) -> None:
        """Begin another game, with the clock at zero."""
        before = self.playing_on, self.choices
        self.playing_on, self.choices = False, []
        try:
            self.set_up(start, moves, ended)
        except BaseException:
            self.playing_on, self.choices = before
            raise
        self.clock = Clock()

    def close(self) -> None:
        """Close the machine."""
        if self._game is not None:
            self._game.close()

    # moves

    @property
    def persons_turn(self) -> bool:
        """Whether the person is to move, or to say what comes after the end."""
        return self.ended is not None or self.game.position.side == self.side

    def took(self, choice: Choice) -> None:
        """The machine has had its turn."""
        self.choices.append((len(self.game.moves), choice))
        self.clock.add(choice.seconds)
        if self.game.over:
            self.ended = Ending(self.game.winner, "")  # the machine has said how

    def hint(self) -> Game:
        """The same position on a second machine, which never concedes; for one move with its tree."""
        options = _never_ending(combined(self.level, self.given))
        return Game(self.game.start, self.model, True, then=self.game.moves, **options)

    def undo(self, count: int = 1) -> int:
        """Take back the person's last moves and all that followed; how many moves were taken back."""
        moves = self.game.moves
        before = draws.positions(self.game.start, moves)
        own = [number for number in range(len(moves)) if before[number].side == self.side]
        if len(own) < count:
            made = wording.counted(len(own), "move")
            raise MachineError(f"You have made {made} in this game: you cannot take back {count}.")
        keep = own[-count]
        self.set_up(self.game.start, moves[:keep])
        return len(moves) - keep

    # endings

    @property
    def result(self) -> str:
        """As PDN writes it."""
        return self.ended.result if self.ended else pdn.UNFINISHED

    def resign(self) -> None:
        """The person gives up."""
        self._check_going()
        self.ended = Ending(OTHER[self.side], "You resign.", by_person=True)

    def offer(self) -> str | None:
        """Offer a draw; why the program refuses it, or None if it accepts."""
        self._check_going()
        score = self.choices[-1][1].score if self.choices else None
        reason = refuses_draw(self.game.start, self.game.moves, score)
        if reason is None:
            self.ended = Ending(None, "The program accepts the draw.", by_person=True)
        return reason

    def claim(self, text: str) -> None:
        """Claim a draw, for the position or for one that the move `text` would make."""
        self._check_going()
        moves = [*self.game.moves, *([find(self.game.position, text)] if text else [])]
        why = draws.claim(self.game.start, moves)
        if why is None:
            times = draws.repetitions(self.game.start, moves)
            idle = draws.moves_without_progress(self.game.start, moves)
            raise MachineError(
                f"This is no draw yet: the position has been on the board {wording.counted(times, 'time')} "
                f"({draws.TIMES} are needed), and {wording.counted(idle, 'move')} were made without progress "
                f"({2 * draws.FORTY} are needed, {draws.FORTY} of each side)."
            )
        self.ended = Ending(None, f"Draw: {why}.", by_person=True)

    def play_on(self) -> None:
        """Continue a game that ended by concession, agreement, resignation or without progress."""
        if self.ended is None:
            raise MachineError("The game is not over: type a move.")
        if not legal_moves(self.game.position):
            raise MachineError("Nobody can play on: there is no legal move. Type undo to take a move back.")
        before, self.playing_on = self.playing_on, True
        try:
            self.set_up(self.game.start, self.game.moves)
        except BaseException:
            self.playing_on = before
            raise

    def _check_going(self) -> None:
        if self.ended:
            raise MachineError("The game is over: type new, undo, play on, save or quit.")

    # settings

    def change(self, level: Level | None = None, tree: bool | None = None) -> None:
        """Go on at another level, or with another habit of printing."""
        before = self.level, self.tree
        self.level = level or self.level
        self.tree = self.tree if tree is None else tree
        try:
            self.set_up(self.game.start, self.game.moves, self.ended)
        except BaseException:
            self.level, self.tree = before
            raise

    # the game as a record

    def archived(self) -> pdn.Game:
        """The game so far, with its tags."""
        players: dict[Side, str] = {self.side: PERSON, OTHER[self.side]: wording.player(self.model)}
        return archived(self.game, "samuel play", players, self.result)

    def as_pdn(self) -> str:
        """The game as PDN."""
        return pdn_text(self.archived())

    def as_dict(self) -> dict[str, Any]:
        """The game for JSON output."""
        ended = self.game.over or (self.ended and self.ended.how)
        return {
            "start": self.game.start.to_fen(),
            "moves": [move.text() for move in self.game.moves],
            "fen": self.game.position.to_fen(),
            "result": self.result,
            "end": str(ended).rstrip(".") if ended else None,
            "level": self.level.name,
            "clock": {"person": self.clock.person, "machine": self.clock.machine},
            "choices": [asdict(choice) for _, choice in self.choices],
        }

    def snapshot(self, pending: Move | None = None) -> Snapshot:
        """All that is needed to continue; `pending` is the move that the machine is about to answer."""
        game = self.archived()
        given: dict[str, Any] = {**self.given}
        for tape in given.keys() & {"tables", "coefficients"}:
            given[tape] = str(given[tape])
        return Snapshot(
            game=pdn_text(replace(game, moves=(*game.moves, *([pending] if pending else [])))),
            side=self.side,
            model=self.model,
            level=self.level.name,
            given=given,
            playing_on=self.playing_on,
            person=self.clock.person,
            machine=self.clock.machine,
        )

    @classmethod
    def continued(cls, kept: Snapshot, tree: bool) -> "Table":
        """A kept game."""
        table = cls(kept.side, kept.model, level_named(kept.level), kept.options, tree)
        table.playing_on = kept.playing_on
        table.clock = Clock(kept.person, kept.machine)
        game = kept.played()
        table.set_up(game.start, game.moves)
        return table


def _never_ending(options: Options) -> Options:
    """The settings for a machine that neither concedes nor stops for want of progress."""
    return {**options, "concede": False, "steering": {**options.get("steering", {}), "DRAW": 0}}
