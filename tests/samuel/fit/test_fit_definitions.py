"""What the lost parameters may have been: measurements of candidates against slow counts in plain Python."""

import json
import random
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from itertools import islice
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from samuel.checkers import pdn
from samuel.checkers.rules import EMPTY, OTHER, SQUARES, START, Move, Position, legal_moves, play
from samuel.checkers.rules import Side as Colour
from samuel.cli import main
from samuel.definitions.boards import PLACES, Boards, children, moved, quiet, turned, word
from samuel.definitions.generated import generated
from samuel.definitions.measure import MODES, VIEWS, Coefficients, Measure, coefficients, viewed
from samuel.definitions.phrases import has_the_move
from samuel.definitions.proposed import (
    ALONE,
    FORMER,
    KEPT,
    PUBLISHED,
    RATED_IN_1959,
    THOUGHT,
    may_rate,
    term_of_1959,
)
from samuel.definitions.sides import Side
from samuel.definitions.situations import lessons, situations
from samuel.fit.definitions_record import RECORD, measures
from samuel.fit.definitions_text import report_text
from samuel.fit.distance import distance, printed, rank_correlation
from samuel.fit.readings import Reached
from samuel.fit.replayed import PRESENT
from samuel.fit.rule import CHANCE, choose, gives_way
from samuel.fit.scoring import PROCEDURES, definitions_report, former, present
from samuel.fit.table import smallest, table
from samuel.fit.turn import turn_bias
from samuel.fit.verdicts import Fit, Report
from samuel.judges import terms
from samuel.studies.fig3.forced import forced_replay
from tests.rigs.facts import shared


def random_games(number: int, seed: int) -> list[pdn.Game]:
    """Drawn games of random moves, up to 80 each."""
    chance = random.Random(seed)
    games = []
    for at in range(number):
        position = START
        moves: list[Move] = []
        while len(moves) < 80 and (legal := legal_moves(position)):
            moves.append(chance.choice(legal))
            position = play(position, moves[-1])
        games.append(pdn.Game({}, tuple(moves), "1/2-1/2", number=at + 1))
    return games


GAMES = random_games(12, seed=1967)
POSITIONS = [position for game in GAMES for position, _ in game.positions()]


def fens(boards: Boards) -> list[str]:
    """Boards as the side that sees them would write them if it were Black, and to move."""

    def squares(value: int) -> list[int]:
        return [square for square in SQUARES if value & int(word([square]))]

    return [
        Position.of("B", *(squares(int(words[row])) for words in boards.words())).to_fen()
        for row in range(len(boards))
    ]


def seen_by(position: Position, side: Colour) -> str:
    """The same, of a position."""
    if side == "B":
        return Position("B", position.board).to_fen()
    turn = str.maketrans("bBwW", "wWbB")
    return Position("B", " " + position.board[:0:-1].translate(turn)).to_fen()


# Boards and moves


def test_every_legal_move_is_made_and_no_other() -> None:
    positions = POSITIONS[::3]
    parents, made = children(Boards.of((p, p.side) for p in positions))
    found = Counter(zip(parents.tolist(), fens(made), strict=True))
    assert found == Counter(
        (number, seen_by(play(position, move), position.side))
        for number, position in enumerate(positions)
        for move in legal_moves(position)
    )


def test_turning_the_board_twice_gives_it_back() -> None:
    boards = Boards.of((p, p.side) for p in POSITIONS)
    assert boards.other_side().other_side().equals(boards).all()
    assert turned(np.array([word([1, 5])]))[0] == word([32, 28])


def test_a_shift_goes_to_the_same_square_from_anywhere() -> None:
    for square in SQUARES:
        for offset in ((1, 1), (1, -1), (-1, 1), (0, 2), (2, 0), (3, -3)):
            row, column = PLACES[square][0] + offset[0], PLACES[square][1] + offset[1]
            there = [s for s in SQUARES if PLACES[s] == (row, column)]
            assert moved(np.array([word([square])]), offset)[0] == word(there)


