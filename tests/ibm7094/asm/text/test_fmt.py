"""Cards formatted in the right columns, without changing what they assemble to."""

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ibm7094.asm import assemble
from ibm7094.asm.text import fmt
from ibm7094.asm.text.fmt import lay_out, lay_out_card
from ibm7094.errors import MachineError
from tests.ibm7094.asm.test_fap_real import DECKS
from tests.rigs.cli_rig import Command, ibm7094  # noqa: F401
from tests.rigs.facts import shared

# ruff: noqa: F811
OPERATIONS = (
    *("CLA", "CLA*", "tra", "TIX", "SIL", "PZE", "XYZ", "M", "", "NOP", "BCI", "BCD", "REM", "TTL", "VFD"),
    *("OCT", "DEC", "EQU", "SET", "BSS", "ORG", "HEAD", "DUP", "IFF", "MACRO", "END", "RMT", "ETC", "LBL"),
)
FIELDS = (
    *(
        "A",
        "a,1",
        "A,1,2",
        "*+1",
        "**",
        "=1",
        "=H A B",
        "=h a b,4",
        "2,HELLO THERE",
        "3HELLO",
        "(A B),C",
        "1",
    ),
    *("(A", "O6/77,H30/ABCDE", "1,A,A", "X,Y,$", "77", "", "A'B"),
)
CARD = st.builds(
    lambda location, seventh, operation, gap, field, space, remark: (
        f"{location:<6}{seventh}{operation}{' ' * gap}{field}{' ' * space}{remark}"
    ),
    st.sampled_from(["", "A", " B", "  D E ", "m", "X", "LONGER", "*"]),
    st.sampled_from("   1"),
    st.sampled_from(OPERATIONS),
    st.integers(0, 9),
    st.sampled_from(FIELDS),
    st.integers(0, 30),
    st.sampled_from(["", "REMARK", "lower case", "A, B (C", "LONG " * 12, "X" + " " * 40 + "IDENT001"]),
)
TABBED = st.lists(st.sampled_from(["", "A", "loop", "cla", "bcd", "A,1", "2,x y", " "]), max_size=6).map(
    "\t".join
)
TEXTS = st.lists(st.one_of(CARD, CARD, CARD, TABBED, st.text(max_size=90)), max_size=12).map("\n".join)


def meaning(text: str) -> object:
    """What a text assembles to, or why it does not."""
    try:
        program = assemble(text + "\n")
    except MachineError as problem:
        return str(problem)
    flagged = [(problem.card, problem.flags) for problem in program.problems]
    return program.words, program.image, program.symbols, program.flags, flagged, program.start


@settings(max_examples=300, deadline=None)
@given(st.lists(CARD, max_size=15), st.sampled_from(["       ABS\n", "M      MACRO   A,B\n", ""]))
def test_nothing_that_is_assembled_changes(cards: list[str], first: str) -> None:
    text = first + "\n".join(card[:80] for card in cards)
    assert meaning(lay_out(text).text) == meaning(text)


@settings(max_examples=300, deadline=None)
@given(TEXTS)
def test_a_second_time_changes_nothing(text: str) -> None:
    once = lay_out(text)
    again = lay_out(once.text)
    assert again.text == once.text
    assert {left.card for left in again.left} == {left.card for left in once.left}


@settings(max_examples=200, deadline=None)
@given(st.text(max_size=300))
def test_any_text_keeps_its_lines(text: str) -> None:
    assert lay_out(text).text.count("\n") == text.count("\n")


@pytest.mark.parametrize("deck", DECKS)
def test_decks_of_the_real_fap_assemble_as_before(deck: str) -> None:
    text = shared(f"fap-micro/{deck}.fap").read_text()
    assert meaning(lay_out(text).text) == meaning(text)


def test_a_deck_that_is_laid_out_already_stays() -> None:
    text = shared("fap-micro/allops.fap").read_text()
    assert lay_out(text).text == text


@pytest.mark.parametrize(
    ("line", "laid"),
    [
        ("       CLA A", "       CLA     A"),
        ("  D E  CLA   A,1 REMARK", "DE     CLA     A,1           REMARK"),
        ("LOOP\tcla*\ta,1\tget it", "LOOP   CLA*    A,1           get it"),
        ("\tnop\t\tno field", "       NOP                   no field"),
        ("loop\ttra loop and so on", "LOOP   TRA     LOOP          and so on"),
        ("LOOP   CLA\tA", "LOOP   CLA     A"),
        ("\tbcd\t2hello there", "       BCD 2HELLO THERE"),
        ("\tbci\t2,hello there", "       BCI     2,HELLO THERE"),
        ("\trem\tin lower case", "       REM in lower case"),
        ("       BCI 2,A  B   C", "       BCI     2,A  B   C"),
        ("       BCD 2a b", "       BCD 2A B"),
        ("       CLA     =H A     THE", "       CLA     =H A          THE"),
        ("       MAC A,(B C),D", "       MAC     A,(B C),D"),
        ("       CLA      A", "       CLA                   A"),  # FAP finds no field in column 17
        ("      7CLA     A", "      7CLA     A"),
        ("       PZE A,AND,THE,REST X", "       PZE     A,AND,THE,REST X"),
        ("* any  thing,\tat all", "* any  thing,\tat all"),
        ("", ""),
        (f"{'       CLA A':<72}IDENT001", f"{'       CLA     A':<72}IDENT001"),
        (f"       CLA A{'':70}FAR", "       CLA     A             FAR"),  # more than 80 columns
    ],
)
def test_a_card_is_laid_out(line: str, laid: str) -> None:
    assert lay_out_card(line) == laid


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("        CLA    A", "no operation in column 8"),
        ("TOOLONG\tCLA\tA", "more than 6 characters"),
        ("\t\t", "no operation"),
        ("\tABCDEFGH\tA", "too long"),
        ("       CLA     É", "cannot be punched"),
        (f"       CLA     A {'X' * 50}", "would extend to column 79"),
        (f"{'       CLA     A':<39}{'X' * 36}", "extends into columns 73-80"),
        (f"       BCD 2{'X' * 70}", "82 columns"),
    ],
)
def test_a_card_that_cannot_be_laid_out_stays_and_says_why(line: str, why: str) -> None:
    laid = lay_out(f"{line}\n")
    assert laid.text == f"{line}\n"
    [left] = laid.left
    assert left.card == 1
    assert why in left.why


