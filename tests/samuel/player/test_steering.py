"""Steering words: the table in Python, the table in PLAYING.md and the native program say the same."""

import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from ibm7094.errors import BadType, BadValue, MachineError
from ibm7094.media.bcd import word_of
from samuel import Program
from samuel.cli import main
from samuel.player.game import DECK, END_OF_JOB, Game, position_of
from samuel.player.job import REFUSED, Job
from samuel.player.moves import DEPTHS, perft
from samuel.player.steering import (
    BY_NAME,
    FEWEST_TERMS,
    MOST_TERMS,
    PLIES,
    WORDS,
    Word,
    numbers_of,
    steering_cards,
)
from samuel.player.store import stored
from samuel.resources import LISTINGS

NAMES = [word.name for word in WORDS]
ENDGAME = "W:W30,K14:B5,K22"
SHALLOW = {"COUNT": 1, "LIMIT": 3, "SURVEY": 1}


@pytest.fixture(scope="module")
def core() -> dict[int, int]:
    return stored(DECK).image


def number_at(core: dict[int, int], symbol: str, before: int = 0) -> int:
    return core[stored(DECK).symbols[symbol] - before]


# The table and the program


def test_the_words_of_the_search_and_their_ranges_are_those_of_the_programs_own_list(
    core: dict[int, int],
) -> None:
    symbols = stored(DECK).symbols
    places = range(symbols["STNAMS"], symbols["STNAME"], 3)
    listed = {
        core[place]: (core[place + 1], core[place + 2] & 0o77777, core[place + 2] >> 18) for place in places
    }
    ours = [word for word in WORDS if word_of(f"{word.name:6}") in listed]
    assert len(listed) == len(ours)
    assert ours == [word for word in WORDS if not word.by_ply and not word.symbol.startswith(("PN", "CO"))]
    for word in ours:
        assert listed[word_of(f"{word.name:6}")] == (symbols[word.symbol], word.lowest, word.highest), word


@pytest.mark.parametrize("word", WORDS, ids=NAMES)
def test_the_default_is_the_programs(word: Word, core: dict[int, int]) -> None:
    if isinstance(word.default, tuple):
        row = [*word.default, *[word.default[-1]] * (PLIES - len(word.default))]
        assert row == [number_at(core, word.symbol, ply) for ply in range(1, PLIES + 1)]
    else:
        assert word.default == number_at(core, word.symbol)


@pytest.fixture(scope="module")
def player() -> Iterator[Job]:
    with Job(stored(DECK), END_OF_JOB) as job:
        job.load()
        yield job


def accepts(player: Job, card: str) -> bool:
    return not any(REFUSED.fullmatch(line) for line in player.read([card]).printed)


@pytest.mark.parametrize("word", WORDS, ids=NAMES)
def test_the_program_accepts_both_ends_of_a_range_and_refuses_what_is_beyond(word: Word, player: Job) -> None:
    for number in (word.lowest, word.highest):
        assert accepts(player, f"{word.name:6}{number}")
        (card,) = steering_cards({word.name: number})
        assert card == f"{word.name:6}{number}"
    for number in (word.lowest - 1, word.highest + 1):
        assert number < 0 or not accepts(player, f"{word.name:6}{number}")  # a card has no negative numbers
        with pytest.raises(BadValue, match=f"{word.name} is a number from {word.lowest} to {word.highest}"):
            steering_cards({word.name: number})


@pytest.mark.parametrize("word", [word for word in WORDS if word.by_ply], ids=lambda word: word.name)
def test_a_row_has_at_most_a_number_for_each_ply(word: Word, player: Job) -> None:
    for count, fits in ((PLIES, True), (PLIES + 1, False)):
        assert accepts(player, f"{word.name:6}{' '.join(['9'] * count)}") is fits
    assert numbers_of(word.name, [9] * PLIES) == [9] * PLIES
    with pytest.raises(BadValue, match="takes 1 to 22 numbers, one for each ply, not 23"):
        numbers_of(word.name, [9] * (PLIES + 1))


@pytest.mark.parametrize(
    ("name", "number"),
    [
        (word.name, number)
        for word in WORDS
        for number in (word.lowest, word.highest)
        if (word.name, number) != ("COUNT", 999)  # it thinks for half a minute, even with four pieces
    ],
)
def test_the_program_plays_at_both_ends_of_a_range(name: str, number: int) -> None:
    steered = Program(steering={**SHALLOW, name: number})
    assert steered.move(ENDGAME, tree=False).move in steered.legal(ENDGAME)


