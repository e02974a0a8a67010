"""`samuel griffith`: the spliced tape, what the program learns from it, and Griffith's figures."""

import json
from collections.abc import Callable
from dataclasses import replace
from itertools import islice
from pathlib import Path

import pytest

from ibm7094.errors import MachineError
from samuel import paper
from samuel.checkers import pdn
from samuel.cli import main
from samuel.learning import book_tape
from samuel.learning import run as learning
from samuel.learning.book_tape import BookGame
from samuel.learning.lessons import walk
from samuel.learning.reel import Reel
from samuel.learning.run import Rated
from samuel.player.tape_records import closed, write_records
from samuel.report.blocks import Plot, Table
from samuel.report.sections import griffith as report
from samuel.studies import records as own
from samuel.studies.books import griffith
from samuel.studies.books.griffith import LOTS, METHODS, UNSEEN, WAYS, Curve, MemoRow, Point, Trial
from tests.rigs.cli_rig import Ran
from tests.rigs.facts import shared
from tests.samuel.learning.test_learning import some_games

LEARNT, RATED = 60, 10
Samuel = Callable[..., Ran]


def games() -> list[BookGame]:
    return [BookGame.of(game) for game in some_games()]


def counted(pieces: list[BookGame]) -> int:
    return sum(each.counts for piece in pieces for each in walk(piece))


