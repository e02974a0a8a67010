"""Signature tables: forms and sizes, the native evaluation against samuel.tables, strategy, the tape."""

import random
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from struct import pack

import pytest
from simh_rig import LOAD_CARDS, LOAD_CARDS_AT, SimhRun, needs_simh

from ibm7094.machine import Machine
from ibm7094.media.cards import Card, write_cards
from ibm7094.media.tape import TapeFile, frames_of
from ibm7094.words import SIGN, WORD
from samuel import terms
from samuel.boards import word
from samuel.job import LISTINGS, UnexpectedStop, program, run_job
from samuel.native import position_cards
from samuel.rules import EMPTY, OTHER, START, Position
from samuel.tables import (
    FIG_4,
    FIG_5,
    FORMS,
    GRIFFITH,
    NO_STRATEGY,
    BadTables,
    Form,
    Strategy,
    Tables,
    closed,
    from_word,
    judge,
    pick,
    read_tape,
    records,
    score,
    write_records,
    write_tape,
)

DECK, END = "tables.deck", "SKEND"
UNIT, MAN, KING, TRADE = 400, 3328, 4992, 416
"""What sigfrm.fap and table1.fap hold; a test says so of the first."""

PIECES = {1: (21, 24), 2: (17, 20), 3: (13, 16), 4: (9, 12), 5: (5, 8), 6: (1, 4)}
by_form = pytest.mark.parametrize("form", FORMS, ids=["Griffith", "Fig. 4", "Fig. 5"])


def positions(count: int) -> list[Position]:
    """Men and kings thrown on the board, as many positions of each phase."""
    chance = random.Random(1967)
    found: list[Position] = []
    while len(found) < count:
        fewest, most = PIECES[len(found) % 6 + 1]
        total = chance.randint(fewest, most)
        black = chance.randint(max(0, total - 12), min(12, total))
        board = [" ", *EMPTY * 32]
        for i, square in enumerate(chance.sample(range(1, 33), total)):
            side, king_row = ("b", square > 28) if i < black else ("w", square < 5)
            board[square] = side.upper() if king_row or chance.random() < 0.15 else side
        found.append(Position(chance.choice(("B", "W")), "".join(board)))
    return found


def mirrored(position: Position) -> Position:
    """The same position with the colours and the ends of the board changed about."""
    board = " " + position.board[:0:-1].translate(str.maketrans("bBwW", "wWbB"))
    return Position(OTHER[position.side], board)


@dataclass(frozen=True)
class Found:
    """What the program left in core behind an evaluation."""

    score: int
    value: int
    outputs: list[int]
    entries: list[int]
    time: tuple[float, float]
    """Seconds, both ends."""


class Bench:
    """A machine with tables in core, which evaluates positions put straight there."""

    def __init__(self, folder: Path, tables: Tables) -> None:
        self.machine = Machine()
        self.machine.load(program(DECK))
        self.machine.run(breakpoints=["SKCARD"])  # the bit tables are built
        self.tables = tables
        write_tape(folder / "first.tap", tables)
        self.read_tables(folder / "first.tap")

    def read(self, path: Path, until: str) -> None:
        """Go on as far as a symbol with this tape on B1."""
        self.machine.attach("B1", "tape", path)
        self.machine.run(breakpoints=[until])
        self.machine.detach("B1", "tape")

    def read_tables(self, path: Path) -> None:
        """What a TABLES card does."""
        self.machine.ic = self.machine.address("SKTABS")
        self.read(path, until="ODCARD")

    def printed(self) -> str:
        """What is on paper by the time the next card is wanted, which there is not."""
        self.machine.run()
        self.machine.close()
        return self.machine.printed

    def cell(self, name: str, beyond: int = 0) -> int:
        return from_word(int(self.machine.core[self.machine.address(name) + beyond]))

    def put(self, name: str, value: int) -> None:
        self.machine.core[self.machine.address(name)] = value

    def place(self, position: Position) -> None:
        self.put("BDBLK", word(position.pieces("B")))
        self.put("BDWHT", word(position.pieces("W")))
        self.put("BDBKNG", word(position.kings("B")))
        self.put("BDWKNG", word(position.kings("W")))
        self.put("BDTURN", int(position.side == "W"))

    def evaluate(self, position: Position) -> Found:
        machine = self.machine
        self.place(position)
        machine.ic = machine.address("SKEVAL")
        machine.run(breakpoints=["SKCALL"])
        before = machine.seconds
        machine.run(breakpoints=["SKDONE"])
        after = machine.seconds
        machine.run(breakpoints=["SKSIG"])  # the score has been stored
        count = self.cell("SGOUTS")
        return Found(
            self.cell("SKSCOR"),
            self.cell("SGVALU"),
            [self.cell("SGOUTE", -t) for t in range(count, 0, -1)],
            [self.cell("SGENTE", -t) for t in range(count, 0, -1)],
            (after[0] - before[0], after[1] - before[1]),
        )

    def root(self, position: Position | None) -> None:
        """Have the program take a position as the root, or none."""
        if position:
            self.place(position)
        self.machine.ic = self.machine.address("SKROOT" if position else "SKSTAT")
        self.machine.run(breakpoints=["ODCARD"])

    def choose(self, position: Position) -> Strategy:
        """Have the program choose a strategy by this position."""
        self.place(position)
        self.machine.ic = self.machine.address("SKPICK")
        self.machine.run(breakpoints=["ODCARD"])
        first = self.cell("SGOUTS")
        chosen = (self.cell(name) for name in ("SGHI", "SGLO"))
        return Strategy(*(first - t if t else None for t in chosen))

    def assert_judged(
        self, position: Position, strategy: Strategy = NO_STRATEGY, root: Position | None = None
    ) -> None:
        found, verdict = self.evaluate(position), judge(self.tables, position, strategy, root)
        assert found.outputs == [output for level in verdict.levels for output in level], position.to_fen()
        assert found.value == verdict.value, position.to_fen()
        advantage = terms.advantage(position, MAN, KING, TRADE)
        expected = score(self.tables, position, strategy, UNIT, advantage, root)
        assert found.score == expected, position.to_fen()


