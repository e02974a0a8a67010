"""Input-output: selects, the data channels, their tests and traps, and the 704's copy instructions.

Tests of indicators are compiled; everything else is done by Python through `m.io`. An operation that must
wait for a channel or device is repeated when the channel or device has changed.
"""

from ibm7094.isa.flow import leave_compatibility, skip, skip_if, transfer
from ibm7094.isa.record import add, op
from ibm7094.isa.stops import ILLEGAL, WAIT
from ibm7094.models import CHANNELS, LEVEL_7090
from ibm7094.state import State
from ibm7094.words import ADDRESS, WORD

COMPATIBILITY_CELL = 0o40000
SELECT_TRAP = 0o40001
COPY_TRAP = 0o40002


def imitate(m: State, to: int) -> None:
    """Trap a 704 instruction on a later machine: a program in the upper half of core interprets it."""
    m.core[COMPATIBILITY_CELL] = (m.core[COMPATIBILITY_CELL] & (WORD ^ ADDRESS)) | m.ic
    leave_compatibility(m)
    m.ic = to


def select(m: State, operation: str, x: int) -> None:
    """Start a device, or trap in select trap mode."""
    if m.select_trap:
        imitate(m, SELECT_TRAP)
    elif not m.io.select(operation, x):
        m.exit = WAIT


@op("+0762", "2 guess", direct=True, escape=True)
def rds(m: State, x: int) -> None:
    """Read select"""
    select(m, "RDS", x)


@op("+0766", "2 guess", direct=True, escape=True)
def wrs(m: State, x: int) -> None:
    """Write select"""
    select(m, "WRS", x)


@op("+0764", "2 guess", direct=True, escape=True)
def bsr(m: State, x: int) -> None:
    """Backspace record"""
    select(m, "BSR", x)


@op("-0764", "2 guess", "709", direct=True, escape=True)
def bsf(m: State, x: int) -> None:
    """Backspace file"""
    select(m, "BSF", x)


@op("+0770", "2 guess", direct=True, escape=True)
def wef(m: State, x: int) -> None:
    """Write end of file"""
    select(m, "WEF", x)


@op("+0772", "2 guess", direct=True, escape=True)
def rew(m: State, x: int) -> None:
    """Rewind"""
    select(m, "REW", x)


@op("-0772", "2 guess", "709", direct=True, escape=True)
def run(m: State, x: int) -> None:
    """Rewind and unload"""
    select(m, "RUN", x)


@op("+0776", "2 guess", "709", direct=True, escape=True)
def sdn(m: State, x: int) -> None:
    """Set density"""
    select(m, "SDN", x)


@op("+0564", "2 rule", "709", escape=True)
def enb(m: State, y: int) -> None:
    """Enable from Y"""
    m.io.enable(m.core[y])


@op("+0760...0014", "2 rule", "709", escape=True)
def rct(m: State) -> None:
    """Restore channel traps"""
    m.io.restore()


@op("+0760...0005", "2 rule", "709")
def iot(m: State) -> None:
    """Input-output check test"""
    skip_if(m, m.io_check == 0)
    m.io_check = 0


@op("+0760", "2 rule", direct=True, escape=True)
def pse(m: State, x: int) -> None:
    """Plus sense"""
    # Addresses that no other definition claims: an exit of a punch (340-347) or printer (360-377), or one
    # without a meaning. In select trap mode the exits are imitated like selects, on any channel.
    if m.select_trap and (x & 0o770 == 0o340 or x & 0o760 == 0o360):
        imitate(m, SELECT_TRAP)
    else:
        skip_if(m, m.io.sense(x))


@op("-0760", "2 rule")
def mse(m: State, x: int) -> None:
    """Minus sense"""
    # An address without a meaning does nothing. The 704's two tape tests are trapped, for the program that
    # imitates them.
    if m.select_trap and (x == 0o11 or x == 0o12):
        imitate(m, SELECT_TRAP)


@op("-0760...0012", "2 rule", until="704", escape=True)
def rtt(m: State) -> None:
    """Redundancy tape test"""
    skip_if(m, m.io.redundancy_off())


@op("-0760...0011", "2 rule", until="704", escape=True)
def ett(m: State) -> None:
    """End of tape test"""
    skip_if(m, m.io.end_of_tape_off())


def tco(m: State, y: int, channel: int) -> None:
    """Transfer if channel is in operation"""
    transfer(m, m.in_operation[channel] != 0, y)


def tcn(m: State, y: int, channel: int) -> None:
    """Transfer if channel is not in operation"""
    transfer(m, m.in_operation[channel] == 0, y)


def trc(m: State, y: int, channel: int) -> None:
    """Transfer on redundancy check of channel"""
    on = m.redundancy[channel] != 0 and m.redundancy_enabled[channel] == 0
    transfer(m, on, y)
    if on:
        m.redundancy[channel] = 0


