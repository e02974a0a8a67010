"""The native boards and moves: counts, legal moves against the Python rules, times, bad cards."""

import random
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

import pytest

from ibm7094.machine import Machine
from ibm7094.media.cards import Card
from ibm7094.stop import Reason
from samuel.checkers import pdn
from samuel.checkers.boards import VALID, Words, from_words, squares_in, to_words, word
from samuel.checkers.rules import START, Position, legal_moves, play
from samuel.checkers.rules import perft as rules_perft
from samuel.player import job
from samuel.player import moves as native
from tests.rigs.facts import shared
from tests.rigs.simh_rig import load_cards, needs_simh

COUNTS = {1: 7, 2: 49, 3: 302, 4: 1469, 5: 7361, 6: 36768}
"""OEIS A133046."""
FIG_3 = Position.from_fen("B:W13,21,23,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,10,12,14,15")

# Two or more single jumps, kings going round, a man crowned amid jumps, no move left, no piece left.
CORNERS = [
    "B:W6,7,14,15:BK1",
    "W:WK18:B14,15,22,23",
    "B:W6,7,14,15,22,23:BK1,K10",
    "B:W26,27:B22,23",
    "B:W25,26,27,18:B22",
    "W:W11,12:B7,8,2,3",
    "W:W31:B26,27",
    "B:W9,10:B5,1",
    "B:W:B1",
    "W:W:B1",
    "B:WK29,K30,K31,K32:BK1,K2,K3,K4",
    "B:W6,7,8,14,15,16,22,23,24:BK11",
]


def random_positions(count: int, seed: int) -> list[Position]:
    """Positions of random games, from all their stages; their kings come by crowning."""
    chance = random.Random(seed)
    found: list[Position] = []
    while len(found) < count:
        position = START
        for _ in range(120):
            moves = legal_moves(position)
            if not moves:
                break
            if chance.random() < 0.1:
                found.append(position)
            position = play(position, chance.choice(moves))
    return found[:count]


def scattered_positions(count: int, seed: int) -> list[Position]:
    """Boards with pieces placed at random: many jumps, many kings."""
    chance = random.Random(seed)
    found: list[Position] = []
    while len(found) < count:
        squares = chance.sample(range(1, 33), chance.randint(2, 16))
        men: dict[str, list[int]] = {piece: [] for piece in "bBwW"}
        for square in squares:
            piece = chance.choice("bBwW")
            crowned = (piece == "b" and square > 28) or (piece == "w" and square < 5)
            men[piece.upper() if crowned else piece].append(square)
        if all(len(men[side]) + len(men[side.upper()]) <= 12 for side in "bw"):
            side = chance.choice("BW")
            found.append(Position.of("B" if side == "B" else "W", men["b"], men["B"], men["w"], men["W"]))
    return found


def assert_same_moves(positions: list[Position]) -> None:
    for position, moves in zip(positions, native.legal_of_each(positions), strict=True):
        assert sorted(moves) == sorted(m.text() for m in legal_moves(position)), position.to_fen()


# counts


@pytest.mark.parametrize(("depth", "count"), COUNTS.items())
def test_the_move_sequences_from_the_start_are_as_many_as_others_have_counted(depth: int, count: int) -> None:
    assert native.perft(START, depth) == count


@pytest.mark.slow
def test_the_sequences_of_seven_moves_are_179740() -> None:
    assert native.perft(START, 7) == 179740


@pytest.mark.parametrize("fen", CORNERS)
def test_sequences_with_kings_and_multiple_jumps_are_as_many_as_by_the_rules(fen: str) -> None:
    position = Position.from_fen(fen)
    assert native.perft(position, 4) == rules_perft(position, 4)


@pytest.mark.parametrize("model", ["709", "7094-II"])
def test_the_moves_are_the_same_on_other_models(model: str) -> None:
    cards = [*native.position_cards(FIG_3), "MOVES", "COUNT 3"]
    assert native.run(cards, model).printed == native.run(cards).printed


# legal moves


def test_legal_moves_of_random_games_are_those_of_the_rules() -> None:
    assert_same_moves(random_positions(200, seed=1959))


