"""What our machine makes of the figures: `traces/own/`, each file with the hash of the deck that made it.

FREE_RUN.kept()                     # what was printed when it was recorded
FREE_RUN.write(free_run().text)     # record it anew

The hash is of the deck's source files, remarks included: a file is current if no card has changed since.
"""

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import astuple, dataclass, fields
from pathlib import Path
from typing import Any

from ibm7094.cli.files import write_together
from ibm7094.errors import MachineError
from ibm7094.media import file_problem
from samuel.chance import KINDS, Draw, Kind
from samuel.fig3 import FIGURE
from samuel.job import LISTINGS

OWN = FIGURE.parents[1] / "own"


class BadRecord(MachineError):
    """A file of `traces/own/` that cannot be read."""


@dataclass(frozen=True)
class Golden:
    """A file that a program made."""

    name: str
    decks: tuple[str, ...]
    command: str
    """Which makes it anew."""

    @property
    def path(self) -> Path:
        """Where it is."""
        return OWN / self.name

    def is_current(self) -> bool:
        """Whether the decks that made it are those of today."""
        raise NotImplementedError

    def _hashes(self) -> dict[str, str]:
        return {deck: deck_hash(deck) for deck in self.decks}

    def _text(self) -> str | None:
        try:
            return self.path.read_text(encoding="utf-8")
        except FileNotFoundError:
            return None
        except OSError as error:
            raise file_problem(self.path, error) from None
        except UnicodeDecodeError:
            raise BadRecord(f"{self.path} is not text: record it with {self.command}.") from None

    def _write(self, text: str) -> None:
        OWN.mkdir(parents=True, exist_ok=True)
        write_together({self.path: text.encode()})


@dataclass(frozen=True)
class KeptText(Golden):
    """Lines below a heading that says which decks made them, and how."""

    def write(self, text: str) -> None:
        """Record a text."""
        self._write("".join(f"{row}\n" for row in (*self._heading(), *_rows(text))))

    def kept(self) -> str | None:
        """What was recorded, without its heading; None if nothing was."""
        text = self._text()
        return text and "".join(f"{row}\n" for row in _rows(text) if not _is_heading(row))

    def is_current(self) -> bool:
        """Whether the decks that made it are those of today."""
        return list(filter(_is_heading, _rows(self._text() or ""))) == self._heading()

    def differences(self, text: str) -> list[str]:
        """A sentence if a text is not the recorded one."""
        kept = self.kept()
        if kept is None:
            return [f"There is no {self.path}: record it with {self.command}."]
        return [] if _rows(text) == _rows(kept) else [f"The program does not print {self.path} any more."]

    def _heading(self) -> list[str]:
        decks = (f"# {deck} sha256 {digest}" for deck, digest in self._hashes().items())
        return [f"# made by: {self.command}", *decks]


def _rows(text: str) -> list[str]:
    return [row.rstrip() for row in text.splitlines()]


def _is_heading(row: str) -> bool:
    return row.startswith("# ")


@dataclass(frozen=True)
class KeptMeasures(Golden):
    """Measures, as JSON."""

    def write(self, measures: Mapping[str, Any]) -> None:
        """Record measures."""
        found = {"made by": self.command, "decks": self._hashes(), "measures": measures}
        self._write(json.dumps(found, indent=1) + "\n")

    def kept(self) -> dict[str, Any] | None:
        """Those that were recorded, if there are any."""
        found = self._loaded()
        return found and dict(found["measures"])

    def is_current(self) -> bool:
        """Whether the decks that made it are those of today."""
        return (self._loaded() or {}).get("decks") == self._hashes()

    def differences(self, measures: Mapping[str, Any]) -> list[str]:
        """A sentence for every measure that is not as recorded, either way."""
        kept = self.kept()
        if kept is None:
            return [f"There is no {self.path}: record it with {self.command}."]
        return [
            f"{name} is {measures.get(name)}, and was recorded as {kept.get(name)}."
            for name in dict.fromkeys((*measures, *kept))
            if measures.get(name) != kept.get(name)
        ]

    def _loaded(self) -> dict[str, Any] | None:
        text = self._text()
        if text is None:
            return None
        try:
            found = json.loads(text)
            if isinstance(found["measures"], dict):
                return dict(found)
        except (ValueError, KeyError, TypeError):
            pass
        raise BadRecord(f"{self.path} holds no measures: record them with {self.command}.")


def deck_hash(deck: str) -> str:
    """SHA-256 of the cards of a deck, with the names of their files."""
    from ibm7094.asm.source import files_of  # takes time that many commands need not spend

    content = b"".join(f"{file.name}\n".encode() + file.read_bytes() for file in files_of(LISTINGS / deck))
    return hashlib.sha256(content).hexdigest()


PLAYER, ORACLE_DECK = "samuel.deck", "fig3or.deck"
RECORD_3 = "samuel figure 3 --record"
FIGURES = KeptText("fig1-2.txt", ("figures.deck",), "samuel figure 1 --record")
ORACLE = KeptText("fig3-oracle.txt", (ORACLE_DECK,), RECORD_3)
FREE_RUN = KeptText("fig3.txt", (PLAYER,), RECORD_3)
AGREEMENT = KeptMeasures("agreement.json", (ORACLE_DECK, PLAYER), RECORD_3)
CHANCE = KeptText("chance.tsv", (PLAYER,), RECORD_3)
GOLDENS: tuple[Golden, ...] = (FIGURES, ORACLE, FREE_RUN, AGREEMENT, CHANCE)


# Chance


COLUMNS = ("kind", *(field.name for field in fields(Draw)))


def write_chance(draws: Mapping[Kind, Sequence[Draw]]) -> None:
    """Record what coefficients without meaning reached."""
    rows = [COLUMNS, *((kind, *map(str, astuple(draw))) for kind in draws for draw in draws[kind])]
    CHANCE.write("\n".join("\t".join(row) for row in rows))


def kept_chance() -> dict[Kind, tuple[Draw, ...]]:
    """The recorded draws; none if there is no record."""
    text = CHANCE.kept()
    if text is None:
        return {}
    try:
        heading, *rows = (row.split("\t") for row in text.splitlines())
        if tuple(heading) != COLUMNS:
            raise ValueError
        found = [(kind, _draw(*fields_of)) for kind, *fields_of in rows]
    except (ValueError, TypeError):
        raise BadRecord(f"{CHANCE.path} holds no draws: record them with {RECORD_3}.") from None
    return {kind: tuple(draw for of, draw in found if of == kind) for kind in KINDS}


def _draw(first: str, saved: str, exact: str, shared: str, survey: str, move: str) -> Draw:
    return Draw(int(first), int(saved), int(exact), int(shared), int(survey), move)
