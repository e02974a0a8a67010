"""Binary decks; and decks, cards and tapes as SIMH reads and writes them."""

import re
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ibm7094.errors import MediaError
from ibm7094.media import decks
from ibm7094.media.bcd import GRAPHICS, UNPRINTABLE, word_of
from ibm7094.media.cards import Card, read_cards, write_cards
from ibm7094.media.tape import MARK, Record, TapeFile, frames_of
from ibm7094.words import CORE_SIZE, WORD
from tests.rigs.simh_rig import SimhRun, load_cards, needs_simh

addresses = st.integers(0, CORE_SIZE - 1)
words = st.integers(0, WORD)
runs = st.dictionaries(addresses, st.lists(words, min_size=1, max_size=50), max_size=8)
images = runs.map(
    lambda it: {
        at + place: word for at, run in it.items() for place, word in enumerate(run) if at + place < CORE_SIZE
    }
)

IMAGE = {0o100: 0o000000000001, 0o101: 0o777777777777, 0o300: 0o212223242526}


# absolute decks


@settings(deadline=None)
@given(images, addresses)
def test_a_row_deck_reads_back_as_what_was_put_in(image: dict[int, int], start: int) -> None:
    assert decks.read_deck(decks.row_deck(image, start)) == (image, start)


@settings(deadline=None)
@given(images, addresses)
def test_a_column_deck_reads_back_as_what_was_put_in(image: dict[int, int], start: int) -> None:
    assert decks.read_deck(decks.column_deck(image, start)) == (image, start)


@settings(deadline=None)
@given(images, addresses)
def test_a_self_loading_deck_reads_back_as_what_was_put_in(image: dict[int, int], start: int) -> None:
    assert decks.read_deck(decks.self_loading(image, start)) == (image, start)


def test_row_cards_are_laid_out_as_the_diagnostics_are() -> None:
    first, second, transfer = (card.rows() for card in decks.row_deck(IMAGE, 0o100))
    assert first[:4] == [0o000002000100, 0o000002000101, 0o000000000001, 0o777777777777]
    assert second[:3] == [0o000001000300, 0o212224243026, 0o212223242526]
    assert transfer == [0, 0o002000000100] + [0] * 22


def test_column_cards_are_laid_out_as_fap_s_are() -> None:
    first, _, transfer = (card.column_words() for card in decks.column_deck(IMAGE, 0o100))
    assert first[:4] == [0o000502000100, 0o000502000101, 0o000000000001, 0o777777777777]
    assert transfer == [0o000500000100] + [0] * 23


def test_a_card_takes_22_words() -> None:
    image = dict.fromkeys(range(0o1000, 0o1000 + 45), 5)
    counts = [card.rows()[0] >> 18 for card in decks.row_deck(image, 0)]
    assert counts == [22, 22, 1, 0]


def test_row_and_column_cards_may_be_mixed_and_the_later_card_counts() -> None:
    deck = [
        decks.row_card(0o100, [1, 2]),
        decks.column_card(0o101, [3, 4]),
        decks.row_transfer(0o100),
    ]
    assert decks.read_deck(deck) == ({0o100: 1, 0o101: 3, 0o102: 4}, 0o100)


def test_cards_after_the_transfer_card_are_left_in_the_reader() -> None:
    data = Card.from_text("DATA")
    reader = iter([*decks.row_deck(IMAGE, 0o100), data])
    decks.read_deck(reader)
    assert list(reader) == [data]


# refusals


def refusal(deck: list[Card]) -> str:
    with pytest.raises(MediaError) as caught:
        decks.read_deck(deck)
    return str(caught.value)


def with_wrong_hole(card: Card, column: int) -> Card:
    columns = list(card.columns)
    columns[column - 1] ^= 0o0002
    return Card(tuple(columns))


