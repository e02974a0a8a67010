"""Signature tables on tape: written and read again, refused when damaged, and SIMH from the same tape."""

from collections.abc import Callable
from pathlib import Path
from struct import pack

import pytest

from ibm7094.machine import Machine
from ibm7094.media.cards import Card, write_cards
from ibm7094.media.tape import TapeFile, frames_of
from ibm7094.words import SIGN, WORD
from samuel.checkers.rules import Position
from samuel.player.job import UnexpectedStop, program, run_job
from samuel.player.moves import position_cards
from samuel.player.signature_tables import (
    FIG_4,
    FIG_5,
    GRIFFITH,
    BadTables,
    Form,
    Tables,
    read_tape,
    records,
    write_tape,
)
from samuel.player.tape_records import closed, write_records
from tests.rigs.signature_rig import DECK, END, Bench, by_form, positions
from tests.rigs.simh_rig import LOAD_CARDS, LOAD_CARDS_AT, SimhRun, needs_simh


@by_form
def test_tables_come_back_from_tape_as_they_were_written(form: Form, tmp_path: Path) -> None:
    tables = Tables.random(form)
    write_tape(tmp_path / "t.tap", tables)
    assert read_tape(tmp_path / "t.tap") == tables


Records = list[list[int]]
Damage = Callable[[Records], Records]


def reclosed(contents: Records, number: int, place: int, value: int) -> Records:
    """A word of a record changed, and the checksum with it."""
    words = contents[number - 1][:-1]
    words[place] = value
    return [*contents[: number - 1], closed(words), *contents[number:]]


def spoilt(contents: Records) -> Records:
    contents[3][200] ^= 1
    return contents


FAULTS: dict[str, tuple[Damage, str]] = {
    "blank": (lambda c: [], "1  REFUSED - THE TAPE ENDS"),
    "name": (lambda c: reclosed(c, 1, 0, 0), "1  REFUSED - NOT A LABEL OF TABLES"),
    "version": (lambda c: reclosed(c, 1, 1, 2), "1  REFUSED - ANOTHER VERSION"),
    "form 0": (lambda c: reclosed(c, 1, 2, 0), "1  REFUSED - NO SUCH FORM"),
    "form 4": (lambda c: reclosed(c, 1, 2, 4), "1  REFUSED - NO SUCH FORM"),
    "label checksum": (lambda c: [[*c[0][:-1], 0], *c[1:]], "1  REFUSED - CHECKSUM WRONG"),
    "no label": (lambda c: c[1:], "1  REFUSED - LENGTH WRONG"),
    "other form": (lambda c: reclosed(c, 1, 2, 3), "2 PHASE 1 LEVEL 1  REFUSED - LENGTH WRONG"),
    "checksum": (spoilt, "4 PHASE 1 LEVEL 3  REFUSED - CHECKSUM WRONG"),
    "short record": (lambda c: [*c[:6], c[6][1:], *c[7:]], "7 PHASE 2 LEVEL 3  REFUSED - LENGTH WRONG"),
    "long record": (lambda c: [*c[:6], [*c[6], 0], *c[7:]], "7 PHASE 2 LEVEL 3  REFUSED - LENGTH WRONG"),
    "phases exchanged": (
        lambda c: [*c[:2], c[5], *c[3:5], c[2], *c[6:]],
        "3 PHASE 1 LEVEL 2  REFUSED - ANOTHER PHASE OR LEVEL",
    ),
    "value": (lambda c: reclosed(c, 17, 1, 3), "17 PHASE 6 LEVEL 1  REFUSED - A VALUE OUT OF RANGE"),
    "negative value": (
        lambda c: reclosed(c, 18, 5, SIGN | 4),
        "18 PHASE 6 LEVEL 2  REFUSED - A VALUE OUT OF RANGE",
    ),
    "short tape": (lambda c: c[:18], "19 PHASE 6 LEVEL 3  REFUSED - THE TAPE ENDS"),
}


def tape_line(rest: str) -> str:
    number, _, reason = rest.partition(" ")
    return f"TAPE B1  RECORD   {number:>2} {reason}"


def contents(tables: Tables) -> Records:
    return list(records(tables))


def printed(path: Path, cards: list[str]) -> tuple[str, ...]:
    machine = Machine()
    machine.attach("B1", "tape", path)
    return run_job(program(DECK), cards, END, machine).printed


@pytest.mark.parametrize("fault", FAULTS)
def test_a_bad_tape_is_refused_by_record_and_reason(fault: str, tmp_path: Path) -> None:
    damage, expected = FAULTS[fault]
    write_records(tmp_path / "t.tap", damage(contents(Tables.random(FIG_4))))
    assert printed(tmp_path / "t.tap", ["TABLES"]) == (tape_line(expected),)
    with pytest.raises(BadTables):
        read_tape(tmp_path / "t.tap")


def test_a_record_with_wrong_parity_is_refused(tmp_path: Path) -> None:
    good = contents(Tables.random(GRIFFITH))
    with TapeFile.open(tmp_path / "t.tap") as tape:
        for number, words in enumerate(good, 1):
            frames = bytearray(frames_of(words, binary=True))
            if number == 3:
                frames[100] ^= 0o100
            tape.write_record(bytes(frames))
    expected = tape_line("3 PHASE 2 LEVEL 1  REFUSED - REDUNDANCY CHECK")
    assert printed(tmp_path / "t.tap", ["TABLES"]) == (expected,)
    with pytest.raises(BadTables, match="record 3 has a redundancy check"):
        read_tape(tmp_path / "t.tap")


