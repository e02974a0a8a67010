"""The register file of the machine, as one block of memory.

Python reads and writes it by name; compiled code reads and writes the same bytes. It is the whole
state of the processor except core storage: two machines are equal if these bytes and core are equal.

Bit numbers are IBM's: a word is S,1-35; the accumulator S,Q,P,1-35 is kept as 38 bits in that order.
Flags hold 0 or 1. Arrays by channel are indexed 1 (A) to 8 (H); element 0 is unused.
"""

import ctypes
from collections.abc import Callable, MutableSequence
from typing import Annotated, Any, ClassVar, get_args, get_type_hints

Eight = Annotated[MutableSequence[int], 8]
ByChannel = Annotated[MutableSequence[int], 9]


class State(ctypes.Structure):
    """Registers, indicators, modes, clocks and the indicators of the data channels."""

    # registers
    ac: int
    mq: int
    si: int
    ic: int
    xr: Eight  # the seven index registers; xr[0] stays 0
    xe: Eight  # what a tag subtracts: xr itself, or in multiple-tag mode the OR of the tagged registers
    # indicators
    ac_overflow: int
    mq_overflow: int
    divide_check: int
    io_check: int
    # modes
    fp_trap: int
    multiple_tag: int
    transfer_trap: int
    select_trap: int
    copy_trap: int
    nullified: int  # storage nullification: the upper half of core is cut off
    # operator's panel
    lights: int  # sense light n is bit 4-n
    switches: int  # sense switch n is bit 6-n
    keys: int
    # clocks
    instructions: int
    cycles: int  # the upper end of the time interval; devices run by this clock
    cycles_saved: int  # the upper end minus the lower end
    # data channel indicators, tested by TCO TCN TRC TEF BTT ETT
    in_operation: ByChannel
    redundancy: ByChannel
    end_of_file: ByChannel
    load_point: ByChannel
    end_of_tape: ByChannel
    redundancy_enabled: ByChannel  # by ENB: TRC then does nothing
    eof_enabled: ByChannel  # by ENB (command and end of file): TEF then does nothing
    # between Python and the engines
    level: int  # the model's level, as in models.MODELS
    alarm: int  # the engine returns to Python when `cycles` reaches this
    exit: int  # why it returned: isa.stops.Exit
    exit_word: int
    exit_address: int
    xec_at: int  # `instructions` at the last XEC, and how many have followed each other there
    xec_depth: int
    watch: int  # address of the observers' Block, for the observed engine

    # Python only: core storage as plain integers, and the input-output system.
    core: ClassVar[MutableSequence[int]]
    io: ClassVar[Any]

    def copy(self) -> "State":
        """A snapshot of the registers."""
        return State.from_buffer_copy(self)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, State) and bytes(self) == bytes(other)

    def __repr__(self) -> str:
        return f"<State at {self.ic:05o}: AC {self.ac:013o}, MQ {self.mq:012o}>"

    __hash__: ClassVar[Callable[[object], int] | None] = None  # type: ignore[assignment]


def _fields() -> list[tuple[str, Any]]:
    """The memory layout, from the annotations above: 64-bit integers and arrays of them."""
    fields: list[tuple[str, Any]] = []
    for name, hint in get_type_hints(State, include_extras=True).items():
        if hint is int:
            fields.append((name, ctypes.c_int64))
        elif hint in (Eight, ByChannel):
            fields.append((name, ctypes.c_int64 * get_args(hint)[1]))
    return fields


State._fields_ = _fields()
