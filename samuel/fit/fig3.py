"""How much of Fig. 3 could be explained: the program's numbers, varied on the tree itself.

The native program searches Fig. 3's position again and again, each time with somewhat other coefficients and
numbers, and keeps what comes nearer to the published tree. What it reaches is **in sample**: it says how much
a linear evaluation of these terms could explain at most, and sets no default. What chance reaches is told by
`samuel.chance`.
"""

import json
import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import asdict, dataclass, replace
from multiprocessing import get_context
from pathlib import Path
from typing import Any

from ibm7094.errors import MachineError
from samuel import coefficients, own, tree
from samuel.coefficients import Coefficients
from samuel.fig3 import OPENING, figure
from samuel.job import Job, UnexpectedStop
from samuel.settings import TREE_SWITCH
from samuel.store import stored

DECK, END_OF_JOB = "samuel.deck", "SMEND"
SEARCHED_PHASES = (0, 1)
"""Fig. 3's boards have 24 to 17 pieces, so that only the first two phases matter."""

RANGES = {"UNIT": (16, 32), "SORT": (3, 4), "TRADE": (200, 2000)}
"""What the paper leaves open (listings/RECONSTRUCTION.md): points for 1.00, moves put in order, and how much
trading is favoured."""

CELLS = {"UNIT": "PNUNIT", "SORT": "STSORT", "TRADE": "PNTRAD"}
"""Where the program keeps them."""

LARGEST = 100
"""A coefficient is a correlation, so between -1.00 and 1.00, in hundredths."""
TYPICAL_STEP = 6
LIMIT = 600_000_000
"""Instructions after which a search is given up; the player's own takes 20 million."""
BATCH = 20
"""Trials between two reports of a climber."""


RECORD = own.KeptMeasures("fit-fig3.json", (DECK,), "samuel fit fig3 --record")
"""What the climbs of some run reached."""


class BadState(MachineError):
    """A file that cannot be gone on with."""


@dataclass(frozen=True)
class Setting:
    """What is varied."""

    coefficients: Coefficients
    numbers: dict[str, int]
    """Cards by name, all of RANGES: what one search set would else hold for the next."""


@dataclass(frozen=True)
class Outcome:
    """How near a tree came to the figure's."""

    boards: int
    shared: int
    survey: int
    """Survey lines that are the figure's."""
    move: str

    @property
    def nearness(self) -> float:
        """Twice the shared boards over those of both trees: 1 for the same tree, 0 for nothing shared."""
        return 2 * self.shared / (self.boards + len(figure().boards))


NOTHING = Outcome(1, 0, 0, "")


class Searcher:
    """The player in a machine, which searches Fig. 3's position with any setting."""

    def __init__(self) -> None:
        self._load()
        machine = self._job.machine
        numbers = {name: int(machine.core[machine.address(cell)]) for name, cell in CELLS.items()}
        self.printed = Setting(coefficients.read(machine, self._words), numbers)
        self._figure = frozenset(figure().boards)
        self._survey = {line.moves for line in figure().lines if line.kind == "survey"}

    def _load(self) -> None:
        program = stored(DECK)
        self._job = Job(program, END_OF_JOB, limit=LIMIT)
        self._job.load()
        self._job.machine.switches[TREE_SWITCH] = 1
        self._words = coefficients.places(program.symbols)

    def search(self, setting: Setting) -> Outcome:
        """Let the program search; NOTHING if it takes too long."""
        coefficients.put(self._job.machine, self._words, setting.coefficients)
        numbers = [f"{name:6}{number}" for name, number in setting.numbers.items()]
        try:
            text = self._job.read(["START", f"PLAY  {OPENING}", *numbers, "MOVE"]).text
        except UnexpectedStop:
            self._load()
            return NOTHING
        lines = tree.read(text).lines
        boards = set(tree.boards_of(lines))
        survey = sum(line.kind == "survey" and line.moves in self._survey for line in lines)
        move = text.rstrip().splitlines()[-1].split()[5]
        return Outcome(len(boards), len(boards & self._figure), survey, move)


@dataclass(frozen=True)
class Climb:
    """How far one climber has come."""

    seed: int
    trials: int
    setting: Setting
    outcome: Outcome


def varied(setting: Setting, chance: random.Random) -> Setting:
    """A setting nearby."""
    sets = [list(phase) for phase in setting.coefficients]
    for _ in range(chance.randint(1, 3)):
        phase = sets[chance.choice(SEARCHED_PHASES)]
        term = chance.randrange(len(phase))
        step = round(chance.gauss(0, TYPICAL_STEP)) or chance.choice((-1, 1))
        phase[term] = max(-LARGEST, min(LARGEST, phase[term] + step))
    numbers = dict(setting.numbers)
    if chance.random() < 0.1:
        name = chance.choice(sorted(RANGES))
        numbers[name] = chance.randint(*RANGES[name])
    return Setting(tuple(map(tuple, sets)), numbers)


