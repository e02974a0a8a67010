"""The symbol table: its order, which of several definitions counts, and where symbols are used."""

from hypothesis import given
from hypothesis import strategies as st

from ibm7094.asm import assemble
from ibm7094.asm.fields.radix import exchange_sort
from tests.rigs.fap_rig import card, closing, deck


def names(*cards: str) -> list[str]:
    """The symbols in the order of the listing."""
    lines = closing(*cards)
    start = lines.index("0REFERENCES TO DEFINED SYMBOLS") + 1
    return [line[12:18].strip() for line in lines[start : lines.index("", start)]]


def test_symbols_are_sorted_as_words_with_the_head_before_the_name() -> None:
    cards = [
        card("ZZ", "PZE"),
        card("SIXCHR", "PZE"),
        card("B", "PZE"),
        card("", "HEAD", "A"),
        card("Q", "PZE"),
    ]
    assert names(*cards) == ["B", "ZZ", "A    Q", "SIXCHR"]


def test_zeros_before_a_name_are_ignored() -> None:
    program = deck(card("0A", "PZE", "A"))
    assert program.symbols == {"A": 0o100}


def test_a_use_is_listed_again_if_another_came_between() -> None:
    lines = closing(
        card("A", "PZE"),
        card("", "PZE", "A,,A"),
        card("", "ORG", "100"),
        card("", "PZE", "A"),
        card("", "ORG", "65"),
        card("", "PZE", "A"),
    )
    assert "        100      A   101,  144,  101" in lines


def test_a_symbol_on_end_is_what_follows_the_literals() -> None:
    text = "       ABS\n       ORG     64\n       CLA     =1\nLAST   END\n"
    assert assemble(text).symbols == {"LAST": 0o102}


def test_orgs_and_dups_define_their_symbols() -> None:
    program = deck(card("A", "ORG", "100"), card("B", "LOC", "200"), card("C", "DUP", "1,2"), card("", "PZE"))
    assert program.symbols == {"A": 0o144, "B": 0o310, "C": 0o310}


def test_a_symbol_that_could_not_be_defined_counts_its_card_among_its_uses() -> None:
    lines = closing(card("X", "EQU", "NOPE"))
    assert "0REFERENCES TO UNDEFINED SYMBOLS" in lines
    assert "          0      X   100" in lines
    assert "          0   NOPE   100" in lines


def test_a_location_defined_twice_is_flagged_last_and_is_not_an_error_until_it_is_used() -> None:
    unused = deck(card("A", "CLA"), card("A", "PZE"))
    assert unused.flags == {0o100: "AM", 0o101: "M"}
    assert not unused.is_fatal
    used = deck(card("A", "PZE"), card("A", "PZE", "A"))
    assert used.flags[0o101] == "MM"
    assert used.is_fatal


def test_the_pool_comes_after_the_highest_word_wherever_the_program_ends() -> None:
    program = deck(card("", "CLA", "=1"), card("", "ORG", "32"), card("", "PZE"))
    assert program.words == {0o100: 0o050000000101, 0o101: 1, 0o40: 0}


@given(st.lists(st.integers(0, 2**36 - 1), max_size=60))
def test_the_exchange_sort_sorts(words: list[int]) -> None:
    items = list(words)
    exchange_sort(items, lambda word: word)
    assert items == sorted(words)


def test_the_sort_gives_equal_names_an_order_of_its_own() -> None:
    """Two before a smaller one: it changes places with the first, which then comes after the second."""
    items = [(2, "first"), (2, "second"), (1, "")]
    exchange_sort(items, lambda item: item[0])
    assert items == [(1, ""), (2, "second"), (2, "first")]
