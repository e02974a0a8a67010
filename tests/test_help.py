"""The help of every command of both programs."""

from collections.abc import Iterator
from types import ModuleType
from typing import Any

import pytest
from typer.main import get_command

import ibm7094.cli.app
import samuel.cli.app

PROGRAMS: dict[str, ModuleType] = {"ibm7094": ibm7094.cli, "samuel": samuel.cli}


def commands(called: str, command: Any) -> Iterator[tuple[str, Any]]:
    """A command and those within it, each by what is typed to have it."""
    yield called, command
    for name, inner in getattr(command, "commands", {}).items():
        yield from commands(f"{called} {name}", inner)


COMMANDS = dict(each for name, cli in PROGRAMS.items() for each in commands(name, get_command(cli.app.app)))

KNOWN = {"samuel figure": "--chance has its default in square brackets"}


def known(called: str) -> Any:
    """The command, marked if its help is known to lose words."""
    reason = KNOWN.get(called)
    return pytest.param(called, marks=pytest.mark.xfail(strict=True, reason=reason)) if reason else called


@pytest.mark.parametrize("called", [known(called) for called in COMMANDS])
def test_the_help_says_all_that_its_source_says(
    called: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Words in square brackets would be taken for markup, and be lost."""
    monkeypatch.setenv("COLUMNS", "300")
    program, *names = called.split()
    assert PROGRAMS[program].main([*names, "--help"]) == 0
    shown = " ".join(capsys.readouterr().out.split())
    command = COMMANDS[called]
    for text in (command.help, *(parameter.help for parameter in command.params)):
        assert " ".join(text.split()) in shown
