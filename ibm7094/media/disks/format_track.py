"""Format tracks: the characters that say where home address 2, record addresses and records are.

A format track is written for a cylinder, in BCD characters 1 to 4: 1 and 2 for six-bit characters and gaps, 3
and 4 for eight-bit ones. On the 7094 it has these areas, one after the other [M pages 14 and 15; 2]:

    gap 1: 4s    home address 1: 3s    gap 2: 4, 3s, 4    home address 2: 1s
    for each record:    X gap: 2s    address: 1s    Y gap: 2, 1s, 2    record: 1s
    gap 3: 2

An area has more characters on the format track than it holds (`Geometry.overhead`). Our file keeps words, so
home address 2 and record addresses are six characters, and a record is a number of whole words; any other
format is a format check. That is our limit, and SIMH's, and not the 7631's.
"""

from collections.abc import Iterable
from itertools import groupby

from ibm7094.media.disks.file import DATA, FIRST, LENGTH
from ibm7094.media.disks.geometry import CHARACTERS, Geometry

SIX_BIT, SIX_BIT_GAP, EIGHT_BIT, EIGHT_BIT_GAP = 1, 2, 3, 4
SHORTEST_X_GAP = 11
"""A gap of 2s that is shorter is gap 3, which ends the track [1: Cornwell]."""

Run = tuple[int, int]
"""A character, and how often it stands there."""


def blank_track(characters: Iterable[int], geometry: Geometry) -> list[int] | None:
    """The track that a format makes, without addresses and words; None if it is not a format."""
    runs = [(character, len(list(group))) for character, group in groupby(characters)]
    lengths = _lengths(runs, geometry.overhead)
    if not lengths:
        return None
    track, at = [0] * geometry.track_words, FIRST
    for length in lengths:
        following = at + DATA + length
        if following >= geometry.track_words:
            return None
        track[at + LENGTH] = length
        at = following
    return track


def _lengths(runs: list[Run], overhead: int) -> list[int] | None:
    """The words of each record."""
    head, rest = runs[:6], runs[6:]
    kinds = [character for character, _ in head]
    if kinds != [EIGHT_BIT_GAP, EIGHT_BIT, EIGHT_BIT_GAP, EIGHT_BIT, EIGHT_BIT_GAP, SIX_BIT]:
        return None
    if not _is_address(head[5], overhead):
        return None
    found = []
    while rest and rest[0][0] == SIX_BIT_GAP and rest[0][1] >= SHORTEST_X_GAP:
        record, rest = rest[:6], rest[6:]
        if [character for character, _ in record] != [SIX_BIT_GAP, SIX_BIT] * 3:
            return None
        _, address, *y_gap, (_, size) = record
        words, left_over = divmod(size - overhead, CHARACTERS)
        is_gap = y_gap[0][1] == y_gap[2][1] == 1
        if not (is_gap and _is_address(address, overhead) and words > 0 and not left_over):
            return None
        found.append(words)
    return found if rest and rest[0][0] == SIX_BIT_GAP else None


def _is_address(run: Run, overhead: int) -> bool:
    return run[1] - overhead == CHARACTERS


def format_characters(records: Iterable[int], geometry: Geometry) -> list[int]:
    """The format track for records of these many words, as a program writes it."""
    extra, gap = geometry.overhead, 6 + geometry.overhead
    found = [4] * (extra - 1) + [3] * (extra + 5) + [4, *[3] * gap, 4, *[1] * gap]
    for words in records:
        found += [2] * (gap + 2) + [1] * gap + [2, *[1] * gap, 2] + [1] * (extra + CHARACTERS * words)
    return [*found, 2, 1]
