"""Sense data of the 7631: ten characters of four bits, A 4 2 1, in two words [M page 22; 2].

The first character sums up the next three. A module's attention bit says that a seek of its access has ended.
"""

from enum import IntFlag

CHARACTERS = 10
LETTER_A = 0o20


def _bit(character: int, bit: int) -> int:
    return bit << 6 * (CHARACTERS - 1 - character)


class Sense(IntFlag):
    """The bits, as they stand in the 60 bits of the sense data."""

    PROGRAM_CHECK = _bit(0, 4)
    DATA_CHECK = _bit(0, 2)
    EXCEPTION = _bit(0, 1)
    INVALID_SEQUENCE = _bit(1, LETTER_A)
    INVALID_CODE = _bit(1, 4)
    FORMAT_CHECK = _bit(1, 2)
    NO_RECORD = _bit(1, 1)
    INVALID_ADDRESS = _bit(2, LETTER_A)
    RESPONSE_CHECK = _bit(2, 4)
    COMPARE_CHECK = _bit(2, 2)
    PARITY_CHECK = _bit(2, 1)
    ACCESS_INOPERATIVE = _bit(3, LETTER_A)
    ACCESS_NOT_READY = _bit(3, 4)
    DISK_CHECK = _bit(3, 2)
    CONTROL_CHECK = _bit(3, 1)
    SIX_BIT_MODE = _bit(4, 4)


OF_PROGRAM = (
    Sense.INVALID_SEQUENCE | Sense.INVALID_CODE | Sense.FORMAT_CHECK | Sense.NO_RECORD | Sense.INVALID_ADDRESS
)
OF_DATA = Sense.RESPONSE_CHECK | Sense.COMPARE_CHECK | Sense.PARITY_CHECK
OF_EXCEPTION = Sense.ACCESS_INOPERATIVE | Sense.ACCESS_NOT_READY | Sense.DISK_CHECK | Sense.CONTROL_CHECK
ERRORS = OF_PROGRAM | OF_DATA | OF_EXCEPTION | Sense.PROGRAM_CHECK | Sense.DATA_CHECK | Sense.EXCEPTION


def with_error(sense: int, error: Sense) -> int:
    """The sense data with one more error, and its sum."""
    sense |= error
    for part, sum_ in (
        (OF_PROGRAM, Sense.PROGRAM_CHECK),
        (OF_DATA, Sense.DATA_CHECK),
        (OF_EXCEPTION, Sense.EXCEPTION),
    ):
        if sense & part:
            sense |= sum_
    return int(sense)


def attention(access: int, module: int) -> int:
    """The bit that says that a seek has ended: four for each character from the sixth [2]."""
    character, bit = divmod(10 * access + module, 4)
    return _bit(5 + character, (LETTER_A, 4, 2, 1)[bit])


def words(sense: int) -> tuple[int, int]:
    """The two words that SNS reads."""
    return sense >> 24, sense << 12 & 0o777777770000