def material(position: Position, side: Colour) -> int:
    def of(colour: Colour) -> int:
        return 2 * len(position.men(colour)) + 3 * len(position.kings(colour))

    return of(side) - of(OTHER[side])


def best_material(position: Position, side: Colour) -> int:
    """How far a side is ahead if both capture the most until the side to move has no jump."""
    jumps = [move for move in legal_moves(position) if move.captures]
    if not jumps:
        return material(position, side)
    outcomes = [best_material(play(position, jump), side) for jump in jumps]
    return max(outcomes) if position.side == side else min(outcomes)


def test_jumps_are_followed_to_the_best_quiet_board() -> None:
    after = [(play(p, move), p.side) for p in POSITIONS[::6] for move in legal_moves(p)]
    boards = Boards.of(after)
    ends, before, own_turn = quiet(boards, boards)
    assert ends.material().tolist() == [best_material(position, side) for position, side in after]
    own_jump, enemy_jump = ends.can_jump(), ends.other_side().can_jump()
    assert not np.where(own_turn, own_jump, enemy_jump).any()
    moved_again = ~ends.equals(boards)
    assert (before.pieces() > ends.pieces())[moved_again].all() and before.equals(boards)[~moved_again].all()


def test_by_1959s_timing_each_side_is_rated_when_it_is_passive() -> None:
    book = situations(GAMES)
    measure, rating = Measure(book), THOUGHT["QUART"]["men on the double-corner quarter"]
    now, then = Side(book.boards), Side(book.before)
    ends = np.where(book.own_turn, rating(then) - rating(now.foe), rating(now) - rating(then.foe))
    assert (measure.timed(rating, "own") == measure.counts(ends)).all()
    assert book.own_turn.any() and not book.own_turn.all()


# Words and ratings


def test_the_words_of_a_side_are_those_of_the_plain_judge() -> None:
    positions = POSITIONS[::6]
    side = Side(Boards.of((p, "B") for p in positions))
    for row, position in enumerate(positions):
        for name, squares in (
            ("mob", terms.mobile(position, "B")),
            ("denied", terms.denied(position, "B")),
            ("risky", terms.capturable(position, "B")),
        ):
            assert side.word(name)[row] == word(squares)
        assert turned(side.word("foe.denied"))[row] == word(33 - s for s in terms.denied(position, "W"))


def before(square: int) -> set[int]:
    """Every square that Black's men could reach from a square on an empty board."""
    (row, column) = PLACES[square]
    return {s for s in SQUARES if 0 < PLACES[s][0] - row >= abs(PLACES[s][1] - column)}


def test_nobody_can_stop_a_man_with_no_enemy_before_it() -> None:
    positions = POSITIONS[::6]
    side = Side(Boards.of((p, "B") for p in positions))
    assert side.runaway.tolist() == [
        word(s for s in p.men("B") if not before(s) & p.pieces("W")) for p in positions
    ]
    assert side.runaway.any()


def test_a_loose_piece_has_a_step_where_it_cannot_be_captured() -> None:
    positions = POSITIONS[::6]
    side = Side(Boards.of((p, "B") for p in positions))
    for loose, stuck, p in zip(side.loose, side.stuck, positions, strict=True):
        lost, denied = terms.capturable(p, "B"), terms.denied(p, "B")
        steps = list(terms.steps(p.board, "B"))
        assert loose == word(start for start, end in steps if end not in lost)
        assert stuck == word(p.pieces("B") - {start for start, end in steps if end not in denied})


@pytest.fixture(scope="module")
def judged() -> tuple[Side, list[dict[str, int]]]:
    """Some boards as the passive side sees them, and the parameters by the plain judge."""
    positions = POSITIONS[::6]
    passive = Side(Boards.of((p, OTHER[p.side]) for p in positions))
    return passive, [terms.values(position) for position in positions]


