"""The player by its cards (listings/PLAYING.md): moves, refusals, games, books, switches, keys."""

import random
import re
from collections.abc import Callable, Sequence
from contextlib import suppress
from itertools import combinations
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from ibm7094.machine import Machine
from ibm7094.media import bcd
from ibm7094.media.cards import Card, write_cards
from ibm7094.media.tape import TapeFile
from ibm7094.stop import Reason
from ibm7094.words import CORE_SIZE
from samuel.checkers import pdn
from samuel.checkers.rules import START, BadMove, Move, Position, find, legal_moves, play
from samuel.judges.signature_tables import pick
from samuel.player.job import Job, program
from samuel.player.moves import position_cards
from samuel.player.signature_tables import FIG_4, Tables, write_tape
from tests.rigs.facts import shared
from tests.rigs.simh_rig import load_cards, needs_simh

DECK, END = "samuel.deck", "SMEND"
QUICK = ["SURVEY1", "STEP  1", "LIMIT 1", "COUNT 1", "SAVED 2", "PLAUS 1", "PLAUS31"]
"""Steering for a quick move, not a good one."""
OPENING = "PLAY  9-14 22-17 11-15 17-13"
TWO_WAYS = "B:W6,7,14,15:B2"
"""2-9-18 and 2-11-18."""
MOVE = re.compile(r"GAME (\d)  MOVE +(\d+)  (BLACK|WHITE)  ([\d-]+)(?: +SCORE +-?[0-7]{5,6})?")
BOOK = re.compile(r"(GAME .*)  BOOK ([\d-]+) +OWN ([\d-]+) +H *(\d+) E *(\d+) L *(\d+)")


class Console:
    """The player in core, cards in the reader, switches set; it may stop before the cards are done."""

    def __init__(self, *cards: str | Card, switches: Sequence[int] = ()) -> None:
        self.machine = Machine()
        self.machine.load(program(DECK))
        for switch in switches:
            self.machine.switches[switch] = 1
        with TemporaryDirectory() as folder:
            file = Path(folder) / "cards.cbn"
            write_cards(file, [Card.from_text(card) if isinstance(card, str) else card for card in cards])
            self.machine.attach("A", "reader", file)

    def start(self, stop: str) -> tuple[str, ...]:
        """Press START; it must halt at this symbol. Return all that it has printed."""
        halted = self.machine.run()
        assert halted.reason is Reason.HALT, halted.message
        assert halted.ic == self.machine.address(stop), halted.message
        return tuple(line.rstrip() for line in self.machine.printed.splitlines())

    def word(self, symbol: str, index: int = 0) -> int:
        """A word of core, as an instruction with this index register would find it."""
        return int(self.machine.core[self.machine.address(symbol) - index])


def ask(*cards: str | Card, switches: Sequence[int] = ()) -> tuple[str, ...]:
    """What the player prints when it reads these cards, all of them."""
    return Console(*cards, switches=switches).start(END)


def reasons(printed: Sequence[str]) -> list[str]:
    """Why cards were refused."""
    return [line.partition(" - ")[2] for line in printed if "REFUSED" in line]


def moves_in(printed: Sequence[str]) -> list[str]:
    """The moves made."""
    return [found[4] for line in printed if (found := MOVE.fullmatch(line))]


def boards_in(printed: Sequence[str]) -> list[Position]:
    """The positions that the order BOARD has printed."""
    found = []
    for at, line in enumerate(printed):
        if line.endswith("TO MOVE"):
            on: dict[str, list[int]] = {piece: [] for piece in ("B", "BK", "W", "WK")}
            for square, piece in re.findall(r"(\d+) ([BW]K?)", " ".join(printed[at + 1 : at + 9])):
                on[piece].append(int(square))
            found.append(Position.of("B" if line.startswith("BLACK") else "W", *on.values()))
    return found


def on_card(move: Move) -> str:
    """Every square of it."""
    return move.text().replace("x", "-")


# Moves on cards


