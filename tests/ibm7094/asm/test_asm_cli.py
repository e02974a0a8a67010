"""`ibm7094 asm`: its output files, its messages, and its errors."""

import json
from pathlib import Path

import pytest

from ibm7094.media.cards import read_cards
from ibm7094.media.decks import read_deck
from tests.rigs.cli_rig import Command, Ran, ibm7094  # noqa: F401

# ruff: noqa: F811
GOOD = """\
*      SUM OF TWO
       ABS
       ORG     64
START  CLA     =5
       ADD     =7
DONE   HTR     DONE
       END     START
"""
WORDS = "00100 050000000103\n00101 040000000104\n00102 000000000102\n00103 000000000005\n00104 000000000007\n"
FATAL = GOOD.replace("=7", "NOWHER")
FLAGGED = GOOD.replace("HTR     DONE", "HTR")
NO_START = GOOD.replace("END     START", "END")


def cards(path: Path, text: str) -> Path:
    path.write_text(text)
    return path


# what it writes


def test_a_clean_program_prints_only_the_summary(ibm7094: Command, tmp_path: Path) -> None:
    ran = ibm7094("asm", cards(tmp_path / "sum.fap", GOOD))
    assert (ran.code, ran.out, ran.sentence) == (0, "", "7 cards, 5 words, 2 symbols, 0 flags.")


def test_all_outputs_are_written_at_once(ibm7094: Command, tmp_path: Path) -> None:
    source = cards(tmp_path / "sum.fap", GOOD)
    outputs = {name: tmp_path / name for name in ("d.cbn", "l.lst", "w.oct", "m.json")}
    paths = dict(zip(("-o", "--listing", "--words", "--map"), outputs.values(), strict=True))
    ran = ibm7094("asm", source, *(part for pair in paths.items() for part in pair), "--date", "12/06/17")
    assert ran.code == 0
    assert outputs["w.oct"].read_text() == WORDS
    assert "12/06/17     PAGE 1" in outputs["l.lst"].read_text()
    assert json.loads(outputs["m.json"].read_text())["symbols"] == {"START": "00100", "DONE": "00102"}
    image = {int(line[:5], 8): int(line[6:], 8) for line in WORDS.splitlines()}
    assert read_deck(read_cards(outputs["d.cbn"])) == (image, 0o100)
    assert sorted(tmp_path.iterdir()) == sorted([source, *outputs.values()])


@pytest.mark.parametrize("options", [[], ["--row"], ["--self-loading"]])
def test_every_form_of_deck_runs(ibm7094: Command, tmp_path: Path, options: list[str]) -> None:
    deck = tmp_path / "sum.cbn"
    assert ibm7094("asm", cards(tmp_path / "sum.fap", GOOD), "-o", deck, *options).code == 0
    ran = ibm7094("run", deck, "--json")
    assert json.loads(ran.out)["registers"]["ac"] == "0000000000014"


def test_the_listing_may_go_to_standard_output(ibm7094: Command, tmp_path: Path) -> None:
    ran = ibm7094("asm", cards(tmp_path / "sum.fap", GOOD), "--listing", "-")
    assert "      00101  0400 00 0 00104         ADD     =7\n" in ran.out
    assert ran.out.endswith("0 NO ERROR IN ABOVE ASSEMBLY.\n")


def test_words_are_in_the_order_of_assembly(ibm7094: Command, tmp_path: Path) -> None:
    text = "       ABS\n       ORG     64\n       PZE     1\n       ORG     8\n       PZE     2\n       END\n"
    ran = ibm7094("asm", cards(tmp_path / "two.fap", text), "--words", "-")
    assert ran.out == "00100 000000000001\n00010 000000000002\n"


