"""The pages: the API page builds without a warning, the files they name exist, the Python examples run."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

from ibm7094.asm import assemble
from ibm7094.media.cards import write_cards
from samuel.resources import LISTINGS
from tests.rigs.facts import ROOT

PAGES = sorted([*ROOT.glob("*.md"), *(ROOT / "listings").glob("*.md"), *(ROOT / "traces").rglob("*.md")])
README = (ROOT / "README.md").read_text(encoding="utf-8")
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


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with the files that the Python examples name."""
    monkeypatch.chdir(tmp_path)
    write_cards(Path("deck.cbn"), assemble(ROOT / "examples" / "sum.fap").deck("self-loading"))
    return tmp_path


@pytest.mark.slow
@pytest.mark.parametrize("code", PYTHON, ids=range(len(PYTHON)))
def test_every_python_example_of_the_readme_runs(code: str, folder: Path) -> None:
    Path("listings").symlink_to(LISTINGS)
    before = "from ibm7094 import Machine\nm = Machine()\n" if "m.load(program)" in code else ""
    done = subprocess.run([sys.executable, "-c", before + code], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
