"""The reference engine: plain Python runs the definitions, one instruction at a time.

The compiled engine is tested against it, and uses it for the operations that need Python.
"""

from ibm7094.engine.watch import Watch
from ibm7094.isa import MODELS, SENSE_CODES, Operation, Table
from ibm7094.isa.operands import DECODERS, address_mask, effective, indexed, indirect_cycles
from ibm7094.isa.stops import Exit
from ibm7094.models import LEVEL_7094
from ibm7094.state import State

XEC_LIMIT = 256
"""How many XECs may follow one another before they count as a loop; the real machine would hang."""


def fetch(m: State, watch: Watch | None = None) -> int:
    """Fetch the next instruction word, and advance the instruction counter."""
    location = m.ic
    if watch is not None:
        watch.profile[location] += 1
    m.ic = (location + 1) & address_mask(m)
    return m.core[location]


def charge(m: State, operation: Operation, extra: int, following: int, watch: Watch | None) -> None:
    """Add an operation's time. The lower end of the interval uses the least count and, on a 7094,
    saves the fetch of an odd instruction that follows its even neighbour."""
    count = operation.cycles_on(MODELS[m.level])
    cycles = count.most + extra
    saved = count.most - count.least
    if m.level >= LEVEL_7094 and m.ic == following:
        saved += following & 1
    m.cycles += cycles
    m.cycles_saved += saved
    if watch is not None:
        watch.count(operation, cycles, saved)


def perform(
    m: State, table: Table, word: int, watch: Watch | None = None, hand_over: bool = False
) -> Operation | None:
    """Execute one fetched instruction and return its operation, or None if it was not executed.

    Sets `m.exit` if the machine must stop or wait.

    With `hand_over`, an operation that the compiled engine leaves to Python is not executed.
    """
    following = m.ic
    noted = 0
    while True:
        operation = table.codes[word >> 24]
        if operation is None:
            m.exit = Exit.ILLEGAL
            m.exit_word = word
            m.ic = (following - 1) & address_mask(m)
            return None
        unit = 0
        if word >> 24 in SENSE_CODES:
            selected = table.sense[word >> 24].get(indexed(m, word))
            if selected is not None:
                operation, unit = selected.operation, selected.unit
        if operation.escape and hand_over:
            m.exit = Exit.ESCAPE
            m.exit_word = word
            return None
        if watch is not None:
            noted = watch.block.ring_next
            watch.note((following - 1) & address_mask(m), word, m.ac, m.mq)
        if operation.name != "XEC":
            break
        m.xec_depth = m.xec_depth + 1 if m.xec_at == m.instructions + 1 else 1
        m.xec_at = m.instructions + 1
        if m.xec_depth > XEC_LIMIT:
            m.exit = Exit.XEC_LOOP
            m.ic = (following - 1) & address_mask(m)
            return None
        charge(m, operation, indirect_cycles(m, word), following, watch)
        word = m.core[effective(m, word)]
    bound = {"channel": operation.channel, "unit": unit, "word": word}
    operands = {n: bound[n] if n in bound else DECODERS[n](m, word) for n in operation.operands}
    extra = indirect_cycles(m, word) if operation.indirect else 0
    if operation.extra is not None:
        extra += operation.extra(**{n: operands[n] for n in operation.operands if n in ("n", "places")})
    operation.semantics(m, **operands)
    if m.exit in (Exit.WAIT, Exit.ILLEGAL):  # not executed
        m.exit_word = word
        m.ic = (following - 1) & address_mask(m)
        if watch is not None and m.exit == Exit.WAIT:
            watch.block.ring_next = noted  # it will be noted when it is executed
        return None
    charge(m, operation, extra, following, watch)
    m.instructions += 1
    return operation


def run(m: State, table: Table, watch: Watch | None = None) -> None:
    """Run until the alarm, a stop or a breakpoint. A breakpoint at the first instruction is ignored."""
    m.exit = Exit.NONE
    while True:
        perform(m, table, fetch(m, watch), watch, hand_over=True)
        if m.exit:
            return
        if m.cycles >= m.alarm or (watch is not None and watch.block.hit_count):
            m.exit = Exit.ALARM
            return
        if watch is not None and watch.marks[m.ic]:
            m.exit = Exit.BREAKPOINT
            return
