"""`samuel report`: where the page goes, its JSON, and what is refused."""

import json
from pathlib import Path

import pytest

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
        ("/proc/page.html", "the folder /proc"),
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


def test_a_report_may_go_where_nothing_is_kept() -> None:
    assert main(["report", "-o", "/dev/null"]) == 0
