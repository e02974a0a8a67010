"""What tests of the command line share: a way to run it, and small programs."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import pytest

from ibm7094 import isa
from ibm7094.cli import main
from ibm7094.media.cards import Card, write_cards
from ibm7094.media.decks import self_loading

START = 0o100
HALT = 0o000000000000
WPDA, RCDA, RCHA, TCOA = 0o076600001361, 0o076200001321, 0o054000000000, 0o006000000000
TRA = 0o002000000000
RDS_TAPE_A2 = 0o076200001222
UNKNOWN = next(code for code, found in enumerate(isa.table("7094").codes) if found is None) << 24
LINE = "PRINTED BEFORE IT ENDED"
IMAGE_AT = 0o1000


@dataclass(frozen=True)
class Ran:
    """The result of a command."""

    code: int
    out: str
    err: str

    @property
    def sentence(self) -> str:
        """The one line on standard error."""
        assert "Traceback" not in self.out + self.err
        lines = self.err.splitlines()
        assert len(lines) == 1, self.err
        assert lines[0].endswith("."), self.err
        assert "simulator itself" not in lines[0]
        return lines[0]


class Command:
    """Runs the command line in this process."""

    def __init__(self, capsys: pytest.CaptureFixture[str]) -> None:
        self._capsys = capsys

    def __call__(self, *arguments: str | Path) -> Ran:
        self._capsys.readouterr()
        code = main([str(argument) for argument in arguments])
        out, err = self._capsys.readouterr()
        return Ran(code, out, err)


@pytest.fixture
def ibm7094(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Command:
    """The command; a fault of the simulator itself is raised, so that the test shows where it is."""
    monkeypatch.setenv("IBM7094_TRACEBACK", "1")
    return Command(capsys)


def image(path: Path, words: Mapping[int, int]) -> Path:
    """A core image file."""
    path.write_text("".join(f"{place:05o} {word:012o}\n" for place, word in words.items()))
    return path


def deck(path: Path, words: Mapping[int, int], start: int = START) -> Path:
    """A file of a self-loading deck."""
    write_cards(path, self_loading(words, start))
    return path


def at_start(*words: int) -> dict[int, int]:
    """These words, from START on."""
    return dict(enumerate(words, START))


def prints_then(*then: int) -> dict[int, int]:
    """A program that prints LINE and then executes these words."""
    command_at = IMAGE_AT - 1
    program = at_start(WPDA, RCHA | command_at, TCOA | (START + 2), *then)
    card = Card.from_text(LINE).rows()
    return program | {command_at: 0o000030000000 | IMAGE_AT} | dict(enumerate(card, IMAGE_AT))


def reads_card(place: int) -> Sequence[int]:
    """From START on: read the 24 words of a card to a place, wait, and continue after the command."""
    command_at = START + 4
    return (RCDA, RCHA | command_at, TCOA | (START + 2), TRA | (START + 5), 0o000030000000 | place)