@pytest.mark.parametrize("name", table())
def test_the_first_definition_of_a_name_is_the_one_the_listings_use(
    name: str, judged: tuple[Side, list[dict[str, int]]]
) -> None:
    passive, wanted = judged
    _, definition, view = present(name)
    values = viewed(THOUGHT[name][definition], passive, view)
    assert values.tolist() == [value[name] for value in wanted]


def test_every_generated_definition_can_be_measured() -> None:
    side = Side(Boards.of((p, p.side) for p in POSITIONS[:50]))
    names = [(name, rating(side).shape) for name, rating in islice(generated(), 0, None, 97)]
    assert len(names) > 100 and all(shape == (50,) for _, shape in names)


# Situations and coefficients


def slow_counts(
    games: list[pdn.Game], rating: Callable[[Position, Colour], int]
) -> dict[int, tuple[int, int]]:
    """L and H by pieces on the board, move by move, of moves that leave the enemy without a jump."""
    counted: dict[int, tuple[int, int]] = {}
    for lesson in lessons(games):
        ends = [play(lesson.before, move) for move in legal_moves(lesson.before)]
        quiet_ends = [end for end in ends if not any(move.captures for move in legal_moves(end))]
        if lesson.after not in quiet_ends:
            continue
        values = [rating(end, lesson.side) for end in quiet_ends]
        book = rating(lesson.after, lesson.side)
        pieces = sum(piece != EMPTY for piece in lesson.before.board[1:])
        low, high = counted.get(pieces, (0, 0))
        counted[pieces] = (low + sum(v < book for v in values), high + sum(v > book for v in values))
    return counted


@pytest.mark.parametrize("name", ["CENTR", "ADVAN", "DEUCE", "FREE"])
def test_smaller_and_larger_values_are_counted_as_move_by_move(name: str) -> None:
    measure = Measure(situations(GAMES))
    _, definition, _ = present(name)
    own = dict(measure.views(THOUGHT[name][definition]))["own"]
    fast = own[..., MODES["calm"]].sum(axis=-1)
    slow = slow_counts(GAMES, terms.RATINGS[name])
    assert {p: (int(fast[0, p]), int(fast[1, p])) for p in slow} == slow
    assert fast.sum() == sum(map(sum, slow.values()))


def test_a_coefficient_is_the_difference_over_the_sum_by_phase() -> None:
    counts = np.zeros((2, 25, 4), np.int64)
    counts[:, 24, 3] = 75, 25  # phase 1
    counts[:, 4, 3] = 0, 100  # phase 6
    counts[:, 12, 3] = 1, 2  # too few to tell
    found = coefficients(counts, "calm")
    assert found.row[[0, 5]].tolist() == [0.5, -1.0]
    assert np.isnan(found.row[1:5]).all()


def test_alternatives_with_another_material_count_only_among_all() -> None:
    counts = np.zeros((2, 25, 4), np.int64)
    counts[0, 24, 0] = 100
    assert coefficients(counts, "all").row[0] == 1.0
    assert np.isnan(coefficients(counts, "same").row[0])


def test_wins_teach_the_winners_moves_and_draws_both() -> None:
    drawn = GAMES[0]
    won = pdn.Game({}, drawn.moves, "1-0")
    assert {lesson.side for lesson in lessons([drawn])} == {"B", "W"}
    assert {lesson.side for lesson in lessons([won])} == {"B"}
    assert not list(lessons([pdn.Game({}, drawn.moves, "*")]))


def test_what_two_games_share_is_learnt_once() -> None:
    assert len(list(lessons([GAMES[0], GAMES[0]]))) == len(set(GAMES[0].positions()))


def test_a_situation_is_in_one_half_with_all_its_moves() -> None:
    book = situations(GAMES)
    halves = [book.half(False), book.half(True)]
    assert sum(map(len, halves)) == len(book) and all(len(half) for half in halves)
    assert sum(half.number for half in halves) == book.number


# Fitting


