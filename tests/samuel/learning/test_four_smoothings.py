"""The four smoothings of 1967 on the machine, beside the same in plain Python."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest

from samuel.judges import terms
from samuel.judges.book_learning import FINE, Judge, Place
from samuel.judges.signature_tables import limited
from samuel.learning import book_tape
from samuel.learning import run as learning
from samuel.player.signature_tables import FIG_4, FIG_5, PHASES, Form, read_tape
from tests.samuel.learning.test_learning import MOVES, some_games

WAYS = INVERSION, PHASES_BESIDE, INTERPOLATION, EXTRAPOLATION = 1, 2, 4, 8
Arguments = tuple[int, ...]
Values = dict[Arguments, int | None]
"""The value of each entry by its arguments, in millionths; None where it is void."""


@dataclass
class Smoothed(Judge):
    """The judge, with the paper's smoothings in place of the project's own."""

    ways: int = 0
    lean: int = 1

    def _leant(self, found: list[int], places: list[Place], arguments: list[Arguments]) -> list[int]:
        place_of = dict(zip(arguments, places, strict=True))
        values: Values = {
            each: value if self._data(place_of[each]) else None
            for each, value in zip(arguments, found, strict=True)
        }
        if self.ways & INVERSION:
            values = inverted(values)
        if self.ways & PHASES_BESIDE:
            values = filled(values, lambda each: self._beside(place_of[each]))
        if self.ways & INTERPOLATION:
            values = filled(values, lambda each: interpolated(values, each))
        if self.ways & EXTRAPOLATION:
            alone = self._alone(place_of)
            values = filled(values, lambda each: extrapolated(values, each, alone))
        return [values[each] or 0 for each in arguments]

    def _beside(self, place: Place) -> int | None:
        """C of the totals that the phases before and after have."""
        beside = [(at, *place[1:]) for at in (place[0] - 1, place[0] + 1) if 0 <= at < PHASES]
        return coefficient(sum(self.chosen[p] for p in beside), sum(self.others[p] for p in beside))

    def _alone(self, place_of: dict[Arguments, Place]) -> list[int]:
        """C of each argument alone, over the whole table; minus counts with A and D exchanged."""
        found = []
        for at in range(len(next(iter(place_of)))):
            plus = [place for each, place in place_of.items() if each[at] > 0]
            minus = [place for each, place in place_of.items() if each[at] < 0]
            speaks = sum(self.chosen[p] for p in plus) + sum(self.others[p] for p in minus)
            against = sum(self.others[p] for p in plus) + sum(self.chosen[p] for p in minus)
            found.append(coefficient(speaks, against) or 0)
        return found


def coefficient(a: int, d: int) -> int | None:
    return terms.toward_zero(FINE * (a - d), a + d) if a + d else None


def filled(values: Values, fill: Callable[[Arguments], int | None]) -> Values:
    """The values, with void ones filled where that is possible; none serves another."""
    return {each: fill(each) if value is None else value for each, value in values.items()}


def value_of(values: Values, each: Arguments) -> int | None:
    """The value of a signature; a folded table has it for the opposite one."""
    if each in values:
        return values[each]
    opposite = values[tuple(-q for q in each)]
    return None if opposite is None else -opposite


def with_one(each: Arguments, at: int, value: int) -> Arguments:
    return (*each[:at], value, *each[at + 1 :])


def inverted(values: Values) -> Values:
    """A signature and the opposite one get their mean, with the signs to suit; folded tables stay."""
    found = dict(values)
    for each in values:
        opposite = tuple(-q for q in each)
        if opposite in values and each > opposite:
            above, below = values[each], values[opposite]
            known = [value for value in (above, None if below is None else -below) if value is not None]
            if known:
                mean = terms.toward_zero(sum(known), len(known))
                found[each], found[opposite] = mean, -mean
    return found


def interpolated(values: Values, each: Arguments) -> int | None:
    """The mean of all pairs in which an argument that is zero is plus and minus."""
    pairs = [
        [value_of(values, with_one(each, at, sign)) for sign in (1, -1)]
        for at, argument in enumerate(each)
        if argument == 0
    ]
    known = [value for pair in pairs if None not in pair for value in pair if value is not None]
    return terms.toward_zero(sum(known), len(known)) if known else None


def extrapolated(values: Values, each: Arguments, alone: list[int]) -> int | None:
    """From zero and the opposite value of an argument; else from zero, by the argument alone."""
    for by_itself in (False, True):
        for at, argument in enumerate(each):
            middle = value_of(values, with_one(each, at, 0)) if argument else None
            if middle is None:
                continue
            other = value_of(values, with_one(each, at, -argument))
            if by_itself:
                return limited(middle + (alone[at] if argument > 0 else -alone[at]), FINE)
            if other is not None:
                return limited(2 * middle - other, FINE)
    return None


@pytest.fixture
def book(tmp_path: Path) -> Path:
    book_tape.write(tmp_path / "book.tap", some_games())
    return tmp_path / "book.tap"


@pytest.mark.parametrize("form", [FIG_4, FIG_5], ids=["fig4", "fig5"])
@pytest.mark.parametrize(
    "ways",
    [*(pytest.param(way, marks=pytest.mark.slow) for way in WAYS), sum(WAYS)],
    ids=["inversion", "phases", "interpolation", "extrapolation", "all four"],
)
def test_each_smoothing_makes_the_tables_of_plain_python(
    ways: int, form: Form, book: Path, tmp_path: Path
) -> None:
    out = tmp_path / "tables.tap"
    learning.learn(book, f"fig{form.number + 2}", MOVES, out, more_cards=[f"SMOOTH {ways}"])
    judge = Smoothed(form, ways=ways)
    judge.learn(list(book_tape.read(book)), MOVES)
    judge.remake()
    assert read_tape(out) == judge.tables
