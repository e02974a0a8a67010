"""Bad input: one sentence that says what is wrong, the documented exit code, and nothing lost."""

from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from ibm7094.media import decks
from ibm7094.media.cards import Card, read_cards, write_cards
from tests.rigs.cli_rig import (  # noqa: F401
    HALT,
    LINE,
    RDS_TAPE_A2,
    START,
    UNKNOWN,
    Command,
    at_start,
    deck,
    ibm7094,
    image,
    prints_then,
)

# ruff: noqa: F811
PROGRAM = {place: 0o123456701234 * place % (1 << 36) for place in range(0o200, 0o300)} | at_start(HALT)
DVH_NOTHING = 0o022000000000


def with_wrong_hole(card: Card) -> Card:
    columns = list(card.columns)
    columns[30] ^= 0o1000
    return Card(tuple(columns))


# decks


def test_a_missing_file(ibm7094: Command, tmp_path: Path) -> None:
    for command in ("run", "dis", "debug"):
        ran = ibm7094(command, tmp_path / "no.cbn")
        assert ran.code == 2
        assert ran.sentence == f"{tmp_path / 'no.cbn'}: there is no such file: check the name."


def test_a_folder_where_a_file_is_wanted(ibm7094: Command, tmp_path: Path) -> None:
    ran = ibm7094("run", tmp_path)
    assert (ran.code, "folder" in ran.sentence) == (2, True)


def test_a_file_that_may_not_be_read(
    ibm7094: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(path: Path, mode: str) -> None:  # an administrator may read everything
        raise PermissionError(13, "Permission denied", str(path))

    monkeypatch.setattr(Path, "open", refuse)
    secret = deck(tmp_path / "secret.cbn", at_start(HALT))
    ran = ibm7094("run", secret)
    assert (ran.code, "permissions" in ran.sentence) == (2, True)


@pytest.mark.parametrize("name", ["empty.cbn", "empty.oct", "empty"])
def test_an_empty_file(ibm7094: Command, tmp_path: Path, name: str) -> None:
    (tmp_path / name).write_bytes(b"")
    ran = ibm7094("run", tmp_path / name)
    assert ran.code == 2
    assert name in ran.sentence


@pytest.mark.parametrize("loader", [True, False], ids=["after its loader", "absolute"])
def test_a_wrong_checksum(ibm7094: Command, tmp_path: Path, loader: bool) -> None:
    cards = decks.self_loading(PROGRAM, START) if loader else decks.row_deck(PROGRAM, START)
    cards[2] = with_wrong_hole(cards[2])
    write_cards(tmp_path / "deck.cbn", cards)
    ran = ibm7094("run", tmp_path / "deck.cbn")
    assert ran.code == 2
    assert "card 3: the checksum punched is" in ran.sentence


@pytest.mark.parametrize("left", [1, 2, 3])
def test_a_deck_cut_short_between_cards(ibm7094: Command, tmp_path: Path, left: int) -> None:
    write_cards(tmp_path / "deck.cbn", decks.self_loading(PROGRAM, START)[:left])
    ran = ibm7094("run", tmp_path / "deck.cbn")
    assert ran.code == 2
    assert f"card {left}: the deck ends here without a transfer card" in ran.sentence


def test_a_deck_cut_short_in_a_card(ibm7094: Command, tmp_path: Path) -> None:
    path = tmp_path / "deck.dck"
    write_cards(path, decks.self_loading(PROGRAM, START), "cbn160")
    path.write_bytes(path.read_bytes()[:-50])
    ran = ibm7094("run", path)
    assert ran.code == 2
    assert "cut short after 110 of 160 bytes" in ran.sentence


def test_a_corrupt_card(ibm7094: Command, tmp_path: Path) -> None:
    path = tmp_path / "deck.dck"
    write_cards(path, decks.self_loading(PROGRAM, START), "cbn160")
    data = bytearray(path.read_bytes())
    data[200] ^= 1
    path.write_bytes(data)
    ran = ibm7094("run", path)
    assert ran.code == 2
    assert "card 2, column 21: there is a parity error here" in ran.sentence


@pytest.mark.parametrize("name", ["source.txt", "source.cbn", "README.md"])
def test_text_where_binary_is_wanted(ibm7094: Command, tmp_path: Path, name: str) -> None:
    path = tmp_path / name
    path.write_text("START  CLA    ONE      for sure, this is text, is it not?\n" * 3)
    for command in ("run", "dis"):
        ran = ibm7094(command, path)
        assert ran.code == 2
        assert " text" in ran.sentence


def test_a_file_of_something_else(ibm7094: Command, tmp_path: Path) -> None:
    path = tmp_path / "program"
    path.write_bytes(b"\x7fELF" + bytes(range(256)))
    ran = ibm7094("run", path)
    assert ran.code == 2
    assert "neither a binary deck nor a core image" in ran.sentence


# core images


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("100000 0\n", "line 1: that address is past the end of core"),
        ("# remark\n100 1000000000000\n", "line 2: that word has more than 36 bits"),
        ("100 CLA\n", "line 1: '100 CLA' is not an octal address and word"),
        ("100\n", "line 1: '100' is not an octal address and word"),
        ("800 0\n", "line 1: '800 0' is not an octal address and word"),
        ("# nothing\n", "this core image has no words"),
    ],
)
def test_a_bad_core_image(ibm7094: Command, tmp_path: Path, text: str, said: str) -> None:
    path = tmp_path / "bad.oct"
    path.write_text(text)
    ran = ibm7094("run", path)
    assert ran.code == 2
    assert said in ran.sentence


