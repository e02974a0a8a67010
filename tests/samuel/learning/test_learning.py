"""Book learning on the machine, beside the same learning in plain Python."""

import json
from collections.abc import Sequence
from functools import cache
from itertools import islice
from pathlib import Path
from typing import TypedDict, Unpack

import pytest

from ibm7094.errors import MachineError
from ibm7094.machine import Machine
from samuel.checkers import pdn
from samuel.checkers.pdn import Game
from samuel.checkers.rules import START, Move, legal_moves, play
from samuel.cli import main
from samuel.judges.book_learning import GRIFFITH, SAMUEL, Judge
from samuel.learning import book_tape
from samuel.learning import run as learning
from samuel.player.coefficients import NAMES
from samuel.player.job import Job, UnexpectedStop
from samuel.player.signature_tables import FIG_4, FIG_5, FORMS, PHASES, Form, read_tape
from samuel.player.signature_tables import GRIFFITH as GRIFFITHS_FORM
from samuel.player.store import stored
from samuel.player.tape_records import closed, write_records
from tests.rigs.facts import shared
from tests.samuel.learning.test_book_tape import damage

CORE = 32_768


class Settings(TypedDict, total=False):
    """Options of the judge."""

    by_data: bool
    lean: int
    by_advantage: bool
    by_change: bool
    phases: int
    connectives: bool
    power: int
    by_turn: bool


MOVES = 60
"""Book moves that are judged; the judge is slow."""


