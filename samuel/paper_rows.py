"""Rows of the papers' data: text with tabs between the fields, each field read as what its column says.

load(path, "phase term", lambda row: (number(row, "phase"), needed(row, "term")))

A row that cannot be what the file says it is raises BadRow, which names the file and the line.
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
"""How sure a datum is: so it stands in print, it follows from what does, our copy is damaged there and this
is its repair, or something speaks against what our copy reads."""

Datum = TypeVar("Datum")
Row = Mapping[str, str]


class BadRow(MachineError):
    """A row of the papers' data that cannot be read."""


def load(path: Path, columns: str, make: Callable[[Row], Datum]) -> tuple[Datum, ...]:
    """The data of a file whose columns are these; remarks, behind #, are passed over."""
    names = columns.split()
    found: list[Datum] = []
    headed = False
    for line, text in enumerate(text_of(path).splitlines(), 1):
        fields = text.split("\t")
        if text.startswith("#") or not text.strip():
            continue
        if not headed:
            if fields != names:
                raise BadRow(f"{path}, line {line}: the columns should be {', '.join(names)}.")
            headed = True
            continue
        if len(fields) > len(names):
            raise BadRow(f"{path}, line {line}: it has {len(fields)} fields, for {len(names)} columns.")
        fields += [""] * (len(names) - len(fields))
        try:
            found.append(make(dict(zip(names, fields, strict=True))))
        except (ValueError, MachineError) as error:
            raise BadRow(f"{path}, line {line}: {str(error).rstrip('.')}.") from None
    if not headed:
        raise BadRow(f"{path}: it has no row of columns, {', '.join(names)}.")
    return tuple(found)


def text_of(path: Path) -> str:
    """The text of a file; BadRow if there is none to be had."""
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
    """A number of two decimals, times a hundred."""
    if not re.fullmatch(r"-?\d\.\d\d", row[column], re.ASCII):
        raise ValueError(f"{column} {row[column]!r} is not a number of hundredths, as in -0.32")
    return round(100 * float(row[column]))


def one_of(row: Row, column: str, choices: Mapping[str, Datum]) -> Datum:
    """What the word in a field stands for."""
    try:
        return choices[row[column]]
    except KeyError:
        raise ValueError(f"{column} {row[column]!r} is none of {', '.join(choices)}") from None


def standing(row: Row) -> Standing:
    """How sure the row is."""
    return one_of(row, "standing", STANDINGS)
