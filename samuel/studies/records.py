"""What our machine printed and measured: `traces/own/`, each file with the hash of the deck that made it.

FREE_RUN.kept()                     # what was printed when it was recorded
FREE_RUN.write(free_run().text)     # record it again

The hash is of the deck's words, not of its text: a file stays current when only a remark changes.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ibm7094.errors import MachineError
from ibm7094.files.outputs import write_together
from ibm7094.files.problems import file_problem
from samuel.player.store import deck_hash
from samuel.resources import record_folders


class BadRecord(MachineError):
    """A file of `traces/own/` that cannot be read."""


@dataclass(frozen=True)
class Golden:
    """A file that a program made."""

    name: str
    decks: tuple[str, ...]
    command: str
    """The command that makes it again."""

    @property
    def path(self) -> Path:
        """Where it is: among the user's own records, or those that came with the package."""
        places = [folder / self.name for folder in record_folders()]
        return next((place for place in places if place.exists()), places[0])

    def is_current(self) -> bool:
        """Whether the decks that made it are unchanged."""
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
        folder = record_folders()[0]
        folder.mkdir(parents=True, exist_ok=True)
        write_together({folder / self.name: text.encode()})


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
        """Whether the decks that made it are unchanged."""
        return list(filter(_is_heading, _rows(self._text() or ""))) == self._heading()

    def differences(self, text: str) -> list[str]:
        """A sentence if a text is not the recorded one."""
        kept = self.kept()
        if kept is None:
            return [f"There is no {self.path}: record it with {self.command}."]
        return [] if _rows(text) == _rows(kept) else [f"The program no longer prints what {self.path} holds."]

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
        """Whether the decks that made it are unchanged."""
        return (self._loaded() or {}).get("decks") == self._hashes()

    def differences(self, measures: Mapping[str, Any]) -> list[str]:
        """A sentence for every measure that differs from the record."""
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
        raise BadRecord(f"{self.path} does not hold measures: record them with {self.command}.")


PLAYER, ORACLE_DECK = "samuel.deck", "fig3or.deck"
RECORD_3 = "samuel figure 3 --record"
FIGURES = KeptText("fig1-2.txt", ("figures.deck",), "samuel figure 1 --record")
ORACLE = KeptText("fig3-oracle.txt", (ORACLE_DECK,), RECORD_3)
PAGE = KeptText("fig3-page.txt", (ORACLE_DECK,), RECORD_3)
PAGE_MEASURES = KeptMeasures("fig3-page.json", (ORACLE_DECK,), RECORD_3)
FREE_RUN = KeptText("fig3.txt", (PLAYER,), RECORD_3)
AGREEMENT = KeptMeasures("agreement.json", (ORACLE_DECK, PLAYER), RECORD_3)
CHANCE = KeptText("chance.tsv", (PLAYER,), RECORD_3)
GOLDENS: tuple[Golden, ...] = (FIGURES, ORACLE, PAGE, PAGE_MEASURES, FREE_RUN, AGREEMENT, CHANCE)
