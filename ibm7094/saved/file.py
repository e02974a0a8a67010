"""The file of a saved machine: a line that names it, its length and checksum, then compressed JSON."""

import base64
import hashlib
import json
import re
import zlib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from ibm7094.errors import MediaError
from ibm7094.files.inputs import MOST_BYTES, read_bytes
from ibm7094.files.outputs import write_together

TITLE = "IBM 7094 saved machine"
VERSION = 2
"""Changes with everything that is saved: a field of a register, a channel, a device or a motion."""
_BYTES = "base64"
_LONGEST_HEAD = 200
_HEAD = re.compile(
    rf"{TITLE}, version (?P<version>\d{{1,9}}), (?P<length>\d{{1,12}}) bytes,"
    r" sha256 (?P<digest>[0-9a-f]{64})"
)


def write(path: Path, machine: Mapping[str, Any]) -> None:
    """Write a saved machine. The file appears whole or not at all."""
    packed = zlib.compress(json.dumps(machine, default=_plain, allow_nan=False).encode(), 6)
    head = f"{TITLE}, version {VERSION}, {len(packed)} bytes, sha256 {hashlib.sha256(packed).hexdigest()}\n"
    write_together({path: head.encode() + packed})


def _plain(value: object) -> object:
    if isinstance(value, bytes):
        return {_BYTES: base64.b64encode(value).decode()}
    raise TypeError(f"{type(value).__name__} cannot be saved")


def read(path: Path) -> dict[str, Any]:
    """Read a saved machine. One that is damaged, cut short or of another version is refused."""
    head, _, packed = read_bytes(path).partition(b"\n")
    line = head[:_LONGEST_HEAD].decode("ascii", "replace")
    if not line.startswith(TITLE):
        raise MediaError(f"{path}: this is not a saved machine: name a file that save has written")
    found = _HEAD.fullmatch(line)
    if found is None:
        raise _damaged(path, "its first line is damaged")
    version, wanted, digest = found["version"], int(found["length"]), found["digest"]
    if version != str(VERSION):
        raise MediaError(
            f"{path}: this machine was saved in version {version} of the format, and this program reads"
            f" version {VERSION}: restore it with the program that saved it"
        )
    if len(packed) < wanted:
        raise _damaged(path, f"it is cut short after {len(packed):,} of {wanted:,} bytes")
    if len(packed) > wanted or hashlib.sha256(packed).hexdigest() != digest:
        raise _damaged(path, "its checksum is wrong")
    try:
        unpacker = zlib.decompressobj()
        text = unpacker.decompress(packed, MOST_BYTES)
        if unpacker.unconsumed_tail:
            raise ValueError
        machine: dict[str, Any] = json.loads(text, object_hook=_unplain)
    except (ValueError, zlib.error, RecursionError):
        raise _damaged(path, "what is in it cannot be read") from None
    return machine


def _unplain(entries: dict[str, Any]) -> object:
    if entries.keys() == {_BYTES}:
        return base64.b64decode(entries[_BYTES], validate=True)
    return entries


def _damaged(path: Path, how: str) -> MediaError:
    return MediaError(f"{path}: this saved machine is damaged, {how}: copy it again, or save it again")
