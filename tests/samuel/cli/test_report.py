"""The report: nothing missing, nothing made up, and a browser shows it without an error."""

import re
import shutil
import subprocess
from collections.abc import Iterable, Iterator
from dataclasses import replace
from html.parser import HTMLParser
from pathlib import Path

import pytest

from samuel import paper
from samuel.fit.readings import lost
from samuel.report import cells, study, trees, written
from samuel.report.blocks import (
    Block,
    Fold,
    Heading,
    Page,
    Pair,
    Plot,
    PrintedLine,
    Printout,
    Section,
    Span,
    Table,
    Words,
)
from samuel.report.evidence import KINDS, entries, tally
from samuel.report.made import Origin, on_record, run_now
from samuel.report.sections import fig3
from samuel.studies import records
from samuel.studies.fig3 import agreement
from samuel.studies.fig3.chance import Draw, recorded_draws
from samuel.studies.fig3.free_run import free_run
from samuel.studies.sizes.study import size_study
from samuel.trees.compare import compare
from samuel.trees.transcription import figure
from samuel.trees.treefile import the_figure

CHROMIUM = shutil.which("chromium")


@pytest.fixture(scope="module")
def page() -> Page:
    return study.page(lambda what: None)


@pytest.fixture(scope="module")
def html(page: Page) -> str:
    return written.html(page)


def inside(blocks: Iterable[Block]) -> Iterator[Block]:
    """The blocks, and those that are folded away."""
    for block in blocks:
        yield block
        if isinstance(block, Fold):
            yield from inside(block.blocks)


def tables(page: Page, key: str = "") -> list[Table]:
    return [
        block
        for section in page.sections
        if key in ("", section.key)
        for block in inside(section.blocks)
        if isinstance(block, Table)
    ]


def headed(page: Page, key: str, head: str) -> Table:
    return next(table for table in tables(page, key) if table.heads[0] == head)


def words(page: Page, key: str) -> str:
    shown = next(section for section in page.sections if section.key == key)
    return " ".join(block.text for block in inside(shown.blocks) if isinstance(block, Words))


def small(*blocks: Block) -> Page:
    return Page("title", ("about",), (Section("key", "section", (run_now("it", "do it"),), blocks),))


# What is on it


def test_every_section_has_a_title_and_something_to_show(page: Page) -> None:
    assert len(page.sections) == len(study.SECTIONS)
    for section in page.sections:
        assert section.title
        assert section.blocks


def test_every_section_says_where_its_numbers_are_from_and_what_makes_them(page: Page) -> None:
    for section in page.sections:
        assert section.made
        for made in section.made:
            assert bool(made.command) == (made.when != "read, not run")


def test_no_table_is_empty_and_every_row_has_its_cells(page: Page) -> None:
    for table in tables(page):
        assert table.rows
        assert len(table.right) == len(table.heads)
        assert all(len(row) == len(table.heads) for row in table.rows)


def test_the_measures_are_those_of_the_record(page: Page) -> None:
    shown = {row[0].text: row[2].text for row in headed(page, "fig3", "measure").rows}
    recorded = records.AGREEMENT.kept()
    assert recorded is not None
    for stick in agreement.YARDSTICKS:
        if isinstance(recorded[stick.measure], int):
            assert shown[stick.what] == str(recorded[stick.measure])


def test_table_1_is_the_papers(page: Page) -> None:
    table = headed(page, "tables", "term")
    assert sum(bool(cell.text) for row in table.rows for cell in row[1:]) == len(paper.table_1())


def test_every_lost_name_has_a_row_that_says_how_far_its_readings_go(page: Page) -> None:
    assert tuple(row[0].text for row in headed(page, "fig3", "name").rows) == lost()


def test_every_line_of_the_figure_has_its_class(page: Page) -> None:
    counted = {row[0].text: int(row[2].text) for row in headed(page, "fig3", "lines of the figure").rows}
    assert sum(counted.values()) - counted["extra"] == len(figure().lines)


def test_it_says_for_how_many_equal_lines_there_are_no_scores_to_compare(page: Page) -> None:
    found = compare(the_figure(), free_run().printed)
    assert f"of the equal lines {found.equal_unscored} do not have two scores" in words(page, "fig3")


def test_the_first_difference_shows_lines_of_both_trees(page: Page) -> None:
    shown = next(section for section in page.sections if section.key == "fig3")
    pairs = [block for block in shown.blocks if isinstance(block, Pair) and not block.legend]
    assert pairs
    for pair in pairs:
        for side in (pair.left, pair.right):
            assert sum(span.mark == "here" for line in side.lines for span in line.spans) == 1


