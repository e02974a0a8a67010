"""The native evaluation: each parameter against samuel.judges.terms, phases, Table 1, scores, time."""

import random
from itertools import islice, pairwise
from pathlib import Path
from statistics import fmean

import pytest

from ibm7094.errors import BadValue
from ibm7094.machine import Machine
from ibm7094.media.cards import Card
from ibm7094.words import WORD
from samuel.checkers import pdn
from samuel.checkers.rules import EMPTY, OTHER, START, Position, legal_moves, play
from samuel.judges import terms
from samuel.player.evaluation import Evaluation, evaluate, evaluate_each, pace
from samuel.player.job import program, run_job
from samuel.player.moves import position_cards
from tests.rigs.facts import shared
from tests.rigs.simh_rig import load_cards, needs_simh

MAN, KING, UNIT, TRADE = 3328, 4992, 24, 416
"""What worths.fap holds; a test checks it."""

TABLE_1 = """
GUARD .33 QUART .29 DIAGL -.21 EDGES -.20 FRONT -.19 ANGLE -.18 CENTR .14 NODES .13 DCHOL .11 ADVAN -.08
PINS .07 DYKSQ .07 FREE .06 EXCHS -.05 THRET .04 STARS .04 PRESS -.04 UNCEN .03 LINES .02
/
SPIKE .85 GUARD .36 EDGES -.24 QUART .23 CENTR .21 ANGLE -.21 FRONT -.19 ADVAN -.18 SHOVE .16 THRET .14
NODES .13 PINS .11 DCHOL -.10 STARS -.09 OFSET .09 HOLES .09 DIAGL -.09 UNCEN .08 MOBIL .05
/
SPIKE .88 KCENT .48 PANTS .42 GUARD .37 FRONT -.23 CRAMP .23 ADVAN -.23 EDGES -.22 CENTR .20 STARS -.19
QUART .19 ANGLE -.19 THRET .15 DCHOL .14 PINS .13 SHOVE .10 NODES .10 UNCEN .09 OFSET .08
/
SPIKE .86 GUARD .62 PANTS .61 KCENT .56 STARS -.30 ADVAN -.30 FRONT -.27 THRET .26 ANGLE -.23 EDGES -.22
DIAGL .22 CENTR .20 SHOVE .18 QUART .16 PINS .12 UNCEN .11 OFSET .09 DENYS .09 UNDEN -.07
/
GUARD .81 SPIKE .68 PANTS .62 KCENT .55 THRET .36 DIAGL .33 ADVAN -.32 UNCEN .27 ANGLE -.26 SHOVE .25
UNDEN -.22 FRONT -.22 DENYS .20 PINS .19 CENTR .18 EDGES -.16 DYKSQ -.16 QUART .15 DEUCE .06
/
PRESS -.54 KCENT .54 UNCEN .45 UNDEN -.41 DYKSQ -.40 DENYS .40 SHOVE .39 DIAGL .39 SPIKE .37 THRET .36
EXCHS -.34 OFSET -.26 ADVAN -.24 PINS .23 ANGLE -.23 FRONT -.32 DEUCE -.16 FREE -.11 QUART .08
"""
"""Samuel 1967, Table 1, typed again from the paper. FRONT in phase 6 is out of order, as our copy reads."""

SUMS = [38, 140, 250, 269, 331, 20]
SIZES = [228, 360, 462, 547, 599, 622]
"""In hundredths, of the coefficients of each phase and of their magnitudes."""

# Rare features: 1959's cramp by either side, breeches of men and kings, men held at the side, a diamond, a
# double corner left, kings only, one side only, no piece at all.
MADE = [
    "W:W17,21,22,25,30,31:B13,9,2,3,12",
    "B:W20,19,31,30,26:B8,11,12,16,2",
    "B:W20,24,31:B8,11,12,16,2,3,7",
    "B:W17,21,22,25,30,31:B13,9,2,3,12",
    "W:W17,21,22,25:B13,14,K5",
    "B:W14,15,23:B10",
    "W:W23:B18,19",
    "B:WK18:BK14,15,22,K23",
    "W:W28,32:B20,19",
    "B:W13,21:B17,14,5",
    "W:W29,30,31,32:B6,9,10,14,1,2,3",
    "B:WK1,K6:BK32,K27",
    "B:W:B1,2,3",
    "W:W:B1",
    "B:WK5:B",
    "B:W5,6:B27,28,26",
    "W:W32:B28",
]