_SEARCHER: list[Searcher] = []


def _searcher() -> Searcher:
    """One a process."""
    if not _SEARCHER:
        _SEARCHER.append(Searcher())
    return _SEARCHER[0]


def climb(state: Climb, trials: int) -> Climb:
    """Go on with a climb. A trial's chance depends on seed and number alone, so that it can be resumed."""
    for number in range(state.trials, state.trials + trials):
        candidate = varied(state.setting, random.Random(f"{state.seed}:{number}"))
        outcome = _searcher().search(candidate)
        if outcome.nearness >= state.outcome.nearness:
            state = replace(state, setting=candidate, outcome=outcome)
        state = replace(state, trials=number + 1)
    return state


def as_printed() -> tuple[Setting, Outcome]:
    """The program as it is: Table 1's coefficients, nothing fitted."""
    searcher = _searcher()
    return searcher.printed, searcher.search(searcher.printed)


# The whole study


@dataclass(frozen=True)
class Fit:
    """What was reached, in sample."""

    figure: int
    """Boards of the figure."""
    printed: Outcome
    climbs: tuple[Climb, ...]

    @property
    def best(self) -> Climb:
        """The climb that came nearest."""
        return max(self.climbs, key=lambda state: state.outcome.nearness)

    def as_dict(self) -> dict[str, Any]:
        """For JSON."""
        return asdict(self) | {"in_sample": True, "best_seed": self.best.seed}

    def summary(self) -> dict[str, Any]:
        """The outcomes alone, for the record."""
        climbs = [{"seed": c.seed, "trials": c.trials, **asdict(c.outcome)} for c in self.climbs]
        return {"in_sample": True, "printed": asdict(self.printed), "climbs": climbs}


Progress = Callable[[int, float], object]
"""Searches done, and the best nearness so far."""


def fit(trials: int, climbers: int, state: Path, workers: int, progress: Progress) -> Fit:
    """Climb with every climber to so many trials in all. `state` keeps how far they have come: a run that is
    stopped goes on from there."""
    context = get_context("spawn")
    with ProcessPoolExecutor(workers, mp_context=context) as pool:
        start, printed = pool.submit(as_printed).result()
        climbs = {seed: Climb(seed, 0, start, printed) for seed in range(climbers)} | _saved(state, start)
        climbs = {seed: climbs[seed] for seed in range(climbers)}
        done = 1
        try:
            for seed, further in _climbing(pool, climbs, trials):
                done += further.trials - climbs[seed].trials
                climbs[seed] = further
                _save(state, climbs, start)
                progress(done, max(c.outcome.nearness for c in climbs.values()))
        except KeyboardInterrupt:
            pool.shutdown(wait=False, cancel_futures=True)
            raise
    return Fit(
        len(figure().boards),
        printed,
        tuple(climbs.values()),
    )


def _climbing(
    pool: ProcessPoolExecutor, climbs: Mapping[int, Climb], trials: int
) -> Iterator[tuple[int, Climb]]:
    """Batches of all climbers, as they come in."""

    def batch(state: Climb) -> Any:
        return pool.submit(climb, state, min(BATCH, trials - state.trials))

    running = {batch(state): seed for seed, state in climbs.items() if state.trials < trials}
    while running:
        future = next(as_completed(running))
        seed, state = running.pop(future), future.result()
        if state.trials < trials:
            running[batch(state)] = seed
        yield seed, state


# The file that keeps how far it has come


def _save(file: Path, climbs: Mapping[int, Climb], start: Setting) -> None:
    """Written aside and then put in place, so that a stop at any moment leaves a whole file."""
    aside = file.with_name(file.name + ".new")
    text = json.dumps({"printed": start.coefficients, "climbs": [asdict(state) for state in climbs.values()]})
    aside.write_text(text)
    aside.replace(file)


def _saved(file: Path, start: Setting) -> dict[int, Climb]:
    if not file.exists():
        return {}
    try:
        kept = json.loads(file.read_text())
        if _tuples(kept["printed"]) != start.coefficients:
            raise BadState(f"{file} was begun with other coefficients in the listings: remove it.")
        states = [
            Climb(
                int(item["seed"]),
                int(item["trials"]),
                Setting(_tuples(item["setting"]["coefficients"]), dict(item["setting"]["numbers"])),
                Outcome(**item["outcome"]),
            )
            for item in kept["climbs"]
        ]
    except (ValueError, KeyError, TypeError, UnicodeDecodeError):
        raise BadState(f"{file} is not a file of this command: remove it, or name another.") from None
    return {state.seed: state for state in states}


def _tuples(values: Sequence[Sequence[int]]) -> Coefficients:
    return tuple(tuple(int(number) for number in phase) for phase in values)
