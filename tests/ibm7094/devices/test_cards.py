"""Cards and the files that hold them."""

from pathlib import Path
from typing import get_args

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from ibm7094.errors import MediaError
from ibm7094.media import bcd
from ibm7094.media.cards import Card, CardWriter, Form, read_cards, write_cards

FORMS: tuple[Form, ...] = get_args(Form)
PRINTABLE = "".join(graphic for graphic in bcd.GRAPHICS if graphic != bcd.UNPRINTABLE)

texts = st.text(PRINTABLE, max_size=72)
card_words = st.lists(st.integers(0, 2**36 - 1), min_size=24, max_size=24)
binary_cards = st.lists(st.integers(0, 0o7777), min_size=80, max_size=80).map(lambda it: Card(tuple(it)))
text_cards = st.text(PRINTABLE, max_size=80).map(Card.from_text)

ALL_SIXES = Card(tuple(six << 6 | 63 - six for six in range(64)) + (0,) * 16)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("cards")


def refusal(path: Path, data: bytes, form: Form | None = None) -> str:
    path.write_bytes(data)
    with pytest.raises(MediaError) as caught:
        read_cards(path, form)
    message = str(caught.value)
    assert message.startswith(f"{path}: ")
    assert "\n" not in message
    return message.removeprefix(f"{path}: ")


# the card itself


@settings(deadline=None)
@given(texts)
def test_text_survives_rows_and_columns(text: str) -> None:
    card = Card.from_text(text)
    assert Card.from_rows(card.rows()) == card
    assert Card.from_column_words(card.column_words()) == card
    assert card.text() == text.ljust(80)


@settings(deadline=None)
@given(card_words)
def test_words_survive_both_orders(words: list[int]) -> None:
    assert Card.from_rows(words).rows() == words
    assert Card.from_column_words(words).column_words() == words


def test_row_binary_begins_with_row_9_and_column_1_is_the_sign() -> None:
    card = Card.from_rows([1 << 35, 1])
    assert card.columns[0] == card.columns[71] == 0o0001
    assert Card.from_rows([0] * 22 + [1 << 35]).columns[0] == 0o4000


def test_column_binary_puts_three_columns_in_a_word() -> None:
    card = Card.from_column_words([0o000512345670])
    assert card.columns[:3] == (0o0005, 0o1234, 0o5670)
    assert card.is_column_binary


def test_a_short_list_of_words_leaves_the_rest_of_the_card_blank() -> None:
    assert Card.from_rows([5]).rows() == [5] + [0] * 23


def test_columns_that_are_not_characters_show_as_one_placeholder() -> None:
    assert Card.from_rows([2**36 - 1] * 24).text() == bcd.UNPRINTABLE * 72 + " " * 8


@pytest.mark.parametrize("columns", [(), (0,) * 79, (0o10000,) * 80])
def test_a_card_is_eighty_columns_of_twelve_bits(columns: tuple[int, ...]) -> None:
    with pytest.raises(ValueError, match="80 columns of 12 bits"):
        Card(columns)


# files


@settings(deadline=None)
@given(st.lists(binary_cards, min_size=1, max_size=3), st.sampled_from(["simh-cbn", "cbn160"]))
@example([ALL_SIXES], "simh-cbn")
@example([ALL_SIXES], "cbn160")
def test_binary_cards_come_back_from_both_binary_forms(folder: Path, deck: list[Card], form: Form) -> None:
    path = folder / "deck.out"
    write_cards(path, deck, form)
    assert read_cards(path, form) == deck


@settings(deadline=None)
@given(st.lists(text_cards, min_size=1, max_size=3), st.sampled_from(FORMS))
def test_text_cards_come_back_from_every_form(folder: Path, deck: list[Card], form: Form) -> None:
    path = folder / "deck.out"
    write_cards(path, deck, form)
    assert read_cards(path, form) == deck


@pytest.mark.parametrize("name", ["deck.cbn", "deck.dck", "deck"])
@pytest.mark.parametrize("form", ["simh-cbn", "cbn160"])
def test_a_binary_deck_is_known_by_its_contents(tmp_path: Path, name: str, form: Form) -> None:
    deck = [ALL_SIXES, Card.from_text(""), Card.from_rows(list(range(24)))]
    write_cards(tmp_path / name, deck, form)
    assert read_cards(tmp_path / name) == deck


@pytest.mark.parametrize(
    "card",
    [
        Card.from_column_words([0o000500000144, 0]),  # a transfer card
        Card.from_column_words([0o000501000144, 0o212223242526, 0o212223242526]),
        Card.from_text("RESULT 12"),
        Card.from_text(""),
    ],
)
def test_a_cbn_file_of_short_cards_is_not_taken_for_text(tmp_path: Path, card: Card) -> None:
    write_cards(tmp_path / "deck.cbn", [card])
    assert read_cards(tmp_path / "deck.cbn") == [card]


@pytest.mark.parametrize("ending", [b"\n", b"\r\n"])
@pytest.mark.parametrize("last", [b"", b"end"])
def test_text_is_one_card_a_line(tmp_path: Path, ending: bytes, last: bytes) -> None:
    path = tmp_path / "deck.fap"
    path.write_bytes(b"       cla x" + ending + ending + last)
    texts_read = [card.text().rstrip() for card in read_cards(path)]
    assert texts_read == ["       CLA X", "", "END"][: 3 if last else 2]


def test_a_byte_order_mark_is_not_part_of_the_text(tmp_path: Path) -> None:
    path = tmp_path / "deck.fap"
    path.write_bytes(b"\xef\xbb\xbfEND\n")
    assert read_cards(path) == [Card.from_text("END")]


