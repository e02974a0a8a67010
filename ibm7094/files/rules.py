"""What an output may replace: never an input or another output, and nothing that its command did not make.

A command's own earlier output is known by a note that its last run left: the path, the command, and the
SHA-256 of what it wrote. If the file has changed since, it is not the command's own any more.
"""

import hashlib
import json
import os
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path

from ibm7094.errors import MachineError
from ibm7094.files.inputs import STANDARD
from ibm7094.files.outputs import write_together

MOST_NOTES = 500
STATE_VARIABLE = "IBM7094_STATE"
"""Names the folder that holds the notes; default: the user's state folder."""


def check_outputs(outputs: Iterable[Path], inputs: Iterable[Path]) -> None:
    """Check that no two outputs are one file, and that none is an input: by identity, through all links."""
    read = [_identity(path) for path in inputs]
    seen: list[object] = []
    for path in outputs:
        this = _identity(path)
        if this is not None and this in seen:
            raise MachineError(f"{path}: two outputs name this file: choose another for one of them.")
        if this is not None and this in read:
            raise MachineError(
                f"{path}: this file is an input and would be overwritten: choose another output file."
            )
        seen.append(this)


def _identity(path: Path) -> object:
    """What two names of one file share. None for a device, which loses nothing."""
    if path == STANDARD:
        return path
    try:
        found = path.stat()
    except OSError:
        return path.resolve()
    return (found.st_dev, found.st_ino) if path.is_file() else None


def check_new(path: Path, force: bool) -> None:
    """Refuse to replace a file, whoever made it: for results that took long to make."""
    if not force and _holds_something(path):
        raise MachineError(f"{path} exists: add --force to replace it, or name another file.")


def check_own(path: Path, command: str, force: bool) -> None:
    """Refuse to replace a file that this command did not make, or that has changed since."""
    if force or not _holds_something(path):
        return
    note = _notes().get(str(path.resolve()))
    if note != _note(path, command):
        raise MachineError(
            f"{path} exists, and is not an output of {command}: add --force to replace it, or name another."
        )


def remember_own(path: Path, command: str) -> None:
    """Note that a command made a file. Without the note the next run asks for --force."""
    if not _holds_something(path):
        return
    with suppress(OSError, MachineError):
        notes = _notes()
        place = str(path.resolve())
        notes.pop(place, None)
        notes[place] = _note(path, command)
        newest = dict(list(notes.items())[-MOST_NOTES:])
        file = _notes_file()
        file.parent.mkdir(parents=True, exist_ok=True)
        write_together({file: json.dumps(newest, indent=0).encode()})


def _holds_something(path: Path) -> bool:
    return path != STANDARD and path.is_file() and path.stat().st_size > 0


def _note(path: Path, command: str) -> list[str]:
    with path.open("rb") as file:
        return [command, hashlib.file_digest(file, "sha256").hexdigest()]


def _notes_file() -> Path:
    chosen = os.environ.get(STATE_VARIABLE)
    if chosen:
        return Path(chosen) / "written.json"
    from platformdirs import user_state_path

    return user_state_path("ibm7094") / "written.json"


def _notes() -> dict[str, list[str]]:
    try:
        found = json.loads(_notes_file().read_bytes())
    except (OSError, ValueError):
        return {}
    return found if isinstance(found, dict) else {}
