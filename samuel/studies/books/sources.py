"""Which book a study used: it goes by the games, not by the name of a file."""

from typing import Protocol

from samuel.learning.books import BookIdentity


class OfABook(Protocol):
    """A study of a book."""

    @property
    def sha256(self) -> str: ...
    @property
    def source(self) -> str: ...


def is_same_book(one: OfABook, other: OfABook) -> bool:
    """Whether two studies are of the same games; not if it is not known for one of them."""
    return bool(one.sha256) and one.sha256 == other.sha256


def source_of(recorded: OfABook | None, book: BookIdentity) -> str:
    """Where the games come from: as the record says if its games are the same, else the file's name."""
    if recorded is not None and recorded.sha256 == book.sha256 and recorded.source:
        return recorded.source
    return f"{book.name}: {book.games:,} games, {book.moves:,} moves"
