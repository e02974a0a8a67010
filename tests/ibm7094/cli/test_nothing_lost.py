"""Hostile command lines: nothing that was there is lost, one sentence says why, exit code 2."""

import os
import resource
import signal
import subprocess
import sys
import time
from pathlib import Path
from random import Random

import pytest

from ibm7094.media.cards import write_cards
from ibm7094.media.decks import self_loading
from ibm7094.media.tape import END, MARK, TapeFile, frames_of
from tests.rigs.cli_rig import (  # noqa: F401
    HALT,
    LINE,
    RCHA,
    START,
    TCOA,
    TRA,
    Command,
    Ran,
    at_start,
    ibm7094,
    image,
    prints_then,
)

# ruff: noqa: F811
ROOT = Path(__file__).parents[3]
FAP = "       ABS\n       ORG     64\nSTART  HTR     START\n       END     START\n"
WTBA_A2, WEFA_A2 = 0o076600001222, 0o077000001222
WPUA = 0o076600001341
WRITTEN = 0o123456701234
OVERWRITES, TWO, NOT_OWN = "would be overwritten", "two outputs", "is not an output of"


@pytest.fixture
def house(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with everything that a user might not want to lose."""
    monkeypatch.chdir(tmp_path)
    Path("s.fap").write_text(FAP)
    Path("part.fap").write_text(FAP)
    Path("all.deck").write_text("* A DECK LIST\npart.fap\n")
    Path("outer.deck").write_text("all.deck\n")
    Path("d.txt").write_text("SOME DATA\n")
    Path("map.json").write_text('{"LOOP": "00300"}')
    Path("notes.txt").write_text("precious\n")
    image(Path("p.oct"), at_start(HALT))
    write_cards("deck.cbn", self_loading(at_start(HALT), START))
    for name in ("t.tap", "u.tap"):
        with TapeFile.open(name) as tape:
            tape.write_record(frames_of([1, 2, 3], binary=True))
    Path("soft").symlink_to("s.fap")
    Path("hard").hardlink_to("s.fap")
    Path("sub").mkdir()
    return tmp_path


def contents(folder: Path) -> dict[str, bytes]:
    return {str(path): path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file()}


@pytest.mark.parametrize(
    ("command", "said"),
    [
        # an output that is an input
        ("run s.fap --print s.fap", OVERWRITES),
        ("run s.fap --punch s.fap", OVERWRITES),
        ("run s.fap --print ./s.fap", OVERWRITES),
        ("run s.fap --print sub/../s.fap", OVERWRITES),
        ("run s.fap --print soft", OVERWRITES),
        ("run s.fap --print hard", OVERWRITES),
        ("run s.fap --tape A2=s.fap", OVERWRITES),
        ("run s.fap --tape A2=hard", OVERWRITES),
        ("run s.fap --print s.fap --force", OVERWRITES),
        ("run p.oct --print p.oct", OVERWRITES),
        ("run deck.cbn --punch deck.cbn --print -", OVERWRITES),
        ("run all.deck --print all.deck", OVERWRITES),
        ("run all.deck --print part.fap", OVERWRITES),
        ("run outer.deck --print all.deck", OVERWRITES),
        ("run outer.deck --print part.fap --force", OVERWRITES),
        ("run p.oct --cards d.txt --print d.txt", OVERWRITES),
        ("run p.oct --cards d.txt --punch d.txt", OVERWRITES),
        ("run p.oct --cards d.txt --tape A1=d.txt", OVERWRITES),
        ("run p.oct --symbols map.json --print map.json", OVERWRITES),
        ("run p.oct --symbols map.json --tape A1=map.json", OVERWRITES),
        ("run p.oct --tape A1=t.tap,ro --print t.tap", OVERWRITES),
        ("run p.oct --tape A1=t.tap,ro --punch t.tap --force", OVERWRITES),
        ("run --load-tape --tape A1=t.tap,ro --print t.tap", OVERWRITES),
        ("asm s.fap -o s.fap", OVERWRITES),
        ("asm s.fap -o hard", OVERWRITES),
        ("asm s.fap -o soft --force", OVERWRITES),
        ("asm s.fap --listing s.fap", OVERWRITES),
        ("asm s.fap --words s.fap", OVERWRITES),
        ("asm s.fap --map s.fap", OVERWRITES),
        ("asm outer.deck --listing part.fap", OVERWRITES),
        ("asm outer.deck --listing all.deck", OVERWRITES),
        ("dis p.oct -o p.oct", OVERWRITES),
        ("dis deck.cbn --fap -o deck.cbn", OVERWRITES),
        ("dis p.oct --symbols map.json -o map.json", OVERWRITES),
        ("fmt s.fap -o s.fap", OVERWRITES),
        ("fmt s.fap -o hard", OVERWRITES),
        # two outputs in one file
        ("run p.oct --print x --punch x", TWO),
        ("run p.oct --print x --punch sub/../x", TWO),
        ("run p.oct --print x --tape A1=x", TWO),
        ("run p.oct --tape A1=t.tap --print t.tap", TWO),
        ("run p.oct --tape A1=t.tap --tape A2=t.tap", "on tape units A1 and A2"),
        ("run p.oct --tape A1=t.tap,ro --tape A2=./t.tap", "on tape units A1 and A2"),
        ("run p.oct --tape A1=new.tap --tape A2=new.tap", "on tape units A1 and A2"),
        ("run p.oct --print - --punch -", "Only one output"),
        ("run p.oct --punch -", "Only one output"),
        ("run p.oct --json --print -", "Only one output"),
        ("asm s.fap -o x --listing x", TWO),
        ("asm s.fap -o - --words -", "Only one output"),
        # a file that the command did not make
        ("run p.oct --print notes.txt", NOT_OWN),
        ("run p.oct --punch notes.txt", NOT_OWN),
        ("asm s.fap -o notes.txt", NOT_OWN),
        ("asm s.fap --listing notes.txt", NOT_OWN),
        ("asm s.fap --map map.json", NOT_OWN),
        ("dis p.oct -o notes.txt", NOT_OWN),
        ("fmt s.fap -o notes.txt", NOT_OWN),
        # inputs that never end, or are not there
        ("run /dev/zero", "this is a device"),
        ("run p.oct --cards /dev/zero", "this is a device"),
        ("run p.oct --symbols /dev/urandom", "this is a device"),
        ("run p.oct --tape A1=/dev/zero", "a tape must be a file"),
        ("run p.oct --tape A1=-", "a tape must be a file"),
        ("asm /dev/zero", "this is a device"),
        ("fmt /dev/zero", "this is a device"),
        ("show /dev/zero", "this is a device"),
        ("dis /dev/zero", "this is a device"),
        ("debug /dev/zero", "this is a device"),
        ("run - --cards -", "Only one input"),
        ("run p.oct --print x --cards no.txt", "no.txt: there is no such file"),
        ("run p.oct --print sub", "this is a folder"),
        ("run p.oct --tape A1=sub", "folder"),
        ("run p.oct --print no/x", "there is no folder no"),
        # what fmt must not take for cards
        ("fmt notes.txt", "this is not FAP"),
        ("fmt map.json", "this is not FAP"),
        ("fmt p.oct", "this is not FAP"),
        ("fmt deck.cbn", "this is not FAP"),
        ("fmt s.fap notes.txt", "this is not FAP"),
        ("fmt t.tap", "this is a binary file"),
    ],
)
def test_nothing_is_lost(ibm7094: Command, house: Path, command: str, said: str) -> None:
    before = contents(house)
    ran = ibm7094(*command.split())
    assert (ran.code, ran.out) == (2, "")
    assert said in ran.sentence
    assert contents(house) == before


OTHER_TEXT = {
    "a shopping list": "milk\n2 eggs\n       bread and butter\n       add sugar if there is any\n",
    "Python": (ROOT / "ibm7094" / "words.py").read_text(),
    "Markdown": (ROOT / "README.md").read_text(),
    "JSON": '{\n       "a": [1, 2],\n       "b": null\n}\n',
    "tabs": "name\tage\tcity\nanna\t31\tbonn\n",
    "prose": "It was the best of times, it was the worst of times.\n" * 5,
}


@pytest.mark.parametrize("kind", OTHER_TEXT)
@pytest.mark.parametrize("option", [[], ["--check"], ["--diff"], ["-o", "-"]], ids=str)
def test_fmt_leaves_other_text_alone(ibm7094: Command, tmp_path: Path, kind: str, option: list[str]) -> None:
    path = tmp_path / "file"
    path.write_text(OTHER_TEXT[kind])
    ran = ibm7094("fmt", path, *option)
    assert (ran.code, ran.out) == (2, "")
    assert ran.sentence == f"{path}: this is not FAP, and is left as it is: name a file of FAP cards."
    assert path.read_text() == OTHER_TEXT[kind]


@pytest.mark.parametrize(
    "text",
    [
        "",
        "* ONLY A COMMENT\n",
        FAP,
        FAP.lower(),
        "start\tcla\tone\n\thtr\n",
        "MINE   MACRO\n       CLA     A\n",
    ],
)
def test_fmt_takes_everything_that_is_fap(ibm7094: Command, tmp_path: Path, text: str) -> None:
    path = tmp_path / "p.fap"
    path.write_text(text)
    assert ibm7094("fmt", path).code == 0


def test_fmt_takes_every_listing(ibm7094: Command) -> None:
    assert ibm7094("fmt", *sorted(ROOT.glob("listings/*/*.fap")), "--diff").code == 0


# the command's own results


@pytest.mark.parametrize(
    "command",
    [
        "run p.oct --print x",
        "run p.oct --punch x",
        "asm s.fap -o x",
        "asm s.fap --map x",
        "dis p.oct -o x",
        "fmt s.fap -o x",
    ],
)
def test_a_commands_own_result_is_replaced_until_someone_edits_it(
    ibm7094: Command, house: Path, command: str
) -> None:
    image(
        Path("p.oct"),
        prints_then(HALT) | {START: 0o076600001341} if "punch" in command else prints_then(HALT),
    )
    command += " --start 100" if command.startswith("run") else ""
    for _ in range(2):
        assert ibm7094(*command.split()).code == 0
    made = Path("x").read_bytes()
    assert made
    Path("x").write_text("edited")
    ran = ibm7094(*command.split())
    assert (ran.code, NOT_OWN in ran.sentence) == (2, True)
    assert Path("x").read_text() == "edited"
    assert ibm7094(*command.split(), "--force").code == 0
    assert Path("x").read_bytes() == made


def test_a_run_that_never_begins_leaves_the_old_paper(ibm7094: Command, house: Path) -> None:
    Path("bad.tap").write_bytes(b"\x06\0\0\0ABCDEF\x07\0\0\0")
    before = contents(house)
    for options in (["--tape", "A1=sub"], ["--start", "100", "--tape", "A1=no/x"]):
        assert ibm7094("run", "p.oct", "--print", "notes.txt", "--force", *options).code == 2
    ran = ibm7094("run", "--load-tape", "--tape", "A1=bad.tap", "--print", "notes.txt", "--force")
    assert ran.code == 2
    assert contents(house) == before


# pipes, standard input and output


def shell(command: str, folder: Path) -> Ran:
    script = f'ibm7094() {{ {sys.executable} -m ibm7094 "$@"; }}\n{command}'
    done = subprocess.run(
        ["bash", "-c", script],
        cwd=folder,
        env=os.environ | {"PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    return Ran(done.returncode, done.stdout, done.stderr)


@pytest.mark.parametrize(
    "command",
    [
        "ibm7094 run <(cat p.oct)",
        "ibm7094 run <(cat deck.cbn)",
        "ibm7094 run <(cat s.fap)",
        "ibm7094 run - < p.oct",
        "cat deck.cbn | ibm7094 run -",
        "cat s.fap | ibm7094 run -",
        "ibm7094 run p.oct --cards <(cat d.txt) --symbols <(cat map.json) --print -",
        "ibm7094 asm <(cat s.fap) -o - > made.cbn && ibm7094 run made.cbn",
        "cat s.fap | ibm7094 asm - --listing - | grep -q START",
        "cat s.fap | ibm7094 fmt - | cmp - s.fap",
        "ibm7094 fmt <(cat s.fap) | cmp - s.fap",
        "ibm7094 show - < s.fap | cmp - s.fap",
        "ibm7094 dis <(cat p.oct) -o - | grep -q HTR",
        "ibm7094 dis - < deck.cbn | grep -q HTR",
    ],
)
def test_pipes_and_standard_streams_work(house: Path, command: str) -> None:
    ran = shell(command, house)
    assert ran.code == 0, ran.err
    assert "Traceback" not in ran.err


@pytest.mark.parametrize(
    "command",
    [
        "ibm7094 asm - -o s.fap < s.fap",
        "ibm7094 asm /dev/stdin -o s.fap --force < s.fap",
        "ibm7094 run p.oct --cards - --print d.txt --force < d.txt",
        "ibm7094 run s.fap --print - >> s.fap",
    ],
)
def test_a_stream_that_is_an_input_file_is_not_written_over(house: Path, command: str) -> None:
    before = contents(house)
    ran = shell(command, house)
    assert (ran.code, OVERWRITES in ran.sentence) == (2, True)
    assert contents(house) == before


# a full disk


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no /dev/full here")
@pytest.mark.parametrize(
    "command",
    [
        "run p.oct --start 100 --print /dev/full",
        "asm s.fap -o /dev/full",
        "asm s.fap --listing l --map /dev/full",
        "dis p.oct -o /dev/full",
        "fmt s.fap -o /dev/full",
    ],
)
def test_a_full_device_is_named_in_a_sentence(ibm7094: Command, house: Path, command: str) -> None:
    image(Path("p.oct"), prints_then(HALT))
    before = contents(house)
    ran = ibm7094(*command.split())
    assert ran.code == 2
    assert "/dev/full: No space left on device" in ran.err.splitlines()[-1]
    assert contents(house) == before


def writes_tape_for_ever() -> dict[int, int]:
    """Write records of the same words to A2, without end."""
    loop = at_start(WTBA_A2, RCHA | 0o200, TCOA | START + 2, TRA | START)
    return loop | {0o200: 0o001750000300} | {0o300 + place: WRITTEN for place in range(0o1750)}


def prints_for_ever() -> dict[int, int]:
    return prints_then(TRA | START)


@pytest.mark.parametrize("what", ["tape", "printer"])
def test_a_disk_that_fills_up_leaves_the_old_file_whole(house: Path, what: str) -> None:
    program, option, name = {
        "tape": (writes_tape_for_ever(), "--tape=A2=t.tap", "t.tap"),
        "printer": (prints_for_ever(), "--print=notes.txt", "notes.txt"),
    }[what]
    image(Path("p.oct"), program)
    before = contents(house)
    done = subprocess.run(
        [sys.executable, "-m", "ibm7094", "run", "p.oct", "--start", "100", option, "--force"],
        env=os.environ | {"PYTHONPATH": str(ROOT)},
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (20_000, 20_000)),
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    assert (done.returncode, done.stderr) == (2, f"{name}: File too large: check the disk and the name.\n")
    assert contents(house) == before


# kill -9


@pytest.mark.slow
def test_a_run_that_is_killed_leaves_its_tapes_whole_and_the_next_run_works(house: Path) -> None:
    image(Path("p.oct"), writes_tape_for_ever())
    command = [sys.executable, "-m", "ibm7094", "run", "p.oct", "--start", "100"]
    options = ["--tape", "A2=t.tap", "--tape", "A3=new.tap", "--print", "notes.txt", "--force"]
    before = contents(house)
    chance = Random(7094)
    for _ in range(10):
        process = subprocess.Popen(
            [*command, *options], env=os.environ | {"PYTHONPATH": str(ROOT)}, stderr=subprocess.PIPE
        )
        time.sleep(chance.uniform(0.05, 2.0))
        process.kill()
        _, err = process.communicate()
        assert (process.returncode, err) == (-signal.SIGKILL, b"")
        after = {name: content for name, content in contents(house).items() if not name.endswith(".part")}
        assert after == before
    done = subprocess.run(
        [*command, *options, "--limit", "1000000"],
        env=os.environ | {"PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    with TapeFile.open("t.tap", write_protected=True) as tape:
        first = tape.read_record()
        assert first is not END and first is not MARK
        assert first.frames == frames_of([WRITTEN] * 0o1750, binary=True)
    assert not [path for path in house.iterdir() if path.name.endswith(".part")]
