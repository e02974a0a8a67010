"""`ibm7094 fmt`: put FAP cards into the standard columns."""

import sys
from difflib import unified_diff
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ibm7094.cli import options
from ibm7094.errors import MachineError
from ibm7094.files.outputs import write_together
from ibm7094.terminal.output import say

if TYPE_CHECKING:
    from ibm7094.asm.text.fmt import Laid

DIFFERS = 1
STANDARD_OUTPUT = Path("-")


def command(
    files: options.Sources,
    check: Annotated[
        bool,
        typer.Option(
            "--check", help="Write nothing; exit code 1 if a card would change, or a comment is too long."
        ),
    ] = False,
    diff: Annotated[bool, typer.Option("--diff", help="Write nothing; show what would change.")] = False,
    output: Annotated[
        Path | None,
        typer.Option("-o", "--output", metavar="FILE", help="Write to this file; - for standard output."),
    ] = None,
) -> int:
    """Format FAP cards: location in column 1, operation in 8, field in 16, remark in 30.

    Tabs separate fields, and fields become capitals; comment cards and
    columns 73-80 are kept. The cards are assembled before and after, to check
    that the words do not change. Cards that cannot be formatted are reported.

    Examples:
      ibm7094 fmt listings/search/*.fap
      ibm7094 fmt listings/samuel.deck --check --diff
      ibm7094 fmt draft.fap -o -
    """
    from ibm7094.asm.cards.source import files_of, read_text
    from ibm7094.asm.text.fmt import lay_out

    paths = list(dict.fromkeys(file for named in files for file in files_of(named)))
    if output is not None and (check or diff or len(paths) > 1):
        raise MachineError("-o takes one file, and no --check or --diff: drop -o, or the others.")
    changed: dict[Path, bytes] = {}
    long = False
    for path in paths:
        text = read_text(path)
        laid = lay_out(text)
        report(path, laid)
        long |= any(left.is_long_comment for left in laid.left)
        if diff:
            sys.stdout.writelines(difference(path, text, laid.text))
        if laid.text != text or output is not None:
            changed[output or path] = laid.text.encode()
    if check or diff:
        return DIFFERS if check and (changed or long) else 0
    if output == STANDARD_OUTPUT:
        sys.stdout.write(changed.pop(output).decode())
    write_together(changed)
    return 0


def report(path: Path, laid: "Laid") -> None:
    """Report the cards that were left unchanged."""
    for left in laid.left:
        say(f"{path}, card {left.card}: left unchanged: {left.why}.")


def difference(path: Path, before: str, after: str) -> list[str]:
    """What would change, as diff shows it."""
    lines = unified_diff(
        before.removesuffix("\n").split("\n"),
        after.removesuffix("\n").split("\n"),
        str(path),
        f"{path}, formatted",
        lineterm="",
        n=1,
    )
    return [f"{line}\n" for line in lines]