def test_files_and_deck_lists_are_one_program_in_the_order_given(ibm7094: Command, tmp_path: Path) -> None:
    lines = GOOD.splitlines(keepends=True)
    cards(tmp_path / "b.fap", "".join(lines[3:5]))
    cards(tmp_path / "b.deck", "# the middle\nb.fap\n")
    first, last = (
        cards(tmp_path / "a.fap", "".join(lines[:3])),
        cards(tmp_path / "c.fap", "".join(lines[5:])),
    )
    ran = ibm7094("asm", first, tmp_path / "b.deck", last, "--words", "-")
    assert (ran.code, ran.out) == (0, WORDS)


def test_json_has_the_counts_and_every_problem(ibm7094: Command, tmp_path: Path) -> None:
    source = cards(tmp_path / "sum.fap", FATAL)
    record = json.loads(ibm7094("asm", source, "--json", "-o", tmp_path / "d.cbn").out)
    assert (record["cards"], record["words"], record["fatal"], record["deck"]) == (7, 4, True, None)
    (problem,) = record["problems"]
    assert problem == {
        "file": str(source),
        "card": 5,
        "column": 16,
        "flags": "U",
        "text": "       ADD     NOWHER",
        "message": "NOWHER is not defined",
        "fatal": True,
    }


def test_asm_has_help_with_examples(ibm7094: Command) -> None:
    ran = ibm7094("asm", "--help")
    assert (ran.code, "ibm7094 asm" in ran.out, "Examples" in ran.out) == (0, True, True)


# flags


def said_about(ran: Ran) -> str:
    """The problems, without the summary."""
    assert "Traceback" not in ran.err
    return ran.err[: ran.err.rstrip("\n").rfind("\n") + 1]


def test_a_problem_is_a_sentence_with_card_column_and_caret(ibm7094: Command, tmp_path: Path) -> None:
    source = cards(tmp_path / "sum.fap", FATAL)
    ran = ibm7094("asm", source)
    assert ran.code == 1
    assert said_about(ran) == (
        f"{source}, card 5, column 16: U: NOWHER is not defined.\n"
        f"           ADD     NOWHER\n"
        f"                   ^\n"
    )
    assert ran.err.endswith("7 cards, 4 words, 2 symbols, 1 flag.\n")


@pytest.mark.parametrize(
    ("card", "sentence"),
    [
        ("START  PZE", "column 1: M: START is defined more than once (cards 4, 6)."),
        ("       PZE     A+DONE-B", "column 16: U: A and B are not defined."),
        ("L      EQU     LATER", "column 16: F: LATER is not defined."),
        ("L      EQU     DONE", "column 16: F: DONE must be defined before this card."),
        ("       XYZ     1", "column 8: O: there is no operation XYZ."),
        ("       COMMON  5", "column 8: O: COMMON is not allowed here."),
        ("       VFD     H6/A,18/NOPE", "NOPE is not defined"),
        ("       CLA     DONE,1,2", "D: the decrement is not allowed here."),
        ("       TIX     DONE,1", "D: the decrement is missing."),
        ("       PZE     1,2,3,4", "F: there are too many fields."),
        ("       CLA     LONGSYMBOL", "LONGSYMBOL has more than 6 characters"),
        ("       CLA     DONE,NOTAG", "column 21: U: NOTAG is not defined."),
        ("CLA    MACRO\n       END", "M: CLA is already an operation."),
    ],
)
def test_a_problem_names_what_is_wrong(ibm7094: Command, tmp_path: Path, card: str, sentence: str) -> None:
    lines = GOOD.splitlines()
    ran = ibm7094("asm", cards(tmp_path / "p.fap", "\n".join([*lines[:5], card, *lines[5:]]) + "\n"))
    assert ran.code == 1
    assert sentence in ran.err


def test_a_symbol_defined_in_two_files_names_both(ibm7094: Command, tmp_path: Path) -> None:
    one = cards(tmp_path / "one.fap", "       ABS\nA      PZE\n")
    two = cards(tmp_path / "two.fap", "A      PZE\n       END\n")
    assert f"A is defined more than once (cards 2 of {one}, 1 of {two})" in ibm7094("asm", one, two).err


