"""Output files: what they may replace, and that they can be written, is settled before long work begins."""

import sys
from collections.abc import Iterable
from contextlib import AbstractContextManager, nullcontext, redirect_stdout
from pathlib import Path

from ibm7094.errors import MachineError
from ibm7094.files.inputs import STANDARD
from ibm7094.files.outputs import Output
from ibm7094.files.rules import check_new, check_outputs
from ibm7094.terminal.failures import INTERRUPTED as INTERRUPTED


def claimed(path: Path, inputs: Iterable[Path] = (), force: bool = False, as_json: bool = False) -> Output:
    """An output that took long to make, locked: not an input, and replaced only with --force."""
    if as_json and path == STANDARD:
        raise MachineError(
            "--json and the output file - both mean standard output: name a file, or drop --json."
        )
    check_outputs([path], inputs)
    check_new(path, force)
    return Output(path)


def check_new_tape(path: Path, force: bool = False) -> None:
    """Check a tape that the machine will write: a file, replaced only with --force."""
    if path == STANDARD:
        raise MachineError("A tape is a file, because it is rewound: name one.")
    check_outputs([path], [])
    check_new(path, force)


def spoken(path: Path | None) -> AbstractContextManager[object]:
    """Print results on standard error if the output file is standard output, which holds nothing else."""
    return redirect_stdout(sys.stderr) if path == STANDARD else nullcontext()


def place(path: Path) -> str:
    """An output file as messages name it."""
    return "standard output" if path == STANDARD else str(path)
