"""Every example of README.md and of --help runs, in order, in the folder that `make try` prepares."""

import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from typer.main import get_command

from tests.rigs.command_rig import APPS, check_command
from tests.rigs.facts import ROOT

README = (ROOT / "README.md").read_text(encoding="utf-8")
OUTSIDE = ("FOLDER", "system.tap", "diagnostic.p7b", "master.dsk", "ibm7094 diag")
"""What examples name and only their user has: IBM's diagnostics, tapes and disks of a system."""
LONG = re.compile(
    r"samuel (learn(?! .*--moves 20 )|match|book play|fit|griffith|table 2|selfplay|report|timing)"
    r"|samuel study \w+\b(?! --recorded)|book make book\.pdn"
    r"|ibm7094 bench|--chance|--record\b(?! \S)|--install-completion"
)
"""Take minutes, or change the records of the checkout: only their options are checked here. The commands
run in tests of their own, with less to do."""
DIFFERENT_TREES = "samuel compare traces/paper/fig3.tsv traces/own/fig3.txt"
DIFFERS = 1
WRITES = re.compile(
    r"(?:-o|--out|--output|--pdn|--listing|--map|--record|--print|--plot|--speedscope|>) ?([\w.]+\.\w+)"
)


def commands(group: Any, name: str) -> Iterator[tuple[str, str]]:
    """Each command with its help."""
    yield name, group.help or ""
    for sub, command in getattr(group, "commands", {}).items():
        yield from commands(command, f"{name} {sub}")


def examples() -> list[str]:
    """Every example, in order: those of the README, then those of each help."""
    found = []
    for line in re.findall(r"^    ((?:samuel|ibm7094) [^\n]*?)(?:  +.*)?$", README, re.MULTILINE):
        found += [part.strip() for part in line.split(", ")]
    for name, app in APPS.items():
        for _, text in commands(get_command(app), name):
            found += [line.strip() for line in text.partition("Examples:")[2].splitlines() if line.strip()]
    return list(dict.fromkeys(found))


EXAMPLES = examples()
RUN = [line for line in EXAMPLES if not LONG.search(line) and not any(word in line for word in OUTSIDE)]


@pytest.fixture(scope="session")
def prepared(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder that `make try` makes."""
    folder = tmp_path_factory.mktemp("examples") / "try"
    command: list[str | Path] = [sys.executable, ROOT / "examples" / "prepare.py", folder]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    return folder


def shell(line: str, folder: Path) -> subprocess.CompletedProcess[str]:
    """Run a line in a shell that finds the commands, without standard input."""
    path = f"{Path(sys.executable).parent}:/usr/bin:/bin"
    return subprocess.run(
        ["bash", "-c", f"PATH={path}:$PATH\n{line}"],
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
        stdin=subprocess.DEVNULL,
        timeout=120,
    )


@pytest.mark.slow
def test_every_example_runs_as_printed_one_after_the_other(prepared: Path) -> None:
    folder = prepared.with_name("used")
    shutil.copytree(prepared, folder)  # with the listings, where `fmt` writes
    failed = {}
    for line in RUN:
        done = shell(line, folder)
        expected = DIFFERS if line == DIFFERENT_TREES else 0
        if done.returncode != expected or "Traceback" in done.stderr:
            failed[line] = (done.returncode, done.stderr)
    assert failed == {}


@pytest.mark.parametrize(
    "line", [line for line in EXAMPLES if line not in RUN and line.startswith(("samuel ", "ibm7094 "))]
)
def test_a_long_example_is_a_command_that_takes_these_options(line: str) -> None:
    check_command(line)


CONTINUED = {"book.pdn", "long.tap"}
"""`book play` adds to its own file, `learn --resume` goes on with its own."""
REMADE = {"out.txt"}
"""`run --print` replaces its own paper."""


def test_no_example_writes_over_what_another_made_or_needs(prepared: Path) -> None:
    written = [name for line in EXAMPLES for name in WRITES.findall(line)]
    twice = {name for name in written if written.count(name) > 1}
    assert twice <= CONTINUED | REMADE
    assert [name for name in written if (prepared / name).exists()] == []
