"""Small decks that IBM's own FAP assembled: its words, its flags, its listing."""

from pathlib import Path

import pytest

from ibm7094.asm import assemble
from ibm7094.asm.optable import operation_table
from ibm7094.asm.pseudo import PSEUDO
from tests.rigs.facts import SHARED, shared

DECKS = ("allops", "f1", "m1", "m10", "m2", "m3", "m4", "m5", "m8", "t1", "t2", "t3")
ILLEGIBLE = "77777"
"""Rows with this location are lines of the symbol table that were mistaken for words."""

TABLE_OTHERWISE = {
    "IOD": "the table of a CTSS FAP has no word for it; IBM's FAP assembled 0766 with unit 333, flag 4",
    "...": "the table has it as type B; its word, zero, is the same",
}


def expected(deck: str) -> list[tuple[int, str, str]]:
    """Location, word (with ? before one that was not printed in full) and flags."""
    rows = [line.split("\t") for line in shared(f"fap-micro/{deck}.expected.tsv").read_text().splitlines()]
    return [(int(r[0], 8), r[1], r[2]) for r in rows if not r[0].startswith("#") and r[0] != ILLEGIBLE]


@pytest.mark.parametrize("deck", DECKS)
def test_every_word_is_the_one_that_fap_made(deck: str) -> None:
    program = assemble(shared(f"fap-micro/{deck}.fap"))
    printed = {place: word for place, word, _ in expected(deck) if not word.startswith("?")}
    assert {place: f"{program.words[place]:012o}" for place in printed} == printed


@pytest.mark.parametrize("deck", DECKS)
def test_every_flag_is_the_one_that_fap_printed(deck: str) -> None:
    program = assemble(shared(f"fap-micro/{deck}.fap"))
    rows = expected(deck)
    assert {place: program.flags[place] for place, _, _ in rows} == {place: f for place, _, f in rows}


@pytest.mark.parametrize("deck", DECKS)
def test_the_listing_is_the_one_that_fap_printed_to_the_column(deck: str) -> None:
    program = assemble(shared(f"fap-micro/{deck}.fap"))
    ours = program.listing(date="12/06/17").rstrip().split("\n")
    theirs = shared(f"fap-micro/{deck}.lst").read_text().rstrip().split("\n")
    assert ours == [line.rstrip() for line in theirs]


def test_every_machine_operation_of_fap_follows_from_the_instruction_definitions() -> None:
    table = operation_table()
    rows = [line.split("\t") for line in shared("facts/fap-optable.tsv").read_text().splitlines()]
    machine = [r for r in rows if not r[0].startswith("#") and r[1] == "machine" and r[8] == "y"]
    assert len(machine) == 570
    for name, _, word, kind, needs, indirect, on_704, on_7090, _ in machine:
        if name in TABLE_OTHERWISE:
            continue
        e = table[name]
        bare = e.word & ~(1 << 16) if e.kind in "AK" else e.word  # the table marks N-forms by a flag
        assert (f"{bare:012o}", e.kind) == (word, kind), name
        assert "".join(c if c in e.needs else "-" for c in "ATD") == needs, name
        assert e.indirect == (indirect != "-"), name
        assert (e.on_704, e.on_7090) == (on_704 == "y", on_7090 == "y"), name


def test_there_is_no_second_list_of_machine_operations() -> None:
    """The operation table is made from the definitions; no name in it is also a pseudo-operation."""
    assert not set(operation_table()) & set(PSEUDO)


def test_the_decks_are_all_there_or_the_tests_say_so() -> None:
    if not SHARED.exists():
        pytest.skip("needs shared/fap-micro beside the project, which a plain clone does not have")
    assert {Path(p).stem for p in (SHARED / "fap-micro").glob("*.fap")} == set(DECKS)
