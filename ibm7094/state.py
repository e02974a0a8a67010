"""The register file of the machine, as one block of memory.

Python reads and writes it by name; compiled code reads and writes the same bytes. It is the whole of
the processor's state but for core storage, so two machines are alike when these bytes and core are.

Bit numbers are IBM's: a word is S,1-35; the accumulator S,Q,P,1-35 is kept as 38 bits in that order.
Flags hold 0 or 1. Arrays by channel are indexed 1 (A) to 8 (H); element 0 is unused.
"""

import ctypes

WORD = ctypes.c_int64
CHANNELS = 9


class State(ctypes.Structure):
    """Registers, indicators, modes, clocks and the indicators of the data channels."""

    _fields_ = (
        # registers
        ("ac", WORD),
        ("mq", WORD),
        ("si", WORD),
        ("ic", WORD),
        ("xr", WORD * 8),  # the seven index registers; xr[0] stays 0
        ("xe", WORD * 8),  # what a tag subtracts: xr itself, or in multiple-tag mode the OR of those named
        # indicators
        ("ac_overflow", WORD),
        ("mq_overflow", WORD),
        ("divide_check", WORD),
        ("io_check", WORD),
        # modes
        ("fp_trap", WORD),
        ("multiple_tag", WORD),
        ("transfer_trap", WORD),
        ("select_trap", WORD),
        ("copy_trap", WORD),
        ("nullified", WORD),  # storage nullification: the upper half of core is cut off
        # operator's panel
        ("lights", WORD),  # sense light n is bit 4-n
        ("switches", WORD),  # sense switch n is bit 6-n
        ("keys", WORD),
        # clocks
        ("instructions", WORD),
        ("cycles", WORD),  # the upper end of the time interval; devices run by this clock
        ("cycles_saved", WORD),  # how much less the lower end is
        ("alarm", WORD),  # the engine hands over to Python when `cycles` reaches this
        # why the engine handed over, and for which word
        ("exit", WORD),
        ("exit_word", WORD),
        ("exit_address", WORD),
        # data channel indicators, tested by TCO TCN TRC TEF BTT ETT
        ("in_operation", WORD * CHANNELS),
        ("redundancy", WORD * CHANNELS),
        ("end_of_file", WORD * CHANNELS),
        ("load_point", WORD * CHANNELS),
        ("end_of_tape", WORD * CHANNELS),
        ("redundancy_enabled", WORD * CHANNELS),  # by ENB: TRC then does nothing
        ("eof_enabled", WORD * CHANNELS),  # by ENB (command and end of file): TEF then does nothing
    )

    def copy(self) -> "State":
        """A snapshot."""
        return State.from_buffer_copy(self)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, State) and bytes(self) == bytes(other)

    __hash__ = None  # type: ignore[assignment]
