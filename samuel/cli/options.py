"""Arguments and options shared by several commands, and how they are read."""

import re
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ibm7094.cli.options import AsJson as AsJson
from ibm7094.errors import MachineError

if TYPE_CHECKING:
    from samuel.player.settings import Options

FEWEST_TERMS, MOST_TERMS = 1, 99

Moves = Annotated[
    list[str] | None,
    typer.Argument(
        metavar="MOVES|FEN", help="Moves from the start, such as 9-14 22-17, or a FEN; default: the start."
    ),
]
Fen = Annotated[str | None, typer.Option(metavar="FEN", help="Position in FEN, such as B:W18,K10:B5,K22.")]
Model = Annotated[str, typer.Option(metavar="MODEL", help="Machine: 709, 7090, 7094 or 7094-II.")]
Terms = Annotated[
    int | None,
    typer.Option(
        metavar="N",
        min=FEWEST_TERMS,
        max=MOST_TERMS,
        help="Terms of the polynomial: piece advantage and the N-1 largest; default: 20.",
    ),
]
Steer = Annotated[
    list[str] | None,
    typer.Option(metavar="NAME=N,...", help="Set a steering word: COUNT=16, or ply by ply SAVED=99,99,4."),
]
Tables = Annotated[
    Path | None, typer.Option(metavar="TAPE", help="Evaluate with the signature tables on this tape.")
]
Emphasis = Annotated[bool, typer.Option("--emphasis", help="Let signature tables emphasise strategy.")]

_STEERING = re.compile(r"([A-Za-z]{1,6})=(\d{1,6}(?:,\d{1,6})*)", re.ASCII)


def where(moves: Sequence[str] | None, fen: str | None) -> str:
    """The position as text, from moves or from --fen."""
    if moves and fen is not None:
        raise MachineError("Moves and --fen are mutually exclusive: give one of them.")
    return " ".join(moves or ()) if fen is None else fen


def playing(terms: int | None, steer: Sequence[str] | None, tables: Path | None, emphasis: bool) -> "Options":
    """The settings for the program; those not given keep their defaults."""
    if emphasis and tables is None:
        raise MachineError("--emphasis needs signature tables: name their tape with --tables.")
    if terms is not None and tables is not None:
        raise MachineError("--terms and --tables are mutually exclusive: give one of them.")
    found: Options = {"emphasis": emphasis}
    if terms is not None:
        found["terms"] = terms
    if steer:
        found["steering"] = dict(map(steering, steer))
    if tables is not None:
        found["tables"] = tables
    return found


def steering(text: str) -> tuple[str, list[int]]:
    """A steering word and its numbers."""
    given = _STEERING.fullmatch(text)
    if given is None:
        raise MachineError(f"{text!r} is not a steering word: write it like COUNT=16 or SAVED=99,99,4.")
    return given[1].upper(), [int(number) for number in given[2].split(",")]
