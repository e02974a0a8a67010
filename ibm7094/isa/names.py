"""Additional names that programmers used: an operation with its address, or another machine's name for it."""

from dataclasses import dataclass
from functools import cache

from ibm7094.isa.record import MODELS, OPERATIONS, Operation
from ibm7094.models import CHANNELS


@dataclass(frozen=True)
class Name:
    """A mnemonic that stands for an operation with a built-in address."""

    name: str
    operation: Operation
    address: int
    since: str
    wants_unit: bool
    """Whether the programmer has to add a unit number."""
    until: str = MODELS[-1]

    @property
    def word(self) -> int:
        """The instruction word."""
        return (self.operation.codes[0] << 24) | self.address


BY_NAME = {o.name: o for o in OPERATIONS}

# Operation, unit part of the address, whether a unit number is added to it, and the first model that has the
# name without a channel letter. With a letter the channel number goes before the unit.
BY_CHANNEL = {
    "RTD": ("RDS", 0o200, True, "704"),
    "RTB": ("RDS", 0o220, True, "704"),
    "RCD": ("RDS", 0o321, False, "704"),
    "RPR": ("RDS", 0o361, False, "704"),
    "WTD": ("WRS", 0o200, True, "704"),
    "WTB": ("WRS", 0o220, True, "704"),
    "WPU": ("WRS", 0o341, False, "704"),
    "WPD": ("WRS", 0o361, False, "704"),
    "WPR": ("WRS", 0o361, False, "704"),
    "WPB": ("WRS", 0o362, False, "704"),
    "BSR": ("BSR", 0o200, True, "709"),
    "BSF": ("BSF", 0o200, True, "709"),
    "WEF": ("WEF", 0o200, True, "704"),
    "REW": ("REW", 0o200, True, "704"),
    "RUN": ("RUN", 0o200, True, "709"),
    "SDL": ("SDN", 0o200, True, "709"),
    "SDH": ("SDN", 0o220, True, "709"),
    "SPU": ("PSE", 0o340, True, "704"),
    "SPT": ("PSE", 0o360, False, "704"),
    "SPR": ("PSE", 0o360, True, "704"),
}
WITHOUT_CHANNEL = {
    "RDC": ("PSE", 0o352, True, "709"),
    "BTT": ("PSE", 0, True, "709"),
    "CFF": ("PSE", 0o30, False, "704"),
    "WTV": ("WRS", 0o30, False, "704"),
    "EAXM": ("PSE", 0o16, False, "709"),
    "LAXM": ("MSE", 0o16, False, "709"),
    "XIT": ("TTR", 0, True, "704"),
    "ESM": ("ESM", 0o140, False, "709"),
    "TSM": ("ESM", 0o141, False, "709"),
    "SDN": ("SDN", 0o200, True, "709"),
    "ZSA": ("SXA", 0, True, "709"),
    "ZSD": ("SXD", 0, True, "704"),
    "ZAC": ("PXD", 0, False, "704"),
}
ONLY_704 = {
    "BST": ("BSR", 0o200, True),
    "RDR": ("RDS", 0o300, True),
    "WDR": ("WRS", 0o300, True),
    "WTS": ("WRS", 0o320, True),
    "IOD": ("WRS", 0o333, False),
}


def _names() -> list[Name]:
    made = []
    for name, (operation, unit, wants, since) in BY_CHANNEL.items():
        base = BY_NAME[operation]
        made.append(Name(name, base, unit, since, wants))
        for number, letter in enumerate(CHANNELS, 1):
            made.append(Name(name + letter, base, number << 9 | unit, "709", wants))
    for letter in CHANNELS:
        # The 7909 channel's names for two operations of the 7607.
        made.append(Name("RSC" + letter, BY_NAME["RCH" + letter], 0, "709", True))
        made.append(Name("STC" + letter, BY_NAME["LCH" + letter], 0, "709", False))
    for name, (operation, unit, wants, since) in WITHOUT_CHANNEL.items():
        made.append(Name(name, BY_NAME[operation], unit, since, wants))
    for name, (operation, unit, wants) in ONLY_704.items():
        made.append(Name(name, BY_NAME[operation], unit, "704", wants, until="704"))
    return made


NAMES = _names()

UNITS = range(11)
"""Tapes are numbered from 1 to 10; 0 is for a unit that the program fills in."""


@cache
def specific_names() -> dict[int, tuple[Name, int]]:
    """Words for which a specific name is clearer than the operation with a number: the name, and its unit."""
    found: dict[int, tuple[Name, int]] = {}
    for n in sorted(NAMES, key=lambda n: n.wants_unit):  # RICA before SPUA 8
        takes_channel = n.wants_unit and n.name in WITHOUT_CHANNEL
        if n.address and n.until != "704" and n.name != n.operation.name and not takes_channel:
            for unit in UNITS if n.wants_unit else (0,):
                found.setdefault(n.word | unit, (n, unit))
    return found
