"""Whole machines in files: a restored machine goes on as if nothing had happened."""

from io import StringIO
from pathlib import Path
from random import Random

import pytest

from ibm7094 import Machine
from ibm7094.asm import assemble
from ibm7094.devices.motion import Motion
from ibm7094.devices.printer import PrintLines
from ibm7094.devices.punch import PunchCards
from ibm7094.devices.reader import ReadCards
from ibm7094.devices.tape import MoveTape, WriteTape
from ibm7094.errors import MachineError, MediaError
from ibm7094.files import outputs
from ibm7094.isa import MODELS
from ibm7094.lab.fuzz.engines import snapshot
from ibm7094.media.cards import Card
from ibm7094.media.tape import TapeFile
from ibm7094.saved import write
from ibm7094.stop import Reason, Stop
from tests.ibm7094.engine.test_io_programs import CODE, attach, core

STARTS, MOST = 5, 300
QUICK, THOROUGH = 12, 150


def leave(machine: Machine) -> None:
    """End a machine without its files, as if its process had been killed."""
    with outputs.discarding():
        machine.close()


def run(model: str, seed: int, folder: Path, *, saving: bool, engines: tuple[bool, bool]) -> list[object]:
    """Run a random program with devices from several starts; if asked, save and restore in the middle."""
    rng, moments = Random(seed), Random(seed + 1)
    machine = Machine(model, compiled=engines[0])
    attach(machine, rng, folder)
    machine.load(core(rng, model))
    stops = []
    for _ in range(STARTS):
        machine.ic = rng.choice(CODE)
        limit, done = moments.randrange(1, MOST), 0
        part = moments.randrange(limit)
        stop = machine.run(limit=limit if not saving else part)
        if saving:
            done = part
            machine.save(folder / "machine.sav", force=True)
            leave(machine)
            machine = Machine.restore(folder / "machine.sav", compiled=engines[1])
            if stop.reason == "limit":
                stop = machine.run(limit=limit - done)
        stops.append((stop.reason, stop.ic, stop.message.replace(str(folder), "")))
    left = [stops, snapshot(machine), machine.core.tobytes(), machine.seconds]
    machine.close()
    (folder / "machine.sav").unlink(missing_ok=True)
    return [*left, {path.name: path.read_bytes() for path in folder.iterdir()}]


def check(model: str, seed: int, tmp_path: Path) -> None:
    plain = run(model, seed, tmp_path / f"plain{seed}", saving=False, engines=(True, True))
    for engines in ((True, True), (False, False), (True, False)):
        folder = tmp_path / f"{seed}-{engines[0]}-{engines[1]}"
        assert run(model, seed, folder, saving=True, engines=engines) == plain, (seed, engines)


@pytest.mark.parametrize("model", MODELS)
def test_a_restored_machine_ends_as_one_that_was_never_saved(model: str, tmp_path: Path) -> None:
    for seed in range(QUICK):
        check(model, seed, tmp_path)


@pytest.mark.slow
@pytest.mark.parametrize("model", MODELS)
def test_many_restored_machines_end_as_if_they_had_never_been_saved(model: str, tmp_path: Path) -> None:
    for seed in range(1000, 1000 + THOROUGH):
        check(model, seed, tmp_path)


# one machine with everything moving

PROGRAM = """\
       ABS
       ORG     64
START  REWA    1
LOOP   RCDA
       RCHA    READ
       TCOA    *
       TEFA    DONE
       WTBA    1
       RCHA    TAPE
       WPDA
       RCHA    LINE
       WPUB
       RCHB    LINE
SPIN   TIX     *+1,1,1
       CLA     COUNT
       ADD     ONE
       STO     COUNT
       TCOA    SPIN
       TCOB    SPIN
       TRA     LOOP
DONE   HTR     DONE
READ   IOCD    CARD,,24
TAPE   IOCD    CARD,,24
LINE   IOCD    CARD,,24
COUNT  PZE
ONE    PZE     1
CARD   BSS     24
       END     START
"""


