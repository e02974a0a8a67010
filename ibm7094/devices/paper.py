"""The printer's paper and its carriage, as a text file."""

import weakref
from collections.abc import Mapping
from io import StringIO
from pathlib import Path
from typing import Any, TextIO

from ibm7094.files.outputs import Output
from ibm7094.files.saving import named, saved_name, written

# The carriage tape is a guess: 66 lines to a page, channel 12 (overflow) six lines before the end.
PAGE_LINES = 66
OVERFLOW_LINE = 60


class Paper:
    """Continuous forms. Text reaches the file as it is printed; the line ends when the paper moves."""

    def __init__(self, where: Path | str | TextIO) -> None:
        """Print to a named file, or to an open stream, which is not closed at the end."""
        self._file = Output(Path(where)) if isinstance(where, Path | str) else where
        if isinstance(self._file, Output):
            self._torn_off = weakref.finalize(self, self._file.commit)  # also if nobody closes the printer
        self._line = 0  # on the page; 0 until the paper has moved to its first line
        self._column = 0  # columns of the line that have been written
        self.overflow = False

    @property
    def path(self) -> Path | None:
        """The file, if it prints to one."""
        return self._file.path if isinstance(self._file, Output) else None

    def as_saved(self) -> dict[str, Any]:
        """The paper printed so far, if it can be read again, and where the carriage is."""
        place = {"line": self._line, "column": self._column, "overflow": self.overflow}
        if isinstance(self._file, Output):
            return {"path": saved_name(self._file.path), "contents": written(self._file), **place}
        text = self._file.getvalue() if isinstance(self._file, StringIO) else ""
        return {"path": None, "contents": text.encode(), **place}

    @classmethod
    def restored(cls, saved: Mapping[str, Any], stream: TextIO) -> "Paper":
        """Saved paper in its file or, if it had none, in an empty stream."""
        paper = cls(stream if saved["path"] is None else named(saved["path"]))
        if saved["contents"]:
            paper._write(saved["contents"].decode())
        paper._line, paper._column, paper.overflow = saved["line"], saved["column"], saved["overflow"]
        return paper

    def space(self, lines: int) -> None:
        """Move the paper up this many lines."""
        for _ in range(lines):
            if self._line:
                self._write("\n")
            self._column = 0
            self._line = self._line % PAGE_LINES + 1
            self.overflow = self.overflow or self._line == OVERFLOW_LINE

    def skip(self, every: int = PAGE_LINES) -> None:
        """Skip to the next hole of a carriage channel that has a hole every `every` lines."""
        lines = every - (self._line - 1) % every if self._line else 1
        if self._line + lines <= PAGE_LINES:
            self.space(lines)
            return
        self._write("\n\f")
        self._line, self._column = 1, 0
        self.overflow = False

    def print(self, text: str, column: int = 0) -> None:
        """Print from a column (counted from 0), over anything already printed there."""
        text = text.rstrip()
        if not text:
            return
        if column < self._column:
            self._write("\r")
            self._column = 0
        self._write(" " * (column - self._column) + text)
        self._column = column + len(text)

    def close(self) -> None:
        """End the last line, and close the file if this class opened it."""
        if self._line:
            self._write("\n")
        self._line = 0
        if isinstance(self._file, Output):
            self._torn_off()

    def _write(self, text: str) -> None:
        if isinstance(self._file, Output):
            self._file.write(text.encode())
        else:
            self._file.write(text)
        self._file.flush()
