"""The source map: its contents, and how run, trace, profile and the monitor use it."""

import hashlib
import json
from io import StringIO
from pathlib import Path
from types import SimpleNamespace

import pytest

from ibm7094 import Machine
from ibm7094.asm import assemble
from ibm7094.cli import arguments
from ibm7094.errors import MachineError
from ibm7094.source_map import SourceMap
from tests.rigs.cli_rig import HALT, Command, at_start, ibm7094, image  # noqa: F401

# ruff: noqa: F811
TEXT = """\
*      COUNT TO THREE
       ABS
N      EQU     3
       ORG     64
START  AXT     N,1
LOOP   CLA     X          TAKE IT
       ADD     =1
       STO     X
       TIX     LOOP,1,1
DONE   HTR     START
X      BSS     1
XNEXT  EQU     X+1
       END     START
"""


@pytest.fixture
def source(tmp_path: Path) -> Path:
    (tmp_path / "count.fap").write_text(TEXT)
    return tmp_path / "count.fap"


@pytest.fixture
def made(ibm7094: Command, source: Path) -> SimpleNamespace:
    """A deck and its map."""
    deck, map_ = source.with_suffix(".cbn"), source.with_suffix(".json")
    assert ibm7094("asm", source, "-o", deck, "--map", map_).code == 0
    return SimpleNamespace(deck=deck, map=map_)


# what it holds


def test_a_map_has_title_start_symbols_and_the_card_of_each_word(source: Path) -> None:
    made = assemble(source).map()
    assert (made["title"], made["start"]) == ("COUNT TO THREE", "00100")
    assert made["symbols"]["LOOP"] == "00101"
    assert made["words"]["00101"] == {
        "file": str(source),
        "card": 6,
        "text": "LOOP   CLA     X          TAKE IT",
    }
    assert "00106" not in made["words"]


def test_its_hash_is_that_of_a_core_image_of_the_program(source: Path) -> None:
    program = assemble(source)
    text = "".join(f"{place:05o} {word:012o}\n" for place, word in sorted(program.image.items()))
    assert program.map()["sha256"] == hashlib.sha256(text.encode()).hexdigest()


def test_a_map_reads_back_as_it_was(source: Path, tmp_path: Path) -> None:
    program = assemble(source)
    program.write_map(tmp_path / "map.json")
    assert arguments.read_map(tmp_path / "map.json") == program.source


def test_numbers_are_distinguished_from_places() -> None:
    program = assemble(
        "       ABS\nA      PZE\nB      PZE\nN      EQU     5\nM      EQU     N+1\nHERE   EQU     *\n"
        "C      EQU     A+1\nSIZE   EQU     B-A\nS      SET     1\nMASK   BOOL    777777\n"
        "D      SYN     B-SIZE\nT      TAPENO  A2\n       HEAD    X\nK      EQU     7\n       END\n"
    )
    assert program.source.constants == {"N", "M", "SIZE", "S", "MASK", "T", "X$K"}
    assert program.map()["symbols"]["MASK"] == "777777"


def test_words_under_loc_have_their_card_where_they_are_loaded_and_where_they_run() -> None:
    program = assemble("       ABS\n       ORG     64\n       LOC     512\n       PZE     7\n       END\n")
    assert program.source.cards[0o100] == program.source.cards[0o1000]


def test_a_word_that_a_macro_made_has_the_card_it_made() -> None:
    program = assemble(
        "       ABS\nM      MACRO   A\n       CLA     A\n       END\n       M       5\n       END\n"
    )
    assert program.source.cards[0].text.split() == ["CLA", "5"]


@pytest.mark.parametrize(
    "entries",
    [
        {"symbols": {"A": "9"}},
        {"symbols": {"A": 1 << 18}},
        {"symbols": {}, "start": "100000"},
        {"symbols": {}, "words": {"00100": 5}},
        {"symbols": {}, "words": {"x": {"file": "", "card": 1, "text": ""}}},
        {"symbols": {}, "words": {"0": {"file": "", "card": "1", "text": ""}}},
        {"symbols": []},
    ],
)
def test_a_damaged_map_is_refused(tmp_path: Path, entries: object) -> None:
    (tmp_path / "map.json").write_text(json.dumps(entries))
    with pytest.raises(MachineError, match=r"map\.json: the (address of|entry for) .*: (give|make)"):
        arguments.read_map(tmp_path / "map.json")