def busy_machine(folder: Path, compiled: bool = True) -> Machine:
    """A machine that reads cards, writes a tape, prints and punches at the same time."""
    folder.mkdir(exist_ok=True)
    machine = Machine("7094", compiled=compiled)
    machine.load(assemble(PROGRAM))
    machine.attach("A", "reader", [Card.from_text(f"CARD NUMBER {n}") for n in range(6)])
    machine.attach("A1", "tape", folder / "work.tap")
    machine.attach("B", "punch", folder / "out.cbn")
    machine.attach("A", "printer", folder / "paper.txt")
    return machine


def left_by(machine: Machine, stop: Stop, folder: Path) -> list[object]:
    """All that a run leaves."""
    found = [stop, snapshot(machine), machine.core.tobytes()]
    machine.close()
    return [*found, {path.name: path.read_bytes() for path in folder.iterdir() if path.suffix != ".sav"}]


def test_a_machine_is_saved_in_every_phase_of_its_devices(tmp_path: Path) -> None:
    folder = tmp_path / "run"
    machine = busy_machine(folder)
    whole = left_by(machine, machine.run(), folder)
    assert len(whole[3]["paper.txt"].splitlines()) == 6  # type: ignore[index]
    moments, seen = Random(7), set()
    for _ in range(60):
        for path in folder.iterdir():
            path.unlink()
        machine = busy_machine(folder)
        stop = machine.run(limit=moments.randrange(1_000_000))
        assert stop.reason is Reason.LIMIT
        seen |= {(type(d.steps), d.steps.phase) for d in machine.io.attached() if isinstance(d.steps, Motion)}
        machine.save(folder / "m.sav")
        leave(machine)
        machine = Machine.restore(folder / "m.sav", compiled=True)
        assert left_by(machine, machine.run(), folder) == whole
    assert {kind for kind, _ in seen} == {ReadCards, PunchCards, PrintLines, WriteTape, MoveTape}
    assert len(seen) > 10


def test_saving_changes_nothing(tmp_path: Path) -> None:
    machine = busy_machine(tmp_path / "run")
    machine.run(limit=300_000)
    before = machine.as_saved()
    machine.save(tmp_path / "m.sav")
    assert machine.as_saved() == before
    leave(machine)
    again = Machine.restore(tmp_path / "m.sav")
    assert again.as_saved() == before
    leave(again)


def test_symbols_and_cards_of_the_program_are_saved(tmp_path: Path) -> None:
    machine = Machine()
    machine.load(assemble(PROGRAM))
    machine.save(tmp_path / "m.sav")
    again = Machine.restore(tmp_path / "m.sav")
    assert again.symbols == machine.symbols
    assert again.source == machine.source
    assert again.where(again.ic) == "00100 (START)"


def test_what_was_printed_is_saved_wherever_it_went(tmp_path: Path) -> None:
    for number, stream in enumerate((None, StringIO())):
        machine = Machine()
        machine.load(assemble(PROGRAM))
        machine.attach("A", "reader", [Card.from_text("HELLO")])
        machine.attach("A1", "tape", tmp_path / f"{number}.tap")
        machine.attach("B", "punch", tmp_path / f"{number}.cbn")
        if stream is not None:
            machine.attach("A", "printer", stream)
        machine.run()
        machine.save(tmp_path / f"{number}.sav")
        machine.close()
        with Machine.restore(tmp_path / f"{number}.sav") as again:
            assert again.printed.strip() == "HELLO"


# files that changed meanwhile


@pytest.fixture
def stopped(tmp_path: Path) -> Path:
    """A machine saved in the middle of its run; its files are as they were before it began."""
    machine = busy_machine(tmp_path)
    machine.run(limit=700_000)
    machine.save(tmp_path / "m.sav")
    leave(machine)
    return tmp_path / "m.sav"


def test_a_file_that_changed_is_not_replaced_without_force(stopped: Path) -> None:
    for name in ("work.tap", "out.cbn", "paper.txt"):
        precious = stopped.with_name(name)
        precious.write_bytes(b"precious")
        with pytest.raises(MediaError, match=f"{name}: this file has changed since the machine was saved"):
            Machine.restore(stopped)
        assert precious.read_bytes() == b"precious"
        precious.unlink()
    Machine.restore(stopped).close()


