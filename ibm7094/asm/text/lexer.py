"""FAP for Pygments: `pygmentize -l fap`, Sphinx, and `ibm7094 show` colour cards by their columns.

Two voices are distinguished: remarks in capitals are the program's own; those with lower case, which the key
punch lacks, are a modern editor's.
"""

import re
from collections.abc import Iterator
from typing import Any, ClassVar

from pygments.lexer import Lexer
from pygments.token import (
    Comment,
    Error,
    Keyword,
    Name,
    Number,
    Operator,
    Punctuation,
    String,
    Whitespace,
    _TokenType,
)

from ibm7094.asm.cards.macros import TEXT_OPERATIONS
from ibm7094.asm.cards.parts import OPERATION_AT, Parts, can_be_punched, cut
from ibm7094.asm.optable import operation_table
from ibm7094.asm.pseudo import PSEUDO

Token = tuple[_TokenType, str]

OCTAL_FIELDS = frozenset(("OCT", "BOOL", "OPD"))
IDENTIFICATION = Comment.Hashbang
"""The token type for identifications: one that every style knows."""
ELEMENT = re.compile(
    r"(?P<text>=[Hh](?: .{5}|[^,]*))"
    r"|(?P<constant>=[^,]*)"
    r"|(?P<later>\*\*(?=[-+,]|$))"  # filled in at run time
    r"|(?P<here>\*)"
    r"|(?P<value>[^-+*/,=$() ']+)"
)
KINDS = {"text": String, "constant": Number, "later": Keyword.Constant, "here": Name.Builtin.Pseudo}
OPERATORS = "+-*/"
MARKS = OPERATORS + ",$()=' "


class FapLexer(Lexer):
    """IBM's FORTRAN Assembly Program, for the 709, 7090 and 7094."""

    name = "FAP"
    aliases: ClassVar[list[str]] = ["fap"]
    filenames: ClassVar[list[str]] = ["*.fap"]

    def __init__(self, **options: Any) -> None:
        """Blank lines are cards, so by default they are kept."""
        super().__init__(**{"stripnl": False, "ensurenl": False} | options)

    def get_tokens_unprocessed(self, text: str) -> Iterator[tuple[int, _TokenType, str]]:
        """Tokens with their positions."""
        place = 0
        for line in text.split("\n"):
            for kind, part in (*card_tokens(line), (Whitespace, "\n")):
                if part and place < len(text):  # no line end after the last
                    yield place, kind, part
                place += len(part)


def card_tokens(line: str) -> Iterator[Token]:
    """The tokens of one card. A card that FAP would reject is one error token: its columns mean nothing."""
    if line.startswith("*"):
        yield voice(line), line
    elif not can_be_punched(line):
        yield Error, line
    else:
        parts = cut(line)
        yield from padded(Name.Label, parts.location)
        yield from padded(Comment, parts.seventh)
        name = parts.card.operation
        yield kind_of(name), parts.operation.rstrip("*") if parts.card.indirect else parts.operation
        if parts.card.indirect:
            yield Operator, parts.operation[len(parts.operation.rstrip("*")) :]
        yield from rest_of(line, parts)
        yield from padded(IDENTIFICATION, parts.identification)
        yield Error, parts.beyond


def rest_of(line: str, parts: Parts) -> Iterator[Token]:
    """The tokens between the operation and column 73."""
    name = parts.card.operation
    end = OPERATION_AT + len(parts.operation)
    gap = line[end : parts.field_at]
    if name == "REM":
        yield from padded(voice(line), gap + parts.field + parts.remark)
    elif name == "BCD":
        yield from padded(String, gap + parts.field + parts.remark)
    else:
        yield Whitespace, gap
        yield from text_tokens(parts.field) if name in TEXT_OPERATIONS else field_tokens(name, parts.field)
        yield from padded(voice(parts.remark), parts.remark)


def voice(text: str) -> _TokenType:
    """The token type of a remark: the program's own, or a modern editor's."""
    return Comment.Special if text != text.upper() else Comment


def kind_of(operation: str) -> _TokenType:
    """The token type of an operation."""
    if operation in PSEUDO:
        return Keyword.Pseudo
    return Keyword if operation in operation_table() or not operation else Name.Function


def padded(kind: _TokenType, text: str) -> Iterator[Token]:
    """Text, with the blanks around it as separate tokens."""
    inner = text.strip(" ")
    before = text.index(inner)
    yield Whitespace, text[:before]
    yield kind, inner
    yield Whitespace, text[before + len(inner) :]


def text_tokens(field: str) -> Iterator[Token]:
    """The tokens of a text field: count, comma, characters."""
    count, comma, text = field.partition(",")
    if not count.isdigit():
        count, comma, text = "", "", field
    yield from ((Number.Integer, count), (Punctuation, comma), (String, text))


def field_tokens(operation: str, field: str) -> Iterator[Token]:
    """The tokens of a variable field. Where an element is expected, an asterisk is the location."""
    entry = operation_table().get(operation)
    octal = operation in OCTAL_FIELDS or (entry is not None and entry.kind == "D")
    place, wanted = 0, True
    while place < len(field):
        found = ELEMENT.match(field, place) if wanted or field[place] not in MARKS else None
        if found is None:
            yield single(field[place]), field[place]
            wanted = True
            place += 1
            continue
        kind = str(found.lastgroup)
        yield KINDS.get(kind) or value_kind(found[0], operation == "DEC", octal), found[0]
        wanted = False
        place = found.end()


def single(character: str) -> _TokenType:
    """The token type of a single mark: operator, comma, dollar sign, parenthesis."""
    if character == " ":
        return Whitespace
    return Operator if character in OPERATORS else Punctuation


def value_kind(text: str, decimal: bool, octal: bool) -> _TokenType:
    """The token type of a number, by its base and form; anything else is a symbol."""
    if text.isdigit():
        return Number.Oct if octal else Number.Integer
    return Number.Float if decimal else Name.Variable
