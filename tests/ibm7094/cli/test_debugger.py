"""The monitor: every command, and that nothing but quit ends it."""

from collections.abc import Iterator
from io import StringIO
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from ibm7094.cli.monitor import Monitor
from ibm7094.cli.session import Session
from ibm7094.media.tape import TapeFile, frames_of
from tests.rigs.cli_rig import HALT, LINE, UNKNOWN, Command, at_start, deck, ibm7094, image, prints_then  # noqa: F401

# ruff: noqa: F811
PROGRAM = at_start(0o050000000200, 0o040000000200, 0o060100000201, HALT) | {0o200: 0o21}


class Operator:
    """Types a line and returns the monitor's answer."""

    def __init__(self, session: Session) -> None:
        self.session = session
        self.machine = session.machine
        self._out = StringIO()
        self._monitor = Monitor(session, StringIO(), self._out)

    def __call__(self, line: str) -> str:
        self._out.seek(0)
        self._out.truncate()
        assert not self._monitor.onecmd(line)
        return self._out.getvalue().rstrip("\n")


@pytest.fixture
def operator(monkeypatch: pytest.MonkeyPatch) -> Iterator[Operator]:
    monkeypatch.setenv("IBM7094_TRACEBACK", "1")
    with Session("7094") as session:
        session.machine.load(PROGRAM)
        session.machine.ic = 0o100
        yield Operator(session)


# core and registers


def test_examine_shows_words_with_their_instructions(operator: Operator) -> None:
    assert operator("examine 100-101") == ("00100  050000000200  CLA    200\n00101  040000000200  ADD    200")
    assert operator("examine") == "00102  060100000201  STO    201"
    assert operator("e 200 100") == "00200  000000000021  HTR    21\n00100  050000000200  CLA    200"


def test_examine_shows_registers(operator: Operator) -> None:
    operator.machine.ac, operator.machine.xr[4] = 0o2000000000001, 0o77777
    assert operator("examine ac XR4 ic") == "AC    2000000000001\nXR4   77777\nIC    00100"


def test_deposit_fills_core_and_registers(operator: Operator) -> None:
    assert operator("deposit 300 1 2 777777777777") == ""
    assert [int(operator.machine.core[place]) for place in (0o300, 0o301, 0o302)] == [1, 2, 0o777777777777]
    operator("d mq 123; d xr7 5; d ic 103; d ac 3777777777777")
    machine = operator.machine
    assert (machine.mq, machine.xr[7], machine.ic, machine.ac) == (0o123, 5, 0o103, 0o3777777777777)


def test_symbols_are_addresses(operator: Operator, tmp_path: Path) -> None:
    (tmp_path / "map.json").write_text('{"BEGIN": "100", "DATA": "200"}')
    assert operator(f"symbols load {tmp_path / 'map.json'}") == "00100 BEGIN\n00200 DATA"
    assert "00300 MORE" in operator("symbols MORE 300")
    assert operator("examine BEGIN+1") == "00101         040000000200  ADD    DATA"
    assert operator("examine begin-BEGIN") == "00100 BEGIN   050000000200  CLA    DATA"


def test_registers_shows_the_console(operator: Operator) -> None:
    assert "operator's console" in operator("registers")


# running


def test_go_runs_to_the_halt(operator: Operator) -> None:
    assert operator("go") == "Halted by HTR at 00103.\n00103  000000000000  HTR"
    assert operator.machine.core[0o201] == 0o42
    assert operator("go 102").startswith("Halted by HTR at 00103.")


def test_step_shows_what_was_done_and_what_is_next(operator: Operator) -> None:
    shown = operator("step 2").splitlines()
    assert [line[:5] for line in shown] == ["00100", "00101", "00102"]
    assert "AC 0000000000021" in shown[1]
    assert operator("step").splitlines()[-1].startswith("00103")


def test_breakpoints_stop_a_run_that_can_be_continued(operator: Operator) -> None:
    assert operator("break 101 102") == "Breakpoints: 00101 00102"
    assert operator("go").startswith("Breakpoint at 00101.")
    assert operator("continue").startswith("Breakpoint at 00102.")
    assert operator("unbreak 102") == "Breakpoints: 00101"
    assert operator("unbreak all; break") == "Breakpoints: none\nBreakpoints: none"
    assert operator("go 100").startswith("Halted")


def test_continue_may_be_given_a_count(operator: Operator) -> None:
    assert operator("continue 1") == "00101  040000000200  ADD    200"


def test_history_is_what_was_done(operator: Operator) -> None:
    operator("go")
    assert [line[:5] for line in operator("history 3").splitlines()] == ["00101", "00102", "00103"]
    assert len(operator("history").splitlines()) == 4


def test_profile_and_time(operator: Operator) -> None:
    operator("go")
    assert "25.0%" in operator("profile 2")
    assert operator("time").startswith("4 instructions, ")


def test_an_unexpected_stop_is_only_reported(operator: Operator) -> None:
    operator(f"deposit 100 {UNKNOWN:o}")
    assert "is not an operation of a 7094" in operator("go")
    assert operator("examine ic") == "IC    00100"


# the console


def test_switches_lights_and_keys(operator: Operator) -> None:
    assert operator("switches 1,3") == "Sense switches down: 1, 3"
    assert operator("switches 0") == "Sense switches down: none"
    operator.machine.lights[2] = 1
    assert operator("lights") == "Sense lights on: 2"
    assert operator("keys 17") == "Entry keys: 000000000017"


def test_reset_keeps_core_and_clear_does_not(operator: Operator) -> None:
    operator("d ac 5; reset")
    assert (operator.machine.ac, operator.machine.core[0o200]) == (0, 0o21)
    operator("clear")
    assert not operator.machine.core.any()


# files


