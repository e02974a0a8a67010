"""Cards, cut by column: location 1-6, operation from 8, variable field, comment, identification 73-80.

1     8      16
LOOP  CLA     TABLE,1     REMARK                                    IDENT
"""

from dataclasses import dataclass

LAST = 72
"""The last column that FAP reads; what follows is only listed."""
COLUMNS = 80
FIELD_LIMIT = 16
"""The variable field begins by this column, or there is none."""
LITERAL_TEXT = 6


@dataclass(frozen=True, slots=True)
class Card:
    """One card, and where it came from."""

    text: str
    """Columns 1-80, in capitals but for comments."""
    file: str = ""
    number: int = 0
    location: str = ""
    operation: str = ""
    indirect: bool = False
    column: int = 0
    """Where the variable field begins, counted from 1; 0 if there is none."""
    field: str = ""
    """Columns from there to 72."""
    variable: str = ""
    """The field up to its first blank."""
    raised: bool = False
    """Whether lower case was read as capitals in one of these."""

    @property
    def is_comment(self) -> bool:
        """An asterisk in column 1."""
        return self.text.startswith("*")

    @property
    def body(self) -> str:
        """Columns 1-72 as listed."""
        return self.text[:LAST].rstrip()

    @property
    def identification(self) -> str:
        """Columns 73-80."""
        return self.text[LAST:COLUMNS].rstrip()


def slice_card(text: str, file: str = "", number: int = 0) -> Card:
    """Cut a line into the fields of a card."""
    if text.startswith("*"):
        return Card(text.rstrip(), file, number)
    line = text.rstrip().upper()
    location = line[:6].replace(" ", "")
    operation = line[7:LAST].split(" ", 1)[0] if line[7:8].strip() else ""
    after = 7 + len(operation)
    start = next((c for c in range(after, FIELD_LIMIT) if line[c : c + 1].strip()), None)
    field = "" if start is None else line[start:LAST].ljust(LAST - start)
    indirect = operation.endswith("*") and operation != "***"
    variable = variable_field(field)
    end = after if start is None else start + len(variable)
    return Card(
        line,
        file,
        number,
        location,
        operation.removesuffix("*") if indirect else operation,
        indirect,
        0 if start is None else start + 1,
        field,
        variable,
        text[:end] != line[:end],
    )


def variable_field(field: str) -> str:
    """The field up to its first blank; a literal =H that begins with a blank takes six columns."""
    place = 0
    while place < len(field) and field[place] != " ":
        if field.startswith("=H ", place) and (place == 0 or field[place - 1] == ","):
            place += 2 + LITERAL_TEXT
        else:
            place += 1
    return field[:place]


def rebuild(location: str, operation: str, variable: str, like: Card) -> Card:
    """A card laid out anew, as macro expansion does."""
    return slice_card(f"{location:<6} {operation:<7} {variable}"[:LAST], like.file, like.number)