def test_legal_moves_of_pieces_thrown_on_the_board_are_those_of_the_rules() -> None:
    assert_same_moves(scattered_positions(200, seed=1967))


def test_legal_moves_of_period_games_are_those_of_the_rules() -> None:
    games = [
        *pdn.read(shared("games/samuel-program.pdn"), lambda bad: None),
        *islice(pdn.read(shared("games/period-games.pdn"), lambda bad: None), 50),
    ]
    positions = list(dict.fromkeys(p for game in games for p, _ in game.positions()))
    assert len(positions) >= 200
    assert_same_moves(random.Random(1966).sample(positions, 200))


def test_corner_cases_have_the_moves_of_the_rules() -> None:
    assert_same_moves([Position.from_fen(fen) for fen in CORNERS])


def test_moves_come_right_forward_first_from_the_highest_square_down_as_fig_3_ranks_them() -> None:
    moves = native.legal(FIG_3)
    assert moves == ["15-18", "14-17", "12-16", "8-11", "6-9", "15-19", "14-18", "7-11", "5-9"]
    ranked = ["15-18", "14-17", "12-16", "6-9", "14-18", "5-9"]  # ranks 4 to 9 of the figure
    assert [move for move in moves if move in ranked] == ranked


# single routines, also on a 704

CALL = 0o77
TSX_4 = 0o007400400000


class Bench:
    """The program in a machine's core, its routines called one at a time."""

    def __init__(self, model: str) -> None:
        self.machine = Machine(model)
        self.machine.load(job.program(native.DECK))
        self.symbols = job.program(native.DECK).symbols
        self.call("BTBLD")
        self.call("BTBLDF")

    def call(self, name: str, ac: int = 0, level: int = 1) -> tuple[int, int, int]:
        """TSX to a routine; which return it took, instructions and cycles it executed."""
        m = self.machine
        m.core[CALL] = TSX_4 | self.symbols[name]
        m.ic, m.ac, m.xr[1], m.xr[2] = CALL, ac, level, 0o12345
        m.step()
        instructions, cycles = m.instructions, m.cycles
        stop = m.run(limit=20_000, breakpoints=[CALL + 1, CALL + 2])
        assert stop.reason is Reason.BREAKPOINT, stop
        return m.ic - CALL, m.instructions - instructions, m.cycles - cycles

    def put(self, position: Position) -> None:
        """The board of level 1."""
        for name, value in zip(("FA", "BA", "FP", "BP"), to_words(position), strict=True):
            self.machine.core[self.symbols[name] - 1] = value
        self.machine.core[self.symbols["MVSGN"] - 1] = 1
        self.machine.core[self.symbols["MVNUL"] - 1] = self.machine.core[self.symbols["MVON"] - 1] = 0

    def level(self, name: str, level: int) -> int:
        return int(self.machine.core[self.symbols[name] - level])


@pytest.fixture(scope="module")
def on_704() -> Bench:
    return Bench("704")


def words() -> Iterator[int]:
    chance = random.Random(704)
    yield from (0, VALID, word([1]), word([32]))
    for _ in range(100):
        yield chance.getrandbits(36) & VALID


def test_bits_are_counted_in_16_instructions_and_408_microseconds_of_a_704(on_704: Bench) -> None:
    for value in words():
        taken, instructions, cycles = on_704.call("BTCNT", value)
        assert on_704.machine.ac == value.bit_count()
        assert (taken, instructions) == (1, 16)
        assert cycles * 12 == pytest.approx(408, rel=0.05)


def test_the_table_of_counts_is_built_by_13_words(on_704: Bench) -> None:
    assert on_704.symbols["BTCNT"] - on_704.symbols["BTBLD"] == 13


def test_a_count_can_keep_the_index_registers(on_704: Bench) -> None:
    on_704.call("BTCNTK", word(range(1, 13)), level=5)
    assert (on_704.machine.ac, on_704.machine.xr[1], on_704.machine.xr[2]) == (12, 5, 0o12345)


