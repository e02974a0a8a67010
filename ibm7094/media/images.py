"""Core images as text: on each line an octal address and an octal word, with remarks after #.

00100 050000000200  # START CLA ONE
"""

import re
from collections.abc import Iterator, Mapping
from pathlib import Path

from ibm7094.errors import MediaError
from ibm7094.files.inputs import read_bytes
from ibm7094.files.outputs import write_together
from ibm7094.words import ADDRESS, WORD, octal

SUFFIX = ".oct"
LINE = re.compile(r"\s*(?P<address>[0-7]+)\s+(?P<word>[0-7]+)\s*")


def is_image(path: Path, data: bytes) -> bool:
    """Whether a file is a core image, from its name or from the first line that is not a remark."""
    if path.suffix.lower() == SUFFIX:
        return True
    for line in data.split(b"\n"):
        if text := line.partition(b"#")[0].strip():
            return LINE.fullmatch(text.decode("latin-1")) is not None
    return False


def read(path: Path) -> bytes:
    """A file's bytes."""
    return read_bytes(path)


def read_image(path: Path) -> dict[int, int]:
    """The words of an image in a file."""
    return image_in(read(path), path)


def image_in(data: bytes, path: Path) -> dict[int, int]:
    """The words of an image in the contents of a file; its name is for messages."""
    try:
        return parse_image(data)
    except MediaError as error:
        raise MediaError(f"{path}: {error}") from None


def parse_image(data: bytes) -> dict[int, int]:
    """The words of an image."""
    words = dict(_entries(data))
    if not words:
        raise MediaError("this core image has no words: write lines like 00100 050000000200")
    return words


def _entries(data: bytes) -> Iterator[tuple[int, int]]:
    for number, line in enumerate(data.decode("utf-8", "replace").split("\n"), 1):
        text = line.partition("#")[0].strip()
        if not text:
            continue
        found = LINE.fullmatch(text)
        if found is None:
            shown = text if text.isprintable() and len(text) <= 30 else "this"
            raise MediaError(
                f"line {number}: {shown!r} is not an octal address and word: write it like 00100 050000000200"
            )
        address, word = int(found["address"], 8), int(found["word"], 8)
        if address > ADDRESS:
            raise MediaError(f"line {number}: that address is past the end of core: addresses go to 77777")
        if word > WORD:
            raise MediaError(f"line {number}: that word has more than 36 bits: give twelve octal digits")
        yield address, word


def write_image(path: Path, words: Mapping[int, int]) -> None:
    """Write words to a file as a core image."""
    lines = (f"{address:05o} {octal(word)}\n" for address, word in sorted(words.items()))
    write_together({path: "".join(lines).encode()})
