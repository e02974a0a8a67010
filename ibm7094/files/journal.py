"""Files that are changed in place, whole pieces at a time.

Before a piece is changed, the new bytes go into a journal beside the file, `.NAME.journal`. A process that is
killed while it writes leaves a journal that is complete, and then the next run finishes its work, or one that
is not, and then the file has not been touched. So every change that was begun in the file is in it whole, and
nothing that an earlier change wrote is lost. The journal is locked while a run has the file.
"""

import hashlib
import os
import struct
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import IO

from ibm7094.errors import MediaError
from ibm7094.files.inputs import real
from ibm7094.files.outputs import is_at, lock
from ibm7094.files.problems import file_problem, not_written

_PIECE = struct.Struct("<QQ")  # where it begins, how long it is
_DIGEST = hashlib.sha256().digest_size

Piece = tuple[int, bytes]


class Journalled:
    """A file of this run, which is made if it is not there. `write_protected` reads it, and locks nothing."""

    def __init__(self, path: Path, write_protected: bool = False) -> None:
        self.path = path
        self.write_protected = write_protected
        place = real(path)
        self._journal: IO[bytes] | None = None
        self._beside = place.with_name(f".{place.name}.journal")
        if not place.parent.is_dir():
            raise MediaError(f"{path}: there is no folder {path.parent}: make it, or name another")
        if place.exists() and not place.is_file() and not place.is_dir():
            raise MediaError(f"{path}: this is not a file, and a disk is read in any order: name a file")
        try:
            if not write_protected:
                self._journal = _locked(self._beside, path)
            self._made = not write_protected and not place.exists()
            mode = "rb" if write_protected else "x+b" if self._made else "r+b"
            self._file: IO[bytes] = place.open(mode)
        except OSError as error:
            self._end()
            raise file_problem(path, error) from None
        self._recover()

    def read(self, begin: int, count: int) -> bytes:
        """Bytes of the file; after its end there are none."""
        try:
            self._file.seek(begin)
            return self._file.read(count)
        except OSError as error:
            raise file_problem(self.path, error) from None

    @property
    def size(self) -> int:
        """How long the file is."""
        return os.fstat(self._file.fileno()).st_size

    def write(self, pieces: Sequence[Piece]) -> None:
        """Change all these pieces, or if the process is killed, all or none of them."""
        assert self._journal is not None
        noted = b"".join(_PIECE.pack(begin, len(data)) + data for begin, data in pieces)
        try:
            self._note(hashlib.sha256(noted).digest() + noted)
            self._change(pieces)
            self._note(b"")
        except OSError as error:
            raise not_written(self.path, error) from None

    def close(self) -> None:
        """Close the file. An empty one that this run made is removed."""
        with suppress(OSError, ValueError):
            if self._made and not self.size:
                real(self.path).unlink(missing_ok=True)
            self._file.close()
        self._end()

    def _note(self, data: bytes) -> None:
        assert self._journal is not None
        self._journal.seek(0)
        self._journal.truncate(0)
        self._journal.write(data)
        self._journal.flush()

    def _change(self, pieces: Sequence[Piece]) -> None:
        for begin, data in pieces:
            self._file.seek(begin)
            self._file.write(data)
        self._file.flush()

    def _recover(self) -> None:
        """Finish what a run that was killed had begun."""
        if self._journal is None:
            return
        self._journal.seek(0)
        digest, noted = self._journal.read(_DIGEST), self._journal.read()
        if hashlib.sha256(noted).digest() == digest:
            pieces, at = [], 0
            while at < len(noted):
                begin, count = _PIECE.unpack_from(noted, at)
                at += _PIECE.size
                pieces.append((begin, noted[at : at + count]))
                at += count
            self._change(pieces)
        self._note(b"")

    def _end(self) -> None:
        if self._journal is not None:
            with suppress(OSError):  # while it is locked, so that it is surely this run's
                self._beside.unlink(missing_ok=True)
            self._journal.close()
            self._journal = None


def _locked(journal: Path, named: Path) -> IO[bytes]:
    """Open the journal and lock it. Refuse if another run has it."""
    flags = os.O_RDWR | os.O_CREAT | getattr(os, "O_NOFOLLOW", 0)
    while True:
        file = os.fdopen(os.open(journal, flags, 0o666), "r+b")
        try:
            lock(file, named)
            if is_at(file, journal):  # else the other run removed it before it could be locked
                return file
        except BaseException:
            file.close()
            raise
        file.close()
