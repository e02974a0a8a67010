"""Binary records as the programs write them: words and a checksum, with numbers in sign and magnitude."""

from collections.abc import Iterable, Sequence
from pathlib import Path

from ibm7094.media.tape import TapeFile, frames_of
from ibm7094.words import MAGNITUDE, SIGN, ring_sum


def write_records(path: Path | str, contents: Iterable[Sequence[int]]) -> None:
    """Write binary records and a tape mark, replacing the file."""
    Path(path).unlink(missing_ok=True)
    with TapeFile.open(path) as tape:
        for words in contents:
            tape.write_record(frames_of(words, binary=True))
        tape.write_mark()


def closed(words: Sequence[int]) -> list[int]:
    """The words followed by their checksum."""
    total = 0
    for word in words:
        total = ring_sum(total, word)
    return [*words, total]


def to_word(value: int) -> int:
    """A number as the machine stores it, in sign and magnitude."""
    return abs(value) | (SIGN if value < 0 else 0)


def from_word(word: int) -> int:
    """The number in a word."""
    return -(word & MAGNITUDE) if word & SIGN else word
