"""Files that long work is to fill: that they can be written is seen before it begins."""

from pathlib import Path
from typing import TextIO

from ibm7094.errors import MachineError
from ibm7094.media import file_problem


def check_writable(path: Path) -> None:
    """See that a file can be written; one that was not there is not there afterwards either."""
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
    """The file, to be added to."""
    check_writable(path)
    return path.open("a", encoding="utf-8")
