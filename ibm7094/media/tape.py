"""Magnetic tape: files of seven-track records, in SIMH's form or P7B, and the words in them.

Writing a block truncates the file after it, as nothing after a rewritten record on a tape can be relied on.
SIMH keeps the old bytes there: if the old and new blocks differ in length, it cannot read the tape.
"""

import weakref
from collections.abc import Mapping, Sequence
from pathlib import Path
from types import TracebackType
from typing import IO, Any, Literal

from ibm7094.errors import MediaError
from ibm7094.files.inputs import STANDARD
from ibm7094.files.outputs import Output, write_together
from ibm7094.files.problems import NotWritten, file_problem, not_written
from ibm7094.files.saving import named, saved_name
from ibm7094.media import bcd
from ibm7094.media.tape_forms import (
    END,
    LOAD_POINT,
    LONGEST,
    MARK,
    P7B_FORM,
    P7B_SUFFIX,
    SIMH,
    Block,
    Record,
    Sign,
    form_of,
    has_parity,
    lacks_parity,
)
from ibm7094.words import CHARACTER

_PIECE = 1 << 20

__all__ = [
    "END",
    "LOAD_POINT",
    "MARK",
    "Block",
    "Record",
    "Sign",
    "TapeFile",
    "frames_of",
    "has_parity",
    "words_of",
]


