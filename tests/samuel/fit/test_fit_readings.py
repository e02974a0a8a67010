"""Other readings of the lost names on Fig. 3: the replay without the machine, and what it is used for."""

import json

import pytest

from samuel.definitions.proposed import THOUGHT
from samuel.fit.readings import Reached, Weighed, lost, weigh, work
from samuel.fit.replayed import PRESENT, Replayer
from samuel.studies.fig3.forced import forced_replay
from tests.samuel.cli.test_samuel_cli import Samuel, samuel

__all__ = ["samuel"]


@pytest.fixture(scope="module")
def weighed() -> Weighed:
    return weigh(20)


def test_with_the_readings_of_the_listings_every_board_is_replayed_as_by_the_machine() -> None:
    assert Replayer().replay(PRESENT) == forced_replay()


def test_another_reading_of_a_weighty_name_changes_orders() -> None:
    replayer = Replayer()
    other = {**PRESENT, "QUART": ("men on the far single-corner quarter", "difference")}
    assert replayer.replay(other) != replayer.replay(PRESENT)


def test_a_rating_of_one_side_alone_is_replayed_too() -> None:
    replayer = Replayer()
    other = {**PRESENT, "QUART": (PRESENT["QUART"][0], "own")}
    assert replayer.replay(other) != replayer.replay(PRESENT)


def test_a_name_without_a_coefficient_in_the_phase_changes_nothing() -> None:
    replayer = Replayer()
    other = {**PRESENT, "OFSET": ("pieces in the move system", "difference")}
    assert replayer.replay(other) == replayer.replay(PRESENT)


def test_the_programs_own_reading_of_each_name_stands_first_and_gives_its_replay(weighed: Weighed) -> None:
    assert tuple(weighed.names) == lost()
    for name, readings in weighed.names.items():
        assert list(readings) == list(THOUGHT[name])
        assert readings[PRESENT[name][0]] == weighed.present


def test_the_same_seed_draws_the_same_readings(weighed: Weighed) -> None:
    assert weigh(20) == weighed
    assert weigh(20, seed=4).drawn != weighed.drawn


def test_progress_is_reported_to_the_last_replay() -> None:
    told: list[int] = []
    weigh(2, progress=told.append)
    assert told == list(range(1, work(2) + 1))


def test_both_thresholds_must_hold() -> None:
    assert Reached(61, 66, 0).holds
    assert not Reached(60, 97, 35).holds
    assert not Reached(110, 65, 35).holds


def test_the_command_shows_names_or_every_reading_of_one(samuel: Samuel) -> None:
    ran = samuel("fit", "readings", "--draws", "5")
    assert (ran.code, ran.err) == (0, "")
    assert "drawn at random, 5 times" in " ".join(ran.out.split())
    assert all(name in ran.out for name in lost())
    assert "men on the sides" in samuel("fit", "readings", "--draws", "5", "--name", "EDGES").out
    assert len(json.loads(samuel("fit", "readings", "--draws", "5", "--json").out)["drawn"]) == 5


def test_a_name_that_is_not_lost_is_refused(samuel: Samuel) -> None:
    ran = samuel("fit", "readings", "--name", "GUARD")
    assert (ran.code, "not one of QUART, DIAGL" in ran.err) == (2, True)