# what the program does


def test_an_unknown_operation(ibm7094: Command, tmp_path: Path) -> None:
    ran = ibm7094("run", image(tmp_path / "p.oct", at_start(UNKNOWN)))
    assert ran.code == 3
    assert "00100 is not an operation of a 7094" in ran.sentence


@pytest.mark.parametrize(
    ("select", "said"),
    [
        (0o076200001321, "The 711 card reader on channel A has nothing attached"),
        (0o076600001341, "The 721 card punch on channel A has nothing attached"),
        (0o076200002201, "The 729 tape unit B1 on channel B has nothing attached"),
    ],
)
def test_a_device_not_attached(ibm7094: Command, tmp_path: Path, select: int, said: str) -> None:
    ran = ibm7094("run", image(tmp_path / "p.oct", at_start(select, HALT)))
    assert ran.code == 3
    assert said in ran.sentence


def test_a_divide_check(ibm7094: Command, tmp_path: Path) -> None:
    ran = ibm7094("run", image(tmp_path / "p.oct", at_start(DVH_NOTHING, HALT)))
    assert ran.code == 3
    assert "divide check" in ran.sentence


@pytest.mark.parametrize("then", [UNKNOWN, 0o076200001321], ids=["unknown operation", "no reader"])
def test_what_was_printed_is_in_the_file_when_the_machine_stops(
    ibm7094: Command, tmp_path: Path, then: int
) -> None:
    paper = tmp_path / "paper.txt"
    ran = ibm7094("run", image(tmp_path / "p.oct", prints_then(then)), "--start", "100", "--print", paper)
    assert ran.code == 3
    assert ran.sentence
    assert paper.read_text() == f"{LINE}\n"


def corrupt_tape(path: Path) -> Path:
    path.write_bytes(b"\x06\0\0\0ABCDEF\x07\0\0\0")
    return path


def test_what_was_printed_is_in_the_file_when_a_tape_is_corrupt(ibm7094: Command, tmp_path: Path) -> None:
    program = image(tmp_path / "p.oct", prints_then(RDS_TAPE_A2, 0o006000000104, HALT))
    paper, tape = tmp_path / "paper.txt", corrupt_tape(tmp_path / "bad.tap")
    ran = ibm7094("run", program, "--start", "100", "--print", paper, "--tape", f"A2={tape}")
    assert ran.code == 3
    assert str(tape) in ran.sentence
    assert paper.read_text() == f"{LINE}\n"
    ran = ibm7094("run", program, "--start", "100", "--json", "--tape", f"A2={tape}")
    assert ran.code == 3
    assert LINE in ran.out
    assert str(tape) in ran.sentence


def test_what_was_punched_is_in_the_file_when_the_machine_stops(ibm7094: Command, tmp_path: Path) -> None:
    words = prints_then(UNKNOWN) | {START: 0o076600001341}
    punched = tmp_path / "out.cbn"
    ran = ibm7094("run", image(tmp_path / "p.oct", words), "--start", "100", "--punch", punched)
    assert ran.code == 3
    assert read_cards(punched) == [Card.from_text(LINE)]


