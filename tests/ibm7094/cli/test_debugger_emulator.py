"""The monitor for emulator users: assembling, conditions, watched words, command files, traces, saving."""

from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from ibm7094.asm import assemble
from ibm7094.cli.monitor.conditions import Condition
from ibm7094.cli.session import Session
from ibm7094.errors import MachineError
from tests.ibm7094.cli.test_debugger import Operator
from tests.rigs.cli_rig import HALT, Command, at_start, ibm7094, image  # noqa: F401

# ruff: noqa: F811
COUNTING = """\
       ABS
       ORG     64
START  CLA     ZERO
LOOP   ADD     ONE
       STO     ALPHA
       TRA     LOOP
ZERO   PZE
ONE    PZE     1
ALPHA  PZE
       END     START
"""


@pytest.fixture
def operator(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[Operator]:
    monkeypatch.setenv("IBM7094_TRACEBACK", "1")
    monkeypatch.chdir(tmp_path)
    with Session("7094") as session:
        session.machine.load(assemble(COUNTING))
        session.machine.ic = session.machine.symbols["START"]
        yield Operator(session)


def test_deposit_assembles_an_instruction(operator: Operator) -> None:
    assert "CLA    ALPHA,1" in operator("deposit 300 CLA ALPHA,1")
    assert operator.machine.core[0o300] == 0o050000100106
    assert operator("d LOOP SUB* ONE") == "00101 LOOP    040260000105  SUB*   ONE"


def test_assemble_defines_a_symbol(operator: Operator) -> None:
    operator("assemble 300 NEXT CLA ALPHA")
    operator("a NEXT+1 TRA NEXT")
    assert operator.machine.symbols["NEXT"] == 0o300
    assert operator.machine.core[0o301] == 0o002000000300
    assert "OCT" not in operator("assemble 310 OCT 1,2,3")
    assert [int(w) for w in operator.machine.core[0o310:0o313]] == [1, 2, 3]


def test_deposit_takes_symbols_literals_and_octal(operator: Operator) -> None:
    operator("deposit 300 LOOP LOOP+2 =10 =1.5 =-1 777 =HABC")
    words = [f"{int(w):012o}" for w in operator.machine.core[0o300:0o307]]
    assert words == [
        *("000000000101", "000000000103", "000000000012", "201600000000", "400000000001", "000000000777"),
        "212223606060",
    ]
    operator("deposit xr1 =10; deposit ic LOOP; deposit mq =-1; deposit ac =-1")
    machine = operator.machine
    assert (machine.xr[1], machine.ic, machine.mq, machine.ac) == (8 + 2, 0o101, 1 << 35 | 1, 1 << 37 | 1)


def test_a_condition_decides_whether_a_breakpoint_stops(operator: Operator) -> None:
    assert operator("break LOOP if c(ALPHA) = 12").startswith("Breakpoints: 00101 (LOOP) if c(ALPHA) = 12")
    assert operator("go").startswith("Breakpoint at 00101 (LOOP).")
    assert operator.machine.core[0o106] == 0o12


def test_a_breakpoint_is_passed_by_as_often_as_asked(operator: Operator) -> None:
    operator("break LOOP+1 after 10; go")
    assert operator.machine.ac == 11


@pytest.mark.parametrize(
    ("text", "holds"),
    [
        ("ac = -3", True),
        ("ac < 0 and c(5) = 10", True),
        ("ac > 0 or not c(5) # 10", True),
        ("(ac = -3 or ac = 3) and mq = 0", True),
        ("c(xr1) = 10", True),
        ("c(xr1+1) = 10", False),
        ("A+1 = 7", True),
        ("-ac >= 4", False),
    ],
)
def test_conditions_mean_what_they_say(text: str, holds: bool) -> None:
    from ibm7094 import Machine

    machine = Machine()
    machine.ac, machine.mq, machine.xr[1] = 1 << 37 | 3, 1 << 35, 5
    machine.load({5: 0o10})
    assert Condition(text, {"A": 6}).holds(machine) is holds


@pytest.mark.parametrize(
    "text",
    ["", "ac", "ac <", "ac < (", "ac ~ 5", "ac < 8", "c(", "c(5", "5 5", "and", "not", "(" * 99, "-" * 99],
)
def test_a_bad_condition_is_one_sentence(text: str) -> None:
    with pytest.raises(MachineError, match=r"^[^\n]*\.$"):
        Condition(text, {})


def test_a_watched_word_stops_the_run(operator: Operator) -> None:
    assert operator("watch ALPHA") == "Watched: 00106 (ALPHA)"
    assert operator("go").splitlines()[0] == (
        "Watchpoint: STO at 00102 (LOOP+1) wrote 00106 (ALPHA): 000000000000 before, 000000000001 now."
    )
    assert operator("unwatch all") == "Watched: nothing"
    assert "Watchpoint" not in operator("continue 100")


def test_a_command_file_names_the_line_of_an_error(operator: Operator) -> None:
    Path("good.txt").write_text("# remark\nbreak LOOP\ngo\n")
    Path("bad.txt").write_text("keys 7\n\nkeys 9\nkeys 1\n")
    Path("outer.txt").write_text("do good.txt\ndo bad.txt\nkeys 1\n")
    Path("endless.txt").write_text("do endless.txt\n")
    assert "Breakpoint at 00101" in operator("do good.txt")
    assert operator("do bad.txt").splitlines()[-1] == (
        "bad.txt, line 3: The word '9' is not an octal number: use the digits 0 to 7."
    )
    assert operator("do outer.txt").splitlines()[-1].startswith("bad.txt, line 3: ")
    assert operator.machine.keys == 7
    assert "10 command files call one another" in operator("do endless.txt")
    assert "there is no such file" in operator("do nothing.txt")


def test_commands_of_the_command_line_end_with_exit_code_2_on_an_error(
    ibm7094: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from io import StringIO

    monkeypatch.setattr("sys.stdin", StringIO(""))
    program = image(tmp_path / "p.oct", at_start(HALT))
    (tmp_path / "a.txt").write_text("keys 7\n")
    (tmp_path / "b.txt").write_text("keys x\n")
    ran = ibm7094("debug", program, "--commands", tmp_path / "a.txt", "--commands", tmp_path / "a.txt")
    assert (ran.code, ran.out.count("000000000007")) == (0, 2)
    ran = ibm7094("debug", program, "--commands", tmp_path / "b.txt")
    assert ran.code == 2
    assert "b.txt, line 1: " in ran.sentence


def test_a_trace_has_every_instruction(operator: Operator) -> None:
    operator("trace on t.txt")
    operator("continue 1000")
    assert not Path("t.txt").exists()
    assert operator("trace off") == "1,000 instructions written to t.txt."
    lines = Path("t.txt").read_text().splitlines()
    assert [line[:5] for line in lines[:5]] == ["00100", "00101", "00102", "00103", "00101"]
    assert len(lines) == 1000
    operator("trace on t.txt limit 10; continue 300; trace off")
    assert len(Path("t.txt").read_text().splitlines()) == 10
    Path("mine.txt").write_text("precious")
    assert "add --force" in operator("trace on mine.txt")
    assert Path("mine.txt").read_text() == "precious"
    operator("trace on mine.txt --force; continue 10; trace off")
    assert len(Path("mine.txt").read_text().splitlines()) == 10


def test_a_machine_is_saved_and_restored(operator: Operator) -> None:
    operator("attach printer paper.txt; continue 100; save m.sav")
    instructions, ac = operator.machine.instructions, operator.machine.ac
    operator("continue 1000; deposit LOOP HTR")
    assert "LOOP" in operator("restore m.sav; list LOOP")
    machine = operator.session.machine
    assert (machine.instructions, machine.ac) == (instructions, ac)
    assert machine.core[0o101] == 0o040000000105
    operator("continue 10")
    assert operator.session.machine.instructions == instructions + 10


def test_another_model_is_refused(operator: Operator) -> None:
    with Session("704") as other:
        other.machine.save("old.sav")
    assert operator("restore old.sav") == (
        "old.sav is a saved 704, and this is a 7094: start ibm7094 debug --model 704."
    )


def test_symbols_are_those_of_the_program_loaded_last(operator: Operator) -> None:
    image(Path("p.oct"), at_start(HALT))
    assert "LOOP" in operator("symbols")
    operator("load deck p.oct")
    assert operator("symbols") == ""


WORDS = (
    *("examine", "deposit", "assemble", "break", "unbreak", "watch", "unwatch", "list", "history", "symbols"),
    *(
        "if",
        "after",
        "all",
        "on",
        "off",
        "limit",
        "force",
        "core",
        "ac",
        "xr1",
        "LOOP",
        "LOOP+1",
        "=",
        "=1.5",
    ),
    *(
        "=HX",
        "CLA",
        "CLA*",
        "TIX",
        "OCT",
        "END",
        "DUP",
        "MACRO",
        "(",
        ")",
        "<",
        "#",
        "c(",
        "8",
        "-1",
        "'",
        '"',
    ),
    *(
        "100",
        "100-90",
        "77777",
        "777777",
        ",",
        "\0",
        "é",
        "all",
        "load",
        "save",
        "restore",
        "trace",
        "do",
        ".",
    ),
)


def test_300_hostile_lines_get_a_sentence_each(operator: Operator) -> None:
    rng = Random(13)
    for _ in range(300):
        line = " ".join(rng.choice(WORDS) for _ in range(rng.randrange(1, 6)))
        answer = operator(line)
        assert "Traceback" not in answer
        assert "has a bug" not in answer
