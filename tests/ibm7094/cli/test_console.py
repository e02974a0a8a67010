"""The console's display: every register and light is in it, at 80 columns and without colour."""

from io import StringIO

import pytest
from rich.console import Console

from ibm7094 import Machine
from ibm7094.cli.console import render
from ibm7094.stop import Reason, Stop


def shown(machine: Machine, stop: Stop | None = None, *, ascii_only: bool = False, title: str = "") -> str:
    out = StringIO()
    console = Console(file=out, width=80, no_color=True, highlight=False)
    console.print(render(machine, title, stop, ascii_only=ascii_only))
    return out.getvalue()


def line(text: str, begin: str) -> str:
    return next(each.strip("│ ") for each in text.splitlines() if each.strip("│ ").startswith(begin))


def test_the_accumulator_shows_its_38_bits_and_13_digits() -> None:
    machine = Machine()
    machine.ac = 0o2400000000017
    assert line(shown(machine), "AC ") == (
        "AC      ●○ ●○○ ○○○ ○○○ ○○○ ○○○ ○○○ ○○○ ○○○ ○○○ ○○○ ○○● ●●●  2400000000017"
    )


@pytest.mark.parametrize(("name", "label"), [("mq", "MQ"), ("si", "SI"), ("keys", "KEYS")])
def test_words_show_their_36_bits_and_12_digits(name: str, label: str) -> None:
    machine = Machine()
    setattr(machine, name, 0o700000000001)
    row = line(shown(machine), f"{label} ")
    assert row.count("●") == 4
    assert row.endswith("700000000001")


def test_the_instruction_counter_and_seven_index_registers() -> None:
    machine = Machine()
    machine.ic = 0o12345
    for number in range(1, 8):
        machine.xr[number] = number
    text = shown(machine)
    assert "12345" in line(text, "IC")
    for number in range(1, 8):
        assert f"XR{number}" in text
        assert f"0000{number}" in text


def test_an_older_model_has_three_index_registers() -> None:
    text = shown(Machine("7090"))
    assert "XR4" in text
    assert "XR3" not in text


def test_lights_switches_and_checks() -> None:
    machine = Machine()
    machine.lights, machine.switches = "0101", "100001"
    machine.divide_check = 1
    machine.state.in_operation[2] = 1
    text = shown(machine)
    assert line(text, "SENSE LIGHTS") == (
        "SENSE LIGHTS  1 ○  2 ●  3 ○  4 ●      SWITCHES  1 ●  2 ○  3 ○  4 ○  5 ○  6 ●"
    )
    assert "DIVIDE CHECK ●" in text
    assert "AC OVERFLOW ○" in text
    assert "A ○  B ●  C ○" in text


def test_the_stop_the_counts_and_both_ends_of_the_time() -> None:
    machine = Machine()
    machine.state.instructions, machine.state.cycles, machine.state.cycles_saved = 1234, 5000, 1000
    text = shown(machine, Stop(Reason.HALT, 0, "Halted by HTR at 00000."))
    assert "Halted by HTR at 00000." in text
    assert "1,234 instructions, 4,000 to 5,000 cycles" in text
    assert "8 to 10 ms simulated" in text


def test_it_is_80_columns_wide_and_has_its_title() -> None:
    lines = shown(Machine("7094-II"), title="After the run").splitlines()
    assert {len(each) for each in lines} == {80}
    assert "After the run" in lines[0]


def test_a_terminal_without_circles_gets_stars() -> None:
    machine = Machine()
    machine.mq = 1
    row = line(shown(machine, ascii_only=True), "MQ")
    assert row.count("*") == 1
    assert row.count(".") == 35
