"""Octal constants, characters and literals, converted bit for bit as FAP converted them."""

from ibm7094.asm.fields.decimal import BadConstant, decimal
from ibm7094.media.bcd import code_of
from ibm7094.words import SIGN

BLANK = 0o60
COLON = 0o35
MOST_CHARACTERS = 12
"""The longest symbol or integer: FAP collects it in two words."""
UPPER_HALF = 0o40
"""Twelve characters fit only if the first one's code is below this: its highest bit would overflow."""
ILLEGAL = "='"
"""Characters that are not allowed in an expression or an octal constant."""
OPERATORS = "+-*/$"


def is_too_long(text: str) -> bool:
    """Whether text overflows the two words in which FAP collects it. Leading zeros do not count."""
    name = text.lstrip("0")
    if len(name) == MOST_CHARACTERS:
        return (code_of(name[0]) or 0) >= UPPER_HALF
    return len(name) > MOST_CHARACTERS


def octal(text: str) -> int:
    """A word of OCT or of an =O literal: up to twelve digits, with an optional sign."""
    digits = text[1:] if text[:1] in ("+", "-") else text
    end = next((place for place, c in enumerate(digits) if c in ILLEGAL + OPERATORS), len(digits))
    if is_too_long(digits[:end]) or digits[end : end + 1] in tuple(ILLEGAL):
        raise BadConstant("EB")
    if end < len(digits) or not set(digits) <= set("01234567"):
        raise BadConstant("B")
    return int(digits or "0", 8) | (SIGN if text.startswith("-") else 0)


def characters(text: str, count: int = 6) -> int:
    """Characters packed six bits each, padded with blanks."""
    packed = 0
    for c in text.ljust(count)[:count]:
        packed = packed << 6 | text_code(c)
    return packed


def text_code(character: str) -> int:
    """The code of a character in a text; one that cannot be punched becomes a blank. The colon is CTSS's,
    which made it a legal character (FAP00021, 08792); the key punch has none."""
    code = code_of(character)
    return (COLON if character == ":" else BLANK) if code is None else code


def literal(text: str | None) -> int:
    """The word of a literal, from the text after its equals sign; None means a malformed one."""
    if text is None:
        raise BadConstant("L")
    try:
        if text.startswith("O"):
            return octal(text[1:])
        return characters(text[1:]) if text.startswith("H") else decimal(text)
    except BadConstant:
        raise BadConstant("L") from None