@cache
def some_games() -> tuple[Game, ...]:
    """Games that anyone can make: each side takes the move in the middle of its list."""
    games = []
    for number in range(1, 7):
        position, moves = START, []
        for ply in range(40):
            legal = legal_moves(position)
            if not legal:
                break
            move: Move = legal[(ply * number + len(legal) // 2) % len(legal)]
            moves.append(move)
            position = play(position, move)
        games.append(Game({}, tuple(moves), ("1/2-1/2", "1-0", "0-1")[number % 3], START, number))
    return tuple(games)


@pytest.fixture
def book(tmp_path: Path) -> Path:
    book_tape.write(tmp_path / "book.tap", some_games())
    return tmp_path / "book.tap"


def native(book: Path, cards: list[str]) -> Machine:
    """The machine after it has read the cards."""
    with Job(stored(learning.DECK), learning.END_OF_JOB) as job:
        job.load()
        job.machine.attach("B2", "tape", book, write_protected=True)
        job.read(cards)
        return job.machine


def check_totals(
    book: Path,
    form: Form | None,
    rule: int,
    moves: int,
    more_cards: Sequence[str] = (),
    **settings: Unpack[Settings],
) -> None:
    """Native totals are the judge's, every one."""
    number = form.number if form else 0
    machine = native(book, [f"RULE  {rule}", f"FORM  {number}", *more_cards, f"LEARN {moves:,}"])
    judge = Judge(form, rule, **settings)
    judge.learn(list(book_tape.read(book)), moves)
    assert judge.moves == moves
    for cells, counts in (("LPLO", judge.lower), ("LPHI", judge.higher)):
        place = machine.address(cells)
        found = {
            (p + 1, n): int(machine.core[place + len(NAMES) * p + i])
            for p in range(PHASES)
            for i, n in enumerate(NAMES)
        }
        assert found == {key: counts[key] for key in found}
    for method, below in (("tables", 2), ("polynomial", 1)) if form else (("polynomial", 1),):
        for cells, what in (("LWLO", "lower"), ("LWEQ", "equal"), ("LWHI", "higher")):
            assert int(machine.core[machine.address(cells) - below]) == judge.rated[method, what]
    if form:
        assert totals(machine, form, rule) == {
            key: (judge.chosen[key], judge.others[key]) for key in judge.chosen.keys() | judge.others.keys()
        }


def totals(machine: Machine, form: Form, rule: int) -> dict[tuple[int, int, int, int], tuple[int, int]]:
    """The totals in core that are not zero, without carries: a short run has none."""
    found = {}
    entry_place = machine.address("SGTAB")
    offsets = {SAMUEL: ["LTOFF"], GRIFFITH: ["LTOFF1", "LTOFF2"]}[rule]
    for phase in range(PHASES):
        for level, shape in enumerate(form.levels):
            for table in range(shape.tables):
                for entry in range(shape.entries):
                    for changed, name in enumerate(offsets):
                        word = int(machine.core[entry_place + int(machine.core[machine.address(name)])])
                        if word:
                            key = (phase, level, table, -1 - entry if changed else entry)
                            found[key] = word >> 18, word & 0o777777
                    entry_place += 1
    return found


@pytest.mark.parametrize(
    ("form", "rule"),
    [(None, SAMUEL), (GRIFFITHS_FORM, GRIFFITH), (GRIFFITHS_FORM, SAMUEL), (FIG_4, SAMUEL), (FIG_5, SAMUEL)],
    ids=["polynomial", "griffith", "griffiths-form", "fig4", "fig5"],
)
def test_native_totals_are_those_of_plain_python(book: Path, form: Form | None, rule: int) -> None:
    check_totals(book, form, rule, MOVES)


def test_groups_can_be_equal_in_entries(book: Path) -> None:
    check_totals(book, FIG_4, SAMUEL, MOVES, ["GROUPS 0"], by_data=False)


def test_values_need_not_be_smoothed(book: Path) -> None:
    check_totals(book, FIG_4, SAMUEL, MOVES, ["SMOOTH 0"], lean=0)


def test_piece_advantage_can_be_rated(book: Path) -> None:
    check_totals(book, FIG_4, SAMUEL, MOVES, ["ADVANT 1"], by_advantage=True)


def test_arguments_can_be_states_of_the_board(book: Path) -> None:
    check_totals(book, FIG_4, SAMUEL, MOVES, ["CHANGE 0"], by_change=False)


@pytest.mark.slow
@pytest.mark.parametrize("form", FORMS, ids=lambda form: f"form{form.number}")
def test_native_totals_of_master_games_are_those_of_plain_python(form: Form, tmp_path: Path) -> None:
    games = islice(pdn.read(shared("games/period-games.pdn")), 20)
    book_tape.write(tmp_path / "book.tap", games)
    check_totals(tmp_path / "book.tap", form, SAMUEL, 100)


STEERED: dict[str, tuple[list[str], Settings]] = {
    "three phases": (["PHASES 3"], {"phases": 3}),
    "five phases": (["PHASES 5"], {"phases": 5}),
    "one phase": (["PHASES 1"], {"phases": 1}),
    "connectives": (["CONNEC 1"], {"connectives": True}),
    "square": (["POWER 2"], {"power": 2}),
    "all": (["CONNEC 1", "PHASES 3", "POWER 3"], {"connectives": True, "phases": 3, "power": 3}),
}


@pytest.mark.parametrize("steered", STEERED)
def test_phases_connectives_and_powers_are_those_of_plain_python(steered: str, book: Path) -> None:
    cards, settings = STEERED[steered]
    check_totals(book, None, SAMUEL, MOVES, cards, **settings)


def test_a_form_has_six_phases_and_no_connectives_again(book: Path) -> None:
    machine = native(book, ["CONNEC 1", "PHASES 3", "FORM  0", f"LEARN {MOVES}"])
    assert [int(machine.core[machine.address(name)]) for name in ("LPNOW", "LPPHN")] == [31, 6]


def test_the_program_fits_into_core() -> None:
    symbols = stored(learning.DECK).symbols
    assert max(stored(learning.DECK).image) < CORE - 1
    buffer = symbols["SGBUF"]
    first, last = symbols["LQBEST"] - symbols["BDLVLS"], symbols["LQBP"]
    assert buffer + symbols["LGMOST"] < first <= last < buffer + 979
    assert symbols["LNKEPN"] <= 977


def test_a_total_that_outgrows_its_half_of_a_word_is_carried(book: Path) -> None:
    nearly = 2**17 - 5
    with Job(stored(learning.DECK), learning.END_OF_JOB) as job:
        job.load()
        machine = job.machine
        machine.attach("B2", "tape", book, write_protected=True)
        job.read(["FORM  2", "REMAKE 1000 1", "LEARN 20"])
        first = machine.address("LTTOT")
        used = [first + at for at in range(FIG_4.entries) if machine.core[first + at]][:40]
        before = {at: int(machine.core[at]) for at in used}
        for at in used:
            machine.core[at] = nearly << 18 | nearly
        job.read([f"LEARN {MOVES}"])
    carries = {
        int(machine.core[machine.address("LTCA") - at]): int(machine.core[machine.address("LTCN") - at])
        for at in range(1, int(machine.core[machine.address("LTCNUM")]) + 1)
    }
    plain = native(book, ["FORM  2", "REMAKE 1000 1", "LEARN 20", f"LEARN {MOVES}"])
    assert carries
    for at in used:
        word, carried, expected = int(machine.core[at]), carries.get(at, 0), int(plain.core[at]) - before[at]
        assert (word >> 18) + (carried >> 18) * 2**17 == nearly + (expected >> 18)
        assert (word & 0o777777) + (carried & 0o77777) * 2**17 == nearly + (expected & 0o777777)


def test_tables_go_to_a_tape_that_the_player_reads(book: Path, tmp_path: Path) -> None:
    out = tmp_path / "tables.tap"
    learning.learn(book, "fig5", MOVES, out)
    tables = read_tape(out)
    assert tables.form is FIG_5
    assert tables.moves == MOVES
    assert any(value for phase in tables.phases for table in phase[0] for value in table)


def test_the_tables_are_those_of_plain_python(book: Path, tmp_path: Path) -> None:
    out = tmp_path / "tables.tap"
    learning.learn(book, "fig4", MOVES, out)
    judge = Judge(FIG_4)
    judge.learn(list(book_tape.read(book)), MOVES)
    judge.remake()
    assert read_tape(out) == judge.tables


def test_a_run_that_was_stopped_and_resumed_ends_as_an_unbroken_one(book: Path, tmp_path: Path) -> None:
    unbroken, broken = tmp_path / "unbroken.tap", tmp_path / "broken.tap"
    whole = learning.learn(book, "fig4", MOVES, unbroken, every=10)
    with pytest.raises(UnexpectedStop):
        learning.learn(book, "fig4", MOVES, broken, every=10, limit=whole.span.instructions // 2)
    assert not broken.exists()
    rest = learning.learn(book, "fig4", MOVES, broken, resume=True, every=10)
    assert rest.resumed is not None
    assert 0 < rest.resumed < MOVES
    assert read_tape(broken) == read_tape(unbroken)
    assert rest.rated == whole.rated


def test_a_spoilt_checkpoint_gives_way_to_the_older_one(book: Path, tmp_path: Path) -> None:
    out = tmp_path / "tables.tap"
    learning.learn(
        book, "fig4", 25, out, every=10
    )  # 10 on the second tape, 20 on the first, 25 on the second
    second = learning.checkpoints(out)[1]
    second.write_bytes(second.read_bytes()[:-2_000])
    assert learning.learn(book, "fig4", 30, out, resume=True, every=10).resumed == 20


@pytest.mark.parametrize("spoil", [b"", b"spoilt", b"\x06\0\0\0@@@@@@\x06\0\0\0"])
def test_a_run_without_a_checkpoint_that_can_be_used_begins_anew(
    book: Path, tmp_path: Path, spoil: bytes
) -> None:
    out, whole = tmp_path / "tables.tap", tmp_path / "whole.tap"
    learning.learn(book, "fig4", 5, out, every=10)
    for path in learning.checkpoints(out):
        path.write_bytes(spoil)
    begun = learning.learn(book, "fig4", 10, out, resume=True)
    assert begun.began_anew and begun.resumed is None
    assert begun.lines == learning.learn(book, "fig4", 10, whole).lines
    assert read_tape(out) == read_tape(whole)


def test_a_damaged_record_is_named_and_skipped(book: Path) -> None:
    damage(book, 2)
    learnt = learning.learn(book, "polynomial", MOVES)
    assert learnt.skipped == ("record 2: checksum wrong",)
    assert learnt.lines[-1].moves == MOVES


def test_a_game_with_an_illegal_move_is_named_and_skipped(tmp_path: Path) -> None:
    good, *rest = some_games()
    bad = book_tape.BookGame(2, book_tape.BOTH, START, ((11, 15), (1, 32)))
    records = [
        book_tape.BookGame.of(good).words(),
        bad.words(),
        *(book_tape.BookGame.of(g).words() for g in rest),
    ]
    label = closed([book_tape.LABEL, book_tape.VERSION, len(records), 0])
    write_records(tmp_path / "book.tap", [label, *records])
    learnt = learning.learn(tmp_path / "book.tap", "polynomial", MOVES)
    assert learnt.skipped == ("record 2: not a legal move",)


def test_a_book_that_ends_ends_the_run(book: Path) -> None:
    learnt = learning.learn(book, "polynomial", 10_000)
    assert learnt.ended
    assert learnt.lines[-1].moves < 10_000


def test_lines_come_at_the_numbers_of_table_2_or_at_intervals(book: Path) -> None:
    learnt = learning.learn(book, "polynomial", MOVES, more_cards=["LINES 25"])
    assert [line.moves for line in learnt.lines] == [25, 50, MOVES]


def test_without_piece_advantage_nothing_tells_moves_apart_at_first(book: Path) -> None:
    learnt = learning.learn(book, "polynomial", 15)
    assert learnt.rated["polynomial"].lower == learnt.rated["polynomial"].higher == 0


def test_a_test_learns_nothing(book: Path) -> None:
    learnt = learning.learn(book, "fig5", 20, test=15)
    assert learnt.tested["tables"].moves == 15
    assert learnt.lines[-1].moves == 20


def test_the_pace_is_that_of_the_paper(book: Path) -> None:
    spans = [learning.learn(book, "fig4", moves, more_cards=["REMAKE 1000 1"]).span for moves in (20, 60)]
    fastest, slowest = (60 * 40 / seconds for seconds in (spans[1] - spans[0]).seconds)
    assert 300 / 1.5 <= slowest <= fastest <= 600 * 1.5


def test_smoothing_by_inversion_makes_the_last_table_change_sign_with_its_signature(
    book: Path, tmp_path: Path
) -> None:
    out = tmp_path / "tables.tap"
    learning.learn(book, "fig4", MOVES, out, more_cards=["SMOOTH 1"])
    for phase in read_tape(out).phases:
        (table,) = phase[2]
        middle = len(table) // 2
        assert [-value for value in table[:middle]][::-1] == list(table[middle + 1 :])


@pytest.mark.parametrize("way", [1, 2, 4, 8], ids=["inversion", "phases", "interpolation", "extrapolation"])
def test_smoothing_fills_what_is_void(way: int, book: Path, tmp_path: Path) -> None:
    out = tmp_path / "tables.tap"
    filled = []
    for ways in (0, way):
        cards = ["REMAKE 1000 1", f"SMOOTH {ways}"]  # remade once, at the end: the totals are the same
        learning.learn(book, "fig4", MOVES, out, more_cards=cards)
        filled.append(
            sum(value != 0 for phase in read_tape(out).phases for table in phase[0] for value in table)
        )
    assert filled[1] > filled[0]


def test_a_card_that_makes_no_sense_is_refused(book: Path) -> None:
    with pytest.raises(MachineError, match="not a number from 0-3"):
        learning.learn(book, "fig4", 5, more_cards=["FORM  4"])


def test_the_command_learns_and_reports(book: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["learn", "--book", str(book), "--scheme", "griffith", "--moves", "20", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["lines"][-1]["moves"] == 20
    assert set(found["rated"]) == {"tables", "polynomial"}


@pytest.mark.parametrize(
    "given",
    [["--book", "none.tap"], ["--book", __file__], ["--book", __file__, "--resume"]],
    ids=["no file", "no tape", "no checkpoint"],
)
def test_a_book_that_cannot_be_read_is_reported_in_one_sentence(
    given: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["learn", *given]) == 2
    assert len(capsys.readouterr().err.splitlines()) == 1
