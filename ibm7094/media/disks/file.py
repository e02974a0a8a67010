"""Disk and drum files: one module, in the form of SIMH's 7631.

A file has a fixed number of words for each track, one access after the other; a word is eight bytes, the
lowest first. A track is home address 2, and then for each record its length, its address and its words. A
length of zero ends the track. What a file is too short to hold is blank, so a new disk is an empty file.

    | home address 2 | length | record address | words ... | length | record address | words ... | 0 |
"""

import array
import struct
import sys
import weakref
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ibm7094.errors import MediaError
from ibm7094.files.inputs import STANDARD
from ibm7094.files.journal import Journalled
from ibm7094.files.saving import named, saved_name
from ibm7094.media.disks.geometry import Geometry, geometry
from ibm7094.words import WORD

WORD_BYTES = 8
HOME, FIRST = 0, 1
"""Where home address 2 is on a track, and where the first record begins."""
LENGTH, ADDRESS, DATA = 0, 1, 2
"""Where the parts of a record are."""


@dataclass(frozen=True)
class Area:
    """A record on a track: where it begins, and how many words it has."""

    begin: int
    length: int

    @property
    def data(self) -> int:
        """Where its words begin."""
        return self.begin + DATA

    @property
    def end(self) -> int:
        """Where the next record begins."""
        return self.begin + DATA + self.length


class DiskFile:
    """A module's file. Tracks are changed in place, each of them whole."""

    def __init__(self, path: Path | str, model: str, write_protected: bool = False) -> None:
        self.path = Path(path)
        self.geometry: Geometry = geometry(model)
        self.write_protected = write_protected
        if self.path == STANDARD:
            raise MediaError("-: a disk must be a file, because it is read in any order: name a file")
        self._file = Journalled(self.path, write_protected)
        self._unmount = weakref.finalize(self, self._file.close)  # also if nobody closes the disk
        try:
            self._check()
        except BaseException:
            self.close()
            raise

    def _check(self) -> None:
        """Refuse a file that cannot be a disk of this model."""
        size, most = self._file.size, self._most_tracks * self._track_bytes
        model = self.geometry.model
        if size > most:
            raise MediaError(
                f"{self.path}: this file has {size:,} bytes, and a {model} module at most {most:,}:"
                " give the model that it was made for"
            )
        if size % WORD_BYTES:
            raise MediaError(
                f"{self.path}: this is not a disk, whose words take {WORD_BYTES} bytes: check the file name"
            )
        self.areas(self.track(0, 0), 0)

    @property
    def _track_bytes(self) -> int:
        return self.geometry.track_words * WORD_BYTES

    @property
    def _most_tracks(self) -> int:
        return self.geometry.accesses * self.geometry.tracks

    def _begin(self, access: int, track: int) -> int:
        return (access * self.geometry.tracks + track) * self._track_bytes

    def track(self, access: int, track: int) -> list[int]:
        """The words of a track; all zero if it was never written."""
        data = self._file.read(self._begin(access, track), self._track_bytes)
        words = array.array("Q", data[: len(data) - len(data) % WORD_BYTES])
        if sys.byteorder == "big":
            words.byteswap()
        if words and max(words) > WORD:
            raise self._damaged(track)
        return [*words, *[0] * (self.geometry.track_words - len(words))]

    def areas(self, words: Sequence[int], track: int) -> list[Area]:
        """The records on a track; none if it has no format."""
        found, at = [], FIRST
        while at < len(words) and words[at + LENGTH]:
            area = Area(at, words[at + LENGTH])
            if area.end >= len(words):
                raise self._damaged(track)
            found.append(area)
            at = area.end
        return found

    def _damaged(self, track: int) -> MediaError:
        return MediaError(
            f"{self.path}: track {track} makes no sense on a {self.geometry.model}:"
            " give the model that the file was made for, or copy the file again"
        )

    def write(self, access: int, tracks: Mapping[int, Sequence[int]]) -> None:
        """Write tracks: all of them, even if the process is killed, or none."""
        pack = struct.Struct(f"<{self.geometry.track_words}Q").pack
        self._file.write([(self._begin(access, track), pack(*words)) for track, words in tracks.items()])

    def close(self) -> None:
        """Close the file."""
        self._unmount()

    # Saving

    def as_saved(self) -> dict[str, Any]:
        """The name, and the tracks that are not blank if the disk can be written."""
        return {
            "path": saved_name(self.path),
            "model": self.geometry.model,
            "write_protected": self.write_protected,
            "contents": None,
            "tracks": None if self.write_protected else dict(self._written()),
        }

    def _written(self) -> Iterator[tuple[str, bytes]]:
        for number in range(-(-self._file.size // self._track_bytes)):
            data = self._file.read(number * self._track_bytes, self._track_bytes)
            if data.strip(b"\0"):
                yield str(number), data

    @classmethod
    def restored(cls, saved: Mapping[str, Any]) -> "DiskFile":
        """A saved disk on its file, which gets the tracks that it had."""
        disk = cls(named(saved["path"]), saved["model"], saved["write_protected"])
        if saved["tracks"] is not None:
            disk._put_back({int(number): data for number, data in saved["tracks"].items()})
        return disk

    def _put_back(self, wanted: Mapping[int, bytes]) -> None:
        size = self._track_bytes
        now = {int(number): data for number, data in self._written()}
        changed = [number for number in sorted({*now, *wanted}) if now.get(number) != wanted.get(number)]
        if changed:
            self._file.write([(n * size, wanted.get(n, b"").ljust(size, b"\0")) for n in changed])
