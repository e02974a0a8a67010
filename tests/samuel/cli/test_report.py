"""The report: nothing missing, nothing made up, and a browser shows it without an error."""

import re
import shutil
import subprocess
from collections.abc import Iterable, Iterator
from dataclasses import replace
from html.parser import HTMLParser
from itertools import pairwise
from pathlib import Path

import pytest

from samuel import paper
from samuel.checkers.rules import START, Position
from samuel.fit.readings import lost
from samuel.player.signature_tables import FIG_4, FIG_5, Form
from samuel.player.store import deck_hash
from samuel.report import cells, provenance, study, trees, written
from samuel.report.blocks import (
    Beside,
    Block,
    Drawing,
    Fold,
    Heading,
    MoveList,
    Page,
    Pair,
    Plot,
    PrintedLine,
    Printout,
    Section,
    Sheet,
    Span,
    Table,
    Words,
)
from samuel.report.drawings import boards, look_ahead, wiring
from samuel.report.evidence import KINDS, entries, tally
from samuel.report.made import Origin, on_record, run_now
from samuel.report.sections import fig3
from samuel.studies import printed_games, records
from samuel.studies.alpha_beta import figures
from samuel.studies.books import tables_1_2
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
    """The blocks, and those that are folded away or stand side by side."""
    for block in blocks:
        yield block
        if isinstance(block, Fold):
            yield from inside(block.blocks)
        if isinstance(block, Beside):
            yield from inside((*block.left, *block.right))


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


def drawings(page: Page, key: str) -> list[Drawing]:
    shown = next(section for section in page.sections if section.key == key)
    return [block for block in inside(shown.blocks) if isinstance(block, Drawing)]


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
    draw = Draw(first=0, saved=saved, exact=0, in_order=0, boards=0, shared=0, survey=0, move="")
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


# Sources, version, date


def test_every_number_of_a_paper_has_its_source_beside_it(page: Page) -> None:
    """A table with a column for the paper names its source below it, or in a column of its own."""
    papers = {"paper", "Griffith", "tables: paper", "paper, octal", "place, paper", "tries, paper"}
    for section in page.sections:
        for block in inside(section.blocks):
            if isinstance(block, Table) and papers & set(block.heads):
                assert block.source or "source" in block.heads, (section.key, block.heads)


def test_times_sizes_and_games_name_paper_and_place_in_every_row(page: Page) -> None:
    for key, head in (("timing", "what"), ("sizes", "size"), ("games", "game, Black against White")):
        table = headed(page, key, head)
        at = table.heads.index("source")
        assert all(re.match(r"(Samuel|Griffith) 19\d\d, \S", row[at].text) for row in table.rows), key


def test_all_papers_are_listed_with_what_is_available(page: Page) -> None:
    (table,) = tables(page, "papers")
    assert [row[2].text for row in table.rows] == [each.title for each in paper.sources().values()]


def test_the_page_names_commit_or_version_date_deck_and_books(page: Page, html: str) -> None:
    facts = dict(page.facts)
    assert re.fullmatch(r"(commit [0-9a-f]{12}(, with changes since)?|version \S+)", facts["version"])
    assert deck_hash(records.PLAYER)[:16] in facts["player's deck"]
    assert "SHA-256 of its games" in facts["book of Tables 1 and 2"]
    for fact in facts.values():
        assert fact.replace("'", "’") in html


def test_outside_a_checkout_the_page_names_the_version(tmp_path: Path) -> None:
    assert re.fullmatch(r"version (\d\S*|unknown)", provenance.made_by(tmp_path))


def test_the_date_can_be_given(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "0")
    assert provenance.made_on() == "1 January 1970"


def test_a_book_without_a_hash_on_record_is_named(tmp_path: Path) -> None:
    assert provenance.book_of({"name": "b.tap"}, "name") == "b.tap"
    assert provenance.book_of({"name": "b.tap", "sha256": "f" * 64}, "name").endswith(" " + "f" * 16)


# The opening


