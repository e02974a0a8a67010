"""Which version made a page, when, and from which decks and books."""

import os
import subprocess
from collections.abc import Iterator
from datetime import UTC, datetime
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from samuel.player.store import deck_hash
from samuel.resources import LISTINGS
from samuel.studies import records
from samuel.studies.books import griffith, tables_1_2

DISTRIBUTION = "samuel-machine"
SHOWN = 16
"""How many digits of a hash are shown."""


def facts() -> tuple[tuple[str, str], ...]:
    """Version, date, and the hashes of the player's deck and of the books that it learned from."""
    return (
        ("version", made_by()),
        ("made on", made_on()),
        ("player's deck", f"SHA-256 {deck_hash(records.PLAYER)[:SHOWN]}"),
        *_books(),
    )


def made_by(root: Path = LISTINGS.parent) -> str:
    """The commit if this is a checkout, else the version of the installed package."""
    if (root / ".git").exists():
        commit = _git(root, "rev-parse", "--short=12", "HEAD")
        if commit:
            changed = _git(root, "status", "--porcelain", "--untracked-files=no")
            return f"commit {commit}" + (", with changes since" if changed else "")
    try:
        return f"version {version(DISTRIBUTION)}"
    except PackageNotFoundError:
        return "version unknown"


def _git(root: Path, *arguments: str) -> str:
    try:
        done = subprocess.run(
            ["git", "-C", str(root), *arguments], capture_output=True, text=True, timeout=20, check=False
        )
    except (OSError, subprocess.TimeoutExpired):
        return ""
    return done.stdout.strip() if done.returncode == 0 else ""


def made_on() -> str:
    """The date; SOURCE_DATE_EPOCH gives another, for pages that must be the same again."""
    given = os.environ.get("SOURCE_DATE_EPOCH", "")
    now = datetime.fromtimestamp(int(given), UTC) if given.isdecimal() else datetime.now(UTC)
    return f"{now.day} {now:%B %Y}"


def _books() -> Iterator[tuple[str, str]]:
    """The books of the records, with the hash of their games where it is recorded."""
    for what, record, name in (
        ("book of Tables 1 and 2", tables_1_2.RECORD, "name"),
        ("book of Griffith's test", griffith.RECORD, "book"),
    ):
        kept = record.kept() or {}
        if kept.get(name):
            yield what, book_of(kept, name)


def book_of(kept: dict[str, object], name: str) -> str:
    """A record's book: its name, and the hash of its games if the record has one."""
    digest = str(kept.get("sha256") or "")
    return f"{kept[name]}, SHA-256 of its games {digest[:SHOWN]}" if digest else str(kept[name])
