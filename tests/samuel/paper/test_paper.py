"""The papers' data: sums and relations that a typing error would break, and bad rows."""

import math
import re
from collections import Counter
from collections.abc import Callable
from itertools import dropwhile, pairwise, takewhile
from pathlib import Path
from shutil import copytree

import pytest

from ibm7094.words import MAGNITUDE, SIGN
from samuel import paper
from samuel.checkers import pdn
from samuel.checkers.rules import START, Position, play
from samuel.paper import BadRow, PaperGame
from samuel.paper.fig3 import OPENING
from samuel.paper.last_line import last_line
from samuel.player.job import program
from samuel.resources import PAPER
from samuel.studies.alpha_beta.card_trees import (
    FIGURE_1,
    FIGURE_2_NAMES,
    INFINITY,
    STATED_SCORES,
    look_through,
)
from samuel.trees import transcription
from samuel.trees.transcription import figure
from samuel.trees.tree import Chosen
from tests.rigs.facts import shared


def figure_3(file: Path) -> transcription.Figure:
    return transcription.read(paper.text_of(file), file)


LOADERS: dict[str, Callable[[Path], object]] = {
    "sources.tsv": paper.sources,
    "fig1.tsv": paper.figure_1,
    "fig2.tsv": paper.figure_2,
    "fig3.tsv": lambda folder: figure_3(folder / "fig3.tsv"),
    "fig3-last-line.tsv": lambda folder: last_line(folder / "fig3-last-line.tsv"),
    "table1.tsv": paper.table_1,
    "table2.tsv": paper.table_2,
    "rated.tsv": paper.rated,
    "griffith.tsv": paper.griffith,
    "sizes.tsv": paper.sizes,
    "counts.tsv": paper.counts,
    "times.tsv": paper.times,
    "encounters.tsv": paper.encounters,
    "games.tsv": paper.games,
}


def exact(quantity: paper.Quantity) -> float:
    assert quantity.low == quantity.high
    return quantity.low


def text_1967() -> str:
    """The scan of Samuel 1967 in one line, in small letters, without marks."""
    return " ".join(shared("seeds/000_b7d4587b99a76845.txt").read_text().replace("*", "").lower().split())


def scanned(first: str, end: str) -> list[str]:
    """Lines of the scan of Samuel 1967, from the one that begins with `first` to the one before `end`."""
    rows = iter(shared("seeds/000_b7d4587b99a76845.txt").read_text().splitlines())
    begun = dropwhile(lambda row: not row.startswith(first), rows)
    return list(takewhile(lambda row: not row.startswith(end), begun))


def phase(number: int) -> list[paper.Term]:
    return [term for term in paper.table_1() if term.phase == number]


# All files


def test_every_file_has_a_loader_and_is_named_in_the_readme() -> None:
    assert {file.name for file in PAPER.iterdir()} == LOADERS.keys()
    readme = (PAPER.parent / "README.md").read_text()
    assert all(f"`paper/{name}`" in readme for name in LOADERS)


def test_every_quantity_and_game_names_a_paper_of_the_list() -> None:
    named = {quantity.source for quantity in quantities()} | {game.source for game in paper.games()}
    assert named | {each.source for each in paper.encounters()} <= paper.sources().keys()


def quantities() -> list[paper.Quantity]:
    tables = (paper.figure_1(), paper.griffith(), paper.sizes(), paper.counts(), paper.times())
    return [quantity for table in tables for quantity in table.values()]


def test_every_place_in_samuel_1967_is_a_heading_a_figure_or_a_table_of_it() -> None:
    text = text_1967().replace("figure ", "fig. ").replace("<sup>2</sup>", " footnote 2")
    stated: list[paper.Quantity | paper.Encounter] = [*quantities(), *paper.encounters()]
    places = {each.place for each in stated if each.source == "S67"}
    assert [place for place in places if place.partition(", ")[0].lower() not in text] == []


WORDS = {2: "two", 3: "three", 4: "four", 5: "five|fifth", 20: "twenty", 27: "twenty-seven"}
WRITTEN = {0: "no improvement", 1_000: "thousand", 1_000_000_000: "$10^9$"}


