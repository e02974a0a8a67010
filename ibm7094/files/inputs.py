"""Read a whole file, a pipe, or standard input (`-`), up to a limit."""

import gzip
import os
import stat
import sys
import zlib
from contextlib import nullcontext
from io import BytesIO
from pathlib import Path
from typing import IO

from ibm7094.errors import MediaError
from ibm7094.files.problems import file_problem

STANDARD = Path("-")
"""Standard input, or standard output."""
MOST_BYTES = 256 << 20
"""More than any deck, tape or archive of games holds."""
_GZIP = b"\x1f\x8b"


def real(path: Path) -> Path:
    """The file that a path leads to, through all links. A loop of links leads to itself."""
    return Path(os.path.realpath(path))  # Path.resolve raises RuntimeError for a loop


def read_bytes(path: Path, most: int = MOST_BYTES) -> bytes:
    """Everything in a file, which may be a pipe or `-`. A device that never ends is refused."""
    try:
        with _opened(path) as file:
            data = file.read(most + 1)
    except OSError as error:
        raise file_problem(path, error) from None
    if len(data) > most:
        raise _too_large(path, most)
    return data


def read_unpacked(path: Path, most: int = MOST_BYTES) -> bytes:
    """The same, unpacked if it is gzip data, whatever its name."""
    data = read_bytes(path, most)
    if not data.startswith(_GZIP):
        if path.suffix.lower() == ".gz" and data:
            raise MediaError(f"{path}: this is not gzip data: rename it, or compress it again")
        return data
    try:
        with gzip.GzipFile(fileobj=BytesIO(data)) as file:
            unpacked = file.read(most + 1)
    except (EOFError, zlib.error, gzip.BadGzipFile):
        raise MediaError(f"{path}: the gzip data is damaged or cut short: copy the file again") from None
    if len(unpacked) > most:
        raise _too_large(path, most)
    return unpacked


def _opened(path: Path) -> "IO[bytes] | nullcontext[IO[bytes]]":
    if path == STANDARD:
        if sys.stdin is None:
            raise MediaError("-: standard input is closed: name a file")
        return nullcontext(sys.stdin.buffer if hasattr(sys.stdin, "buffer") else BytesIO())
    kind = path.stat().st_mode
    file = path.open("rb")
    endless = stat.S_ISBLK(kind) or (stat.S_ISCHR(kind) and real(path) != Path(os.devnull))
    if endless and not file.isatty():
        file.close()
        raise MediaError(f"{path}: this is a device, not a file: name a file")
    return file


def _too_large(path: Path, most: int) -> MediaError:
    return MediaError(f"{path}: this is larger than {most >> 20} MB: split it, or check the name")
