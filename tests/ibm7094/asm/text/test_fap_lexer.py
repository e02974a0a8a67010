"""FAP in colour: every column of a card has its kind of token."""

import re
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pygments.lexers import get_lexer_by_name, get_lexer_for_filename
from pygments.token import STANDARD_TYPES

from ibm7094.asm.text.lexer import FapLexer
from ibm7094.cli.commands.show import in_colour
from tests.ibm7094.asm.test_fap_real import DECKS
from tests.rigs.cli_rig import Command, ibm7094  # noqa: F401
from tests.rigs.facts import shared

# ruff: noqa: F811
CARDLIKE = st.text(alphabet=" ABHLMOPRTZ019abcxyz*+-/,=$'().\t\n", max_size=400)


def tokens(line: str) -> list[tuple[str, str]]:
    """The tokens that are not blank."""
    return [(str(kind)[6:], text) for kind, text in FapLexer().get_tokens(line) if text.strip()]


def loses_nothing(text: str) -> None:
    found = list(FapLexer().get_tokens_unprocessed(text))
    assert "".join(part for _, _, part in found) == text
    for place, kind, part in found:
        assert text.startswith(part, place)
        assert kind in STANDARD_TYPES  # styles know only these


@settings(max_examples=300, deadline=None)
@given(st.one_of(st.text(max_size=300), CARDLIKE))
def test_no_text_is_lost(text: str) -> None:
    loses_nothing(text)


@settings(max_examples=100, deadline=None)
@given(CARDLIKE)
def test_no_text_is_lost_through_pygments(text: str) -> None:
    assert "".join(part for _, part in FapLexer().get_tokens(text)) == text


@pytest.mark.parametrize("deck", DECKS)
def test_decks_of_the_real_fap_have_no_error(deck: str) -> None:
    text = shared(f"fap-micro/{deck}.fap").read_text()
    loses_nothing(text)
    assert not [part for kind, part in FapLexer().get_tokens(text) if str(kind) == "Token.Error"]


def test_a_card_by_its_columns() -> None:
    assert tokens(f"{'LOOP   CLA*    TABLE+1,4     A REMARK':<72}IDENT001") == [
        ("Name.Label", "LOOP"),
        ("Keyword", "CLA"),
        ("Operator", "*"),
        ("Name.Variable", "TABLE"),
        ("Operator", "+"),
        ("Literal.Number.Integer", "1"),
        ("Punctuation", ","),
        ("Literal.Number.Integer", "4"),
        ("Comment", "A REMARK"),
        ("Comment.Hashbang", "IDENT001"),
    ]


@pytest.mark.parametrize(
    ("operation", "kind"),
    [("CLA", "Keyword"), ("RTBA", "Keyword"), ("BSS", "Keyword.Pseudo"), ("MOVE", "Name.Function")],
)
def test_an_operation_of_the_machine_of_fap_and_of_the_programmer(operation: str, kind: str) -> None:
    assert tokens(f"       {operation}")[0] == (kind, operation)


@pytest.mark.parametrize(
    ("card", "kind"),
    [
        ("*      THE PROGRAM SPEAKS", "Comment"),
        ("*      the editor speaks", "Comment.Special"),
        ("       REM THE PROGRAM SPEAKS", "Comment"),
        ("       REM the editor speaks", "Comment.Special"),
        ("       CLA     A             THE PROGRAM SPEAKS", "Comment"),
        ("       CLA     A             the editor speaks", "Comment.Special"),
    ],
)
def test_two_voices_are_distinguished(card: str, kind: str) -> None:
    assert tokens(card)[-1][0] == kind


@pytest.mark.parametrize(
    ("operation", "field", "kinds"),
    [
        ("PZE", "*", ["Name.Builtin.Pseudo"]),
        ("PZE", "**", ["Keyword.Constant"]),
        ("PZE", "2*A", ["Literal.Number.Integer", "Operator", "Name.Variable"]),
        ("PZE", "***2", ["Name.Builtin.Pseudo", "Operator", "Name.Builtin.Pseudo", "Literal.Number.Integer"]),
        ("PZE", "H$A", ["Name.Variable", "Punctuation", "Name.Variable"]),
        ("PZE", "1B", ["Name.Variable"]),
        ("PZE", "=H A B", ["Literal.String"]),
        ("PZE", "=O77,1", ["Literal.Number", "Punctuation", "Literal.Number.Integer"]),
        ("SIL", "777", ["Literal.Number.Oct"]),
        ("OCT", "-77", ["Operator", "Literal.Number.Oct"]),
        ("DEC", "1.5B17", ["Literal.Number.Float"]),
        ("BCI", "2,HELLO THERE", ["Literal.Number.Integer", "Punctuation", "Literal.String"]),
        ("BCD", "2HELLO THERE", ["Literal.String"]),
    ],
)
def test_a_variable_field(operation: str, field: str, kinds: list[str]) -> None:
    gap = 4 if operation == "BCD" else 8
    assert [kind for kind, _ in tokens(f"       {operation:<{gap}}{field}")][1:] == kinds


def test_what_no_card_can_hold_is_an_error() -> None:
    assert tokens("LOOP\tCLA\tA") == [("Error", "LOOP\tCLA\tA")]
    assert tokens(f"{'       CLA     A':<80}BEYOND")[-1] == ("Error", "BEYOND")


def test_pygments_finds_the_lexer() -> None:
    assert isinstance(get_lexer_by_name("fap"), FapLexer)
    assert isinstance(get_lexer_for_filename("evaluate.fap"), FapLexer)


def test_show_is_plain_outside_a_terminal(ibm7094: Command, tmp_path: Path) -> None:
    path = tmp_path / "p.fap"
    path.write_text("*  title\n       CLA     A\n")
    assert ibm7094("show", path).out == path.read_text()


def test_show_has_colours_in_a_terminal_unless_the_user_minds(
    ibm7094: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "p.fap"
    path.write_text("       CLA     A\n")
    monkeypatch.setattr("sys.stdout.isatty", lambda: True, raising=False)
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.delenv("NO_COLOR", raising=False)
    assert "\033[" in ibm7094("show", path).out
    monkeypatch.setenv("NO_COLOR", "1")
    assert ibm7094("show", path).out == path.read_text()


def test_colours_change_no_character() -> None:
    text = "*  title\nA      CLA     A,1           REMARK\n\n       BAD\tTAB\n"
    assert re.sub(r"\033\[[0-9;]*m", "", in_colour(text)) == text
