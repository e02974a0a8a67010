"""The instruction definitions as a table: complete, without conflicts, and true to the facts."""

import inspect
from itertools import pairwise

import pytest

from ibm7094.isa import MODELS, OPERATIONS, SENSE_CODES, operation, table
from ibm7094.isa.names import NAMES
from ibm7094.isa.record import Cycles
from ibm7094.lab.reference_page import page
from tests.rigs.facts import ROOT, shared

# Where we differ from the table of facts, and why.
SINCE_OTHERWISE = {"ESNT": "listed from the 7094, but IBM's 709 diagnostics nullify storage"}
CODE_OTHERWISE = {
    "ETT": "the 704's end-of-tape test has address 11; the facts give the 709's, which takes a channel",
    "BSF": "the facts leave out the unit's first digit, which FAP assembles",
    "SDN": "the same",
    "ESM": "the facts give the extension as 40, FAP assembles 140",
}
ONLY_WITH_CHANNEL = ("RIC",)


def facts() -> list[list[str]]:
    rows = [line.split("\t") for line in shared("facts/opcodes.tsv").read_text().splitlines()]
    rows = [r for r in rows if len(r) > 8 and r[0] != "mnemonic" and not r[0].startswith("#")]
    rows = [r for r in rows if r[8] != "7096" and not r[2].startswith("channel command")]
    return [r for r in rows if r[0] not in ONLY_WITH_CHANNEL]


def test_every_operation_of_the_facts_is_defined_with_its_code() -> None:
    known = {o.name: o.word for o in OPERATIONS} | {n.name: n.word for n in NAMES}
    for name, code, *_ in facts():
        if name in CODE_OTHERWISE:
            continue
        base, _, sense = code.partition("...")
        sign = 4 if base[0] == "-" else 0
        prefix = int(base[1], 8)
        word = (
            (sign | prefix) << 33 if prefix else (sign << 9 | int(base[1:], 8)) << 24 | int(sense or "0", 8)
        )
        assert known[name] == word, name


def test_every_operation_appears_on_the_model_that_the_facts_name() -> None:
    known = {o.name: o.since for o in OPERATIONS} | {n.name: n.since for n in NAMES}
    differing = {r[0] for r in facts() if known[r[0]] != r[8]}
    assert differing == set(SINCE_OTHERWISE)


def test_every_cycle_count_is_that_of_the_facts() -> None:
    known = {o.name: o.cycles for o in OPERATIONS}
    for name, _, _, count, *_ in facts():
        if name not in known or count in ("", "n/a"):
            continue
        least, _, most = count.rstrip("?+").partition("..")
        assert known[name].least == int(least), name
        if most.isdigit() and known[name].page != 134:  # a convert adds one for each step
            assert known[name].most in (int(most), int(most) + 1), name


@pytest.mark.parametrize("model", MODELS)
def test_no_code_is_claimed_twice_on(model: str) -> None:
    table(model)  # claiming a taken code raises


def test_every_operation_has_semantics_and_a_title() -> None:
    assert all(inspect.isfunction(o.semantics) and o.title for o in OPERATIONS)


def test_every_instruction_takes_at_least_one_cycle() -> None:
    assert all(o.cycles_on(m).least >= 1 for o in OPERATIONS for m in MODELS)


def test_later_models_have_all_that_earlier_ones_have_except_the_704s_own() -> None:
    for earlier, later in pairwise(MODELS):
        lost = {o.name for o in OPERATIONS if o.on(earlier) and not o.on(later)}
        assert lost <= {"RTT", "ETT"}


def test_the_sense_group_is_reached_by_its_two_codes_only() -> None:
    sensed = [o for o in OPERATIONS if o.sense is not None]
    assert {c for o in sensed for c in o.codes} == set(SENSE_CODES)


def test_a_count_without_evidence_is_refused() -> None:
    with pytest.raises(ValueError, match="one of p, rule, recalled, rate, guess"):
        Cycles.parse("2 surely")


def test_the_reference_page_names_every_operation_once() -> None:
    text = page()
    assert all(text.count(f"\n| {o.name} |") == 1 for o in OPERATIONS)


def test_an_operation_is_found_by_its_mnemonic() -> None:
    assert operation("CAQ").code == "-0114"


def test_the_reference_page_in_docs_is_the_generated_one() -> None:
    kept = ROOT / "docs" / "instructions.md"
    assert kept.read_text(encoding="utf-8") == page(), "run `make docs`"