def test_moves_are_printed_with_game_number_and_side() -> None:
    assert ask("PLAY  9-14 22-17,11-15", "PLAY  17-13") == (
        "GAME 1  MOVE   1  BLACK  9-14",
        "GAME 1  MOVE   2  WHITE  22-17",
        "GAME 1  MOVE   3  BLACK  11-15",
        "GAME 1  MOVE   4  WHITE  17-13",
    )


def test_the_board_is_printed_with_black_below() -> None:
    assert ask("CLEAR", "BLACK 1,K32", "WHITE 21,K5", "TURN  WHITE", "BOARD") == (
        "WHITE TO MOVE",
        "     32 BK     31        30        29",
        "28        27        26        25",
        "     24        23        22        21 W",
        "20        19        18        17",
        "     16        15        14        13",
        "12        11        10         9",
        "      8         7         6         5 WK",
        " 4         3         2         1 B",
    )


@pytest.mark.parametrize("written", [on_card, Move.printed], ids=["by every square", "by the ends"])
def test_games_of_samuels_program_are_followed_to_their_ends(written: Callable[[Move], str]) -> None:
    games = list(pdn.read(shared("games/samuel-program.pdn"), lambda bad: None))
    cards: list[str] = []
    for game in games:
        cards += [*position_cards(game.start), *(f"PLAY  {written(move)}" for move in game.moves), "BOARD"]
    printed = ask(*cards)
    assert reasons(printed) == []
    assert moves_in(printed) == [on_card(move) for game in games for move in game.moves]
    assert boards_in(printed) == [game.final() for game in games]


def scattered(chance: random.Random) -> Position:
    """Pieces placed at random: most positions have jumps, many of them multiple."""
    on: dict[str, list[int]] = {piece: [] for piece in "bBwW"}
    for square in chance.sample(range(1, 33), chance.randint(4, 14)):
        piece = chance.choice("bBwW")
        on[piece.upper() if square < 5 or square > 28 else piece].append(square)
    side = chance.choice("BW")
    return Position.of("B" if side == "B" else "W", *on.values())


def test_squares_are_taken_for_a_move_just_where_the_rules_find_one() -> None:
    chance = random.Random(1967)
    cards: list[str] = []
    expected: list[Position] = []
    while len(expected) < 150:
        position = scattered(chance)
        legal = legal_moves(position)
        if legal and position.pieces("B") and position.pieces("W"):
            move = chance.choice(legal)
            given = chance.choice([on_card(move), move.printed(), f"{move.path[0]}-{chance.randint(1, 32)}"])
            cards += [*position_cards(position), f"PLAY  {given}", "BOARD"]
            with suppress(BadMove):
                position = play(position, find(position, given))
            expected.append(position)
    assert boards_in(ask(*cards)) == expected


