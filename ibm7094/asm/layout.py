"""How words look in FAP's listing. A subfield that could not be assembled stays blank.

FAP writes blanks first and ORs the digits into them (FAP08239-08303, 07232). A bit that something else put
there, such as the tag of an indirect command, makes the blank a letter: 4 and a blank make U.
"""

from ibm7094.asm.fields.numbers import BLANK
from ibm7094.media.bcd import from_bcd
from ibm7094.words import ADDRESS, MAGNITUDE, RIGHT_HALF, SIGN

Blank = frozenset[str]
NONE: Blank = frozenset()


def _part(blank: Blank, name: str, digits: str) -> str:
    return from_bcd(BLANK | int(digit) for digit in digits) if name in blank else digits


def _fields(word: int, blank: Blank) -> str:
    tag = _part(blank, "T", f"{word >> 15 & 7:o}")
    return f"{tag} {_part(blank, 'A', f'{word & ADDRESS:05o}')}"


def prefix(word: int, blank: Blank = NONE) -> str:
    """Type A: sign, prefix, decrement, tag, address."""
    sign = "-" if word & SIGN else " "
    first = _part(blank, "O", f"{word >> 33 & 3:o}")
    decrement = _part(blank, "D", f"{word >> 18 & ADDRESS:05o}")
    return f"{sign if 'O' not in blank else ' '}{first} {decrement} {_fields(word, blank)}"


def instruction(word: int, blank: Blank = NONE) -> str:
    """Types B, C, E: sign, code, bits 12-17, tag, address."""
    sign = "-" if word & SIGN else " "
    count = _part(blank, "D", f"{word >> 18 & 0o77:02o}")
    return f"{sign}{word >> 24 & 0o3777:04o} {count} {_fields(word, blank)}"


def mask(word: int, blank: Blank = NONE) -> str:
    """Type D: sign, code, an 18-bit mask."""
    sign = "-" if word & SIGN else " "
    code = f"{sign}{word >> 24 & 0o3777:04o} {word >> 18 & 0o77:02o}"
    return f"{code}  {_part(blank, 'A', f'{word & RIGHT_HALF:06o}')}"


def command(word: int, blank: Blank = NONE) -> str:
    """Type K: sign, six bits of code, the rest of the left half, tag, address."""
    sign = "-" if word & SIGN else " "
    decrement = _part(blank, "D", f"{word >> 18 & 0o7777:04o}")
    return f"{sign}{word >> 30 & 0o37:02o} {decrement} {_fields(word, blank)}"


def signed(word: int) -> str:
    """A constant with its sign."""
    return f"{'-' if word & SIGN else '+'}{word & MAGNITUDE:012o}"


def logical(word: int) -> str:
    """Twelve digits without a sign."""
    return f" {word:012o}"


def order(word: int) -> str:
    """An order of a disk file or of Hypertape: three times two characters."""
    return f" {word >> 24:04o} {word >> 12 & 0o7777:04o} {word & 0o7777:04o}"


def like(is_type_a: bool, word: int, blank: Blank = NONE) -> str:
    """In the form of type A, or of the other instructions."""
    return prefix(word, blank) if is_type_a else instruction(word, blank)


BY_KIND = {"A": prefix, "B": instruction, "C": instruction, "E": instruction, "D": mask, "K": command}


def figure(value: int) -> str:
    """A 15-bit value listed beside EQU, ORG and similar cards."""
    return f"{value & ADDRESS:05o}"


def boolean(value: int) -> str:
    """An 18-bit value listed beside BOOL."""
    return f"{value & RIGHT_HALF:06o}"
