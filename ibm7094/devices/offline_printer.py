"""Off-line printing: a 1401 reads a tape of BCD records, and its 1403 prints them, a line each.

with TapeFile.open("out.tap", write_protected=True) as tape:
    print_tape(tape, Paper("out.txt"))

Under program control the first character of a line moves the carriage before the line is printed, and is not
printed, as on the tapes that IBM's FORTRAN for the 709 and 7090 wrote (from memory):

    blank   next line                + the same line, over what is there
    0       a line left free         1 new page

A record mark inside a record ends a line, as in IBSYS's blocked output.
"""

from collections.abc import Iterator
from io import StringIO
from pathlib import Path

from ibm7094.devices.paper import Paper
from ibm7094.errors import MediaError
from ibm7094.media import bcd
from ibm7094.media.tape import END, MARK, Record, TapeFile, words_of

COLUMNS = 132
"""The 1403's columns; what a record has beyond them is not printed."""

NEW_PAGE = "1"
SPACES = {"+": 0, " ": 1, "0": 2}
"""How many lines the paper moves, by carriage character; any other one moves it by one."""

_RECORD_MARK = "|"


def text_of_tape(path: Path | str, program_control: bool = True) -> str:
    """What the 1403 prints from a tape, as text."""
    text = StringIO()
    paper = Paper(text)
    with TapeFile.open(path, write_protected=True) as tape:
        print_tape(tape, paper, program_control)
    paper.close()
    return text.getvalue()


def print_tape(tape: TapeFile, paper: Paper, program_control: bool = True) -> None:
    """Print every file of a tape, each from a new page. Without program control a line is a line."""
    if not tape.is_tape:
        raise MediaError(f"{tape.path}: this is not a tape: name one that a program wrote")
    for file in _files(tape):
        paper.skip()
        is_first = True
        for line in file:
            control, text = (line[:1], line[1:]) if program_control else (" ", line)
            if is_first:
                is_first = False
            elif control == NEW_PAGE:
                paper.skip()
            else:
                paper.space(SPACES.get(control, 1))
            paper.print(text[:COLUMNS])


def _files(tape: TapeFile) -> Iterator[list[str]]:
    """The lines of each file that has any."""
    lines: list[str] = []
    number = 0
    while (block := tape.read_record()) is not END:
        number += 1
        if isinstance(block, Record):
            lines += _lines(tape, block, number)
        elif block is MARK and lines:
            yield lines
            lines = []
    if lines:
        yield lines


def _lines(tape: TapeFile, record: Record, number: int) -> list[str]:
    words, is_good = words_of(record.frames, binary=False)
    if not (is_good or tape.lacks_parity):
        binary = words_of(record.frames, binary=True)[1]
        what = "binary, which cannot be printed" if binary else "damaged, some parity is wrong"
        raise MediaError(f"{tape.path}: record {number} is {what}: name a tape of BCD records")
    *lines, last = "".join(map(bcd.text_of, words))[: len(record.frames)].split(_RECORD_MARK)
    return [*lines, last] if last.strip() or not lines else lines
