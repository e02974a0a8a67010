"""Studies of the search: the sample, the counts against plain Python, records, and the commands."""

import json
from pathlib import Path

import pytest

from samuel.checkers import pdn
from samuel.checkers.rules import START, Position, find, legal_moves, play
from samuel.player.game import Game, position_of
from samuel.player.printout import BookMove
from samuel.player.steering import MAN, numbers_of
from samuel.studies.search_studies import boards, branching, flitting, margins, terms
from samuel.studies.search_studies.book_moves import Asked, ask_all
from samuel.studies.search_studies.found import STUDIES, Drawn, Found, Line, Listed, Stated, record_of
from samuel.studies.search_studies.look import Looked, look_all
from samuel.studies.search_studies.sample import STAGES, Chosen, Source, drawn, sample, stage_of
from samuel.studies.search_studies.spread import geometric, share, spread
from tests.samuel.cli.test_samuel_cli import Samuel, samuel

__all__ = ["samuel"]

FIG_3 = position_of("9-14 22-17 11-15 17-13")
JUMPS = Position.from_fen("B:W18,22,27,30,31:B2,9,14,15,K24")
END_GAME = Position.from_fen("W:WK11,K16,20:B1,12,K22")
CHOSEN = [
    Chosen(position, legal_moves(position)[-1], stage_of(position)) for position in (FIG_3, JUMPS, END_GAME)
]


def looked(ends: int, move: str = "1-5", scored: int = 100) -> Looked:
    return Looked(move, 0, ends, ends, 4, scored, (1.0, 2.0))


# the sample


def test_a_sample_has_as_many_positions_of_each_stage_and_a_choice_in_each() -> None:
    chosen = sample(drawn(None, 40), 30)
    assert [each.stage for each in chosen] == [stage for stage in STAGES for _ in range(10)]
    assert all(stage_of(each.position) == each.stage for each in chosen)
    assert all(len(legal_moves(each.position)) > 1 for each in chosen)
    assert all(each.move in legal_moves(each.position) for each in chosen)
    assert len({each.position for each in chosen}) == 30


def test_the_seed_decides_the_sample() -> None:
    games = drawn(None, 20)
    assert sample(games, 9, 1) == sample(games, 9, 1) != sample(games, 9, 2)


def test_games_drawn_from_an_archive_are_whole_games_of_it(tmp_path: Path) -> None:
    path = tmp_path / "games.pdn"
    texts = [f'[Event "{n}"]\n[Result "*"]\n1. 9-14 22-17 2. 11-15 *\n\n' for n in range(30)]
    path.write_text("% a remark\n" + "".join(texts))
    whole = {game.tags["Event"] for game in pdn.read(path)}
    games = drawn(path, 10).games
    assert len(games) == 10
    assert {game.tags["Event"] for game in games} < whole
    assert all(len(game.moves) == 3 for game in games)


# branching and boards


def test_apparent_branching_of_an_even_tree_is_its_branching() -> None:
    found = [looked(5**4), looked(5**4)]
    assert branching.root(found, 4)[0] == pytest.approx(5)
    trees = {("m", 2): [looked(5**2)] * 2, ("m", 4): found}
    grown = branching.growth(trees, "m", 4)
    assert grown is not None
    assert grown[0] == pytest.approx(5)


def test_without_pruning_the_ends_are_all_lines_of_play() -> None:
    found = branching.branching(CHOSEN, "three positions", 4)
    ends = found.measures["ends"]
    assert ends["no pruning, no order, 2 plies"] == [lines(each.position, 2) for each in CHOSEN]
    assert ends["no pruning, no order, 4 plies"] == [lines(each.position, 4) for each in CHOSEN]
    for mode in branching.MODES[1:]:
        assert sum(ends[f"{mode}, 4 plies"]) < sum(ends["no pruning, no order, 4 plies"])


def lines(position: Position, depth: int) -> int:
    moves = legal_moves(position)
    return sum(lines(play(position, move), depth - 1) for move in moves) if depth and moves else 1


def test_in_perfect_order_the_machine_sees_as_few_ends_as_is_possible() -> None:
    for branches, plies, seen, by_chance in boards.artificial():
        assert seen == boards.ideal(branches, plies) <= by_chance <= branches**plies


def test_the_example_of_ten_plies_is_twice_eight_to_the_fifth_less_one() -> None:
    assert boards.ideal(8, 10) == 2 * 8**5 - 1


def test_the_depth_for_66000_boards_lies_on_the_line_through_the_counts() -> None:
    factor = boards.BOARDS ** (1 / 9)
    assert boards.depth_of([round(factor**depth) for depth in boards.DEPTHS]) == pytest.approx(9, abs=0.01)


# flitting and margins


def test_at_a_fixed_depth_paths_do_not_change_the_score() -> None:
    settings = {name: each for name, each in flitting.settings(5, {}).items() if name in flitting.MODES}
    found = look_all(settings, [each.position for each in CHOSEN], workers=1)
    scores = [[each.score for each in looks] for looks in found.values()]
    assert scores[0] == scores[1] == scores[2]