def mirrored(position: Position) -> Position:
    """The same position with colours and ends of the board exchanged."""
    board = " " + position.board[:0:-1].translate(str.maketrans("bBwW", "wWbB"))
    return Position(OTHER[position.side], board)


def random_positions(count: int) -> list[Position]:
    """Positions from all stages of random games."""
    chance = random.Random(1967)
    found: list[Position] = []
    while len(found) < count:
        position = START
        while moves := legal_moves(position):
            if chance.random() < 0.1:
                found.append(position)
            position = play(position, chance.choice(moves))
            if len(found) > 3 * count:
                break
    return chance.sample(found, count)


def scattered_positions(count: int) -> list[Position]:
    """Boards with men and kings placed at random."""
    chance = random.Random(7094)
    found: list[Position] = []
    for _ in range(count):
        board = [" ", *EMPTY * 32]
        for square in chance.sample(range(1, 33), chance.randint(2, 18)):
            piece = chance.choice("bBwW")
            crowned = (piece == "b" and square > 28) or (piece == "w" and square < 5)
            board[square] = piece.upper() if crowned else piece
        if all(sum(board.count(p) for p in side) <= 12 for side in ("bB", "wW")):
            found.append(Position(chance.choice(("B", "W")), "".join(board)))
    return found


def period_positions(count: int) -> list[Position]:
    """Positions of period games; none if the games are not available."""
    games = islice(pdn.read(shared("games/period-games.pdn"), lambda bad: None), 60)
    found = [position for game in games for position, _ in game.positions()]
    return random.Random(1959).sample(found, count)


Sample = list[tuple[Position, Evaluation]]


@pytest.fixture(scope="module")
def sample() -> Sample:
    """Positions with what the program says of them and of their mirror images, all from one job."""
    made = [Position.from_fen(fen) for fen in MADE]
    positions = [START, *made, *random_positions(60), *scattered_positions(60)]
    positions += [mirrored(position) for position in positions]
    return list(zip(positions, evaluate_each(positions), strict=True))


def assert_judged(position: Position, found: Evaluation) -> None:
    assert found.parameters == terms.values(position), position.to_fen()


def table() -> list[list[tuple[str, int]]]:
    """Table 1, in hundredths."""
    phases = []
    for text in TABLE_1.split("/"):
        words = text.split()
        names, numbers = words[::2], words[1::2]
        phases.append([(n, round(100 * float(c))) for n, c in zip(names, numbers, strict=True)])
    return phases


def polynomial(position: Position, count: int) -> int:
    """The polynomial in points, credited to the passive side, from the judge's parameters."""
    values = terms.values(position)
    used = table()[terms.phase(position) - 1][: count - 1]
    return terms.toward_zero(UNIT * sum(values[name] * coefficient for name, coefficient in used), 100)


# Parameters


def test_every_parameter_of_random_and_made_positions_is_as_the_plain_model_has_it(sample: Sample) -> None:
    for position, found in sample:
        assert_judged(position, found)


def test_every_parameter_of_period_positions_is_as_the_plain_model_has_it() -> None:
    positions = period_positions(120)
    for position, found in zip(positions, evaluate_each(positions), strict=True):
        assert_judged(position, found)


def test_every_parameter_is_plus_somewhere_and_minus_elsewhere_in_the_sample(sample: Sample) -> None:
    one_sided = {"DENYS", "UNDEN"}
    for name in terms.RATINGS | terms.ONE_SIDED:
        seen = {found.parameters[name] for _, found in sample}
        assert max(seen) > 0, name
        assert (min(seen) == 0) if name in one_sided else (min(seen) < 0), name


