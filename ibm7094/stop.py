"""Why a run ended."""

from dataclasses import dataclass
from enum import StrEnum


class Reason(StrEnum):
    """The ways a run can end."""

    HALT = "halt"
    DIVIDE_CHECK = "divide check"
    BREAKPOINT = "breakpoint"
    WATCHPOINT = "watchpoint"
    LIMIT = "limit"
    INTERRUPTED = "interrupted"
    ILLEGAL_OPERATION = "illegal operation"
    XEC_LOOP = "XEC loop"
    DEVICE_NOT_READY = "device not ready"
    CHANNEL_HUNG = "channel hung"

    @property
    def expected(self) -> bool:
        """Whether a program or its operator ends a run this way on purpose."""
        return self in (Reason.HALT, Reason.BREAKPOINT, Reason.WATCHPOINT, Reason.LIMIT, Reason.INTERRUPTED)


@dataclass(frozen=True)
class Stop:
    """How a run ended: why, at which instruction, and as a sentence."""

    reason: Reason
    ic: int
    """The location of the halt, breakpoint or offending instruction; for a limit, of the next one."""
    message: str

    def __str__(self) -> str:
        return self.message

    def __repr__(self) -> str:
        return f"<Stop {self.reason}: {self.message}>"
