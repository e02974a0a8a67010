"""The files of a saved machine: their names, what was written to them, whether they have changed since."""

import hashlib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from ibm7094.errors import MediaError
from ibm7094.files.inputs import STANDARD
from ibm7094.files.outputs import Output

Known = list[Any]
"""Size and SHA-256 of a file."""


def saved_name(path: Path) -> list[str]:
    """The name that the user gave, and the file it meant."""
    return [str(path), str(path if path == STANDARD else path.resolve())]


def named(saved: list[str]) -> Path:
    """The user's name if it still means the same file, else the full name."""
    given, full = map(Path, saved)
    return given if given == STANDARD or given.resolve() == full else full


def written(output: Output) -> bytes | None:
    """What has been written to an output; None for a terminal, a pipe or a device."""
    output.flush()
    try:
        end = output.file.tell()
        output.file.seek(0)
        data = output.file.read()
        output.file.seek(end)
    except (OSError, ValueError):
        return None
    return data


def known(path: Path) -> Known | None:
    """Identify a file by what is in it; None if it is not there."""
    if not path.is_file():
        return None
    with path.open("rb") as file:
        return [path.stat().st_size, hashlib.file_digest(file, "sha256").hexdigest()]


def check_input(medium: Mapping[str, Any]) -> None:
    """Refuse a file that is only read, if it is not what it was."""
    path = named(medium["path"])
    now, then = known(path), medium["disk"]
    if now is None:
        raise MediaError(f"{path}: the saved machine was reading this file, and it is gone: put it back")
    if now != then:
        raise MediaError(
            f"{path}: this file has changed since the machine was saved ({then[0]} bytes then, {now[0]} now):"
            " put the old one back"
        )


def check_output(medium: Mapping[str, Any]) -> None:
    """Refuse to replace a file that holds something else than it did when the machine was saved."""
    path, contents = named(medium["path"]), medium["contents"]
    is_disk = medium.get("tracks") is not None
    if (contents is None and not is_disk) or not path.is_file() or known(path) == medium["disk"]:
        return
    # Closing a printer ends its last line.
    if is_disk or path.read_bytes() not in (contents, contents + b"\n"):
        raise MediaError(
            f"{path}: this file has changed since the machine was saved, and would be replaced:"
            " move it away, or restore with force"
        )
