"""Programs of the listings, assembled: kept in the user's cache folder, until cards or assembler change.

Assembling the player takes longer than a move of its does.
"""

import contextlib
import hashlib
import json
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from pathlib import Path

from ibm7094.engine.native import cache_folder, keep, kept
from ibm7094.source_map import SourceMap
from samuel import resources
from samuel.player import job

ASSEMBLER = ("asm/**/*.py", "asm/**/*.lark", "isa/**/*.py", "source_map.py", "words.py")
"""What the words depend on, besides the cards."""


@dataclass(frozen=True)
class Stored:
    """A program as far as a machine needs it."""

    image: dict[int, int]
    """Words by the location where each is loaded."""
    source: SourceMap

    @property
    def symbols(self) -> dict[str, int]:
        """Names and where they are."""
        return self.source.symbols

    @property
    def start(self) -> int | None:
        """Where it begins."""
        return self.source.start


@cache
def stored(deck: str) -> Stored:
    """A program from the cache; or assembled and, if that can be done, put there."""
    path = cache_folder() / f"{deck}-{fingerprint(deck)}.json"
    content = kept(path)
    if content is not None:
        record = json.loads(content)
        return Stored(
            {int(place): word for place, word in record["image"].items()},
            SourceMap.from_dict(record["source"]),
        )
    assembled = job.program(deck)
    with contextlib.suppress(OSError):  # no cache is no error: the next start assembles again
        for outdated in path.parent.glob(f"{deck}-*.json"):
            outdated.unlink(missing_ok=True)
        keep(path, json.dumps({"image": assembled.image, "source": assembled.source.as_dict()}).encode())
    return Stored(dict(assembled.image), assembled.source)


def fingerprint(deck: str) -> str:
    """Cards and assembler: a change of any makes a new program."""
    package = Path(str(files("ibm7094")))
    read = [Path(__file__), resources.LISTINGS / deck, *resources.LISTINGS.rglob("*.fap")]
    read += [file for pattern in ASSEMBLER for file in package.glob(pattern)]
    content = b"\0".join(str(file).encode() + b"\0" + file.read_bytes() for file in sorted(read))
    return hashlib.sha256(content).hexdigest()[:24]


def deck_hash(deck: str) -> str:
    """SHA-256 of the words of a deck: what its records and books are known by."""
    return stored(deck).source.sha256