def test_a_blank_of_the_table_is_held_against_large_coefficients_only() -> None:
    certain = np.ones(6)
    small, large = np.array([0.02, 0, 0, 0, 0, 0]), np.array([0.52, 0, 0, 0, 0, 0])
    assert distance(Coefficients(small, certain), "OREO") == 0
    assert distance(Coefficients(large, certain), "OREO") == pytest.approx(0.5 / 6**0.5)


def test_the_printed_row_itself_is_at_no_distance() -> None:
    for name in table():
        assert distance(Coefficients(printed(name), np.ones(6)), name) == 0


def test_each_phase_of_the_table_has_nineteen_terms() -> None:
    assert [sum(not np.isnan(row[phase]) for row in table().values()) for phase in range(6)] == [19] * 6


def test_blanks_are_bounded_by_the_smallest_printed_size_of_their_phase() -> None:
    assert smallest() == (0.02, 0.05, 0.08, 0.07, 0.06, 0.08)


@given(st.lists(st.integers(-3, 3), min_size=2, max_size=30), st.integers(1, 5))
def test_rank_correlation_is_one_with_itself_and_reversed_by_a_sign(values: list[int], factor: int) -> None:
    row = np.array(values, float)
    wanted = 1.0 if len(set(values)) > 1 else 0.0
    assert rank_correlation(row, factor * row) == pytest.approx(wanted)
    assert rank_correlation(row, -row) == pytest.approx(-wanted)


def fit(
    train: float, held_out: float, view: str = "difference", signs: tuple[int, int] = (0, 0), of: str = ""
) -> Fit:
    return Fit(of, view, (), (), train, held_out, *signs)


@pytest.mark.parametrize(
    ("now", "other", "wanted"),
    [
        (fit(0.25, 0.25), fit(0.125, 0.24), True),
        (fit(0.25, 0.25), fit(0.1875, 0.24), True),  # a quarter less, no more
        (fit(0.25, 0.25), fit(0.19, 0.24), False),
        (fit(0.1, 0.1), fit(0.07, 0.07), False),  # by less than .04
        (fit(0.25, 0.25), fit(0.125, 0.25), False),
        (fit(0.25, 0.25, signs=(3, 3)), fit(0.125, 0.24, signs=(4, 3)), True),
        (fit(0.25, 0.25, signs=(3, 3)), fit(0.125, 0.24, signs=(4, 2)), False),  # a sign lost
    ],
)
def test_a_definition_gives_way_to_one_much_nearer_on_both_halves_that_loses_no_sign(
    now: Fit, other: Fit, wanted: bool
) -> None:
    assert gives_way(now, other) == wanted


def chosen(name: str, now: Fit, *proposed: Fit, chance: float = 0.0) -> Fit:
    return choose(name, now, (now, *proposed), lambda _: chance)


def test_one_side_alone_must_beat_the_nearest_comparison_by_the_same_margin() -> None:
    now, alone = fit(0.25, 0.25), fit(0.1, 0.1, "own")
    assert chosen("QUART", now, alone) == alone
    assert chosen("QUART", now, alone, fit(0.2, 0.2)) == alone
    assert chosen("QUART", now, alone, fit(0.13, 0.13)) == fit(0.13, 0.13)


def test_one_side_of_a_lost_name_is_not_chosen_if_chance_does_as_well() -> None:
    now, alone = fit(0.25, 0.25), fit(0.1, 0.1, "own")
    assert chosen("QUART", now, alone, chance=2 * CHANCE) == now


def test_a_published_name_takes_published_definitions_only_and_the_side_that_1959_rates() -> None:
    now = fit(0.25, 0.25, of="(1959 GUARD)")
    back = fit(0.1, 0.1, "own", of="(1959 BACK)")
    assert chosen("GUARD", now, back, chance=1.0) == back
    assert chosen("GUARD", now, fit(0.1, 0.1, "enemy", of="(1959 BACK)")) == now
    assert chosen("GUARD", now, fit(0.1, 0.1, "own", of="men on the back row")) == now


