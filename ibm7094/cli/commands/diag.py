"""`ibm7094 diag`: IBM's diagnostics."""

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ibm7094.cli import options
from ibm7094.cli.commands.diag_decks import run_decks
from ibm7094.errors import MachineError
from ibm7094.terminal.exit_codes import INTERRUPTED
from ibm7094.terminal.listing import seconds
from ibm7094.terminal.output import console, say

if TYPE_CHECKING:
    from ibm7094.lab.diagnostics import Result

DIFFERS = 1


def command(
    paths: Annotated[
        list[Path] | None,
        typer.Argument(
            metavar="FOLDER|DECK", help="Folder with golden.tsv and the core images, or card decks."
        ),
    ] = None,
    model: Annotated[
        str | None, typer.Option(metavar="MODEL", help="Default: 7094 for a folder, 709 for decks.")
    ] = None,
    keys: Annotated[
        str | None, typer.Option(metavar="OCTAL", help="The entry keys for decks, instead of the usual ones.")
    ] = None,
    at: Annotated[
        list[str] | None,
        typer.Option(
            metavar="ADDR=ACTION", help="At this halt of a deck: start, reset or keys:OCTAL; join by +."
        ),
    ] = None,
    data: Annotated[
        list[Path] | None, typer.Option(metavar="FILE", help="Cards that follow the deck in the reader.")
    ] = None,
    option: options.Fitted = None,
    reference: options.Reference = False,
    as_json: options.AsJson = False,
) -> int:
    """Run IBM's diagnostics.

    Core images in a folder run to their pass points; registers, core and instruction counts are compared.
    Decks are booted through the card reader; an operator answers their halts, and what they print is shown.
    Ctrl-C shows the results so far.

    Examples:
      ibm7094 diag FOLDER
      ibm7094 diag FOLDER --reference --json
      ibm7094 diag 9iota.dck 9t01a.dck
      ibm7094 diag new.dck --keys 011111105117 --at 223=reset --option drum
    """
    from ibm7094.lab.diagnostics import TABLE, read_tests

    if paths and not paths[0].is_dir():
        return run_decks(
            paths,
            model=model,
            keys=keys,
            at=at or (),
            data=data or (),
            fitted=option or (),
            reference=reference,
            as_json=as_json,
        )
    if keys or at or data or option or (paths and len(paths) > 1):
        raise MachineError("A folder of core images is given alone: give decks for an operator's options.")
    if not paths:
        raise MachineError(f"No diagnostic is given: name card decks, or the folder that holds {TABLE}.")
    tests = read_tests(paths[0])
    results = _run(tests, model or "7094", reference)
    failed = [result for result in results if not result.passed]
    if as_json:
        passed = not failed and len(results) == len(tests)
        print(json.dumps({"passed": passed, "tests": [record(result) for result in results]}, indent=2))
    else:
        _show(results)
        for result in failed:
            say(f"{result.test.title} fails: {fault(result)}", "red")
    if len(results) < len(tests):
        say(f"Stopped by the operator after {len(results)} of {len(tests)} diagnostics.")
        return INTERRUPTED
    return DIFFERS if failed else 0


def _run(tests: "list[Any]", model: str, reference: bool) -> "list[Result]":
    from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

    from ibm7094.lab.diagnostics import run_test

    results = []
    columns = (TextColumn("{task.description}"), BarColumn(), TimeElapsedColumn())
    screen = console(stderr=True)
    with Progress(*columns, console=screen, transient=True, disable=not screen.is_terminal) as progress:
        task = progress.add_task("", total=len(tests))
        for test in tests:
            progress.update(task, description=test.title)
            try:
                results.append(run_test(test, model=model, compiled=not reference))
            except KeyboardInterrupt:  # show the tests that are done
                break
            progress.advance(task)
    return results


def _show(results: "list[Result]") -> None:
    from rich import box
    from rich.table import Table
    from rich.text import Text

    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, padding=(0, 1, 0, 0))
    for heading in ("diagnostic", "reached", "registers", "core", "instructions", "simulated", "verdict"):
        table.add_column(heading, justify="right" if heading in ("instructions", "simulated") else "left")
    for result in results:
        table.add_row(
            Text(result.test.title),
            "yes" if result.reached else "[red]no[/]",
            "[red]differ[/]" if result.differs else "equal",
            "equal" if result.core_equal else "[red]differs[/]",
            f"{result.instructions:,}" if result.counted_right else f"[red]{result.instructions:,}[/]",
            seconds(result.seconds, digits=3),
            "[green]passed[/]" if result.passed else "[red]FAILED[/]",
        )
    console().print(table)


def fault(result: "Result") -> str:
    """What is wrong, as the end of a sentence."""
    if not result.reached:
        return result.message
    faults = list(result.differs)
    if not result.core_equal:
        faults.append("core differs")
    if not result.counted_right:
        faults.append(f"{result.instructions} instructions, not {result.test.instructions}")
    return "; ".join(faults) + "."


def record(result: "Result") -> dict[str, Any]:
    """One test, as a JSON record."""
    return {
        "name": result.test.name,
        "times": result.test.times,
        "passed": result.passed,
        "reached": result.reached,
        "registers_equal": not result.differs,
        "differs": result.differs,
        "core_equal": result.core_equal,
        "instructions": result.instructions,
        "instructions_expected": result.test.instructions,
        "seconds": list(result.seconds),
        "message": result.message,
    }
