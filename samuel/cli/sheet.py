"""The file that a game is written to."""

from pathlib import Path
from typing import TextIO

from ibm7094.media import file_problem


def open_sheet(path: Path) -> TextIO:
    """The file, to be added to; that it can be written is so seen before the game."""
    try:
        return path.open("a", encoding="utf-8")
    except OSError as error:
        raise file_problem(path, error) from None