def test_the_time_with_flitting_is_given_in_units_of_that_without() -> None:
    row = flitting._change("less time", [10.0, 20.0, 30.0], [5.0, 10.0, 15.0], flitting.WITHOUT)
    assert (row.ours, row.holds) == ("0.50 ± 0.00 times", True)


def test_margins_tighten_with_the_ply_and_are_steering_words() -> None:
    for words in margins.default_trials():
        for name, given in words.items():
            numbers = numbers_of(name, given)
            assert numbers == sorted(numbers, reverse=True)
    assert margins.told({"MARGIN": [8, 4], "AGREE": 2}) == "MARGIN=8,4 AGREE=2"


def test_a_setting_is_compared_position_by_position() -> None:
    base = [looked(1, "1-5", 300), looked(1, "1-6", 100)]
    other = [looked(1, "1-5", 150), looked(1, "2-6", 50)]
    tried = margins.compare(base, other, [0.0, MAN], {"AGREE": 1})
    assert tried.factor == (2.0, 0.0)
    assert tried.same[0] == tried.loss[0] == 0.5


def test_no_points_are_lost_where_the_move_is_the_same() -> None:
    base = look_all({"a": {}}, [FIG_3], workers=1)["a"]
    assert margins.losses(CHOSEN[:1], {}, base, [base], lambda done: None) == [[0.0]]


# the book, and terms


def test_along_the_book_the_searchs_own_move_is_that_of_a_game() -> None:
    chosen = [Chosen(START, find(START, "11-15"), "opening"), CHOSEN[0]]
    (found,) = ask_all({"a": {"steering": {"SEARCH": 1, "COUNT": 1}}}, chosen).values()
    for each, answer in zip(chosen, found, strict=True):
        with Game(each.position, steering={"COUNT": 1}) as game:
            assert answer.line.own == game.move().move
        assert answer.follows == (find(each.position, answer.line.own) == each.move)


def test_the_coefficient_counts_equal_moves_as_higher() -> None:
    rated = [
        Asked(BookMove(1, "B", "9-14", "9-14", 0, 1, 3), 0.0),
        Asked(BookMove(1, "B", "9-14", "9-13", 2, 0, 4), 0.0),
    ]
    assert terms.coefficient(rated) == (7 - 3) / 10
    gain, error = terms.gained(rated, rated)
    assert (gain, error) == (0.0, 0.0)


# numbers


def test_spread_and_errors_of_plain_numbers() -> None:
    found = spread([1.0, 2.0, 3.0, 4.0, 5.0])
    assert (found.mean, found.median, found.low, found.high, found.most) == (3, 3, 2, 4, 5)
    assert geometric([2.0, 8.0])[0] == pytest.approx(4)
    part, error = share(1, 4)
    assert (part, error) == (0.25, (0.25 * 0.75 / 4) ** 0.5)


# records and commands


def test_a_study_comes_back_from_its_record_unchanged() -> None:
    found = Found(
        "branching",
        "title",
        "sample",
        (Stated("what", "6", "5", "less", False, 26),),
        (Listed.of("caption", ["a", "b"], [[1, 2.5]]),),
        (Drawn("title", "x", "y", (Line("a", ((1.0, 2.0),), True, "--"),), True),),
        ("a limit",),
        {"numbers": [1, 2]},
        "samuel study branching --record",
    )
    assert Found.of(json.loads(json.dumps(found.as_dict()))) == found


def test_the_command_records_plots_and_shows_the_record(
    samuel: Samuel, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SAMUEL_RECORDS", str(tmp_path))
    plot = tmp_path / "branching.svg"
    made = samuel(
        "study", "branching", "--positions", "6", "--depth", "4", "--record", "--plot", str(plot), "--json"
    )
    assert made.code == 0, made.err
    assert plot.read_bytes().startswith(b"<?xml")
    assert record_of("branching").command == "samuel study branching --positions 6 --depth 4 --record"
    shown = samuel("study", "branching", "--recorded", "--json")
    assert json.loads(shown.out) == json.loads(made.out)


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (["branching", "--recorded", "--record"], "mutually exclusive"),
        (["branching", "--plot", "branching.txt"], "end it with .svg, .png, .pdf"),
        (["margins", "--trial", "BANANA=1"], "There is no steering word 'BANANA'"),
        (["book", "--games", "missing.pdn"], "missing.pdn: there is no such file"),
    ],
    ids=lambda each: each[0] if isinstance(each, list) else "",
)
def test_a_bad_request_is_refused_in_a_sentence(samuel: Samuel, arguments: list[str], reason: str) -> None:
    done = samuel("study", *arguments)
    assert done.code == 2
    assert reason in done.err
    assert "Traceback" not in done.err


@pytest.mark.parametrize("study", STUDIES)
def test_every_study_is_on_record_and_in_the_report(study: str) -> None:
    kept = record_of(study).kept()
    assert kept is not None
    assert Found.of(kept).stated


def test_an_archive_without_games_is_refused_in_a_sentence(samuel: Samuel, tmp_path: Path) -> None:
    path = tmp_path / "none.pdn"
    path.write_text("% nothing\n")
    done = samuel("study", "book", "--games", str(path))
    assert (done.code, "has no games" in done.err) == (2, True)


def test_too_few_positions_are_refused() -> None:
    assert sample(Source("none", ()), 9) == ()
