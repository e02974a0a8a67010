"""The files that a saved machine had attached."""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from ibm7094.files.inputs import STANDARD
from ibm7094.files.saving import check_input, check_output, known, named


def _media(machine: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    for device in machine["io"]["devices"]:
        if device["medium"].get("path"):
            yield device["medium"]
            yield from device["medium"].get("reels", ())


def add_files(machine: Mapping[str, Any]) -> None:
    """Note what each attached file holds on disk now."""
    for medium in _media(machine):
        medium["disk"] = known(Path(medium["path"][1]))


def output_paths(machine: Mapping[str, Any]) -> list[Path]:
    """The files that the machine writes."""
    paths = [named(m["path"]) for m in _media(machine) if not m.get("write_protected")]
    return [path for path in paths if path != STANDARD]


def print_path(machine: Mapping[str, Any]) -> Path | None:
    """The file of channel A's printer."""
    for device in machine["io"]["devices"]:
        if device["kind"] == "printer" and device.get("channel", 1) == 1 and device["medium"]["path"]:
            return named(device["medium"]["path"])
    return None


def check_files(machine: Mapping[str, Any], force: bool) -> None:
    """Refuse if a file that is only read has changed or, without `force`, if one that is written has."""
    for medium in _media(machine):
        if medium.get("write_protected"):
            check_input(medium)
        elif not force and medium["path"][1] != str(STANDARD):
            check_output(medium)