def test_a_position_and_its_mirror_image_are_evaluated_alike(sample: Sample) -> None:
    half = len(sample) // 2
    for (position, found), (image, other) in zip(sample[:half], sample[half:], strict=True):
        assert image == mirrored(position)
        assert found == other, position.to_fen()


def test_thirty_one_parameters_are_listed() -> None:
    assert len(evaluate(START).parameters) == 31


# Phases and pieces


def test_the_phase_changes_below_21_17_13_9_and_5_pieces() -> None:
    boards = [Position("B", " " + "b" * (n // 2) + EMPTY * (32 - n) + "w" * (n - n // 2)) for n in range(25)]
    phases = [found.phase for found in evaluate_each(boards)]
    assert phases == [6] * 5 + [5] * 4 + [4] * 4 + [3] * 4 + [2] * 4 + [1] * 4


def test_piece_advantage_is_as_the_plain_model_has_it(sample: Sample) -> None:
    for position, found in sample:
        assert found.advantage == terms.advantage(position, MAN, KING, TRADE), position.to_fen()


def test_a_man_ahead_of_21_pieces_is_worth_what_fig_3_allows() -> None:
    position = Position.from_fen("W:W21,22,23,24,25,26,27,28,29,30:B1,2,3,4,5,6,7,8,9,10,11")
    assert 3290 <= evaluate(position).advantage <= 3380


def test_trading_raises_the_advantage_of_the_side_ahead() -> None:
    before, after = evaluate_each(
        [Position.from_fen("W:W21,22,23:B1,2,3,4"), Position.from_fen("W:W21,22:B1,2,3")]
    )
    assert after.advantage > before.advantage > MAN


def test_the_steering_words_are_as_documented() -> None:
    assembled = program("evaluate.deck")
    names = ("PNMAN", "PNKING", "PNUNIT", "PNTERM", "PNTRAD")
    assert [assembled.words[assembled.symbols[n]] for n in names] == [MAN, KING, UNIT, 20, TRADE]
    assert 2 * KING == 3 * MAN


# Table 1 and the score


def test_table_1_in_core_is_the_printed_one() -> None:
    assembled = program("evaluate.deck")
    calls = {assembled.words[place]: name for name, place in names_listed().items()}
    for phase, printed in enumerate(table(), 1):
        first = assembled.symbols[f"T1P{phase}"]
        words = [assembled.words[first + i] for i in range(4 * 19)]
        stored = [
            (calls[call], -(word & ~(1 << 35)) if word >> 35 else word)
            for call, word in zip(words[::4], words[3::4], strict=True)
        ]
        assert stored[::-1] == printed


def names_listed() -> dict[str, int]:
    """Where the driver's list has the call of each parameter."""
    assembled = program("evaluate.deck")
    first, end = assembled.symbols["EVLIST"], assembled.symbols["EVLISE"]
    names = list(evaluate(START).parameters)
    return dict(zip(names, range(first + 1, end, 2), strict=True))


def test_table_1_adds_up_phase_by_phase() -> None:
    assert [sum(c for _, c in phase) for phase in table()] == SUMS
    assert [sum(abs(c) for _, c in phase) for phase in table()] == SIZES


def test_table_1_falls_in_size_but_for_one_damaged_coefficient() -> None:
    rising = [
        (number, name)
        for number, phase in enumerate(table(), 1)
        for (_, before), (name, after) in pairwise(phase)
        if abs(after) > abs(before)
    ]
    assert rising == [(6, "FRONT")]


def test_table_1_has_thirty_names_and_the_parameters_have_oreo_besides() -> None:
    named = {name for phase in table() for name, _ in phase}
    assert len(named) == 30
    assert set(terms.RATINGS | terms.ONE_SIDED) == named | {"OREO"}


def test_the_score_is_advantage_and_polynomial_seen_by_the_side_to_move(sample: Sample) -> None:
    for position, found in sample:
        assert found.polynomial == polynomial(position, 20), position.to_fen()
        assert found.score == -found.advantage - found.polynomial


@pytest.mark.parametrize("count", [1, 5, 10, 15, 20, 31])
def test_fewer_terms_are_those_with_the_largest_coefficients(count: int) -> None:
    positions = random_positions(12)
    for position, found in zip(positions, evaluate_each(positions, count), strict=True):
        assert found.polynomial == polynomial(position, count), position.to_fen()


# Cards and time


@pytest.mark.parametrize("count", [0, 100, 123456])
def test_a_number_of_terms_out_of_range_is_refused(count: int) -> None:
    printed = run_job(program("evaluate.deck"), [f"TERMS {count}"], "EVEND").printed
    assert printed[0].endswith("NOT A NUMBER FROM 1-99")
    with pytest.raises(BadValue, match=f"1 to 99 terms, not {count}"):
        evaluate(START, count)


def test_a_refused_card_spoils_the_position_until_it_is_set_up_anew() -> None:
    cards = ["BLACK 40", "EVAL", "START", "EVAL"]
    printed = run_job(program("evaluate.deck"), cards, "EVEND").printed
    assert printed[0].endswith("NOT A SQUARE") and printed[2].endswith("THE POSITION IS NO GOOD")
    assert printed[4].startswith("PHASE    1")


@pytest.mark.parametrize("count", [5, 10, 15, 20])
def test_a_7094_evaluates_at_least_the_papers_220_boards_a_second(count: int) -> None:
    fig_3 = Position.from_fen("B:W13,21,23,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,10,12,14,15")
    assert 1 / max(pace(fig_3, count).seconds) > 220


def test_a_7094_evaluates_at_least_300_boards_of_period_games_a_second_in_every_phase() -> None:
    slow: dict[int, list[float]] = {}
    for position in period_positions(200):
        slow.setdefault(terms.phase(position), []).append(pace(position).seconds[1])
    assert len(slow) >= 5
    assert {phase: 1 / fmean(seconds) for phase, seconds in slow.items() if 1 / fmean(seconds) < 300} == {}


def test_the_tables_for_counting_are_built_once() -> None:
    assert pace(START).instructions < 1_000


def test_a_word_of_any_ones_is_counted() -> None:
    machine = Machine()
    machine.load(program("evaluate.deck"))
    machine.run(breakpoints=["EVCARD"])
    machine.ic = machine.address("EVEVAL")
    machine.run(breakpoints=["EVDONE"])
    chance = random.Random(1967)
    for _ in range(50):
        black, white = chance.getrandbits(36), chance.getrandbits(36)
        machine.core[machine.address("PARES")] = black
        machine.core[0o77] = 0o007400400000 | machine.address("PADIF")
        machine.ic, machine.ac = 0o77, white
        machine.run(breakpoints=[0o100])
        difference = black.bit_count() - white.bit_count()
        assert (-(machine.ac & WORD) if machine.ac >> 37 else machine.ac) == difference


def test_an_evaluation_gives_the_index_registers_back() -> None:
    machine = Machine()
    machine.load(program("evaluate.deck"))
    machine.run(breakpoints=["EVCARD"])
    machine.ic = machine.address("EVEVAL")
    machine.run(breakpoints=["EVCALL"])
    machine.xr[2] = 0o1234
    machine.run(breakpoints=["EVDONE"])
    assert (machine.xr[1], machine.xr[2]) == (1, 0o1234)


def test_nothing_in_the_deck_tests_the_overflow_that_shifting_boards_off_the_word_sets() -> None:
    operations = {card.text[7:].split()[0] for card in program("evaluate.deck").source.cards.values()}
    assert not operations & {"TOV", "TNO"}


@needs_simh
def test_simh_prints_the_same_evaluations_line_for_line(tmp_path: Path) -> None:
    assembled = program("evaluate.deck")
    positions = [START, *map(Position.from_fen, MADE)]
    cards = [card for position in positions for card in (*position_cards(position), "EVAL")]
    theirs = load_cards(tmp_path, [*assembled.deck("self-loading"), *map(Card.from_text, cards)])
    assert theirs.halted_at == assembled.symbols["EVEND"]
    assert theirs.printed == run_job(assembled, cards, "EVEND").printed
