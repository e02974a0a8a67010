"""The help of every command of both programs."""

from collections.abc import Callable, Iterator
from types import ModuleType
from typing import Any

import pytest
from typer.main import get_command

import ibm7094.cli.app
import samuel.cli.app

PROGRAMS: dict[str, ModuleType] = {"ibm7094": ibm7094.cli, "samuel": samuel.cli}


def commands(called: str, command: Any) -> Iterator[tuple[str, Any]]:
    """A command and its subcommands, by what the user types."""
    yield called, command
    for name, inner in getattr(command, "commands", {}).items():
        yield from commands(f"{called} {name}", inner)


COMMANDS = dict(each for name, cli in PROGRAMS.items() for each in commands(name, get_command(cli.app.app)))

Help = Callable[[str], str]


@pytest.fixture
def shown(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Help:
    """The help of a command, in one long line."""
    monkeypatch.setenv("COLUMNS", "300")

    def run(called: str) -> str:
        program, *names = called.split()
        assert PROGRAMS[program].main([*names, "--help"]) == 0
        return " ".join(capsys.readouterr().out.split())

    return run


@pytest.mark.parametrize("called", COMMANDS)
def test_the_help_says_all_that_its_source_says(called: str, shown: Help) -> None:
    """Words in square brackets would be read as markup and lost."""
    command, text = COMMANDS[called], shown(called)
    for said in (command.help, *(parameter.help for parameter in command.params)):
        assert " ".join(said.split()) in text


@pytest.mark.parametrize("called", COMMANDS)
def test_the_usage_has_no_brackets_in_brackets_and_dots_only_once(called: str, shown: Help) -> None:
    usage = shown(called).partition(" ".join(COMMANDS[called].help.split()[:3]))[0]
    assert usage.startswith(f"Usage: {called}")
    assert not any(doubled in usage for doubled in ("[[", "...]...", "...}..."))
