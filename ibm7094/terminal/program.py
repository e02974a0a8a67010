"""What the two commands have in common: -h, --version, shell completion."""

from importlib.metadata import PackageNotFoundError, version
from typing import Annotated

import typer

from ibm7094.errors import MachineError

DISTRIBUTION = "samuel-machine"


def program() -> typer.Typer:
    """A program without commands yet. `--install-completion` and `--show-completion` come from typer."""
    return typer.Typer(
        add_completion=True,
        pretty_exceptions_enable=False,
        no_args_is_help=True,
        context_settings={"help_option_names": ["-h", "--help"]},
    )


def _show(wanted: bool) -> None:
    if not wanted:
        return
    try:
        print(f"{DISTRIBUTION} {version(DISTRIBUTION)}")
    except PackageNotFoundError:
        raise MachineError(f"{DISTRIBUTION} is not installed: run pip install . in its checkout.") from None
    raise typer.Exit


Version = Annotated[
    bool, typer.Option("--version", is_eager=True, callback=_show, help="Show the version and exit.")
]
