"""`samuel play` with its input piped in: commands, levels, draws, files, and hostile lines."""

import io
import json
import random
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from samuel.checkers import pdn
from samuel.checkers.rules import START, Move, Position, legal_moves, play
from samuel.cli import main
from samuel.cli.playing.table import files
from samuel.cli.playing.table.commands import ALIASES, Commands
from samuel.cli.playing.table.levels import LEVELS, measured
from samuel.cli.playing.table.referee import OFFER_RULE, refuses_draw
from samuel.views import wording
from tests.rigs.cli_rig import Ran

HOPELESS = "W:WK1:BK6,K7,K10"
FAR_BEHIND = "W:WK1,29:BK6,K7,K10,11,12,9,K17,K18"
LEVEL_ENDING = "B:WK32,K31:BK1,K2"
SHALLOW = ("--steer", "COUNT=1", "--steer", "LIMIT=3", "--steer", "SURVEY=1")
"""For tests that are not about what the program thinks."""

Samuel = Callable[..., Ran]


@pytest.fixture
def samuel(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Samuel:
    """`samuel play` in an empty folder; `typed` is its standard input."""
    monkeypatch.setenv("IBM7094_TRACEBACK", "1")
    monkeypatch.setenv("COLUMNS", "100")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.setenv("IBM7094_STATE", str(tmp_path / "state"))
    monkeypatch.chdir(tmp_path)

    def run(*arguments: str | Path, typed: str | io.StringIO = "") -> Ran:
        monkeypatch.setattr("sys.stdin", io.StringIO(typed) if isinstance(typed, str) else typed)
        capsys.readouterr()
        code = main(["play", *map(str, arguments)])
        return Ran(code, *capsys.readouterr())

    return run


def moves_of(ran: Ran) -> list[str]:
    return [str(move) for move in json.loads(ran.out)["moves"]]


# moves


def test_it_answers_moves_and_ends_with_the_input(samuel: Samuel) -> None:
    ran = samuel(*SHALLOW, typed="11-15\n")
    assert ran.code == 0
    assert "Black> 11-15" in ran.out and "White plays" in ran.out and "The game stops here." in ran.out


def test_the_programs_refusals_are_shown_and_it_asks_again(samuel: Samuel) -> None:
    ran = samuel(*SHALLOW, typed="11-19\n\nhello\n11-1é\n11-15\nquit\n12-16\n")
    assert "REFUSED - NOT A LEGAL MOVE\nMOVE  11-19\n" in ran.out
    assert "MOVE  HELLO" in ran.out and "cannot be punched" in ran.out
    assert ran.out.count("White plays") == 1


@pytest.mark.parametrize("line", [",", "-", "x", "- X,"])
def test_a_line_without_squares_does_not_make_the_machine_move_for_the_person(
    samuel: Samuel, line: str
) -> None:
    ran = samuel(*SHALLOW, "--json", typed=f"{line}\n")
    assert f"{line} is neither a move nor a command: type help." in ran.err
    assert moves_of(ran) == []


def test_it_has_help_board_moves_and_hints(samuel: Samuel) -> None:
    ran = samuel(*SHALLOW, typed="help\nboard\nmoves\nHINT\n")
    assert "quit         end the game" in ran.out and OFFER_RULE in ran.out
    assert ran.out.count(" 4 b") == 2
    assert "9-13, 9-14, 10-14" in ran.out
    assert "The program in your place: Black plays" in ran.out


def test_every_command_is_in_the_help(samuel: Samuel) -> None:
    told = samuel(typed="help\n").out
    for name in Commands.ORDERS:
        assert re.search(rf"\b{name}\b", told) or name in ALIASES, name


def test_a_hint_shows_the_line_that_is_expected(samuel: Samuel) -> None:
    ran = samuel("9-14", "22-17", "11-15", "17-13", typed="hint\n")
    assert "Black plays 15-19" in ran.out
    assert (
        "It looked at 255 boards, and expects 15-19 23-16 12-19 24-15 10-19 25-22 7-10 27-24 ..." in ran.out
    )


def test_the_program_begins_against_white_and_the_game_is_recorded(samuel: Samuel, tmp_path: Path) -> None:
    sheet = tmp_path / "games.pdn"
    for _ in range(2):
        assert samuel("--colour", "white", "--record", sheet, *SHALLOW, typed="22-18\n").code == 0
    games = list(pdn.read(sheet))
    assert [len(game.moves) for game in games] == [3, 3]
    assert games[0].tags["White"] == "a person" and games[0].tags["GameType"] == "21"


def test_a_record_may_be_standard_output(samuel: Samuel) -> None:
    ran = samuel("11-15", "--record", "-", typed="")
    assert '[GameType "21"]' in ran.out and "1. 11-15" in ran.out
    assert samuel("--record", "-", "--json").code == 2


def test_a_record_is_not_added_to_the_tape_that_is_read(samuel: Samuel) -> None:
    Path("t.tap").write_bytes(b"tables")
    Path("link").symlink_to("t.tap")
    ran = samuel("--tables", "t.tap", "--record", "link", typed="11-15\n")
    assert ran.code == 2 and "is an input and would be overwritten" in ran.sentence
    assert Path("t.tap").read_bytes() == b"tables"


class Interrupting(io.StringIO):
    """Somebody who presses Ctrl-C when asked."""

    def readline(self, size: int | None = -1, /) -> str:  # type: ignore[override]
        raise KeyboardInterrupt


def test_an_interrupted_game_is_recorded_and_it_says_so(samuel: Samuel, tmp_path: Path) -> None:
    sheet = tmp_path / "game.pdn"
    ran = samuel("11-15", "22-18", "--record", sheet, typed=Interrupting())
    assert (ran.code, ran.sentence) == (130, "Stopped by the operator.")
    assert len(next(pdn.read(sheet)).moves) == 2


# taking back


def test_undo_takes_back_a_move_and_its_answer_several_times(samuel: Samuel) -> None:
    ran = samuel(*SHALLOW, "--json", typed="11-15\nmoves\nundo\n9-14\n")
    assert moves_of(ran)[0] == "9-14" and len(moves_of(ran)) == 2
    assert "2 moves taken back." in ran.err
    assert len(json.loads(ran.out)["choices"]) == 1


def test_undo_takes_back_several_moves_at_once_and_no_more_than_there_are(samuel: Samuel) -> None:
    both = samuel("11-15", "22-18", "15x22", "25x18", "--json", typed="undo 2\n")
    assert moves_of(both) == [] and "4 moves taken back." in both.err
    ran = samuel("11-15", "22-18", "--json", typed="undo 2\nundo 0\nundo x\nundo\nundo\n")
    assert "You have made 1 move in this game: you cannot take back 2." in ran.err
    assert "You have made 0 moves in this game: you cannot take back 1." in ran.err
    assert ran.err.count("is not a number from 1 to 9999") == 2


def test_white_keeps_the_machines_first_move(samuel: Samuel) -> None:
    ran = samuel(*SHALLOW, "--colour", "white", "--json", typed="undo\n24-20\nundo\n")
    assert len(moves_of(ran)) == 1


# endings


def test_resigning_loses_and_can_be_taken_back(samuel: Samuel) -> None:
    ran = samuel(*SHALLOW, "--json", typed="resign\n11-15\n")
    assert "You resign. The program has won." in ran.err and "The game is over: type new" in ran.err
    assert json.loads(ran.out)["result"] == "0-1"
    assert json.loads(samuel(*SHALLOW, "--json", typed="resign\nundo\n").out)["result"] == "*"


def test_conceding_is_explained_and_it_plays_on_if_asked(samuel: Samuel) -> None:
    ran = samuel("--fen", HOPELESS, "--json")
    assert "White concedes: it expects to lose in 2 moves." in ran.err and "You have won." in ran.err
    assert json.loads(ran.out)["result"] == "1-0"
    ran = samuel("--fen", HOPELESS, "--json", typed="play on\n")
    assert "Type play on if it shall play to the end" in ran.err
    assert len(moves_of(ran)) == 1 and json.loads(ran.out)["result"] == "*"


def test_conceding_by_points_says_how_many(samuel: Samuel) -> None:
    ran = samuel("--fen", FAR_BEHIND, *SHALLOW)
    assert re.search(
        r"White concedes: it is [\d,]+ points behind, about \w+ (and a half )?men; it gives up at 13,312\.",
        ran.out,
    )


def test_play_on_needs_an_end_and_a_legal_move(samuel: Samuel) -> None:
    assert "The game is not over: type a move." in samuel(typed="play on\n").out
    won = samuel("--fen", "B:W18:B14", typed="14x23\nplay on\nundo\nplay\n")
    assert "You have won." in won.out and "there is no legal move" in won.out
    assert "1 move taken back." in won.out and "Type play on to go on" in won.out


def test_a_draw_is_accepted_by_the_stated_rule() -> None:
    kings = Position.from_fen("B:WK32,K31:BK1,K2")
    assert refuses_draw(kings, [], 0) is None
    assert refuses_draw(kings, [], -5000) is None
    assert refuses_draw(kings, [], wording.MAN // 4) is None
    assert refuses_draw(kings, [], wording.MAN // 4 + 1) == "it thinks that it is ahead"
    assert refuses_draw(kings, [], None) == "it has not scored this game yet"
    assert "24 pieces" in (refuses_draw(START, [], 0) or "")


def test_many_pieces_may_be_drawn_after_twenty_moves_without_progress() -> None:
    full = Position.from_fen("B:WK32,21,29,30,25:BK1,4,12,3,2")
    lap = [Move((1, 6)), Move((32, 28)), Move((6, 1)), Move((28, 32))]
    assert refuses_draw(full, lap * 4, 0) is not None
    assert refuses_draw(full, lap * 5, 0) is None


def test_offers_are_answered_at_the_board(samuel: Samuel) -> None:
    ran = samuel("--fen", LEVEL_ENDING, *SHALLOW, typed="offer\n1-5\noffer draw\n")
    assert "The program declines the draw: it has not scored this game yet." in ran.out
    assert "The program accepts the draw. The game is drawn." in ran.out
    assert (
        "The program declines the draw: there are still 24 pieces"
        in samuel(*SHALLOW, typed="11-15\noffer\n").out
    )


def test_a_draw_is_claimed_by_the_third_time_or_by_the_move_that_makes_it(samuel: Samuel) -> None:
    archive = '[FEN "B:WK32:BK1"]\n' + "1. 1-5 32-28 2. 5-1 28-32 3. 1-5 32-28 4. 5-1 28-32 *\n"
    Path("laps.pdn").write_text(archive)
    ran = samuel("--json", typed="load laps.pdn\nclaim\n")
    assert "Draw: the same position for the third time. The game is drawn." in ran.err
    assert json.loads(ran.out)["result"] == "1/2-1/2"
    ran = samuel("--json", typed="load laps.pdn\nundo\nclaim\nclaim 5-9\n")
    assert ran.err.count("This is no draw yet") == 2
    Path("laps.pdn").write_text(archive.replace(" 28-32 *", " *"))
    ran = samuel("--colour", "white", "--json", typed="load laps.pdn\nclaim\nclaim 28-32\n")
    assert "(3 are needed), and 7 moves were made" in ran.err
    assert json.loads(ran.out)["result"] == "1/2-1/2"


# sides and boards


def test_new_games_colours_and_a_turned_board(samuel: Samuel) -> None:
    ran = samuel(*SHALLOW, "--json", typed="flip\n11-15\nnew white\ncolour black\ncolour red\nnew pink\n")
    lines = ran.err.splitlines()
    tops = [line.split()[0] for line in lines if len(line.split()) >= 8 and line.split()[0] in ("1", "32")]
    assert tops[:2] == ["32", "1"]
    assert "You have White, the program has Black." in ran.err
    assert "You have Black now, the program has White." in ran.err
    assert ran.err.count("is not a colour: type black or white.") == 2


def test_the_board_is_ascii_where_nothing_says_that_it_may_be_more(samuel: Samuel) -> None:
    assert samuel(*SHALLOW, typed="11-15\nlevel\nclock\n").out.isascii()


# levels and the clock


@pytest.mark.parametrize("name", ["novice", "beginner"])
def test_the_quick_levels_cost_what_was_measured(name: str) -> None:
    assert measured(LEVELS[name]) == LEVELS[name].measured


@pytest.mark.slow
@pytest.mark.parametrize("name", ["club", "samuel", "expert", "master"])
def test_the_other_levels_cost_what_was_measured(name: str) -> None:
    assert measured(LEVELS[name]) == LEVELS[name].measured


def test_each_level_looks_at_more_boards_than_the_one_before() -> None:
    medians = [level.measured.boards[1] for level in LEVELS.values()]
    assert medians == sorted(set(medians))


def test_a_level_is_chosen_by_name_at_the_start_or_during_the_game(samuel: Samuel) -> None:
    ran = samuel("--level", "novice", "--json", typed="11-15\nlevel beginner\n8-11\nlevel grand\nlevel\n")
    first, second = (choice["instructions"] for choice in json.loads(ran.out)["choices"])
    assert first < second and json.loads(ran.out)["level"] == "beginner"
    assert "There is no level 'grand': choose novice, beginner, club, samuel, expert, master." in ran.err
    assert LEVELS["beginner"].cost in ran.err
    assert samuel("--level", "grand").sentence.startswith("There is no level 'grand'")


def test_settings_of_ones_own_change_a_level(samuel: Samuel) -> None:
    ran = samuel("--level", "novice", *SHALLOW, "--json", typed="11-15\n")
    alone = samuel("--level", "novice", "--json", typed="11-15\n")
    assert (
        json.loads(ran.out)["choices"][0]["instructions"]
        > json.loads(alone.out)["choices"][0]["instructions"]
    )


def test_the_clock_adds_up_the_machines_time(samuel: Samuel) -> None:
    ran = samuel("--level", "novice", "--json", typed="11-15\n8-11\nundo\n")
    record = json.loads(ran.out)
    assert re.search(r"Clock: you 0:00, the IBM 7094 0:0\d( to 0:0\d)?\.", ran.err)
    assert record["clock"]["machine"][1] > record["choices"][0]["seconds"][1]


def test_the_look_ahead_is_printed_if_wanted_and_takes_time(samuel: Samuel) -> None:
    silent, printing = (samuel("--json", *SHALLOW, *more, typed="11-15\n") for more in ((), ("--ponder",)))
    assert "It looked at" in printing.err and "It looked at" not in silent.err
    times = [json.loads(ran.out)["clock"]["machine"][0] for ran in (silent, printing)]
    assert times[0] < times[1]
    assert "It looked at" in samuel(*SHALLOW, typed="ponder\n11-15\n").out


# files


def test_a_saved_game_is_loaded_again(samuel: Samuel) -> None:
    saved = samuel(*SHALLOW, "--json", typed="11-15\nsave mine.pdn\nsave mine.pdn\n")
    text = Path("mine.pdn").read_text()
    assert '[GameType "21"]' in text and '[Black "a person"]' in text
    loaded = samuel(*SHALLOW, "--colour", "white", "--json", typed="load mine.pdn\n")
    assert moves_of(loaded) == moves_of(saved)
    assert "Game 1 of 1 in mine.pdn." in loaded.err and "You have Black" in loaded.err


def test_a_file_that_somebody_else_wrote_is_replaced_only_by_force(samuel: Samuel) -> None:
    Path("letter.txt").write_text("Dear Helen")
    ran = samuel(*SHALLOW, "11-15", "--colour", "black", typed="save letter.txt\n")
    assert "letter.txt exists, and is not an output of samuel play" in ran.out
    assert Path("letter.txt").read_text() == "Dear Helen"
    assert samuel("11-15", "22-18", typed="save letter.txt --force\n").code == 0
    assert "11-15" in Path("letter.txt").read_text()


def test_loading_refuses_other_games_and_bad_ones_in_a_sentence(samuel: Samuel) -> None:
    Path("polish.pdn").write_text('[GameType "20"]\n1. 32-28 *\n')
    Path("two.pdn").write_text("1. 11-15 *\n\n1. 9-13 22-18 1-0\n")
    ran = samuel(
        "--json",
        typed="load polish.pdn\nload none.pdn\nload .\nload\nload -\nload two.pdn 3\nload two.pdn 1\n"
        "load two.pdn\nsave no/such/folder.pdn\nsave .\nload /dev/zero\nload ~nobody/x\n",
    )
    for said in (
        "polish.pdn: game 1, line 1: its GameType is 20, but English draughts is 21.",
        "none.pdn: there is no such file: check the name.",
        ".: this is a folder: name a file in it.",
        "Which file? Type its name after the command, such as save mine.pdn.",
        "- is the terminal: name a file.",
        "two.pdn has no game 3: it has 2, counted from 1.",
        "Game 1 of 2 in two.pdn.",
        "The game ended 1-0. You have won.",
        "no/such/folder.pdn: there is no folder no/such: make it, or name another.",
        "/dev/zero: this is a device",
        "~nobody",
    ):
        assert said in ran.err, said
    assert moves_of(ran) == ["9-13", "22-18"]


@st.composite
def games(draw: st.DrawFn) -> pdn.Game:
    """A game of random legal moves, from the start or from within."""
    chance = random.Random(draw(st.integers(0, 1 << 32)))
    position, before = START, []
    for _ in range(chance.randrange(60)):
        before.append(position)
        if not (legal := legal_moves(position)):
            break
        position = play(position, chance.choice(legal))
    start = chance.choice(before) if before and chance.random() < 0.5 else START
    position, moves = start, []
    for _ in range(chance.randrange(80)):
        if not (legal := legal_moves(position)):
            break
        moves.append(chance.choice(legal))
        position = play(position, moves[-1])
    return pdn.Game({"GameType": "21"}, tuple(moves), chance.choice(list(pdn.WINNERS)), start)


@settings(deadline=None, max_examples=40, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(game=games())
def test_any_game_is_the_same_after_saving_and_loading(tmp_path: Path, game: pdn.Game) -> None:
    from samuel.checkers.pdn_text import pdn_text

    (tmp_path / "g.pdn").write_text(pdn_text(game))
    found, _ = files.load(tmp_path / "g.pdn", None)
    assert (found.start, found.moves, found.result) == (game.start, game.moves, game.result)
    assert [m.captures for m in found.moves] == [m.captures for m in game.moves]


# wording


@pytest.mark.parametrize(
    ("points", "said"),
    [
        (0, "thinks it is about level: 0 points, 0 octal"),
        (-1, "thinks it is about level: -1 point, -1 octal"),
        (600, "thinks it is slightly ahead: 600 points, 1130 octal"),
        (1700, "thinks it is about half a man ahead: 1,700 points, 3244 octal"),
        (-3335, "thinks it is about a man behind: -3,335 points, -6407 octal"),
        (8640, "thinks it is about two and a half men ahead: 8,640 points, 20700 octal"),
        (0o777776, "expects to win with this move"),
        (0o777774, "expects to win in 2 moves"),
        (-0o777773, "expects to lose in 2 moves"),
    ],
)
def test_a_score_is_put_in_words(points: int, said: str) -> None:
    assert wording.outlook(points) == said


def test_the_words_use_the_programs_own_numbers() -> None:
    from samuel.player.game import DECK
    from samuel.player.store import stored

    deck = stored(DECK)
    numbers = {name: deck.image[deck.symbols[name]] for name in ("PNMAN", "PLLOST", "SM100")}
    assert numbers == {"PNMAN": wording.MAN, "PLLOST": wording.GAME, "SM100": wording.FARTHEST}


def test_the_help_of_the_command_names_all_levels(samuel: Samuel) -> None:
    told = samuel("--help").out
    assert all(name in told for name in LEVELS)


# hostile input

WORDS = [*Commands.ORDERS, "on", "white", "--force", "99999999999999999999", "-1", "11-15", "x", "\x00", "é"]


def hostile(seed: int) -> str:
    chance = random.Random(seed)
    kind = chance.randrange(4)
    if kind == 0:
        return "".join(
            chr(chance.choice([*range(1, 10), *range(14, 128), 0x2028, 0x1F600, 0xD7FF])) for _ in range(9)
        )
    if kind == 1:
        word = chance.choice([word for word in WORDS if word not in ("quit", "exit")])
        return f"{word} {''.join(chr(chance.randrange(32, 127)) for _ in range(chance.randrange(12)))}"
    if kind == 2:
        return "-".join(str(chance.randrange(-3, 40)) for _ in range(chance.randrange(1, 12)))
    return " ".join(
        chance.choices([word for word in WORDS if word not in ("quit", "exit")], k=chance.randrange(5))
    )


def test_five_hundred_hostile_lines_never_break_it(samuel: Samuel) -> None:
    ran = samuel("--level", "novice", typed="\n".join(map(hostile, range(500))))
    assert ran.code == 0 and "Traceback" not in ran.out + ran.err
    assert ran.out.endswith("\n") and ran.err == ""


def test_what_is_typed_is_shown_as_it_is(samuel: Samuel) -> None:
    """rich would make an emoji of :x: and markup of [red]."""
    Path("list").write_text("root:x:0:0 [red]")
    ran = samuel(typed="load list\n:x: [red]1\n")
    assert "'root:x:0:0'" in ran.out and "Black> :x: [red]1\n" in ran.out


def test_a_name_may_end_with_force_but_a_word_of_its_own_forces(samuel: Samuel) -> None:
    ran = samuel("11-15", "22-18", typed="save my--force\nsave --force\n")
    assert Path("my--force").exists() and "Which file?" in ran.out


def test_a_line_of_endless_length_is_refused(samuel: Samuel) -> None:
    ran = samuel(typed="1" * 2000)
    assert (ran.code, ran.sentence) == (2, "A line of the input has more than 1,000 characters: shorten it.")