def test_force_replaces_a_file_that_changed(stopped: Path) -> None:
    paper = stopped.with_name("paper.txt")
    paper.write_text("precious")
    Machine.restore(stopped, force=True).close()
    assert paper.read_text().startswith("CARD NUMBER 0")


def test_a_run_that_went_on_is_not_replaced_by_its_own_past(tmp_path: Path) -> None:
    machine = busy_machine(tmp_path)
    machine.run(limit=700_000)
    machine.save(tmp_path / "m.sav")
    machine.run()
    machine.close()
    with pytest.raises(MediaError, match="has changed since"):
        Machine.restore(tmp_path / "m.sav")


def test_a_write_protected_tape_must_be_the_same(tmp_path: Path) -> None:
    path = tmp_path / "in.tap"
    with TapeFile.open(path) as tape:
        tape.write_record(b"\1\2\3\4\5\6")
    original = path.read_bytes()
    machine = Machine()
    machine.attach("A1", "tape", path, write_protected=True)
    machine.save(tmp_path / "m.sav")
    machine.close()
    Machine.restore(tmp_path / "m.sav").close()
    path.write_bytes(original + b"\0\0\0\0")
    with pytest.raises(MediaError, match="14 bytes then, 18 now"):
        Machine.restore(tmp_path / "m.sav")
    path.unlink()
    with pytest.raises(MediaError, match=r"in\.tap: the saved machine was reading this file, and it is gone"):
        Machine.restore(tmp_path / "m.sav")


# files that are not saved machines


def test_a_damaged_file_is_refused_wherever_the_damage_is(stopped: Path) -> None:
    whole = stopped.read_bytes()
    damage = Random(3)
    bad = stopped.with_name("bad.sav")
    for _ in range(200):
        data = bytearray(whole)
        data[damage.randrange(len(data))] ^= 1 << damage.randrange(8)
        bad.write_bytes(data)
        with pytest.raises(
            MediaError, match=r"bad\.sav: (this is not a saved|this saved machine is|this machine was)"
        ):
            Machine.restore(bad)
    for _ in range(50):
        bad.write_bytes(whole[: damage.randrange(len(whole))])
        with pytest.raises(MediaError, match=r"not a saved machine|damaged"):
            Machine.restore(bad)


def test_another_version_is_refused(stopped: Path) -> None:
    stopped.write_bytes(stopped.read_bytes().replace(b"version 2", b"version 9", 1))
    with pytest.raises(
        MediaError, match="saved in version 9 of the format, and this program reads version 2"
    ):
        Machine.restore(stopped)


@pytest.mark.parametrize(
    "contents", [b"", b"\n", b"00100 000000000000\n", b"\xff" * 1000, b"IBM 7094 saved machine"]
)
def test_other_files_are_refused(tmp_path: Path, contents: bytes) -> None:
    (tmp_path / "x.sav").write_bytes(contents)
    with pytest.raises(MediaError, match=r"x\.sav: this (is not a saved|saved machine is damaged)"):
        Machine.restore(tmp_path / "x.sav")


def test_a_file_with_a_good_checksum_and_no_machine_in_it_is_refused(tmp_path: Path) -> None:
    for contents in ({}, {"model": "7094"}, {"model": "7094", "io": {"devices": [{}]}}, {"io": 3}):
        write(tmp_path / "x.sav", contents)
        with pytest.raises(MediaError, match="makes no sense"):
            Machine.restore(tmp_path / "x.sav")


def test_saving_replaces_only_what_it_saved(tmp_path: Path) -> None:
    (tmp_path / "m.sav").write_text("precious")
    machine = Machine()
    with pytest.raises(MachineError, match="exists, and is not an output of ibm7094 save"):
        machine.save(tmp_path / "m.sav")
    machine.save(tmp_path / "m.sav", force=True)
    machine.save(tmp_path / "m.sav")
    machine.attach("A1", "tape", tmp_path / "t.tap")
    with pytest.raises(MachineError, match=r"t\.tap: this file is an input"):
        machine.save(tmp_path / "t.tap", force=True)
    machine.close()