def test_load_deck_and_load_cards(operator: Operator, tmp_path: Path) -> None:
    path = deck(tmp_path / "a deck.cbn", prints_then(HALT))
    assert operator(f"load deck '{path}'").startswith("00001  006000000001  TCOA   *")
    assert operator("go").startswith("Halted by HTR at 00103.")
    assert operator("print 5") == LINE
    operator(f"attach reader '{path}'; load cards")
    assert operator("go").startswith("Halted by HTR at 00103.")


def test_load_tape(operator: Operator, tmp_path: Path) -> None:
    with TapeFile.open(tmp_path / "boot.tap") as tape:
        tape.write_record(frames_of([0, HALT, 0], True))
    operator(f"attach A2 {tmp_path / 'boot.tap'} ro")
    assert operator("load tape A2; go").endswith("Halted by HTR at 00001.\n00001  000000000000  HTR")


def test_core_is_saved_and_loaded(operator: Operator, tmp_path: Path) -> None:
    path = tmp_path / "core.oct"
    assert operator(f"save core {path}") == f"4 words written to {path}."
    operator(f"clear; load core {path}")
    assert operator.machine.core[0o200] == 0o21
    assert operator(f"save core {path} 100-103") == f"4 words written to {path}."
    assert path.read_text().splitlines()[-1] == "00103 000000000000"


def test_the_printer_may_have_a_file(operator: Operator, tmp_path: Path) -> None:
    paper = tmp_path / "paper.txt"
    operator(f"attach printer {paper}; load deck {image(tmp_path / 'p.oct', prints_then(HALT))}; go 100")
    assert operator("print") == LINE
    assert not paper.exists()  # it appears when it is complete
    operator.machine.close()
    assert paper.read_text().strip() == LINE


# help and errors


def test_every_command_has_help_with_an_example(operator: Operator) -> None:
    listed = [line.split()[0] for line in operator("help").splitlines()[:-1]]
    assert len(listed) > 20
    for name in listed:
        assert f"Example: {name}" in operator(f"help {name}")


def test_a_letter_is_enough_for_the_usual_commands(operator: Operator) -> None:
    operator("b 101; g; u all; s; h; c")
    assert operator.machine.core[0o201] == 0o42


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("jump", "There is no command 'jump'"),
        ("help jump", "There is no command 'jump'"),
        ("examine 100000", "Address 100000 is past the end of core"),
        ("examine LOOP", "There is no symbol 'LOOP'"),
        ("examine 200-100", "The range 200-100 ends before it begins"),
        ("deposit", "Give an address and a word"),
        ("deposit 100", "Give an address and a word"),
        ("deposit 100 8", "The word '8' is not an octal number"),
        ("deposit 100 7777777777777", "The word 7777777777777 is too large"),
        ("deposit 77777 1 2", "past the end of core"),
        ("deposit xr1 100000", "too large"),
        ("deposit ac 1 2", "takes one value"),
        ("step many", "'many' is not a number of steps"),
        ("step 0", "'0' is not a number of steps"),
        ("break NOWHERE", "There is no symbol 'NOWHERE'"),
        ("switches 9", "There is no sense switch '9'"),
        ("keys x", "'x' is not an octal number"),
        ("attach", "Give a device and a file"),
        ("attach reader /nonexistent", "there is no such file"),
        ("attach Z9 file", "does not name a tape"),
        ("load", "Type load cards"),
        ("load cards", "nothing attached"),
        ("load tape Q", "There is no tape at 'Q'"),
        ("load core /nonexistent", "there is no such file"),
        ("load deck 'unfinished", "A quotation mark is missing"),
        ("save", "Type save FILE"),
        ("save /nonexistent/core.oct", "there is no folder /nonexistent"),
        ("symbols load /nonexistent", "there is no such file"),
        ("symbols a b c", "Type symbols"),
    ],
)
def test_a_mistake_is_a_sentence(operator: Operator, line: str, said: str) -> None:
    answer = operator(line)
    assert said in answer
    assert answer.endswith(".")
    assert "\n" not in answer


WORDS = st.sampled_from(
    [
        *("examine", "deposit", "break", "unbreak", "step", "continue 5", "history", "registers", "symbols"),
        *("switches", "keys", "lights", "reset", "clear", "profile", "print", "time", "help", "list", "load"),
        *(
            "100",
            "77777",
            "100000",
            "LOOP",
            "ac",
            "xr1",
            "ic",
            "8",
            "-1",
            "1,3",
            "all",
            "cards",
            "tape",
            "'",
            "?",
            "!",
        ),
    ]
)


@given(lines=st.lists(st.lists(WORDS, max_size=4).map(" ".join), max_size=6))
@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_no_line_ends_the_monitor(operator: Operator, lines: list[str]) -> None:
    for line in lines:
        operator(line)


def test_commands_are_piped_in(ibm7094: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", StringIO("go\nnonsense\n\nexamine 201\nquit\nexamine 100\n"))
    ran = ibm7094("debug", image(tmp_path / "p.oct", PROGRAM))
    assert ran.code == 0
    assert ran.out.splitlines()[1:] == [
        "Halted by HTR at 00103.",
        "00103  000000000000  HTR",
        "There is no command 'nonsense': help shows the commands.",
        "00201  000000000042  HTR    42",
    ]


def test_ctrl_c_at_the_prompt_only_starts_a_new_line(
    ibm7094: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    answers: Iterator[str | type[BaseException]] = iter([KeyboardInterrupt, "keys", EOFError])

    def typed(prompt: str = "") -> str:
        answer = next(answers)
        if isinstance(answer, str):
            return answer
        raise answer

    monkeypatch.setattr("builtins.input", typed)
    ran = ibm7094("debug")
    assert ran.code == 0
    assert ran.out.endswith("Entry keys: 000000000000\n")
