"""Magnetic tape: seven-track frames, and SIMH's .tap files that hold records of them.

A frame is one byte: six bits, and 0100 for parity. A file is a sequence of blocks, lengths little-endian:

    record     length, frames, a zero byte if the length is odd, length again; bit 31: read with an error
    tape mark  length 0
    erase gap  0xFFFFFFFE, skipped
    end        0xFFFFFFFF, or the end of the file

Writing a block truncates the file after it, as nothing after a rewritten record on a tape can be relied on.
SIMH keeps the old bytes there: if the old and new blocks differ in length, it cannot read the tape.
"""

import struct
from collections.abc import Sequence
from enum import Enum
from pathlib import Path
from types import TracebackType
from typing import BinaryIO, Final, Literal, NamedTuple

from ibm7094.errors import MediaError
from ibm7094.media import bcd, file_problem

_MARK = 0x00000000
_ERROR = 0x80000000
_LONGEST = 0x00FFFFFF
_GAP = 0xFFFFFFFE
_HALF_GAP = 0xFFFEFFFF  # a gap whose first two bytes were written over
_END = 0xFFFFFFFF
_LENGTH = struct.Struct("<I")


class Sign(Enum):
    """What a tape unit can find besides a record."""

    MARK = "tape mark"
    END = "end of what was written"
    LOAD_POINT = "load point"


MARK: Final = Sign.MARK
END: Final = Sign.END
LOAD_POINT: Final = Sign.LOAD_POINT


class Record(NamedTuple):
    """One record; `bad` if the file says that it was read with an error."""

    frames: bytes
    bad: bool = False


Block = Record | Literal[Sign.MARK]


class TapeFile:
    """A tape on a unit: a file, and the position of the head in it."""

    def __init__(self, path: Path, file: BinaryIO, write_protected: bool) -> None:
        self.path = path
        self.write_protected = write_protected
        self._file = file
        self._at = 0
        self._passed: list[int] = []  # where each block between load point and head begins

    @classmethod
    def open(cls, path: Path | str, write_protected: bool = False, create: bool = True) -> "TapeFile":
        """Mount a file at load point. A missing one is created as a blank tape, unless write protected."""
        path = Path(path)
        mode: Literal["rb", "r+b", "x+b"] = "rb" if write_protected else "r+b"
        try:
            if create and not write_protected and not path.exists():
                mode = "x+b"
            return cls(path, path.open(mode), write_protected)
        except OSError as error:
            raise file_problem(path, error) from None

    @property
    def at_load_point(self) -> bool:
        """Whether no block is before the head."""
        return not self._passed

    def read_record(self) -> Block | Literal[Sign.END]:
        """Read the next block; at the end of what was written the head does not move."""
        begin = self._at
        block, behind = self._block(begin)
        if block is not END:
            self._passed.append(begin)
            self._at = behind
        return block

    def backspace(self) -> Block | Literal[Sign.LOAD_POINT]:
        """Move back over one block, and return it; at load point nothing moves."""
        if not self._passed:
            return LOAD_POINT
        self._at = self._passed.pop()
        block, _ = self._block(self._at)
        if block is END:
            raise self._corrupt("the block that was read here is gone")
        return block

    def backspace_file(self) -> Literal[Sign.MARK, Sign.LOAD_POINT]:
        """Move back over the nearest tape mark, or to load point if there is none."""
        while isinstance(passed := self.backspace(), Record):
            pass
        return passed

    def rewind(self) -> None:
        """Move back to load point."""
        self._passed.clear()
        self._at = 0

    def write_record(self, frames: bytes) -> None:
        """Write one record; a record without frames writes nothing."""
        if len(frames) > _LONGEST:
            raise MediaError(f"{self._here()}: {len(frames)} frames are too many: write them in parts")
        if frames:
            length = _LENGTH.pack(len(frames))
            self._write(length + frames + bytes(len(frames) % 2) + length)

    def write_mark(self) -> None:
        """Write a tape mark."""
        self._write(_LENGTH.pack(_MARK))

    def close(self) -> None:
        """Unmount the tape."""
        self._file.close()

    def __enter__(self) -> "TapeFile":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def _here(self) -> str:
        return f"{self.path}: record {len(self._passed) + 1}, at byte {self._at}"

    def _corrupt(self, what: str) -> MediaError:
        return MediaError(f"{self._here()}: {what}: copy the file again, or cut it off at that byte")

    def _read(self, at: int, count: int) -> bytes:
        try:
            self._file.seek(at)
            data = self._file.read(count)
        except OSError as error:
            raise file_problem(self.path, error) from None
        if len(data) < count:
            raise self._corrupt(f"{count} bytes are expected, and the file has {len(data)} more")
        return data

    def _length(self, at: int) -> int:
        length: int = _LENGTH.unpack(self._read(at, _LENGTH.size))[0]
        return length

    def _block(self, at: int) -> tuple[Block | Literal[Sign.END], int]:
        """The block at a position in the file, or after the gaps there; and where the next one begins."""
        size = self._file.seek(0, 2)
        length = _END
        while at < size and (length := self._length(at)) in (_GAP, _HALF_GAP):
            at += 4 if length == _GAP else 2
        if at >= size or length == _END:
            return END, at
        at += 4
        if length == _MARK:
            return MARK, at
        count = length & ~_ERROR
        if not 0 < count <= _LONGEST:
            raise self._corrupt(f"{length:#010x} is not the length of a record")
        frames = self._read(at, count)
        at += count + count % 2
        trailer = self._length(at)
        if trailer != length:
            raise self._corrupt(f"the length is {length:#x} before the record and {trailer:#x} after it")
        return Record(frames, bad=bool(length & _ERROR)), at + 4

    def _write(self, block: bytes) -> None:
        if self.write_protected:
            raise MediaError(f"{self.path}: the tape is write protected: mount it with the ring in")
        try:
            self._file.seek(self._at)
            self._file.write(block)
            self._file.truncate()
            self._file.flush()
        except OSError as error:
            raise file_problem(self.path, error) from None
        self._passed.append(self._at)
        self._at += len(block)


def _with_parity(six: int, odd: bool) -> int:
    return six | 0o100 if six.bit_count() % 2 != odd else six


# For bytes.translate: six bits in core to a frame and back, by `binary`.
_FRAME_OF = {
    True: bytes(_with_parity(code & 0o77, odd=True) for code in range(256)),
    False: bytes(_with_parity(bcd.to_tape(code & 0o77), odd=False) for code in range(256)),
}
_CODE_OF = {
    True: bytes(frame & 0o77 for frame in range(256)),
    False: bytes(bcd.from_tape(frame & 0o77) for frame in range(256)),
}
_GOOD_FRAMES = {odd: bytes(_with_parity(six, odd) for six in range(64)) for odd in (True, False)}


def frames_of(words: Sequence[int], binary: bool) -> bytes:
    """Words as frames: with odd parity if binary, else translated to tape BCD with even parity."""
    codes = bytes(word >> shift & 0o77 for word in words for shift in (30, 24, 18, 12, 6, 0))
    return codes.translate(_FRAME_OF[binary])


def words_of(frames: bytes, binary: bool) -> tuple[list[int], bool]:
    """The words of a record, the last padded with zeros on the right, and whether all parity was right."""
    codes = frames.translate(_CODE_OF[binary])
    codes += bytes(-len(codes) % 6)
    words = []
    for first in range(0, len(codes), 6):
        word = 0
        for code in codes[first : first + 6]:
            word = word << 6 | code
        words.append(word)
    return words, not frames.translate(None, delete=_GOOD_FRAMES[binary])
