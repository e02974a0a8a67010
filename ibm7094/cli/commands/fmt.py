"""`ibm7094 fmt`: put FAP cards into the standard columns."""

import sys
from difflib import unified_diff
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ibm7094.cli import options
from ibm7094.errors import MachineError, MediaError
from ibm7094.files.inputs import STANDARD
from ibm7094.files.outputs import write_together
from ibm7094.files.rules import check_outputs, check_own, remember_own, same_file
from ibm7094.terminal.output import say

if TYPE_CHECKING:
    from ibm7094.asm.text.fmt import Laid

DIFFERS = 1
COMMAND = "ibm7094 fmt"


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
    force: options.Force = False,
) -> int:
    """Format FAP cards: location in column 1, operation in 8, field in 16, remark in 30.

    Tabs separate fields, and fields become capitals; comment cards and
    columns 73-80 are kept. The cards are assembled before and after, to check
    that the words do not change. Cards that cannot be formatted are reported.
    A file that does not hold FAP is refused. Cards from a pipe or from
    standard input (-) go to standard output.

    Examples:
      ibm7094 fmt listings/search/*.fap
      ibm7094 fmt listings/samuel.deck --check --diff
      ibm7094 fmt draft.fap -o -
      ibm7094 fmt - < draft.fap > cards.fap
    """
    from ibm7094.asm.cards.source import files_of, read_text
    from ibm7094.asm.text.fmt import lay_out
    from ibm7094.asm.text.recognise import is_fap

    paths: list[Path] = []
    for path in (file for named in files for file in files_of(named)):
        if not any(same_file(path, other) for other in paths):
            paths.append(path)
    if output is None and not (check or diff) and len(paths) == 1 and not paths[0].is_file():
        output = STANDARD  # what comes from a pipe cannot be put back
    if output is not None and (check or diff or len(paths) > 1):
        raise MachineError("-o takes one file, and no --check or --diff: drop -o, or the others.")
    if output is not None:
        check_outputs([output], paths)
        check_own(output, COMMAND, force)
    changed: dict[Path, bytes] = {}
    long = False
    for path in paths:
        text = read_text(path)
        if not is_fap(text):
            raise MediaError(f"{path}: this is not FAP, and is left as it is: name a file of FAP cards")
        laid = lay_out(text)
        report(path, laid)
        long |= any(left.is_long_comment for left in laid.left)
        if diff:
            sys.stdout.writelines(difference(path, text, laid.text))
        if laid.text != text or output is not None:
            changed[output or path] = laid.text.encode()
    if check or diff:
        return DIFFERS if check and (changed or long) else 0
    write_together(changed)
    if output is not None:
        remember_own(output, COMMAND)
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
