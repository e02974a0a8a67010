"""The report: nothing missing, nothing made up, and a browser shows it without an error."""

import re
import shutil
import subprocess
from html.parser import HTMLParser
from pathlib import Path

import pytest

from samuel import agreement, own, paper
from samuel.report import study, written
from samuel.report.blocks import Cell, Page, Plot, Section, Table, Words
from samuel.report.evidence import KINDS, entries, tally

CHROMIUM = shutil.which("chromium")


@pytest.fixture(scope="module")
def page() -> Page:
    return study.page(lambda what: None)


@pytest.fixture(scope="module")
def html(page: Page) -> str:
    return written.html(page)


def test_every_section_has_a_title_a_command_and_something_to_show(page: Page) -> None:
    assert len(page.sections) == len(study.SECTIONS)
    for section in page.sections:
        assert section.title
        assert section.command
        assert section.blocks


def test_no_table_is_empty_and_every_row_has_its_cells(page: Page) -> None:
    tables = [block for section in page.sections for block in section.blocks if isinstance(block, Table)]
    assert len(tables) > 6
    for table in tables:
        assert table.rows
        assert all(len(row) == len(table.heads) for row in table.rows)


def test_the_measures_are_those_of_the_record(page: Page) -> None:
    fig3 = next(section for section in page.sections if section.key == "fig3")
    table = next(block for block in fig3.blocks if isinstance(block, Table))
    cells = {row[0].text: row[2].text for row in table.rows}
    recorded = own.AGREEMENT.kept()
    assert recorded is not None
    for stick in agreement.YARDSTICKS:
        if isinstance(recorded[stick.measure], int):
            assert cells[stick.what] == str(recorded[stick.measure])


def test_table_1_is_the_papers(page: Page) -> None:
    shown = next(section for section in page.sections if section.key == "tables")
    table = next(block for block in shown.blocks if isinstance(block, Table))
    numbers = sum(bool(cell.text) for row in table.rows for cell in row[1:])
    assert numbers == len(paper.table_1())


def test_drawings_do_not_share_names(html: str) -> None:
    names = re.findall(r'\bid="([^"]+)"', html)
    assert len(names) == len(set(names))
    used = set(re.findall(r'(?:href="|url\()#([^")]+)', html))
    assert used <= set(names)


def test_the_page_needs_nothing_else(html: str) -> None:
    found: list[str] = []

    class Fetched(HTMLParser):
        def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
            for name, value in attrs:
                if name in ("src", "href") and value and not value.startswith(("#", "data:")):
                    found.append(value)

    Fetched().feed(html)
    assert found == []
    assert "@import" not in html


def test_what_is_written_is_escaped() -> None:
    text = "<b> & |"
    page = Page(text, (text,), (Section("x", text, text, (Words(text), Table.of([text], [[text]]))),))
    assert "<b>" not in written.html(page)
    assert "&lt;b&gt;" in written.html(page)
    assert "\\|" in written.markdown(page)


def test_markdown_has_the_tables_and_trees_line_by_line(page: Page) -> None:
    text = written.markdown(page)
    rows = sum(len(b.rows) for section in page.sections for b in section.blocks if isinstance(b, Table))
    tables = sum(isinstance(b, Table) for section in page.sections for b in section.blocks)
    assert len(re.findall(r"^\|.*\|\s*$", text, re.M)) == rows + 2 * tables
    assert text.count("```") == 4


def test_numbers_stand_to_the_right_and_words_do_not() -> None:
    assert Cell.of("-0.5").number
    assert Cell.of(12).number
    assert Cell.of("63 s").number
    assert not Cell.of("paper").number
    assert not Cell.of("").number


def test_the_evidence_is_counted_from_the_reconstruction() -> None:
    found = entries()
    assert len(found) > 100
    assert all(entry.kinds for entry in found)
    assert set(tally(found)) == set(KINDS)
    assert min(tally(found).values()) > 10


def test_drawings_scale_with_the_page(page: Page) -> None:
    plots = [block for section in page.sections for block in section.blocks if isinstance(block, Plot)]
    assert len(plots) >= 4
    for plot in plots:
        assert re.match(r"<svg [^>]*viewBox=", plot.svg)
        assert not re.match(r'<svg [^>]* width="', plot.svg)


@pytest.mark.slow
@pytest.mark.skipif(CHROMIUM is None, reason="needs a browser: apt-get install chromium")
def test_a_browser_shows_it_without_an_error_and_not_wider_than_a_phone(html: str, tmp_path: Path) -> None:
    file = tmp_path / "report.html"
    probe = (
        "<script>addEventListener('load', () => { document.title = 'width ' + "
        "document.documentElement.scrollWidth + ' of ' + document.documentElement.clientWidth + "
        "' plots ' + [...document.querySelectorAll('.plot svg')].filter("
        "s => s.getBoundingClientRect().height > 50).length; });</script>"
    )
    file.write_text(html.replace("</body>", probe + "</body>"))
    done = subprocess.run(
        [
            str(CHROMIUM),
            "--headless=new",
            "--no-sandbox",
            "--disable-gpu",
            f"--user-data-dir={tmp_path / 'profile'}",
            "--window-size=500,900",
            "--enable-logging=stderr",
            "--v=0",
            "--dump-dom",
            file.as_uri(),
        ],
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert "CONSOLE" not in done.stderr
    title = re.search(r"<title>width (\d+) of (\d+) plots (\d+)</title>", done.stdout)
    assert title, done.stdout[:300]
    assert int(title[1]) <= int(title[2])
    assert int(title[3]) == html.count('class="plot"')
