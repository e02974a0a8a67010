"""Programs for a 7909 with a disk: FAP cards around a channel program, and what a disk file holds."""

from collections.abc import Iterable, Sequence
from pathlib import Path

from ibm7094 import Machine
from ibm7094.asm import assemble
from ibm7094.asm.program import Program
from ibm7094.devices.disks.orders import Operation
from ibm7094.media.disks import GEOMETRIES
from ibm7094.media.disks.format_track import format_characters
from ibm7094.stop import Stop

HOME = "XX"
"""Home address 2, as CTSS has it."""
CHANNEL = "C"
AT_LEAST = 3_000_000


def digits(text: str) -> int:
    """BCD characters as the file control wants them: zero is 12."""
    found = 0
    for character in text:
        code = {"0": 0o12, "@": 0o14, "X": 0o67}.get(character)
        found = found << 6 | (code if code is not None else ord(character) - ord("0"))
    return found


def order(
    operation: Operation, track: int | str = 0, home: str = HOME, module: int = 0, access: int = 0
) -> str:
    """The two words of an order, as an OCT card."""
    text = f"{operation:02}{access}{module}{track:04}" if isinstance(track, int) else track
    if isinstance(track, str):
        text = f"{operation:02}{access}{module}{track}"
    both = digits(text + home) << 12
    return f"{both >> 36:o},{both & (1 << 36) - 1:o}"


def octal_cards(words: Iterable[int]) -> str:
    """Words as OCT cards."""
    return "\n".join(f"       OCT     {word:012o}" for word in words)


def format_words(records: Sequence[int], model: str = "1301") -> list[int]:
    """A format track for records of these many words."""
    characters = format_characters(records, GEOMETRIES[model])
    characters += [1] * (-len(characters) % 6)
    return [
        int("".join(f"{c:02o}" for c in characters[at : at + 6]), 8) for at in range(0, len(characters), 6)
    ]


def cards(channel_program: str, data: str = "", main: str = "") -> str:
    """A program that starts the channel, waits for it, and halts at DONE."""
    start = main or "START  RSCC    PROG\n       TCOC    *\nDONE   HTR     DONE"
    return f"       ABS\n       ORG     512\n{start}\n{channel_program}\n{data}\n       END     START\n"


def program(*parts: str, main: str = "") -> Program:
    """The assembled program."""
    made = assemble(cards("\n".join(parts), main=main))
    assert not made.problems, [str(problem) for problem in made.problems]
    return made


def machine(path: Path, *, compiled: bool = True, model: str = "1301", **options: object) -> Machine:
    """A 7094 with a disk on channel C."""
    made = Machine("7094", compiled=compiled, channels={CHANNEL: "7909"})
    made.attach(f"{CHANNEL}0", "disk", path, model=model, **options)
    return made


def run(m: Machine, made: Program) -> Stop:
    """Load a program and run it to its halt."""
    m.load(made)
    return m.run(limit=AT_LEAST)


FORMAT_AND_ADDRESSES = f"""PROG   SMS     14
       CTL     SEEK
       TCM     *,,0
       CTLW    WFMT
       CPYD    FORMAT,,NFMT
       CTLW    WHA
       CPYD    TRACK,,NTRK
       TWT     *
SEEK   OCT     {order(Operation.DSEK)}
WFMT   OCT     {order(Operation.DWRF)}
WHA    OCT     {order(Operation.DVHA)}"""
"""Format cylinder 0, and write home address 2, two record addresses and two records on track 0."""


def first_track(one: Sequence[int], two: Sequence[int], model: str = "1301") -> str:
    """The data of FORMAT_AND_ADDRESSES: two records, of these words, at addresses 0001XX and 0002XX."""
    words = format_words([len(one), len(two)], model)
    track = [digits("XXXXXX"), digits("0001XX"), *one, digits("0002XX"), *two]
    return f"""FORMAT BSS     0
{octal_cards(words)}
NFMT   EQU     {len(words)}
TRACK  BSS     0
{octal_cards(track)}
NTRK   EQU     {len(track)}"""
