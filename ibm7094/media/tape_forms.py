"""The two kinds of tape file. In both a frame is one byte: six bits, and 0100 for parity.

SIMH's, usually named .tap, is a sequence of blocks, lengths little-endian:

    record     length, frames, a zero byte if the length is odd, length again; bit 31: read with an error
    tape mark  length 0
    erase gap  0xFFFFFFFE, skipped
    end        0xFFFFFFFF, or the end of the file

P7B, usually named .p7b, has only frames. Bit 7 is on in the first frame of each record, and a record of the
one frame 017 is a tape mark.
"""

import re
import struct
from enum import Enum
from typing import Final, Literal, NamedTuple, Protocol

from ibm7094.errors import MediaError

LONGEST = 0x00FFFFFF
"""The longest record, in frames."""
P7B_SUFFIX = ".p7b"

_MARK = 0x00000000
_ERROR = 0x80000000
_GAP = 0xFFFFFFFE
_HALF_GAP = 0xFFFEFFFF  # a gap whose first two bytes were written over
_END = 0xFFFFFFFF
_LENGTH = struct.Struct("<I")

_PARITY = 0o100
_FIRST = 0x80
_MARK_FRAME = 0x0F
_BEGINS = re.compile(rb"[\x80-\xff]")
_FRAME = bytes(byte & ~_FIRST for byte in range(256))
_PIECE = 4096
_SAMPLE = 1000
_FEWEST = 12
_AGREEING = 0.75
"""In a P7B file nearly all frames of the first record have the same parity."""


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
Found = tuple[Block | Literal[Sign.END], int]
"""A block, or the end of what was written; and where the next block begins."""


class Bytes(Protocol):
    """The bytes of a tape file."""

    def size(self) -> int:
        """How many there are."""

    def read_at(self, at: int, count: int) -> bytes:
        """Some of them; if they are not there the file is damaged."""

    def damaged(self, what: str) -> MediaError:
        """An error that says where the file is damaged."""


class Form(Protocol):
    """A kind of tape file."""

    def block(self, tape: Bytes, at: int) -> Found:
        """The block at a position in the file."""

    def record(self, frames: bytes) -> bytes:
        """A record, as it is written."""

    def mark(self) -> bytes:
        """A tape mark, as it is written."""


class Simh:
    """SIMH's tape files."""

    def block(self, tape: Bytes, at: int) -> Found:
        """The block at a position in the file, or after the gaps there."""
        size = tape.size()
        length = _END
        while at < size and (length := self._length(tape, at)) in (_GAP, _HALF_GAP):
            at += 4 if length == _GAP else 2
        if at >= size or length == _END:
            return END, at
        at += 4
        if length == _MARK:
            return MARK, at
        count = length & ~_ERROR
        if not 0 < count <= LONGEST:
            raise tape.damaged(f"{length:#010x} is not the length of a record")
        frames = tape.read_at(at, count)
        at += count + count % 2
        trailer = self._length(tape, at)
        if trailer != length:
            raise tape.damaged(f"the length is {length:#x} before the record and {trailer:#x} after it")
        return Record(frames, bad=bool(length & _ERROR)), at + 4

    def record(self, frames: bytes) -> bytes:
        """A record, between its lengths."""
        length = _LENGTH.pack(len(frames))
        return length + frames + bytes(len(frames) % 2) + length

    def mark(self) -> bytes:
        """A tape mark."""
        return _LENGTH.pack(_MARK)

    def _length(self, tape: Bytes, at: int) -> int:
        length: int = _LENGTH.unpack(tape.read_at(at, _LENGTH.size))[0]
        return length


class P7B:
    """P7B tape files."""

    def block(self, tape: Bytes, at: int) -> Found:
        """The block at a position in the file: up to the first frame of the next."""
        size = tape.size()
        if at >= size:
            return END, at
        if not tape.read_at(at, 1)[0] & _FIRST:
            raise tape.damaged("no record begins here")
        end = at + 1
        while end < size:
            data = tape.read_at(end, min(_PIECE, size - end))
            if found := _BEGINS.search(data):
                end += found.start()
                break
            end += len(data)
        if end - at > LONGEST:
            raise tape.damaged(f"this record has {end - at} frames, and {LONGEST} is the most")
        frames = tape.read_at(at, end - at).translate(_FRAME)
        return (MARK if frames == bytes([_MARK_FRAME]) else Record(frames)), end

    def record(self, frames: bytes) -> bytes:
        """A record, with its first frame marked."""
        return bytes([frames[0] | _FIRST]) + frames[1:]

    def mark(self) -> bytes:
        """A tape mark."""
        return bytes([_MARK_FRAME | _FIRST])


SIMH: Final = Simh()
P7B_FORM: Final = P7B()


def form_of(tape: Bytes, suffix: str) -> Form | None:
    """The form of a tape file, from what it holds; of an empty one, from its name. None if it is no tape."""
    size = tape.size()
    if size == 0:
        return P7B_FORM if suffix.lower() == P7B_SUFFIX else SIMH
    try:
        SIMH.block(tape, 0)
    except MediaError:
        return P7B_FORM if _looks_like_p7b(tape.read_at(0, min(size, _SAMPLE))) else None
    return SIMH


def _looks_like_p7b(data: bytes) -> bool:
    """Whether a record begins, with a parity of its own. The fourth byte of SIMH's lengths is 0 or 0200."""
    if not data[0] & _FIRST or data[3:4] in (b"\0", b"\x80"):
        return False
    second = _BEGINS.search(data, 1)
    frames = data[: second.start() if second else None].translate(_FRAME)
    odd = sum(frame.bit_count() % 2 for frame in frames)
    return max(odd, len(frames) - odd) >= _AGREEING * len(frames)


def has_parity(frames: bytes) -> bool:
    """Whether any frame has its parity bit on."""
    return any(frame & _PARITY for frame in frames)


def lacks_parity(tape: Bytes, form: Form) -> bool:
    """Whether a tape has no parity bits: among its first frames none is on, and a record has both parities.

    A record that a tape unit wrote has one parity, odd or even.
    """
    is_mixed = False
    at = seen = 0
    while seen < _SAMPLE:
        try:
            block, at = form.block(tape, at)
        except MediaError:
            break  # the reader will meet it
        if block is END:
            break
        frames = block.frames if isinstance(block, Record) else b""
        if has_parity(frames):
            return False
        odd = sum(frame.bit_count() % 2 for frame in frames)
        if len(frames) >= _FEWEST and min(odd, len(frames) - odd) >= (1 - _AGREEING) / 2 * len(frames):
            is_mixed = True
        seen += len(frames) + 1
    return is_mixed