def test_the_highest_square_of_a_word_is_found(on_704: Bench) -> None:
    for value in words():
        if value:
            on_704.call("BTSQ", value)
            assert on_704.machine.ac == max(squares_in(value))
            assert on_704.machine.xr[2] == 0o12345


def test_a_word_is_turned_end_for_end(on_704: Bench) -> None:
    for value in words():
        on_704.call("BTREV", value)
        assert on_704.machine.ac == word(33 - square for square in squares_in(value))


def test_each_square_has_its_bit() -> None:
    bench = Bench("7094")
    for square in range(1, 33):
        bench.call("BDBIT", square)
        assert bench.machine.ac == word([square])


def test_right_forward_takes_the_four_published_instructions() -> None:
    program = job.program(native.DECK)
    first = program.symbols["MVNORM"]
    cards = [program.source.cards[first + i].text[7:28].split() for i in range(4)]
    untagged = [f"{operation} {field.removesuffix(',1')}" for operation, field in cards]
    assert untagged == ["CLA EMPTY", "ALS 4", "ANA FA", "STO RF"]


def test_a_704_finds_all_moves_and_makes_one_within_one_and_a_half_of_the_published_times(
    on_704: Bench,
) -> None:
    finding: list[int] = []
    making: list[int] = []
    for position in random_positions(100, seed=1958):
        moves = legal_moves(position)
        on_704.put(position)
        taken, _, cycles = on_704.call("MVALL")
        assert taken == 2
        if not moves[0].captures:
            finding.append(cycles)
        while (made := on_704.call("MKMOVE"))[0] == 2:
            making.append(made[2])
    for measured, published_ms in ((finding, 2.6), (making, 1.5)):
        mean_ms = sum(measured) / len(measured) * 0.012
        assert published_ms / 1.5 < mean_ms < published_ms * 1.5


def test_every_board_made_is_the_one_of_the_rules_with_null_replies_in_multiple_jumps(on_704: Bench) -> None:
    """Down every line of single jumps; the sides change at each level, the ply at each whole move."""

    def boards(level: int, side: str) -> Iterator[Position]:
        if on_704.call("MVALL", level=level)[0] == 1:
            return
        while on_704.call("MKMOVE", level=level)[0] == 2:
            ply = on_704.level("MVSGN", level + 1)
            other = "W" if side == "B" else "B"
            if ply == 2:
                values = (on_704.level(name, level + 1) for name in ("FA", "BA", "FP", "BP"))
                assert other != position.side
                yield from_words(Words(*values), "B" if other == "B" else "W")
            else:
                assert bool(on_704.level("MVNUL", level + 1)) == (other != position.side)
                yield from boards(level + 1, other)

    for position in [*random_positions(50, seed=7), *map(Position.from_fen, CORNERS)]:
        on_704.put(position)
        made = list(boards(1, position.side))
        assert sorted(made, key=Position.to_fen) == sorted(
            (play(position, move) for move in legal_moves(position)), key=Position.to_fen
        )


# cards


@pytest.mark.parametrize(
    ("card", "reason"),
    [
        ("", "NO SUCH ORDER"),
        ("GRUMBLE", "NO SUCH ORDER"),
        (" MOVES", "NO SUCH ORDER"),
        ("=$*(.,)ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789+-/", "NO SUCH ORDER"),
        ("BLACK 33", "NOT A SQUARE"),
        ("BLACK 0", "NOT A SQUARE"),
        ("BLACK 1234567", "NOT A SQUARE"),
        ("BLACK Q7", "NOT A SQUARE"),
        ("BLACK KK7", "NOT A SQUARE"),
        ("BLACK 7K", "NOT A SQUARE"),
        ("BLACK K", "NOT A SQUARE"),
        ("BLACK NONSENSE", "NOT A SQUARE"),
        ("BLACK 5,5", "TWO PIECES ON ONE SQUARE"),
        ("BLACK 30", "A MAN ON THE ROW WHERE CROWNED"),
        ("WHITE 3", "A MAN ON THE ROW WHERE CROWNED"),
        ("BLACK 1,2,3,4,5,6,7,8,9,10,11,12,13", "MORE THAN TWELVE PIECES"),
        ("TURN  GREEN", "NEITHER BLACK NOR WHITE"),
        ("TURN", "NEITHER BLACK NOR WHITE"),
        ("COUNT", "NOT A NUMBER FROM 1-20"),
        ("COUNT 0", "NOT A NUMBER FROM 1-20"),
        ("COUNT 21", "NOT A NUMBER FROM 1-20"),
        ("COUNT 99999", "NOT A NUMBER FROM 1-20"),
        ("COUNT K3", "NOT A NUMBER FROM 1-20"),
        ("COUNT 3 4", "NOT A NUMBER FROM 1-20"),
        ("COUNT 3 X", "NOT A NUMBER FROM 1-20"),
    ],
)
def test_a_card_without_sense_is_refused_in_print_and_the_next_is_read(card: str, reason: str) -> None:
    printed = native.run(["CLEAR", card, "START", "MOVES"]).printed
    assert printed[:3] == (f"CARD     2  REFUSED - {reason}", card, "MOVES    7")


