"""The papers' statements: the page is what the data give, and all that the data name is there."""

import ast
import json
import re
from collections import Counter
from functools import cache
from pathlib import Path

import pytest

from ibm7094.asm.cards.card import slice_card
from samuel.cli import main
from samuel.pages import statements_page
from samuel.pages.statements import BadStatement, Statement, statements, tally
from samuel.report.blocks import Table
from samuel.report.sections.statements import section
from samuel.resources import LISTINGS
from tests.rigs.command_rig import check_command
from tests.rigs.facts import ROOT, shared

FOUND = statements()
OPEN = ("approximated", "only in Python", "missing")
NUMBERS = re.compile(r"\d")
PHRASE = 7
"""As many words in a row, shared with a paper, would be a sentence copied."""

each_statement = pytest.mark.parametrize("statement", FOUND, ids=lambda each: str(each.number))


def test_the_page_is_what_the_data_give() -> None:
    made = statements_page.page()
    assert statements_page.PAGE.read_text(encoding="utf-8") == made, "run `make docs`"


def test_there_are_195_statements() -> None:
    assert len(FOUND) == sum(tally(FOUND).values()) == 195


def test_no_statement_is_open() -> None:
    """What is nearly so, done elsewhere or not done must be closed before it lands."""
    left = [each.number for each in FOUND if each.verdict in OPEN]
    assert left == []


@cache
def symbols(file: str) -> frozenset[str]:
    """The symbols that a file of the listings defines."""
    cards = map(slice_card, (LISTINGS / file).read_text().splitlines())
    return frozenset(card.location for card in cards if card.location)


@each_statement
def test_every_routine_that_a_statement_names_is_in_its_file(statement: Statement) -> None:
    places = [routine.split(":") for routine in statement.routines]
    assert [f"{file}:{symbol}" for file, symbol in places if symbol not in symbols(file)] == []


@cache
def functions(file: str) -> frozenset[str]:
    """The functions of a file of tests."""
    tree = ast.parse((ROOT / file).read_text())
    return frozenset(node.name for node in ast.walk(tree) if isinstance(node, ast.FunctionDef))


@each_statement
def test_every_test_that_a_statement_names_is_in_its_file(statement: Statement) -> None:
    places = [test.split("::") for test in statement.tests]
    assert [f"{file}::{name}" for file, name in places if name not in functions(file)] == []


@pytest.mark.parametrize("command", sorted({command for each in FOUND for command in each.commands}))
def test_every_command_that_a_statement_names_takes_its_options(command: str) -> None:
    check_command(command)


@each_statement
def test_what_holds_has_a_routine_and_is_shown_and_what_does_not_says_why(statement: Statement) -> None:
    if statement.verdict == "holds natively":
        assert statement.shown_by and statement.routines
    else:
        assert statement.note
    if statement.verdict == "contradicted":
        assert NUMBERS.search(statement.note)


def test_no_statement_is_copied_from_a_paper() -> None:
    """As far as runs of seven words tell."""

    def phrases(text: str) -> set[tuple[str, ...]]:
        words = re.findall(r"[a-z]+", text.casefold())
        return {tuple(words[at : at + PHRASE]) for at in range(len(words) - PHRASE + 1)}

    texts = [*shared("seeds").glob("*.txt"), shared("facts/statements-1967.md")]
    printed = phrases("\n".join(path.read_text(encoding="utf-8") for path in texts))
    assert {each.number: phrases(each.says) & printed for each in FOUND if phrases(each.says) & printed} == {}


def test_the_report_shows_the_counts() -> None:
    (table,) = [block for block in section().blocks if isinstance(block, Table)]
    assert [(row[0].text, int(row[2].text)) for row in table.rows] == [
        (verdict, count) for verdict, count in tally(FOUND).items() if count
    ]


# Bad data


@pytest.mark.parametrize(
    ("old", "new", "why"),
    [
        ('verdict = "missing"', 'verdict = "perhaps"', "has the verdict 'perhaps'"),
        ("number = 2", "number = 3", "not numbered 1, 2, 3"),
        ("says", "say", "has say"),
        ("[[statement]]", "[statement", "does not hold statements"),
    ],
)
def test_data_that_make_no_sense_are_refused(tmp_path: Path, old: str, new: str, why: str) -> None:
    rows = "".join(
        f'[[statement]]\nnumber = {number}\nsays = "so"\nverdict = "missing"\n' for number in (1, 2)
    )
    text = f'paper = "1967"\nsection = "A"\n{rows}'
    (tmp_path / "a.toml").write_text(text)
    assert tally(statements(tmp_path))["missing"] == 2
    (tmp_path / "a.toml").write_text(text.replace(old, new))
    with pytest.raises(BadStatement, match=why):
        statements(tmp_path)


# The command


def shown(capsys: pytest.CaptureFixture[str], *given: str) -> str:
    assert main(["statements", *given]) == 0
    return capsys.readouterr().out


def test_the_command_lists_all_with_their_counts(capsys: pytest.CaptureFixture[str]) -> None:
    out = shown(capsys)
    for verdict, count in tally(FOUND).items():
        assert not count or re.search(rf"{verdict} +{count}\b", out)


def test_a_statement_by_its_number_is_shown_in_full(capsys: pytest.CaptureFixture[str]) -> None:
    out = shown(capsys, "76")
    assert all(name in out for name in (*FOUND[75].routines, *FOUND[75].shown_by))


def test_statements_are_chosen_by_verdict_and_section(capsys: pytest.CaptureFixture[str]) -> None:
    found = json.loads(shown(capsys, "--verdict", "holds", "--section", "pitch", "--json"))
    assert Counter(row["verdict"] for row in found).keys() == {"holds natively"}
    assert {row["section"] for row in found} == {'The problem of "pitch" moves'}


@pytest.mark.parametrize("given", [("196",), ("--verdict", "perhaps"), ("0",)])
def test_what_is_not_there_is_one_sentence(
    given: tuple[str, ...], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["statements", *given]) == 2
    assert len(capsys.readouterr().err.splitlines()) == 1
