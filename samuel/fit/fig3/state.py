"""The file that keeps the progress of climbs, so that a stopped run can continue.

write(file, climbs)
read(file, printed)    # what is kept of each, by seed

It keeps settings, not their results: these are searched again, so that a file cannot make false claims.
"""

import json
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from ibm7094.errors import MachineError
from ibm7094.files.inputs import STANDARD, read_bytes
from ibm7094.files.outputs import locked, write_together
from ibm7094.files.problems import file_problem
from samuel.fit.fig3.climb import LARGEST, SEARCHED_PHASES, Climb
from samuel.fit.fig3.search import ALLOWED, Setting
from samuel.player.game import DECK
from samuel.player.store import deck_hash

MOST = 10**9
"""The largest number of trials and of seeds; no run reaches it."""
MOST_BYTES = 16 << 20
"""More than the state of any run."""
CLIMB = ("seed", "trials", "best", "at")
SETTING = ("coefficients", "numbers")


class BadState(MachineError):
    """A state file that a run cannot continue from."""

    def __init__(self, file: Path, why: str) -> None:
        super().__init__(
            f"Cannot continue from {file}, because {why}: remove it, or name another with --state."
        )


@dataclass(frozen=True)
class Kept:
    """What is kept of a climb."""

    seed: int
    trials: int
    best: Setting
    at: Setting


@contextmanager
def held(file: Path) -> Iterator[None]:
    """Keep other runs from the file, which one run reads and then writes again and again."""
    place = file.resolve()
    if place.is_dir():
        raise MachineError(f"{file}: this is a folder: name a file in it.")
    if file == STANDARD or (place.exists() and not place.is_file()):
        raise MachineError(
            f"{file}: the state is read and written, so it must be a file: name one with --state."
        )
    if not place.parent.is_dir():
        raise MachineError(f"{file}: there is no folder {file.parent}: make it, or name another.")
    lock = place.with_name(f".{place.name}.lock")
    try:
        holding = locked(lock, file)
    except OSError as error:
        raise file_problem(file, error) from None
    try:
        yield
    finally:
        with suppress(OSError):
            lock.unlink(missing_ok=True)
        holding.close()


def write(file: Path, climbs: Iterable[Climb]) -> None:
    """Save the progress of climbs. A stop at any moment leaves a complete file."""
    kept = [asdict(Kept(c.seed, c.trials, c.best.setting, c.at.setting)) for c in climbs]
    write_together({file: json.dumps({"cards": deck_hash(DECK), "climbs": kept}).encode()})


def read(file: Path, printed: Setting) -> dict[int, Kept]:
    """The kept climbs by seed; empty if the file does not exist. Raises BadState for any other file."""
    try:
        if not file.exists():
            return {}
        kept = json.loads(read_bytes(file, MOST_BYTES))
    except OSError as error:
        raise file_problem(file, error) from None
    except (ValueError, RecursionError):
        raise BadState(file, "it is not JSON") from None
    try:
        cards, climbs = _fields(kept, "the file", ("cards", "climbs"))
        if cards != deck_hash(DECK):
            raise BadState(file, "it was begun with other cards in the listings")
        if not isinstance(climbs, list):
            raise _Damage("climbs is not a list")
        found = [_climb(item, f"climb {place}", printed) for place, item in enumerate(climbs, 1)]
        if len({climb.seed for climb in found}) < len(found):
            raise _Damage("two climbs have the same seed")
    except _Damage as damage:
        raise BadState(file, str(damage)) from None
    return {climb.seed: climb for climb in found}


class _Damage(Exception):
    """What is wrong with the file, in a few words."""


def _climb(item: object, of: str, printed: Setting) -> Kept:
    seed, trials, best, at = _fields(item, of, CLIMB)
    for name, value in (("seed", seed), ("trials", trials)):
        if not _is_whole(value) or not 0 <= value <= MOST:
            raise _Damage(f"the {name} of {of} should be a whole number from 0 to {MOST}")
    return Kept(seed, trials, _setting(best, f"the best of {of}", printed), _setting(at, of, printed))


def _setting(item: object, of: str, printed: Setting) -> Setting:
    values, numbers = _fields(item, of, SETTING)
    _check_coefficients(values, of, printed)
    for name, number in zip(ALLOWED, _fields(numbers, f"numbers of {of}", tuple(ALLOWED)), strict=True):
        if not _is_whole(number) or number not in ALLOWED[name]:
            raise _Damage(f"{name} of {of} is not a value that the papers allow")
    return Setting(tuple(map(tuple, values)), {name: numbers[name] for name in ALLOWED})


def _check_coefficients(values: Any, of: str, printed: Setting) -> None:
    shape = [len(phase) for phase in printed.coefficients]
    if not isinstance(values, list) or not all(isinstance(phase, list) for phase in values):
        raise _Damage(f"coefficients of {of} should be lists")
    if [len(phase) for phase in values] != shape:
        raise _Damage(f"coefficients of {of} are not as many as in Table 1")
    if not all(_is_whole(value) and abs(value) <= LARGEST for phase in values for value in phase):
        raise _Damage(f"coefficients of {of} should be whole numbers from {-LARGEST} to {LARGEST}")
    for phase, (now, then) in enumerate(zip(values, printed.coefficients, strict=True)):
        if phase not in SEARCHED_PHASES and tuple(now) != then:
            raise _Damage(f"coefficients of {of} are not Table 1's in phase {phase + 1}, which is not varied")


def _fields(item: object, of: str, names: tuple[str, ...]) -> tuple[Any, ...]:
    """The values of these names in an object, which must have exactly these names."""
    if not isinstance(item, Mapping) or set(item) != set(names):
        raise _Damage(f"{of} should have {', '.join(names)}, no more and no less")
    return tuple(item[name] for name in names)


def _is_whole(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)
