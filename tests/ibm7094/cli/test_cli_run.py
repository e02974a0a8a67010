"""`ibm7094 run`: programs, options and what they print."""

import json
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from ibm7094.media import decks
from ibm7094.media.cards import Card, read_cards, write_cards
from ibm7094.media.tape import TapeFile, frames_of
from ibm7094.terminal.output import coloured
from ibm7094.words import to_ac
from tests.rigs.cli_rig import (  # noqa: F401
    HALT,
    LINE,
    START,
    Command,
    at_start,
    deck,
    ibm7094,
    image,
    prints_then,
    reads_card,
)

CLA, STO, SWT_1, TRA = 0o050000000000, 0o060100000000, 0o076000000161, 0o002000000000
ENK, WPUA = 0o076000000004, 0o076600001341

# a fixture imported from another file is shadowed by the parameter that uses it
# ruff: noqa: F811


def test_a_core_image_runs_from_its_lowest_address(ibm7094: Command, tmp_path: Path) -> None:
    ran = ibm7094("run", image(tmp_path / "halt.oct", at_start(HALT)))
    assert (ran.code, ran.out, ran.sentence) == (0, "", "Halted by HTR at 00100.")


def test_a_core_image_needs_no_suffix_and_may_have_remarks(ibm7094: Command, tmp_path: Path) -> None:
    path = tmp_path / "halt"
    path.write_text("# one halt\n\n00100 000000000100  # HTR *\n")
    assert ibm7094("run", path).sentence == "Halted by HTR at 00100."


def test_start_says_where_a_core_image_starts(ibm7094: Command, tmp_path: Path) -> None:
    path = image(tmp_path / "two.oct", {0o100: HALT, 0o200: HALT})
    assert ibm7094("run", path, "--start", "200").sentence == "Halted by HTR at 00200."


def test_a_deck_that_loads_itself_goes_through_the_reader(ibm7094: Command, tmp_path: Path) -> None:
    ran = ibm7094("run", deck(tmp_path / "deck.cbn", prints_then(HALT)))
    assert (ran.code, ran.out) == (0, f"{LINE}\n")
    assert ran.sentence == "Halted by HTR at 00103."


@pytest.mark.parametrize("make", [decks.row_deck, decks.column_deck])
def test_an_absolute_deck_is_given_a_loader(ibm7094: Command, tmp_path: Path, make: object) -> None:
    path = tmp_path / "deck.cbn"
    write_cards(path, make(prints_then(HALT), START))  # type: ignore[operator]
    ran = ibm7094("run", path)
    assert (ran.code, ran.out) == (0, f"{LINE}\n")


def test_a_704_gets_an_absolute_deck_without_the_reader(ibm7094: Command, tmp_path: Path) -> None:
    path = tmp_path / "deck.cbn"
    write_cards(path, decks.row_deck(at_start(HALT), START))
    assert ibm7094("run", path, "--model", "704").sentence == "Halted by HTR at 00100."


def test_data_cards_follow_the_deck_in_the_reader(ibm7094: Command, tmp_path: Path) -> None:
    data = tmp_path / "data.txt"
    data.write_text("HELLO\n")
    path = deck(tmp_path / "deck.cbn", at_start(*reads_card(0o1000), CLA | 0o1006, HALT))
    ran = ibm7094("run", path, "--cards", data, "--json")
    row_6 = Card.from_text("HELLO").rows()[6]
    assert row_6
    assert json.loads(ran.out)["registers"]["ac"] == f"{to_ac(row_6):013o}"


def test_the_paper_goes_to_a_file_if_one_is_named(ibm7094: Command, tmp_path: Path) -> None:
    paper = tmp_path / "out.txt"
    ran = ibm7094("run", image(tmp_path / "p.oct", prints_then(HALT)), "--start", "100", "--print", paper)
    assert (ran.code, ran.out) == (0, "")
    assert paper.read_text() == f"{LINE}\n"


def test_the_punch_fills_a_file(ibm7094: Command, tmp_path: Path) -> None:
    words = prints_then(HALT) | {START: WPUA}
    punched = tmp_path / "out.cbn"
    ran = ibm7094("run", image(tmp_path / "p.oct", words), "--start", "100", "--punch", punched)
    assert ran.code == 0
    assert read_cards(punched) == [Card.from_text(LINE)]


def test_switches_and_keys_are_as_given(ibm7094: Command, tmp_path: Path) -> None:
    path = image(tmp_path / "p.oct", at_start(SWT_1, TRA | 0o110, ENK, HALT) | {0o110: HALT})
    assert ibm7094("run", path).sentence == "Halted by HTR at 00110."
    ran = ibm7094("run", path, "--switches", "1,3", "--keys", "1234", "--json")
    registers = json.loads(ran.out)["registers"]
    assert (registers["sense_switches"], registers["mq"]) == ("101000", "000000001234")
    assert ran.sentence == "Halted by HTR at 00103."


def test_a_clock_shows_the_time_it_is_given(ibm7094: Command, tmp_path: Path) -> None:
    reads = at_start(0o076200001207, 0o054000000110, 0o006000000102, 0o050000000200, HALT)
    path = image(tmp_path / "clock.oct", {**reads, 0o110: 0o000002000200})
    ran = ibm7094("run", path, "--clock", "A7=1963-05-01T09:30", "--json")
    assert json.loads(ran.out)["registers"]["ac"].replace(" ", "").endswith("000500010011")


@pytest.mark.parametrize(
    ("clocks", "expected"),
    [
        (["A7", "A7"], "Unit A7 cannot be a clock and something else: choose another address."),
        (["A7=noon"], "The Chronolog clock A7 cannot start at 'noon':"),
        (["J7"], "'J7' is not a tape unit:"),
    ],
)
def test_a_clock_that_cannot_be_is_refused(
    ibm7094: Command, tmp_path: Path, clocks: list[str], expected: str
) -> None:
    path = image(tmp_path / "halt.oct", at_start(HALT))
    ran = ibm7094("run", path, *(word for each in clocks for word in ("--clock", each)))
    assert ran.code == 2
    assert ran.sentence.startswith(expected)


