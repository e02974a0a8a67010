"""Channel commands: S,1,2 operation, 3-17 word count, 18 indirect, 19 no transmission, 21-35 address."""

from enum import IntEnum


class Operation(IntEnum):
    """Bits S,1,2 of a command. Its letters say when it ends (Count, end of Record, Signal of either)
    and what follows: Disconnect, Proceed to the next command, or Transfer to the command an LCH loads."""

    IOCD = 0
    TCH = 1
    IORP = 2
    IORT = 3
    IOCP = 4
    IOCT = 5
    IOSP = 6
    IOST = 7


ENDS_ONLY_WITH_RECORD = frozenset({Operation.IORP, Operation.IORT})
ENDS_WITH_RECORD = ENDS_ONLY_WITH_RECORD | {Operation.IOSP, Operation.IOST}
PROCEEDS = frozenset({Operation.IOCP, Operation.IORP, Operation.IOSP})
