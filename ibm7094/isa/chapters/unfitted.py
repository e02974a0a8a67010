"""Special features: not fitted to our machine, known by name only. Executing one stops the machine.

Extended-precision floating point was a special order for the 709; the sense lines belong to devices that
Samuel's machine had no use for. No description of them is available.
"""

from ibm7094.isa.record import add
from ibm7094.isa.stops import ILLEGAL
from ibm7094.models import CHANNELS
from ibm7094.state import State

EXTENDED = "extended-precision floating point"
FAMILIES = {
    "SSL": (0o660, "the sense lines of direct data"),
    "PSL": (0o664, "the sense lines of direct data"),
}


def special_feature(m: State) -> None:
    """Special feature, not fitted"""
    m.exit = ILLEGAL


def storage_feature(m: State, y: int) -> None:
    """Special feature with an address, not fitted"""
    m.exit = ILLEGAL


def select_feature(m: State, x: int) -> None:
    """Special feature with a unit, not fitted"""
    m.exit = ILLEGAL


for name, code in {
    "EAD": "+0671",
    "ESB": "-0671",
    "EDP": "+0672",
    "EUA": "-0672",
    "EMP": "+0673",
    "EST": "-0673",
    "ELD": "+0670",
    "ECA": "+0561",
    "ECQ": "-0561",
}.items():
    add(name, code, "1-2 guess", "704", storage_feature, escape=True, feature=EXTENDED)

add("ESM", "-0761", "1-2 guess", "709", special_feature, escape=True, feature=EXTENDED)
for name, code in {"DRS": "+0775", "TRS": "-0775"}.items():
    add(name, code, "1-2 guess", "709", select_feature, escape=True, feature="the feature of DRS and TRS")

for number, letter in enumerate(CHANNELS):
    sign = "+-"[number & 1]
    for family, (first, feature) in FAMILIES.items():
        code = f"{sign}{first + (number >> 1):04o}"
        add(family + letter, code, "2 guess", "709", storage_feature, escape=True, feature=feature)
