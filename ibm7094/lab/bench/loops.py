"""The four programs used to measure speed, as words.

Each is an inner loop of 100 turns inside a loop that counts down a word of storage, and ends in HTR.
The data changes with every turn, so that no pass repeats another. Both ways of every branch are equally
long, and so all passes are. Numbers are octal; a row is

    (address, word, "the same in assembly language")
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property

from ibm7094.lab.simh import Outcome, Registers, RunnableProgram

Row = tuple[int, int, str]

PASSES = 0o77
"""The address of the word that holds the number of passes."""


@dataclass(frozen=True)
class Loop:
    """A program that makes a number of passes and halts."""

    name: str
    what: str
    rows: tuple[Row, ...]
    data: dict[int, int]
    start: int = 0o100

    @cached_property
    def words(self) -> dict[int, int]:
        """Core as it is loaded, without the number of passes."""
        return {address: word for address, word, _ in self.rows} | self.data

    @property
    def end(self) -> int:
        """The address where it halts: that of the last row."""
        return self.rows[-1][0]

    def program(self, passes: int) -> RunnableProgram:
        """The program, ready to run in either simulator."""
        core = self.words | {PASSES: passes}
        return RunnableProgram(core, Registers(ic=self.start), remarks={a: text for a, _, text in self.rows})

    def cost(self, run: Callable[[RunnableProgram], Outcome]) -> tuple[int, int]:
        """How many instructions run once, and in each pass: found by running one pass and two."""
        one, two = (run(self.program(n)).instructions for n in (1, 2))
        return 2 * one - two, two - one


def scattered(first: int, count: int) -> dict[int, int]:
    """Pseudo-random words, the same each time (a multiplicative generator modulo 2**36)."""
    word = 0o123456701234 + first
    words = {}
    for address in range(first, first + count):
        word = (word * 5**13 + 1) % 2**36
        words[address] = word
    return words


ARITHMETIC = Loop(
    "arithmetic",
    "sums, differences and comparisons of two tables",
    (
        (0o100, 0o0774_00_1_00144, "AXT 144,1"),
        (0o101, 0o0500_00_1_00444, "CLA 444,1"),
        (0o102, 0o0400_00_1_00610, "ADD 610,1"),
        (0o103, 0o0402_00_0_00201, "SUB 201"),
        (0o104, 0o0771_00_0_00001, "ARS 1"),
        (0o105, 0o0401_00_0_00202, "ADM 202"),
        (0o106, 0o0601_00_1_00444, "STO 444,1"),
        (0o107, 0o0340_00_1_00610, "CAS 610,1"),
        (0o110, 0o0020_00_0_00113, "TRA 113"),
        (0o111, 0o0020_00_0_00113, "TRA 113"),
        (0o112, 0o0760_00_0_00002, "CHS"),
        (0o113, 0o4400_00_0_00203, "SBM 203"),
        (0o114, 0o0361_00_1_00610, "ACL 610,1"),
        (0o115, 0o0601_00_1_00610, "STO 610,1"),
        (0o116, 0o2_00001_1_00101, "TIX 101,1,1"),
        (0o117, 0o0500_00_0_00077, "CLA 77"),
        (0o120, 0o0402_00_0_00200, "SUB 200"),
        (0o121, 0o0601_00_0_00077, "STO 77"),
        (0o122, 0o4100_00_0_00100, "TNZ 100"),
        (0o123, 0o0000_00_0_00100, "HTR 100"),
    ),
    {
        0o200: 1,
        0o201: 0o000123456701,
        0o202: 0o400000765432,
        0o203: 0o001111111111,
    }
    | scattered(0o300, 0o310),
)

BIT_BOARD = Loop(
    "bit board",
    "moves and jumps of 100 boards, a bit a square, as a checkers program finds them",
    (
        (0o100, 0o0774_00_1_00144, "AXT 144,1"),
        (0o101, 0o4500_00_1_00444, "CAL 444,1"),  # the side to move
        (0o102, 0o4501_00_1_00610, "ORA 610,1"),  # the other side
        (0o103, 0o0760_00_0_00006, "COM"),
        (0o104, 0o4320_00_0_00201, "ANA 201"),  # squares of the board
        (0o105, 0o0602_00_0_00202, "SLW 202"),  # the empty ones
        (0o106, 0o4500_00_1_00444, "CAL 444,1"),
        (0o107, 0o0771_00_0_00004, "ARS 4"),
        (0o110, 0o4320_00_0_00202, "ANA 202"),
        (0o111, 0o0602_00_0_00203, "SLW 203"),  # moves one way
        (0o112, 0o4500_00_1_00444, "CAL 444,1"),
        (0o113, 0o0771_00_0_00005, "ARS 5"),
        (0o114, 0o4320_00_0_00202, "ANA 202"),
        (0o115, 0o4501_00_0_00203, "ORA 203"),  # and the other
        (0o116, 0o0602_00_0_00203, "SLW 203"),
        (0o117, 0o4500_00_1_00444, "CAL 444,1"),
        (0o120, 0o0771_00_0_00004, "ARS 4"),
        (0o121, 0o4320_00_1_00610, "ANA 610,1"),
        (0o122, 0o0771_00_0_00004, "ARS 4"),
        (0o123, 0o4320_00_0_00202, "ANA 202"),
        (0o124, 0o0602_00_0_00204, "SLW 204"),  # jumps one way
        (0o125, 0o4500_00_1_00444, "CAL 444,1"),
        (0o126, 0o0771_00_0_00005, "ARS 5"),
        (0o127, 0o4320_00_1_00610, "ANA 610,1"),
        (0o130, 0o0771_00_0_00005, "ARS 5"),
        (0o131, 0o4320_00_0_00202, "ANA 202"),
        (0o132, 0o4602_00_0_00204, "ORS 204"),  # and the other
        (0o133, 0o4500_00_0_00204, "CAL 204"),
        (0o134, 0o0100_00_0_00137, "TZE 137"),
        (0o135, 0o4602_00_0_00205, "ORS 205"),  # jumps, or
        (0o136, 0o0020_00_0_00141, "TRA 141"),
        (0o137, 0o4500_00_0_00203, "CAL 203"),
        (0o140, 0o4602_00_0_00206, "ORS 206"),  # moves
        (0o141, 0o0322_00_0_00207, "ERA 207"),
        (0o142, 0o0602_00_0_00207, "SLW 207"),
        (0o143, 0o0560_00_1_00610, "LDQ 610,1"),  # another board for the next pass
        (0o144, 0o4773_00_0_00001, "RQL 1"),
        (0o145, 0o4600_00_1_00610, "STQ 610,1"),
        (0o146, 0o2_00001_1_00101, "TIX 101,1,1"),
        (0o147, 0o0500_00_0_00077, "CLA 77"),
        (0o150, 0o0402_00_0_00200, "SUB 200"),
        (0o151, 0o0601_00_0_00077, "STO 77"),
        (0o152, 0o4100_00_0_00100, "TNZ 100"),
        (0o153, 0o0000_00_0_00100, "HTR 100"),
    ),
    {0o200: 1, 0o201: 0o377377377377}
    | {address: word & word >> 7 for address, word in scattered(0o300, 0o310).items()},  # a quarter full
)

SELF_MODIFYING = Loop(
    "self-modifying",
    "addresses and decrements stored into the instructions that come next",
    (
        (0o100, 0o0774_00_1_00144, "AXT 144,1"),
        (0o101, 0o0754_00_1_00000, "PXA 0,1"),
        (0o102, 0o0400_00_0_00201, "ADD 201"),  # the table begins at 300
        (0o103, 0o0621_00_0_00107, "STA 107"),
        (0o104, 0o0621_00_0_00112, "STA 112"),
        (0o105, 0o0767_00_0_00022, "ALS 22"),
        (0o106, 0o0622_00_0_00113, "STD 113"),
        (0o107, 0o0500_00_0_00000, "CLA **"),
        (0o110, 0o0634_00_1_00111, "SXA 111,1"),
        (0o111, 0o0361_00_0_00000, "ACL **"),
        (0o112, 0o0602_00_0_00000, "SLW **"),
        (0o113, 0o1_00000_2_00114, "TXI 114,2,**"),
        (0o114, 0o4634_00_2_00115, "SXD 115,2"),
        (0o115, 0o7_00000_2_00117, "TXL 117,2,**"),
        (0o116, 0o0000_00_0_00116, "HTR 116"),  # never: a register is not above itself
        (0o117, 0o0634_00_2_00120, "SXA 120,2"),
        (0o120, 0o0774_00_4_00000, "AXT **,4"),
        (0o121, 0o4634_00_1_00122, "SXD 122,1"),
        (0o122, 0o2_00000_4_00123, "TIX 123,4,**"),
        (0o123, 0o2_00001_1_00101, "TIX 101,1,1"),
        (0o124, 0o0500_00_0_00077, "CLA 77"),
        (0o125, 0o0402_00_0_00200, "SUB 200"),
        (0o126, 0o0601_00_0_00077, "STO 77"),
        (0o127, 0o4100_00_0_00100, "TNZ 100"),
        (0o130, 0o0000_00_0_00100, "HTR 100"),
    ),
    {0o200: 1, 0o201: 0o277} | scattered(0o300, 0o144),
)

CALLS = Loop(
    "calls/XEC/indirect/MPY",
    "a subroutine, executed words of a table, indirect addresses, a multiplication each turn",
    (
        (0o140, 0o0200_00_0_00201, "MPY 201"),  # a subroutine
        (0o141, 0o0765_00_0_00021, "LRS 21"),
        (0o142, 0o0131_00_0_00000, "XCA"),
        (0o143, 0o0400_60_0_00211, "ADD* 211"),
        (0o144, 0o0020_00_4_00001, "TRA 1,4"),
        (0o145, 0o0634_00_4_00151, "SXA 151,4"),  # another
        (0o146, 0o0500_60_0_00211, "CLA* 211"),
        (0o147, 0o0522_60_0_00212, "XEC* 212"),
        (0o150, 0o0601_60_0_00211, "STO* 211"),
        (0o151, 0o0774_00_4_00000, "AXT **,4"),
        (0o152, 0o0020_00_4_00001, "TRA 1,4"),
        (0o154, 0o0402_00_0_00202, "SUB 202"),  # the table that XEC draws from
        (0o155, 0o0361_00_1_00610, "ACL 610,1"),
        (0o156, 0o0760_00_0_00002, "CHS"),
        (0o157, 0o0771_00_0_00003, "ARS 3"),
        (0o100, 0o0774_00_2_00004, "AXT 4,2"),
        (0o101, 0o0774_00_1_00144, "AXT 144,1"),
        (0o102, 0o0560_60_0_00210, "LDQ* 210"),
        (0o103, 0o0074_00_4_00140, "TSX 140,4"),
        (0o104, 0o0522_00_2_00160, "XEC 160,2"),  # one of four
        (0o105, 0o2_00001_2_00107, "TIX 107,2,1"),
        (0o106, 0o0774_00_2_00004, "AXT 4,2"),
        (0o107, 0o0601_60_0_00210, "STO* 210"),
        (0o110, 0o0074_00_4_00145, "TSX 145,4"),
        (0o111, 0o2_00001_1_00102, "TIX 102,1,1"),
        (0o112, 0o0500_00_0_00077, "CLA 77"),
        (0o113, 0o0402_00_0_00200, "SUB 200"),
        (0o114, 0o0601_00_0_00077, "STO 77"),
        (0o115, 0o4100_00_0_00101, "TNZ 101"),
        (0o116, 0o0000_00_0_00100, "HTR 100"),
    ),
    {
        0o200: 1,
        0o201: 0o000000654321,
        0o202: 0o012345670123,
        0o210: 0o0000_00_1_00444,
        0o211: 0o0000_00_1_00610,
        0o212: 0o0000_00_0_00155,
    }
    | scattered(0o300, 0o310),
)

LOOPS = (ARITHMETIC, BIT_BOARD, SELF_MODIFYING, CALLS)
