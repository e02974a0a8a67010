"""Random programs that select, command, sense and are trapped: both engines agree, and nothing crashes."""

from pathlib import Path
from random import Random

import pytest

from ibm7094 import Machine
from ibm7094.errors import BadValue
from ibm7094.isa import MODELS, OPERATIONS, Operation
from ibm7094.lab.fuzz.engines import snapshot
from ibm7094.media.cards import Card, write_cards
from ibm7094.media.tape import TapeFile
from ibm7094.models import OPTIONS
from ibm7094.models import model as model_named
from ibm7094.models import options as options_named
from ibm7094.words import WORD

PROGRAMS = 400
"""For each of the five models; the first of them run always, the rest with the slow tests."""
QUICK = 40
STARTS, LIMIT = 6, 400
CODE, COMMANDS, ENABLES = range(0o100, 0o200), range(0o200, 0o260), 0o270
SELECTS = ("RDS", "WRS", "BSR", "BSF", "WEF", "REW", "RUN", "SDN")
UNITS = (0o201, 0o221, 0o221, 0o222, 0o207, 0o321, 0o341, 0o361, 0o362, 0o301, 0o333, 0o210)
EXITS = (0o341, 0o360, 0o361, 0o363, 0o365, 0o371, 0o372)


def is_drawn(operation: Operation, model: str) -> bool:
    """Input-output, and other operations that move control without stopping the program."""
    if operation.name in ("HTR", "HPR") or not operation.on(model) or operation.channel > 2:
        return False
    return operation.chapter in ("input_output", "transfer", "indexing", "modes")


def instruction(rng: Random, operation: Operation, model: str) -> int:
    channels = {"704": (0,), "709": (0, 1, 1, 1, 1, 2, 9)}  # a 709 selects its drums without a channel
    channel = rng.choice(channels.get(model, (1, 1, 1, 1, 2, 9)))
    if operation.name in SELECTS:
        return operation.word | channel << 9 | rng.choice(UNITS)
    if operation.name == "PSE":
        return operation.word | channel << 9 | rng.choice(EXITS)
    if operation.sense is not None:
        return operation.word
    if operation.name == "ENB":
        return operation.word | ENABLES
    return operation.word | rng.choice((rng.choice(CODE), rng.choice(COMMANDS)))


def core(rng: Random, model: str) -> dict[int, int]:
    operations = [o for o in OPERATIONS if is_drawn(o, model)]
    operations += 3 * [o for o in operations if o.name in ("RDS", "WRS", "RCHA", "LCHA", "ENB", "CPY")]
    words = {a: instruction(rng, rng.choice(operations), model) for a in (*range(0o40), *CODE)}
    for a in COMMANDS:
        count, flags = rng.choice((0, 1, 2, 5, 24, 30)), rng.choice((0, 0, 1, 2))
        words[a] = rng.randrange(8) << 33 | count << 18 | flags << 16 | rng.choice((0o200, 0o77777, 0o1000))
    return words | {ENABLES: rng.randrange(1 << 36)}


def attach(machine: Machine, rng: Random, folder: Path) -> None:
    folder.mkdir()
    with TapeFile.open(folder / "a1.tap") as tape:
        for length in (rng.randrange(30) for _ in range(rng.randrange(5))):
            tape.write_record(rng.randbytes(length)) if length else tape.write_mark()
    write_cards(folder / "in.cbn", [Card.from_rows([rng.randrange(1 << 36) for _ in range(24)])] * 2)
    for place, kind, file in (
        ("A1", "tape", "a1.tap"),
        ("A2", "tape", "a2.tap"),
        ("A", "reader", "in.cbn"),
        ("A", "punch", "out.cbn"),
        ("A", "printer", "out.txt"),
    ):
        machine.attach(place, kind, folder / file)
    machine.attach("A7", "clock", "1963-05-01T09:30")
    if machine.model.has_channels and rng.randrange(2):
        machine.add_reel("A1", folder / "a1b.tap")


def options(rng: Random, model: str) -> list[str]:
    """Some of the features that the model can have."""
    found = []
    for name in OPTIONS:
        try:
            options_named([name], model_named(model))
        except BadValue:
            continue
        found.append(name)
    return [name for name in found if rng.randrange(2)]


def ending(model: str, compiled: bool, seed: int, folder: Path) -> list[object]:
    """Everything that a program leaves: stops, registers, core and files."""
    rng = Random(seed)
    with Machine(model, compiled=compiled, options=options(rng, model)) as machine:
        attach(machine, rng, folder)
        machine.load(core(rng, model))
        machine.core[5] = WORD - rng.choice((0, 0, 3, 1000))  # the interval timer runs out soon
        stops = []
        for _ in range(STARTS):
            machine.ic = rng.choice(CODE)
            stop = machine.run(limit=LIMIT)
            stops.append((stop.reason, stop.ic, stop.message.replace(str(folder), "")))
        said = [message.replace(str(folder), "") for message in machine.messages]
        left = [stops, snapshot(machine), machine.core.tobytes(), said]
    return [*left, {path.name: path.read_bytes() for path in folder.iterdir()}]


def compare(model: str, seeds: range, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ibm7094.machine.QUIET_EVENTS", 2000)  # some hold the processor for ever
    for seed in seeds:
        ours, plain = (ending(model, c, seed, tmp_path / f"{seed}{c}") for c in (True, False))
        assert ours == plain, f"program {seed}"


@pytest.mark.parametrize("model", MODELS)
def test_a_random_program_with_devices_ends_alike_on_both_engines(
    model: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    compare(model, range(QUICK), tmp_path, monkeypatch)


@pytest.mark.slow
@pytest.mark.parametrize("model", MODELS)
def test_two_thousand_random_programs_end_alike_on_both_engines(
    model: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    compare(model, range(QUICK, PROGRAMS), tmp_path, monkeypatch)