@pytest.mark.parametrize(
    ("cards", "reason"),
    [
        (["PLAY  0-4"], "NOT A SQUARE"),
        (["PLAY  9-33"], "NOT A SQUARE"),
        (["PLAY  9-1234567"], "NOT A MOVE"),
        (["PLAY"], "NOT A MOVE"),
        (["PLAY  9"], "NOT A MOVE"),
        (["PLAY  9 14"], "NOT A MOVE"),
        (["PLAY  9-"], "NOT A MOVE"),
        (["PLAY  9X14"], "NOT A MOVE"),
        (["PLAY  K9-14"], "NOT A MOVE"),
        (["PLAY  NONSENSE"], "NOT A MOVE"),
        (["PLAY  14-18"], "NO PIECE OF YOURS THERE"),
        (["PLAY  22-18"], "NO PIECE OF YOURS THERE"),
        (["PLAY  9-18"], "NOT A LEGAL MOVE"),
        (["PLAY  9-14-9"], "NOT A LEGAL MOVE"),
        (["PLAY  1-2-3-4-5-6-7-8-9-10-11-12-13-14-15-16-17-18"], "NOT A LEGAL MOVE"),
        ([OPENING, "PLAY  15-19", "PLAY  24-20"], "A JUMP MUST BE TAKEN"),
        (["CLEAR", "BLACK 1", "WHITE 6,15", "PLAY  1-10"], "THE JUMP GOES ON"),
        ([*position_cards(Position.from_fen(TWO_WAYS)), "PLAY  2-18"], "TWO JUMPS HAVE THESE ENDS"),
        (["CLEAR", "PLAY  9-14"], "A SIDE HAS NO PIECES"),
        (["CLEAR", "BLACK 9", "MOVE"], "A SIDE HAS NO PIECES"),
        (["CLEAR", "BLACK 9", "WHITE 9", "MOVE"], "THE POSITION IS NO GOOD"),
        (["TURN  GREEN", "PLAY  9-14"], "THE POSITION IS NO GOOD"),
        (["CLEAR", "BLACK 28", "WHITE 32", "PLAY  28-24"], "THE GAME IS OVER"),
        (["MOVE  9-13 22-18"], "ONE MOVE AT A TIME"),
        (["MOVE  9-13 X"], "ONE MOVE AT A TIME"),
        (["MOVE  9-15"], "NOT A LEGAL MOVE"),
        (["MOVE  ROOK"], "NOT A MOVE"),
        (["BOOK"], "NOT A MOVE"),
        (["BOOK  9-15"], "NOT A LEGAL MOVE"),
        (["BOOK  40-44"], "NOT A SQUARE"),
        (["SELF"], "NOT A NUMBER FROM 1-999"),
        (["SELF  0"], "NOT A NUMBER FROM 1-999"),
        (["SELF  1000"], "NOT A NUMBER FROM 1-999"),
        (["SELF  3 4"], "NOT A NUMBER FROM 1-999"),
        (["GAME  5"], "NOT A NUMBER FROM 1-4"),
        (["GAME  K2"], "NOT A NUMBER FROM 1-4"),
        (["TERMS 100"], "NOT A NUMBER FROM 1-99"),
        (["SAVED"], "NOT A NUMBER FROM 1-99"),
        (["SAVED 3 0"], "NOT A NUMBER FROM 1-99"),
        (["SAVED " + " 3" * 23], "MORE NUMBERS THAN PLIES"),
        (["MARGIN 40000"], "NOT A NUMBER FROM 0-32767"),
        (["COUNT"], "NOT A NUMBER FROM 0-999"),
        (["COUNT 3 4"], "NOT A NUMBER FROM 0-999"),
        (["COUNT P3"], "NOT A NUMBER FROM 0-999"),
        (["NORMAL0"], "NOT A NUMBER FROM 1-99"),
        (["CUONT 3"], "NO SUCH ORDER"),
        ([""], "NO SUCH ORDER"),
        ([" PLAY 9-14"], "NO SUCH ORDER"),
        (["=$*(.,)ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789+-/'"], "NO SUCH ORDER"),
        (["CLEAR", "BLACK 30"], "A MAN ON THE ROW WHERE CROWNED"),
        (["BLACK 13"], "MORE THAN TWELVE PIECES"),
    ],
)
def test_a_card_without_sense_is_refused_and_the_next_is_read(cards: list[str], reason: str) -> None:
    printed = ask(*cards, "START", "PLAY  9-14")
    assert printed[-3:] == (
        f"CARD {len(cards):5}  REFUSED - {reason}",
        cards[-1],
        "GAME 1  MOVE   1  BLACK  9-14",
    )


@pytest.mark.parametrize("order", ["PLAY", "BOOK"])
def test_the_moves_before_a_bad_one_are_made(order: str) -> None:
    printed = ask(f"{order}  9-14 22-18 9-13 1-1", "BOARD")
    assert reasons(printed) == ["NO PIECE OF YOURS THERE"]
    after = play(START, find(START, "9-14"))
    assert boards_in(printed) == [play(after, find(after, "22-18"))]


def test_a_square_between_tells_two_jumps_with_the_same_ends_apart() -> None:
    position = Position.from_fen(TWO_WAYS)
    for move in legal_moves(position):
        printed = ask(*position_cards(position), f"PLAY  {on_card(move)}", "BOARD")
        assert moves_in(printed) == [on_card(move)]
        assert boards_in(printed) == [play(position, move)]