@pytest.fixture(scope="module")
def benches(tmp_path_factory: pytest.TempPathFactory) -> dict[int, Bench]:
    folder = tmp_path_factory.mktemp("tables")
    return {form.number: Bench(folder, Tables.random(form, form.number)) for form in FORMS}


# Forms and sizes


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
    assert symbols["SGTAPE"] - symbols["SGTAB"] == max(form.entries for form in FORMS)
    levels = [shape.tables * shape.entries for form in FORMS for shape in form.levels]
    number_checksum_and_one_more = 3
    assert symbols["SIGCHK"] - symbols["SGBUF"] == max(levels) + number_checksum_and_one_more


def test_the_unit_lets_no_tables_outweigh_a_man() -> None:
    assembled = program(DECK)
    assert assembled.words[assembled.symbols["SGUNIT"]] == UNIT
    for form in FORMS:
        assert form.levels[-1].tables * UNIT < assembled.words[assembled.symbols["PNMAN"]]


def calls() -> dict[int, str]:
    """The parameters by the words that call their routines, from the names beside them."""
    cards = program(DECK).source.cards
    found = {}
    for place, text in ((place, card.text) for place, card in cards.items()):
        if text[7:].startswith("TSX     PA") and (remark := text[28:].split()):
            found[program(DECK).words[place]] = remark[0]
    return {call: name for call, name in found.items() if name in terms.RATINGS | terms.ONE_SIDED}


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
    for card in (LISTINGS / "table1.fap").read_text().partition("* phase 1\n")[2].splitlines():
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


# The evaluation


@by_form
def test_the_program_finds_what_the_judge_finds_in_200_positions_of_all_phases(
    form: Form, benches: dict[int, Bench]
) -> None:
    for position in positions(204):
        benches[form.number].assert_judged(position)


@by_form
def test_behind_a_root_the_arguments_are_what_has_changed_since(
    form: Form, benches: dict[int, Bench]
) -> None:
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
        assert set(bench.tables.form.arguments(position, position)) == {(0,) * len(form.levels[0].values)}
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


# The tape


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
    with pytest.raises(BadTables, match="wanted"):
        Tables(FIG_4, Tables.random(GRIFFITH).phases)
    with pytest.raises(BadTables, match="out of range"):
        first = ((3,) * 68, *good.phases[0][0][1:])
        Tables(FIG_5, ((first, *good.phases[0][1:]), *good.phases[1:]))


def test_the_checksum_carries_round() -> None:
    assert closed([WORD, 2]) == [WORD, 2, 2]


# Cards


def test_pick_and_emphas_are_refused_when_the_polynomial_is_in_force() -> None:
    lines = run_job(program(DECK), ["PICK", "EMPHAS"], END).printed
    assert [line for line in lines if "REFUSED" in line] == [
        f"CARD     {n}  REFUSED - TABLES NOT IN FORCE" for n in (1, 2)
    ]


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
    """SIMH checks no parity; but a file may say that a record cannot be read well."""
    frames = [frames_of(words, binary=True) for words in contents(Tables.random(GRIFFITH))]
    lengths = [len(each) | (number == 3) << 31 for number, each in enumerate(frames, 1)]
    blocks = (pack("<I", n) + each + pack("<I", n) for n, each in zip(lengths, frames, strict=True))
    (tmp_path / "t.tap").write_bytes(b"".join(blocks))
    assert_simh_prints_the_same(tmp_path / "t.tap", ["TABLES"])
    assert "REDUNDANCY" in printed(tmp_path / "t.tap", ["TABLES"])[0]
