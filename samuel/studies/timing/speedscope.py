"""A profile as a file for speedscope.app, which draws flame graphs.

The file holds three profiles. Two are merged, one for each end of the interval: every stack of calls appears
once, with the card on top and all its time, so use the view Left Heavy. The third keeps the order of time, for
the view Time Order; it follows calls less deep, or it would be too large to draw.
"""

from pathlib import Path
from typing import Any

from ibm7094.source_map import SourceCard
from samuel.studies.timing.profile import Profile, StackTime

SCHEMA = "https://www.speedscope.app/file-format-schema.json"
WAITING = "waiting for card reader and printer"
ENDS = ("at its quickest, merged", "at its slowest, merged")
IN_TIME = "at its slowest, in order of time"


def speedscope(profile: Profile, title: str, in_time: bool = False) -> dict[str, Any]:
    """The content of the file. The merged profile at the slow end is shown first, or that in order of time."""
    frames = _Frames()
    samples = [frames.stack(line) for line in profile.lines]
    merged = [[line.seconds[end] for line in profile.lines] for end in range(len(ENDS))]
    ordered = [frames.calls(stretch.routines) for stretch in profile.fine]
    return {
        "$schema": SCHEMA,
        "exporter": "samuel timing",
        "name": title,
        "activeProfileIndex": len(ENDS) - (not in_time),
        "profiles": [
            *(
                _sampled(f"IBM {profile.model} {name}", samples, each)
                for name, each in zip(ENDS, merged, strict=True)
            ),
            _sampled(
                f"IBM {profile.model} {IN_TIME}", ordered, [stretch.seconds[1] for stretch in profile.fine]
            ),
        ],
        "shared": {"frames": frames.records},
    }


def _sampled(name: str, samples: list[list[int]], seconds: list[float]) -> dict[str, Any]:
    weights = [round(1e6 * each, 2) for each in seconds]
    return {
        "type": "sampled",
        "name": name,
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
        return [*self.calls(line.routines), top]

    def calls(self, routines: tuple[SourceCard, ...]) -> list[int]:
        """The numbers of the frames of routines, the outermost first."""
        return [self._number(each.text, each) for each in routines]

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