def test_the_numbers_of_terms_and_of_moves_counted_are_those_that_the_programs_take(player: Job) -> None:
    terms = (FEWEST_TERMS - 1, FEWEST_TERMS, MOST_TERMS, MOST_TERMS + 1)
    assert [accepts(player, f"TERMS {count}") for count in terms] == [False, True, True, False]
    with Job(stored("perft.deck"), "PFEND") as counting:
        counting.load()
        stuck = ["CLEAR", "BLACK 5", "WHITE K9", "TURN  BLACK"]
        counting.read(stuck)
        depths = (DEPTHS[0] - 1, DEPTHS[0], DEPTHS[-1], DEPTHS[-1] + 1)
        assert [accepts(counting, f"COUNT {depth}") for depth in depths] == [False, True, True, False]


def test_playing_md_has_the_same_table() -> None:
    page = (LISTINGS / "PLAYING.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| `(\w+)` \| (.+) \| (\d+) to (\d+) \| ([\d,]+) \|$", page, re.MULTILINE)
    assert rows == [
        (word.name, word.meaning, str(word.lowest), str(word.highest), word.default_text) for word in WORDS
    ]


# In Python

REFUSALS: dict[str, tuple[Callable[[], object], type[Exception], str]] = {
    "a setting that is none": (lambda: Program(banana=1), TypeError, "Unknown setting 'banana': choose"),  # type: ignore[call-arg]
    "the same for one move": (lambda: Program().move(banana=1), TypeError, "Unknown setting 'banana'"),  # type: ignore[call-arg]
    "the same for a game": (lambda: Game(banana=1), TypeError, "Unknown setting 'banana'"),  # type: ignore[call-arg]
    "a negative count": (
        lambda: Program(steering={"COUNT": -5}),
        ValueError,
        "COUNT is a number from 0 to 999, not -5",
    ),
    "an unknown word": (
        lambda: Program(steering={"WIDTH": 3}),
        ValueError,
        "There is no steering word 'WIDTH': choose one of SURVEY",
    ),
    "an order": (lambda: Program(steering={"PLAY": 1}), ValueError, "There is no steering word 'PLAY'"),
    "terms as a word": (lambda: Program(steering={"TERMS": 5}), ValueError, "use the setting terms="),
    "text as a number": (
        lambda: Program(steering={"COUNT": "8"}),  # type: ignore[dict-item]
        TypeError,
        "COUNT takes a whole number, not '8'",
    ),
    "half a count": (lambda: Program(steering={"COUNT": 0.5}), TypeError, "COUNT takes a whole number"),  # type: ignore[dict-item]
    "true as a count": (lambda: Program(steering={"COUNT": True}), TypeError, "COUNT takes a whole number"),
    "two numbers": (lambda: Program(steering={"COUNT": [1, 2]}), ValueError, "takes one number, not 2"),
    "no number": (lambda: Program(steering={"SAVED": []}), ValueError, "takes 1 to 22 numbers"),
    "a number as a name": (lambda: Program(steering={3: 4}), TypeError, "named by a text"),  # type: ignore[dict-item]
    "a list of words": (lambda: Program(steering=["COUNT"]), TypeError, "given by name"),  # type: ignore[arg-type]
    "no terms": (lambda: Program(terms=0), ValueError, "The polynomial has 1 to 99 terms, not 0"),
    "a hundred terms": (lambda: Program(terms=100), ValueError, "1 to 99 terms, not 100"),
    "terms as text": (lambda: Program(terms="20"), TypeError, "The number of terms is a whole number"),  # type: ignore[arg-type]
    "no terms to evaluate": (lambda: Program().evaluate("", 0), ValueError, "1 to 99 terms, not 0"),
    "missing tables": (lambda: Program(tables="no.tap"), MachineError, "no.tap: there is no such file"),
    "a number for tables": (lambda: Program(tables=5), TypeError, "named by their tape's file"),  # type: ignore[arg-type]
    "maybe": (lambda: Program(concede="maybe"), TypeError, "concede is True or False, not 'maybe'"),  # type: ignore[arg-type]
    "a model that never was": (lambda: Program("7040"), ValueError, "There is no model '7040'"),
    "a model without channels": (lambda: Program("704"), ValueError, "A 704 has no data channel"),
    "a negative depth": (lambda: Program().perft("", -1), ValueError, "The depth is 1 to 20 moves, not -1"),
    "no depth": (lambda: Program().perft("", 0), ValueError, "The depth is 1 to 20 moves, not 0"),
    "too great a depth": (lambda: Program().perft("", 21), ValueError, "1 to 20 moves, not 21"),
    "a depth as text": (lambda: Program().perft("", "3"), TypeError, "The depth is a whole number"),  # type: ignore[arg-type]
    "a position as a number": (lambda: Program().legal(9), TypeError, "A position is given by moves"),  # type: ignore[arg-type]
    "no position": (lambda: Program().move(None), TypeError, "A position is given by moves"),  # type: ignore[arg-type]
}