def tef(m: State, y: int, channel: int) -> None:
    """Transfer on end of file of channel"""
    on = m.end_of_file[channel] != 0 and m.eof_enabled[channel] == 0
    transfer(m, on, y)
    if on:
        m.end_of_file[channel] = 0


def imitated_test(m: State) -> bool:
    """Whether select trap mode traps tape tests: not on a 709 (IBM's 9COMB requires this). On a 7090 it
    depends on an engineering change; in SIMH and Cornwell's simulator they trap."""
    taken = m.select_trap != 0 and m.level >= LEVEL_7090
    if taken:
        imitate(m, SELECT_TRAP)
    return taken


def btt(m: State, channel: int) -> None:
    """Beginning of tape test on channel"""
    if not imitated_test(m):
        skip_if(m, m.load_point[channel] == 0)
        m.load_point[channel] = 0


def ett_of_channel(m: State, channel: int) -> None:
    """End of tape test on channel"""
    if not imitated_test(m):
        skip_if(m, m.end_of_tape[channel] == 0)
        m.end_of_tape[channel] = 0


def rch(m: State, y: int, channel: int) -> None:
    """Reset and load channel"""
    if not m.io.reset_load(channel, y):
        m.exit = WAIT


def lch(m: State, y: int, channel: int) -> None:
    """Load channel"""
    if not m.io.load(channel, y):
        m.exit = WAIT


def sch(m: State, y: int, channel: int) -> None:
    """Store channel"""
    m.core[y] = m.io.store(channel)


def scd(m: State, y: int, channel: int) -> None:
    """Store channel diagnostic"""
    found = m.io.diagnose(channel)
    if found is None:
        m.exit = ILLEGAL  # only a 7909 has one
    else:
        m.core[y] = found


def rdc(m: State, channel: int) -> None:
    """Reset data channel"""
    m.io.reset_channel(channel)


def ric(m: State, channel: int) -> None:
    """Reset programmed channel"""
    m.io.reset_channel(channel, True)


TRC_CODES = (0o22, 0o24, 0o26, 0o27)
"""One code for each pair of channels; IBM's numbering is uneven."""

for number, letter in enumerate(CHANNELS, 1):
    sign = "+-"[(number - 1) & 1]
    pair = (number - 1) >> 1
    add(f"TCO{letter}", f"+{0o60 + number - 1:04o}", "1 recalled", "709", tco, channel=number)
    add(f"TCN{letter}", f"-{0o60 + number - 1:04o}", "1 recalled", "709", tcn, channel=number)
    add(f"TRC{letter}", f"{sign}{TRC_CODES[pair]:04o}", "1 recalled", "709", trc, channel=number)
    add(f"TEF{letter}", f"{sign}{0o30 + pair:04o}", "1 recalled", "709", tef, channel=number)
    add(f"RCH{letter}", f"{sign}{0o540 + pair:04o}", "2 rule", "709", rch, channel=number, escape=True)
    add(f"LCH{letter}", f"{sign}{0o544 + pair:04o}", "2 rule", "709", lch, channel=number, escape=True)
    add(f"SCH{letter}", f"{sign}{0o640 + pair:04o}", "2 rule", "709", sch, channel=number, escape=True)
    add(f"SCD{letter}", f"{sign}{0o644 + pair:04o}", "2 rule", "709", scd, channel=number, escape=True)
    add(f"BTT{letter}", f"+0760...{number:o}000", "2 rule", "709", btt, channel=number)
    add(f"ETT{letter}", f"-0760...{number:o}000", "2 rule", "709", ett_of_channel, channel=number)
    add(f"RDC{letter}", f"+0760...{number:o}352", "2 rule", "709", rdc, channel=number, escape=True)
    add(f"RIC{letter}", f"+0760...{number:o}350", "2 rule", "709", ric, channel=number, escape=True)


def copy(m: State, x: int, logical: bool) -> None:
    """Move one word between core and the selected device of a 704, or a 709's drum. At the end of a file it
    skips one instruction, at the end of a record two."""
    if m.copy_trap:
        imitate(m, COPY_TRAP)
    elif m.level >= LEVEL_7090:
        m.exit = ILLEGAL
    else:
        skipped = m.io.copy(x, logical)
        if skipped < 0:
            m.exit = WAIT
        else:
            skip(m, skipped)


@op("+0700", "2 guess", escape=True, imitated=True)
def cpy(m: State, x: int) -> None:
    """Copy and skip"""
    copy(m, x, False)


@op("-0700", "2 guess", escape=True, imitated=True)
def cad(m: State, x: int) -> None:
    """Copy and add logical word"""
    copy(m, x, True)


@op("+0460", "2 guess", escape=True, imitated=True)
def lda(m: State, y: int) -> None:
    """Locate drum address"""
    if m.copy_trap:
        imitate(m, COPY_TRAP)
    elif m.level >= LEVEL_7090:
        m.exit = ILLEGAL
    else:
        m.io.locate(m.core[y] & ADDRESS)
