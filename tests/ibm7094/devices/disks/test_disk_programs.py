"""A 7909 and a disk as programs use them: format, write, read back, seek, interrupt, trap, sense."""

from pathlib import Path

import pytest

from ibm7094 import Machine
from ibm7094.devices.disks.orders import Operation
from ibm7094.devices.disks.sense import Sense, attention, words
from ibm7094.media.disks import GEOMETRIES, DiskFile
from tests.rigs.disk_rig import FORMAT_AND_ADDRESSES, first_track, machine, order, program, run
from tests.rigs.simh_rig import SimhRun, needs_simh

ONE, TWO = list(range(1, 6)), list(range(0o100, 0o110))
ENGINES = pytest.mark.parametrize("compiled", [True, False], ids=["compiled", "reference"])


def words_at(m: Machine, name: str, count: int) -> list[int]:
    first = m.symbols[name]
    return [int(word) for word in m.core[first : first + count]]


def formatted(path: Path, model: str = "1301") -> Path:
    """A disk whose first track has two records."""
    with machine(path, model=model) as m:
        assert run(m, program(FORMAT_AND_ADDRESSES, first_track(ONE, TWO, model))).reason == "halt"
    return path


def reading(*commands: str, orders: str = "") -> str:
    """A channel program that seeks track 0, and then does this. SMS 14 inhibits interrupts."""
    body = "\n".join(f"       {command}" for command in commands)
    return f"""PROG   SMS     14
       CTL     SEEK
       TCM     *,,0
{body}
       TWT     *
SEEK   OCT     {order(Operation.DSEK)}
RTRK   OCT     {order(Operation.DVTN)}
RALL   OCT     {order(Operation.DVTA)}
RHOM   OCT     {order(Operation.DVHA)}
RREC   OCT     {order(Operation.DVSR, 2)}
{orders}
BUF    BSS     50
MORE   BSS     50
STATUS BSS     2"""


@ENGINES
def test_a_cylinder_is_formatted_and_a_track_written(tmp_path: Path, compiled: bool) -> None:
    path = tmp_path / "a.dsk"
    with machine(path, compiled=compiled) as m:
        run(m, program(FORMAT_AND_ADDRESSES, first_track(ONE, TWO)))
    disk = DiskFile(path, "1301", True)
    track = disk.track(0, 0)
    assert [track[area.data : area.end] for area in disk.areas(track, 0)] == [ONE, TWO]
    assert [area.length for area in disk.areas(disk.track(0, 39), 39)] == [len(ONE), len(TWO)]
    assert not disk.areas(disk.track(0, 40), 40)


@ENGINES
def test_records_are_read_back(tmp_path: Path, compiled: bool) -> None:
    commands = ("CTLR    RTRK", "CPYP    BUF,,3", "CPYD    BUF+10,,20", "CTLR    RREC", "CPYD    MORE,,20")
    with machine(formatted(tmp_path / "a.dsk"), compiled=compiled) as m:
        run(m, program(reading(*commands)))
        assert words_at(m, "BUF", 4) == [1, 2, 3, 0]
        assert words_at(m, "BUF", 23)[10:] == [4, 5, *TWO, 0, 0, 0]
        assert words_at(m, "MORE", 9) == [*TWO, 0]


def test_a_track_is_read_with_its_addresses(tmp_path: Path) -> None:
    commands = ("CTLR    RALL", "CPYD    BUF,,50", "CTLR    RHOM", "CPYD    MORE,,3")
    with machine(formatted(tmp_path / "a.dsk")) as m:
        run(m, program(reading(*commands)))
        assert words_at(m, "BUF", 7) == [0o121212016767, *ONE, 0o121212026767]
        assert words_at(m, "MORE", 4) == [0o676767676767, 0o121212016767, 1, 0]


def test_a_short_write_leaves_the_rest_of_the_record_blank(tmp_path: Path) -> None:
    path = formatted(tmp_path / "a.dsk")
    with machine(path) as m:
        run(m, program(reading("CTLW    RREC", "CPYD    DATA,,2"), "DATA   OCT     7,6"))
    disk = DiskFile(path, "1301", True)
    track = disk.track(0, 0)
    assert [track[area.data : area.end] for area in disk.areas(track, 0)] == [ONE, [7, 6, 0, 0, 0, 0, 0, 0]]


def test_a_write_check_finds_what_differs(tmp_path: Path) -> None:
    orders = f"CHECK  OCT     {order(Operation.DWRC, 2)}\nDATA   OCT     100,101,102,103,104,105,106,177"
    commands = (
        "CTLR    RREC",
        "CPYD    BUF,,8",
        "CTLW    CHECK",
        "CPYD    DATA,,8",
        "SNS",
        "CPYD    STATUS,,2",
    )
    with machine(formatted(tmp_path / "a.dsk")) as m:
        run(m, program(reading(*commands, orders=orders)))
        assert words_at(m, "STATUS", 1)[0] == words(Sense.DATA_CHECK | Sense.COMPARE_CHECK)[0]


