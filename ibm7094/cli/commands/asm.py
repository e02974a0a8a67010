"""`ibm7094 asm`: assemble FAP cards into words, listing, deck and map."""

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ibm7094.cli import options
from ibm7094.errors import MachineError
from ibm7094.files.inputs import STANDARD
from ibm7094.files.outputs import write_together
from ibm7094.files.rules import check_outputs, check_own, remember_own
from ibm7094.media.cards import deck_bytes
from ibm7094.terminal.output import say

if TYPE_CHECKING:
    from ibm7094.asm import Program
    from ibm7094.asm.punch import Form

FLAGGED = 1
COMMAND = "ibm7094 asm"


def command(
    files: options.Sources,
    deck: Annotated[
        Path | None,
        typer.Option("-o", "--output", metavar="DECK", help="Write the binary deck; - for standard output."),
    ] = None,
    listing: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Write the listing; - for standard output.")
    ] = None,
    words: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Write locations and words in octal; - for standard output."),
    ] = None,
    map_: Annotated[
        Path | None,
        typer.Option(
            "--map",
            metavar="FILE",
            help="Write symbols and cards by address, for --symbols.",
        ),
    ] = None,
    self_loading: Annotated[
        bool, typer.Option("--self-loading", help="Punch a self-loading deck, for LOAD CARDS.")
    ] = False,
    row: Annotated[bool, typer.Option("--row", help="Punch row binary cards, not column binary.")] = False,
    despite_flags: Annotated[
        bool, typer.Option("--despite-flags", help="Punch a deck despite fatal flags.")
    ] = False,
    force: options.Force = False,
    date: Annotated[str, typer.Option(metavar="TEXT", help="Date for the listing's headings.")] = "",
    as_json: options.AsJson = False,
) -> int:
    """Assemble FAP cards; several files make one program, in the order given.

    Flagged cards are shown on standard error. Exit code 0: no card is
    flagged. 1: some are. With a fatal flag, no deck is written
    without --despite-flags.

    Examples:
      ibm7094 asm primes.fap --listing -
      ibm7094 asm primes.fap -o primes.cbn --self-loading --map primes.json
      ibm7094 asm main.fap tables.fap -o deck.cbn --listing main.lst
      ibm7094 asm listings/samuel.deck --json
      ibm7094 asm - -o deck.cbn < primes.fap
    """
    from ibm7094.asm import assemble
    from ibm7094.asm.cards.source import files_read
    from ibm7094.asm.cards.stream import place_of

    form: Form = "self-loading" if self_loading else "row" if row else "column"
    outputs = [path for path in (deck, listing, words, map_) if path is not None]
    check_usage(deck, [self_loading, row], outputs, as_json)
    check_outputs(outputs, [read for file in files for read in files_read(file)])
    for path in outputs:
        check_own(path, COMMAND, force)
    program = assemble(files)
    for problem in program.problems:
        say(str(problem), "red" if problem.fatal else None)
    if program.assembly.raised:
        say(f"{place_of(program.assembly.raised)}: lower case is read as capitals, here and later.")
    contents: dict[Path, bytes] = {}
    if listing:
        contents[listing] = program.listing(date).encode()
    if words:
        contents[words] = program.words_text().encode()
    if map_:
        contents[map_] = program.map_text().encode()
    punched = deck is not None and (despite_flags or not program.is_fatal)
    if deck and punched:
        contents[deck] = deck_bytes(deck, program.deck(form))
        report_start(program, form)
    elif deck:
        say(
            f"{deck}: no deck was written because of fatal flags: correct the cards, or use --despite-flags.",
            "red",
        )
    write_together(contents)
    for path in contents:
        remember_own(path, COMMAND)
    if as_json:
        print(json.dumps(record(program) | {"deck": str(deck) if punched else None}, indent=2))
    say(summary(program))
    return FLAGGED if program.problems else 0


def check_usage(deck: Path | None, forms: list[bool], outputs: list[Path], as_json: bool) -> None:
    """Refuse options that contradict each other."""
    if all(forms):
        raise MachineError("--self-loading and --row are mutually exclusive: choose one.")
    if any(forms) and deck is None:
        raise MachineError("--self-loading and --row need a deck: name one with -o DECK.")
    if outputs.count(STANDARD) + as_json > 1:
        raise MachineError("Only one output can go to standard output: name files for the others.")


def report_start(program: "Program", form: "Form") -> None:
    """Report where the program starts, if its END or its deck does not say."""
    own = program.start is not None
    if not own and form == "column":
        say("END has no start address, so the deck has no transfer card: the loader must supply the start.")
    elif not own:
        say(f"END has no start address: the deck starts at its lowest word, {program.entry:05o}.")
    if form == "self-loading" and len(program.assembly.transfers) > own:
        say("A self-loading deck is read to its end before it starts: each TCD is skipped.")


def summary(program: "Program") -> str:
    """The counts of cards, words, symbols and flags."""
    counts = {
        "card": program.card_count,
        "word": len(program.image),
        "symbol": len(program.symbols),
        "flag": sum(len(problem.flags) for problem in program.problems),
    }
    return ", ".join(f"{count:,} {name}{'' if count == 1 else 's'}" for name, count in counts.items()) + "."


def record(program: "Program") -> dict[str, Any]:
    """The assembly, as a JSON record."""
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