def test_two_ways_to_the_same_board_are_one_move() -> None:
    position = Position.from_fen("B:W6,7,14,15:BK2")
    round_trips = [move for move in legal_moves(position) if move.printed() == "2-2"]
    assert len(round_trips) == 2
    assert boards_in(ask(*position_cards(position), "PLAY  2-2", "BOARD")) == [play(position, round_trips[0])]


def test_only_a_refused_position_card_spoils_the_position() -> None:
    rubbish = Card((0o7777,) * 80)
    assert moves_in(ask("FROG", rubbish, "MOVE  1-1", "GAME  9", "PLAY  9-14")) == ["9-14"]
    assert reasons(ask("WHITE 99", "PLAY  9-14"))[1:] == ["THE POSITION IS NO GOOD"]


def test_a_column_is_refused_just_where_its_holes_are_no_character_that_can_be_read() -> None:
    signed_zeros = [column for sign in "?!" for column in Card.from_text(sign).columns[:1]]
    columns = [sum(1 << row for row in rows) for n in range(4) for rows in combinations(range(12), n)]
    readable = {column for column in columns if bcd.code_of_punches(column) is not None}.difference(
        signed_zeros
    )
    start = Card.from_text("START").columns
    cards = [Card((*start[:at], holes, *start[at + 1 :])) for at in (20, 60) for holes in columns]
    refused = [int(line[4:10]) - 1 for line in ask(*cards) if line.endswith("HOLES THAT ARE NO CHARACTER")]
    assert refused == [i for i, holes in enumerate(columns * 2) if holes not in readable]


def test_cards_of_chance_holes_stop_nothing() -> None:
    chance = random.Random(7094)
    rubbish = [Card(tuple(chance.getrandbits(12) for _ in range(80))) for _ in range(30)]
    printed = ask(*rubbish, "PLAY  9-14")
    assert reasons(printed) == ["HOLES THAT ARE NO CHARACTER"] * 30
    assert printed[-1] == "GAME 1  MOVE   1  BLACK  9-14"


def test_cards_of_chance_words_stop_nothing() -> None:
    chance = random.Random(1967)
    orders = ["START", "CLEAR", "BLACK", "WHITE", "TURN", "GAME", "PLAY", "MOVE", "SELF", "BOOK", "TERMS"]
    fields = ["9-14", "22-17", "9", "K3", "-", "1-1", "33", "99999", "WHITE", "X", "", "30", "4", "0", "2"]
    cards = [
        f"{chance.choice(orders):6}{' '.join(chance.choices(fields, k=chance.randint(0, 3)))}"
        for _ in range(300)
    ]
    assert len(reasons(ask(*QUICK, *cards))) > 100


# Games


def test_four_games_run_side_by_side() -> None:
    cards = ["PLAY  9-14", "GAME  2", "PLAY  11-15 23-19", "GAME  4", "CLEAR", "WHITE 99", "GAME  3"]
    cards += ["PLAY  12-16", "GAME  1", "PLAY  22-18", "GAME  4", "PLAY  1-5", "GAME  2", "PLAY  8-11"]
    printed = ask(*cards, "GAME  4", "START", "PLAY  10-15")
    assert [line for line in printed if line not in cards] == [
        "GAME 1  MOVE   1  BLACK  9-14",
        "GAME 2  MOVE   1  BLACK  11-15",
        "GAME 2  MOVE   2  WHITE  23-19",
        "CARD     6  REFUSED - NOT A SQUARE",
        "GAME 3  MOVE   1  BLACK  12-16",
        "GAME 1  MOVE   2  WHITE  22-18",
        "CARD    12  REFUSED - THE POSITION IS NO GOOD",
        "GAME 2  MOVE   3  BLACK  8-11",
        "GAME 4  MOVE   1  BLACK  10-15",
    ]


