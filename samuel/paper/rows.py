"""Rows of the papers' data: fields separated by tabs, each read according to its column.

load(path, "phase term", lambda row: (number(row, "phase"), needed(row, "term")))

A row that does not fit its columns raises BadRow, which names the file and the line.
"""

import re
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Literal, TypeVar

from ibm7094.errors import MachineError

Standing = Literal["printed", "derived", "repaired", "doubtful"]
STANDINGS: dict[str, Standing] = {
    "printed": "printed",
    "derived": "derived",
    "repaired": "repaired",
    "doubtful": "doubtful",
}
"""How certain a datum is: printed so; derived from what is printed; repaired, because our copy is damaged
there; or doubtful, because something contradicts our copy."""

Datum = TypeVar("Datum")
Row = Mapping[str, str]


class BadRow(MachineError):
    """A row of the papers' data that cannot be read."""


def load(path: Path, columns: str, make: Callable[[Row], Datum]) -> tuple[Datum, ...]:
    """The data of a file with these columns."""
    return parse(text_of(path), path, columns, make)


def parse(content: str, path: Path, columns: str, make: Callable[[Row], Datum]) -> tuple[Datum, ...]:
    """The data in the text of a file; lines that begin with # are comments."""
    names = columns.split()
    found: list[Datum] = []
    headed = False
    for line, text in enumerate(content.splitlines(), 1):
        fields = text.split("\t")
        if text.startswith("#") or not text.strip():
            continue
        if not headed:
            if fields != names:
                raise BadRow(f"{path}, line {line}: the columns should be {', '.join(names)}.")
            headed = True
            continue
        if len(fields) > len(names):
            raise BadRow(f"{path}, line {line}: it has {len(fields)} fields for {len(names)} columns.")
        fields += [""] * (len(names) - len(fields))
        try:
            found.append(make(dict(zip(names, fields, strict=True))))
        except (ValueError, MachineError) as error:
            raise BadRow(f"{path}, line {line}: {str(error).rstrip('.')}.") from None
    if not headed:
        raise BadRow(f"{path}: it has no heading row: {', '.join(names)}.")
    return tuple(found)


def text_of(path: Path) -> str:
    """The text of a file; BadRow if it cannot be read."""
    try:
        return path.read_text(encoding="utf-8")
    except OSError as error:
        raise BadRow(f"{path} cannot be read: {error.strerror}.") from None
    except UnicodeDecodeError as error:
        line = error.object[: error.start].count(b"\n") + 1
        raise BadRow(f"{path}, line {line}: this is not text.") from None


def needed(row: Row, column: str) -> str:
    """A field that must not be empty."""
    if not row[column]:
        raise ValueError(f"it has no {column}")
    return row[column]


def number(row: Row, column: str, base: int = 10) -> int:
    """A whole number, in any base."""
    try:
        return int(needed(row, column), base)
    except ValueError:
        raise ValueError(
            f"{column} {row[column]!r} is not a{'n octal' if base == 8 else ''} number"
        ) from None


def real(row: Row, column: str) -> float:
    """A number, with or without decimals."""
    if not re.fullmatch(r"-?\d+(\.\d+)?", row[column], re.ASCII):
        raise ValueError(f"{column} {row[column]!r} is not a number")
    return float(row[column])


def hundredths(row: Row, column: str) -> int:
    """A number with two decimals, in hundredths."""
    if not re.fullmatch(r"-?\d\.\d\d", row[column], re.ASCII):
        raise ValueError(f"{column} {row[column]!r} is not a number with two decimals, as in -0.32")
    return round(100 * float(row[column]))


def one_of(row: Row, column: str, choices: Mapping[str, Datum]) -> Datum:
    """The choice that a field names."""
    try:
        return choices[row[column]]
    except KeyError:
        raise ValueError(f"{column} {row[column]!r} is not one of {', '.join(choices)}") from None


def standing(row: Row) -> Standing:
    """How certain the row is."""
    return one_of(row, "standing", STANDINGS)