def test_a_definition_in_use_stays_if_it_rates_one_side_and_no_comparison_is_much_nearer() -> None:
    now = fit(0.1, 0.1, "enemy", of="(1959 DENY)")
    assert chosen("DENYS", now, fit(0.12, 0.12, of="(1959 DENY)")) == now


def test_only_a_definition_chosen_by_its_fit_has_a_former_one() -> None:
    assert {name for name in table() if former(name)} == set(FORMER)
    assert all(definition in THOUGHT[name] for name, definition in FORMER.items())


def test_every_definition_that_1959_published_says_which_side_it_rates() -> None:
    terms = {term_of_1959(definition) for name in table() for definition in THOUGHT[name]} - {None}
    assert terms <= set(RATED_IN_1959)
    for name in PUBLISHED:
        assert any(may_rate(name, definition) for definition in THOUGHT[name])
    for name, view in ALONE.items():
        assert view in may_rate(name, next(iter(THOUGHT[name])))


def slow_move(position: Position) -> bool:
    """1959's MOVE, for Black to move."""
    both = position.pieces("B"), position.pieces("W")
    kings = len(position.kings("B") | position.kings("W"))
    in_system = sum((square - 1) // 4 % 2 == 0 for square in both[0] | both[1])
    return len(both[0]) == len(both[1]) and 4 * len(both[0]) + kings < 24 and in_system % 2 == 1


def test_a_side_has_the_move_if_few_pieces_are_even_and_odd_in_its_system() -> None:
    found = has_the_move(Side(Boards.of((position, "B") for position in POSITIONS))).tolist()
    assert found == [slow_move(position) for position in POSITIONS]
    assert any(found)


@pytest.fixture(scope="module")
def report() -> Report:
    """The report on random games: its verdicts mean nothing, but there is one for every name."""
    return definitions_report(GAMES, every=500)


def test_the_report_has_a_verdict_on_every_name(report: Report) -> None:
    assert [verdict.name for verdict in report.verdicts] == list(table())
    assert report.thought == sum(map(len, THOUGHT.values()))
    for verdict in report.verdicts:
        views = [may_rate(verdict.name, definition) for definition in THOUGHT[verdict.name]]
        assert verdict.tried == sum(map(len, views))
    assert all(f"**{name}**" in report_text(report) for name in table())


def test_the_choice_is_the_present_definition_or_one_that_may_be_chosen(report: Report) -> None:
    assert report.mode == "all"
    for verdict in report.verdicts:
        if verdict.change:
            assert verdict.chosen.view in may_rate(verdict.name, verdict.chosen.definition)
        assert verdict.both.view == "difference" or verdict.both == verdict.present
        assert {each.view for each in verdict.generated} == {verdict.present.view}


def test_the_present_definition_is_measured_in_every_view_and_mode(report: Report) -> None:
    for verdict in report.verdicts:
        assert {view: set(rows) for view, rows in verdict.views.items()} == {v: set(MODES) for v in VIEWS}


def test_the_report_states_its_rule_and_both_halves(report: Report) -> None:
    assert report.choosing + report.held_out == report.situations
    text = report_text(report)
    assert report.rule in text and f"{report.choosing} situations choose, {report.held_out} are held" in text
    assert "| own side or enemy |" in text


def test_fig_3_is_replayed_with_every_set_of_definitions(report: Report) -> None:
    changed = {f"present, {verdict.name} as chosen" for verdict in report.verdicts if verdict.change}
    for procedure, by in PROCEDURES.items():
        replays = report.replays[procedure]
        assert set(report.agreement) | changed < set(replays)
        machine = forced_replay(by=by)
        assert replays["present"] == Reached(machine.first, machine.saved, machine.exact)


def test_the_rule_alone_keeps_the_former_definition_or_comes_nearer_on_both_halves(report: Report) -> None:
    for verdict in report.verdicts:
        base = verdict.former or verdict.present
        if verdict.ruled != base:
            assert verdict.name not in KEPT or term_of_1959(verdict.ruled.definition)
            assert verdict.ruled.train_distance < base.train_distance
            assert verdict.ruled.held_out_distance < base.held_out_distance


def test_the_report_can_be_written_as_json(report: Report) -> None:
    read = json.loads(json.dumps(report.as_dict(), allow_nan=False))
    assert read["situations"] == report.situations
    assert [verdict["luck"] for verdict in read["verdicts"]] == [verdict.luck for verdict in report.verdicts]


def test_the_record_has_every_name_and_no_generated_definition(report: Report) -> None:
    kept = json.loads(json.dumps(measures(report), allow_nan=False))
    assert list(kept["names"]) == list(table())
    assert not any("generated" in each for each in kept["names"].values())
    assert kept["names"]["GUARD"]["views"].keys() == set(VIEWS)


def test_the_record_is_of_the_definitions_in_use() -> None:
    kept = RECORD.kept()
    assert kept is not None
    for name in table():
        _, definition, view = present(name)
        assert (kept["names"][name]["present"]["definition"], kept["names"][name]["present"]["view"]) == (
            definition,
            view,
        )


def test_only_ratings_of_one_side_credit_the_turn() -> None:
    boards = Boards.of((p, p.side) for p in POSITIONS)
    compared = {name: (definition, "difference") for name, (definition, _) in PRESENT.items()}
    assert set(turn_bias(compared, boards).means) == {0.0}
    alone = {**compared, "GUARD": (PRESENT["GUARD"][0], "own")}
    assert turn_bias(alone, boards).start == pytest.approx(24 * 0.33)  # both sides hold the bridge


def test_as_many_generated_definitions_drawn_at_random_agree_in_some_signs_too(report: Report) -> None:
    assert 0 < report.signs_by_chance.mean <= sum(np.count_nonzero(~np.isnan(printed(n))) for n in FORMER)


def test_the_luck_of_a_name_grows_with_the_definitions_thought_up(report: Report) -> None:
    half = replace(report.verdicts[0], chance=0.5, tried=1)
    assert half.luck == 0.5 and replace(half, tried=2).luck == 0.75


def test_a_file_without_games_is_refused_in_one_sentence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "empty.pdn").write_text("")
    assert main(["fit", "definitions", str(tmp_path / "empty.pdn")]) == 2
    assert capsys.readouterr().err.endswith("empty.pdn has no game with moves: check the file.\n")
    assert main(["fit", "definitions", str(tmp_path / "none.pdn")]) == 2
    assert "there is no such file" in capsys.readouterr().err