def test_a_game_that_is_over_is_over_in_that_game_alone() -> None:
    cards = ["CLEAR", "BLACK 1", "WHITE 6", "PLAY  1-10"]
    printed = ask(*cards, "PLAY  5-9", "MOVE", "SELF  2", "BOOK  9-14", "GAME  2", "PLAY  9-14")
    assert printed[:2] == ("GAME 1  MOVE   1  BLACK  1-10", "GAME 1  MOVE   2  WHITE  HAS NO MOVE")
    assert reasons(printed) == ["THE GAME IS OVER"] * 4
    assert printed[-1] == "GAME 2  MOVE   1  BLACK  9-14"


def test_the_machine_answers_a_move_with_a_legal_one_and_its_score() -> None:
    printed = ask(*QUICK, "MOVE  9-14", "BOARD")
    assert printed[0] == "GAME 1  MOVE   1  BLACK  9-14"
    assert re.fullmatch(r"GAME 1  MOVE   2  WHITE  \d\d-\d\d {6}SCORE  [ -][0-7]{5}", printed[1])
    after = play(START, find(START, "9-14"))
    assert boards_in(printed) == [play(after, find(after, moves_in(printed)[1]))]


def test_a_move_card_without_a_move_lets_the_machine_move() -> None:
    assert len(moves_in(ask(*QUICK, "MOVE"))) == 1


def test_the_machine_plays_both_sides_by_the_rules() -> None:
    printed = ask(*QUICK, "SELF  40", "BOARD")
    position = START
    for move in moves_in(printed):
        position = play(position, find(position, move))
    assert boards_in(printed) == [position]
    assert [int(line[12:16]) for line in printed if MOVE.fullmatch(line)] == list(range(1, 41))


def test_a_game_without_progress_is_drawn() -> None:
    printed = ask("CLEAR", "BLACK K1,K2", "WHITE K31,K32", *QUICK, "DRAW  4", "SELF  9", "MOVE")
    assert len(moves_in(printed)) == 4
    assert printed[4] == "GAME 1  MOVE   5  DRAW - NO PROGRESS"
    assert reasons(printed) == ["THE GAME IS OVER"]


@pytest.mark.parametrize(
    ("moves", "drawn"),
    [("1-6 32-27 6-1 27-32 1-6", True), ("1-6 21-17 6-1 32-27 1-6", False)],
    ids=["five moves of kings", "a man moves"],
)
def test_a_man_that_moves_is_progress(moves: str, drawn: bool) -> None:
    printed = ask("CLEAR", "BLACK K1", "WHITE 21,K32", "DRAW  5", f"PLAY  {moves}", *QUICK, "MOVE")
    assert ("DRAW" in printed[-1]) == drawn


def test_a_win_in_sight_is_predicted_once_and_the_loser_never_concedes_with_switch_5_down() -> None:
    printed = ask("CLEAR", "BLACK K10,K7", "WHITE 12", "TURN  WHITE", "SELF  30", switches=[5])
    assert [line[18:] for line in printed if "PREDICTS" in line] == ["BLACK  PREDICTS A WIN"]
    assert printed[-1].endswith("WHITE  HAS NO MOVE")


def test_a_side_that_sees_its_end_concedes() -> None:
    printed = ask("CLEAR", "BLACK K10,K7", "WHITE 12", "TURN  WHITE", "SELF  30", "MOVE")
    assert printed[-3].endswith("WHITE  CONCEDES")
    assert reasons(printed) == ["THE GAME IS OVER"]


def test_a_side_that_is_far_behind_concedes_if_it_is_steered_so() -> None:
    behind = ["CLEAR", "BLACK 1,2,3,4,5,6", "WHITE 29", "TURN  WHITE", *QUICK]
    assert ask(*behind, "CONCED5000", "MOVE") == ("GAME 1  MOVE   1  WHITE  CONCEDES",)
    assert moves_in(ask(*behind, "CONCED0", "MOVE")) == ["29-25"]


