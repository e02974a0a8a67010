"""Signature tables: the native evaluation against samuel.player.signature_tables, and strategy."""

from dataclasses import replace
from pathlib import Path

import pytest

from samuel.checkers.rules import OTHER, START, Position
from samuel.judges.signature_tables import NO_STRATEGY, arguments, judge, pick
from samuel.player.job import program, run_job
from samuel.player.signature_tables import FIG_4, FIG_5, FORMS, Form, Tables
from samuel.player.tape_records import from_word
from tests.rigs.signature_rig import DECK, END, Bench, by_form, positions


@pytest.fixture(scope="module")
def benches(tmp_path_factory: pytest.TempPathFactory) -> dict[int, Bench]:
    folder = tmp_path_factory.mktemp("tables")
    return {form.number: Bench(folder, Tables.random(form, form.number)) for form in FORMS}


def mirrored(position: Position) -> Position:
    """The same position with colours and ends of the board exchanged."""
    board = " " + position.board[:0:-1].translate(str.maketrans("bBwW", "wWbB"))
    return Position(OTHER[position.side], board)


@by_form
def test_the_program_finds_what_the_judge_finds_in_200_positions_of_all_phases(
    form: Form, benches: dict[int, Bench]
) -> None:
    for position in positions(204):
        benches[form.number].assert_judged(position)


@by_form
def test_after_a_root_the_arguments_are_what_has_changed_since(form: Form, benches: dict[int, Bench]) -> None:
    bench, sample = benches[form.number], positions(60)
    for root, position in zip(sample, sample[7:], strict=False):
        bench.root(root)
        bench.assert_judged(position, root=root)
        bench.assert_judged(replace(position, side=OTHER[position.side]), root=root)
    bench.root(None)
    bench.assert_judged(sample[0])


@by_form
def test_the_root_itself_has_changed_nothing(form: Form, benches: dict[int, Bench]) -> None:
    bench = benches[form.number]
    for position in positions(12):
        bench.root(position)
        found = bench.evaluate(position)
        assert all(entry >= 0 for entry in found.entries)
        assert set(arguments(bench.tables.form, position, position)) == {(0,) * len(form.levels[0].values)}
    bench.root(None)


@by_form
def test_a_position_and_its_mirror_image_have_the_same_score(form: Form, benches: dict[int, Bench]) -> None:
    bench = benches[form.number]
    for position in positions(24):
        assert bench.evaluate(position).score == bench.evaluate(mirrored(position)).score


@by_form
def test_the_entries_of_an_evaluation_are_where_its_outputs_came_from(
    form: Form, benches: dict[int, Bench]
) -> None:
    bench = benches[form.number]
    folded = form.levels[0].folded
    for position in positions(24):
        found = bench.evaluate(position)
        for output, entry in zip(found.outputs, found.entries, strict=True):
            value = from_word(int(bench.machine.core[abs(entry)]))
            assert output == (-value if entry < 0 else value)
            assert entry > 0 or folded


def test_full_tables_can_tell_whose_turn_it_is(benches: dict[int, Bench]) -> None:
    bench = benches[FIG_4.number]
    both = [
        (bench.evaluate(p).value, bench.evaluate(replace(p, side=OTHER[p.side])).value) for p in positions(12)
    ]
    assert any(a != -b for a, b in both)


@by_form
def test_an_evaluation_gives_the_index_registers_back(form: Form, benches: dict[int, Bench]) -> None:
    machine = benches[form.number].machine
    machine.ic = machine.address("SKEVAL")
    machine.run(breakpoints=["SKCALL"])
    machine.xr[2] = 0o1234
    machine.run(breakpoints=["SKDONE"])
    assert (machine.xr[1], machine.xr[2]) == (1, 0o1234)


def test_fig_5_takes_less_than_twice_the_time_of_the_polynomial(benches: dict[int, Bench]) -> None:
    bench = benches[FIG_5.number]
    bench.evaluate(START)  # the first time the parameters build tables of their own
    by_tables = bench.evaluate(START).time
    words, symbols = program(DECK).words, program(DECK).symbols
    bench.put("SCBORD", words[symbols["SCBORD"]])
    by_polynomial = bench.evaluate(START).time
    bench.put("SCBORD", words[symbols["SKTRA"]])
    assert by_polynomial[0] < by_tables[0] < 2 * by_polynomial[0]


# Strategy


@by_form
def test_the_strongest_and_the_weakest_type_are_chosen_and_doubled(
    form: Form, benches: dict[int, Bench]
) -> None:
    bench = benches[form.number]
    sample = positions(48)
    changed = limited = 0
    for first, then in zip(sample, sample[6:], strict=False):
        strategy = bench.choose(first)
        assert strategy == pick(bench.tables, first), first.to_fen()
        bench.put("SGEMPH", 1)
        bench.assert_judged(then, strategy)
        bench.put("SGEMPH", 0)
        bench.assert_judged(then)
        plain, doubled = (judge(bench.tables, then, s).levels[0] for s in (NO_STRATEGY, strategy))
        changed += plain != doubled
        limited += any(2 * plain[t] != doubled[t] for t in strategy if t is not None)
    assert changed and limited


def test_no_type_is_chosen_where_every_value_is_zero(tmp_path: Path) -> None:
    zeros = tuple(tuple((0,) * s.entries for _ in range(s.tables)) for s in FIG_5.levels)
    assert Bench(tmp_path, Tables(FIG_5, (zeros,) * 6)).choose(START) == NO_STRATEGY


def test_pick_and_emphas_are_refused_when_the_polynomial_is_in_force() -> None:
    lines = run_job(program(DECK), ["PICK", "EMPHAS"], END).printed
    assert [line for line in lines if "REFUSED" in line] == [
        f"CARD     {n}  REFUSED - TABLES NOT IN FORCE" for n in (1, 2)
    ]
