"""How much of the program is original, rebuilt or guessed: the evidence that its listings name."""

from collections import Counter
from dataclasses import dataclass

from samuel.resources import LISTINGS

KINDS = {
    "PUBLISHED": "the papers say so",
    "DERIVED": "published numbers leave little choice",
    "CONJECTURED": "the papers are silent; chosen, with the reason",
    "NEW": "serves this reconstruction only",
}


@dataclass(frozen=True)
class Entry:
    """A row of listings/RECONSTRUCTION.md."""

    routine: str
    file: str
    evidence: str
    source: str
    note: str

    @property
    def kinds(self) -> tuple[str, ...]:
        """The kinds of evidence that it names, in order."""
        return tuple(kind for kind in KINDS if kind in self.evidence)


def entries() -> tuple[Entry, ...]:
    """The tables of listings/RECONSTRUCTION.md that have these five columns."""
    rows = (LISTINGS / "RECONSTRUCTION.md").read_text(encoding="utf-8").splitlines()
    cells = [[cell.strip() for cell in row.strip("|").split("|")] for row in rows if row.startswith("| ")]
    return tuple(Entry(*row) for row in cells if len(row) == 5 and any(kind in row[2] for kind in KINDS))


def tally(found: tuple[Entry, ...]) -> dict[str, int]:
    """How many entries name each kind; an entry may name several."""
    counts = Counter(kind for entry in found for kind in entry.kinds)
    return {kind: counts[kind] for kind in KINDS}