class TapeFile:
    """A tape on a unit: a file, and the position of the head in it.

    The first write makes a copy, which takes the place of the file when the tape is unmounted. So a run that
    is killed leaves the tape as it was.
    """

    def __init__(
        self, path: Path, file: IO[bytes], write_protected: bool, copy: Output | None = None
    ) -> None:
        self.path = path
        self.write_protected = write_protected
        self._file = file
        self._copy = copy
        self._unmount = weakref.finalize(self, _unmounted, file, copy)  # also if nobody closes the tape
        self._at = 0
        self._passed: list[int] = []  # where each block between load point and head begins
        found = form_of(self, path.suffix)
        self.is_tape = found is not None
        """Whether the file is empty or holds records."""
        self._form = found or (P7B_FORM if path.suffix.lower() == P7B_SUFFIX else SIMH)
        self.lacks_parity = lacks_parity(self, self._form)
        """Whether the program that made the file left out the parity bits."""

    @classmethod
    def open(
        cls, path: Path | str, write_protected: bool = False, create: bool = True, in_place: bool = False
    ) -> "TapeFile":
        """Mount a file at load point. A missing one becomes a blank tape, unless write protected.

        `in_place` writes to the file itself, so that what is on it survives a run that is killed.
        """
        path = Path(path)
        if path == STANDARD or (path.exists() and not path.is_file() and not path.is_dir()):
            raise MediaError(f"{path}: a tape must be a file, because a tape is rewound: name a file")
        try:
            if write_protected or (not create and not path.exists()):
                return cls(path, path.open("rb"), True)
            if in_place:
                return cls(path, path.open("r+b" if path.exists() else "x+b"), False)
            if path.exists():
                path.open("r+b").close()  # it can be written, or the user is told now
                return cls(path, path.open("rb"), False, Output(path))
            copy = Output(path)
            return cls(path, copy.file, False, copy)
        except OSError as error:
            raise file_problem(path, error) from None

    def as_saved(self) -> dict[str, Any]:
        """The position of the head, and the whole tape if it can be written."""
        return {
            "path": saved_name(self.path),
            "contents": None if self.write_protected else self._contents(),
            "write_protected": self.write_protected,
            "in_place": not self.write_protected and self._copy is None,
            "is_copied": self._copy is not None and self._file is self._copy.file,
            "at": self._at,
            "passed": self._passed,
        }

    @classmethod
    def restored(cls, saved: Mapping[str, Any]) -> "TapeFile":
        """A saved tape on its file. One that had been written to gets the contents it had."""
        path, contents = named(saved["path"]), saved["contents"]
        if saved["is_copied"]:
            copy = Output(path)
            copy.write(contents)
            copy.flush()
            tape = cls(path, copy.file, False, copy)
        else:
            if contents is not None and not (path.is_file() and path.read_bytes() == contents):
                write_together({path: contents})
            tape = cls.open(path, saved["write_protected"], in_place=saved["in_place"])
        tape._at, tape._passed = saved["at"], list(saved["passed"])
        return tape

    def _contents(self) -> bytes:
        try:
            self._file.flush()
            self._file.seek(0)
            return self._file.read()
        except OSError as error:
            raise file_problem(self.path, error) from None

    @property
    def at_load_point(self) -> bool:
        """Whether no block is before the head."""
        return not self._passed

    def read_record(self) -> Block | Literal[Sign.END]:
        """Read the next block; at the end of what was written the head does not move."""
        begin = self._at
        block, end = self._form.block(self, begin)
        if block is not END:
            self._passed.append(begin)
            self._at = end
        return block

    def backspace(self) -> Block | Literal[Sign.LOAD_POINT]:
        """Move back over one block, and return it; at load point nothing moves."""
        if not self._passed:
            return LOAD_POINT
        self._at = self._passed.pop()
        block, _ = self._form.block(self, self._at)
        if block is END:
            raise self.damaged("the block that was read here is gone")
        return block

    def rewind(self) -> None:
        """Move back to load point."""
        self._passed.clear()
        self._at = 0

    def write_record(self, frames: bytes) -> None:
        """Write one record; a record without frames writes nothing."""
        if len(frames) > LONGEST:
            raise MediaError(f"{self._here()}: {len(frames)} frames are too many: write them in parts")
        if frames:
            self._write(self._form.record(frames))

    def write_mark(self) -> None:
        """Write a tape mark."""
        self._write(self._form.mark())

    def close(self) -> None:
        """Unmount the tape: what was written is now in its file."""
        if self._unmount.detach():
            _unmounted(self._file, self._copy)

    def __enter__(self) -> "TapeFile":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def _here(self) -> str:
        return f"{self.path}: record {len(self._passed) + 1}, at byte {self._at}"

    def damaged(self, what: str) -> MediaError:
        """An error that says where the file is damaged."""
        return MediaError(f"{self._here()}: {what}: copy the file again, or cut it off at that byte")

    def size(self) -> int:
        """How many bytes the file has."""
        return self._file.seek(0, 2)

    def read_at(self, at: int, count: int) -> bytes:
        """Bytes of the file, which must be there."""
        try:
            self._file.seek(at)
            data = self._file.read(count)
        except OSError as error:
            raise file_problem(self.path, error) from None
        if len(data) < count:
            raise self.damaged(f"{count} bytes are expected, and the file has {len(data)} more")
        return data

    def _write(self, block: bytes) -> None:
        if self.write_protected:
            raise MediaError(f"{self.path}: the tape is write protected: mount it with the ring in")
        if not self.is_tape:
            raise NotWritten(f"{self.path}: this is not a tape, and is not written over: mount another file")
        try:
            if self._copy is not None and self._file is not self._copy.file:
                self._begin_copy(self._copy)
            self._file.seek(self._at)
            self._file.write(block)
            self._file.truncate()
            self._file.flush()
        except OSError as error:
            if self._copy is not None:
                self._copy.discard()
            raise not_written(self.path, error) from None
        self._passed.append(self._at)
        self._at += len(block)

    def _begin_copy(self, copy: Output) -> None:
        """Go on with a copy of the file, as far as the head has come: writing truncates the rest."""
        self._file.seek(0)
        remaining = self._at
        while remaining and (data := self._file.read(min(remaining, _PIECE))):
            copy.file.write(data)
            remaining -= len(data)
        self._file.close()
        self._file = copy.file
        self._unmount.detach()
        self._unmount = weakref.finalize(self, _unmounted, copy.file, copy)


def _unmounted(file: IO[bytes], copy: Output | None) -> None:
    if copy is None:
        file.close()
    elif file is copy.file:
        copy.commit()
    else:  # only read
        file.close()
        copy.release()


def _with_parity(six: int, odd: bool) -> int:
    return six | 0o100 if six.bit_count() % 2 != odd else six


# For bytes.translate: six bits in core to a frame and back, by `binary`.
_FRAME_OF = {
    True: bytes(_with_parity(code & CHARACTER, odd=True) for code in range(256)),
    False: bytes(_with_parity(bcd.to_tape(code & CHARACTER), odd=False) for code in range(256)),
}
_CODE_OF = {
    True: bytes(frame & CHARACTER for frame in range(256)),
    False: bytes(bcd.from_tape(frame & CHARACTER) for frame in range(256)),
}
_GOOD_FRAMES = {odd: bytes(_with_parity(six, odd) for six in range(64)) for odd in (True, False)}


def frames_of(words: Sequence[int], binary: bool) -> bytes:
    """Words as frames: with odd parity if binary, else translated to tape BCD with even parity."""
    codes = bytes(word >> shift & CHARACTER for word in words for shift in (30, 24, 18, 12, 6, 0))
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