def test_the_opening_is_three_sentences_that_the_findings_bear_out(page: Page) -> None:
    (about,) = page.about
    assert len(re.findall(r"\.(?:\s|$)", about)) == 3
    found = {result.what: result for section in page.sections for result in section.results}
    assert found["free run: move chosen"].holds and found["free run: simulated seconds"].holds
    assert found["Fig. 2, the look-ahead step by step"].holds
    run = tables_1_2.kept()
    assert run and run.lines[-1][1] >= paper.table_2()[-1].tables / 100
    assert int(found["free run: boards of the figure"].found) < len(figure().boards)


def test_the_findings_are_numbers_of_their_sections(page: Page) -> None:
    found = [finding for section in page.sections for finding in section.findings]
    assert len(found) >= 6 and all(finding.number and finding.what for finding in found)
    recorded = records.AGREEMENT.kept()
    assert recorded and f"{recorded['boards_shared']} of" in " ".join(finding.number for finding in found)


# Drawings


def test_figs_1_and_2_are_drawn_with_what_the_machine_did(page: Page) -> None:
    whole, seen = drawings(page, "figs1-2")
    look, plain = figures.look_at_figures().looks
    assert whole.svg.count("<circle") == plain.boards
    assert whole.svg.count('class="seen"') == look.boards
    assert seen.svg.count("<circle") == look.boards
    assert seen.svg.count('class="cutting"') == sum(event.kind == "CUT OFF" for event in look.events)
    for name, score in look.scores_seen:
        assert f">{name}</text>" in seen.svg and f">{look_ahead.signed(score)}</text>" in seen.svg


@pytest.mark.parametrize(("at", "form"), [(0, FIG_4), (1, FIG_5)])
def test_figs_4_and_5_are_drawn_as_the_tables_are_wired(page: Page, at: int, form: Form) -> None:
    drawn = drawings(page, "figs4-5")[at]
    for names in form.types:
        for name in names.split():
            assert len(re.findall(rf">{name}</text>", drawn.svg)) == 1
    assert drawn.svg.count("<rect") == sum(shape.tables for shape in form.levels)
    inputs = sum(shape.tables * len(shape.values) for shape in form.levels)
    assert drawn.svg.count("<path") == inputs + 1  # and the way out
    assert str(form.levels[-1].entries) in drawn.svg


def test_every_parameter_has_the_listings_words_for_it() -> None:
    used = {name for form in (FIG_4, FIG_5) for names in form.types for name in names.split()}
    assert used < set(wiring.meanings()) and len(wiring.meanings()) == 31


def test_a_board_shows_every_piece_and_says_so_in_words() -> None:
    position = Position.from_fen("W:WK1,22:B5,K30")
    drawn = boards.board(position, "a board", [5])
    assert drawn.svg.count('class="piece black"') == 2 and drawn.svg.count('class="piece white"') == 2
    assert drawn.svg.count(">K</text>") == 2 and drawn.svg.count('class="marked"') == 1
    for words_for_it in (
        "white king on 1",
        "white man on 22",
        "black man on 5",
        "black king on 30",
        "White to",
    ):
        assert words_for_it in drawn.alt


def test_square_1_is_at_the_lower_right_of_a_board() -> None:
    drawn = boards.board(START, "").svg
    numbers = re.findall(r'x="([\d.]+)" y="([\d.]+)" class="square"[^>]*>(\d+)<', drawn)
    across = {int(number): float(x) for x, _, number in numbers}
    down = {int(number): float(y) for _, y, number in numbers}
    assert down[1] == max(down.values()) and down[32] == min(down.values())
    assert across[5] == max(across.values()) and across[4] == min(across.values())


# The games


def test_the_games_are_there_move_by_move_with_our_choices_and_the_count(page: Page) -> None:
    shown = next(section for section in page.sections if section.key == "games")
    lists = [block for block in inside(shown.blocks) if isinstance(block, MoveList)]
    by_length = sorted(sum(2 if white else 1 for _, white in each.rows) for each in lists)
    assert by_length == sorted(len(game.moves) for game in paper.games())
    turns = [turn for each in lists for row in each.rows for turn in row if turn and turn.counted]
    found = printed_games.kept()
    assert found
    total = printed_games.counted(found)
    assert (len(turns), sum(not turn.own for turn in turns)) == (total.moves, total.same)
    assert f"{total.same} times out of {total.moves}" in words(page, "games")
    long = [game for game in paper.games() if len(game.moves) >= 20]
    assert len(drawings(page, "games")) == len(long)


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