def test_a_side_concedes_at_exactly_the_points_that_it_is_steered_to() -> None:
    behind = ["CLEAR", "BLACK 1,2,3,4,5,6", "WHITE 29", "TURN  WHITE", *QUICK]
    (line,) = ask(*behind, "CONCED0", "MOVE")
    points = -int(line.split()[-1], 8)
    assert ask(*behind, f"CONCED{points}", "MOVE") == ("GAME 1  MOVE   1  WHITE  CONCEDES",)
    assert moves_in(ask(*behind, f"CONCED{points + 1}", "MOVE")) == ["29-25"]


def test_numbers_by_ply_go_into_their_tables() -> None:
    console = Console("SAVED 50 40 30", "MARGIN 0 100", "COUNT 12", "TERMS 7")
    console.start(END)
    plies = range(1, 23)
    assert [console.word("STNSAV", ply) for ply in plies] == [50, 40, *[30] * 20]
    assert [console.word("STMARG", ply) for ply in plies] == [0, *[100] * 21]
    assert (console.word("STBRCT"), console.word("PNTERM")) == (12, 7)


def test_a_refused_row_of_numbers_changes_nothing() -> None:
    console = Console("SAVED 5 5 X")
    before = [console.word("STNSAV", ply) for ply in range(1, 23)]
    console.start(END)
    assert [console.word("STNSAV", ply) for ply in range(1, 23)] == before


# Books


def test_along_a_book_every_other_move_is_rated_higher_equal_or_lower() -> None:
    moves = ["11-15", "23-19", "8-11", "22-17", "11-16", "24-20", "16-23", "27-11", "7-16", "20-11", "3-7"]
    printed = ask(f"BOOK  {' '.join(moves)}", "TOTAL", "TOTAL")
    position, counts = START, [0, 0, 0, 0, 0]
    for number, (text, line) in enumerate(zip(moves, printed, strict=False), 1):
        found = BOOK.fullmatch(line)
        assert found, line
        move, own = find(position, text), find(position, found[3])
        higher, equal, lower = map(int, found.groups()[3:])
        assert found[1] == f"GAME 1  MOVE {number:3}  {'BLACK' if number % 2 else 'WHITE'}"
        assert found[2] == on_card(move)
        assert higher + equal + lower == len({play(position, m) for m in legal_moves(position)}) - 1
        assert own != move or higher == 0
        assert own == move or higher + equal > 0
        counts = [a + b for a, b in zip(counts, [1, higher + equal == 0, higher, equal, lower], strict=True)]
        position = play(position, move)
    words = zip(("BOOK MOVES", "FIRST", "HIGHER", "EQUAL", "LOWER"), counts, strict=True)
    assert printed[-2] == "  ".join(f"{word}{count:6}" for word, count in words)
    assert printed[-1] == "BOOK MOVES     0  FIRST     0  HIGHER     0  EQUAL     0  LOWER     0"


def test_a_long_jump_of_a_book_leaves_room_for_the_counts() -> None:
    position = Position.from_fen("W:WK16:B10,K11,15,17,18,25,26")
    move = max(legal_moves(position), key=lambda m: len(m.path))
    assert len(move.path) > 5
    printed = ask(*position_cards(position), f"BOOK  {on_card(move)}")
    found = BOOK.fullmatch(printed[0])
    assert found
    assert found[2] == move.printed()


# Switches, keys, stops


def test_switch_1_prints_the_tree_before_the_move() -> None:
    plain, tree = ask(OPENING, "MOVE"), ask(OPENING, "MOVE", switches=[1])
    assert tree[-1] == plain[-1]
    assert len(tree) > 50
    assert [line.split()[0] for line in tree[-5:-1]] == ["PLY", "USAGE", "ENDS", "1."]


def test_switch_2_prints_the_board_after_each_move_of_the_machine() -> None:
    printed = ask(*QUICK, "MOVE  9-14", switches=[2])
    assert printed[2] == "BLACK TO MOVE"
    assert len(printed) == 11


def test_switch_4_takes_moves_from_the_keys_until_it_is_up() -> None:
    console = Console(*QUICK, "MOVE", "PLAY  1-1", switches=[4])
    assert console.start("SMKEYS") == ()
    console.machine.keys = 9 << 18 | 14
    assert moves_in(console.start("SMKEYS"))[0] == "9-14"
    console.machine.keys = 0
    assert len(moves_in(console.start("SMKEYS"))) == 3
    console.machine.switches[4] = 0
    assert len(moves_in(console.start(END))) == 3


