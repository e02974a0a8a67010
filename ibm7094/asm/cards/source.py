"""Where cards come from: text, files, and deck lists that name files in order."""

from collections.abc import Iterable, Iterator
from pathlib import Path

from ibm7094.asm.cards.card import COLUMNS, LAST, Card, slice_card
from ibm7094.asm.cards.macros import TEXT_OPERATIONS
from ibm7094.asm.cards.stream import place_of
from ibm7094.errors import MediaError
from ibm7094.files.inputs import read_bytes
from ibm7094.media.bcd import code_of

DECK_LIST = ".deck"
OPERATION_AT = 7
"""How many columns come before the operation."""
PUNCHED = frozenset(c for c in map(chr, range(128)) if code_of(c) is not None)
"""Characters that can be punched; lower case counts as capitals."""
Source = str | Path | Iterable[str | Path]


def read_source(source: Source) -> Iterator[Card]:
    """Cards of a text (a string with line ends), a file, a deck list, or several of these in order."""
    if isinstance(source, Path) or (isinstance(source, str) and "\n" not in source):
        yield from read_file(Path(source))
    elif isinstance(source, str):
        yield from cards_of(source, "")
    else:
        for part in source:
            yield from read_source(part)


def read_text(path: Path) -> str:
    """The text of a file, if it is text."""
    content = read_bytes(path)
    if b"\0" in content:
        raise MediaError(f"{path}: this is a binary file: give a text file with one card on each line.")
    try:
        return content.decode("utf-8")
    except UnicodeDecodeError as error:
        number = content[: error.start].count(b"\n") + 1
        raise MediaError(f"{path}, card {number}: this is not UTF-8 text: save the file as UTF-8.") from None


def files_of(path: Path) -> Iterator[Path]:
    """The files of cards that a path names: the file itself or, for a deck list, those it lists, in order."""
    return (part for part in _parts_of(path) if isinstance(part, Path))


def files_read(path: Path, within: tuple[Path, ...] = ()) -> Iterator[Path]:
    """All files that reading a path reads: the file itself and, for a deck list, those it lists."""
    yield path
    if path.suffix == DECK_LIST and path not in within:
        for line in read_text(path).splitlines():
            name = line.partition("#")[0].strip()
            if name and not name.startswith("*"):
                yield from files_read(path.parent / name, (*within, path))


def read_file(path: Path) -> Iterator[Card]:
    """Cards of a file, or of a deck list: its own comment cards and those of the files it names."""
    for part in _parts_of(path):
        if isinstance(part, Path):
            yield from cards_of(read_text(part), str(part))
        else:
            yield part


def _parts_of(path: Path, within: tuple[Path, ...] = ()) -> Iterator[Path | Card]:
    """What a deck list contains: one name a line, comment cards for the listing, and notes after a `#`."""
    if path.suffix != DECK_LIST:
        yield path
        return
    if path in within:
        raise MediaError(f"{path}: this deck list names itself: remove the line.")
    for number, line in enumerate(read_text(path).splitlines(), 1):
        name = line.partition("#")[0].strip()
        if name.startswith("*"):
            yield checked(line.rstrip(), str(path), number)
        elif name:
            yield from _parts_of(path.parent / name, (*within, path))


def cards_of(text: str, file: str) -> Iterator[Card]:
    """The cards of a text, one on each line."""
    for number, line in enumerate(text.split("\n"), 1):
        if number > 1 and not line and text.endswith("\n") and number == text.count("\n") + 1:
            return  # what follows the last line end is not a card
        yield checked(line.rstrip("\r"), file, number)


def refuse(character: str, place: str) -> None:
    """Report a character that a card cannot hold."""
    if character == "\t":
        raise MediaError(f"{place}: a tab cannot be punched: format the cards with ibm7094 fmt.")
    shown = repr(character) if character.isprintable() else f"the character {ord(character):#x}"
    raise MediaError(f"{place}: {shown} cannot be punched: replace it, or put it on a comment card.")


def checked(line: str, file: str, number: int) -> Card:
    """A card, if the line can be one. A remark may contain any printable character."""
    card = slice_card(line, file, number)
    if card.is_comment:
        return card
    if len(card.text) > COLUMNS:
        raise MediaError(
            f"{place_of(card)}: the line has {len(card.text)} columns and a card has {COLUMNS}: shorten it."
        )
    end = end_of_fields(card)
    for column, c in enumerate(line, 1):
        if c not in PUNCHED and (column <= end or not c.isprintable()):
            refuse(c, f"{place_of(card)}, column {column}")
    return card


def end_of_fields(card: Card) -> int:
    """The last column of the fields; on a card with text, the last that FAP reads."""
    if card.operation in TEXT_OPERATIONS:
        return LAST
    return card.column - 1 + len(card.variable) if card.column else OPERATION_AT + len(card.operation)