def test_a_bad_deck_leaves_the_old_printout_alone(ibm7094: Command, tmp_path: Path) -> None:
    paper = tmp_path / "paper.txt"
    paper.write_text("yesterday's")
    assert ibm7094("run", tmp_path / "no.cbn", "--print", paper).code == 2
    good = image(tmp_path / "p.oct", at_start(HALT))
    assert ibm7094("run", good, "--cards", tmp_path / "no.txt", "--print", paper).code == 2
    assert paper.read_text() == "yesterday's"


# tapes


def test_a_corrupt_tape_to_load(ibm7094: Command, tmp_path: Path) -> None:
    ran = ibm7094("run", "--load-tape", "--tape", f"A1={corrupt_tape(tmp_path / 'bad.tap')}")
    assert ran.code == 2
    assert "bad.tap: record 1" in ran.sentence


def test_a_truncated_tape_to_load(ibm7094: Command, tmp_path: Path) -> None:
    (tmp_path / "cut.tap").write_bytes(b"\x0c\0\0\0ABC")
    ran = ibm7094("run", "--load-tape", "--tape", f"A1={tmp_path / 'cut.tap'}")
    assert ran.code == 2
    assert "cut.tap" in ran.sentence


def test_a_blank_tape_to_load(ibm7094: Command, tmp_path: Path) -> None:
    (tmp_path / "blank.tap").write_bytes(b"")
    ran = ibm7094("run", "--load-tape", "--tape", f"A1={tmp_path / 'blank.tap'}")
    assert ran.code == 3
    assert "A1" in ran.sentence


def test_a_missing_tape_is_not_created(ibm7094: Command, tmp_path: Path) -> None:
    ran = ibm7094("run", "--load-tape", "--tape", f"A1={tmp_path / 'no.tap'}")
    assert (ran.code, "no tape to load" in ran.sentence) == (2, True)
    assert not (tmp_path / "no.tap").exists()


def test_writing_without_the_ring(ibm7094: Command, tmp_path: Path) -> None:
    (tmp_path / "t.tap").write_bytes(b"")
    program = image(tmp_path / "p.oct", at_start(0o076600001222, HALT))
    ran = ibm7094("run", program, "--tape", f"A2={tmp_path / 't.tap'},ro")
    assert ran.code == 3
    assert "write-protected" in ran.sentence


# options


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (["--model", "7095"], "There is no model '7095'"),
        (["--tape", "A11=x"], "'A11=x' does not name a tape"),
        (["--tape", "A1"], "'A1' does not name a tape"),
        (["--tape", "A1="], "'A1=' does not name a tape"),
        (["--tape", "A1=a", "--tape", "a1=b"], "Tape unit A1 has two files"),
        (["--switches", "7"], "There is no sense switch '7'"),
        (["--switches", "one"], "There is no sense switch 'one'"),
        (["--keys", "9"], "--keys '9' is not an octal number"),
        (["--keys", "1000000000000"], "is too large"),
        (["--start", "100000"], "Address 100000 is past the end of core"),
        (["--start", "LOOP"], "There is no symbol 'LOOP'"),
        (["--break", "100000"], "Address 100000 is past the end of core"),
        (["--break", "8"], "There is no symbol '8'"),
        (["--limit", "0"], "--limit"),
        (["--limit", "many"], "--limit"),
        (["--trace", "-1"], "--trace"),
        (["--nonsense"], "--nonsense"),
        (["--load-tape"], "but not both"),
        (["--print", "/nonexistent/out.txt"], "/nonexistent/out.txt: there is no folder"),
        (["--print", "/"], "/: this is a folder"),
        (["--punch", "/nonexistent/out.cbn"], "/nonexistent/out.cbn: there is no folder"),
        (["--cards", "/nonexistent/in.txt"], "/nonexistent/in.txt: there is no such file"),
        (["--symbols", "/nonexistent/map.json"], "/nonexistent/map.json: there is no such file"),
        (["--tape", "A1=/nonexistent/x.tap"], "/nonexistent/x.tap: there is no folder"),
    ],
)
def test_a_wrong_option(ibm7094: Command, tmp_path: Path, options: list[str], said: str) -> None:
    ran = ibm7094("run", image(tmp_path / "p.oct", at_start(HALT)), *options)
    assert (ran.code, ran.out) == (2, "")
    assert said in ran.sentence


