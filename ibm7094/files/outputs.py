"""Output files. A file is written beside its place and renamed when it is complete.

The file beside is `.NAME.part`. It is locked while a run writes to it, so that a second run with the same
output is refused. One that a killed run left behind is not locked, and the next run uses it again.
"""

import errno
import gc
import os
import shutil
import stat
import sys
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from types import TracebackType
from typing import IO, Self

from ibm7094.errors import MediaError
from ibm7094.files import ending
from ibm7094.files.inputs import STANDARD, read_bytes, real
from ibm7094.files.problems import file_problem, not_written

try:
    import fcntl
except ImportError:  # Windows: outputs are whole there too, but not locked
    fcntl = None  # type: ignore[assignment]


lost: list[Path] = []
"""Outputs that were discarded, for the message that ends a command."""
_discarding = False


@contextmanager
def discarding() -> Iterator[None]:
    """In this block a commit discards: what was written is not a result, because nothing has run yet."""
    global _discarding
    before, _discarding = _discarding, True
    try:
        yield
    finally:
        _discarding = before


class Output:
    """A file that appears when `commit` is called, or not at all. `-` is standard output.

    A terminal, a pipe or a device is written directly, because it cannot be replaced.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self._place = real(path)  # write to the target of a symbolic link
        self._part: Path | None = None
        self._direct = path == STANDARD or (self._place.exists() and not self._place.is_file())
        try:
            self.file = self._opened()
        except OSError as error:
            raise file_problem(path, error) from None

    def _opened(self) -> IO[bytes]:
        if self.path == STANDARD:
            if sys.stdout is None:
                raise MediaError("-: standard output is closed: name a file")
            sys.stdout.flush()
            return sys.stdout.buffer
        if self._direct:
            return self._place.open("wb")
        if not self._place.parent.is_dir():
            raise MediaError(f"{self.path}: there is no folder {self.path.parent}: make it, or name another")
        if self._place.is_symlink():
            raise OSError(errno.ELOOP, os.strerror(errno.ELOOP))
        if self._place.exists() and not os.access(self._place, os.W_OK):
            raise PermissionError(13, "Permission denied")
        self._part = _beside(self._place)
        return locked(self._part, self.path)

    def write(self, data: bytes) -> None:
        """Add to the file. If that fails the file does not appear, and what follows is dropped."""
        if self.file.closed:
            return
        try:
            self.file.write(data)
        except OSError as error:
            self.discard()
            raise not_written(self.path, error) from None

    def flush(self) -> None:
        """Hand everything to the operating system: a full disk is reported here, before a commit."""
        if self.file.closed:
            return
        try:
            self.file.flush()
        except OSError as error:
            self.discard()
            raise not_written(self.path, error) from None

    def commit(self) -> None:
        """Put the complete file in its place. After SIGTERM it is discarded instead."""
        if self.file.closed:
            return
        if ending.terminated() or _discarding:
            self.discard()
            return
        try:
            self.file.flush()
            if self._part is not None:
                os.fsync(self.file.fileno())
                if self._place.exists():
                    shutil.copymode(self._place, self._part)  # keep the permissions of the old file
                self._part.replace(self._place)
            if self.path != STANDARD:
                self.file.close()
        except OSError as error:
            self.discard()
            raise not_written(self.path, error) from None

    def discard(self) -> None:
        """Leave things as they were, and note that something is lost."""
        if not self.file.closed:
            lost.append(self.path)
        self.release()

    def release(self) -> None:
        """Leave things as they were: nothing had to be written."""
        if self.file.closed:
            return
        if self._part is not None:
            with suppress(OSError):  # while it is locked, so that it is surely this run's
                self._part.unlink(missing_ok=True)
        if self.path != STANDARD:
            with suppress(OSError):
                self.file.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if kind is None:
            self.commit()
        else:
            self.discard()


def _beside(place: Path) -> Path:
    return place.with_name(f".{place.name}.part")


def so_far(path: Path) -> bytes:
    """What has been written to an output that may not be complete yet."""
    part = _beside(real(path))
    return read_bytes(part if part.exists() else path)


def locked(part: Path, named: Path) -> IO[bytes]:
    """Open a file, locked and empty. Refuse if another run has it."""
    while True:
        file = os.fdopen(os.open(part, os.O_RDWR | os.O_CREAT | getattr(os, "O_NOFOLLOW", 0), 0o666), "r+b")
        try:
            lock(file, named)
            if is_at(file, part):  # else the other run renamed it before it could be locked
                file.truncate(0)
                return file
        except BaseException:
            file.close()
            raise
        file.close()


def lock(file: IO[bytes], named: Path) -> None:
    """Lock a file, or refuse if another run has it."""
    if fcntl is None:
        return
    for collect in (gc.collect, None):
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            return
        except BlockingIOError:
            if collect:
                collect()  # a machine of this process that nobody holds any more may still have the file
    raise MediaError(f"{named}: another run is writing this file: wait for it, or name another")


def is_at(file: IO[bytes], path: Path) -> bool:
    """Whether an open file is the one at a path."""
    try:
        return os.path.samestat(os.fstat(file.fileno()), path.stat())
    except FileNotFoundError:
        return False


class Appended:
    """A file to which whole pieces are added. It is locked, and a piece is added completely or not at all."""

    def __init__(self, path: Path) -> None:
        self.path = path
        place = real(path)
        if not place.parent.is_dir():
            raise MediaError(f"{path}: there is no folder {path.parent}: make it, or name another")
        try:
            self._file = place.open("ab")
            self._regular = stat.S_ISREG(os.fstat(self._file.fileno()).st_mode)
        except OSError as error:
            raise file_problem(path, error) from None
        try:
            if self._regular:
                lock(self._file, path)
        except BaseException:
            self._file.close()
            raise

    def add(self, piece: bytes) -> None:
        """Add a piece. On a full disk the file keeps what it had."""
        try:
            before = os.fstat(self._file.fileno()).st_size
            try:
                self._file.write(piece)
                self._file.flush()
            except OSError:
                if self._regular:
                    os.ftruncate(self._file.fileno(), before)
                raise
        except OSError as error:
            raise not_written(self.path, error) from None

    def close(self) -> None:
        """Close the file. An empty one that this run made is removed."""
        with suppress(OSError):
            if self._regular and not os.fstat(self._file.fileno()).st_size:
                real(self.path).unlink(missing_ok=True)
            self._file.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()


def write_together(contents: Mapping[Path, bytes]) -> None:
    """Write several files: all of them appear, or none if one cannot be written."""
    with ExitStack() as claimed:
        outputs = [claimed.enter_context(Output(path)) for path in contents]
        for output, content in zip(outputs, contents.values(), strict=True):
            output.write(content)
            output.flush()