def test_a_card_repeated_by_dup_is_reported_once(ibm7094: Command, tmp_path: Path) -> None:
    text = "       ABS\n       DUP     1,100\n       PZE     NOWHER\n       END\n"
    assert ibm7094("asm", cards(tmp_path / "p.fap", text)).err.count("NOWHER is not defined") == 1


def test_a_flag_that_is_not_fatal_lets_the_deck_be_punched(ibm7094: Command, tmp_path: Path) -> None:
    ran = ibm7094("asm", cards(tmp_path / "p.fap", FLAGGED), "-o", tmp_path / "d.cbn")
    assert ran.code == 1
    assert "A: the address is missing." in ran.err
    assert (tmp_path / "d.cbn").exists()


def test_no_deck_is_punched_with_a_fatal_flag_but_the_listing_is_made(
    ibm7094: Command, tmp_path: Path
) -> None:
    deck = cards(tmp_path / "d.cbn", "the deck before")
    source = cards(tmp_path / "p.fap", FATAL)
    ran = ibm7094("asm", source, "-o", deck, "--listing", tmp_path / "l.lst", "--force")
    assert ran.code == 1
    assert f"{deck}: no deck was written because of fatal flags: correct the cards" in ran.err
    assert deck.read_text() == "the deck before"
    assert " U    00101  0400 00 0 " in (tmp_path / "l.lst").read_text()


def test_a_deck_can_be_punched_despite_fatal_flags(ibm7094: Command, tmp_path: Path) -> None:
    deck = tmp_path / "d.cbn"
    assert ibm7094("asm", cards(tmp_path / "p.fap", FATAL), "-o", deck, "--despite-flags").code == 1
    assert read_deck(read_cards(deck))[0][0o101] == 0o040000000000


# notes about the deck


@pytest.mark.parametrize(
    ("text", "options", "remark"),
    [
        (NO_START, ["--self-loading"], "the deck starts at its lowest word, 00100."),
        (NO_START, ["--row"], "the deck starts at its lowest word, 00100."),
        (NO_START, [], "the deck has no transfer card"),
        (GOOD.replace("DONE   HTR", "       TCD     START\nDONE   HTR"), ["--self-loading"], "each TCD"),
    ],
)
def test_what_a_deck_cannot_say_is_reported(
    ibm7094: Command, tmp_path: Path, text: str, options: list[str], remark: str
) -> None:
    ran = ibm7094("asm", cards(tmp_path / "p.fap", text), "-o", tmp_path / "d.cbn", *options)
    assert ran.code == 0
    assert remark in ran.err


def test_a_relocatable_program_is_only_punched_for_its_own_addresses(
    ibm7094: Command, tmp_path: Path
) -> None:
    source = cards(tmp_path / "r.fap", "A      TRA     A\n       END\n")
    ran = ibm7094("asm", source, "-o", tmp_path / "d.cbn")
    assert (ran.code, "assemble it with ABS" in ran.sentence) == (1, True)
    assert not (tmp_path / "d.cbn").exists()
    assert ibm7094("asm", source, "-o", tmp_path / "d.cbn", "--self-loading").code == 0


# bad input