def test_a_spoilt_position_is_not_used_until_a_new_one_begins() -> None:
    printed = native.run(["CLEAR", "BLACK 1,99", "MOVES", "COUNT 1", "START", "COUNT 1"]).printed
    reasons = [line for line in printed if "REFUSED" in line]
    assert [reason.partition(" - ")[2] for reason in reasons] == [
        "NOT A SQUARE",
        "THE POSITION IS NO GOOD",
        "THE POSITION IS NO GOOD",
    ]
    assert printed[-1] == "COUNT    1           7"


def test_a_count_refused_does_not_spoil_the_position() -> None:
    assert native.run(["START", "COUNT 0", "COUNT 1"]).printed[-1] == "COUNT    1           7"


def test_squares_may_be_parted_by_blanks_commas_and_hyphens_over_several_cards() -> None:
    cards = [
        "CLEAR",
        "BLACK 1-2,3 4",
        "BLACK  K30",
        "BLACK",
        "WHITE   K5,  6  ",
        "TURN  BLACK  A REMARK",
        "MOVES",
    ]
    moves = native.legal(Position.of("B", [1, 2, 3, 4], [30], [6], [5]))
    assert " ".join(native.run(cards).printed[1:]).lower().split() == moves


def test_a_job_without_cards_ends_at_once() -> None:
    assert native.run([]).printed == ()


def test_every_character_comes_through_reader_and_printer() -> None:
    text = "0123456789+-/=.,$*()'ABCDEFGHIJKLMNOPQRSTUVWXYZ"
    echoed = native.run([text.rjust(72), text]).printed
    assert echoed[1::2] == (text.rjust(72), text)


def test_a_refusal_is_an_error_that_names_the_card() -> None:
    with pytest.raises(
        job.Refused, match=r"^The program refused card 5, 'COUNT 21': not a number from 1-20\."
    ):
        job.check_refusals(native.run([*native.position_cards(START), "COUNT 21"]).printed)


def test_an_unexpected_stop_names_the_symbol_and_the_card() -> None:
    machine = Machine("7094")
    machine.load(job.program(native.DECK))
    machine.core[machine.symbols["MVNORM"] + 1] = 0
    machine.ic = machine.symbols["MVNORM"]
    with pytest.raises(job.UnexpectedStop, match=r"\(MVNORM\+1\).*moves\.fap, card \d+: ALS +4\b"):
        job.check_stop(machine, machine.run(), native.END_OF_JOB)


@needs_simh
def test_simh_prints_the_same_line_for_line(tmp_path: Path) -> None:
    positions = [FIG_3, *map(Position.from_fen, CORNERS)]
    cards = [card for p in positions for card in (*native.position_cards(p), "MOVES", "COUNT 3")]
    cards += ["NONSENSE", "START", "COUNT 5"]
    assembled = job.program(native.DECK)
    theirs = load_cards(tmp_path, [*assembled.deck("self-loading"), *map(Card.from_text, cards)])
    assert theirs.halted_at == assembled.symbols[native.END_OF_JOB]
    assert theirs.printed == native.run(cards).printed