@pytest.mark.parametrize(("act", "kind", "sentence"), REFUSALS.values(), ids=REFUSALS)
def test_what_cannot_be_is_refused_at_once_in_a_sentence(
    act: Callable[[], object],
    kind: type[Exception],
    sentence: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(kind, match=re.escape(sentence)) as refused:
        act()
    assert isinstance(refused.value, MachineError)


def test_a_word_may_be_written_small_and_have_one_number_in_a_list() -> None:
    assert steering_cards({"count": [8], "Saved": (99, 4)}) == ["COUNT 8", "SAVED 99 4"]


def test_wrong_types_are_type_errors_and_wrong_numbers_value_errors() -> None:
    assert issubclass(BadType, TypeError) and issubclass(BadValue, ValueError)
    assert perft(position_of(""), 1) == 7


# On the command line


def test_steer_list_shows_every_word_with_its_range_default_and_meaning(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "140")
    assert main(["move", "--steer", "list"]) == 0
    out = capsys.readouterr().out
    for word in WORDS:
        default = word.default_text.replace(",", " ")
        assert re.search(
            rf"^ *{word.name} +{word.lowest} to {word.highest} +{default} +{re.escape(word.meaning)} *$",
            out,
            re.MULTILINE,
        )


@pytest.mark.parametrize("command", [["book", "play"], ["selfplay"], ["move", "--steer", "COUNT=8"]], ids=str)
def test_steer_list_needs_no_other_argument(command: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*command, "--steer", "list"]) == 0
    assert "SURVEY" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        (["COUNT"], "'COUNT' is not a steering word with its number: write it like COUNT=16"),
        (["COUNT=-5"], "COUNT is a number from 0 to 999, not -5."),
        (["COUNT=1000"], "COUNT is a number from 0 to 999, not 1000."),
        (["COUNT=8,8"], "The steering word COUNT takes one number, not 2."),
        (["BANANA=1"], "There is no steering word 'BANANA': choose one of SURVEY, STEP,"),
        (["PLAY=9"], "There is no steering word 'PLAY'"),
        (["TERMS=5"], "'TERMS' is not a steering word: use the setting terms= or the option --terms."),
        (["COUNT=1", "count=2"], "The steering word COUNT is given twice: give it once."),
        ([f"SAVED={','.join(['9'] * 23)}"], "SAVED takes 1 to 22 numbers, one for each ply, not 23."),
        (["COUNT=99999999999999999999"], "is not a steering word with its number"),
    ],
)
def test_a_bad_steering_word_is_one_sentence_and_exit_code_2(
    given: list[str], sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    arguments = [part for text in given for part in ("--steer", text)]
    assert main(["move", *arguments]) == 2
    out, err = capsys.readouterr()
    assert sentence in err and len(err.splitlines()) == 1 and out == ""


def test_every_word_can_be_given_on_the_command_line() -> None:
    from samuel.cli.options import steering

    assert [steering(f"{name}={BY_NAME[name].highest}")[0] for name in NAMES] == NAMES


def test_a_number_for_every_ply_changes_no_word_beyond_the_row() -> None:
    program = stored(DECK)
    with Job(program, END_OF_JOB) as job:
        job.load()
        job.read(["SAVED 7"])
        beyond = program.symbols["CTNUMS"] - PLIES - 1
        before = int(job.machine.core[beyond])
        job.read([f"SAVED {' '.join(['9'] * PLIES)}"])
        assert job.machine.core[beyond] == before
        row = range(program.symbols["STNSAV"] - PLIES, program.symbols["STNSAV"])
        assert {int(job.machine.core[at]) for at in row} == {9}
