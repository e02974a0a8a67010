"""Random programs for a 7909 and two disks: both engines agree, a saved machine goes on, nothing hangs."""

from pathlib import Path
from random import Random

import pytest

from ibm7094 import Machine
from ibm7094.devices.disks.orders import KNOWN
from ibm7094.isa import operation
from ibm7094.isa.commands import COMMANDS_7909
from ibm7094.lab.fuzz.engines import snapshot
from ibm7094.media.disks import DiskFile
from tests.rigs.disk_rig import digits

PROGRAMS, MORE_PROGRAMS = 12, 300
STARTS, LIMIT = 4, 3000
CODE, CHANNEL, ORDERS, BUFFER, ENABLES = range(0o100, 0o140), range(0o200, 0o300), 0o300, 0o1000, 0o77
INTERRUPT, TRAP = 0o46, 0o16
MODELS = ("7090", "7094", "7094-II")
CHANNEL_C = ("RCHC", "LCHC", "SCHC", "SCDC", "TCOC", "TCNC", "TEFC", "TRCC", "RICC", "RDCC")
NAMES = (*CHANNEL_C, "ENB", "RCT", "TRA", "STR")
TRACKS = ("0000", "0001", "0039", "0040", "9999", "9@00", "00@0")


def command(rng: Random) -> int:
    chosen = rng.choice(COMMANDS_7909)
    address = rng.choice((rng.choice(CHANNEL), rng.choice(CHANNEL), BUFFER, rng.randrange(64)))
    if chosen.name.startswith("CTL"):
        address = ORDERS + 2 * rng.randrange(16)
    count = 0
    if "D" in chosen.wants:
        count = rng.choice((0, 1, 3, 8, 13, 14, 60, rng.randrange(8) << 12 | rng.randrange(128)))
    indirect = rng.randrange(20) == 0
    return chosen.word | count << 18 | (indirect and chosen.indirect) << 17 | address


def order(rng: Random) -> list[int]:
    home = rng.choice(("XX", "XX", "XX", "11"))
    where = f"{rng.choice('0001')}{rng.choice('000012')}{rng.choice(TRACKS[:2] + TRACKS)}{home}"
    both = digits(f"{rng.choice([*KNOWN, 77]):02}{where}") << 12
    return [both >> 36, both & (1 << 36) - 1]


def core(rng: Random) -> dict[int, int]:
    words = {place: rng.randrange(1 << 36) for place in range(BUFFER, BUFFER + 64)}
    for place in (*CODE, TRAP + 1):
        chosen = operation(rng.choice(NAMES))
        address = rng.choice(CHANNEL if chosen.name == "RCHC" else CODE)
        sense = chosen.sense is not None
        words[place] = chosen.word | (0 if sense else ENABLES if chosen.name == "ENB" else address)
    words |= {place: command(rng) for place in (*CHANNEL, INTERRUPT + 1)}
    orders = [word for _ in range(16) for word in order(rng)]
    return words | dict(enumerate(orders, ORDERS)) | {ENABLES: rng.choice((0, 4, 4, rng.randrange(1 << 36)))}


def disks(folder: Path) -> None:
    """Two tracks of two records each, on a 1301 and on a 7320."""
    folder.mkdir()
    for number, model in enumerate(("1301", "7320")):
        disk = DiskFile(folder / f"{number}.dsk", model)
        for access in range(disk.geometry.accesses):
            head = [digits("XXXXXX"), 5, digits("0001XX"), *range(5), 8, digits("0002XX"), *range(8)]
            track = head + [0] * (disk.geometry.track_words - len(head))
            disk.write(access, {0: track, 1: track})
        disk.close()


def ending(model: str, seed: int, folder: Path, engines: tuple[bool, bool], saving: bool) -> list[object]:
    rng, moments = Random(seed), Random(seed + 1)
    disks(folder)
    machine = Machine(model, compiled=engines[0], channels={"C": "7909"})
    for number, kind in enumerate(("1301", "7320")):
        machine.attach(f"C{number}", "disk", folder / f"{number}.dsk", model=kind)
    machine.load(core(rng))
    stops = []
    for _ in range(STARTS):
        machine.ic = rng.choice(CODE)
        part = moments.randrange(LIMIT)
        stop = machine.run(limit=part if saving else LIMIT)
        if saving:
            machine.save(folder / "m.sav", force=True)
            machine.close()
            machine = Machine.restore(folder / "m.sav", compiled=engines[1])
            if stop.reason == "limit":
                stop = machine.run(limit=LIMIT - part)
        stops.append((stop.reason, stop.ic, stop.message.replace(str(folder), "")))
    left = [stops, snapshot(machine), machine.core.tobytes(), machine.seconds]
    machine.close()
    (folder / "m.sav").unlink(missing_ok=True)
    return [*left, {path.name: path.read_bytes() for path in folder.iterdir()}]


def check(model: str, seed: int, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ibm7094.machine.QUIET_EVENTS", 2000)  # some hold the processor for ever
    ours, plain, restored = (
        ending(model, seed, folder / f"{model}{seed}{name}", engines, name == "saved")
        for name, engines in (
            ("compiled", (True, True)),
            ("plain", (False, False)),
            ("saved", (True, False)),
        )
    )
    assert ours == plain, seed
    assert ours == restored, seed


@pytest.mark.parametrize("model", MODELS)
def test_a_random_disk_program_ends_alike_on_both_engines_and_after_saving(
    model: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for seed in range(PROGRAMS if model == "7094" else PROGRAMS // 4):
        check(model, seed, tmp_path, monkeypatch)


@pytest.mark.slow
def test_many_random_disk_programs_end_alike(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for seed in range(1000, 1000 + MORE_PROGRAMS):
        check("7094", seed, tmp_path, monkeypatch)
