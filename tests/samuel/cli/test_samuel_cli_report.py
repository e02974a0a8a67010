"""`samuel report`: where the page goes, its JSON, and what is refused."""

import json
import random
import subprocess
import sys
from pathlib import Path
from time import monotonic, sleep

import pytest

from ibm7094.errors import MachineError
from samuel.cli import main
from samuel.cli.comparing.report import MISSED
from samuel.report import study
from samuel.report.blocks import Page, Result, Section, Words
from samuel.report.made import run_now

BAD_INPUT = 2


def small(holds: bool) -> Page:
    """A report that takes no time."""
    result = Result("it", "2", "1", holds)
    section = Section("key", "section", (run_now("it", "do it"),), (Words("text"),), (result,))
    return Page("title", ("about",), (section,))


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(study, "page", lambda progress: small(holds=True))
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.parametrize(("given", "name"), [([], "report.html"), (["--markdown"], "report.md")])
def test_the_name_of_the_file_follows_its_form(given: list[str], name: str, folder: Path) -> None:
    assert main(["report", *given]) == 0
    assert [file.name for file in folder.iterdir()] == [name]


def test_json_has_the_path_and_the_numbers_of_agreement(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["report", "-o", "page.html", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["path"] == "page.html"
    assert found["sections"][0]["agreement"] == [{"what": "it", "found": "2", "asked": "1", "holds": True}]


def test_something_missed_is_written_and_exits_with_1(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(study, "page", lambda progress: small(holds=False))
    assert main(["report", "-o", "page.html"]) == MISSED
    assert (folder / "page.html").exists()


@pytest.mark.parametrize(
    ("place", "said"),
    [
        ("nowhere/page.html", "there is no folder nowhere"),
        (".", "is a folder"),
        ("/proc/page.html", "/proc/page.html"),
    ],
)
def test_a_place_that_cannot_be_written_is_refused_before_the_work(
    place: str, said: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def work(progress: object) -> Page:
        raise AssertionError("the work was begun")

    monkeypatch.setattr(study, "page", work)
    assert main(["report", "-o", place]) == BAD_INPUT
    assert said in capsys.readouterr().err


def test_a_page_of_its_own_is_replaced_and_another_file_is_not(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    page = folder / "page.html"
    assert main(["report", "-o", "page.html"]) == 0
    assert main(["report", "-o", "page.html"]) == 0
    page.write_text("notes of mine")
    assert main(["report", "-o", "page.html"]) == BAD_INPUT
    assert "--force" in capsys.readouterr().err and page.read_text() == "notes of mine"
    assert main(["report", "-o", "page.html", "--force"]) == 0
    assert "title" in page.read_text()


def test_the_page_goes_to_standard_output_if_asked(
    capfdbinary: pytest.CaptureFixture[bytes], folder: Path
) -> None:
    assert main(["report", "-o", "-"]) == 0
    assert capfdbinary.readouterr().out.startswith(b"<!DOCTYPE html>")
    assert list(folder.iterdir()) == []


def test_page_and_json_do_not_share_standard_output(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["report", "-o", "-", "--json"]) == BAD_INPUT
    assert "standard output" in capsys.readouterr().err


def test_a_page_may_be_written_through_a_link(folder: Path) -> None:
    (folder / "elsewhere").mkdir()
    (folder / "page.html").symlink_to(folder / "elsewhere" / "real.html")
    assert main(["report", "-o", "page.html"]) == 0
    assert (folder / "page.html").is_symlink() and (folder / "elsewhere" / "real.html").is_file()


def test_work_that_fails_leaves_the_old_page(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert main(["report", "-o", "page.html"]) == 0
    before = (folder / "page.html").read_bytes()

    def fails(progress: object) -> Page:
        raise MachineError("it fails.")

    monkeypatch.setattr(study, "page", fails)
    assert main(["report", "-o", "page.html"]) == BAD_INPUT
    assert (folder / "page.html").read_bytes() == before
    assert [file.name for file in folder.iterdir()] == ["page.html"]


@pytest.mark.slow
def test_a_report_killed_at_ten_random_moments_leaves_the_old_page_whole(folder: Path) -> None:
    """The studies are left out, so that most kills come while the page is drawn and written."""
    code = (
        "import sys\n"
        "from samuel.report import study\n"
        "study.provenance.facts = lambda: ()\n"
        "quick = ('Figs. 4 and 5', 'sizes', 'evidence')\n"
        "study.SECTIONS = {name: study.SECTIONS[name] for name in quick}\n"
        "from samuel.cli import main\n"
        "sys.exit(main(['report', '-o', 'page.html']))\n"
    )
    began = monotonic()
    assert subprocess.run([sys.executable, "-c", code], cwd=folder, check=False).returncode == 0
    takes = monotonic() - began
    page = folder / "page.html"
    before = page.read_bytes()
    chance = random.Random(1967)
    for _ in range(10):
        with subprocess.Popen([sys.executable, "-c", code], cwd=folder, stderr=subprocess.DEVNULL) as run:
            sleep(chance.uniform(0.1, takes))
            run.kill()
        assert page.read_bytes() == before
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=folder, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    assert [file.name for file in folder.iterdir()] == ["page.html"]


def test_a_report_may_go_where_nothing_is_kept() -> None:
    assert main(["report", "-o", "/dev/null"]) == 0
