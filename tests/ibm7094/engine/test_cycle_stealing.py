"""Channels that take storage cycles from the processor."""

from pathlib import Path

import pytest

from ibm7094 import Machine, Reason
from ibm7094.errors import BadValue
from ibm7094.media.tape import TapeFile, frames_of

RTBA1, WTBA1, RCHA, TCOA = 0o076200001221, 0o076600001221, 0o054000000000, 0o006000000000
HPR, TIX_1, AXT_1 = 0o042000000000, 0o200001100000, 0o077400100000
IOCD, TCH, IOCP = 0, 1, 4
INDIRECT, NO_TRANSMISSION = 0o400000, 0o200000
STEALING = ("cycle-stealing",)


def command(op: int, address: int, count: int = 0, flags: int = 0) -> int:
    return op << 33 | count << 18 | flags | address


def spent(tmp_path: Path, compiled: bool, options: tuple[str, ...], select: int, *commands: int) -> int:
    """The cycles of a program that selects, and computes for far longer than the channel works."""
    path = tmp_path / "a1.tap"
    path.unlink(missing_ok=True)
    with TapeFile.open(path) as tape:
        tape.write_record(frames_of(range(8), binary=True))
    with Machine("7094", compiled=compiled, options=options) as m:
        m.attach("A1", "tape", path)
        m.load({0o200 + n: word for n, word in enumerate(commands)} | {0o300: 0o1000})
        m.load(dict(enumerate((select, RCHA + 0o200, AXT_1 + 0o77777, TIX_1 + 0o103, HPR), 0o100)))
        m.ic = 0o100
        assert m.run().reason is Reason.HALT
        return m.cycles


@pytest.mark.parametrize(
    ("select", "commands", "stolen"),
    [
        (RTBA1, [command(IOCD, 0o1000, 8)], 9),
        (WTBA1, [command(IOCD, 0o1000, 8)], 9),
        (RTBA1, [command(IOCP, 0o300, 3, INDIRECT), command(IOCD, 0o1000, 5)], 11),
        (RTBA1, [command(IOCP, 0o1000, 3, NO_TRANSMISSION), command(IOCD, 0o1000, 5)], 7),
        (WTBA1, [command(IOCP, 0o1000, 3, NO_TRANSMISSION), command(IOCD, 0o1000, 5)], 7),
        (RTBA1, [command(TCH, 0o202), 0, command(IOCD, 0o1000, 5)], 7),
    ],
    ids=["read", "write", "indirect", "no transmission, reading", "no transmission, writing", "TCH"],
)
def test_each_word_and_each_command_takes_one_cycle(
    tmp_path: Path, compiled: bool, select: int, commands: list[int], stolen: int
) -> None:
    with_it, without = (spent(tmp_path, compiled, each, select, *commands) for each in (STEALING, ()))
    assert with_it - without == stolen


def test_a_processor_that_waits_loses_no_time(tmp_path: Path, compiled: bool) -> None:
    """The tape is slower than the cycles that it takes: the wait ends with the record, as ever."""
    ends = []
    for options in ((), STEALING):
        with Machine("7094", compiled=compiled, options=options) as m:
            m.attach("A1", "tape", tmp_path / "a1.tap")
            m.load({0o200: command(IOCD, 0o1000, 30)})
            m.load(dict(enumerate((WTBA1, RCHA + 0o200, TCOA + 0o102, HPR), 0o100)))
            m.ic = 0o100
            m.run()
            ends.append(m.cycles)
    assert abs(ends[1] - ends[0]) < 5


@pytest.mark.parametrize("model", ["709", "7094"])
def test_a_loop_of_commands_that_takes_all_cycles_does_not_hang_the_machine(
    model: str, tmp_path: Path, compiled: bool
) -> None:
    with Machine(model, compiled=compiled, options=STEALING) as m:
        loop = dict(enumerate((command(TCH, 0o202 + n) for n in range(29)), 0o201))
        chain = {0o200: command(IOCP, 0o300, 1, INDIRECT), **loop, 0o236: command(TCH, 0o200)}
        m.load(chain)
        program = []
        for number in range(1, 5):  # a chain on each of four channels, writing for ever
            m.attach(f"{'ABCD'[number - 1]}1", "tape", tmp_path / f"{number}.tap", model="IV", density=556)
            rch = (0o054000000000, 0o454000000000, 0o054100000000, 0o454100000000)[number - 1]
            program += [0o076600000221 | number << 9, rch + 0o200]
        m.load(dict(enumerate((*program, 0o002000000110), 0o100)))
        m.ic = 0o100
        assert m.run(limit=30).reason is Reason.LIMIT


def test_a_704_has_no_channels_that_could_steal_cycles() -> None:
    with pytest.raises(BadValue, match="its processor moves every word"):
        Machine("704", options=STEALING)