@pytest.mark.parametrize(
    "text", ["", "[", "[]", '{"A": "9"}', '{"A": 32768}', '{"A": -1}', '{"A": 1.5}', "[" * 9999]
)
def test_a_bad_map_of_symbols(ibm7094: Command, tmp_path: Path, text: str) -> None:
    (tmp_path / "map.json").write_text(text)
    ran = ibm7094("run", image(tmp_path / "p.oct", at_start(HALT)), "--symbols", tmp_path / "map.json")
    assert ran.code == 2
    assert "map.json" in ran.sentence


def test_nothing_to_run(ibm7094: Command) -> None:
    assert (ibm7094("run").code, "DECK" in ibm7094("run").sentence) == (2, True)


def test_an_unknown_command(ibm7094: Command) -> None:
    ran = ibm7094("jump")
    assert (ran.code, "jump" in ran.sentence) == (2, True)


def test_a_start_for_a_deck_that_sets_its_own(ibm7094: Command, tmp_path: Path) -> None:
    ran = ibm7094("run", deck(tmp_path / "d.cbn", at_start(HALT)), "--start", "100")
    assert (ran.code, "--start" in ran.sentence) == (2, True)


# other failures


@pytest.mark.parametrize(
    ("problem", "code", "said"),
    [
        (KeyboardInterrupt(), 130, "Stopped by the operator."),
        (MemoryError(), 2, "There is not enough memory"),
        (OSError(28, "No space left on device"), 2, "No space left on device"),
        (PermissionError(13, "Permission denied", "x"), 2, "x: permission denied"),
        (ZeroDivisionError("of ours"), 3, "has a bug (ZeroDivisionError: of ours)"),
    ],
)
def test_whatever_fails_is_a_sentence(
    ibm7094: Command,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    problem: BaseException,
    code: int,
    said: str,
) -> None:
    def fail(*_: object) -> None:
        raise problem

    monkeypatch.delenv("IBM7094_TRACEBACK")
    monkeypatch.setattr("ibm7094.machine.Machine.run", fail)
    ran = ibm7094("run", image(tmp_path / "p.oct", at_start(HALT)))
    assert ran.code == code
    assert said in ran.err
    assert "Traceback" not in ran.err


FILES = st.one_of(
    st.binary(max_size=700),
    st.text("0123456789 \n#ABC", max_size=200).map(str.encode),
    st.lists(st.lists(st.integers(0, 4095), min_size=80, max_size=80), min_size=1, max_size=3).map(
        lambda cards: b"".join(_encoded(columns) for columns in cards)
    ),
)


def _encoded(columns: list[int]) -> bytes:
    """A well-formed binary card of random holes, so that some decks get as far as running."""
    sixes = [half for column in columns for half in divmod(column, 64)]
    card = bytearray(six if six.bit_count() % 2 else six | 0x40 for six in sixes)
    card[0] |= 0x80
    return bytes(card)


@given(data=FILES, suffix=st.sampled_from(["", ".cbn", ".oct", ".txt", ".dck"]))
@settings(max_examples=50, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_no_file_however_wrong_gives_more_than_a_sentence(ibm7094: Command, data: bytes, suffix: str) -> None:
    with TemporaryDirectory() as folder:
        path = Path(folder) / f"file{suffix}"
        path.write_bytes(data)
        ran = ibm7094("run", path, "--limit", "200", "--cards", path)
        assert ran.code in (0, 2, 3)
        assert ran.sentence
        ran = ibm7094("run", path, "--limit", "200")
        assert ran.code in (0, 2, 3)
        assert ran.sentence
        ran = ibm7094("dis", path)
        assert ran.code == 0 or ran.sentence


@given(data=st.binary(max_size=300))
@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_no_tape_however_wrong_gives_more_than_a_sentence(ibm7094: Command, data: bytes) -> None:
    with TemporaryDirectory() as folder:
        path = Path(folder) / "reel.tap"
        path.write_bytes(data)
        ran = ibm7094("run", "--load-tape", "--tape", f"A1={path}", "--limit", "200")
        assert ran.code in (0, 2, 3)
        assert ran.sentence
