"""The disks and drums that a 7631 file control works with: how they are divided, and how fast they turn.

Evidence: [M] IBM's D22-6576-3, "1301 Disk Storage with 7000 series", [I] IBM's own pages on its old products,
[2] SIMH and Cornwell's simulator agree, [1] one of them. Guesses are marked as guesses.
"""

from dataclasses import dataclass

from ibm7094.errors import BadValue

MILLISECOND = 1000.0
MINUTE = 60_000 * MILLISECOND
SECOND = 1000 * MILLISECOND
CHARACTERS = 6
"""Characters in a word."""


@dataclass(frozen=True)
class Geometry:
    """One module of a model."""

    model: str
    accesses: int
    """Access mechanisms that seek by themselves."""
    cylinders: int
    tracks_in_cylinder: int
    track_words: int
    """Words that SIMH's file has for a track: home address 2, and for each record its length and address."""
    format_characters: int
    """Characters on a format track [1: SIMH]."""
    overhead: int
    """Characters on the format track that an area needs besides its own [M: 4 on a 1301; 2]."""
    turns_per_minute: int
    characters_per_second: int
    seeks: tuple[tuple[int, float], ...]
    """How long a seek takes, up to a number of cylinders."""

    @property
    def tracks(self) -> int:
        """Tracks that one access reaches."""
        return self.cylinders * self.tracks_in_cylinder

    @property
    def turn_us(self) -> float:
        """One turn."""
        return MINUTE / self.turns_per_minute

    @property
    def word_us(self) -> float:
        """From word to word."""
        return CHARACTERS * SECOND / self.characters_per_second

    def seek_us(self, cylinders: int) -> float:
        """A seek over this many cylinders."""
        return next(us for most, us in self.seeks if cylinders <= most)


# To another head of the same cylinder: electronic, a guess as short as Cornwell's. The 1301 takes 50 to
# 180 ms [M]; that there is a step at 10 and one at 50 cylinders is Cornwell's reading of the documents [1].
HEAD_US = 0.2 * MILLISECOND
COMB = ((0, HEAD_US), (10, 50 * MILLISECOND), (50, 120 * MILLISECOND), (250, 180 * MILLISECOND))

# 1301: 250 cylinders of 40 tracks [M], 1800 turns a minute, 90,000 characters a second [I]. 7320: 400 tracks,
# 3490 turns, 202,800 characters [I]. 1302 and 2302: two accesses of 250 cylinders [2]; that they turn as the
# 1301 does, with twice its characters, is recalled, page not seen.
GEOMETRIES = {
    each.model: each
    for each in (
        Geometry("7320", 1, 1, 400, 500, 2868, 4, 3490, 202_800, ((0, HEAD_US),)),
        Geometry("1301", 1, 250, 40, 500, 2868, 4, 1800, 90_000, COMB),
        Geometry("1302", 2, 250, 40, 1000, 5942, 7, 1800, 184_000, COMB),
        Geometry("2302", 2, 250, 40, 1000, 5942, 7, 1800, 184_000, COMB),
    )
}
DEFAULT = "1301"


def geometry(model: object) -> Geometry:
    """The geometry of a model."""
    if not isinstance(model, str) or model not in GEOMETRIES:
        raise BadValue(f"There is no disk {model!r}: choose one of {', '.join(GEOMETRIES)}.")
    return GEOMETRIES[model]
