"""Cards, cut by column: location 1-6, operation from 8, variable field, comment, identification 73-80.

1     8      16
LOOP  CLA     TABLE,1     REMARK                                    IDENT
"""

import re
from dataclasses import dataclass

LAST = 72
"""The last column that FAP reads; what follows is only listed."""
COLUMNS = 80
FIELD_LIMIT = 16
"""The variable field begins in this column at the latest, or there is none."""
LITERAL_TEXT = 6
HOLLERITH = "=H"
HOLLERITH_END = len(HOLLERITH) + LITERAL_TEXT
"""A literal of characters takes six columns, whatever is in them."""
OPERATION = re.compile(r"[^ ,][^ ,(]*")
"""An operation ends at a blank, a comma or, if it is not the first character, a parenthesis."""


@dataclass(frozen=True, slots=True)
class Card:
    """One card, and where it came from."""

    text: str
    """Columns 1-80, in capitals except in comments."""
    file: str = ""
    number: int = 0
    location: str = ""
    operation: str = ""
    indirect: bool = False
    column: int = 0
    """Where the variable field begins, counted from 1; 0 if there is none."""
    field: str = ""
    """The columns from there to 72."""
    variable: str = ""
    """The field up to its first blank."""
    raised: bool = False
    """Whether lower case was read as capitals in one of these fields."""
    strange: int = 0
    """The first column of the fields with a character that cannot be punched, or 0."""

    @property
    def is_comment(self) -> bool:
        """Whether column 1 has an asterisk."""
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
    found = OPERATION.match(line, 7, LAST)
    operation = found[0] if found else ""
    after = 7 + len(operation)
    if line[after : after + 1] == ",":
        start: int | None = after + 1
    else:
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
    """The field up to its first blank; a literal of characters may contain blanks."""
    start = 0
    if field.startswith(HOLLERITH) and field[HOLLERITH_END : HOLLERITH_END + 1] in ("", " ", ","):
        start = HOLLERITH_END
    blank = field.find(" ", start)
    return field if blank < 0 else field[:blank]