def test_a_card_that_would_change_a_word_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each card is checked alone first, so only a broken formatter can show the check of the whole text."""
    honest = fmt.lay_out_card
    monkeypatch.setattr(fmt, "lay_out_card", lambda line: honest(line).replace("OCT     7", "OCT     6"))
    text = "       ABS\n" + "       OCT 1\n" * 20 + "       OCT 7\n" + "       OCT 2\n" * 9 + "       END\n"
    laid = lay_out(text)
    assert [left.card for left in laid.left] == [22]
    assert "change what it assembles to" in laid.left[0].why
    assert laid.text.splitlines()[20:23] == ["       OCT     1", "       OCT 7", "       OCT     2"]


def test_line_ends_stay() -> None:
    assert lay_out("       CLA A\r\n       END").text == "       CLA     A\r\n       END"


def test_fmt_rewrites_in_place(ibm7094: Command, tmp_path: Path) -> None:
    path = tmp_path / "p.fap"
    path.write_text("\tabs\n\tcla\ta\nTOOLONG\tcla\ta\na\tpze\t5\n\tend\n")
    assert ibm7094("fmt", path, "--check").code == 1
    ran = ibm7094("fmt", path)
    assert (ran.code, ran.out) == (0, "")
    assert "p.fap, card 3: left unchanged: its location TOOLONG has more than 6 characters." in ran.sentence
    assert path.read_text().splitlines()[1] == "       CLA     A"
    assert ibm7094("fmt", path, "--check").code == 0
    assert [p.name for p in tmp_path.iterdir()] == ["p.fap"]


def test_fmt_shows_a_difference_and_writes_nothing(ibm7094: Command, tmp_path: Path) -> None:
    path = tmp_path / "p.fap"
    path.write_text("       CLA A\n       END\n")
    ran = ibm7094("fmt", path, "--diff")
    assert (ran.code, ran.err) == (0, "")
    assert ran.out.splitlines()[2:] == [
        "@@ -1,2 +1,2 @@",
        "-       CLA A",
        "+       CLA     A",
        "        END",
    ]
    assert path.read_text() == "       CLA A\n       END\n"


def test_fmt_writes_elsewhere(ibm7094: Command, tmp_path: Path) -> None:
    path, other = tmp_path / "p.fap", tmp_path / "q.fap"
    path.write_text("       CLA A\n")
    assert ibm7094("fmt", path, "-o", "-").out == "       CLA     A\n"
    assert ibm7094("fmt", path, "-o", other).code == 0
    assert other.read_text() == "       CLA     A\n"
    assert path.read_text() == "       CLA A\n"


def test_fmt_follows_a_deck_list(ibm7094: Command, tmp_path: Path) -> None:
    (tmp_path / "all.deck").write_text("one.fap  # first\ntwo.fap\none.fap\n")
    for name in ("one.fap", "two.fap"):
        (tmp_path / name).write_text("       CLA A\n")
    assert ibm7094("fmt", tmp_path / "all.deck").code == 0
    assert (tmp_path / "two.fap").read_text() == "       CLA     A\n"


@pytest.mark.parametrize(
    ("content", "arguments", "said"),
    [
        (None, [], "no such file"),
        (b"\0\1", [], "binary file"),
        (b"\xff\n", [], "not UTF-8 text"),
        (b"", ["-o", "x", "--check"], "drop -o"),
    ],
)
def test_fmt_refuses_bad_input(
    ibm7094: Command, tmp_path: Path, content: bytes | None, arguments: list[str], said: str
) -> None:
    path = tmp_path / "p.fap"
    if content is not None:
        path.write_bytes(content)
    ran = ibm7094("fmt", path, *arguments)
    assert ran.code == 2
    assert said in ran.sentence


def test_a_deck_list_that_names_itself_is_refused(ibm7094: Command, tmp_path: Path) -> None:
    (tmp_path / "a.deck").write_text("a.deck\n")
    ran = ibm7094("fmt", tmp_path / "a.deck")
    assert (ran.code, "names itself" in ran.sentence) == (2, True)


def test_a_comment_beyond_column_72_is_reported_and_identification_is_not() -> None:
    long, numbered = "* " + "X" * 71, f"{'* SHORT':<72}ABCD0010"
    assert [(left.card, left.is_long_comment) for left in lay_out(f"{long}\n{numbered}\n").left] == [
        (1, True)
    ]
