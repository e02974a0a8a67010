"""The Python around the player: jobs that resume, positions, cards, what is printed, games kept as PDN."""

from collections.abc import Iterator
from pathlib import Path

import pytest

import samuel
from ibm7094.errors import MachineError, MediaError
from ibm7094.machine import Machine
from ibm7094.media.tape import TapeFile
from ibm7094.stop import Reason, Stop
from samuel import Program, resources
from samuel.checkers import pdn, rules
from samuel.checkers.pdn_text import pdn_text
from samuel.checkers.rules import START, Move, Position, find, play
from samuel.player import job, printout
from samuel.player import moves as native
from samuel.player.game import move_cards, on_card, opening, position_of
from samuel.player.job import Job, check_refusals, program
from samuel.player.printout import BookMove, BookTotal, PlayedMove, Remark
from samuel.player.settings import Settings
from samuel.player.store import stored

FIG_3 = "9-14 22-17 11-15 17-13"
FEN = "W:W30,K14:B5,K22"


def perft_job() -> Job:
    return Job(stored(native.DECK), native.END_OF_JOB)


# Jobs


def test_a_program_that_ran_out_of_cards_resumes_when_there_are_more() -> None:
    with perft_job() as perft:
        assert perft.read(["START", "COUNT 1"]).printed == ("COUNT    1           7",)
        assert perft.read(["COUNT 2", "COUNT 3"]).printed == (
            "COUNT    2          49",
            "COUNT    3         302",
        )


def test_a_run_counts_only_its_own_work() -> None:
    with perft_job() as perft:
        first, second = perft.read(["START", "COUNT 1"]), perft.read(["COUNT 1"])
        assert second.instructions < first.instructions
        assert first.span.cycles[1] + second.span.cycles[1] == perft.machine.cycles


def test_a_704_is_refused_because_it_has_no_channel() -> None:
    with pytest.raises(MachineError, match="A 704 has no data channel"):
        Job(stored(native.DECK), native.END_OF_JOB, Machine("704"))


def test_the_operator_can_stop_a_job(monkeypatch: pytest.MonkeyPatch) -> None:
    stop = Stop(Reason.INTERRUPTED, 1, "Stopped by the operator.")
    monkeypatch.setattr(Machine, "run", lambda machine, limit: stop)
    with perft_job() as perft, pytest.raises(KeyboardInterrupt):
        perft.read(["START"])


# Programs kept

HALTS = """\
       ABS
       ORG     100
GO     CLA     N
       HTR     GO
N      DEC     7
       END     GO
"""


