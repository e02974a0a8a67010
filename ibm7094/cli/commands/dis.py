"""`ibm7094 dis`: disassemble words."""

import json
from pathlib import Path
from typing import Annotated, Any

import typer

from ibm7094.cli import arguments, loading, options
from ibm7094.cli.loading import files_read
from ibm7094.disassemble import disassemble
from ibm7094.errors import MachineError
from ibm7094.files.inputs import STANDARD
from ibm7094.files.outputs import write_together
from ibm7094.files.rules import check_outputs, check_own, remember_own
from ibm7094.terminal import listing
from ibm7094.words import ADDRESS, octal

COMMAND = "ibm7094 dis"


def command(
    what: Annotated[list[str], typer.Argument(metavar="FILE|WORD", help="Core images, decks, octal words.")],
    start: Annotated[
        str, typer.Option(metavar="ADDR", help="First address to show, or the address of the first WORD.")
    ] = "0",
    end: Annotated[str, typer.Option(metavar="ADDR", help="Last address to show.")] = "77777",
    symbols: Annotated[
        Path | None,
        typer.Option(metavar="MAP.json", help='Symbol map: from asm --map, or {"LOOP": "00300"}.'),
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON array.")] = False,
    as_fap: Annotated[
        bool, typer.Option("--fap", help="Print a FAP program that assembles to the same words.")
    ] = False,
    output: Annotated[
        Path,
        typer.Option("-o", "--output", metavar="FILE", help="Write to this file; - for standard output."),
    ] = STANDARD,
    force: options.Force = False,
) -> None:
    """Disassemble core images, binary decks and single words.

    Examples:
      ibm7094 dis 050000100500 200001400103
      ibm7094 dis program.oct --start 100 --end 177 --symbols map.json
      ibm7094 dis deck.cbn --fap -o deck.fap
    """
    if as_json and as_fap:
        raise MachineError("--json and --fap are mutually exclusive: choose one.")
    inputs = [read for item in what if not is_word(item) for read in files_read(Path(item))]
    check_outputs([output], [*inputs, *([symbols] if symbols else [])])
    check_own(output, COMMAND, force)
    known = arguments.read_symbols(symbols) if symbols else {}
    first, last = (arguments.address(place, known) for place in (start, end))
    labels = listing.names(known)
    lines: list[tuple[int, int]] = []
    next_place, begin = first, None
    for item in what:
        if is_word(item):
            lines.append((next_place, arguments.word(item)))
            next_place = (next_place + 1) & ADDRESS
        else:
            program = program_of(Path(item))
            begin = program.start if begin is None else begin
            lines += [place for place in sorted(program.words.items()) if first <= place[0] <= last]
    if as_fap:
        from ibm7094.asm.text.source_text import to_fap

        text = to_fap(dict(lines), begin, known)
    elif as_json:
        text = json.dumps([record(place, word, labels) for place, word in lines], indent=2) + "\n"
    else:
        text = "".join(f"{listing.core_line(place, word, labels)}\n" for place, word in lines)
    write_together({output: text.encode()})
    remember_own(output, COMMAND)


def is_word(item: str) -> bool:
    """Whether an argument is an octal word, and not the name of a file."""
    return arguments.OCTAL.fullmatch(item) is not None and not Path(item).exists()


def program_of(path: Path) -> loading.ProgramFile:
    """An image or deck, if the addresses of its words are known."""
    program = loading.read_program(path)
    if not program.words and program.own_loader:
        raise MachineError(
            f"{path}: only this deck's own loader knows where its words go: run it in the monitor."
        )
    return program


def record(place: int, word: int, labels: dict[int, str]) -> dict[str, Any]:
    """One line, as a JSON record."""
    return {
        "location": f"{place:05o}",
        "word": octal(word),
        "instruction": disassemble(word, place, labels),
    } | ({"symbol": labels[place]} if place in labels else {})
