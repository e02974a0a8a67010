"""Devices as plain data: what they do, how far they are, and what is on their cards, paper and tapes."""

import struct
from collections.abc import Callable, Mapping, Sequence
from dataclasses import fields
from io import StringIO
from pathlib import Path
from typing import Any, TextIO

from ibm7094.devices.clock import CalendarClock, MoveClock, ReadClock
from ibm7094.devices.device import Device, DeviceLink
from ibm7094.devices.disks import FileControl, Module
from ibm7094.devices.drum import Drum, ReadDrum, WriteDrum
from ibm7094.devices.motion import Motion
from ibm7094.devices.paper import Paper
from ibm7094.devices.printer import PrintAndEcho, Printer, PrintLines
from ibm7094.devices.punch import CardPunch, PunchCards
from ibm7094.devices.reader import CardReader, ReadCards
from ibm7094.devices.tape import MoveTape, ReadTape, TapeUnit, WriteMark, WriteTape
from ibm7094.errors import MachineError
from ibm7094.media.cards import COLUMNS, Card, CardWriter
from ibm7094.media.disks import DiskFile
from ibm7094.media.tape import TapeFile

Saved = Mapping[str, Any]
Opener = Callable[[Saved], Device]
"""Opens a saved device on its medium."""

KINDS: dict[type[Device], str] = {
    CardReader: "reader",
    CardPunch: "punch",
    Printer: "printer",
    TapeUnit: "tape",
    CalendarClock: "clock",
    Drum: "drum",
    FileControl: "file control",
    Module: "disk",
}
FIELDS = {
    "reader": ("passed", "next_cycle_us"),
    "punch": ("next_cycle_us",),
    "printer": ("next_cycle_us", "exits"),
    "tape": ("model", "density", "end_mark_inches", "inches", "loaded", "controlling", "recorded"),
    "clock": ("start", "controlling"),
    "drum": ("address", "words"),
    "file control": (
        *("sense", "phase", "writing", "error", "at", "order", "prepared", "write_check", "buffer"),
        *("passed", "part", "stopped"),
    ),
    "disk": ("tracks", "arrivals", "inoperative", "can_format"),
}
"""What each kind of device remembers, besides what it does now."""
MOTIONS: dict[str, type[Motion]] = {
    kind.__name__: kind
    for kind in (
        *(ReadCards, PunchCards, PrintLines, PrintAndEcho),
        *(ReadTape, WriteTape, WriteMark, MoveTape, ReadDrum, WriteDrum, ReadClock, MoveClock),
    )
}
NOT_DATA = ("device", "link")
"""Fields of a motion that are saved by name."""
_COLUMNS = struct.Struct(f"<{COLUMNS}H")


def as_saved(device: Device, number_of: Callable[[object], int]) -> dict[str, Any]:
    """A device; `number_of` gives the number of a motion's link."""
    kind = KINDS.get(type(device))
    if kind is None:
        raise MachineError(f"The {device.name} cannot be saved: detach it first.")
    return {
        "kind": kind,
        "busy": device.busy,
        "began_us": device.began_us,
        "fields": {name: _plain(getattr(device, name)) for name in FIELDS[kind]},
        "medium": medium(device),
        "motion": _motion(device, number_of),
    }


def medium(device: Device) -> dict[str, Any]:
    """What is on the cards, the paper or the tape of a device."""
    match device:
        case CardReader():
            return {"cards": b"".join(_COLUMNS.pack(*card.columns) for card in device.cards)}
        case CardPunch():
            return device.stacker.as_saved()
        case Printer():
            return device.paper.as_saved()
        case TapeUnit():
            reels = [tape.as_saved() for tape in device.reels]
            return {"where": device.where, **device.tape.as_saved(), "reels": reels}
        case CalendarClock():
            return {"where": device.where}
        case Module():
            return {"where": device.where, **device.file.as_saved()}
    return {}


def path_of(device: Device) -> Path | None:
    """The file of a punch, a printer or a tape, if it has one."""
    match device:
        case CardPunch():
            return device.stacker.path
        case Printer():
            return device.paper.path
        case TapeUnit():
            return device.tape.path
    return None


def _motion(device: Device, number_of: Callable[[object], int]) -> dict[str, Any] | None:
    motion = device.steps
    if motion is None or (isinstance(motion, Motion) and motion.is_over):
        return None
    if not isinstance(motion, Motion):
        raise MachineError(f"The {device.name} moves in a way that cannot be saved: step on until it rests.")
    values = {f.name: getattr(motion, f.name) for f in fields(motion) if f.name not in NOT_DATA}
    return {"kind": type(motion).__name__, "link": number_of(motion.link), **values}


def _plain(value: Any) -> Any:
    return sorted(value) if isinstance(value, set) else value


def open_device(saved: Saved, own_paper: TextIO) -> Device:
    """A saved device on its medium, not moving yet. Channel A's printer without a file gets `own_paper`."""
    on = saved["medium"]
    match saved["kind"]:
        case "reader":
            return CardReader(Card(columns) for columns in _COLUMNS.iter_unpack(on["cards"]))
        case "punch":
            return CardPunch(CardWriter.restored(on))
        case "printer":
            return Printer(Paper.restored(on, own_paper if saved.get("channel", 1) == 1 else StringIO()))
        case "tape":
            unit = TapeUnit(on["where"], TapeFile.restored(on))
            unit.reels = [TapeFile.restored(reel) for reel in on["reels"]]
            return unit
        case "clock":
            return CalendarClock(on["where"])
        case "file control":
            return FileControl()
        case "disk":
            return Module(on["where"], DiskFile.restored(on))
    raise MachineError(f"There is no device {saved['kind']!r}: save the machine again with this version.")


def take_up(device: Device, saved: Saved, links: Sequence[DeviceLink]) -> None:
    """Set a device to what was saved, except for the event of its next step."""
    for name, value in saved["fields"].items():
        if name not in FIELDS[KINDS[type(device)]]:
            raise ValueError(name)
        setattr(device, name, set(value) if isinstance(getattr(device, name), set) else value)
    device.busy, device.began_us = saved["busy"], saved["began_us"]
    if (motion := saved["motion"]) is not None:
        values = {name: value for name, value in motion.items() if name not in ("kind", *NOT_DATA)}
        device.steps = MOTIONS[motion["kind"]](device=device, link=links[motion["link"]], **values)
