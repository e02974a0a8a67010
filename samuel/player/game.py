"""A game in progress on the machine: cards go in, and moves are read from what it prints.

with Game("9-14 22-17") as game:
    game.play("11-15")
    reply = game.answer("17-13")
    reply.move, reply.score, reply.seconds
    game.text
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Self, Unpack

from ibm7094.errors import BadType
from ibm7094.machine import Machine
from ibm7094.words import SIGN
from samuel.checkers.pdn import UNFINISHED, WINNERS
from samuel.checkers.rules import NAMES, START, BadMove, Move, Position, Side, find, play
from samuel.player import printout
from samuel.player.job import Job, Run, UnexpectedStop, check_refusals
from samuel.player.moves import position_cards
from samuel.player.printout import Remark
from samuel.player.settings import Options, settings_of

DECK = "samuel.deck"
END_OF_JOB = "SMEND"
"""Where the program halts when there are no more cards."""

CARD_COLUMNS = 66
"""Columns of a card after the order."""

Where = Position | str
"""A position, its FEN, or the moves that lead to it from the start."""


def opening(where: Where) -> tuple[Position, list[Move]]:
    """The position a game begins with, and the moves made since."""
    if isinstance(where, Position):
        return where, []
    if not isinstance(where, str):
        raise BadType(f"A position is given by moves, as a FEN or as a Position: {where!r} is none of these.")
    if ":" in where:
        return Position.from_fen(where), []
    position, moves = START, []
    for text in where.split():
        moves.append(find(position, text))
        position = play(position, moves[-1])
    return START, moves


def position_of(where: Where) -> Position:
    """The position that `where` describes."""
    position, moves = opening(where)
    for move in moves:
        position = play(position, move)
    return position


def on_card(move: Move | str) -> str:
    """A move as it is punched on cards: 22-15-8."""
    text = move.text() if isinstance(move, Move) else move
    return text.upper().replace("X", "-")


def move_cards(order: str, moves: list[Move]) -> list[str]:
    """An order followed by moves, on as many cards as they need."""
    cards = [""]
    for text in map(on_card, moves):
        if len(cards[-1]) + len(text) >= CARD_COLUMNS:
            cards.append("")
        cards[-1] = f"{cards[-1]} {text}".lstrip()
    return [f"{order:6}{card}" for card in cards if card]


def setting_up(start: Position) -> list[str]:
    """The cards that begin a game."""
    return ["START"] if start == START else position_cards(start)


@dataclass(frozen=True)
class Choice:
    """What the machine did on its turn."""

    move: str | None
    """Every square of a jump, 22-15-8; None if it conceded or had no move."""
    score: int | None
    """In points, as seen by the side that moved."""
    tree: str
    """The tree as printed, in the form of Fig. 3; empty if it was not requested."""
    predicted: bool
    """Whether the machine predicts a win."""
    conceded: bool
    end: str | None
    """How the game ended, if it has."""
    instructions: int
    cycles: tuple[int, int]
    """The least and the most."""
    seconds: tuple[float, float]
    """Simulated time, the least and the most; it includes reading the card and printing."""
    behind: int | None = None
    """How many points it saw itself behind when it conceded. The machine does not print that."""

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.end is not None

    def __repr__(self) -> str:
        did = self.end if self.move is None else f"{self.move}, score {self.score}"
        least, most = self.seconds
        return f"<Choice {did}: {least:.1f} to {most:.1f} s on the machine>"


class Game:
    """The machine with the player in it, waiting for cards."""

    def __init__(
        self,
        where: Where = "",
        model: str = "7094",
        tree: bool = False,
        *,
        then: Sequence[Move] = (),
        **options: Unpack[Options],
    ) -> None:
        """Set up the position and make the moves of `then`; `tree` prints the tree of every move."""
        settings = settings_of(options)
        self.start, moves = opening(where)
        self.position = self.start
        self.moves: list[Move] = []
        """All moves since the start."""
        self.remarks: list[Remark] = []
        self.text = ""
        """Everything the machine has printed."""
        self._job = Job(settings.program(DECK), END_OF_JOB, Machine(model))
        try:
            settings.set_up(self._job.machine, tree)
            self._job.load()
            self._put([*settings.cards(), *setting_up(self.start), *move_cards("PLAY", [*moves, *then])])
        except BaseException:
            self.close()
            raise

    def __repr__(self) -> str:
        now = f"{NAMES[self.position.side]} to move" if self.over is None else str(self.over)
        count = f"{len(self.moves)} move{'' if len(self.moves) == 1 else 's'}"
        return f"<Game on a {self._job.machine.model.name}: {count}, {now}>"

    def play(self, *moves: Move | str) -> None:
        """Make moves for either side, without the machine choosing."""
        for move in moves:
            self._put([f"PLAY  {on_card(move)}"])

    def answer(self, move: Move | str) -> Choice:
        """The opponent moves, and the machine answers."""
        return self._choice(f"MOVE  {on_card(move)}")

    def move(self) -> Choice:
        """The machine moves."""
        return self._choice("MOVE")

    def play_out(self, most: int) -> Iterator[Choice]:
        """The machine plays both sides until the game is over or has `most` moves."""
        while not self.over and len(self.moves) < most:
            yield self.move()

    @property
    def over(self) -> Remark | None:
        """How the game ended, if it has."""
        return next((remark for remark in self.remarks if remark.ends_the_game), None)

    @property
    def winner(self) -> Side | None:
        """Who has won, if anyone has."""
        return self.over.winner if self.over else None

    @property
    def result(self) -> str:
        """The result as PDN writes it."""
        if self.over is None:
            return UNFINISHED
        return next(result for result, winner in WINNERS.items() if winner == self.winner)

    # what can be seen of the machine while it works, from another thread too

    @property
    def seconds(self) -> tuple[float, float]:
        """Simulated time since the machine was switched on, the least and the most."""
        return self._job.machine.seconds

    @property
    def printing(self) -> str:
        """What the machine has printed of the lines that are not in `text` yet."""
        return self._job.printing

    @property
    def concedes_at(self) -> int:
        """How many points behind make the machine concede; 0 if it concedes only a lost end."""
        return self._number("STCONC")

    def _number(self, symbol: str) -> int:
        """The number in a word of the program."""
        machine = self._job.machine
        value = int(machine.core[machine.address(symbol)])
        return -(value ^ SIGN) if value & SIGN else value

    def close(self) -> None:
        """End the job and detach its files."""
        self._job.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()

    def _choice(self, card: str) -> Choice:
        run, printed = self._put([card])
        own = [made for made in printed.made if made.score is not None]
        said = {remark.text for remark in printed.remarks}
        return Choice(
            move=own[-1].move if own else None,
            score=own[-1].score if own else None,
            tree=printed.other,
            predicted=printout.PREDICTS in said,
            conceded=printout.CONCEDES in said,
            end=str(self.over) if self.over else None,
            instructions=run.span.instructions,
            cycles=run.span.cycles,
            seconds=run.span.seconds,
            behind=-self._number("SRSCOR") if printout.CONCEDES in said else None,
        )

    def _put(self, cards: list[str]) -> tuple[Run, printout.Printout]:
        """Let the machine read cards, follow its moves, and check that they are legal."""
        run = self._job.read(cards)
        self.text += run.text
        printed = printout.read(run.printed)
        for made in printed.made:
            if made.side != self.position.side:
                raise UnexpectedStop(f"The program moved {made.move} out of turn.")
            try:
                move = find(self.position, made.move)
            except BadMove as problem:
                raise UnexpectedStop(f"The program made a move that the rules forbid: {problem}.") from None
            self.moves.append(move)
            self.position = play(self.position, move)
        self.remarks += printed.remarks
        check_refusals(run.printed)
        return run, printed