def test_every_printed_number_of_samuel_1967_stands_in_its_scan() -> None:
    text = text_1967().replace("1 minute and 3 seconds", "63 seconds")
    for each in (q for q in quantities() if q.source == "S67" and q.standing == "printed"):
        for number in {each.low, each.high or each.low}:
            forms = {f"{number:,.10g}", f"{number:.10g}", WRITTEN.get(int(number), "")}
            forms |= {*WORDS.get(int(number), "").split("|")}
            assert any(re.search(rf"(?<![\d.]){re.escape(form)}(?!\d)", text) for form in forms - {""}), each


@pytest.mark.parametrize("name", ["fig1.tsv", "griffith.tsv", "sizes.tsv", "counts.tsv", "times.tsv"])
def test_no_quantity_is_there_twice(name: str) -> None:
    rows = [row for row in (PAPER / name).read_text().splitlines() if row and row[0] != "#"][1:]
    assert len(LOADERS[name](PAPER)) == len(rows)  # type: ignore[arg-type]


# Figs. 1 and 2


def test_the_native_look_ahead_takes_the_steps_that_the_text_describes() -> None:
    events = look_through(FIGURE_1, FIGURE_2_NAMES).events
    steps = paper.figure_2()
    for step, event in zip(steps, events, strict=False):
        assert (step.event, step.ply, step.board, step.other) == (
            event.kind,
            event.ply,
            event.board,
            event.other,
        )
        for stated, found in ((step.value, event.value), (step.alpha, event.alpha)):
            assert (stated is None) == (found is None)
            if stated and found is not None:
                assert stated.allows(-math.inf if found == -INFINITY else found)
    assert len(steps) < len(events)


def test_the_tree_of_fig_1_has_the_shape_of_the_text() -> None:
    shape = paper.figure_1()
    branches, plies = exact(shape["branches"]), exact(shape["plies"])
    assert branches**plies == exact(shape["terminal boards"])
    assert 2 * branches ** (plies / 2) - 1 == exact(shape["terminal boards seen"])
    assert {board: exact(shape[f"score of {board}"]) for board in "EI"} == STATED_SCORES


# Fig. 3


def test_fig_3_has_its_sums() -> None:
    found = figure()
    assert (sum(found.usage.values()), sum(found.ends.values())) == (231, 88)
    assert sum(len(line.moves) for line in found.lines) == 239
    assert sum(line.repaired is not None for line in found.lines) == 5


def test_fig_3_is_the_scan_of_the_paper_but_for_the_marked_repairs() -> None:
    for line, row in zip(figure().lines, scanned("MOVE TREE", "PLY")[1:], strict=True):
        moves = [f"{a}-{b}" for a, b in (move.split("-") for move in line.moves)]
        if line.repaired:
            moves[moves.index(line.repaired[1])] = line.repaired[0]
        digits = "".join(character for character in row if character not in " \t-,*")
        before = str(line.serial) if line.kind == "resume" else ""
        behind = str(line.serial) if line.kind == "survey" else ""
        printed = before + "".join(moves).replace("-", "") + behind + f"{abs(line.score):05o}"
        assert digits == printed
        assert ("*" in row.split(",")[0]) == (line.kind == "star")
        assert f"{'-' if line.score < 0 else ''}{abs(line.score):05o}" == row.split()[-1]


def test_the_lines_of_fig_3_that_are_not_as_scanned_are_called_repaired() -> None:
    found = figure()
    split = [
        row.lstrip("*")[0].isdecimal() and "-" not in row.split(",")[0]
        for row in scanned("MOVE TREE", "PLY")[1:]
    ]
    mended = [line.repaired is not None for line in found.lines]
    assert [sure == "repaired" for sure in found.standings] == [
        a or b for a, b in zip(split, mended, strict=True)
    ]


def test_the_move_chosen_in_fig_3_is_its_first_and_has_the_score_of_its_best_path() -> None:
    found = figure()
    assert found.chosen == Chosen(found.lines[0].moves[0], found.lines[12].score)
    (game,) = (game for game in paper.games() if game.name == "Fig. 3")
    moves = [move.printed() for move in game.moves]
    assert " ".join(moves[:-1]) == OPENING
    assert moves[-1] == found.chosen.move


# Table 1


def test_table_1_has_19_different_terms_in_each_of_six_phases() -> None:
    assert [len({term.name for term in phase(number)}) for number in range(1, 7)] == [19] * 6
    assert len(paper.table_1()) == 6 * 19


