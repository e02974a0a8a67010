"""`ibm7094 fmt`: FAP cards in the right columns."""

import sys
from difflib import unified_diff
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ibm7094.cli import options
from ibm7094.cli.files import write_together
from ibm7094.cli.output import say
from ibm7094.errors import MachineError

if TYPE_CHECKING:
    from ibm7094.asm.fmt import Laid

DIFFERS = 1
STANDARD_OUTPUT = Path("-")


def command(
    files: options.Sources,
    check: Annotated[
        bool, typer.Option("--check", help="Write nothing; exit code 1 if a card would change.")
    ] = False,
    diff: Annotated[bool, typer.Option("--diff", help="Write nothing; show what would change.")] = False,
    output: Annotated[
        Path | None,
        typer.Option("-o", "--output", metavar="FILE", help="Write there, not in place; - to see it."),
    ] = None,
) -> int:
    """Lay FAP cards out: location in column 1, operation in 8, field in 16, remark in 30.

    Tabs become fields, and the fields capitals; comment cards and columns
    73-80 stay. What the cards assemble to does not change: it is assembled
    before and after. A card that must stay as it was is named.

    Examples:
      ibm7094 fmt listings/*.fap
      ibm7094 fmt listings/*.fap --check --diff
      ibm7094 fmt draft.fap -o -
    """
    from ibm7094.asm.fmt import lay_out
    from ibm7094.asm.source import files_of, read_text

    paths = list(dict.fromkeys(file for named in files for file in files_of(named)))
    if output is not None and (check or diff or len(paths) > 1):
        raise MachineError("With -o there is one file to lay out, and no --check or --diff: leave it away.")
    changed: dict[Path, bytes] = {}
    for path in paths:
        text = read_text(path)
        laid = lay_out(text)
        report(path, laid)
        if diff:
            sys.stdout.writelines(difference(path, text, laid.text))
        if laid.text != text or output is not None:
            changed[output or path] = laid.text.encode()
    if check or diff:
        return DIFFERS if check and changed else 0
    if output == STANDARD_OUTPUT:
        sys.stdout.write(changed.pop(output).decode())
    write_together(changed)
    return 0


def report(path: Path, laid: "Laid") -> None:
    """Name the cards that stay as they were."""
    for left in laid.left:
        say(f"{path}, card {left.card}: left as it was: {left.why}.")


def difference(path: Path, before: str, after: str) -> list[str]:
    """What would change, as diff shows it."""
    lines = unified_diff(
        before.removesuffix("\n").split("\n"),
        after.removesuffix("\n").split("\n"),
        str(path),
        f"{path}, laid out",
        lineterm="",
        n=1,
    )
    return [f"{line}\n" for line in lines]
