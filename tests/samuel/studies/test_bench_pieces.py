"""The pieces timed in 1959 on a 704: the four terms against plain Python, and times beside the paper's."""

import json
import random
from pathlib import Path

import pytest

from ibm7094.media.cards import Card
from samuel.checkers.boards import Words, from_words
from samuel.checkers.rules import OTHER, START, Position
from samuel.judges import terms
from samuel.player.job import program, run_job
from samuel.player.moves import position_cards
from samuel.studies.timing import bench, speeds
from samuel.studies.timing.bench import Measure
from samuel.studies.timing.workbench import Workbench, spread
from tests.rigs.simh_rig import load_cards, needs_simh

SIGN = 1 << 35

# A man and a king taken, a man crowned by a step and by a jump, a king in the king row, a jump that goes on,
# kings only, one side only.
MADE = [
    "B:W18,30:B14,15",
    "B:WK18,30:B14,K1",
    "B:W5:B25,26",
    "B:W26,K1:B22",
    "W:WK9,K30:B14",
    "W:W22,30:B10,17,18",
    "B:WK1,K6:BK32,K27",
    "B:W:B1,2,3",
    "W:W32:B28",
]


def signed(value: int) -> int:
    """A word as a signed number."""
    return -(value & ~SIGN) if value & SIGN else value


def sample() -> list[Position]:
    positions = [position for boards in spread(8).values() for position in boards]
    return [START, *map(Position.from_fen, MADE), *positions]


def found_on(work: Workbench, level: int) -> terms.FourTerms:
    """The four terms of the board evaluated last."""
    return terms.FourTerms(
        signed(work.word("FEADV", level)), work.word("FEDENY"), work.word("FEMOB"), work.word("FEHYB")
    )


def board_of(work: Workbench, level: int, root: Position) -> Position:
    """The board of a level."""
    side = root.side if level % 2 else OTHER[root.side]
    return from_words(Words(*(work.word(name, level) for name in ("FA", "BA", "FP", "BP"))), side)


@pytest.fixture(scope="module")
def on_704() -> Workbench:
    return Workbench("704")


@pytest.fixture(scope="module")
def measures() -> list[Measure]:
    return bench.measure()


# Four terms


def test_the_four_terms_of_a_board_and_of_all_that_follow_it_are_those_of_the_plain_model(
    on_704: Workbench,
) -> None:
    boards = 0
    for root in sample():
        on_704.put(root)
        on_704.call("MVALL")
        on_704.call("FEEVAL")
        assert found_on(on_704, 1) == terms.four_terms(root), root.to_fen()
        for _ in on_704.boards():
            board = board_of(on_704, 2, root)
            assert found_on(on_704, 2) == terms.four_terms(board), board.to_fen()
            boards += 1
    assert boards > 300


def test_piece_advantage_is_carried_right_along_a_line_of_boards(on_704: Workbench) -> None:
    chance = random.Random(704)
    jumps = 0
    for root in sample():
        on_704.put(root)
        for level in range(1, 20):
            on_704.call("MVALL", level)
            on_704.call("FEEVAL", level)
            board = board_of(on_704, level, root)
            assert found_on(on_704, level) == terms.four_terms(board), board.to_fen()
            tries = chance.randint(1, 4)
            if not sum(on_704.call("MKMOVE", level)[0] == 2 for _ in range(tries)):
                break
            jumps += bool(on_704.word("MVSGN", level) & SIGN)
    assert jumps > 50


def test_the_score_is_the_terms_less_the_rating_of_the_board_before(on_704: Workbench) -> None:
    chance = random.Random(1959)
    for root in sample():
        before = chance.randint(-40, 40)
        on_704.put(root)
        on_704.store("FERAT", 0, abs(before) | SIGN if before < 0 else before)
        on_704.call("MVALL")
        on_704.call("FEEVAL")
        expected = terms.four_terms(root)
        assert signed(on_704.word("FERAT", 1)) == expected.rating
        score = on_704.machine.ac
        assert (-(score % SIGN) if score >> 37 else score) == expected.score(before), root.to_fen()


def test_an_evaluation_gives_the_index_registers_back(on_704: Workbench) -> None:
    on_704.put(START)
    on_704.call("MVALL")
    on_704.machine.xr[2] = 0o1234
    on_704.call("FEEVAL")
    assert (on_704.machine.xr[1], on_704.machine.xr[2]) == (1, 0o1234)


# The deck


def test_the_deck_prints_the_terms_of_a_position_and_of_each_board_after_it() -> None:
    printed = run_job(program("pieces59.deck"), ["START", "TRY"], "PCEND").printed
    assert len(printed) == 8
    assert printed[0] == "BOARD     ADV     0  DENY    0  MOB     4  HYB     2 SCORE    0"
    assert printed[-1] == " 9-14     ADV     0  DENY    1  MOB     3  HYB     3 SCORE    5"


def test_a_refused_card_spoils_the_position() -> None:
    printed = run_job(program("pieces59.deck"), ["BLACK 40", "TRY"], "PCEND").printed
    assert printed[2].endswith("THE POSITION IS NO GOOD")


@needs_simh
def test_simh_prints_the_same_terms(tmp_path: Path) -> None:
    assembled = program("pieces59.deck")
    cards = [card for position in sample()[:10] for card in (*position_cards(position), "TRY")]
    theirs = load_cards(tmp_path, [*assembled.deck("self-loading"), *map(Card.from_text, cards)])
    assert theirs.printed == run_job(assembled, cards, "PCEND").printed


# The bench


def test_every_threshold_holds(measures: list[Measure]) -> None:
    assert [(each.what, each.average) for each in measures if not each.holds] == []


def test_the_paper_times_four_pieces_and_one_evaluation(measures: list[Measure]) -> None:
    papers = [each.paper for each in measures if each.paper]
    assert papers == pytest.approx([2.6, 1.5, 0.408, 2.4, *[220] * 6])


def test_a_time_outside_its_threshold_is_missed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bench, "WITHIN", 1.01)
    one_jumps = Position.from_fen(MADE[0])
    verdicts = {each.what: each.holds for each in bench.pieces_of_1959([START, one_jumps])}
    assert not verdicts["moves, no jump"]


def test_the_bench_exits_1_if_a_threshold_is_missed_and_says_so_in_json(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], measures: list[Measure]
) -> None:
    monkeypatch.setattr(bench, "measure", lambda: measures)
    assert bench.main(as_json=True) == 0
    assert json.loads(capsys.readouterr().out)["holds"]
    missed = Measure("x", "704", "ms", 1.0, 2.0, 2.0, 2.0, "1.5 times", False)
    monkeypatch.setattr(bench, "measure", lambda: [missed])
    assert bench.main() == 1
    assert "MISSED" in capsys.readouterr().out


# The speeds on record


@pytest.mark.slow
def test_the_speeds_on_record_are_those_of_the_decks_of_today() -> None:
    assert speeds.RECORD.is_current()
    assert speeds.RECORD.differences(speeds.speeds()) == []


def test_speeds_are_intervals_with_the_slow_end_first() -> None:
    kept = speeds.RECORD.kept()
    assert kept is not None
    assert all(slow < fast for phases in kept["evaluations"].values() for slow, fast in phases)
    assert all(least <= most for least, most in kept["pieces"].values())
