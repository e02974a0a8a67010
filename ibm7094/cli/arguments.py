"""Parse what users type: octal numbers, addresses, symbols, switches, tapes."""

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from ibm7094.errors import MachineError
from ibm7094.files.inputs import read_bytes
from ibm7094.files.rules import same_file
from ibm7094.media.disks import DEFAULT
from ibm7094.source_map import SourceMap
from ibm7094.words import ADDRESS, WORD

OCTAL = re.compile(r"[0-7]+")
UNIT = re.compile(r"[A-Ha-h](?:10|[1-9])")
TAPE = re.compile(rf"(?P<unit>{UNIT.pattern})=(?P<file>.+?)(?P<ring_out>,ro)?")
DISK = re.compile(r"(?P<unit>[A-Ha-h][0-9])=(?P<file>.+?)(?:,(?P<model>\d{4}))?(?P<read_only>,ro)?")
CHANNEL = re.compile(r"(?P<letter>[A-Ha-h])=(?P<kind>\w+)")
SWITCHES = tuple("123456")


def octal_number(text: str, what: str, most: int) -> int:
    """An octal number, as IBM writes it."""
    if not OCTAL.fullmatch(text):
        raise MachineError(f"{what} {text!r} is not an octal number: use the digits 0 to 7.")
    value = int(text, 8)
    if value > most:
        raise MachineError(f"{what} {text} is too large: the maximum is {most:o} octal.")
    return value


def word(text: str) -> int:
    """A word of core."""
    return octal_number(text, "The word", WORD)


def address(text: str, symbols: Mapping[str, int]) -> int:
    """An octal address, a symbol, or a symbol and an octal offset: `300`, `LOOP`, `LOOP+2`."""
    if OCTAL.fullmatch(text):
        if int(text, 8) > ADDRESS:
            raise MachineError(f"Address {text} is past the end of core: addresses go to 77777 octal.")
        return int(text, 8)
    name, sign, distance = re.fullmatch(r"([^+-]*)([+-]?)(.*)", text, re.DOTALL).groups()  # type: ignore[union-attr]
    name = name.upper() if name not in symbols else name
    if name not in symbols:
        known = "give an octal address" if symbols else "give an octal address, or load symbols"
        raise MachineError(f"There is no symbol {name or text!r}: {known}.")
    away = octal_number(distance, "The offset", ADDRESS) if sign else 0
    place = symbols[name] + (-away if sign == "-" else away)
    if not 0 <= place <= ADDRESS:
        raise MachineError(f"{text} is outside core: addresses go to 77777 octal.")
    return place


def read_map(path: Path) -> SourceMap:
    """What `asm --map` wrote, or a JSON object with an address for each name, as octal text or a number."""
    try:
        entries = json.loads(read_bytes(path).decode("utf-8"))
    except (ValueError, RecursionError):
        raise MachineError(
            f'{path}: this is not a symbol map: write JSON like {{"LOOP": "00300"}}.'
        ) from None
    if not isinstance(entries, dict):
        raise MachineError(f'{path}: a symbol map is one JSON object, like {{"LOOP": "00300"}}.')
    try:
        return SourceMap.from_dict(entries)
    except MachineError as problem:
        raise MachineError(f"{path}: {problem}") from None


def read_symbols(path: Path) -> dict[str, int]:
    """Only the symbols of a map."""
    return read_map(path).symbols


def switches_down(text: str) -> list[int]:
    """Which sense switches are down: `1,3`."""
    numbers = [part.strip() for part in text.split(",") if part.strip()]
    for number in numbers:
        if number not in SWITCHES:
            raise MachineError(f"There is no sense switch {number!r}: give numbers from 1 to 6, as in 1,3.")
    return [int(number) for number in numbers]


@dataclass(frozen=True)
class Tape:
    """A file for a tape unit."""

    unit: str
    path: Path
    write_protected: bool


def tape(text: str) -> Tape:
    """`A1=FILE`, or `A1=FILE,ro` for a tape without its write ring."""
    found = TAPE.fullmatch(text)
    if found is None:
        raise MachineError(
            f"{text!r} does not name a tape: give the unit and a file, such as A1=FILE or A1=FILE,ro."
        )
    return Tape(found["unit"].upper(), Path(found["file"]), bool(found["ring_out"]))


def tapes(texts: Iterable[str]) -> list[Tape]:
    """All tapes. A unit has one file, and a file is on one unit."""
    found = [tape(text) for text in texts]
    _check_one_to_one(found, "tape unit")
    return found


def _check_one_to_one(found: "Sequence[Tape | Disk]", what: str) -> None:
    for number, one in enumerate(found):
        for other in found[:number]:
            if one.unit == other.unit:
                raise MachineError(f"{what.capitalize()} {one.unit} has two files: choose one.")
            if same_file(one.path, other.path):
                raise MachineError(
                    f"{one.path}: this file is on {what}s {other.unit} and {one.unit}:"
                    " copy it for one of them."
                )


@dataclass(frozen=True)
class Disk:
    """A file for a module of disk or drum storage."""

    unit: str
    path: Path
    model: str
    write_protected: bool


def disk(text: str) -> Disk:
    """`C0=FILE`, `C0=FILE,2302`, `C0=FILE,ro`."""
    found = DISK.fullmatch(text)
    if found is None:
        raise MachineError(
            f"{text!r} does not name a disk: give the module and a file, such as C0=FILE or C0=FILE,2302."
        )
    model = found["model"] or DEFAULT
    return Disk(found["unit"].upper(), Path(found["file"]), model, bool(found["read_only"]))


def disks(texts: Iterable[str]) -> list[Disk]:
    """All disks. A module has one file, and a file is on one module."""
    found = [disk(text) for text in texts]
    _check_one_to_one(found, "disk module")
    return found


def channel_kinds(texts: Iterable[str], disks: Iterable[Disk]) -> dict[str, str]:
    """`C=7909`. A channel with a disk is a 7909 if nothing else is said."""
    found = {disk.unit[0]: "7909" for disk in disks}
    for text in texts:
        named = CHANNEL.fullmatch(text)
        if named is None:
            raise MachineError(f"{text!r} does not name a channel and its kind: give them, such as C=7909.")
        found[named["letter"].upper()] = named["kind"]
    return found


def reels(texts: Iterable[str], mounted: Iterable[Tape]) -> list[Tape]:
    """Further reels, in the order in which their units get them. Each file is on one reel."""
    found: list[Tape] = []
    first = list(mounted)
    for text in texts:
        reel = tape(text)
        if not any(reel.unit == other.unit for other in first):
            raise MachineError(
                f"Tape unit {reel.unit} has no first reel: mount one with --tape {reel.unit}=FILE."
            )
        if any(same_file(reel.path, other.path) for other in (*first, *found)):
            raise MachineError(f"{reel.path}: this file is mounted twice: copy it for the second time.")
        found.append(reel)
    return found


@dataclass(frozen=True)
class Clock:
    """A calendar clock at a tape address."""

    unit: str
    start: str
    """The date and time it shows at power-on; if empty, the host's."""


def clock(text: str) -> Clock:
    """`A7`, or `A7=1963-05-01T09:30` for a run that can be repeated."""
    unit, _, start = text.partition("=")
    return Clock(tape_unit(unit), start)


def tape_unit(text: str) -> str:
    """The name of a tape unit: `A2`."""
    if not UNIT.fullmatch(text):
        raise MachineError(f"{text!r} is not a tape unit: give a channel and a number, such as A1 or B10.")
    return text.upper()
