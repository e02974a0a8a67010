"""Signature tables: forms and sizes, as the papers and the listing have them."""

import pytest

from samuel.judges import terms
from samuel.player.job import program
from samuel.player.signature_tables import FIG_4, FIG_5, FORMS, GRIFFITH, Form
from samuel.resources import LISTINGS
from tests.rigs.signature_rig import DECK, UNIT, by_form


def test_the_tables_of_a_type_are_as_large_as_the_paper_says() -> None:
    assert [form.levels[0].entries for form in FORMS] == [122, 105, 68]
    assert [shape.entries for shape in FIG_4.levels[1:]] == [125, 343]
    assert [shape.entries for shape in FIG_5.levels[1:]] == [125, 225]


def test_griffiths_form_has_the_published_5856_entries() -> None:
    assert GRIFFITH.entries == 5856
    assert 2 * GRIFFITH.entries == 11_712


@pytest.mark.parametrize(
    ("form", "printed", "counted"),
    [(FIG_4, 20_956, 19_956), (FIG_5, 10_136, 10_596)],
    ids=["Fig. 4", "Fig. 5"],
)
def test_two_words_an_entry_do_not_make_the_words_printed_for_the_figures(
    form: Form, printed: int, counted: int
) -> None:
    assert 2 * form.entries == counted != printed


def test_core_has_just_the_room_that_the_largest_form_and_the_longest_record_need() -> None:
    symbols = program(DECK).symbols
    assert symbols["SGTWO"] - symbols["SGTAB"] == max(form.entries for form in FORMS)
    levels = [shape.tables * shape.entries for form in FORMS for shape in form.levels]
    number_checksum_and_one_more = 3
    assert symbols["SGTAPE"] - symbols["SGBUF"] == max(levels) + number_checksum_and_one_more


def test_the_unit_lets_no_tables_outweigh_a_man() -> None:
    assembled = program(DECK)
    assert assembled.words[assembled.symbols["SGUNIT"]] == UNIT
    for form in FORMS:
        assert form.levels[-1].tables * UNIT < assembled.words[assembled.symbols["PNMAN"]]


def calls() -> dict[int, str]:
    """The parameters by the words that call their routines, from the names beside them."""
    assembled, names, found = program(DECK), terms.RATINGS | terms.ONE_SIDED, {}
    for place, text in ((place, card.text) for place, card in assembled.source.cards.items()):
        remark = text[28:].split()
        if text[7:].startswith("TSX     PA") and remark and remark[0] in names:
            found[assembled.words[place]] = remark[0]
    return found


@by_form
def test_the_listing_has_the_same_types_as_the_judge(form: Form) -> None:
    assembled = program(DECK)
    adders = {assembled.symbols[f"SGA{count}"]: count for count in (3, 5, 7)}
    place, listed = assembled.symbols[f"SGT{form.number}"], assembled.symbols["PARUN"]
    numbers = {calls()[assembled.words[listed + 2 * j]]: 31 - j for j in range(31)}
    for names in form.types:
        counts = form.levels[0].values
        for i, name in enumerate(names.split()):
            call, less, _, adder, weight = (assembled.words[place + j] for j in range(5))
            assert calls()[call] == name
            assert (assembled.symbols["SGROOT"] - less) & 0o77777 == numbers[name]
            assert adders[adder & 0o77777] == counts[i]
            behind = 1
            for count in counts[i + 1 :]:
                behind *= count
            assert weight == behind
            place += 5
        place += 1
    assert assembled.words[place] & 0o77777 == assembled.symbols["SGFRX"]


def test_griffiths_form_uses_all_31_parameters_and_the_published_five_together() -> None:
    used = {name for names in GRIFFITH.types for name in names.split()}
    assert used == set(terms.RATINGS | terms.ONE_SIDED)
    assert GRIFFITH.types[0] == "ANGLE CENTR OREO GUARD KCENT"


def test_the_figures_lack_the_parameters_with_the_smallest_coefficients_of_table_1() -> None:
    sizes = dict.fromkeys(terms.RATINGS | terms.ONE_SIDED, 0)
    name = ""
    for card in (LISTINGS / "evaluation" / "table1.fap").read_text().partition("* phase 1\n")[2].splitlines():
        operation, variable, *remark = f"{card[7:]} - -".split()
        if operation == "TSX" and variable.startswith("PA"):
            name = remark[0]
        elif operation == "DEC":
            sizes[name] += abs(int(variable))
    smallest = sorted(sizes, key=lambda name: sizes[name])
    for form, count in ((FIG_4, 4), (FIG_5, 7)):
        used = [name for names in form.types for name in names.split()]
        assert len(used) == len(set(used)) == 31 - count
        assert set(sizes) - set(used) == {*smallest[:count], "UNDEN"} - {"MOBIL"}