def test_the_file_of_a_punch_appears_when_its_stacker_is_emptied(tmp_path: Path) -> None:
    path = tmp_path / "out.cbn"
    with CardWriter(path) as punch:
        for count in (1, 2, 3):
            punch.punch(ALL_SIXES)
            assert punch.punched == count
        assert not path.exists()
    assert read_cards(path) == [ALL_SIXES] * 3


def test_cards_are_not_lost_if_nobody_closes_the_punch(tmp_path: Path) -> None:
    punch = CardWriter(tmp_path / "out.cbn")
    punch.punch(ALL_SIXES)
    del punch
    assert read_cards(tmp_path / "out.cbn") == [ALL_SIXES]


@settings(deadline=None)
@given(st.binary(min_size=1, max_size=500), st.sampled_from([None, *FORMS]), st.booleans())
@example(b"\x80", None, False)
@example(b"\n", None, True)
@example(b"\r", None, True)
@example(b"\xef\xbb\xbf", None, False)
def test_any_bytes_are_cards_or_are_refused(folder: Path, data: bytes, form: Form | None, cbn: bool) -> None:
    path = folder / ("any.cbn" if cbn else "any.dat")
    path.write_bytes(data)
    try:
        assert all(isinstance(card, Card) for card in read_cards(path, form))
    except MediaError as error:
        assert str(path) in str(error)


# refusals


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(MediaError, match=r"none\.cbn: there is no such file"):
        read_cards(tmp_path / "none.cbn")


@pytest.mark.parametrize("act", [read_cards, CardWriter, lambda path: write_cards(path, [])])
def test_a_folder_is_not_a_card_file(tmp_path: Path, act: object) -> None:
    assert callable(act)
    with pytest.raises(MediaError, match="this is a folder: name a file in it"):
        act(tmp_path)


def test_an_empty_file_is_refused(tmp_path: Path) -> None:
    assert "the file is empty" in refusal(tmp_path / "x", b"")


def test_a_truncated_card_names_its_number(tmp_path: Path) -> None:
    path = tmp_path / "deck.cbn"
    write_cards(path, [ALL_SIXES] * 3, "cbn160")
    assert refusal(path, path.read_bytes()[:-1]).startswith("card 3: cut short after 159 of 160 bytes")


def test_a_lost_byte_is_found_where_the_next_card_begins(tmp_path: Path) -> None:
    path = tmp_path / "deck.cbn"
    write_cards(path, [ALL_SIXES] * 3, "cbn160")
    data = path.read_bytes()
    assert refusal(path, data[:10] + data[11:]).startswith("card 1, column 80: a second card begins")
    assert refusal(path, data[:160] + b"\x01" + data[160:]).startswith("card 2, column 1: no card begins")


def test_a_parity_error_names_card_and_column(tmp_path: Path) -> None:
    path = tmp_path / "deck.cbn"
    write_cards(path, [ALL_SIXES] * 2, "cbn160")
    data = bytearray(path.read_bytes())
    data[160 + 2 * 9 + 1] ^= 0o40
    assert refusal(path, bytes(data)).startswith("card 2, column 10: there is a parity error")


def test_a_long_line_of_text_names_its_card(tmp_path: Path) -> None:
    message = refusal(tmp_path / "x.fap", b"A\n" + b"B" * 81 + b"\n")
    assert message.startswith("card 2: 81 columns of text, and a card has 80: shorten the line")


def test_blanks_beyond_column_80_are_ignored(tmp_path: Path) -> None:
    path = tmp_path / "x.fap"
    path.write_bytes(b"A" * 80 + b"   \n")
    assert read_cards(path) == [Card.from_text("A" * 80)]


@pytest.mark.parametrize(("line", "shown"), [("X\tY", r"'\\t'"), ("Xé", "'é'"), ("X\0", r"'\\x00'")])
def test_a_character_without_a_punch_names_card_and_column(tmp_path: Path, line: str, shown: str) -> None:
    message = refusal(tmp_path / "x.fap", f"END\n{line}\n".encode())
    assert message == f"card 2: column 2: {shown} cannot be punched: replace it".replace("\\\\", "\\")


def test_binary_is_refused_where_text_is_expected(tmp_path: Path) -> None:
    path = tmp_path / "deck.dck"
    write_cards(path, [ALL_SIXES], "cbn160")
    assert "binary cards, but text is expected" in refusal(path, path.read_bytes(), "text")
    with pytest.raises(MediaError, match=r"card 2, column \d+: this is binary, but text is expected"):
        write_cards(path, [Card.from_text("A"), ALL_SIXES], "text")


def test_a_deck_that_cannot_be_written_leaves_the_file_alone(tmp_path: Path) -> None:
    path = tmp_path / "deck.txt"
    write_cards(path, [Card.from_text("KEEP")], "text")
    with pytest.raises(MediaError):
        write_cards(path, [Card.from_text("A"), ALL_SIXES], "text")
    assert read_cards(path) == [Card.from_text("KEEP")]


def test_text_is_refused_where_column_binary_is_expected(tmp_path: Path) -> None:
    fap = b"       CLA     X\n       END\n"
    assert "this is text, but column binary is expected" in refusal(tmp_path / "x.cbn", fap)
    assert "this is text, but 160-byte cards are expected" in refusal(tmp_path / "x.cbn", fap, "cbn160")
    lower = refusal(tmp_path / "x.cbn", b"^" * 90 + b"a\n")
    assert lower.startswith("card 1, column 46: 'a' is not half a column")


def test_a_line_too_long_for_column_binary_names_its_card(tmp_path: Path) -> None:
    message = refusal(tmp_path / "x.cbn", b"\n" + b"^" * 161 + b"\n")
    assert message.startswith("card 2: 161 characters, and column binary has 160")
