"""`ibm7094 diag`: a small diagnostic of our own, right and wrong."""

import json
from hashlib import sha256
from pathlib import Path

import pytest

from ibm7094.lab.diagnostics import HEADINGS, read_tests
from tests.rigs.cli_rig import HALT, Command, at_start, ibm7094, image  # noqa: F401

# ruff: noqa: F811
# CLA 110, ADD 110, STO 111, TRA 100: passes at 103, with twice the word at 110 in 111.
PROGRAM = at_start(0o050000000110, 0o040000000110, 0o060100000111, 0o002000000100) | {0o110: 0o21, 0o111: 0}
LEFT = PROGRAM | {0o111: 0o42}
CORE_HASH = sha256("".join(f"{LEFT.get(place, 0):012o}\n" for place in range(0o100000)).encode()).hexdigest()
ROW = {
    **dict.fromkeys(HEADINGS, "0"),
    "test": "double",
    "start": "100",
    "sw1-6": "001001",
    "pass_ic": "103",
    "nth": "1",
    "instr": "3",
    "AC(S,Q,P,1-35)": "0000000000042",
    **dict.fromkeys(("MQ", "SI"), "000000000000"),
    **dict.fromkeys(("XR1", "XR2", "XR4"), "00000"),
    "SL1-4": "0000",
    "core_sha256": CORE_HASH,
}


def diagnostics(folder: Path, **changes: str) -> Path:
    """A folder with one test, its row changed."""
    image(folder / "double.oct", PROGRAM)
    row = ROW | {
        name.replace("_", "-") if name == "sw1_6" else name: value for name, value in changes.items()
    }
    table = ["# how it is done", "\t".join(HEADINGS), "\t".join(row[heading] for heading in HEADINGS)]
    (folder / "golden.tsv").write_text("\n".join(table) + "\n")
    return folder


@pytest.mark.parametrize("options", [[], ["--reference"], ["--model", "7090"]])
def test_a_diagnostic_that_passes(ibm7094: Command, tmp_path: Path, options: list[str]) -> None:
    ran = ibm7094("diag", diagnostics(tmp_path), *options)
    assert (ran.code, ran.err) == (0, "")
    assert "double" in ran.out
    assert "passed" in ran.out


def test_the_second_pass_counts_from_the_start(ibm7094: Command, tmp_path: Path) -> None:
    ran = ibm7094("diag", diagnostics(tmp_path, nth="2", instr="7"), "--json")
    assert ran.code == 0
    record = json.loads(ran.out)
    assert record["passed"]
    assert record["tests"][0]["instructions"] == 7


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"MQ": "000000000001"}, "MQ 000000000000, not 000000000001."),
        ({"instr": "4"}, "3 instructions, not 4."),
        ({"core_sha256": "0"}, "core differs."),
        ({"pass_ic": "105"}, "Stopped at the limit of instructions"),
    ],
)
def test_a_diagnostic_that_fails(
    ibm7094: Command, tmp_path: Path, changes: dict[str, str], said: str
) -> None:
    ran = ibm7094("diag", diagnostics(tmp_path, **changes))
    assert ran.code == 1
    assert "FAILED" in ran.out
    assert said in ran.sentence


def test_a_diagnostic_that_halts(ibm7094: Command, tmp_path: Path) -> None:
    folder = diagnostics(tmp_path)
    image(folder / "double.oct", at_start(HALT))
    ran = ibm7094("diag", folder)
    assert (ran.code, "Halted by HTR at 00100." in ran.sentence) == (1, True)


def test_no_folder_at_all(ibm7094: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    ran = ibm7094("diag")
    assert (ran.code, "golden.tsv" in ran.sentence) == (2, True)


@pytest.mark.parametrize(
    "table", [b"", b"\xff\xfe", b"# only a remark\n", b"a\tb\n", "\t".join(HEADINGS).encode() + b"\nx\ty\n"]
)
def test_a_bad_table(ibm7094: Command, tmp_path: Path, table: bytes) -> None:
    (tmp_path / "golden.tsv").write_bytes(table)
    ran = ibm7094("diag", tmp_path)
    assert (ran.code, "golden.tsv" in ran.sentence) == (2, True)


def test_a_missing_image(ibm7094: Command, tmp_path: Path) -> None:
    (diagnostics(tmp_path) / "double.oct").unlink()
    ran = ibm7094("diag", tmp_path)
    assert (ran.code, "double.oct: there is no such file" in ran.sentence) == (2, True)


def test_the_rows_are_read(tmp_path: Path) -> None:
    (test,) = read_tests(diagnostics(tmp_path))
    assert (test.start, test.pass_point, test.switches, test.instructions) == (0o100, 0o103, "001001", 3)
