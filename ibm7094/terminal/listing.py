"""Core, trace, profile and times as text, with symbols and cards from a source map."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from ibm7094.disassemble import disassemble
from ibm7094.engine.watch import Traced, Watch
from ibm7094.machine import Machine
from ibm7094.timing import middle
from ibm7094.words import CORE_SIZE, octal

NAME_WIDTH = 7
LINE_WIDTH = 48
"""Width of a line of core; cards and registers are shown after it."""


def names(symbols: Mapping[str, int]) -> dict[int, str]:
    """Symbols by address; the first one, if several have the same address."""
    found: dict[int, str] = {}
    for name, place in symbols.items():
        found.setdefault(place, name)
    return found


def core_line(location: int, word: int, labels: Mapping[int, str]) -> str:
    """`00100 START  050000000200  CLA    200`."""
    label = f"{labels.get(location, ''):<{NAME_WIDTH}}" if labels else ""
    return f"{location:05o} {label} {octal(word)}  {disassemble(word, location, labels)}"


def core_lines(machine: Machine, places: Iterable[int]) -> Iterator[str]:
    """Current words of core, with their cards."""
    labels = machine.labels
    for place in places:
        yield beside(machine, place, core_line(place, int(machine.core[place]), labels))


def beside(machine: Machine, place: int, line: str) -> str:
    """A line with the card at its address, if there is one."""
    card = machine.source.cards.get(place)
    return f"{line:<{LINE_WIDTH}}  {card.text}" if card else line


def ac_octal(ac: int) -> str:
    """The accumulator as 38 bits in 13 octal digits: S and Q, then P,1-35."""
    return f"{ac:013o}"


def trace_lines(machine: Machine, watch: Watch, last: int) -> Iterator[str]:
    """The last instructions, each with AC and MQ before it."""
    labels = machine.labels
    for done in watch.trace(last):
        line = core_line(done.location, done.word, labels)
        registers = f"AC {ac_octal(done.ac)}  MQ {octal(done.mq)}"
        yield beside(machine, done.location, f"{line:<{LINE_WIDTH}}  {registers}")


def profile_rows(watch: Watch, most: int) -> list[tuple[int, int, float]]:
    """The addresses executed most often: address, count, share."""
    import numpy as np

    everything = int(watch.profile.sum()) or 1
    busiest = np.argsort(-watch.profile, kind="stable")[:most]
    rows = ((int(place), int(watch.profile[place])) for place in busiest)
    return [(place, count, count / everything) for place, count in rows if count]


def profile_lines(machine: Machine, watch: Watch, most: int) -> Iterator[str]:
    """The profile, with the current word at each address."""
    rows = profile_rows(watch, most)
    lines = core_lines(machine, (place for place, _, _ in rows))
    for (_, count, share), line in zip(rows, lines, strict=True):
        yield f"{count:>14,} {share:6.1%}  {line}"


def trace_records(machine: Machine, trace: Iterable[Traced]) -> list[dict[str, Any]]:
    """The trace, as JSON records."""
    labels = machine.labels
    return [
        {
            "location": f"{done.location:05o}",
            "word": octal(done.word),
            "instruction": disassemble(done.word, done.location, labels),
            "ac": ac_octal(done.ac),
            "mq": octal(done.mq),
            **source_record(machine, done.location),
        }
        for done in trace
    ]


def source_record(machine: Machine, place: int) -> dict[str, Any]:
    """The card at an address as a JSON record, if there is one."""
    card = machine.source.cards.get(place)
    return {"source": card.as_dict()} if card else {}


def used_words(machine: Machine) -> dict[int, int]:
    """All words of core that are not zero, by address."""
    return {place: word for place in range(CORE_SIZE) if (word := int(machine.core[place]))}


def between(least: int, most: int) -> str:
    """One number, or a range."""
    return f"{most:,}" if least == most else f"{least:,} to {most:,}"


def seconds_with_middle(ends: tuple[float, float], digits: int = 4) -> str:
    """A time and, if it is a range, the middle as the best single guess."""
    text = seconds(ends, digits)
    half = middle(ends)
    return f"{text}, middle {seconds((half, half), digits)}" if " to " in text else text


def seconds(ends: tuple[float, float], digits: int = 4) -> str:
    """A time in a suitable unit, or a range if the two ends differ as shown."""
    factor, unit = next(
        (f, u) for f, u in ((1, "s"), (1e3, "ms"), (1e6, "us")) if ends[1] * f >= 1 or u == "us"
    )
    least, most = (f"{end * factor:,.{digits}g}" for end in ends)
    return f"{most} {unit}" if least == most else f"{least} to {most} {unit}"