def test_all_models_have_their_times(page: Page) -> None:
    assert any(
        table.heads[1:] == ("704", "709", "7090", "7094", "7094-II") for table in tables(page, "timing")
    )


def test_a_time_with_only_a_lower_limit_in_the_paper_says_so(page: Page) -> None:
    stated = {row[1].text for row in headed(page, "timing", "what").rows}
    least = [time for time in paper.times().values() if time.high is None]
    assert least
    assert {f"over {time.low:,g} {time.unit}" for time in least} <= stated


def test_nothing_is_minus_zero(page: Page) -> None:
    assert not [cell for table in tables(page) for row in table.rows for cell in row if cell.text == "-0.00"]
    assert cells.hundredths(-0.001) == "0.00"


@pytest.mark.parametrize(("saved", "said"), [(1, "fewer than"), (50, "as with"), (90, "more than")])
def test_what_zero_coefficients_save_is_compared_as_it_is(saved: int, said: str, page: Page) -> None:
    recorded = records.AGREEMENT.kept()
    assert recorded is not None
    found = agreement.Agreement(**{**recorded, "replay_saved": 50, "seconds": tuple(recorded["seconds"])})
    draw = Draw(first=0, saved=saved, exact=0, shared=0, survey=0, move="")
    *_, last = fig3.beside_chance(found, {"zero": [draw]})
    assert isinstance(last, Words)
    assert f"saved moves are {saved}, {said}" in last.text


def test_what_was_fitted_stands_beside_chance(page: Page) -> None:
    shown = " ".join(row[0].text for row in headed(page, "fit", "numbers").rows)
    assert "climbed" in shown
    assert all(kind in shown for kind, draws in recorded_draws().items() if draws)


def test_the_evidence_is_counted_from_the_reconstruction() -> None:
    found = entries()
    assert len(found) > 100
    assert all(entry.kinds for entry in found)
    assert set(tally(found)) == set(KINDS)
    assert min(tally(found).values()) > 10


# Records


def test_a_record_says_whether_the_cards_of_today_made_it(monkeypatch: pytest.MonkeyPatch) -> None:
    assert on_record("it", records.FIGURES).when == "on record, from the current program"
    monkeypatch.setattr(records, "deck_hash", lambda deck: "another")
    assert on_record("it", records.FIGURES).when == "on record, from an earlier program"


def test_a_record_that_is_not_there_names_the_command_that_makes_it() -> None:
    nowhere = replace(records.FIGURES, name="nowhere")
    assert on_record("it", nowhere) == Origin("not on record", "it", nowhere.command)


# Trees


def test_lost_scores_are_in_brackets_and_others_are_not() -> None:
    left = trees.pair(figure().lines, figure().lines).left
    for line, shown in zip(figure().lines, left.lines, strict=True):
        assert ("(" in shown.behind.text) == (line.side != "=") == (shown.behind.mark == "lost")


def test_repaired_moves_are_marked_with_what_our_copy_reads() -> None:
    left = trees.pair(figure().lines, figure().lines).left
    noted = [span for line in left.lines for span in line.spans if trees.REPAIRED in span.text]
    repaired = [line.repaired for line in figure().lines if line.repaired]
    assert repaired
    assert [span.note for span in noted] == [f"our copy reads {scan}" for scan, _ in repaired]


def test_moves_of_a_ply_stand_below_one_another() -> None:
    printout = trees.pair(figure().lines, figure().lines).left
    for line, text in zip(figure().lines, printout.text(), strict=True):
        start = 3 + 6 * (line.ply - 1)
        assert text[start : start + 5].replace(" ", "") == line.moves[0]


# As HTML


def test_drawings_do_not_share_names(html: str) -> None:
    names = re.findall(r'\bid="([^"]+)"', html)
    assert len(names) == len(set(names))
    used = set(re.findall(r'(?:href="|url\()#([^")]+)', html))
    assert used <= set(names)


def test_drawings_scale_with_the_page(page: Page) -> None:
    plots = [block for section in page.sections for block in section.blocks if isinstance(block, Plot)]
    assert len(plots) >= 4
    for plot in plots:
        assert re.match(r"<svg [^>]*viewBox=", plot.svg)
        assert not re.match(r'<svg [^>]* width="', plot.svg)


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
    line = PrintedLine((Span(text),))
    page = small(
        Words(text),
        Heading(text),
        Table.of([text], [[text]]),
        Pair(Printout(text, (line,)), Printout(text, (line,))),
        Fold(text, (Words(text),)),
    )
    assert "<b>" not in written.html(page)
    assert "&lt;b&gt;" in written.html(page)
    assert "\\|" in written.markdown(page)


