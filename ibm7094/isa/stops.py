"""Why the processor stops or returns to Python, as numbers that compiled code can store in `State.exit`."""

from enum import IntEnum

from ibm7094.state import State


class Exit(IntEnum):
    """Set by a definition or by the engine; 0 while running."""

    NONE = 0
    ALARM = 1  # the clock reached State.alarm
    ESCAPE = 2  # an operation that Python performs; its word is in State.exit_word
    HALT = 3  # HTR: the start key continues at State.exit_address
    PAUSE = 4  # HPR: the start key continues after it
    DIVIDE_CHECK = 5  # a divide-or-halt that could not divide
    ILLEGAL = 6  # a code that this model does not have
    XEC_LOOP = 7  # XEC of XEC of XEC ... without end
    BREAKPOINT = 8
    WAIT = 9  # the operation waits for a channel and must be repeated


HALT = int(Exit.HALT)
PAUSE = int(Exit.PAUSE)
DIVIDE_CHECK = int(Exit.DIVIDE_CHECK)
ILLEGAL = int(Exit.ILLEGAL)
WAIT = int(Exit.WAIT)


def check_divide(m: State, refused: int, halt: bool) -> None:
    """If refused, light the divide-check indicator, and stop if this is the halting form."""
    if refused:
        m.divide_check = 1
        if halt:
            m.exit = DIVIDE_CHECK
