"""Words that are not instructions: data channel commands and prefixes for constants.

A channel command has a count in its decrement. If bit 19 is on, it moves no data; if bit 18 is on, its
address is indirect. The 7909's commands have their operation in more bits (channels/programmed/command.py).
"""

from dataclasses import dataclass

from ibm7094.words import NO_TRANSMISSION


@dataclass(frozen=True)
class Command:
    """One command or prefix: its word without fields, and which fields it requires."""

    name: str
    word: int
    wants: str = ""
    """The fields it requires: A (address), D (decrement)."""
    indirect: bool = False
    since: str = "709"
    short: bool = False
    """A 7909 command whose code fills six bits."""


def _transfers() -> list[Command]:
    made = []
    for prefix, name in enumerate(("IOCD", "", "IORP", "IORT", "IOCP", "IOCT", "IOSP", "IOST")):
        if name:
            word = prefix << 33
            made.append(Command(name, word, "AD", indirect=True))
            made.append(Command(name + "N", word | NO_TRANSMISSION, "AD", indirect=True))
    return made


def _prefixes() -> list[Command]:
    """Names of the eight prefixes; the older ones date from the 704."""
    older = ("PZE", "PON", "PTW", "PTH", "MZE", "MON", "MTW", "MTH")
    others = {"ONE": 1, "TWO": 2, "FOR": 4, "FVE": 5, "SIX": 6, "SVN": 7, "***": 0, "...": 0}
    newer = {"THREE": 3, "FOUR": 4, "FIVE": 5, "SEVEN": 7}
    named = {name: i for i, name in enumerate(older)} | others
    return [
        *(Command(name, p << 33, since="704") for name, p in named.items()),
        *(Command(name, p << 33, since="709") for name, p in newer.items()),
        Command("BRA", 7 << 33, "A", since="704"),
        Command("BRN", 3 << 33, "A", since="704"),
        Command("NTR", 1 << 33, "A", since="704"),
    ]


COMMANDS_7607 = [*_transfers(), Command("TCH", 1 << 33, "A", indirect=True)]
COMMANDS_7909 = [
    Command("CPYP", 4 << 33, "AD", indirect=True),
    Command("CPYD", 5 << 33, "AD", indirect=True),
    Command("WTR", 0, "A", indirect=True),
    Command("XMT", NO_TRANSMISSION, "AD", indirect=True),
    Command("LIPT", 1 << 33 | NO_TRANSMISSION, "A", indirect=True),
    Command("CTL", 0o20 << 30, "A", short=True),
    Command("CTLN", 0o22 << 30, "A", short=True),
    Command("CTLR", 0o20 << 30 | NO_TRANSMISSION, "A", short=True),
    Command("CTLRN", 0o22 << 30 | NO_TRANSMISSION, "A", short=True),
    Command("CTLW", 0o24 << 30, "A", short=True),
    Command("CTLWN", 0o26 << 30, "A", short=True),
    Command("SNS", 0o24 << 30 | NO_TRANSMISSION, short=True),
    Command("LAR", 0o30 << 30, "A", short=True),
    Command("SAR", 0o30 << 30 | NO_TRANSMISSION, "A", short=True),
    Command("TWT", 0o34 << 30, "A", short=True),
    Command("TCM", 0o50 << 30 | NO_TRANSMISSION, "AD", short=True),
    Command("LIP", 0o60 << 30 | NO_TRANSMISSION, short=True),
    Command("LCC", 0o64 << 30 | NO_TRANSMISSION, "A", short=True),
    Command("TDC", 0o64 << 30, "A", short=True),
    Command("SMS", 0o70 << 30, "A", short=True),
    Command("ICC", 0o70 << 30 | NO_TRANSMISSION, short=True),
]
PREFIXES = _prefixes()
COMMANDS = [*COMMANDS_7607, *COMMANDS_7909, *PREFIXES]
