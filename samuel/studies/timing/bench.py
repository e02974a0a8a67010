"""The pieces timed in 1959 on a simulated 704, the evaluation of 1967 on a 7094, beside the papers' times.

python -m samuel.studies.timing.bench [--json]

Times are simulated, so they are the same on every computer. Exit code 0: every threshold holds; 1: one is
missed.

Finding all moves is timed separately on boards with a jump, where our routine stops early.
"""

import argparse
import json
import sys
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from statistics import fmean

from rich import box
from rich.table import Table

from ibm7094.terminal.failures import guarded
from ibm7094.terminal.output import console
from samuel.checkers.rules import Position
from samuel.paper import times
from samuel.player.evaluation import TERMS
from samuel.studies.timing.workbench import PAPER_NAMES, WITHIN, spread, timed_evaluations, timed_pieces

LEAST_BOARDS = 300
"""The threshold, in boards per second. The paper's 220 include the look-ahead; evaluation alone is faster."""
PAPER_BOARDS = 220

MILLISECONDS = {"ms": 1.0, "us": 1e-3}
"""Milliseconds in each unit of the paper's times."""

TITLES = {
    "704": "Pieces of 1959 on a 704, milliseconds",
    "7094": "Evaluations on a 7094 at its slowest, boards per second",
}


@dataclass(frozen=True)
class Measure:
    """One thing timed, in milliseconds or boards per second."""

    what: str
    model: str
    unit: str
    paper: float | None
    """None where the paper gives no time."""
    average: float
    least: float
    most: float
    bar: str
    holds: bool

    @property
    def ratio(self) -> float | None:
        """Our average divided by the paper's."""
        return self.average / self.paper if self.paper else None


def pieces_of_1959(positions: Iterable[Position]) -> list[Measure]:
    """The four pieces that the paper times, on a 704."""
    printed = times()
    papers = {
        what: MILLISECONDS[printed[name].unit] * printed[name].low for what, name in PAPER_NAMES.items()
    }
    return [
        _piece(what, papers.get(what), [1e3 * span.seconds[1] for span in timed.spans])
        for what, timed in timed_pieces(positions, "704").items()
    ]


def evaluation_of_1967(positions: dict[int, list[Position]]) -> list[Measure]:
    """Boards per second of the evaluation with twenty terms on a 7094, at the slow end of its interval."""
    found = []
    for phase, boards in positions.items():
        seconds = [span.seconds[1] for span in timed_evaluations(boards).spans]
        average = 1 / fmean(seconds)
        found.append(
            Measure(
                what=f"{TERMS} terms, phase {phase}",
                model="7094",
                unit="boards/s",
                paper=PAPER_BOARDS,
                average=average,
                least=1 / max(seconds),
                most=1 / min(seconds),
                bar=f">= {LEAST_BOARDS}",
                holds=average >= LEAST_BOARDS,
            )
        )
    return found


def _piece(what: str, paper: float | None, found: Sequence[float]) -> Measure:
    average = fmean(found)
    return Measure(
        what=what,
        model="704",
        unit="ms",
        paper=paper,
        average=average,
        least=min(found),
        most=max(found),
        bar=f"{WITHIN:g} times" if paper else "",
        holds=paper is None or paper / WITHIN <= average <= paper * WITHIN,
    )


def measure() -> list[Measure]:
    """Take all measures."""
    positions = spread()
    every = [position for boards in positions.values() for position in boards]
    return [*pieces_of_1959(every), *evaluation_of_1967(positions)]


def main(as_json: bool = False) -> int:
    """Measure and print; returns 0 if every threshold holds, else 1."""
    measures = measure()
    holds = all(each.holds for each in measures)
    if as_json:
        rows = [asdict(each) | {"ratio": each.ratio} for each in measures]
        print(json.dumps({"measures": rows, "holds": holds}, indent=2))
    else:
        for model, title in TITLES.items():
            console().print(_table(title, [m for m in measures if m.model == model]), highlight=False)
    return 0 if holds else 1


def _table(title: str, measures: Iterable[Measure]) -> Table:
    table = Table(box=box.MARKDOWN, title=title)
    for heading in ("what", "paper", "ours", "from", "to", "ratio", "threshold", "verdict"):
        table.add_column(heading, justify="left" if heading in ("what", "threshold", "verdict") else "right")
    for each in measures:
        figures = [_shown(value, each.unit) for value in (each.paper, each.average, each.least, each.most)]
        ratio = f"{each.ratio:.2f}" if each.ratio else ""
        verdict = ("holds" if each.holds else "MISSED") if each.bar else ""
        table.add_row(each.what, *figures, ratio, each.bar, verdict)
    return table


def _shown(value: float | None, unit: str) -> str:
    if value is None:
        return ""
    return f"{value:.2f}" if unit == "ms" else f"{value:.0f}"


if __name__ == "__main__":
    parser = argparse.ArgumentParser(
        prog="samuel.studies.timing.bench", description=__doc__.partition("\n")[0]
    )
    parser.add_argument("--json", action="store_true", help="one JSON object on standard output")
    given = parser.parse_args()
    sys.exit(guarded(lambda: main(given.json)))