@ENGINES
def test_a_cylinder_operation_goes_from_track_to_track(tmp_path: Path, compiled: bool) -> None:
    with machine(formatted(tmp_path / "a.dsk"), compiled=compiled) as m:
        for track in (1, 2):
            seek, write = order(Operation.DSEK, track), order(Operation.DVHA, track)
            orders = f"GO     OCT     {seek}\nWH     OCT     {write}"
            data = f"DATA   OCT     676767676767,0,{track}1"
            run(
                m,
                program(
                    reading("CTL     GO", "TCM     *,,0", "CTLW    WH", "CPYD    DATA,,3", orders=orders),
                    data,
                ),
            )
        orders = f"CYL    OCT     {order(Operation.DVCY)}"
        run(m, program(reading("CTLR    CYL", "CPYD    BUF,,27", orders=orders)))
        assert words_at(m, "BUF", 13) == [*ONE, *TWO]
        assert [words_at(m, "BUF", 28)[at] for at in (13, 26, 27)] == [0o11, 0o21, 0]


SEEKS = """       ORG     38
       OCT     0
       LIPT    GO
       ORG     550
PROG   SMS     0
       CTL     FAR
       WTR     *
       XMT     FLAG,,1
       OCT     1
       TWT     *
GO     SNS
       CPYD    STATUS,,2
       TWT     AFTER
AFTER  XMT     FLAG,,1
       OCT     2
       TWT     *
FLAG   OCT     0
STATUS BSS     2"""


@ENGINES
def test_attention_interrupts_a_waiting_channel(tmp_path: Path, compiled: bool) -> None:
    far = f"FAR    OCT     {order(Operation.DSEK, 9999)}"
    with machine(tmp_path / "a.dsk", compiled=compiled) as m:
        run(m, program(SEEKS, far))
        wait = m.symbols["PROG"] + 2
        assert m.core[0o46] == wait << 18 | wait
        assert words_at(m, "STATUS", 2) == list(words(attention(0, 0)))
        assert m.seconds[0] == pytest.approx(0.180, abs=0.001)  # over all cylinders


TRAPPED = """START  ENB     MASK
       RSCC    PROG
WAIT   TRA     WAIT
TRAP   STCC
       TCOC    *
DONE   HTR     DONE
MASK   OCT     4"""


@ENGINES
def test_twt_traps_the_processor_and_stc_lets_the_program_go_on(tmp_path: Path, compiled: bool) -> None:
    cell = "       ORG     14\n       OCT     0\n       TTR     TRAP"  # 16 octal, channel C
    far = f"FAR    OCT     {order(Operation.DSEK, 400)}"
    with machine(tmp_path / "a.dsk", compiled=compiled) as m:
        stop = run(m, program(SEEKS, far, cell, main=TRAPPED))
        assert (stop.reason, stop.ic) == ("halt", m.symbols["DONE"])
        assert m.core[0o16] == 1 << 18 | m.symbols["WAIT"]
        assert words_at(m, "FLAG", 1) == [2]


@ENGINES
def test_an_unusual_end_interrupts_and_sense_says_why(tmp_path: Path, compiled: bool) -> None:
    text = f"""       ORG     38
       OCT     0
       TCH     ERROR
       ORG     550
PROG   SMS     0
       CTL     BAD
       TWT     *
ERROR  TCM     SEEN,,8
       TWT     *
SEEN   SNS
       CPYD    STATUS,,2
       LIPT    AFTER
AFTER  TWT     *
BAD    OCT     {order(Operation.DSEK, "99@9")}
STATUS BSS     2"""
    with machine(tmp_path / "a.dsk", compiled=compiled) as m:
        run(m, program(text))
        assert words_at(m, "STATUS", 2) == list(words(Sense.PROGRAM_CHECK | Sense.INVALID_ADDRESS))


