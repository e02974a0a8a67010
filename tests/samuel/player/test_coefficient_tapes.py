"""Learnt coefficients on tape: refused when damaged; the program chooses, orders and adds up their terms."""

import random
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from ibm7094.machine import Machine
from ibm7094.media.bcd import text_of
from ibm7094.media.tape import TapeFile, frames_of
from ibm7094.words import SIGN
from samuel import paper
from samuel.checkers.rules import START, Position
from samuel.judges import terms
from samuel.judges.connectives import connectives, phase, raised
from samuel.player import coefficients, signature_tables
from samuel.player.coefficients import (
    CONNECTIVES,
    NAMES,
    PARAMETERS,
    BadCoefficients,
    LearntCoefficients,
    read_tape,
    words_on_tape,
    write_tape,
)
from samuel.player.game import DECK as PLAYER
from samuel.player.game import END_OF_JOB
from samuel.player.job import Job, run_job
from samuel.player.moves import position_cards
from samuel.player.program import Program
from samuel.player.store import stored
from samuel.player.tape_records import closed, write_records
from tests.rigs.signature_rig import DECK, END, KING, MAN, TRADE, positions

UNIT = 24
COUNTS = (5, 10, 15, 20, 40)


def some(seed: int = 1, phases: int = 6, with_connectives: bool = False) -> LearntCoefficients:
    """Random coefficients, some of them zero and some of one size."""
    chance = random.Random(seed)
    names = NAMES if with_connectives else PARAMETERS
    values = tuple(
        {
            name: chance.choice((0, 70, -70, *[chance.randint(-1000, 1000) for _ in range(12)]))
            if name in names and number <= phases
            else 0
            for name in NAMES
        }
        for number in range(1, 7)
    )
    counts = tuple({name: chance.randrange(200_000) for name in NAMES} for _ in range(6))
    return LearntCoefficients(values, counts, counts, 150_000, phases, with_connectives)


@pytest.fixture
def tape(tmp_path: Path) -> Path:
    write_tape(tmp_path / "c.tap", some())
    return tmp_path / "c.tap"


def printed(deck: str, end: str, path: Path | None, cards: list[str]) -> list[str]:
    machine = Machine()
    if path:
        machine.attach("B1", "tape", path, write_protected=True)
    return list(run_job(stored(deck), cards, end, machine).printed)


def tables(lines: list[str]) -> dict[int, list[tuple[str, float]]]:
    """What the program printed in the form of Table 1, phase by phase."""
    found: dict[int, list[tuple[str, float]]] = {}
    rest: Iterator[str] = iter(lines)
    for line in rest:
        if line.startswith("PHASE"):
            found[len(found) + 1] = []
            assert line == f"PHASE {len(found)} - TERMS AND COEFFICIENTS"
        else:
            names, numbers = line.split(), next(rest).split()
            assert 1 <= len(names) <= 10
            found[len(found)] += zip(names, map(float, numbers), strict=True)
    return found


# The tape


def test_the_names_are_in_the_order_of_the_program() -> None:
    deck = stored(PLAYER)
    first = deck.symbols["PANAME"]
    assert tuple(text_of(deck.image[first + place]).strip() for place in range(len(NAMES))) == NAMES


def test_coefficients_come_back_from_tape_as_they_were_written(tape: Path) -> None:
    assert read_tape(tape) == some()
    assert repr(read_tape(tape)) == "<Coefficients of 6 phases, learnt from 150,000 book moves>"


Damage = Callable[[list[int]], list[list[int]]]


def changed(place: int, value: int) -> Damage:
    """A word changed, and the checksum with it."""
    return lambda words: [closed([*words[:place], value, *words[place + 1 : -1]])]


