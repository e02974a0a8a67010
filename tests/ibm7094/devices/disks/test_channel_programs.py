"""The 7909's own commands, and what a boot card does with them."""

from pathlib import Path

import pytest

from ibm7094 import Machine
from ibm7094.devices.disks.orders import Operation
from tests.rigs.disk_rig import FORMAT_AND_ADDRESSES, first_track, machine, order, program, run

ENGINES = pytest.mark.parametrize("compiled", [True, False], ids=["compiled", "reference"])
SECOND_IS_22, THIRD_HAS_31 = 2 << 12 | 0o22, 3 << 12 | 0o100 | 0o31
"""Decrements of TCM: a character that is exactly the mask, and one that has all its bits."""


def word(m: Machine, name: str, away: int = 0) -> int:
    return int(m.core[m.symbols[name] + away])


COMMANDS = f"""PROG   LCC     3
       XMT     THERE,,2
       OCT     111,222
LOOP   TDC     LOOP
       LAR     GIVEN
       TCM     SAME,,{SECOND_IS_22}
       TWT     *
SAME   TCM     ALL,,{THIRD_HAS_31}
       TWT     *
ALL    LCC     37
       ICC     0,,8192
       SAR     FOUND
       SMS     82
       ICC
       SAR     MODE
       TWT     *
GIVEN  OCT     112233445566
THERE  OCT     0,0
FOUND  OCT     0
MODE   OCT     0"""


@ENGINES
def test_counter_characters_and_words_move_as_commanded(tmp_path: Path, compiled: bool) -> None:
    with machine(tmp_path / "a.dsk", compiled=compiled) as m:
        run(m, program(COMMANDS))
        assert (word(m, "THERE"), word(m, "THERE", 1)) == (0o111, 0o222)
        assert word(m, "FOUND") == 0o114533445566
        assert word(m, "MODE") == 82 & 0o137


@ENGINES
def test_a_copy_without_a_select_is_a_sequence_check(tmp_path: Path, compiled: bool) -> None:
    text = """       ORG     38
       OCT     0
       TCH     CHECK
       ORG     550
PROG   SMS     14
       LCC     5
       CPYD    BUF,,1
       TWT     *
CHECK  TWT     *
BUF    OCT     0
DIAG   OCT     0"""
    main = "START  RSCC    PROG\n       TCOC    *\n       SCDC    DIAG\nDONE   HTR     DONE"
    with machine(tmp_path / "a.dsk", compiled=compiled) as m:
        run(m, program(text, main=main))
        assert word(m, "DIAG") == 5 << 30 | 0o20 << 24 | 1 << 19  # counter, sequence check, in interrupt


def test_scd_stops_the_machine_on_a_7607() -> None:
    m = Machine("7094")
    m.load({0o100: 0o064400000200})
    m.ic = 0o100
    assert m.run().reason == "illegal operation"


@ENGINES
def test_a_channel_reads_its_own_commands_from_the_disk(tmp_path: Path, compiled: bool) -> None:
    # IBSYS's boot card does this: each word that it reads into its own program is the next command.
    boot = f"""PROG   SMS     14
       CTL     SEEK
       TCM     *,,0
       CTLR    CYL
NEXT   CPYP    *+1,,1
       WTR     *
       TCH     NEXT
LAST   CPYD    0,,0
       TWT     *
SEEK   OCT     {order(Operation.DSEK)}
CYL    OCT     {order(Operation.DVCY)}"""
    made = program(boot)
    last = 1 << 33 | made.symbols["LAST"]
    on_disk = [4 << 33 | 2 << 18 | 0o3000, 0o1234, 0o5670, 4 << 33 | 1 << 18 | 0o3010, 0o7777, last]
    with machine(tmp_path / "a.dsk", compiled=compiled) as m:
        run(m, program(FORMAT_AND_ADDRESSES, first_track(on_disk, [0])))
        run(m, made)
        assert [int(m.core[place]) for place in (0o3000, 0o3001, 0o3010)] == [0o1234, 0o5670, 0o7777]
