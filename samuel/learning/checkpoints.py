"""The checkpoints of a learning run: two tapes beside its tables, and a note of what they were learnt from.

The program writes to the two tapes in turn, so that one of them is whole at any moment. A run may be resumed
only with the scheme and the book that its note names: the program itself would continue with any.
"""

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields
from hashlib import sha256
from pathlib import Path
from typing import Any

from ibm7094.errors import MachineError, MediaError
from ibm7094.files.inputs import read_bytes
from ibm7094.files.outputs import write_together
from ibm7094.media.tape import Record, TapeFile
from samuel.learning.books import BookIdentity
from samuel.player.tape_records import write_records

_MOST_BYTES = 1 << 20


def checkpoints(out: Path) -> tuple[Path, Path]:
    """The checkpoint tapes, B3 and B4, of an output tape."""
    return out.with_name(out.name + ".check1"), out.with_name(out.name + ".check2")


def note_of(out: Path) -> Path:
    """The note beside them."""
    return out.with_name(out.name + ".learnt.json")


def kept_beside(out: Path) -> tuple[Path, ...]:
    """All files that a run keeps beside its tables."""
    return (*checkpoints(out), note_of(out))


@dataclass(frozen=True)
class Lesson:
    """What a run learns from, and how. The machine's model makes no difference to what is learnt."""

    scheme: str
    advantage: bool
    book: BookIdentity
    cards: tuple[str, ...] = ()
    """Further cards that change what is learnt."""
    tables: str = ""
    """SHA-256 of the tape of tables that the run wrote; empty until it ends."""

    def told(self) -> str:
        """In a few words."""
        advantage = "with" if self.advantage else "without"
        more = f", cards {', '.join(self.cards)}" if self.cards else ""
        return f"{self.scheme} {advantage} piece advantage{more}, from {self.book}"

    def is_same(self, other: "Lesson") -> bool:
        """Whether one run can continue the other; the name of the book does not matter."""
        return self._essence() == other._essence()

    def _essence(self) -> tuple[object, ...]:
        return self.scheme, self.advantage, self.cards, self.book.sha256


def write_note(out: Path, lesson: Lesson) -> None:
    """Keep beside the tables what they are learnt from."""
    write_together({note_of(out): (json.dumps(asdict(lesson), indent=1) + "\n").encode()})


def read_note(out: Path) -> Lesson | None:
    """What the checkpoints or the tables were learnt from; None if no note says so."""
    note = note_of(out)
    if not note.is_file():
        return None
    try:
        return _lesson(json.loads(read_bytes(note, _MOST_BYTES)))
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        raise MachineError(
            f"{note} is not a note of a learning run: remove it, and begin anew with --force."
        ) from None


def _lesson(found: Mapping[str, Any]) -> Lesson:
    book = BookIdentity(**{each.name: found["book"][each.name] for each in fields(BookIdentity)})
    texts = (found["scheme"], book.name, book.sha256, found["tables"], *found["cards"])
    if not all(isinstance(text, str) for text in texts) or not isinstance(found["advantage"], bool):
        raise ValueError
    return Lesson(found["scheme"], found["advantage"], book, tuple(found["cards"]), found["tables"])


def are_there(out: Path) -> bool:
    """Whether a checkpoint holds anything; a run that was stopped early leaves blank tapes."""
    return any(_first_record(path) for path in checkpoints(out))


def check_replaceable(out: Path) -> None:
    """Refuse to begin anew over checkpoints that a run left."""
    if not are_there(out):
        return
    lesson = read_note(out)
    of = f" ({lesson.told()})" if lesson else ""
    raise MachineError(
        f"{out} has checkpoints of an earlier run{of}: continue it with --resume, or begin anew with --force."
    )


def check_resumable(out: Path, lesson: Lesson) -> Lesson:
    """What the checkpoints were learnt from. Refuse another scheme or book than theirs, and name both."""
    kept = read_note(out)
    if kept is None:
        raise MachineError(
            f"No {note_of(out).name} says what the checkpoints of {out} were learnt from:"
            " begin anew with --force instead of --resume."
        )
    if not kept.is_same(lesson):
        raise MachineError(
            f"The checkpoints of {out} are of {kept.told()}, and this run is of {lesson.told()}:"
            " resume with the same, or begin anew with --force instead of --resume."
        )
    return kept


def is_own(out: Path) -> bool:
    """Whether the tables are those that the run with these checkpoints wrote, so that it may extend them."""
    lesson = read_note(out)
    return lesson is not None and out.is_file() and lesson.tables == tape_hash(out)


def tape_hash(tape: Path) -> str:
    """The SHA-256 of a tape's file."""
    return sha256(read_bytes(tape)).hexdigest()


def prepare(out: Path, resume: bool) -> None:
    """Blank tapes for a new run; one that resumes keeps those that can be read."""
    for path in checkpoints(out):
        if not (resume and readable(path)):
            write_records(path, [])


def readable(path: Path) -> bool:
    """Whether a tape can be read to its end; one whose writing was interrupted cannot."""
    try:
        with TapeFile.open(path, write_protected=True) as tape:
            while isinstance(tape.read_record(), Record):
                pass
    except MediaError:
        return False
    return True


def _first_record(path: Path) -> bool:
    try:
        with TapeFile.open(path, write_protected=True) as tape:
            return isinstance(tape.read_record(), Record)
    except MediaError:
        return path.is_file() and path.stat().st_size > 0