FAULTS: dict[str, tuple[Damage, str, str]] = {
    "blank": (lambda words: [], "THE TAPE ENDS", "the tape ends where record 1 should be"),
    "name": (changed(0, 0), "NOT A LABEL OF COEFFICIENTS", "not a known label"),
    "version": (changed(1, 2), "ANOTHER VERSION", "not a known label"),
    "parameters": (changed(2, 32), "ANOTHER NUMBER OF PARAMETERS", "32 parameters in 6 phases"),
    "no phases": (changed(3, 0), "NO SUCH PHASES", "31 parameters in 0 phases"),
    "seven phases": (changed(3, 7), "NO SUCH PHASES", "31 parameters in 7 phases"),
    "checksum": (lambda words: [[*words[:-1], words[-1] ^ 1]], "CHECKSUM WRONG", "checksum of record 1"),
    "spoilt": (lambda words: [[*words[:300], words[300] ^ 1, *words[301:]]], "CHECKSUM WRONG", "checksum"),
    "short": (lambda words: [words[:-1]], "LENGTH WRONG", "has 707 words, not 708"),
    "long": (lambda words: [[*words, 0]], "LENGTH WRONG", "has 709 words, not 708"),
    "above 1": (changed(706, 1001), "A VALUE OUT OF RANGE", "the largest is 1.000"),
    "below -1": (changed(473, SIGN | 1001), "A VALUE OUT OF RANGE", "the largest is 1.000"),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_a_bad_tape_is_refused_with_the_reason_and_changes_nothing(fault: str, tmp_path: Path) -> None:
    damage, reason, sentence = FAULTS[fault]
    write_records(tmp_path / "bad.tap", damage(words_on_tape(some())))
    refused, *after = printed(PLAYER, END_OF_JOB, tmp_path / "bad.tap", ["LEARNT", "COEFF"])
    assert refused == f"TAPE B1  RECORD    1  REFUSED - {reason}"
    assert after == printed(PLAYER, END_OF_JOB, None, ["COEFF"])
    with pytest.raises(BadCoefficients, match=sentence):
        read_tape(tmp_path / "bad.tap")
    with pytest.raises(BadCoefficients, match=sentence):
        Program(coefficients=tmp_path / "bad.tap")


def test_wrong_parity_is_refused(tmp_path: Path) -> None:
    frames = bytearray(frames_of(words_on_tape(some()), binary=True))
    frames[100] ^= 0o100
    with TapeFile.open(tmp_path / "bad.tap") as bad:
        bad.write_record(bytes(frames))
    (line,) = printed(PLAYER, END_OF_JOB, tmp_path / "bad.tap", ["LEARNT"])
    assert line == "TAPE B1  RECORD    1  REFUSED - REDUNDANCY CHECK"
    with pytest.raises(BadCoefficients, match="redundancy check"):
        read_tape(tmp_path / "bad.tap")


def test_a_tape_of_tables_is_not_one_of_coefficients_nor_the_reverse(tape: Path, tmp_path: Path) -> None:
    signature_tables.write_tape(tmp_path / "t.tap", signature_tables.Tables.random(signature_tables.FIG_4))
    (line,) = printed(PLAYER, END_OF_JOB, tmp_path / "t.tap", ["LEARNT"])
    assert line.endswith("REFUSED - LENGTH WRONG")
    with pytest.raises(BadCoefficients, match="has 5 words, not 708"):
        Program(coefficients=tmp_path / "t.tap")
    (line,) = printed(PLAYER, END_OF_JOB, tape, ["TABLES"])
    assert line.endswith("REFUSED - LENGTH WRONG")


def test_tables_and_coefficients_are_mutually_exclusive(tape: Path) -> None:
    with pytest.raises(ValueError, match="mutually exclusive"):
        Program(tables=tape, coefficients=tape)


# The choice


def test_table_1_is_printed_as_the_paper_prints_it() -> None:
    lines = printed(PLAYER, END_OF_JOB, None, ["COEFF"])
    rows = paper.table_1()
    for number, found in tables(lines).items():
        assert found == [(row.name, row.hundredths / 100) for row in rows if row.phase == number]
    assert lines[1].split() == [row.name for row in rows if row.phase == 1][:10]
    assert len(lines) == 6 * 5


@pytest.mark.parametrize("count", COUNTS)
def test_the_largest_of_each_phase_are_chosen_by_size(count: int, tape: Path) -> None:
    found = tables(printed(PLAYER, END_OF_JOB, tape, [f"TERMS {count}", "LEARNT", "COEFF"]))
    learnt = read_tape(tape)
    for number in range(1, 7):
        chosen = learnt.largest(number, count - 1)
        assert [name for name, _ in found[number]] == [name for name, _ in chosen]
        assert [round(100 * value) for _, value in found[number]] == [
            (abs(value) + 5) // 10 * (1 if value > 0 else -1) for _, value in chosen
        ]


def test_terms_may_be_fewer_after_the_tape_is_read(tape: Path) -> None:
    before = printed(PLAYER, END_OF_JOB, tape, ["TERMS 10", "LEARNT", "COEFF"])
    assert printed(PLAYER, END_OF_JOB, tape, ["LEARNT", "TERMS 10", "COEFF"]) == before


def test_three_phases_of_a_tape_are_three_in_play(tmp_path: Path) -> None:
    write_tape(tmp_path / "c.tap", some(phases=3))
    assert list(tables(printed(PLAYER, END_OF_JOB, tmp_path / "c.tap", ["LEARNT", "COEFF"]))) == [1, 2, 3]


def test_polyn_brings_table_1_back(tape: Path) -> None:
    assert printed(PLAYER, END_OF_JOB, tape, ["POWER 2", "LEARNT", "POLYN", "COEFF"]) == printed(
        PLAYER, END_OF_JOB, None, ["COEFF"]
    )


def test_tables_in_force_bring_table_1_back_beside_them(tape: Path, tmp_path: Path) -> None:
    signature_tables.write_tape(tmp_path / "t.tap", signature_tables.Tables.random(signature_tables.FIG_4))
    with Job(stored(PLAYER), END_OF_JOB) as job:
        job.load()
        job.machine.attach("B1", "tape", tape, write_protected=True)
        job.read(["LEARNT"])
        job.machine.attach("B1", "tape", tmp_path / "t.tap", write_protected=True)
        found = job.read(["TABLES", "COEFF"]).printed
    assert list(found) == printed(PLAYER, END_OF_JOB, None, ["COEFF"])


# The score


def judged(learnt: LearntCoefficients, position: Position, count: int, power: int) -> int:
    """The score for the side to move, from an independent reading of the tape."""
    values = terms.values(position)
    values |= connectives(values)
    chosen = learnt.largest(phase(position, learnt.phases), count - 1)
    total = UNIT * sum(raised(value, power) * values[name] for name, value in chosen)
    return -terms.toward_zero(total, coefficients.ONE) - terms.advantage(position, MAN, KING, TRADE)


CASES = [
    *((some(count), count, 1) for count in COUNTS),
    (some(6, phases=3), 20, 1),
    (some(7, phases=1), 20, 2),
    (some(8, with_connectives=True), 40, 1),
    (some(9, phases=4, with_connectives=True), 40, 3),
]


@pytest.mark.parametrize(("learnt", "count", "power"), CASES)
def test_scores_are_those_of_plain_python(
    learnt: LearntCoefficients, count: int, power: int, tmp_path: Path
) -> None:
    write_tape(tmp_path / "c.tap", learnt)
    sample = positions(36)
    cards = [card for position in sample for card in (*position_cards(position), "EVAL")]
    found = printed(DECK, END, tmp_path / "c.tap", [f"TERMS {count}", "LEARNT", f"POWER {power}", *cards])
    for position, line in zip(sample, found, strict=True):
        _, number, _, score = line.split()
        assert int(number) == phase(position, learnt.phases)
        assert int(score) == judged(learnt, position, count, power), position.to_fen()


def test_connectives_are_in_the_terms_only_if_the_tape_has_them() -> None:
    assert not any(name in CONNECTIVES for name, _ in some().largest(1, 40))
    assert any(name in CONNECTIVES for name, _ in some(8, with_connectives=True).largest(1, 40))


# Play


def test_a_program_plays_by_the_tape(tmp_path: Path) -> None:
    only_centre = tuple({name: 1000 * (name == "CENTR") for name in NAMES} for _ in range(6))
    only_edges = tuple({name: 1000 * (name == "EDGES") for name in NAMES} for _ in range(6))
    chosen = []
    for number, values in enumerate((only_centre, only_edges)):
        write_tape(tmp_path / f"{number}.tap", replace(some(), values=values))
        program = Program(coefficients=tmp_path / f"{number}.tap", steering={"COUNT": 4, "LIMIT": 5})
        chosen.append(program.move(START, tree=False).move)
    assert chosen[0] != chosen[1]