def test_table_1_has_30_names_of_its_31_parameters() -> None:
    assert len({term.name for term in paper.table_1()}) == exact(paper.counts()["parameters of Table 1"]) - 1


def test_the_coefficients_of_each_phase_fall_in_size_but_for_the_one_in_doubt() -> None:
    rising = [
        (after.phase, after.name)
        for number in range(1, 7)
        for before, after in pairwise(phase(number))
        if abs(after.hundredths) > abs(before.hundredths)
    ]
    doubtful = [(term.phase, term.name) for term in paper.table_1() if term.standing == "doubtful"]
    assert rising == doubtful == [(6, "FRONT")]


def test_table_1_adds_up() -> None:
    sums = [sum(term.hundredths for term in phase(number)) for number in range(1, 7)]
    magnitudes = [sum(abs(term.hundredths) for term in phase(number)) for number in range(1, 7)]
    assert sums == [38, 140, 250, 269, 331, 20]
    assert magnitudes == [228, 360, 462, 547, 599, 622]


def test_table_1_is_what_the_listing_assembles_to() -> None:
    assembled = program("evaluate.deck")
    for number in range(1, 7):
        names: list[str] = []
        values: list[int] = []
        for place in range(assembled.symbols[f"T1P{number}"], assembled.symbols[f"T1E{number}"]):
            card, word = assembled.source.cards[place].text, assembled.words[place]
            if " PA" in card:  # the call of a parameter; its name begins the remark
                names.append(card[29:].split()[0])
            elif " DEC " in card:
                values.append(-(word & MAGNITUDE) if word & SIGN else word)
        printed = [(term.name, term.hundredths) for term in phase(number)]
        assert list(zip(names, values, strict=True))[::-1] == printed


def test_table_1_is_that_of_the_scan() -> None:
    scan = scanned("**Table 1**", "and negative integer numbers")
    names = [word for row in scan for word in row.split() if word.isupper() and word.isalpha()]
    numbers = [word for row in scan for word in row.split() if "." in word and word[-1].isdecimal()]
    table = [(term.name, f"{term.hundredths / 100:.2f}") for term in paper.table_1()]
    assert list(zip(names, numbers, strict=True)) == table


# Table 2, and moves rated higher or equal


def test_the_learning_curve_rises_and_the_tables_lead() -> None:
    rows = paper.table_2()
    assert len(rows) == 26
    assert all(before.moves < after.moves for before, after in pairwise(rows))
    assert all(before.tables <= after.tables for before, after in pairwise(rows))
    assert [after.moves for before, after in pairwise(rows) if after.polynomial < before.polynomial] == [4680]
    assert all(row.tables > row.polynomial for row in rows)


def test_the_learning_curve_adds_up() -> None:
    rows = paper.table_2()
    assert sum(row.moves for row in rows) == 1_248_217
    assert (sum(row.tables for row in rows), sum(row.polynomial for row in rows)) == (943, 484)


def test_the_learning_curve_is_that_of_the_scan() -> None:
    rows = [row.split() for row in scanned("336\t", "often however") if row]
    table = [(str(r.moves), r.tables, r.polynomial) for r in paper.table_2()]
    assert [(row[0].replace(",", ""), *(round(100 * float(c)) for c in row[1:])) for row in rows] == table


def test_the_curve_ends_as_the_text_says() -> None:
    last = paper.table_2()[-1]
    assert (last.tables, last.polynomial) == (48, 26)
    assert next(row.moves for row in paper.table_2() if row.polynomial == 26) == 50_294


def test_the_fractions_make_a_whole_and_the_first_two_are_those_of_the_text() -> None:
    fractions = [row.hundredths for row in paper.rated()]
    assert sum(fractions) == 100
    assert sum(fractions[:2]) == 64
    assert [row.higher_or_equal for row in paper.rated()] == list(range(7))


# Griffith, sizes, times


def test_griffiths_shares_and_places_agree_with_one_another() -> None:
    found = {name: exact(quantity) for name, quantity in paper.griffith().items()}
    assert found["rated first"] + found["rated second"] == found["accurate"]
    assert found["values of an argument"] ** found["arguments of a table"] == found["entries of a table"]
    for name, place in found.items():
        if name.startswith("place of"):
            assert int("".join(name.split()[2:]), 3) == place