def test_the_command_reads_games_and_prints_json(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "games.pdn"
    file.write_text("".join(" ".join(m.text() for m in game.moves) + " 1/2-1/2\n" for game in GAMES[:4]))
    assert main(["fit", "definitions", str(file), "--json", "--every", "2000"]) == 0
    assert len(json.loads(capsys.readouterr().out)["verdicts"]) == len(table())


@pytest.fixture(scope="module")
def of_period_games() -> Report:
    """The report on about every fourth of the period games."""
    games = islice(pdn.read(shared("games/period-games.pdn"), lambda _: None), 2500)
    return definitions_report(games, every=40)


@pytest.mark.slow
@pytest.mark.parametrize("name", ["GUARD", "KCENT", "FRONT", "UNCEN"])
def test_period_games_single_out_some_definitions(name: str, of_period_games: Report) -> None:
    (verdict,) = (v for v in of_period_games.verdicts if v.name == name)
    assert verdict.present.held_out_distance < 0.15
    assert verdict.chance < 0.01
    assert verdict.earned


@pytest.mark.slow
def test_definitions_chosen_by_their_fit_gain_signs_by_the_papers_own_count_alone(
    of_period_games: Report,
) -> None:
    former, present = (of_period_games.agreement[kind] for kind in ("former", "present"))
    gained = {mode: present[mode].signs - former[mode].signs for mode in MODES}
    assert gained["all"] > 5 > max(gained["same"], gained["calm"])
