"""Arguments and options that several commands share."""

from pathlib import Path
from typing import Annotated

import typer

from ibm7094.models import OPTIONS

Deck = Annotated[
    Path | None,
    typer.Argument(
        metavar="DECK",
        help="A binary deck, a core image of octal lines (.oct), or FAP cards (.fap, .deck).",
    ),
]
Sources = Annotated[
    list[Path], typer.Argument(metavar="FILE", help="FAP source files, or deck lists (.deck) that name them.")
]
AnyModel = Annotated[str, typer.Option(metavar="MODEL", help="704, 709, 7090, 7094 or 7094-II.")]
SymbolMap = Annotated[
    Path | None, typer.Option(metavar="MAP.json", help='Symbol map: from asm --map, or {"LOOP": "00300"}.')
]
Reference = Annotated[
    bool, typer.Option("--reference", help="Run the slow reference engine, in plain Python.")
]
AsJson = Annotated[bool, typer.Option("--json", help="Print one JSON object.")]
Force = Annotated[bool, typer.Option("--force", help="Replace output files that exist.")]
Fitted = Annotated[
    list[str] | None,
    typer.Option("--option", metavar="NAME", help=f"A feature the machine has: {', '.join(OPTIONS)}."),
]
