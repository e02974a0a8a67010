"""Check conditions of the 7909, its mode register, and where the channel diagnostic shows them [2].

IBSYS's disk boot card tests bits 6, 7, 8 and 11 of the diagnostic: the checks and the unusual end.
"""

from enum import Enum, IntFlag


class Condition(IntFlag):
    """What interrupts the channel's program; TCM of condition 0 compares these six bits."""

    INPUT_OUTPUT_CHECK = 0o40
    SEQUENCE_CHECK = 0o20
    UNUSUAL_END = 0o10
    ATTENTION_1 = 0o4
    ATTENTION_2 = 0o2
    ADAPTER_CHECK = 0o1


class Mode(IntFlag):
    """What SMS sets."""

    NOT_CONCURRENT = 0o100  # for hypertape, not fitted
    READ_BACKWARD = 0o40
    BCD = 0o20
    NO_UNUSUAL_END = 0o10
    NO_ATTENTION_1 = 0o4
    NO_ATTENTION_2 = 0o2
    SECOND_ADAPTER = 0o1  # not fitted: an adapter check


NEVER_INHIBITED = Condition.INPUT_OUTPUT_CHECK | Condition.SEQUENCE_CHECK | Condition.ADAPTER_CHECK
INHIBITABLE = Condition.UNUSUAL_END | Condition.ATTENTION_1 | Condition.ATTENTION_2
ATTENTIONS = Condition.ATTENTION_1 | Condition.ATTENTION_2


class Status(Enum):
    """What the channel does with its adapter, and the bit for it in the diagnostic."""

    FREE = 0
    ORDER = -1  # an order goes out
    PREPARED_TO_READ = 0o20
    PREPARED_TO_WRITE = 0o10
    READING = 0o4
    WRITING = 0o2


IN_INTERRUPT = 1
STATUS_AT = 19
CONDITIONS_AT = 24
COUNTER_AT = 30
"""Where the parts of the diagnostic begin, from the right."""
