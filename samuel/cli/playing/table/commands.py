"""The commands that a person can type during a game."""

import re
from collections.abc import Callable, Iterable
from typing import ClassVar

from ibm7094.errors import MachineError
from ibm7094.terminal.failures import UNEXPECTED, sentence
from samuel.checkers.draws import FORTY
from samuel.checkers.rules import NAMES, OTHER, Move, Side, legal_moves
from samuel.cli.playing.table import files
from samuel.cli.playing.table.levels import LEVELS, level_named, listed
from samuel.cli.playing.table.referee import OFFER_RULE
from samuel.cli.playing.table.session import Quit, Session
from samuel.cli.playing.table.table import PERSON

HELP = """\
a move       its squares: 11-15; a jump by its ends: 22-8,
             or by every square: 22-15-8
board        show the board again; flip turns it round
moves        show your legal moves
hint         what the program would play in your place,
             and the line it expects
undo [N]     take back your last move and its answer, or N
resign       give up the game
offer        offer a draw
claim [MOVE] claim a draw, or with your next move
play on      go on after the end: it never concedes then
new [black|white]     begin another game
colour black|white    change sides in this game
level [NAME] show the levels, or change to one
ponder       print its look-ahead while it thinks, or not
clock        show the time used
save FILE    write the game as PDN; --force replaces a file
load FILE [N]         take game N of a PDN file, or the last
quit         end the game; so does the end of input
help         show this list
On a board in letters b and w are men, B and W kings.
The referee of draws is ours, not Samuel's:"""

CLAIM_RULE = (
    "You may claim a draw if a position is on the board for the third time with the same side to move, or "
    f"if each side made {FORTY} moves without a capture or a man moved."
)

ALIASES = ("color", "draw", "exit")
"""Commands that have another name in the help."""
COLOURS: dict[str, Side] = {name.lower(): side for side, name in NAMES.items()}
_A_CARD = re.compile(r"[0-9A-WYZ]")
"""What a line needs to be a move. The machine reads hyphens alone as no move, and would move in the person's
place."""


