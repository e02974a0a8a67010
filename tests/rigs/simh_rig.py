"""SIMH with devices: a script attaches files, fills core and runs; the result is read back."""

import re
import subprocess
from collections.abc import Iterable, Mapping
from pathlib import Path

import pytest

from ibm7094.lab import simh
from ibm7094.media.cards import Card, write_cards
from ibm7094.words import CORE_SIZE

needs_simh = pytest.mark.skipif(simh.find() is None, reason=str(simh.SimhMissing()))

# What LOAD CARDS does: RCDA, RCHA *+3, LCHA 0, TRA 1, IOCT 0,,3. SIMH V3.8-1 has these words one octal
# digit too far left, so its own BOOT CDR halts at once.
LOAD_CARDS_AT = 0o70000
LOAD_CARDS = [0o076200001321, 0o054000070004, 0o054400000000, 0o002000000001, 0o500003000000]


class SimhRun:
    """One run of SIMH: where it stopped, what core holds, and what was printed."""

    def __init__(self, folder: Path, attach: list[str], core: Mapping[int, int], start: int) -> None:
        script, paper = folder / "run.ini", folder / "paper.txt"
        deposits = [f"deposit {address:o} {word:o}" for address, word in core.items()]
        attach = [*attach, f"attach lpt {paper}"]
        commands = [*attach, *deposits, f"run {start:o}", "detach all", "examine 0-77777", "quit"]
        script.write_text("\n".join(commands) + "\n")
        output = subprocess.run(
            [str(simh.find()), str(script)],
            capture_output=True,
            text=True,
            stdin=subprocess.DEVNULL,
            timeout=120,
        ).stdout
        halt = re.search(r"HALT instruction, PC: (\d+)", output)
        assert halt, output[:1000]
        self.halted_at = int(halt[1], 8) - 1
        self.core = {
            int(address, 8): int(word, 8) for address, word in re.findall(r"^(\d+):\t(\d{12})$", output, re.M)
        }
        assert len(self.core) == CORE_SIZE
        self.printed = tuple(line.rstrip() for line in paper.read_text().splitlines())

    def words(self, first: int, count: int) -> list[int]:
        return [self.core[address] for address in range(first, first + count)]


def load_cards(folder: Path, deck: list[Card], switches: Iterable[int] = ()) -> SimhRun:
    """Boot a deck as the LOAD CARDS key does, with these sense switches down."""
    write_cards(folder / "deck.cbn", deck)
    rom = dict(enumerate(LOAD_CARDS, LOAD_CARDS_AT))
    down = [f"deposit ss{switch} 1" for switch in switches]
    return SimhRun(folder, [f"attach -c cdr {folder}/deck.cbn", *down], rom, LOAD_CARDS_AT)