def test_a_wrong_checksum_names_the_card_and_both_sums() -> None:
    deck = decks.row_deck(IMAGE, 0o100)
    deck[1] = with_wrong_hole(deck[1], 36)
    assert refusal(deck) == (
        "card 2: the checksum punched is 212224243026, that of its words 212224243027: make the card again"
    )


def test_a_wrong_checksum_is_found_on_column_cards_too() -> None:
    deck = decks.column_deck(IMAGE, 0o100)
    deck[0] = with_wrong_hole(deck[0], 12)
    assert refusal(deck).startswith("card 1: the checksum punched is 000502000101, that of its words ")


def test_a_deck_without_a_transfer_card_says_where_it_ends() -> None:
    assert refusal(decks.row_deck(IMAGE, 0)[:-1]).startswith("card 2: the deck ends here without a transfer")


@pytest.mark.parametrize(
    "card",
    [
        Card.from_text("       CLA     X"),
        Card.from_text(""),
        Card.from_rows([23 << 18 | 0o100]),
        Card.from_rows([2 << 18 | 0o77777]),
        Card.from_column_words([0o200503000000]),  # relocatable
    ],
)
def test_a_card_that_is_not_absolute_is_named(card: Card) -> None:
    assert re.match(
        r"card 2: \d{12} does not begin an absolute card", refusal([decks.row_card(0, [1]), card])
    )


@pytest.mark.parametrize(
    ("image", "start", "what"),
    [
        ({0o100000: 0}, 0, "100000 is not an address"),
        ({0: 0}, 0o100000, "100000 is not an address"),
        ({0: 1 << 36}, 0, "not a word"),
    ],
)
def test_what_does_not_fit_the_machine_is_not_punched(image: dict[int, int], start: int, what: str) -> None:
    for build in (decks.row_deck, decks.column_deck, decks.self_loading):
        with pytest.raises(MediaError, match=what):
            build(image, start)


# the loader


@settings(deadline=None)
@given(images)
def test_the_loader_stays_clear_of_the_program_and_of_the_bootstrap(image: dict[int, int]) -> None:
    place = decks.loader_place(image)
    cells = set(range(place, place + decks.LOADER_SIZE))
    assert not cells & image.keys()
    assert min(cells) >= 0o40
    assert max(cells) < CORE_SIZE


def everywhere_but(first: int) -> dict[int, int]:
    room = range(first, first + decks.LOADER_SIZE)
    return {address: address for address in range(CORE_SIZE) if address not in room}


@pytest.mark.parametrize("first", [0o3, 0o40, 0o1234, CORE_SIZE - decks.LOADER_SIZE])
def test_the_loader_finds_the_only_room_there_is(first: int) -> None:
    assert decks.loader_place(everywhere_but(first)) == first


@pytest.mark.parametrize("first", [0, 2])
def test_a_program_that_leaves_no_room_is_refused(first: int) -> None:
    with pytest.raises(MediaError, match="does not leave 18 cells in a row"):
        decks.self_loading(everywhere_but(first), 0)


def test_the_first_card_brings_in_the_loader_waits_and_goes_there() -> None:
    place = decks.loader_place(IMAGE)
    command, wait, go, *loader = decks.self_loading(IMAGE, 0o100)[0].rows()
    assert command == (decks.LOADER_SIZE - 2) << 18 | place
    assert (wait, go) == (0o006000000001, 0o002000000000 | place)
    assert loader[decks.CHECKSUM_STOP] == loader[decks.NO_CARDS_STOP] == place


# the same in SIMH


@needs_simh
@pytest.mark.parametrize(
    ("taken", "place"),
    [
        ([*range(30), *range(0o200, 0o300), 0o77777], 0o40),
        ([*range(0o1500)], 0o1500),
        ([*range(3), *range(0o30, CORE_SIZE)], 0o3),
    ],
    ids=["low core too", "loader after the program", "all of core but the trap cells"],
)
def test_simh_loads_a_self_loading_deck(tmp_path: Path, taken: list[int], place: int) -> None:
    image = {address: 0o123456701234 * (address + 1) & WORD for address in taken}
    image[0o200] = 0o000000000200  # HTR *
    assert decks.loader_place(image) == place
    run = load_cards(tmp_path, decks.self_loading(image, 0o200))
    assert run.halted_at == 0o200
    assert {address: run.core[address] for address in image} == image


