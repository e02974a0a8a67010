"""The 64 six-bit characters: in core, as text, as card punches, on even-parity tape.

Text uses the FORTRAN ("H") graphics of the 026 key punch. Thirteen codes have no graphic; in text they
appear as UNPRINTABLE, which is not in the character set, so it can be seen but not read back. Lower case is
read as upper case, and the commercial ("A") graphics # @ & % as the H graphics with the same holes.
"""

from collections.abc import Iterable

from ibm7094.errors import MediaError
from ibm7094.words import CHARACTER

UNPRINTABLE = "·"
ROWS = (12, 11, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9)
"""The rows of a card from the top; row 12 is the high bit of a column, row 9 the low one."""

# One line for each zone, sixteen digits in each. The zone in core (bits 060) names a row of the card:
GRAPHICS = (
    "0123456789·='···"  # none
    "+ABCDEFGHI?.)···"  # row 12
    "-JKLMNOPQR!$*···"  # row 11
    " /STUVWXYZ|,(···"  # row 0
)
_ZONE_ROW = (None, 12, 11, 0)
A_SET = {"#": "=", "@": "'", "&": "+", "%": "("}

_ZERO, _BLANK = 0o00, 0o60
_PLUS_ZERO, _MINUS_ZERO = 0o32, 0o52
_TAPE_ZERO = 0o12

_CODE_OF = {graphic: code for code, graphic in enumerate(GRAPHICS) if graphic != UNPRINTABLE}
_CODE_OF |= {letter.lower(): code for letter, code in _CODE_OF.items()}
_CODE_OF |= {commercial: _CODE_OF[fortran] for commercial, fortran in A_SET.items()}


def code_of(character: str) -> int | None:
    """The core code of a character, or None if it has none."""
    return _CODE_OF.get(character)


def to_bcd(text: str) -> list[int]:
    """Text as core codes."""
    codes = []
    for column, character in enumerate(text, 1):
        code = code_of(character)
        if code is None:
            raise MediaError(f"column {column}: {character!r} cannot be punched: replace it")
        codes.append(code)
    return codes


def from_bcd(codes: Iterable[int]) -> str:
    """Core codes as text."""
    return "".join(GRAPHICS[code] for code in codes)


def word_of(text: str) -> int:
    """Up to six characters as one word, padded with blanks on the right."""
    if len(text) > 6:
        raise MediaError(f"{text!r} has {len(text)} characters, and a word holds 6: shorten it")
    word = 0
    for code in to_bcd(text.ljust(6)):
        word = word << 6 | code
    return word


def text_of(word: int) -> str:
    """One word as six characters."""
    return from_bcd(word >> shift & CHARACTER for shift in range(30, -6, -6))


def _column(*rows: int | None) -> int:
    """A column with these rows punched."""
    return sum(1 << (11 - ROWS.index(row)) for row in rows if row is not None)


def _holes(code: int) -> int:
    """Zone punch and digit punches; digits above 9 are 8 with a second punch."""
    zone, digit = _ZONE_ROW[code >> 4], code & 0o17
    if code == _BLANK:
        return 0
    if code == _ZERO:
        return _column(0)
    if code in (_PLUS_ZERO, _MINUS_ZERO):  # a signed zero: the sign punched over 0
        return _column(zone, 0)
    if digit == 0:
        return _column(zone)
    if digit <= 9:
        return _column(zone, digit)
    return _column(zone, 8, digit - 8)


_PUNCHES = tuple(_holes(code) for code in range(64))
_CODE_OF_PUNCHES = {column: code for code, column in enumerate(_PUNCHES)}
# SIMH punches the two signed zeros of a text card like the other digits above 9.
_CODE_OF_PUNCHES |= {_column(12, 8, 2): _PLUS_ZERO, _column(11, 8, 2): _MINUS_ZERO}


def punches(code: int) -> int:
    """The holes of a code in a card column."""
    return _PUNCHES[code]


def code_of_punches(column: int) -> int | None:
    """The code that a card column stands for, or None if it is not a character."""
    return _CODE_OF_PUNCHES.get(column)


def swap_zones(code: int) -> int:
    """Swap rows 12 and 0: core counts the zones none, 12, 11, 0; tape none, 0, 11, 12."""
    return code ^ 0o40 if code & 0o20 else code


def to_tape(code: int) -> int:
    """The six bits for a core code on an even-parity tape, where 00 cannot be written."""
    return _TAPE_ZERO if code == _ZERO else swap_zones(code)


def from_tape(code: int) -> int:
    """The core code for six bits from an even-parity tape; core 12 is lost: it is read back as 00."""
    return _ZERO if code == _TAPE_ZERO else swap_zones(code)
