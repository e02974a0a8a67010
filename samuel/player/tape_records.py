"""Binary records as the programs write them: words and a checksum, with numbers in sign and magnitude."""

from collections.abc import Iterable, Sequence
from pathlib import Path

from ibm7094.errors import MediaError
from ibm7094.media.tape import Record, TapeFile, frames_of, words_of
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


def record_of(path: Path | str, length: int, bad: type[MediaError]) -> list[int]:
    """The words of the first record of a tape, `length` of them; `bad` says why it cannot be used."""
    with TapeFile.open(path, write_protected=True) as tape:
        return next_record(tape, path, 1, length, bad)


def next_record(
    tape: TapeFile, path: Path | str, number: int, length: int, bad: type[MediaError]
) -> list[int]:
    """The words of the next record of a tape, the `number`th; `bad` says why it cannot be used."""
    block = tape.read_record()
    if not isinstance(block, Record):
        raise bad(f"{path}: the tape ends where record {number} should be.")
    words, good = words_of(block.frames, binary=True)
    if block.bad or not good:
        raise bad(f"{path}: record {number} has a redundancy check.")
    if len(words) != length:
        raise bad(f"{path}: record {number} has {len(words)} words, not {length}.")
    if words != closed(words[:-1]):
        raise bad(f"{path}: the checksum of record {number} is wrong.")
    return words
