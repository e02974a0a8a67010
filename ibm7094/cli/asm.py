"""`ibm7094 asm`: FAP cards to words, listing, deck and map."""

import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ibm7094.cli import options
from ibm7094.cli.files import check_outputs, write_together
from ibm7094.cli.output import say
from ibm7094.errors import MachineError
from ibm7094.media.cards import deck_bytes

if TYPE_CHECKING:
    from ibm7094.asm import Program
    from ibm7094.asm.punch import Form

FLAGGED = 1
STANDARD_OUTPUT = Path("-")


def command(
    files: options.Sources,
    deck: Annotated[
        Path | None, typer.Option("-o", "--output", metavar="DECK", help="The binary deck.")
    ] = None,
    listing: Annotated[
        Path | None, typer.Option(metavar="FILE", help="The listing; - for standard output.")
    ] = None,
    words: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Octal lines of location and word; - as above.")
    ] = None,
    map_: Annotated[
        Path | None,
        typer.Option("--map", metavar="FILE", help="Symbols and cards by address, for --symbols elsewhere."),
    ] = None,
    self_loading: Annotated[
        bool, typer.Option("--self-loading", help="A deck that LOAD CARDS boots.")
    ] = False,
    row: Annotated[
        bool, typer.Option("--row", help="A deck of row binary cards, not column binary.")
    ] = False,
    force: Annotated[bool, typer.Option("--force", help="Punch a deck in spite of fatal flags.")] = False,
    date: Annotated[str, typer.Option(metavar="TEXT", help="The date in the listing's headings.")] = "",
    as_json: options.AsJson = False,
) -> int:
    """Assemble FAP cards; several files are one program, in the order given.

    Flagged cards are shown on standard error. Exit code 0: no card is
    flagged. 1: some are; if fatally, no deck is written unless by --force.

    Examples:
      ibm7094 asm primes.fap --listing -
      ibm7094 asm primes.fap -o primes.cbn --self-loading --map primes.json
      ibm7094 asm main.fap tables.fap -o deck.cbn --listing main.lst
      ibm7094 asm listings/program.deck --json
    """
    from ibm7094.asm import assemble
    from ibm7094.asm.stream import place_of

    form: Form = "self-loading" if self_loading else "row" if row else "column"
    outputs = [path for path in (deck, listing, words, map_) if path is not None]
    check_usage(deck, [self_loading, row], outputs, as_json)
    program = assemble(files)
    check_outputs(set_aside(outputs), [*files, *source_files(program)])
    for problem in program.problems:
        say(str(problem), "red" if problem.fatal else None)
    if program.assembly.raised:
        say(f"{place_of(program.assembly.raised)}: lower case is read as capitals, here and elsewhere.")
    contents: dict[Path, bytes] = {}
    if listing:
        contents[listing] = program.listing(date).encode()
    if words:
        contents[words] = program.words_text().encode()
    if map_:
        contents[map_] = program.map_text().encode()
    punched = deck is not None and (force or not program.is_fatal)
    if deck and punched:
        contents[deck] = deck_bytes(deck, program.deck(form))
        say_about_start(program, form)
    elif deck:
        say(f"{deck}: no deck is written with fatal flags: correct the cards, or say --force.", "red")
    if STANDARD_OUTPUT in contents:
        sys.stdout.write(contents.pop(STANDARD_OUTPUT).decode())
    write_together(contents)
    if as_json:
        print(json.dumps(record(program) | {"deck": str(deck) if punched else None}, indent=2))
    say(summary(program))
    return FLAGGED if program.problems else 0


def check_usage(deck: Path | None, forms: list[bool], outputs: list[Path], as_json: bool) -> None:
    """Refuse options that contradict each other."""
    if all(forms):
        raise MachineError("A deck is --self-loading or --row: choose one.")
    if any(forms) and deck is None:
        raise MachineError("--self-loading and --row say how a deck is punched: name it with -o DECK.")
    if deck == STANDARD_OUTPUT:
        raise MachineError("A deck is no text for standard output: name a file with -o DECK.")
    if outputs.count(STANDARD_OUTPUT) + as_json > 1:
        raise MachineError("Only one thing can go to standard output: name files for the others.")


def set_aside(outputs: list[Path]) -> list[Path]:
    """Outputs that are files."""
    return [path for path in outputs if path != STANDARD_OUTPUT]


def source_files(program: "Program") -> set[Path]:
    """The files that cards came from, those named in deck lists included."""
    return {Path(statement.card.file) for statement in program.assembly.statements}


def say_about_start(program: "Program", form: "Form") -> None:
    """What the cards could not say about where the program starts, or the deck cannot."""
    own = program.start is not None
    if not own and form == "column":
        say("END names no start, so the deck has no transfer card at its end: its loader must do without.")
    elif not own:
        say(f"END names no start: the deck starts at its lowest word, {program.entry:05o}.")
    if form == "self-loading" and len(program.assembly.transfers) > own:
        say("A deck that loads itself is read to its end before it starts: each TCD is passed over.")


def summary(program: "Program") -> str:
    """How much there was."""
    counts = {
        "card": program.card_count,
        "word": len(program.image),
        "symbol": len(program.symbols),
        "flag": sum(len(problem.flags) for problem in program.problems),
    }
    return ", ".join(f"{count:,} {name}{'' if count == 1 else 's'}" for name, count in counts.items()) + "."


def record(program: "Program") -> dict[str, Any]:
    """The assembly for programs."""
    return {
        "title": program.title,
        "start": None if program.start is None else f"{program.start:05o}",
        "relocatable": program.is_relocatable,
        "cards": program.card_count,
        "words": len(program.image),
        "symbols": len(program.symbols),
        "fatal": program.is_fatal,
        "problems": [problem.as_dict() for problem in program.problems],
        "sha256": program.source.sha256,
    }