@pytest.mark.parametrize(
    ("text", "code", "said"),
    [
        (b"\x00\x01\x02", 2, "this is a binary file"),
        (b"\xff\xfe\xfd\n", 2, "card 1: this is not UTF-8 text"),
        (b"\tCLA\tX\n", 2, "card 1, column 1: a tab cannot be punched"),
        (b"       CLA     X".ljust(200, b"X") + b"\n", 2, "card 1: the line has 200 columns"),
        (b"M      MACRO\n       M\n       END\n       M\n       END\n", 1, "macros call each other"),
        (b"       DUP     1,9000000\n       PZE\n       END\n", 1, "a DUP of 1 cards 9000000 times"),
    ],
    ids=["binary", "no UTF-8", "tab", "200 columns", "macro calling itself", "DUP of millions"],
)
def test_what_cannot_be_assembled_is_one_sentence(
    ibm7094: Command, tmp_path: Path, text: bytes, code: int, said: str
) -> None:
    source, deck = tmp_path / "p.fap", tmp_path / "d.cbn"
    source.write_bytes(text)
    ran = ibm7094("asm", source, "-o", deck, "--listing", tmp_path / "l.lst")
    assert (ran.code, ran.out) == (code, "")
    assert said in ran.sentence
    assert list(tmp_path.iterdir()) == [source]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("       ABS\n       PZE     1\n", "card 2, column 1: E: the deck has no END card."),
        ("       ABS\nM      MACRO\n       PZE     1\n", "E: the definition of M has no END."),
        ("", "E: the deck has no END card."),
    ],
    ids=["no END", "unclosed MACRO", "nothing"],
)
def test_what_the_deck_lacks_is_a_problem(ibm7094: Command, tmp_path: Path, text: str, said: str) -> None:
    ran = ibm7094("asm", cards(tmp_path / "p.fap", text), "-o", tmp_path / "d.cbn")
    assert ran.code == 1
    assert said in ran.err
    assert not (tmp_path / "d.cbn").exists()


def test_a_missing_file_is_named(ibm7094: Command, tmp_path: Path) -> None:
    ran = ibm7094("asm", tmp_path / "none.fap")
    assert (ran.code, ran.sentence) == (2, f"{tmp_path}/none.fap: there is no such file: check the name.")


def test_a_missing_file_of_a_deck_list_is_named(ibm7094: Command, tmp_path: Path) -> None:
    ran = ibm7094("asm", cards(tmp_path / "all.deck", "none.fap\n"))
    assert (ran.code, ran.sentence) == (2, f"{tmp_path}/none.fap: there is no such file: check the name.")


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (["-o", "d.cbn", "--row", "--self-loading"], "choose one"),
        (["--row"], "name one with -o"),
        (["-o", "-", "--listing", "-"], "Only one output"),
        (["--listing", "-", "--words", "-"], "Only one output"),
        (["--listing", "-", "--json"], "Only one output"),
        (["--listing", "x.txt", "--words", "x.txt"], "two outputs"),
        (["-o", "p.fap"], "would be overwritten"),
        (["--listing", "/nonexistent/l.lst"], "/nonexistent/l.lst: there is no folder"),
        (["--listing", "/"], "/: this is a folder"),
        (["--nonsense"], "--nonsense"),
    ],
)
def test_a_wrong_option(
    ibm7094: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, options: list[str], said: str
) -> None:
    monkeypatch.chdir(tmp_path)
    cards(tmp_path / "p.fap", GOOD)
    ran = ibm7094("asm", "p.fap", *options)
    assert (ran.code, ran.out) == (2, "")
    assert said in ran.sentence
    assert [path.name for path in tmp_path.iterdir()] == ["p.fap"]
    assert (tmp_path / "p.fap").read_text() == GOOD


def test_nothing_is_written_if_one_output_fails(ibm7094: Command, tmp_path: Path) -> None:
    source = cards(tmp_path / "p.fap", GOOD)
    ran = ibm7094("asm", source, "--words", tmp_path / "w.oct", "-o", "/nonexistent/d.cbn")
    assert ran.code == 2
    assert list(tmp_path.iterdir()) == [source]


def test_an_output_may_be_a_device_or_a_link(ibm7094: Command, tmp_path: Path) -> None:
    (tmp_path / "link.oct").symlink_to(tmp_path / "words.oct")
    source = cards(tmp_path / "p.fap", GOOD)
    assert ibm7094("asm", source, "--words", tmp_path / "link.oct", "--listing", "/dev/null").code == 0
    assert (tmp_path / "words.oct").read_text() == WORDS
    assert (tmp_path / "link.oct").is_symlink()
    assert not Path("/dev/null").is_file()