@pytest.fixture
def samuel(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Samuel:
    def run(*arguments: str | Path | int, width: int = 80) -> Ran:
        monkeypatch.setenv("COLUMNS", str(width))
        capsys.readouterr()
        return Ran(main(["griffith", *map(str, arguments)]), *capsys.readouterr())

    return run


@pytest.fixture
def elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("SAMUEL_RECORDS", str(tmp_path / "own"))
    return tmp_path / "own"


@pytest.fixture
def book(tmp_path: Path) -> Path:
    book_tape.write(tmp_path / "book.tap", some_games())
    return tmp_path / "book.tap"


@pytest.fixture(scope="module")
def trial() -> Trial:
    return griffith.run(games(), "some games", LEARNT, RATED)


# the tape


def test_a_cut_has_as_many_moves_to_learn_from_as_were_asked_for() -> None:
    reel = Reel(iter(games()))
    assert [counted(reel.cut(moves)) for moves in (7, 1, 30)] == [7, 1, 30]


def test_pieces_cut_one_after_the_other_are_the_book() -> None:
    reel = Reel(iter(games()))
    cut = [each.position for _ in range(5) for p in reel.cut(9) for each in walk(p) if each.counts]
    whole = [each.position for game in games() for each in walk(game) if each.counts]
    assert cut == whole[:45]


def test_a_new_position_was_not_learnt_from() -> None:
    twice = [*games(), *games()[::-1]]
    reel = Reel(iter(twice))
    reel.cut(LEARNT)
    learnt = set(reel.positions)
    new = Reel(reel.games, reel.positions).cut(RATED, new=True)
    assert counted(new) == RATED
    assert not any(each.position in learnt for piece in new for each in walk(piece) if each.counts)


def test_every_lot_follows_every_part_that_is_learnt() -> None:
    pieces = list(griffith.splice(games(), LEARNT, RATED))
    assert counted(pieces) == LEARNT + len(griffith.parts()) * len(LOTS) * RATED


def test_the_curve_of_a_test_of_the_memos_size_is_taken_at_the_memos_points() -> None:
    stated = paper.griffith()
    points = [stated[f"learning curve, {which} point"].low for which in ("first", "second", "third")]
    assert griffith.marks(griffith.whole_lesson()) == (*points, stated["positions learnt from"].low)


def test_a_game_is_taken_as_far_as_its_moves_are_legal() -> None:
    game = games()[0]
    spoilt = BookGame(1, game.sides, game.start, (*game.paths[:5], (1, 32), *game.paths[5:]))
    assert walk(spoilt) == walk(game)[:5]


@pytest.mark.parametrize("sizes", [(100_000, 10), (60, 11)], ids=["book too short", "lot too long"])
def test_a_test_that_cannot_be_made_is_one_sentence(sizes: tuple[int, int]) -> None:
    with pytest.raises(MachineError, match=r"^The book has too few|^11 positions to rate are more than"):
        griffith.run(games(), "some games", *sizes)


# the program


def test_every_lot_is_rated_by_both_methods_at_every_mark(trial: Trial) -> None:
    assert set(trial.curves) == set(WAYS)
    for curve in trial.curves.values():
        assert [point.learnt for point in curve] == [10, 20, 30, 60]
        for point in curve:
            assert {(lot, of): point.lots[lot][of].moves for lot in LOTS for of in METHODS} == {
                (lot, of): RATED for lot in LOTS for of in METHODS
            }


@pytest.mark.parametrize("way", WAYS)
def test_the_first_point_is_what_the_program_makes_of_the_lots_alone(
    way: str, trial: Trial, tmp_path: Path
) -> None:
    first = trial.curves[way][0]
    lesson, further = Reel(iter(games())).cut(first.learnt), _further()
    tape = tmp_path / "book.tap"
    records = [each.words() for each in (*lesson, *further)]
    write_records(tape, [closed([book_tape.LABEL, book_tape.VERSION, len(records), 0]), *records])
    cards = ["RULE  2", "FORM  1", f"ADVANT {list(WAYS).index(way)}", f"LEARN {first.learnt}", "COEFF"]
    found = learning.read(*learning.run(tape, [*cards, f"TEST  {RATED}"]))
    assert found.tested == first.lots["further"]


def _further() -> list[BookGame]:
    reel = Reel(iter(games()))
    reel.cut(LEARNT)
    return Reel(reel.games).cut(RATED)


def test_progress_counts_all_positions() -> None:
    told: list[int] = []
    griffith.run(games(), "some games", LEARNT, RATED, told.append)
    assert told == sorted(told)
    assert told[-1] <= griffith.work(LEARNT, RATED)


@pytest.mark.slow
def test_master_games_make_the_test_that_is_on_record() -> None:
    archive = shared("games/period-games.pdn")
    recorded = griffith.kept()
    if recorded is None or not griffith.RECORD.is_current():
        pytest.skip(f"no test by today's cards is on record: {griffith.RECORD.command} makes one")
    with_result = (game for game in pdn.read(archive, lambda bad: None) if game.result != pdn.UNFINISHED)
    some = [BookGame.of(game) for game in islice(with_result, 700)]
    assert (
        griffith.differences(
            griffith.run(some, recorded.book, griffith.whole_lesson(), griffith.whole_test())
        )
        == []
    )


# beside the memo


def printed(not_lower: tuple[int, ...], lower: int, equal: int, higher: int, blunders: int) -> Rated:
    """Ratings with the parts that the machine prints of these counts."""
    moves, others = sum(not_lower), lower + equal + higher
    return Rated(
        not_lower,
        lower,
        equal,
        higher,
        blunders,
        tuple(count / moves for count in not_lower[:7]),
        100 * sum(not_lower[:2]) / moves,
        100 * blunders / moves,
        round(100 * (lower - equal - higher) / others, 1),
    )


def a_curve(first: Rated, *, seen: int = 80, polynomial: int = 60) -> Curve:
    """Two points with these ratings by the tables at the end."""

    def lots(unseen: Rated, learnt: int) -> dict[str, dict[str, Rated]]:
        others = printed(unseen.not_lower, polynomial, 0, 100 - polynomial, 0)
        known = printed(unseen.not_lower, learnt, 0, 100 - learnt, 0)
        found = {lot: {"tables": unseen, "polynomial": others} for lot in UNSEEN}
        return found | {"seen": {"tables": known, "polynomial": known}}

    worse = printed(first.not_lower, first.lower - 1, first.equal, first.higher + 1, first.blunders)
    return (Point(2, lots(worse, seen + 5)), Point(4, lots(first, seen)))


HIS = printed((28, 22, 50, 0, 0, 0, 0, 0, 0, 0), 67, 3, 30, 21)


def rows(curve: Curve) -> dict[str, MemoRow]:
    return {row.what: row for row in griffith.rows(curve)}


def test_his_own_numbers_do_not_differ_and_hold_every_threshold() -> None:
    found = rows(a_curve(HIS))
    shares = ("rated first", "rated second", "accurate", "blunders", "index of the tables")
    assert {what: found[what].difference("further") for what in shares} == dict.fromkeys(shares, 0)
    assert all(holds for row in found.values() for holds in row.holds.values())
    assert sum(bool(row.holds) for row in found.values()) == 3


def test_numbers_beyond_a_threshold_miss_it() -> None:
    poor = printed((20, 20, 60, 0, 0, 0, 0, 0, 0, 0), 55, 0, 45, 26)
    found = rows(a_curve(poor))
    for what in ("accurate", "blunders", "index of the tables"):
        assert found[what].holds == {"further": False, "new": False}


def test_no_threshold_applies_to_a_way_of_rating_that_the_memo_does_not_have() -> None:
    poor = printed((20, 20, 60, 0, 0, 0, 0, 0, 0, 0), 55, 0, 45, 26)
    assert not any(row.bar or row.holds for row in griffith.rows(a_curve(poor), "advantage"))


def test_every_number_of_the_memo_that_is_compared_is_in_its_file() -> None:
    assert set(rows(a_curve(HIS))) <= set(paper.griffith())


def test_what_the_text_says_about_the_curve_is_seen_in_it() -> None:
    assert [each.agrees for each in griffith.told(a_curve(HIS))] == [True, True, True]
    assert [each.agrees for each in griffith.told(a_curve(HIS, seen=60))] == [True, True, False]
    assert [each.agrees for each in griffith.told(a_curve(HIS)[::-1])] == [False, False, True]


@pytest.mark.parametrize(
    ("line", "course"),
    [
        ((1, 2, 3), "rises at every step"),
        ((1, 2, 2), "rises, level in places"),
        ((1, 3, 2), "rises overall, but not at every step"),
        ((3, 2, 1), "falls at every step"),
        ((3, 3, 1), "falls, level in places"),
        ((2, 3, 1), "falls overall, but not at every step"),
        ((1, 2, 1), "ends where it began"),
    ],
    ids=str,
)
def test_the_course_of_a_line_is_described(line: tuple[float, ...], course: str) -> None:
    assert griffith.course(line) == course


def test_a_curve_that_falls_at_a_step_but_ends_higher_is_partly_the_memos() -> None:
    first, last = a_curve(HIS)
    higher = a_curve(printed(HIS.not_lower, HIS.lower + 1, HIS.equal, HIS.higher - 1, HIS.blunders))[-1]
    rising, _, _ = griffith.told((first, last, higher))
    falling, _, _ = griffith.told((first, higher, last))
    assert (rising.agrees, falling.agrees, falling.partly) == (True, False, True)
    assert not griffith.told((last, first))[0].partly


def test_the_lot_of_the_memo_decides_what_holds(samuel: Samuel, elsewhere: Path) -> None:
    trial = of_the_memos_size()
    first, last = trial.curves["alone"]
    (other,) = (lot for lot in UNSEEN if lot != griffith.HIS_LOT)
    reverse = (
        replace(first, lots=first.lots | {other: last.lots[other]}),
        replace(last, lots=last.lots | {other: first.lots[other]}),
    )
    griffith.keep(replace(trial, curves=dict.fromkeys(WAYS, reverse)))
    out = " ".join(samuel().out.split())
    assert "up to a point. True here; new positions: rises at every step" in out
    assert f"{UNSEEN[other]}: falls at every step" in out


# the command and the record


def of_the_memos_size(rated: Rated = HIS) -> Trial:
    curve = a_curve(rated)
    last = Point(griffith.whole_lesson(), curve[-1].lots)
    return Trial("book.tap", griffith.whole_test(), dict.fromkeys(WAYS, (curve[0], last)), (60.0, 90.0))


def test_a_test_comes_back_from_its_record(elsewhere: Path, trial: Trial) -> None:
    griffith.keep(trial)
    assert griffith.kept() == trial
    assert griffith.differences(trial) == []
    assert griffith.RECORD.is_current()


def test_a_damaged_record_is_one_sentence(elsewhere: Path) -> None:
    griffith.RECORD.write({"book": "x"})
    with pytest.raises(own.BadRecord, match="is not a test"):
        griffith.kept()


def test_the_test_on_record_is_shown(samuel: Samuel, elsewhere: Path) -> None:
    griffith.keep(of_the_memos_size())
    ran = samuel()
    assert (ran.code, ran.err) == (0, "")
    for text in (
        "rated first",
        "tables, new positions",
        "accurate, further games: 50.0; threshold at least 45, met",
        "12,000",
        "True here;",
    ):
        assert text in ran.out


@pytest.mark.parametrize("width", [60, 80])
def test_no_number_is_cut_on_a_narrow_screen(samuel: Samuel, elsewhere: Path, width: int) -> None:
    griffith.keep(of_the_memos_size())
    out = samuel(width=width).out
    assert max(map(len, out.splitlines())) <= width
    assert "…" not in out


def test_a_threshold_that_a_test_of_the_memos_size_misses_is_reported_and_exits_with_1(
    samuel: Samuel, elsewhere: Path
) -> None:
    griffith.keep(of_the_memos_size(replace(HIS, blunders=26, below_median=26.0)))
    ran = samuel()
    assert ran.code == 1
    assert "blunders, new positions: 26.0; threshold at most 25, MISSED" in ran.out
    assert [line.partition(", should be")[0] for line in ran.err.splitlines()] == [
        f"A threshold is missed: blunders, {lot}, 26.0" for lot in UNSEEN.values()
    ]


def test_a_smaller_test_misses_no_threshold(samuel: Samuel, elsewhere: Path) -> None:
    poor = of_the_memos_size(replace(HIS, blunders=26, below_median=26.0))
    griffith.keep(replace(poor, rated=griffith.whole_test() - 1))
    ran = samuel()
    assert (ran.code, ran.err) == (0, "")
    assert "MISSED" not in ran.out
    assert "does not apply: only from 12,000 sets" in " ".join(ran.out.split())


def test_what_is_shown_without_a_book_is_said_to_be_the_record(samuel: Samuel, elsewhere: Path) -> None:
    griffith.keep(of_the_memos_size())
    said = f"The test on record, of book.tap, made by: {griffith.RECORD.command} "
    assert " ".join(samuel().out.split()).startswith(said)
    assert json.loads(samuel("--json").out)["on_record"]


@pytest.mark.parametrize("option", ["--moves", "--rated"])
def test_a_size_without_a_book_is_refused(samuel: Samuel, elsewhere: Path, option: str) -> None:
    griffith.keep(of_the_memos_size())
    ran = samuel(option, 300)
    assert (ran.code, ran.out) == (2, "")
    assert ran.sentence.startswith(f"{option} applies only to a new test")


def test_a_test_on_record_of_earlier_cards_is_reported(
    samuel: Samuel, elsewhere: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    griffith.keep(of_the_memos_size())
    monkeypatch.setattr(own, "deck_hash", lambda deck: "another")
    assert samuel().err == "The test on record was made with an earlier version of the program.\n"


def test_a_new_test_of_another_size_is_not_compared(samuel: Samuel, elsewhere: Path, book: Path) -> None:
    griffith.keep(of_the_memos_size())
    ran = samuel("--book", book, "--moves", LEARNT, "--rated", RATED, "--json")
    assert ran.code == 0
    assert "Not compared" in ran.err
    found = json.loads(ran.out)
    assert found["differences"] == []
    assert not found["on_record"]
    assert [point["learnt"] for point in found["ways"]["alone"]["index"]] == [10, 20, 30, 60]
    assert {row["what"] for row in found["ways"]["alone"]["rows"]} <= set(paper.griffith())


def test_a_new_test_that_differs_from_its_record_is_reported_and_exits_with_1(
    samuel: Samuel, elsewhere: Path, book: Path
) -> None:
    made = griffith.run(list(book_tape.read(book)), book.name, LEARNT, RATED)
    griffith.keep(made)
    again = ("--book", book, "--moves", LEARNT, "--rated", RATED)
    assert samuel(*again).code == 0
    text = griffith.RECORD.path.read_text()
    griffith.RECORD.path.write_text(text.replace('"blunders": ', '"blunders": 1', 1))
    ran = samuel(*again)
    assert ran.code == 1
    (sentence,) = ran.err.splitlines()
    assert "lot further, tables: blunders is " in sentence


def test_without_a_record_a_test_of_the_memos_size_exits_with_1(
    samuel: Samuel, elsewhere: Path, book: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(griffith, "run", lambda *given: of_the_memos_size())
    ran = samuel("--book", book)
    assert ran.code == 1
    assert griffith.RECORD.command in ran.err
    assert samuel("--book", book, "--record").code == 0
    assert griffith.kept() == of_the_memos_size()


@pytest.mark.parametrize(
    "given",
    [
        [],
        ["--record"],
        ["--book", "none.pdn"],
        ["--book", __file__],
        ["--book", __file__, "--record", "--moves", 9],
    ],
    ids=["no record", "record of no book", "no file", "no tape", "record of another size"],
)
def test_what_cannot_be_done_is_one_sentence(samuel: Samuel, elsewhere: Path, given: list[str | int]) -> None:
    ran = samuel(*given)
    assert ran.code == 2
    assert (len(ran.err.splitlines()), ran.out) == (1, "")


def test_the_command_has_help_with_examples(samuel: Samuel) -> None:
    assert "samuel griffith --book" in samuel("--help").out.partition("Examples:")[2]


# the report


def test_the_report_has_tables_and_a_curve_for_each_way_of_rating(elsewhere: Path) -> None:
    griffith.keep(of_the_memos_size())
    blocks = report.section().blocks
    assert sum(isinstance(block, Plot) for block in blocks) == len(WAYS)
    for block in blocks:
        if isinstance(block, Table):
            assert block.rows
            assert all(len(row) == len(block.heads) for row in block.rows)


def test_the_report_says_that_nothing_is_on_record(elsewhere: Path) -> None:
    (made,) = report.section().made
    assert (made.when, made.command) == ("not on record", griffith.RECORD.command)
