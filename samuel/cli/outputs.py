"""Output files: check that they can be written before long work begins."""

from pathlib import Path
from typing import TextIO

from ibm7094.errors import MachineError
from ibm7094.files.problems import file_problem


def check_writable(path: Path) -> None:
    """Check that a file can be written; a new file is removed again."""
    place = path.resolve()
    if not place.parent.is_dir():
        raise MachineError(f"{path}: there is no folder {path.parent}: make it, or name another.")
    was_there = place.exists()
    try:
        place.open("ab").close()
    except OSError as error:
        raise file_problem(path, error) from None
    if not was_there:
        place.unlink()


def opened(path: Path) -> TextIO:
    """Open a file for appending."""
    check_writable(path)
    return path.open("a", encoding="utf-8")