def test_the_sizes_of_the_signature_tables_come_about_as_the_remarks_say() -> None:
    size = {name: exact(q) for name, q in paper.sizes().items() if q.low == q.high}
    assert size["first form, entries of a table"] == (3**5 + 1) / 2
    assert size["first form, entries of a table"] * size["first form, tables"] == size["first form"]
    assert 2 * size["first form"] == size["first form, learning"]
    phase_cells = sum(
        tables * size[f"Fig. 4, {level} level"]
        for tables, level in ((9, "first"), (3, "second"), (1, "third"))
    )
    assert 2 * 6 * phase_cells == size["Fig. 4, two cells an entry"] == size["Fig. 4"] - 1000
    assert size["Fig. 5, first level"] == (5 * 3**3 + 1) / 2


def test_the_counts_agree_with_one_another() -> None:
    count = {name: exact(q) for name, q in paper.counts().items() if q.low == q.high}
    size, tables = paper.sizes(), paper.table_2()
    assert (
        round(count["branching of the example"] ** 0.5, 2)
        == count["branching of the example with alpha-beta"]
    )
    assert count["first form, signature types"] * count["phases"] == exact(size["first form, tables"])
    assert count["first form, values of a parameter"] ** count["first form, parameters of a type"] == 243
    assert count["Fig. 4, groups"] * 3 == count["Fig. 4, parameters"]
    assert count["Fig. 4, levels of a first output"] ** 3 == exact(size["Fig. 4, second level"])
    assert count["Fig. 4, levels of a second output"] ** 3 == exact(size["Fig. 4, third level"])
    assert count["Fig. 5, groups"] * 4 == count["Fig. 5, parameters"]
    assert 100 * count["acceptable moves without look-ahead"] == sum(r.hundredths for r in paper.rated()[:2])
    assert 100 * count["coefficient of the tables, at last"] == tables[-1].tables
    assert 100 * count["coefficient of the polynomial, at last"] == tables[-1].polynomial
    assert count["terms listed in Table 1"] == len(phase(1))
    assert count["first moves of Fig. 3"] == sum(line.kind == "survey" for line in figure().lines)


def test_griffiths_curve_rises_to_all_that_was_learnt_from() -> None:
    found = paper.griffith()
    points = [exact(q) for name, q in found.items() if name.startswith("learning curve")]
    assert points == sorted(points) and points[-1] < exact(found["positions learnt from"])


def test_the_program_of_1959_is_of_6800_instructions() -> None:
    parts = [q for q in paper.sizes().values() if q.unit == "instructions" and "bit count" not in q.name]
    assert sum(map(exact, parts)) == 6800


def test_the_times_agree_with_one_another() -> None:
    time, count = paper.times(), paper.counts()
    assert exact(time["704, bit count in cycles"]) * 12 == exact(time["704, bit count"])
    board = time["7094, a board"]
    seconds = exact(time["7094, 66,000 boards"]) * 60 / exact(count["boards in five minutes"])
    assert board.low / 1000 <= seconds <= (board.high or 0) / 1000
    boards = exact(count["branching of the example"]) ** exact(count["plies of the example"])
    assert boards * seconds / 3600 > time["7094, 10 plies without alpha-beta"].low
    learnt = exact(count["book moves before the test"])
    moves = time["7094, book moves"]
    assert moves.high
    assert moves.low - 15 < learnt / (exact(time["7094, a learning run"]) * 60) < moves.high


# Games


def final(game: PaperGame) -> Position:
    position = START
    for move in game.moves:
        position = play(position, move)
    return position


def test_the_games_are_as_long_as_they_should_be() -> None:
    whole = {game.name: len(game.moves) for game in paper.games() if "printed" not in game.ending}
    assert whole == {"G-1": 46, "G-18": 71, "G-30": 62, "G-40": 58, "Nealey 1962": 53}
    beginnings = Counter(len(game.moves) for game in paper.games() if "printed" in game.ending)
    assert beginnings == {8: 11, 5: 1}


def test_who_conceded_was_behind() -> None:
    for game in paper.games():
        if "concedes" in game.ending:
            position = final(game)
            material = {
                side: len(position.men(side)) + 1.5 * len(position.kings(side)) for side in ("B", "W")
            }
            assert (material["B"] > material["W"]) == (game.result == "1-0"), game.name