@pytest.fixture
def tiny(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A listing of its own and an empty cache folder; the path is the listing's file."""
    monkeypatch.setenv("IBM7094_CACHE", str(tmp_path / "cache"))
    monkeypatch.setattr(resources, "LISTINGS", tmp_path)
    (tmp_path / "tiny.deck").write_text("tiny.fap\n")
    (tmp_path / "tiny.fap").write_text(HALTS)
    forget()
    yield tmp_path / "tiny.fap"
    forget()


def forget() -> None:
    """As if the process had just begun."""
    stored.cache_clear()
    program.cache_clear()


def test_a_program_is_assembled_once_and_then_comes_from_the_cache(
    tiny: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = stored("tiny.deck")
    forget()
    monkeypatch.setattr(job, "program", lambda deck: pytest.fail("it was assembled again"))
    assert stored("tiny.deck") == first
    assert first.image[first.symbols["N"]] == 7


def test_a_changed_card_makes_a_new_program_in_place_of_the_old(tiny: Path) -> None:
    old = stored("tiny.deck")
    tiny.write_text(HALTS.replace("7", "8"))
    forget()
    assert stored("tiny.deck").image != old.image
    assert len(list((tiny.parent / "cache").iterdir())) == 1


def test_a_damaged_cache_is_ignored(tiny: Path) -> None:
    good = stored("tiny.deck")
    (kept,) = (tiny.parent / "cache").iterdir()
    kept.write_bytes(kept.read_bytes().replace(b"7", b"8"))
    forget()
    assert stored("tiny.deck") == good


def test_without_a_cache_folder_the_program_is_assembled_all_the_same(tiny: Path) -> None:
    (tiny.parent / "cache").write_text("a file where the folder would be")
    assert stored("tiny.deck").start == stored("tiny.deck").symbols["GO"]


# Positions and cards


def test_a_position_is_meant_by_moves_by_fen_or_by_itself() -> None:
    after = play(START, find(START, "9-14"))
    assert position_of("9-14") == position_of(after.to_fen()) == position_of(after) == after
    assert position_of("") == START
    assert opening("9-14") == (START, [find(START, "9-14")])


@pytest.mark.parametrize("where", ["9-15", "nonsense", "B:W3", "X:W21:B1", "B:W21:B1,1", "9-14 9-14"])
def test_text_that_is_not_a_position_is_refused_in_a_sentence(where: str) -> None:
    with pytest.raises(MachineError):
        position_of(where)


def test_a_move_goes_on_a_card_by_every_square() -> None:
    assert on_card(Move((22, 15, 8), (18, 11))) == on_card("22x15x8") == "22-15-8"


def test_many_moves_go_on_many_cards_and_no_card_is_too_long() -> None:
    moves = [Move((22, 15), (18,))] * 40
    cards = move_cards("PLAY", moves)
    assert max(map(len, cards)) <= 72
    assert " ".join(card.removeprefix("PLAY  ") for card in cards).split() == ["22-15"] * 40
    assert move_cards("PLAY", []) == []


def test_settings_become_cards_and_what_is_not_set_stays() -> None:
    assert Settings().cards() == []
    assert Settings(terms=5, steering={"COUNT": 16, "SAVED": [99, 4]}).cards() == [
        "TERMS 5",
        "COUNT 16",
        "SAVED 99 4",
    ]


def test_settings_become_switches() -> None:
    machine = Machine()
    Settings(emphasis=True, concede=False).set_up(machine, tree=True)
    assert repr(machine.switches) == repr_of("101010")


def repr_of(switches: str) -> str:
    machine = Machine()
    machine.switches = switches
    return repr(machine.switches)


def test_an_option_that_does_not_exist_is_refused() -> None:
    with pytest.raises(TypeError, match="depth"):
        Settings(depth=3)  # type: ignore[call-arg]


def test_a_blank_tape_is_not_a_tape_of_tables(tmp_path: Path) -> None:
    TapeFile.open(tmp_path / "blank.tap").close()
    with pytest.raises(MediaError, match="the tape ends where record 1 should be"):
        Program().move(tables=tmp_path / "blank.tap")


def test_a_tape_that_the_program_refuses_is_an_error() -> None:
    with pytest.raises(
        MachineError, match="refused the tape on B1, record 2 PHASE 1 LEVEL 1: checksum wrong"
    ):
        check_refusals(["TAPE B1  RECORD 2 PHASE 1 LEVEL 1  REFUSED - CHECKSUM WRONG"])


# What is printed


@pytest.mark.parametrize(
    ("line", "read"),
    [
        ("GAME 1  MOVE   4  WHITE  17-13", PlayedMove(4, "W", "17-13")),
        ("GAME 2  MOVE   5  BLACK  15-19      SCORE  00034", PlayedMove(5, "B", "15-19", 0o34)),
        ("GAME 1  MOVE 105  WHITE  22-15-8    SCORE -00100", PlayedMove(105, "W", "22-15-8", -0o100)),
        ("GAME 1  MOVE  31  BLACK  PREDICTS A WIN", Remark(31, "B", printout.PREDICTS)),
        ("GAME 1  MOVE  44  WHITE  CONCEDES", Remark(44, "W", printout.CONCEDES)),
        ("GAME 1  MOVE  44  WHITE  HAS NO MOVE", Remark(44, "W", printout.NO_MOVE)),
        ("GAME 1  MOVE  90  DRAW - NO PROGRESS", Remark(90, None, printout.DRAW)),
        (
            "GAME 1  MOVE   5  BLACK  BOOK 15-19  OWN 8-11        H 1 E 0 L 7",
            BookMove(5, "B", "15-19", "8-11", 1, 0, 7),
        ),
        (
            "BOOK MOVES    40  FIRST    18  HIGHER    43  EQUAL     3  LOWER   210",
            BookTotal(40, 18, 43, 3, 210),
        ),
    ],
)
def test_every_line_of_a_game_is_read(line: str, read: printout.Line) -> None:
    assert printout.read([line]).lines == (read,)


def test_a_line_of_a_game_that_cannot_be_one_is_an_error() -> None:
    with pytest.raises(MachineError, match="is not one of a game"):
        printout.read(["GAME 1  MOVE   4  WHITE  RESIGNS"])


def test_trees_and_boards_are_separated_from_the_lines_of_the_game_and_refusals_dropped() -> None:
    board = "GAME 1  MOVE   2  WHITE  TO MOVE"
    move, refusal = "GAME 1  MOVE   1  BLACK  15-19", "CARD    3  REFUSED - NOT A LEGAL MOVE"
    read = printout.read(["MOVE TREE", " 15-19", move, board, "32 W", refusal, "MOVE  1-1"])
    assert read.other == f"MOVE TREE\n 15-19\n{board}\n32 W"
    assert [made.move for made in read.made] == ["15-19"]


def test_who_concedes_or_cannot_move_has_lost_and_a_prediction_ends_nothing() -> None:
    assert Remark(44, "W", printout.CONCEDES).winner == Remark(44, "W", printout.NO_MOVE).winner == "B"
    assert Remark(90, None, printout.DRAW).winner is None
    assert not Remark(31, "B", printout.PREDICTS).ends_the_game


def test_the_coefficient_is_samuels() -> None:
    assert BookTotal(10, 5, higher=1, equal=9, lower=3).coefficient == 0.5
    assert BookTotal().coefficient == 0


# Games kept


@pytest.mark.parametrize("where", [FIG_3, "", FEN])
def test_a_game_kept_as_pdn_is_read_again(where: str) -> None:
    start, moves = opening(where)
    game = pdn.Game({"Event": "a test"}, tuple(moves), "0-1", start)
    (again,) = pdn.parse(pdn_text(game).splitlines(keepends=True))
    assert (again.start, again.moves, again.result) == (start, tuple(moves), "0-1")
    assert again.tags["Event"] == "a test"


def test_moves_of_pdn_are_numbered_from_blacks_and_lines_are_short() -> None:
    start, moves = opening(FIG_3)
    text = pdn_text(pdn.Game({}, tuple(moves), "*", start))
    assert text == '[Result "*"]\n1. 9-14 22-17 2. 11-15 17-13 *\n\n'
    white = Position.from_fen(FEN)
    first = rules.legal_moves(white)[0]
    assert "1... " in pdn_text(pdn.Game({}, (first,), "*", white))


# The program without look-ahead


def test_the_package_exports_program_and_nothing_else() -> None:
    assert samuel.Program is Program
    with pytest.raises(AttributeError, match="Player"):
        samuel.Player  # noqa: B018


def test_moves_counts_and_scores_come_by_any_kind_of_position() -> None:
    p = Program()
    assert p.perft("", 3) == 302
    assert sorted(p.legal(FEN)) == sorted(m.text() for m in rules.legal_moves(Position.from_fen(FEN)))
    assert p.evaluate(position_of(FIG_3)) == p.evaluate(FIG_3)


def test_the_number_of_terms_is_the_calls_or_the_programs_own() -> None:
    few = Program(terms=2).evaluate(FIG_3)
    assert few == Program().evaluate(FIG_3, terms=2) != Program().evaluate(FIG_3)


def test_a_model_that_never_was_is_refused_at_once() -> None:
    with pytest.raises(MachineError, match="There is no model '7070'"):
        Program("7070")