class Commands:
    """What each line does."""

    def __init__(self, session: Session) -> None:
        self.session = session
        self.table = session.table

    def obey(self, line: str) -> None:
        """Do what a line says. A line that is no command is a move."""
        word, _, rest = line.partition(" ")
        order = self.ORDERS.get(word.lower())
        try:
            if order:
                order(self, rest.strip())
            elif line:
                self._move(line)
        except MachineError as problem:
            if problem.exit_code == UNEXPECTED:
                raise
            self.session.say(sentence(problem))
        except (OSError, ValueError) as problem:
            self.session.say(sentence(problem))

    def completions(self, before: str) -> Iterable[str]:
        """What may be typed after `before`."""
        match before.lower().split():
            case []:
                moves = [] if self.table.ended else [move.text() for move in self._legal()]
                return [*moves, *(name for name in self.ORDERS if name not in ALIASES)]
            case ["level"]:
                return LEVELS
            case ["new"] | ["colour"] | ["color"]:
                return COLOURS
            case ["claim"]:
                return [move.text() for move in self._legal()]
            case ["play"]:
                return ["on"]
            case ["save"] | ["load"]:
                return files.completions()
        return []

    def _legal(self) -> list[Move]:
        return legal_moves(self.table.game.position)

    def _move(self, line: str) -> None:
        if self.table.ended:
            raise MachineError("The game is over: type new, undo, play on, save or quit.")
        if not _A_CARD.search(line.upper()):
            raise MachineError(f"{line} is neither a move nor a command: type help.")
        self.session.answer(line)

    # looking

    def _board(self, rest: str) -> None:
        _no_more(rest, "board")
        self.session.board()

    def _flip(self, rest: str) -> None:
        _no_more(rest, "flip")
        self.session.flipped = not self.session.flipped
        self.session.board()

    def _moves(self, rest: str) -> None:
        _no_more(rest, "moves")
        self.session.say(", ".join(move.text() for move in self._legal()) or "There are none.")

    def _hint(self, rest: str) -> None:
        _no_more(rest, "hint")
        if self.table.ended:
            raise MachineError("The game is over: type new, undo or play on.")
        self.session.hint()

    def _clock(self, rest: str) -> None:
        _no_more(rest, "clock")
        self.session.say(self.table.clock.shown(self.table.model))

    def _help(self, rest: str) -> None:
        self.session.say(HELP)
        self.session.say(f"offer: {OFFER_RULE}")
        self.session.say(f"claim: {CLAIM_RULE}")

    # the course of the game

    def _undo(self, rest: str) -> None:
        count = _number(rest, "undo") if rest else 1
        ended = self.table.ended
        if ended and ended.by_person and not rest:
            self.table.ended = None
            self._went_on("The game goes on.")
            return
        taken = self.table.undo(count)
        self._went_on(f"{taken} move{'' if taken == 1 else 's'} taken back.")

    def _resign(self, rest: str) -> None:
        _no_more(rest, "resign")
        self.table.resign()
        self._over()

    def _offer(self, rest: str) -> None:
        if rest.lower() not in ("", "draw", "a draw"):
            raise MachineError("Type offer to offer a draw.")
        reason = self.table.offer()
        if reason:
            self.session.say(f"The program declines the draw: {reason}.")
        else:
            self._over()

    def _claim(self, rest: str) -> None:
        self.table.claim("" if rest.lower() in ("draw", "a draw") else rest)
        self._over()

    def _play_on(self, rest: str) -> None:
        if rest.lower() != "on":
            raise MachineError("Type play on to go on after the end, or a move by its squares alone.")
        self.table.play_on()
        self._went_on("The game goes on; the program will not concede.")

    def _new(self, rest: str) -> None:
        side = _side(rest) if rest else self.table.side
        self.session.leave_game()
        self.table.new()
        self.table.side = side
        self.session.greet()

    def _over(self) -> None:
        self.session.keep()
        if self.table.ended:
            self.session.say(self.table.ended.told(self.table.side))

    def _went_on(self, told: str) -> None:
        self.session.keep()
        self.session.say(told)
        self.session.board()

    # settings

    def _colour(self, rest: str) -> None:
        self.table.side = _side(rest)
        self.session.keep()
        own, others = NAMES[self.table.side], NAMES[OTHER[self.table.side]]
        self.session.say(f"You have {own} now, the program has {others}.")
        self.session.board()

    def _level(self, rest: str) -> None:
        if rest:
            self.table.change(level=level_named(rest))
            self.session.keep()
        else:
            self.session.say("\n".join(listed()))
        self.session.say(f"The program plays at level {self.table.level_told}.")

    def _ponder(self, rest: str) -> None:
        _no_more(rest, "ponder")
        self.table.change(tree=not self.table.tree)
        if self.table.tree:
            self.session.say("It prints its look-ahead, which takes the machine some seconds a move.")
        else:
            self.session.say("It prints only its moves.")

    # files

    def _save(self, rest: str) -> None:
        name, _, last = rest.rpartition(" ")
        force = last == "--force"
        path = files.named(name.strip() if force else rest)
        files.save(path, self.table.as_pdn(), force)
        self.session.say(f"The game is in {path}.")

    def _load(self, rest: str) -> None:
        name, _, last = rest.rpartition(" ")
        path, number = files.named(rest), None
        if name and last.isdecimal() and last.isascii() and not path.exists():
            path, number = files.named(name.strip()), _number(last, "load FILE")
        game, count = files.load(path, number)
        self.session.leave_game()
        self.table.new(game.start, game.moves, files.ending(game))
        for side, colour in NAMES.items():
            if game.tags.get(colour) == PERSON:
                self.table.side = side
        self.session.say(f"Game {game.number} of {count} in {path}.")
        self.session.greet()

    def _quit(self, rest: str) -> None:
        _no_more(rest, "quit")
        raise Quit

    ORDERS: ClassVar[dict[str, Callable[["Commands", str], None]]] = {
        "board": _board,
        "flip": _flip,
        "moves": _moves,
        "hint": _hint,
        "undo": _undo,
        "resign": _resign,
        "offer": _offer,
        "draw": _offer,
        "claim": _claim,
        "play": _play_on,
        "new": _new,
        "colour": _colour,
        "color": _colour,
        "level": _level,
        "ponder": _ponder,
        "clock": _clock,
        "save": _save,
        "load": _load,
        "help": _help,
        "quit": _quit,
        "exit": _quit,
    }


def _no_more(rest: str, name: str) -> None:
    if rest:
        raise MachineError(f"Type {name} alone, without {rest!r}.")


def _number(text: str, name: str) -> int:
    if not re.fullmatch("[1-9][0-9]{0,3}", text):
        raise MachineError(f"{text!r} is not a number from 1 to 9999: type {name} and a number.")
    return int(text)


def _side(text: str) -> Side:
    found = COLOURS.get(text.lower())
    if found is None:
        raise MachineError(f"{text!r} is not a colour: type black or white.")
    return found