def test_repairs_are_the_moves_of_the_game() -> None:
    (repaired,) = (game for game in paper.games() if game.standing == "repaired")
    for repair in repaired.repairs.split("; "):
        number, _, mended = repair.split()
        assert repaired.moves[int(number) - 1].text() == mended


def test_the_games_are_those_of_the_shared_file() -> None:
    shared_games = pdn.read(shared("games/samuel-program.pdn"))
    theirs = Counter((game.moves, game.result) for game in shared_games)
    assert Counter((game.moves, game.result) for game in paper.games()) == theirs


# Bad rows


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return copytree(PAPER, tmp_path / "paper")


@pytest.mark.parametrize(
    ("name", "old", "new", "why"),
    [
        ("sources.tsv", "\t1959\t", "\tMCMLIX\t", "year 'MCMLIX' is not a number"),
        ("fig1.tsv", "\tderived", "\tguessed", "standing 'guessed' is not one of printed, derived, repaired"),
        ("fig2.tsv", "F\t>=2", "F\t=>2", "'=>2' is not a number or a bound"),
        ("fig3.tsv", "\t-6404\t", "\t-6408\t", "score '-6408' is not an octal number"),
        ("fig3.tsv", "15-19 23-16", "15+19 23-16", "are not moves"),
        ("fig3-last-line.tsv", "\tgame\tCONJECTURED", "\tgame\tUNREAD", "UNREAD just if it has no reading"),
        ("fig3.tsv", "19-16 19-10", "19-16 19-11", "a move of the row"),
        ("fig3.tsv", "\tresume\t", "\tagain\t", "kind 'again' is not one of survey, resume, star"),
        ("fig3.tsv", "\t>\t8<", "\t>\t8", "is not a ply and a side"),
        ("table1.tsv", "0.33", ".33", "as in -0.32"),
        ("table2.tsv", "\t-0.18", "\t-0.18\tprinted", "fields for 4 columns"),
        ("rated.tsv", "fraction", "share", "the columns should be"),
        ("griffith.tsv", "\t243\t", "\t343\t", "high 243 is less than low 343"),
        ("sizes.tsv", "basic play", "", "it has no name"),
        ("counts.tsv", "\t2.83\t2.83", "\t2.83\t2,83", "high '2,83' is not a number"),
        (
            "fig3.tsv",
            "\trepaired\t19-16",
            "\tprinted\t19-16",
            "should be 'repaired', since the row has a scan",
        ),
        ("encounters.tsv", "\t6\t0\t5\t1", "\t6\t0\t5\t2", "add up to 7, not to 6 games"),
        ("times.tsv", "\t2.6\t", "\tnan\t", "low 'nan' is not a number"),
        ("games.tsv", "12-16 24-19 8-12", "12-16 24-19 8-13", "move 3, 8-13 is not legal"),
        ("games.tsv", "\t0-1\t", "\t2-0\t", "result '2-0' is not one of"),
    ],
)
def test_a_bad_row_is_named_by_file_and_line(folder: Path, name: str, old: str, new: str, why: str) -> None:
    text = (folder / name).read_text()
    assert old in text
    (folder / name).write_text(text.replace(old, new, 1))
    changed = (folder / name).read_text().splitlines()
    line = next(n for n, (a, b) in enumerate(zip(text.splitlines(), changed, strict=True), 1) if a != b)
    with pytest.raises(BadRow, match=why) as caught:
        LOADERS[name](folder)
    assert f"{name}, line {line}: " in str(caught.value)


@pytest.mark.parametrize("name", LOADERS)
def test_a_file_that_is_missing_empty_or_not_text_is_refused(folder: Path, name: str) -> None:
    for content in (b"", b"\n# nothing\n", b"key\t\xff\xfe\n", None):
        (folder / name).unlink() if content is None else (folder / name).write_bytes(content)
        with pytest.raises(BadRow, match=name):
            LOADERS[name](folder)


@pytest.mark.parametrize(
    "row", ["#table\tPLY\t3 4", "#table\tUSAGE", "#table\tENDS\tmany", "#table\tCHOSEN\t9-14"]
)
def test_a_bad_table_below_fig_3_is_refused(folder: Path, row: str) -> None:
    file = folder / "fig3.tsv"
    file.write_text(f"{file.read_text()}{row}\n")
    with pytest.raises(BadRow, match="#table"):
        figure_3(file)
