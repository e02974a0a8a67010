"""Small programs that do with channels what LISP 1.5 and IBSYS do."""

from pathlib import Path

import pytest

from ibm7094 import Machine, Reason
from ibm7094.asm import assemble
from ibm7094.media.tape import TapeFile, frames_of

A1 = "A1"


def tape(tmp_path: Path, *records: list[int] | None) -> Path:
    """A binary tape; None is a tape mark."""
    path = tmp_path / "a1.tap"
    with TapeFile.open(path) as made:
        for record in records:
            made.write_mark() if record is None else made.write_record(frames_of(record, binary=True))
    return path


def ran(tmp_path: Path, compiled: bool, program: str, *records: list[int] | None) -> Machine:
    """A machine that has run a program with these records on A1, to a halt."""
    m = Machine(compiled=compiled)
    m.attach(A1, "tape", tape(tmp_path, *records), ring=False)
    cards = [f"{line[:6]:<6} {line[6:].strip()}" for line in program.splitlines() if line.strip()]
    text = "\n".join(["       ABS", "       ORG     64", *cards, "       END     START"]) + "\n"
    assembled = assemble(text)
    assert not assembled.problems
    m.load(assembled)
    stop = m.run(limit=200_000)
    assert stop.reason is Reason.HALT, stop
    return m


def words(m: Machine, name: str, count: int) -> list[int]:
    place = m.address(name)
    return [int(word) for word in m.core[place : place + count]]


def test_an_executed_lch_waits_for_the_channel(tmp_path: Path, compiled: bool) -> None:
    """LISP's tape routine: XEC of an LCH, while an IOCT is under way."""
    m = ran(
        tmp_path,
        compiled,
        """
START RTBA    1
      RCHA    FIRST
      XEC     WAIT
      TCOA    *
      HTR     0
WAIT  LCHA    SECOND
FIRST IOCT    BUF,,2
SECONDIOCD    BUF+2,,2
BUF   BSS     4
""",
        [1, 2, 3, 4],
    )
    assert (words(m, "BUF", 4), m.io_check) == ([1, 2, 3, 4], 0)


def test_txl_with_two_registers_leaves_both_alone(tmp_path: Path, compiled: bool) -> None:
    m = ran(
        tmp_path,
        compiled,
        """
START EMTM
      AXT     0,1
      AXT     5,2
      TXL     *+1,3,0
      HTR     0
""",
    )
    assert (m.xr[1], m.xr[2]) == (0, 5)


def test_a_chain_of_lchs_reads_one_record_after_another(tmp_path: Path, compiled: bool) -> None:
    m = ran(
        tmp_path,
        compiled,
        """
START RTBA    1
      RCHA    C1
      LCHA    C2
      LCHA    C3
      TCOA    *
      HTR     0
C1    IORT    BUF,,2
C2    IORT    BUF+2,,9
C3    IOCD    BUF+5,,1
BUF   BSS     6
""",
        [1, 2, 99],
        [3, 4, 5],
        [6],
    )
    assert words(m, "BUF", 6) == [1, 2, 3, 4, 5, 6]


def test_a_trap_at_a_tape_mark_is_taken_and_restored(tmp_path: Path, compiled: bool) -> None:
    m = ran(
        tmp_path,
        compiled,
        """
START CAL     TRAP
      SLW     11
      ENB     ON
      RTBA    1
      RCHA    READ
LOOP  NOP
      TRA     LOOP
TRAP  TRA     CAUGHT
CAUGHTCAL     10
      SLW     COUNT
      RCT
      NOP
      HTR     0
ON    OCT     000001000001
READ  IOCT    BUF,,5
COUNT BSS     1
BUF   BSS     5
""",
        None,
    )
    assert words(m, "COUNT", 1)[0] >> 18 == 4


def test_a_redundancy_trap_leaves_the_bad_word(tmp_path: Path, compiled: bool) -> None:
    m = ran(
        tmp_path,
        compiled,
        """
START CAL     TRAP
      SLW     11
      ENB     ON
      RTDA    1
      RCHA    READ
LOOP  NOP
      TRA     LOOP
TRAP  TRA     CAUGHT
CAUGHTCAL     10
      SLW     COUNT
      HTR     0
ON    OCT     000001000001
READ  IOCT    BUF,,5
COUNT BSS     1
BUF   OCT     123
""",
        [0o010203040506],
    )
    assert (words(m, "COUNT", 1)[0] >> 18 & 2, words(m, "BUF", 1)) == (2, [0o123])


def test_one_buffer_is_added_up_while_the_other_is_filled(tmp_path: Path, compiled: bool) -> None:
    records = [[100 * n + k for k in range(10)] for n in range(1, 5)]
    m = ran(
        tmp_path,
        compiled,
        """
START STZ     SUM
      RTBA    1
      RCHA    READ1
NEXT  TCOA    *
      TEFA    DONE
      RTBA    1
      RCHA    READ2
      AXT     10,1
      CLA     SUM
      ADD     BUF1+10,1
      TIX     *-1,1,1
      STO     SUM
      TCOA    *
      TEFA    DONE
      RTBA    1
      RCHA    READ1
      AXT     10,1
      CLA     SUM
      ADD     BUF2+10,1
      TIX     *-1,1,1
      STO     SUM
      TRA     NEXT
DONE  HTR     0
READ1 IORT    BUF1,,10
READ2 IORT    BUF2,,10
SUM   BSS     1
BUF1  BSS     10
BUF2  BSS     10
""",
        *records,
        None,
    )
    assert words(m, "SUM", 1) == [sum(map(sum, records))]


@pytest.mark.parametrize("unit", ["A1", "A10"])
def test_a_tape_loads_itself_and_then_an_overlay(tmp_path: Path, compiled: bool, unit: str) -> None:
    """The first record has the loader; it reads the second, and starts that."""
    number = int(unit[1:])
    rtb, rch, tco, tra = 0o076200001220 + number, 0o054000000000, 0o006000000000, 0o002000000000
    loader = [rtb, rch + 0o104, tco + 0o102, tra + 0o200, 0o000003000200]
    first = [0o000005000100, tco + 1, tra + 0o100, *loader]
    with Machine(compiled=compiled) as m:
        m.attach(unit, "tape", tape(tmp_path, first, [0o450000000201, 0o042000000777, 0]), ring=False)
        m.load_tape(unit)
        stop = m.run(limit=10_000)
        assert (stop.reason, stop.ic) == (Reason.HALT, 0o201)
        assert m.ac & 0o777777777777 == 0o042000000777


def test_lines_are_printed_with_carriage_control(compiled: bool) -> None:
    """WPD with SPR 3, a double space, before the second of two lines with a 1 in column 1."""
    ones = {0o300 + n: 0 for n in range(24)} | {0o300 + 16: 0o400000000000}
    wpd, rch, tco, spr_3 = 0o076600001361, 0o054000000250, 0o006000000000, 0o076000001363
    with Machine(compiled=compiled) as m:
        m.load(ones | {0o250: 0o000030000300})
        m.load(dict(enumerate((wpd, rch, tco + 0o102, wpd, spr_3, rch, tco + 0o106, 0), 0o100)))
        m.ic = 0o100
        assert m.run(limit=1_000_000).reason is Reason.HALT
        assert m.printed.split() == ["1", "1"]
        assert len(m.printed.splitlines()) == 3
