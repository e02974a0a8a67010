"""Further names that programmers used: an operation with its address, or another machine's word for it."""

from dataclasses import dataclass

from ibm7094.isa.input_output import CHANNELS
from ibm7094.isa.record import OPERATIONS, Operation


@dataclass(frozen=True)
class Name:
    """A mnemonic that stands for an operation with a built-in address."""

    name: str
    operation: Operation
    address: int
    since: str

    @property
    def word(self) -> int:
        """The instruction word."""
        return (self.operation.codes[0] << 24) | self.address


BY_NAME = {o.name: o for o in OPERATIONS}

# Units as they stand in a select's address; with a channel letter the channel number goes before.
SELECTS = {
    "RTD": ("RDS", 0o200),
    "RTB": ("RDS", 0o220),
    "RCD": ("RDS", 0o321),
    "RPR": ("RDS", 0o361),
    "WTD": ("WRS", 0o200),
    "WTB": ("WRS", 0o220),
    "WPU": ("WRS", 0o341),
    "WPD": ("WRS", 0o361),
    "WPR": ("WRS", 0o361),
    "WPB": ("WRS", 0o362),
    "BSR": ("BSR", 0o200),
    "BSF": ("BSF", 0o200),
    "WEF": ("WEF", 0o200),
    "REW": ("REW", 0o200),
    "RUN": ("RUN", 0o200),
    "SDL": ("SDN", 0o200),
    "SDH": ("SDN", 0o220),
    "SPU": ("PSE", 0o340),
    "SPT": ("PSE", 0o360),
    "SPR": ("PSE", 0o360),
    "RIC": ("PSE", 0o350),
}
WITHOUT_CHANNEL = {
    "BST": ("BSR", 0o200, "704"),
    "RDR": ("RDS", 0o300, "704"),
    "WDR": ("WRS", 0o300, "704"),
    "WTV": ("WRS", 0o30, "704"),
    "IOD": ("WRS", 0o333, "704"),
    "CFF": ("PSE", 0o30, "704"),
    "RDC": ("PSE", 0o352, "709"),
    "BTT": ("PSE", 0, "709"),
    "EAXM": ("PSE", 0o16, "709"),
    "LAXM": ("MSE", 0o16, "709"),
    "XIT": ("TTR", 0, "704"),
}


def _names() -> list[Name]:
    made = []
    for name, (operation, unit) in SELECTS.items():
        base = BY_NAME[operation]
        if name not in BY_NAME:
            made.append(Name(name, base, unit, base.since if name not in ("SDL", "SDH", "RIC") else "709"))
        for number, letter in enumerate(CHANNELS, 1):
            made.append(Name(name + letter, base, number << 9 | unit, "709"))
    made += [Name(name, BY_NAME[op], unit, since) for name, (op, unit, since) in WITHOUT_CHANNEL.items()]
    # The 7909 channel's words for two operations of the 7607.
    for other, name in (("RSC", "RCH"), ("STC", "LCH")):
        made += [Name(other + letter, BY_NAME[name + letter], 0, "709") for letter in CHANNELS]
    return made


NAMES = _names()
