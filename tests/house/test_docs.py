"""The pages: the API page builds without a warning, the files they name exist, and the examples run."""

import io
import re
import shlex
import subprocess
import sys
from pathlib import Path
from shutil import copyfile

import pytest
from typer.main import get_command

from ibm7094.asm import assemble
from ibm7094.cli import main as ibm7094_main
from ibm7094.cli.app import app as ibm7094_app
from ibm7094.media.cards import write_cards
from samuel.cli import main as samuel_main
from samuel.cli.app import app as samuel_app
from samuel.paper.archive import archived, named
from samuel.paper.fig3 import FIGURE
from samuel.player.signature_tables import FIG_4, Tables, write_tape
from samuel.resources import LISTINGS
from tests.rigs.facts import ROOT

PAGES = sorted([*ROOT.glob("*.md"), *(ROOT / "listings").glob("*.md"), *(ROOT / "traces").rglob("*.md")])
README = (ROOT / "README.md").read_text(encoding="utf-8")
COMMANDS = re.findall(r"^    ((?:samuel|ibm7094) [^\n]*?)(?:  +.*)?$", README, re.MULTILINE)
PYTHON = re.findall(r"```python\n(.*?)```", README, re.DOTALL)


@pytest.mark.slow
def test_the_api_page_builds_without_a_warning(tmp_path: Path) -> None:
    command: list[str | Path] = [sys.executable, "-W", "error", ROOT / "docs" / "api.py", tmp_path]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    assert (tmp_path / "samuel" / "player" / "program.html").exists()


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_every_link_of_a_page_leads_somewhere(page: Path) -> None:
    links = re.findall(r"\]\((?!https?:|#)([^)#]+)", page.read_text(encoding="utf-8"))
    assert [link for link in links if not (page.parent / link).exists()] == []


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_every_path_of_the_project_that_a_page_names_exists(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    paths = set(re.findall(r"`((?:samuel|ibm7094|listings|traces|tests|docs)/[\w./-]+)`", text))
    assert sorted(path for path in paths if not (ROOT / path).exists() and path != "docs/api/") == []


LONG = ("learn", "selfplay", "match", "book play", "fit", "report", "timing", "demo", "bench", "diag")
"""Commands that take long, need data from outside, or are run by the test of the installed package."""
SUM = """\
       ABS
       ORG     64
START  CLA     ONE
LOOP   ADD     ONE
       CAS     TEN
       HTR     *
       HTR     *
       TRA     LOOP
ONE    DEC     1
TEN    DEC     10
       END     START
"""
LINES = sorted({part.strip() for line in COMMANDS for part in line.split(", ")})


def is_long(line: str) -> bool:
    return line.partition(" ")[2].startswith(LONG)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with the files that the examples name."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "stdin", io.StringIO())
    Path("sum.fap").write_text(SUM)
    write_cards(Path("deck.cbn"), assemble("sum.fap").deck("self-loading"))
    Path("data.txt").write_text("A CARD\n")
    Path("games.pdn").write_text(archived(named(["G-30"])))
    for name in ("A", "B"):
        copyfile(FIGURE, name)
    write_tape("t.tap", Tables.random(FIG_4))
    return tmp_path


@pytest.mark.slow
@pytest.mark.parametrize("line", [line for line in LINES if not is_long(line)])
def test_every_example_of_the_readme_runs(line: str, folder: Path, capfd: pytest.CaptureFixture[str]) -> None:
    name, *given = shlex.split(line)
    assert {"samuel": samuel_main, "ibm7094": ibm7094_main}[name](given) == 0, capfd.readouterr().err


@pytest.mark.parametrize("line", [line for line in LINES if is_long(line)])
def test_a_long_example_of_the_readme_is_a_command_that_takes_these_options(line: str, folder: Path) -> None:
    name, *given = shlex.split(line)
    context = get_command({"samuel": samuel_app, "ibm7094": ibm7094_app}[name]).make_context(name, given)
    while hasattr(context.command, "resolve_command"):
        left = [*getattr(context, "_protected_args", []), *context.args]
        called, command, rest = context.command.resolve_command(context, left)
        context = command.make_context(called, rest, parent=context)
    assert context.command.callback


@pytest.mark.slow
@pytest.mark.parametrize("code", PYTHON, ids=range(len(PYTHON)))
def test_every_python_example_of_the_readme_runs(code: str, folder: Path) -> None:
    Path("listings").symlink_to(LISTINGS)
    before = "from ibm7094 import Machine\nm = Machine()\n" if "m.load(program)" in code else ""
    done = subprocess.run([sys.executable, "-c", before + code], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
