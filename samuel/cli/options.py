"""Arguments and options shared by several commands, and how they are read."""

import re
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ibm7094.cli.options import AsJson as AsJson
from ibm7094.cli.options import Force as Force
from ibm7094.errors import MachineError
from ibm7094.terminal.output import console
from samuel.player.steering import BY_NAME, PLIES, WORDS, numbers_of
from samuel.player.steering import FEWEST_TERMS as FEWEST_TERMS
from samuel.player.steering import MOST_TERMS as MOST_TERMS

if TYPE_CHECKING:
    from samuel.player.settings import Options

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


def _steer(given: list[str] | None) -> list[str] | None:
    """Show the steering words if they are asked for; otherwise check what is given."""
    if any(text.lower() == LIST for text in given or ()):
        show_steering_words()
        raise typer.Exit
    steering_words(given)
    return given


LIST = "list"
Steer = Annotated[
    list[str] | None,
    typer.Option(
        metavar="NAME=N,...",
        callback=_steer,
        is_eager=True,  # so that the list needs no other argument
        help="Set a steering word: COUNT=16, or ply by ply SAVED=99,99,4; --steer list shows them all.",
    ),
]
Tables = Annotated[
    Path | None, typer.Option(metavar="TAPE", help="Evaluate with the signature tables on this tape.")
]
TreeTape = Annotated[
    Path | None,
    typer.Option(
        metavar="TAPE", help="Write the tree on this tape, by ply, for off-line printing (ibm7094 print)."
    ),
]
Coefficients = Annotated[
    Path | None, typer.Option(metavar="TAPE", help="Evaluate with the learnt coefficients on this tape.")
]
Emphasis = Annotated[bool, typer.Option("--emphasis", help="Let signature tables emphasise strategy.")]

_STEERING = re.compile(r"(\w+)=(-?\d{1,9}(?:,-?\d{1,9})*)", re.ASCII)


def where(moves: Sequence[str] | None, fen: str | None) -> str:
    """The position as text, from moves or from --fen."""
    if moves and fen is not None:
        raise MachineError("Moves and --fen are mutually exclusive: give one of them.")
    return " ".join(moves or ()) if fen is None else fen


def playing(
    terms: int | None,
    steer: Sequence[str] | None,
    tables: Path | None,
    emphasis: bool,
    coefficients: Path | None = None,
) -> "Options":
    """The settings for the program; those not given keep their defaults."""
    if emphasis and tables is None:
        raise MachineError("--emphasis needs signature tables: name their tape with --tables.")
    if terms is not None and tables is not None:
        raise MachineError("--terms and --tables are mutually exclusive: give one of them.")
    if coefficients is not None and tables is not None:
        raise MachineError("--coefficients and --tables are mutually exclusive: give one of them.")
    found: Options = {"emphasis": emphasis}
    if terms is not None:
        found["terms"] = terms
    if steer:
        found["steering"] = steering_words(steer)
    if tables is not None:
        found["tables"] = tables
    if coefficients is not None:
        found["coefficients"] = coefficients
    return found


def tapes(settings: "Options") -> list[Path]:
    """The tapes that a program with these settings reads."""
    return [Path(tape) for tape in (settings.get("tables"), settings.get("coefficients")) if tape is not None]


def steering(text: str) -> tuple[str, list[int]]:
    """A steering word and its numbers."""
    given = _STEERING.fullmatch(text)
    if given is None:
        raise MachineError(
            f"{text!r} is not a steering word with its number: write it like COUNT=16 or SAVED=99,99,4;"
            f" samuel move --steer {LIST} shows them all."
        )
    return given[1].upper(), numbers_of(given[1], [int(number) for number in given[2].split(",")])


def steering_words(given: Sequence[str] | None) -> dict[str, list[int]]:
    """Steering words and their numbers."""
    found: dict[str, list[int]] = {}
    for name, numbers in map(steering, given or ()):
        if name in found:
            raise MachineError(f"The steering word {name} is given twice: give it once.")
        found[name] = numbers
    return found


def show_steering_words() -> None:
    """Print every steering word with its range, its default and what it means."""
    from rich import box
    from rich.table import Table

    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    table.add_column("word", no_wrap=True)
    table.add_column("range", justify="right", no_wrap=True)
    table.add_column("default", justify="right", overflow="fold")
    table.add_column("meaning")
    for word in WORDS:
        default = word.default_text.replace(",", " ") if word.by_ply else word.default_text
        table.add_row(word.name, f"{word.lowest} to {word.highest}", default, word.meaning)
    out = console()
    out.print(table)
    rows = " and ".join(name for name, word in BY_NAME.items() if word.by_ply)
    out.print(
        f"{rows} take up to {PLIES} numbers, for ply 1, 2, 3 and so on; the last is for all further plies.",
        soft_wrap=True,
    )
