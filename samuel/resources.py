"""Where the package's data is: listings, the papers' data, our records, a book.

An installed package holds `listings/` and `traces/` inside it; in a checkout they are beside it.
"""

import os
from importlib.resources import files
from pathlib import Path

from platformdirs import user_data_path

_PACKAGE = Path(str(files("samuel")))


def _folder(name: str) -> Path:
    inside = _PACKAGE / name
    return inside if inside.is_dir() else _PACKAGE.with_name(name)


LISTINGS = _folder("listings")
"""Samuel's programs in FAP."""
PAPER = _folder("traces") / "paper"
"""What the papers printed."""
RECORDS = _folder("traces") / "own"
"""What our machine printed, as it was recorded."""
BOOKS = _PACKAGE / "books"


def record_folders() -> tuple[Path, ...]:
    """The folders searched for records, in this order; new records go into the first.

    SAMUEL_RECORDS names one folder for both. In a checkout it is `traces/own/`. An installed package is
    never written to: the user's data folder comes before the records it came with.
    """
    chosen = os.environ.get("SAMUEL_RECORDS")
    if chosen:
        return (Path(chosen),)
    return (user_data_path("samuel") / "records", RECORDS) if _PACKAGE in RECORDS.parents else (RECORDS,)