@pytest.mark.parametrize(
    ("commands", "orders", "error"),
    [
        (("CTL     ODD",), "ODD    OCT     70712121212,0", Sense.INVALID_CODE),
        (("CTLRN   0",), "", Sense.INVALID_SEQUENCE),
        (("CTLR    ODD",), f"ODD    OCT     {order(Operation.DVTN, 1)}", Sense.NO_RECORD),
        (("CTLR    ODD",), f"ODD    OCT     {order(Operation.DVTN, home='11')}", Sense.NO_RECORD),
        (("CTLR    ODD",), f"ODD    OCT     {order(Operation.DVSR, 7)}", Sense.NO_RECORD),
        (("CTLR    ODD",), f"ODD    OCT     {order(Operation.DVTN, module=7)}", Sense.ACCESS_INOPERATIVE),
        (("CTLR    ODD",), f"ODD    OCT     {order(Operation.DVTN, access=1)}", Sense.ACCESS_INOPERATIVE),
        (("CTL     FAR", "CTL     FAR"), "", Sense.ACCESS_NOT_READY),
        (("CTL     OFF", "CTL     SEEK"), "", Sense.ACCESS_INOPERATIVE),
    ],
)
def test_every_error_has_its_sense_bit(
    tmp_path: Path, commands: tuple[str, ...], orders: str, error: Sense
) -> None:
    more = f"FAR    OCT     {order(Operation.DSEK, 400)}\nOFF    OCT     {order(Operation.DSAI)}"
    after = ("CPYD    MORE,,1",) if error in (Sense.NO_RECORD, Sense.INVALID_SEQUENCE) else ()
    text = reading(*commands, *after, "SNS", "CPYD    STATUS,,2", orders=f"{orders}\n{more}")
    with machine(formatted(tmp_path / "a.dsk")) as m:
        run(m, program(text))
        first, _ = words_at(m, "STATUS", 2)
        assert first & words(error)[0]


ON_BOTH = f"""       ORG     38
       OCT     0
       LIPT    GO
       ORG     550
PROG   SMS     0
       CTL     SEEK
       WTR     *
GO     CTLW    WFMT
       CPYD    FORMAT,,NFMT
       LCC     63
       TDC     *
       CTLW    WHA
       CPYD    TRACK,,NTRK
       LCC     63
       TDC     *
       CTLR    RTRK
       CPYP    BUF,,3
       CPYD    BUF+10,,10
       LCC     63
       TDC     *
       CTLR    RREC
       CPYD    MORE,,8
       LCC     63
       TDC     *
       SNS
       CPYD    STATUS,,2
       LAR     STATUS+1
       LCC     37
       ICC     0,,8192
       SAR     COUNT
       XMT     FLAG,,1
       OCT     1
       TWT     *
SEEK   OCT     {order(Operation.DSEK)}
WFMT   OCT     {order(Operation.DWRF)}
WHA    OCT     {order(Operation.DVHA)}
RTRK   OCT     {order(Operation.DVTN)}
RREC   OCT     {order(Operation.DVSR, 2)}
BUF    BSS     30
MORE   BSS     30
STATUS BSS     2
COUNT  OCT     0
FLAG   OCT     0"""
UNTIL_FLAG = "START  RSCC    PROG\nLOOP   NZT     FLAG\n       TRA     LOOP\nDONE   HTR     DONE"


@needs_simh
@pytest.mark.parametrize("model", ["7320", "2302"])
def test_core_and_disk_are_as_in_simh(tmp_path: Path, model: str) -> None:
    # Not the 1301: SIMH takes its format tracks for a 1302's. LCC and TDC give SIMH's disk time for its gap.
    made = program(ON_BOTH, first_track(ONE, TWO, model), main=UNTIL_FLAG)
    start = made.start
    assert start is not None
    theirs, ours = tmp_path / "simh.dsk", tmp_path / "ours.dsk"
    commands = ["set chanc enabled=FILE", f"set dsk0 {model}", "set dsk0 format", f"attach dsk0 {theirs}"]
    simh = SimhRun(tmp_path, commands, made.image, start)
    with machine(ours, model=model) as m:
        run(m, made)
        assert {place: int(word) for place, word in enumerate(m.core)} == simh.core
    assert ours.read_bytes() == theirs.read_bytes()


@pytest.mark.parametrize("model", GEOMETRIES)
def test_every_model_reads_what_it_wrote(tmp_path: Path, model: str) -> None:
    with machine(formatted(tmp_path / "a.dsk", model), model=model) as m:
        run(m, program(reading("CTLR    RTRK", "CPYD    BUF,,13")))
        assert words_at(m, "BUF", 13) == [*ONE, *TWO]


def test_several_modules_and_both_accesses_seek_at_once(tmp_path: Path) -> None:
    text = f"""PROG   SMS     14
       CTL     FIRST
       CTL     OTHER
       CTL     THIRD
       TWT     *
FIRST  OCT     {order(Operation.DSEK, 400)}
OTHER  OCT     {order(Operation.DSEK, 80, access=1)}
THIRD  OCT     {order(Operation.DSEK, 9999, module=3)}"""
    with machine(tmp_path / "a.dsk", model="2302") as m:
        m.attach("C3", "disk", tmp_path / "b.dsk", model="1301")
        run(m, program(text))
        assert m.seconds[0] == pytest.approx(0.180, abs=0.001)
        run(m, program("PROG   SNS\n       CPYD    STATUS,,2\n       TWT     *\nSTATUS BSS     2"))
        seen = attention(0, 0) | attention(1, 0) | attention(0, 3)
        assert words_at(m, "STATUS", 2) == list(words(seen))