def test_a_plain_object_of_names_is_a_map_too() -> None:
    assert SourceMap.from_dict({"LOOP": "300"}) == SourceMap(symbols={"LOOP": 0o300})


# the machine


def test_a_machine_does_not_name_places_after_numbers() -> None:
    machine = Machine()
    machine.load(assemble(TEXT.replace("N      EQU     3", "N      EQU     66")))
    assert machine.where(0o102) == "00102 (LOOP+1)"
    assert machine.address("N") == 0o102


def test_anything_with_image_symbols_and_start_can_be_loaded() -> None:
    machine = Machine()
    machine.load(SimpleNamespace(image={0o100: 5}, symbols={"A": 0o100}, start=0o100))
    assert (machine.core[0o100], machine.symbols, machine.ic) == (5, {"A": 0o100}, 0o100)


# run


def test_a_deck_runs_with_its_map(ibm7094: Command, made: SimpleNamespace) -> None:
    ran = ibm7094("run", made.deck, "--symbols", made.map, "--break", "DONE", "--trace", "1")
    assert ran.code == 0
    trace, stop, place, text = ran.err.splitlines()
    assert trace.startswith("00104         200001100101  TIX    LOOP,1,1")
    assert trace.endswith("         TIX     LOOP,1,1")
    assert stop == "Breakpoint at 00105 (DONE)."
    assert place.endswith("count.fap, card 10:")
    assert text == "    DONE   HTR     START"


def test_fap_cards_run_as_they_are(ibm7094: Command, source: Path) -> None:
    ran = ibm7094("run", source, "--profile", "4", "--json", "--trace", "1")
    assert ran.code == 0
    record = json.loads(ran.out)
    assert record["stop"]["message"] == "Halted by HTR at 00105 (DONE)."
    assert record["stop"]["source"]["card"] == 10
    assert [(row["location"], row["count"]) for row in record["profile"]] == [
        ("00101", 3),
        ("00102", 3),
        ("00103", 3),
        ("00104", 3),
    ]
    assert record["profile"][0]["source"]["text"] == "LOOP   CLA     X          TAKE IT"
    assert record["trace"][0]["source"]["text"] == "DONE   HTR     START"


def test_a_profile_shows_the_card_beside_the_instruction(ibm7094: Command, source: Path) -> None:
    line = ibm7094("run", source, "--profile", "1").err.splitlines()[0]
    assert "CLA    X" in line
    assert line.endswith("LOOP   CLA     X          TAKE IT")


def test_a_deck_list_runs_too_and_breakpoints_are_symbols(ibm7094: Command, source: Path) -> None:
    deck_list = source.with_suffix(".deck")
    deck_list.write_text("count.fap\n")
    assert "Breakpoint at 00100 (START)." in ibm7094("run", deck_list, "--break", "START").err
    ran = ibm7094("run", deck_list, "--start", "LOOP", "--limit", "2")
    assert "Stopped at the limit of instructions, before 00103 (LOOP+2)." in ran.err


def test_fap_cards_run_on_a_704_without_the_reader(ibm7094: Command, source: Path) -> None:
    source.write_text(TEXT.replace("AXT     N,1", "NOP").replace("TIX     LOOP,1,1", "NOP"))
    assert "Halted by HTR at 00105 (DONE)." in ibm7094("run", source, "--model", "704").err


def test_data_cards_follow_an_assembled_program_in_the_reader(ibm7094: Command, tmp_path: Path) -> None:
    (tmp_path / "data.txt").write_text("HELLO\n")
    (tmp_path / "read.fap").write_text(
        "       ABS\n       ORG     64\nGO     RCDA\n       RCHA    COM\n       TCOA    *\n"
        "       CLA     BUF+6\n       HTR     GO\nCOM    IOCD    BUF,,24\n"
        "BUF    BSS     24\n       END     GO\n"
    )
    ran = ibm7094("run", tmp_path / "read.fap", "--cards", tmp_path / "data.txt", "--json")
    assert json.loads(ran.out)["registers"]["ac"] != "0000000000000"