@pytest.mark.parametrize(
    ("keys", "reason"),
    [
        (9 << 18 | 18, "NOT A LEGAL MOVE"),
        (33 << 18 | 1, "NOT A SQUARE"),
        (9 << 18, "NOT A SQUARE"),
        (0o777777777777, "NOT A SQUARE"),
        (14 << 18 | 18, "NO PIECE OF YOURS THERE"),
    ],
)
def test_keys_that_are_not_a_move_are_refused_and_asked_for_again(keys: int, reason: str) -> None:
    console = Console("MOVE", switches=[4])
    console.start("SMKEYS")
    console.machine.keys = keys
    assert console.start("SMKEYS") == (f"KEYS    REFUSED - {reason}",)


def test_the_keys_are_left_when_the_game_ends() -> None:
    console = Console("CLEAR", "BLACK 1", "WHITE 6", "MOVE", switches=[4])
    console.start("SMKEYS")
    console.machine.keys = 1 << 18 | 10
    assert console.start(END)[-1].endswith("HAS NO MOVE")


def test_switch_6_stops_after_each_move_of_the_machine_with_it_in_the_lights_of_the_mq() -> None:
    console = Console(*QUICK, "SELF  2", switches=[6])
    for count in (1, 2):
        moves = moves_in(console.start("SMWAIT"))
        assert len(moves) == count
        assert f"{console.machine.mq >> 18}-{console.machine.mq & 0o77777}" == moves[-1]
    console.start(END)


def test_more_cards_can_be_read_when_there_are_none() -> None:
    with Job(program(DECK), END) as job:
        assert job.read([]).printed == ()
        assert job.read(["PLAY  9-14"]).printed == ("GAME 1  MOVE   1  BLACK  9-14",)
        assert reasons(job.read(["PLAY  9-14"]).printed) == ["NO PIECE OF YOURS THERE"]


def test_a_tape_without_tables_is_refused_and_the_polynomial_stays_in_force(tmp_path: Path) -> None:
    with TapeFile.open(tmp_path / "b1.tap") as tape:
        tape.write_mark()
    console = Console(OPENING, "TABLES", "MOVE")
    console.machine.attach("B1", "tape", tmp_path / "b1.tap")
    with console.machine:
        printed = console.start(END)
    assert len(printed) > 5
    assert printed[-1] == ask(OPENING, "MOVE")[-1]


def test_switch_3_emphasises_the_strategy_of_the_most_plausible_move(tmp_path: Path) -> None:
    tables = Tables.random(FIG_4)
    write_tape(tmp_path / "b1.tap", tables)
    console = Console(*QUICK, OPENING, "TABLES", "MOVE", "START", OPENING, "BOOK  15-19", switches=[3])
    console.machine.attach("B1", "tape", tmp_path / "b1.tap")
    with console.machine:
        printed = console.start(END)
    root = position = START
    for move in [*moves_in(printed)[:4], printed[-1].partition("OWN ")[2].split()[0]]:
        root, position = position, play(position, find(position, move))
    highest, lowest = (console.word("SGOUTS") - console.word(name) for name in ("SGHI", "SGLO"))
    assert pick(tables, position, root) == (highest, lowest)


def test_the_program_fits_into_core() -> None:
    assembled = program(DECK)
    assert max(assembled.symbols.values()) < CORE_SIZE


@needs_simh
def test_simh_plays_the_same_line_for_line(tmp_path: Path) -> None:
    cards = [*QUICK, "MOVE  11-15", "SELF  6", "BOARD", "BOOK  1-1", "FROG", "GAME  2", "BOOK  9-14", "TOTAL"]
    assembled = program(DECK)
    theirs = load_cards(tmp_path, [*assembled.deck("self-loading"), *map(Card.from_text, cards)])
    assert theirs.halted_at == assembled.symbols[END]
    assert theirs.printed == ask(*cards)