def test_headings_are_in_order_and_no_level_is_skipped(html: str) -> None:
    levels = [int(level) for level in re.findall(r"<h([1-6])\b", html)]
    assert levels[0] == 1 and levels.count(1) == 1
    assert all(after <= before + 1 for before, after in pairwise(levels))


def test_every_drawing_says_in_words_what_it_shows(html: str) -> None:
    found = re.findall(r'<div class="(?:plot|drawing)" role="img" aria-label="([^"]*)"', html)
    assert len(found) == html.count("<svg") and all(len(words) > 15 for words in found)


def test_the_contents_lead_to_every_section(html: str, page: Page) -> None:
    contents = html[html.index("<nav") : html.index("</nav>")]
    assert re.findall(r'href="#([^"]+)"', contents)[1:] == [section.key for section in page.sections]


def luminance(colour: str) -> float:
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


@pytest.mark.parametrize("dark", [False, True])
def test_every_colour_of_text_can_be_read_on_the_page_in_light_and_dark(html: str, dark: bool) -> None:
    light_rules, dark_rules = re.findall(r":root \{([^}]*)\}", html)[:2]
    colours = dict(re.findall(r"--([\w-]+): (#[0-9a-f]{6});", light_rules))
    if dark:
        colours |= dict(re.findall(r"--([\w-]+): (#[0-9a-f]{6});", dark_rules))
    for ground in ("sheet", "raised"):
        for text in ("ink", "quiet", "both", "only-paper", "only-machine", "bad"):
            low, high = sorted(luminance(colours[name]) for name in (ground, text))
            assert (high + 0.05) / (low + 0.05) >= 4.5, (ground, text)


def test_drawings_use_the_colours_of_the_page(html: str) -> None:
    svgs = re.findall(r"<svg .*?</svg>", html, re.S)
    assert svgs and not any(re.search(r"(fill|stroke): ?#(?!fff)", svg) for svg in svgs)


def test_drawings_do_not_share_names(html: str) -> None:
    names = re.findall(r'\bid="([^"]+)"', html)
    assert len(names) == len(set(names))
    used = set(re.findall(r'(?:href="|url\()#([^")]+)', html))
    assert used <= set(names)


def test_drawings_scale_with_the_page(page: Page) -> None:
    plots = [
        block for section in page.sections for block in inside(section.blocks) if isinstance(block, Plot)
    ]
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
    assert '<th scope="col" class="right">number</th>' in text
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
    lists = [b for section in page.sections for b in inside(section.blocks) if isinstance(b, MoveList)]
    lines += sum(len(each.rows) + 2 for each in lists)
    assert len(re.findall(r"^\|.*\|\s*$", text, re.M)) == lines
    blocks = [block for section in page.sections for block in inside(section.blocks)]
    papers = sum(2 * isinstance(block, Pair) + isinstance(block, Sheet) for block in blocks)
    assert text.count("```") == 2 * papers


def test_the_numbers_of_every_drawing_stand_in_a_table_after_it(page: Page) -> None:
    for section in page.sections:
        blocks = list(inside(section.blocks))
        for block, after in pairwise(blocks):
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
          const drawn = [...seen.querySelectorAll('.plot svg, .drawing svg')].filter(
            svg => svg.getBoundingClientRect().height > 50);
          const small = drawn.flatMap(svg => [...svg.querySelectorAll('text')]).filter(
            text => Math.max(text.getBoundingClientRect().height, text.getBoundingClientRect().width) < 8);
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
    plots = html.count('class="plot"') + html.count('class="drawing"')
    assert f"<title>wider by 0, drawings {plots}, small letters 0</title>" in done.stdout


def test_every_size_that_was_measured_stands_beside_the_papers(page: Page) -> None:
    measured = [row for row in size_study().rows if row.ours is not None]
    (table,) = tables(page, "sizes")
    assert [row[0].text for row in table.rows] == [row.paper.name for row in measured]
    assert [row[2].text for row in table.rows] == [f"{row.ours:,}" for row in measured]