def test_a_column_stands_to_the_right_with_its_heading_or_not_at_all() -> None:
    text = written.html(small(Table.of(("what", "source", "number"), [("a", "1959 app. A", "-inf")], "llr")))
    assert '<th class="right">number</th>' in text
    assert ">source</th>" in text and '"right">source' not in text
    assert re.search(r'<td class=" right"[^>]*>-inf</td>', text)
    assert re.search(r'<td class=""[^>]*>1959 app. A</td>', text)


@pytest.mark.parametrize(
    ("row", "narrow"),
    [
        (("a long name of something", "1", "2"), "plain"),
        (("name", "a long account of it", "and another one"), "short"),
        (("a long name of something", "a long account of it", "and another one"), "tall"),
    ],
)
def test_a_table_too_wide_for_a_phone_is_laid_out_for_it(row: tuple[str, ...], narrow: str) -> None:
    assert Table.of(("what", "a", "b"), [row]).narrow == narrow


def test_a_table_of_words_alone_is_read_cell_by_cell_on_a_phone() -> None:
    row = ("a long name of something", "a long account of it", "and another one")
    assert Table.of(("what", "a", "b"), [row], "lll").narrow == "prose"


# As Markdown


def test_markdown_has_the_tables_and_trees_line_by_line(page: Page) -> None:
    text = written.markdown(page)
    found = [page.glance, *tables(page)]
    lines = sum(len(table.rows) for table in found) + 2 * len(found)
    assert len(re.findall(r"^\|.*\|\s*$", text, re.M)) == lines
    pairs = [b for section in page.sections for b in inside(section.blocks) if isinstance(b, Pair)]
    assert text.count("```") == 4 * len(pairs)


def test_the_numbers_of_every_drawing_stand_in_a_table_after_it(page: Page) -> None:
    for section in page.sections:
        for block, after in zip(section.blocks, section.blocks[1:], strict=False):
            assert not isinstance(block, Plot) or isinstance(after, Table)


# In a browser


@pytest.mark.slow
@pytest.mark.skipif(CHROMIUM is None, reason="needs a browser: apt-get install chromium")
@pytest.mark.parametrize("width", [390, 1280])
def test_a_browser_shows_it_whole_and_without_an_error(width: int, html: str, tmp_path: Path) -> None:
    """In a frame, since a window has a minimum width and a phone has not."""
    file, frame = tmp_path / "report.html", tmp_path / "frame.html"
    file.write_text(html, encoding="utf-8")
    frame.write_text(
        f"""<title></title><iframe src="report.html" style="width: {width}px; height: 900px"></iframe>
        <script>addEventListener('load', () => {{
          const seen = document.querySelector('iframe').contentDocument;
          const whole = seen.documentElement;
          const drawn = [...seen.querySelectorAll('.plot svg')].filter(
            svg => svg.getBoundingClientRect().height > 50);
          const small = drawn.flatMap(svg => [...svg.querySelectorAll('text')]).filter(
            text => Math.max(text.getBoundingClientRect().height, text.getBoundingClientRect().width) < 9);
          document.title = `wider by ${{whole.scrollWidth - whole.clientWidth}}, drawings ${{drawn.length}}, `
            + `small letters ${{small.length}}`;
        }});</script>"""
    )
    done = subprocess.run(
        [
            str(CHROMIUM),
            "--headless=new",
            "--no-sandbox",
            "--disable-gpu",
            "--disable-background-networking",
            "--allow-file-access-from-files",
            f"--user-data-dir={tmp_path / 'profile'}",
            "--window-size=1400,1000",
            "--enable-logging=stderr",
            "--v=0",
            "--dump-dom",
            frame.as_uri(),
        ],
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert "CONSOLE" not in done.stderr
    plots = html.count('class="plot"')
    assert f"<title>wider by 0, drawings {plots}, small letters 0</title>" in done.stdout


def test_every_size_that_was_measured_stands_beside_the_papers(page: Page) -> None:
    measured = [row for row in size_study().rows if row.ours is not None]
    (table,) = tables(page, "sizes")
    assert [row[0].text for row in table.rows] == [row.paper.name for row in measured]
    assert [row[2].text for row in table.rows] == [f"{row.ours:,}" for row in measured]
