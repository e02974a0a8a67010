"""The state file of `samuel fit fig3`: damaged ones, and files that are not states."""

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from samuel.fit.fig3.climb import LARGEST, Climb, Point, searcher
from samuel.fit.fig3.search import ALLOWED, NOTHING
from samuel.fit.fig3.state import BadState, Kept, read, write
from tests.samuel.cli.test_samuel_cli import Samuel, samuel

__all__ = ["samuel"]


def printed() -> Point:
    """Where a climb begins; what it reaches is not kept."""
    return Point(searcher().printed, NOTHING)


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> str:
    file = tmp_path_factory.mktemp("fit") / "state.json"
    write(file, [Climb(seed, 5, printed(), printed()) for seed in (0, 1)])
    return file.read_text()


def test_a_state_is_read_as_it_was_written(tmp_path: Path, whole: str) -> None:
    file = tmp_path / "state.json"
    file.write_text(whole)
    setting = searcher().printed
    assert read(file, setting) == {seed: Kept(seed, 5, setting, setting) for seed in (0, 1)}


def test_without_a_file_nothing_was_done(tmp_path: Path) -> None:
    assert read(tmp_path / "state.json", searcher().printed) == {}


Damage = Callable[[Any], object]
DAMAGES: dict[str, tuple[Damage, str]] = {
    "no coefficients": (
        lambda s: s["climbs"][0]["best"].update(coefficients=[]),
        "not as many as in Table 1",
    ),
    "a huge coefficient": (
        lambda s: s["climbs"][0]["at"]["coefficients"][0].__setitem__(0, 10**30),
        "from -100 to 100",
    ),
    "a text for a coefficient": (
        lambda s: s["climbs"][0]["at"]["coefficients"][0].__setitem__(0, "1"),
        "whole",
    ),
    "a phase that is not varied": (
        lambda s: s["climbs"][0]["at"]["coefficients"][4].__setitem__(0, 1),
        "phase 5, which is not varied",
    ),
    "an outcome": (lambda s: s["climbs"][0].update(outcome="great"), "no more and no less"),
    "infinite trials": (lambda s: s["climbs"][1].update(trials=float("inf")), "trials of climb 2"),
    "trials below zero": (lambda s: s["climbs"][1].update(trials=-5), "trials of climb 2"),
    "trials that are true": (lambda s: s["climbs"][1].update(trials=True), "trials of climb 2"),
    "no numbers": (lambda s: s["climbs"][0]["at"].update(numbers={}), "numbers of climb 1 should have UNIT"),
    "an unknown number": (lambda s: s["climbs"][0]["best"]["numbers"].update(PRUNE=1), "no more and no less"),
    "a number beyond the papers": (
        lambda s: s["climbs"][0]["best"]["numbers"].update(UNIT=10**9),
        "UNIT of the best of climb 1 is not a value that the papers allow",
    ),
    "a seed twice": (lambda s: s["climbs"][1].update(seed=0), "two climbs have the same seed"),
    "climbs that are a number": (lambda s: s.update(climbs=3), "climbs is not a list"),
    "no cards": (lambda s: s.pop("cards"), "should have cards, climbs"),
    "other cards": (lambda s: s.update(cards="0" * 64), "other cards in the listings"),
}


@pytest.mark.parametrize("damage", DAMAGES)
def test_a_damaged_state_is_reported_in_a_sentence(
    samuel: Samuel, tmp_path: Path, whole: str, damage: str
) -> None:
    spoil, words = DAMAGES[damage]
    state = json.loads(whole)
    spoil(state)
    file = tmp_path / "state.json"
    file.write_text(json.dumps(state))
    ran = samuel("fit", "fig3", "--trials", "0", "--state", file)
    assert (ran.code, ran.out) == (2, "")
    assert words in ran.sentence
    assert "remove it, or name another with --state" in ran.sentence


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"rubbish", "it is not JSON"),
        (b"", "it is not JSON"),
        (b"\xff\xfe", "it is not JSON"),
        (b"[" * 100_000, "it is not JSON"),
        (b"[]", "the file should have cards, climbs"),
        (b"9" * 10_000, "it is not JSON"),
    ],
    ids=["words", "empty", "not text", "deep", "a list", "a long number"],
)
def test_a_file_that_is_not_a_state_is_reported_in_a_sentence(
    samuel: Samuel, tmp_path: Path, content: bytes, words: str
) -> None:
    file = tmp_path / "state.json"
    file.write_bytes(content)
    ran = samuel("fit", "fig3", "--trials", "0", "--state", file)
    assert (ran.code, ran.out) == (2, "")
    assert words in ran.sentence


@pytest.mark.parametrize("place", [".", "nowhere/state.json"])
def test_a_state_that_cannot_be_kept_is_reported_before_the_work(samuel: Samuel, place: str) -> None:
    ran = samuel("fit", "fig3", "--state", place)
    assert (ran.code, ran.out) == (2, "")
    assert "folder" in ran.sentence


# Any damage

JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text(max_size=5)
    | st.integers(-200, 200)
    | st.sampled_from([10**30, -5, float("inf")]),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=6,
)


def places(value: object, so_far: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Where anything is in a state."""
    yield so_far
    if isinstance(value, dict | list):
        for key in value if isinstance(value, dict) else range(len(value)):
            yield from places(value[key], (*so_far, key))


@settings(max_examples=300, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.data())
def test_any_damage_is_refused_or_leaves_a_state_that_can_be_searched(
    tmp_path: Path, whole: str, data: st.DataObject
) -> None:
    state: Any = json.loads(whole)
    *way, last = data.draw(st.sampled_from([place for place in places(state) if place]))
    holder = state
    for step in way:
        holder = holder[step]
    if data.draw(st.booleans()):
        holder[last] = data.draw(JSON)
    else:
        del holder[last]
    text = json.dumps(state)
    file = tmp_path / "state.json"
    file.write_text(text[: data.draw(st.sampled_from([len(text), len(text) // 2]))])
    begun = searcher().printed
    try:
        found = read(file, begun)
    except BadState:
        return
    for climb in found.values():
        assert min(climb.seed, climb.trials) >= 0
    for setting in (setting for climb in found.values() for setting in (climb.best, climb.at)):
        assert [len(phase) for phase in setting.coefficients] == [len(phase) for phase in begun.coefficients]
        assert all(abs(value) <= LARGEST for phase in setting.coefficients for value in phase)
        assert all(setting.numbers[name] in values for name, values in ALLOWED.items())
