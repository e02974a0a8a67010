"""Assembled programs, kept in the user's cache folder until the listings or the assembler change.

Assembling the player takes longer than a move.
"""

import contextlib
import hashlib
import json
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from pathlib import Path

from ibm7094.engine.native import cache_folder, keep, kept
from ibm7094.errors import MachineError
from ibm7094.source_map import SourceMap
from samuel import resources
from samuel.player import job

ASSEMBLER = ("asm/**/*.py", "asm/**/*.lark", "isa/**/*.py", "source_map.py", "words.py")
"""What the words depend on, besides the cards."""


@dataclass(frozen=True)
class Stored:
    """What a machine needs of a program."""

    image: dict[int, int]
    """Words by the location where each is loaded."""
    source: SourceMap

    @property
    def symbols(self) -> dict[str, int]:
        """Addresses by symbol."""
        return self.source.symbols

    @property
    def start(self) -> int | None:
        """The start address."""
        return self.source.start


@cache
def stored(deck: str, folder: Path | None = None) -> Stored:
    """A program of the listings, or of another folder, from the cache. If it is not there, assemble it and,
    if possible, store it."""
    folder = folder or resources.LISTINGS
    if not (folder / deck).is_file():
        raise MachineError(f"{folder} has no {deck}: name a folder of listings.")
    name = deck if folder == resources.LISTINGS else f"{deck}@{_hash(str(folder.absolute()).encode())[:8]}"
    path = cache_folder() / f"{name}-{fingerprint(deck, folder)}.json"
    content = kept(path)
    if content is not None:
        record = json.loads(content)
        return Stored(
            {int(place): word for place, word in record["image"].items()},
            SourceMap.from_dict(record["source"]),
        )
    assembled = job.program(deck, folder)
    with contextlib.suppress(OSError):  # a cache is optional: without one, the next start assembles again
        for outdated in path.parent.glob(f"{name}-*.json"):
            outdated.unlink(missing_ok=True)
        keep(path, json.dumps({"image": assembled.image, "source": assembled.source.as_dict()}).encode())
    return Stored(dict(assembled.image), assembled.source)


def fingerprint(deck: str, folder: Path) -> str:
    """A hash of listings and assembler, which changes when any of them does."""
    package = Path(str(files("ibm7094")))
    read = [Path(__file__), folder / deck, *folder.rglob("*.fap")]
    read += [file for pattern in ASSEMBLER for file in package.glob(pattern)]
    content = b"\0".join(str(file).encode() + b"\0" + file.read_bytes() for file in sorted(read))
    return _hash(content)[:24]


def _hash(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()


def deck_hash(deck: str) -> str:
    """SHA-256 of the words of a deck, which identifies it in records and books."""
    return stored(deck).source.sha256
