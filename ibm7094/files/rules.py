"""What an output may replace: never an input or another output, and nothing that its command did not make.

A command's own earlier output is known by a note that its last run left: the path, the command, and the
SHA-256 of what it wrote. If the file has changed since, it is not the command's own any more.
"""

import hashlib
import json
import os
import stat
import sys
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from typing import TextIO

from ibm7094.errors import MachineError
from ibm7094.files import outputs
from ibm7094.files.inputs import STANDARD

MOST_NOTES = 500
STATE_VARIABLE = "IBM7094_STATE"
"""Names the folder that holds the notes; default: the user's state folder."""


def check_outputs(written: Iterable[Path], inputs: Iterable[Path]) -> None:
    """Check that no two outputs are one file, and that none is an input: by identity, through all links."""
    read = {_identity(path, sys.stdin) for path in inputs} - {STANDARD}
    seen: list[object] = []
    for path in written:
        this = _identity(path, sys.stdout)
        if this is not None and this in seen:
            raise MachineError(f"{path}: two outputs name this file: choose another for one of them.")
        if this is not None and this in read:
            raise MachineError(
                f"{path}: this file is an input and would be overwritten: choose another output file."
            )
        seen.append(this)


def same_file(one: Path, other: Path) -> bool:
    """Whether two paths name one file, through all links."""
    found = _identity(one)
    return found is not None and found == _identity(other)


def _identity(path: Path, standard: TextIO | None = None) -> object:
    """What two names of one file share. None for a device, which loses nothing.

    `standard` is what `-` stands for: it may have been redirected to a file.
    """
    try:
        found = os.fstat(standard.fileno()) if path == STANDARD and standard else path.stat()
    except (OSError, ValueError):  # it does not exist yet, or is not a real file
        return path if path == STANDARD else path.resolve()
    if stat.S_ISREG(found.st_mode):
        return found.st_dev, found.st_ino
    return path if path == STANDARD else None


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
    if path in outputs.lost or not _holds_something(path):
        return
    with suppress(OSError, MachineError):
        notes = _notes()
        place = str(path.resolve())
        notes.pop(place, None)
        notes[place] = _note(path, command)
        newest = dict(list(notes.items())[-MOST_NOTES:])
        file = _notes_file()
        file.parent.mkdir(parents=True, exist_ok=True)
        outputs.write_together({file: json.dumps(newest, indent=0).encode()})


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
