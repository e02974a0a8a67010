"""The queue of events on the processor's clock."""

from functools import partial

from ibm7094.events import Scheduler
from ibm7094.state import State


def queue(cycle_us: float = 2.0) -> tuple[State, Scheduler, list[str]]:
    state = State()
    return state, Scheduler(state, cycle_us), []


def advance(state: State, scheduler: Scheduler, cycles: int) -> None:
    state.cycles = cycles
    scheduler.run_due()


def test_an_event_is_due_at_the_first_cycle_not_before_its_time() -> None:
    _, scheduler, _ = queue()
    scheduler.after(5.0, lambda: None)
    assert scheduler.next_cycle() == 3


def test_a_whole_number_of_cycles_is_not_rounded_up() -> None:
    _, scheduler, _ = queue(cycle_us=1.4)
    scheduler.after(1.4 * 3, lambda: None)
    assert scheduler.next_cycle() == 3


def test_nothing_is_due_in_an_empty_queue() -> None:
    assert queue()[1].next_cycle() is None


def test_events_run_in_the_order_of_their_times() -> None:
    state, scheduler, seen = queue()
    scheduler.after(9.0, lambda: seen.append("late"))
    scheduler.after(3.0, lambda: seen.append("early"))
    advance(state, scheduler, 100)
    assert seen == ["early", "late"]


def test_events_at_the_same_time_run_in_the_order_they_were_scheduled() -> None:
    state, scheduler, seen = queue()
    for name in ("first", "second", "third"):
        scheduler.after(3.0, partial(seen.append, name))
    advance(state, scheduler, 2)
    assert seen == ["first", "second", "third"]


def test_an_event_does_not_run_before_its_cycle() -> None:
    state, scheduler, seen = queue()
    scheduler.after(5.0, lambda: seen.append("done"))
    advance(state, scheduler, 2)
    assert not seen


def test_a_cancelled_event_does_not_run() -> None:
    state, scheduler, seen = queue()
    scheduler.cancel(scheduler.after(5.0, lambda: seen.append("done")))
    advance(state, scheduler, 100)
    assert not seen


def test_a_cancelled_event_is_not_the_next() -> None:
    _, scheduler, _ = queue()
    scheduler.cancel(scheduler.after(2.0, lambda: None))
    scheduler.after(8.0, lambda: None)
    assert scheduler.next_cycle() == 4


def test_an_action_can_schedule_another_that_is_due_already() -> None:
    state, scheduler, seen = queue()
    scheduler.after(2.0, lambda: scheduler.after(2.0, lambda: seen.append("second")))
    advance(state, scheduler, 100)
    assert seen == ["second"]


def test_a_late_action_counts_from_the_time_it_was_due() -> None:
    state, scheduler, _ = queue()
    scheduler.after(2.0, lambda: scheduler.after(1000.0, lambda: None))
    advance(state, scheduler, 100)
    assert scheduler.next_cycle() == 501


def test_a_reset_forgets_everything() -> None:
    _, scheduler, _ = queue()
    scheduler.after(2.0, lambda: None)
    scheduler.reset()
    assert scheduler.next_cycle() is None