def test_fatal_flags_are_shown_and_refused(ibm7094: Command, source: Path) -> None:
    source.write_text(TEXT.replace("STO     X", "STO     Y"))
    for command in ("run", "debug"):
        ran = ibm7094(command, source)
        assert (ran.code, ran.out) == (1, "")
        assert f"{source}, card 8, column 16: U: Y is not defined." in ran.err
        assert ran.err.endswith("count.fap: this program has fatal flags: correct the cards.\n")


def test_flags_that_are_not_fatal_are_counted_and_a_missing_start_is_reported(
    ibm7094: Command, source: Path
) -> None:
    source.write_text(TEXT.replace("HTR     START", "HTR").replace("END     START", "END"))
    ran = ibm7094("run", source)
    assert ran.code == 0
    assert f"{source}: 1 card has flags: ibm7094 asm shows them." in ran.err
    assert "the program starts at its lowest word, 00100." in ran.err


def test_a_map_of_another_program_is_reported(
    ibm7094: Command, made: SimpleNamespace, tmp_path: Path
) -> None:
    other = image(tmp_path / "other.oct", at_start(HALT))
    ran = ibm7094("run", other, "--symbols", made.map)
    assert ran.code == 0
    assert "made for a different program" in ran.err
    assert "made for a different program" not in ibm7094("run", made.deck, "--symbols", made.map).err


def test_the_disassembler_reads_the_map(ibm7094: Command, made: SimpleNamespace) -> None:
    ran = ibm7094("dis", made.deck, "--symbols", made.map, "--start", "DONE", "--end", "DONE", "--json")
    (line,) = json.loads(ran.out)
    assert (line["location"], line["symbol"]) == ("00105", "DONE")


# the monitor


def monitored(
    ibm7094: Command, monkeypatch: pytest.MonkeyPatch, lines: str, *arguments: str | Path
) -> list[str]:
    monkeypatch.setattr("sys.stdin", StringIO(lines))
    ran = ibm7094("debug", *arguments)
    assert ran.code == 0
    return ran.out.splitlines()[1:]


def test_the_monitor_is_at_the_start_of_an_assembled_program(
    ibm7094: Command, source: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    first, second, history = monitored(ibm7094, monkeypatch, "step\nhistory\n", source)
    assert first.startswith("00100 START")
    assert first.endswith("START  AXT     N,1")
    assert second.startswith("00101 LOOP")
    assert history == first


def test_list_shows_the_cards_around_an_address(
    ibm7094: Command, made: SimpleNamespace, monkeypatch: pytest.MonkeyPatch
) -> None:
    shown = monitored(ibm7094, monkeypatch, "list LOOP\n", made.deck, "--symbols", made.map)
    file = next(place for place, line in enumerate(shown) if line.endswith("count.fap:"))
    assert shown[file + 1].startswith("      5  00100 START")
    assert shown[file + 2].startswith(">     6  00101 LOOP")
    assert shown[file + 2].endswith("LOOP   CLA     X          TAKE IT")


def test_list_shows_words_alone_without_a_map_and_begins_at_the_counter(
    ibm7094: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shown = monitored(ibm7094, monkeypatch, "list\n", image(tmp_path / "p.oct", at_start(HALT)))
    assert shown[5] == ">        00100  000000000000  HTR"
    assert len(shown) == 16


def test_the_monitor_loads_a_map_and_fap_cards_by_command(
    ibm7094: Command, made: SimpleNamespace, source: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shown = monitored(ibm7094, monkeypatch, f"symbols load {made.map}; examine DONE\n")
    assert shown[-1].endswith("DONE   HTR     START")
    shown = monitored(ibm7094, monkeypatch, f"load deck {source}\nbreak DONE; go\n")
    assert shown[0].startswith("00100 START")
    assert "Breakpoint at 00105 (DONE)." in shown
