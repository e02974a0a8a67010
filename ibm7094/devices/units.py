"""Unit addresses, and opening devices on files."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, TextIO

from ibm7094.devices.clock import CalendarClock
from ibm7094.devices.device import Device
from ibm7094.devices.disks import Module
from ibm7094.devices.disks.control import MODULES
from ibm7094.devices.paper import Paper
from ibm7094.devices.printer import Printer
from ibm7094.devices.punch import CardPunch
from ibm7094.devices.reader import CardReader
from ibm7094.devices.tape import HIGH_DENSITY, REEL_FEET, TapeUnit
from ibm7094.errors import DeviceNotReady
from ibm7094.media.cards import Card, CardWriter, read_cards
from ibm7094.media.disks import DEFAULT, DiskFile
from ibm7094.media.tape import TapeFile
from ibm7094.models import CHANNELS

READER, PUNCH, PRINTER, PRINTER_BINARY = 0o321, 0o341, 0o361, 0o362
TAPE_BCD, TAPE_BINARY = 0o200, 0o220
TAPES = 10
SENSE_PRINTER = 0o360
SENSE_EXITS = 10

AT_TAPE_ADDRESSES = ("tape", "clock")

_NAMES = {
    "reader": ("711 card reader", "--cards FILE"),
    "punch": ("721 card punch", "--punch FILE"),
    "printer": ("716 printer", "--print FILE"),
}


def place_of(where: str, kind: str) -> tuple[str, str]:
    """The channel letter and the device's key in a name: "A" for card machine or printer, "A1" for tape,
    "A0" for disk."""
    letter, number = where[:1].upper(), where[1:]
    if kind == "disk":
        fits = len(number) == 1 and number in "0123456789"
    elif kind in AT_TAPE_ADDRESSES:
        fits = number.isdecimal() and 1 <= int(number) <= TAPES
    else:
        fits = kind in _NAMES and not number
    if not (fits and letter and letter in CHANNELS):
        first, last = CHANNELS[0], CHANNELS[-1]
        raise DeviceNotReady(
            f"There is no {kind} at {where!r}: give a channel {first} to {last},"
            f" a tape {first}1 to {last}{TAPES}, or a disk {first}0 to {last}9."
        )
    if kind == "disk":
        return letter, MODULES[int(number)]
    return letter, str(int(number)) if number else kind


def name_of(letter: str, key: str) -> tuple[str, str]:
    """The opposite of `place_of`: where a device is, and its kind."""
    return (letter + key, "tape") if key.isdecimal() else (letter, key)


def key_of(unit: int) -> str | None:
    """The key of the device at a unit address."""
    for first in (TAPE_BCD, TAPE_BINARY):
        if first < unit <= first + TAPES:
            return str(unit - first)
    return {READER: "reader", PUNCH: "punch", PRINTER: "printer", PRINTER_BINARY: "printer"}.get(unit)


def selected(devices: Mapping[str, Device], unit: int, letter: str) -> Device:
    """The device at a unit address, if one is there."""
    key = key_of(unit)
    if key is None:
        raise DeviceNotReady(f"There is no unit {unit:o} on channel {letter}: correct the program's select.")
    device = devices.get(key)
    if device is None:
        name, option = _NAMES.get(key, (f"729 tape unit {letter}{key}", f"--tape {letter}{key}=FILE"))
        raise DeviceNotReady(
            f"The {name} on channel {letter} has nothing attached: give it a file with {option}."
        )
    return device


def sense(devices: Mapping[str, Device], unit: int) -> bool:
    """SPU, SPR, SPT: whether the processor skips. Sensing a device that is not there does nothing."""
    printer = devices.get("printer")
    if isinstance(printer, Printer):
        if unit == SENSE_PRINTER:
            return printer.overflow
        if SENSE_PRINTER < unit <= SENSE_PRINTER + SENSE_EXITS:
            printer.sense(unit - SENSE_PRINTER)
    return False


Media = Path | str | TextIO | Sequence[Card]
"""What a device works on: a file; for a printer any text stream, for a reader also cards; for a clock the
time it shows at power-on, or nothing."""


def _open_tape(path: Path | str, options: Mapping[str, Any]) -> TapeFile:
    write_protected = options.get("write_protected", not options.get("ring", True))
    return TapeFile.open(path, write_protected, in_place=options.get("in_place", False))


def add_reel(devices: Mapping[str, Device], where: str, path: Path | str, options: Mapping[str, Any]) -> None:
    """Keep a tape ready for a unit that has one mounted."""
    _, key = place_of(where, "tape")
    unit = devices.get(key)
    if not isinstance(unit, TapeUnit):
        raise DeviceNotReady(f"Tape unit {where.upper()} has no first reel: mount one with --tape.")
    unit.add_reel(_open_tape(path, options))


def open_device(kind: str, where: str, path: Media, options: Mapping[str, Any]) -> Device:
    """Open the file, and make a device that works on it."""
    if isinstance(path, Sequence) and not isinstance(path, str):
        if kind == "reader":
            return CardReader(path)
        raise DeviceNotReady(f"The {kind} at {where} needs a file, not cards: give a path.")
    if kind == "printer":
        return Printer(Paper(path))
    if not isinstance(path, Path | str):
        raise DeviceNotReady(f"The {kind} at {where} needs a file: give a path.")
    if kind == "clock":
        return CalendarClock(where.upper(), str(path))
    if str(path) == "":
        raise DeviceNotReady(f"The {kind} at {where} needs a file: give a path.")
    if kind == "reader":
        return CardReader(read_cards(path, options.get("form")))
    if kind == "punch":
        return CardPunch(CardWriter(path, options.get("form", "simh-cbn")))
    if kind == "disk":
        file = DiskFile(path, options.get("model", DEFAULT), options.get("write_protected", False))
        return Module(where.upper(), file, options.get("can_format", True))
    return TapeUnit(
        where.upper(),
        _open_tape(path, options),
        options.get("model", "IV"),
        options.get("density", HIGH_DENSITY),
        options.get("reel_feet", REEL_FEET),
        options.get("recorded"),
    )