def test_a_tape_boots(ibm7094: Command, tmp_path: Path) -> None:
    # Three words to 0-2: IOCD 0,,0 ends the load, then HTR at 1.
    with TapeFile.open(tmp_path / "boot.tap") as tape:
        tape.write_record(frames_of([0, HALT, 0], True))
    ran = ibm7094("run", "--tape", f"A1={tmp_path / 'boot.tap'},ro", "--load-tape")
    assert (ran.code, ran.sentence) == (0, "Halted by HTR at 00001.")


def test_breakpoints_may_be_symbols_and_messages_show_them(ibm7094: Command, tmp_path: Path) -> None:
    symbols = tmp_path / "map.json"
    symbols.write_text('{"LOOP": "00102", "START": 64}')
    path = image(tmp_path / "p.oct", at_start(CLA, CLA, TRA | 0o101))
    ran = ibm7094("run", path, "--symbols", symbols, "--break", "LOOP", "--start", "START")
    assert (ran.code, ran.sentence) == (0, "Breakpoint at 00102 (LOOP).")
    ran = ibm7094("run", path, "--symbols", symbols, "--break", "START+1")
    assert ran.sentence == "Breakpoint at 00101 (START+1)."


def test_a_limit_ends_a_loop(ibm7094: Command, tmp_path: Path) -> None:
    ran = ibm7094("run", image(tmp_path / "p.oct", at_start(TRA | START)), "--limit", "1000", "--json")
    assert ran.code == 0
    record = json.loads(ran.out)
    assert record["instructions"] == 1000
    assert record["stop"] == {
        "reason": "limit",
        "expected": True,
        "ic": "00100",
        "message": "Stopped at the limit of instructions, before 00100.",
    }


def test_json_has_everything_that_was_asked_for(ibm7094: Command, tmp_path: Path) -> None:
    path = image(tmp_path / "p.oct", prints_then(HALT))
    ran = ibm7094("run", path, "--start", "100", "--json", "--time", "--trace", "2", "--profile", "1")
    record = json.loads(ran.out)
    assert record["printed"] == f"{LINE}\n"
    assert [done["instruction"] for done in record["trace"]] == ["TCOA   *", "HTR"]
    assert record["profile"][0]["location"] == "00102"
    assert record["cycles"][0] <= record["cycles"][1]
    assert record["time"]["by_evidence"]


def test_trace_profile_time_and_console_go_to_standard_error(ibm7094: Command, tmp_path: Path) -> None:
    path = image(tmp_path / "p.oct", at_start(CLA | 0o500, HALT))
    ran = ibm7094("run", path, "--trace", "5", "--profile", "5", "--time", "--console")
    assert (ran.code, ran.out) == (0, "")
    assert "00100  050000000500  CLA    500" in ran.err
    assert "50.0%" in ran.err
    assert "operator's console" in ran.err
    assert "2 instructions" in ran.err


def test_the_plain_engine_ends_alike(ibm7094: Command, tmp_path: Path) -> None:
    path = image(tmp_path / "p.oct", prints_then(HALT))
    compiled = ibm7094("run", path, "--start", "100", "--json")
    plain = ibm7094("run", path, "--start", "100", "--json", "--reference")
    assert json.loads(plain.out) == json.loads(compiled.out)


def test_the_module_is_the_command_and_no_colour_reaches_a_pipe(tmp_path: Path) -> None:
    path = image(tmp_path / "p.oct", prints_then(HALT))
    done = subprocess.run(
        [sys.executable, "-m", "ibm7094", "run", path, "--start", "100", "--console"],
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    assert (done.returncode, done.stdout) == (0, f"{LINE}\n")
    assert "\033" not in done.stderr


def test_a_closed_pipe_is_not_an_error(tmp_path: Path) -> None:
    path = image(tmp_path / "p.oct", prints_then(TRA | START))
    command = f'"{sys.executable}" -m ibm7094 run "{path}" --start 100 --limit 100000000 | head -1'
    done = subprocess.run(
        ["bash", "-o", "pipefail", "-c", command], capture_output=True, text=True, check=False, timeout=60
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, f"{LINE}\n", "")


def test_ctrl_c_stops_the_machine_and_says_where(tmp_path: Path) -> None:
    path = image(tmp_path / "p.oct", prints_then(TRA | 0o103))
    command = [sys.executable, "-m", "ibm7094", "run", str(path), "--start", "100"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as running:
        assert running.stdout is not None
        assert running.stdout.read(1) == LINE[0]  # by now it runs
        running.send_signal(signal.SIGINT)
        _, err = running.communicate(timeout=60)
    assert (running.returncode, err) == (130, "Stopped by the operator, before 00103.\n")


def test_no_color_is_honoured(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stderr.isatty", lambda: True)
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.delenv("NO_COLOR", raising=False)
    assert coloured()
    monkeypatch.setenv("NO_COLOR", "1")
    assert not coloured()


@pytest.mark.parametrize("name", ["run", "dis", "debug", "demo", "diag", "bench", "docs"])
def test_every_command_has_help_with_an_example(ibm7094: Command, name: str) -> None:
    ran = ibm7094(name, "--help")
    assert ran.code == 0
    assert f"ibm7094 {name}" in ran.out
    assert "Examples" in ran.out


def test_docs_prints_the_reference_page(ibm7094: Command) -> None:
    ran = ibm7094("docs")
    assert ran.code == 0
    assert "CLA" in ran.out