def test_a_refused_tape_leaves_the_polynomial_in_force(tmp_path: Path) -> None:
    write_records(tmp_path / "t.tap", contents(Tables.random(FIG_5))[:-1])
    lines = printed(tmp_path / "t.tap", ["PLAY", "START", "EVAL", "TABLES", "EVAL"])
    assert lines[2] == lines[4] == "PHASE    1  SCORE          0"


def test_a_refused_tape_leaves_the_tables_in_core_as_they_were(tmp_path: Path) -> None:
    bench = Bench(tmp_path, Tables.random(FIG_4, 5))
    write_records(tmp_path / "bad.tap", contents(Tables.random(FIG_4, 6))[:-1])
    bench.read_tables(tmp_path / "bad.tap")
    assert bench.printed().endswith("THE TAPE ENDS\n")
    for position in positions(12):
        bench.assert_judged(position)


def test_a_tape_that_goes_bad_between_its_two_readings_leaves_the_polynomial(tmp_path: Path) -> None:
    bench = Bench(tmp_path, Tables.random(FIG_4, 5))
    machine = bench.machine
    write_records(tmp_path / "bad.tap", contents(Tables.random(FIG_4, 6))[:-1])
    machine.ic = machine.address("SKTABS")
    bench.read(tmp_path / "first.tap", until="SGAGN")
    bench.read(tmp_path / "bad.tap", until="ODCARD")
    assert bench.printed().endswith("THE TAPE ENDS\nTHE TABLES IN CORE ARE LOST - POLYNOMIAL\n")
    assert machine.core[machine.address("SCBORD")] == program(DECK).words[program(DECK).symbols["SCBORD"]]


def test_another_tape_takes_the_place_of_the_first(tmp_path: Path) -> None:
    bench = Bench(tmp_path, Tables.random(FIG_4, 5))
    other = Tables.random(GRIFFITH, 6)
    write_tape(tmp_path / "other.tap", other)
    bench.read_tables(tmp_path / "other.tap")
    bench.tables = other
    for position in positions(12):
        bench.assert_judged(position)


def test_a_unit_without_a_tape_stops_the_machine_with_a_sentence() -> None:
    with pytest.raises(UnexpectedStop, match="B1"):
        run_job(program(DECK), ["TABLES"], END)


def test_tables_that_fit_no_form_are_not_made() -> None:
    good = Tables.random(FIG_5)
    with pytest.raises(BadTables, match="5 phases"):
        Tables(FIG_5, good.phases[:5])
    with pytest.raises(BadTables, match="3 are needed"):
        Tables(FIG_4, Tables.random(GRIFFITH).phases)
    with pytest.raises(BadTables, match="out of range"):
        first = ((3,) * 68, *good.phases[0][0][1:])
        Tables(FIG_5, ((first, *good.phases[0][1:]), *good.phases[1:]))


def test_the_checksum_carries_round() -> None:
    assert closed([WORD, 2]) == [WORD, 2, 2]


# The same tapes on SIMH


def job(sample: list[Position]) -> list[str]:
    boards = [card for position in sample for card in (*position_cards(position), "EVAL")]
    return ["TABLES", *boards, "PICK", "EMPHAS", *boards, "PLAIN", "POLYN", "EVAL"]


def assert_simh_prints_the_same(tape: Path, cards: list[str]) -> None:
    assembled, deck = program(DECK), tape.with_name("deck.cbn")
    write_cards(deck, [*assembled.deck("self-loading"), *map(Card.from_text, cards)])
    attach = ["set chanb enabled", f"attach -c cdr {deck}", f"attach mtb1 {tape}"]
    theirs = SimhRun(tape.parent, attach, dict(enumerate(LOAD_CARDS, LOAD_CARDS_AT)), LOAD_CARDS_AT)
    assert theirs.halted_at == assembled.symbols[END]
    assert theirs.printed == printed(tape, cards)


@needs_simh
@by_form
def test_simh_prints_the_same_from_the_same_tape(form: Form, tmp_path: Path) -> None:
    write_tape(tmp_path / "t.tap", Tables.random(form))
    assert_simh_prints_the_same(tmp_path / "t.tap", job(positions(6)))


@needs_simh
@pytest.mark.parametrize("fault", ["blank", "short record", "checksum", "short tape"])
def test_simh_refuses_a_bad_tape_in_the_same_words(fault: str, tmp_path: Path) -> None:
    write_records(tmp_path / "t.tap", FAULTS[fault][0](contents(Tables.random(FIG_4))))
    assert_simh_prints_the_same(tmp_path / "t.tap", ["TABLES", "EVAL"])


@needs_simh
def test_simh_finds_the_same_redundancy_in_a_record_marked_as_bad(tmp_path: Path) -> None:
    """SIMH does not check parity, but a file can mark a record as bad."""
    frames = [frames_of(words, binary=True) for words in contents(Tables.random(GRIFFITH))]
    lengths = [len(each) | (number == 3) << 31 for number, each in enumerate(frames, 1)]
    blocks = (pack("<I", n) + each + pack("<I", n) for n, each in zip(lengths, frames, strict=True))
    (tmp_path / "t.tap").write_bytes(b"".join(blocks))
    assert_simh_prints_the_same(tmp_path / "t.tap", ["TABLES"])
    assert "REDUNDANCY" in printed(tmp_path / "t.tap", ["TABLES"])[0]