@needs_simh
def test_simh_halts_on_a_wrong_checksum(tmp_path: Path) -> None:
    deck = decks.self_loading(IMAGE, 0o100)
    deck[2] = with_wrong_hole(deck[2], 20)
    assert load_cards(tmp_path, deck).halted_at == decks.loader_place(IMAGE) + decks.CHECKSUM_STOP


@needs_simh
def test_simh_halts_when_the_cards_run_out(tmp_path: Path) -> None:
    run = load_cards(tmp_path, decks.self_loading(IMAGE, 0o100)[:-1])
    assert run.halted_at == decks.loader_place(IMAGE) + decks.NO_CARDS_STOP


def transfer_24(select: int) -> dict[int, int]:
    """Select, RCHA, TCOA *, HTR *, IOCD 1000,,24: one card."""
    return dict(enumerate([select, 0o054000000104, 0o006000000102, 0o000000000103, 0o000030001000], 0o100))


@needs_simh
def test_simh_reads_and_punches_all_64_values_of_half_a_column_as_we_do(tmp_path: Path) -> None:
    card = Card((*(six << 6 | 63 - six for six in range(64)), *[0] * 16))
    write_cards(tmp_path / "in.cbn", [card])
    read = SimhRun(tmp_path, [f"attach -c cdr {tmp_path}/in.cbn"], transfer_24(0o076200001321), 0o100)
    assert read.words(0o1000, 24) == card.rows()
    core = transfer_24(0o076600001341) | dict(enumerate(card.rows(), 0o1000))
    SimhRun(tmp_path, [f"attach -c cdp {tmp_path}/out.cbn"], core, 0o100)
    assert (tmp_path / "out.cbn").read_bytes() == (tmp_path / "in.cbn").read_bytes()
    assert read_cards(tmp_path / "out.cbn") == [card]


@needs_simh
def test_simh_reads_text_cards_as_we_do_but_for_the_signed_zeros(tmp_path: Path) -> None:
    text = "".join(graphic for graphic in GRAPHICS if graphic not in (UNPRINTABLE, "?", "!"))
    write_cards(tmp_path / "in.txt", [Card.from_text(text)], "text")
    read = SimhRun(tmp_path, [f"attach -t cdr {tmp_path}/in.txt"], transfer_24(0o076200001321), 0o100)
    assert read.words(0o1000, 24) == Card.from_text(text).rows()


@needs_simh
@pytest.mark.parametrize(("binary", "unit"), [(True, 0o1221), (False, 0o1201)])
def test_simh_writes_and_reads_tape_as_we_do(tmp_path: Path, binary: bool, unit: int) -> None:
    sent = [0o010203040506 * factor & WORD if binary else word_of("A1 +/0") for factor in range(1, 25)]
    core = transfer_24(0o076600000000 | unit) | dict(enumerate(sent, 0o1000))
    SimhRun(tmp_path, [f"attach mta1 {tmp_path}/out.tap"], core, 0o100)
    with TapeFile.open(tmp_path / "out.tap", write_protected=True) as tape:
        assert tape.read_record() == Record(frames_of(sent, binary))
    with TapeFile.open(tmp_path / "in.tap") as tape:
        tape.write_record(frames_of(sent, binary))
        tape.write_mark()
        assert tape.backspace() is MARK
    read = SimhRun(tmp_path, [f"attach mta1 {tmp_path}/in.tap"], transfer_24(0o076200000000 | unit), 0o100)
    assert read.words(0o1000, 24) == sent
