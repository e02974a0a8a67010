"""The clock of a game: the person's time as it passes here, the machine's as it would have passed in 1967."""

from dataclasses import dataclass

HOUR, MINUTE = 3600, 60


@dataclass
class Clock:
    """The time each side has used, in seconds. Moves that are taken back stay on the clock."""

    person: float = 0.0
    machine: tuple[float, float] = (0.0, 0.0)
    """Simulated, the least and the most."""

    def add(self, simulated: tuple[float, float]) -> None:
        """The machine has worked."""
        self.machine = (self.machine[0] + simulated[0], self.machine[1] + simulated[1])

    def shown(self, model: str) -> str:
        """Both times in a sentence."""
        least, most = map(shown, self.machine)
        machine = least if least == most else f"{least} to {most}"
        return f"Clock: you {shown(self.person)}, the IBM {model} {machine}."


def shown(seconds: float) -> str:
    """A time as a chess clock shows it: 1:05, 2:00:09."""
    minutes, rest = divmod(round(seconds), MINUTE)
    hours, minutes = divmod(minutes, HOUR // MINUTE)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"
