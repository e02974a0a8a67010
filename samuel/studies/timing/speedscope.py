"""A profile as a file for speedscope.app, which draws flame graphs.

The stacks are the program's true calls, with the card on top; each appears once, with all its time. The order
in time is not kept, so use the view Left Heavy.
"""

from pathlib import Path
from typing import Any

from ibm7094.source_map import SourceCard
from samuel.studies.timing.profile import Profile, StackTime

SCHEMA = "https://www.speedscope.app/file-format-schema.json"
WAITING = "waiting for card reader and printer"
ENDS = ("at its quickest", "at its slowest")


def speedscope(profile: Profile, title: str) -> dict[str, Any]:
    """The content of the file: both ends of the interval, the slow one shown first."""
    frames = _Frames()
    samples = [frames.stack(line) for line in profile.lines]
    return {
        "$schema": SCHEMA,
        "exporter": "samuel timing",
        "name": title,
        "activeProfileIndex": len(ENDS) - 1,
        "profiles": [_sampled(profile, end, samples) for end in range(len(ENDS))],
        "shared": {"frames": frames.records},
    }


def _sampled(profile: Profile, end: int, samples: list[list[int]]) -> dict[str, Any]:
    weights = [round(1e6 * line.seconds[end], 2) for line in profile.lines]
    return {
        "type": "sampled",
        "name": f"IBM {profile.model} {ENDS[end]}",
        "unit": "microseconds",
        "startValue": 0,
        "endValue": sum(weights),
        "samples": samples,
        "weights": weights,
    }


class _Frames:
    """The distinct frames of all stacks."""

    def __init__(self) -> None:
        self.records: list[dict[str, Any]] = []
        self._numbers: dict[tuple[str, str, int], int] = {}

    def stack(self, line: StackTime) -> list[int]:
        """The numbers of a stack's frames, the outermost first."""
        top = self._waiting() if line.card is None else self._card(line.card)
        return [*(self._number(each.text, each) for each in line.routines), top]

    def _card(self, card: SourceCard) -> int:
        return self._number(" ".join(card.text.split()), card)

    def _waiting(self) -> int:
        return self._number(WAITING, SourceCard("", 0, ""))

    def _number(self, name: str, card: SourceCard) -> int:
        key = name, card.file, card.number
        if key not in self._numbers:
            self._numbers[key] = len(self.records)
            place = {"file": Path(card.file).name, "line": card.number} if card.file else {}
            self.records.append({"name": name} | place)
        return self._numbers[key]
