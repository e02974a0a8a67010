"""`ibm7094 print`: a tape of lines, as an off-line printer prints it."""

from pathlib import Path
from typing import Annotated

import typer

from ibm7094.cli import options
from ibm7094.devices.offline_printer import text_of_tape
from ibm7094.files.inputs import STANDARD
from ibm7094.files.outputs import write_together
from ibm7094.files.rules import check_outputs, check_own, remember_own

COMMAND = "ibm7094 print"


def command(
    tape: Annotated[
        Path, typer.Argument(metavar="TAPE", help="A tape of BCD records, in SIMH's form or P7B.")
    ],
    plain: Annotated[
        bool, typer.Option("--plain", help="Print the first character too; every record on the next line.")
    ] = False,
    output: Annotated[
        Path,
        typer.Option("-o", "--output", metavar="FILE", help="Write to this file; - for standard output."),
    ] = STANDARD,
    force: options.Force = False,
) -> None:
    """Print a tape off line, as a 1401 with a 1403 printer does: a record is a line of up to 132 columns.

    The first character of a record moves the carriage and is not printed:
    blank for the next line, 0 leaves a line free, 1 begins a page (a form
    feed in the output), + prints over the line before. Record marks divide
    blocked records. Each file of the tape begins a page.

    Examples:
      ibm7094 print tree.tap
      ibm7094 print out.tap --plain -o out.txt
    """
    check_outputs([output], [tape])
    check_own(output, COMMAND, force)
    write_together({output: text_of_tape(tape, program_control=not plain).encode()})
    remember_own(output, COMMAND)
