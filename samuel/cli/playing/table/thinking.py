"""What a person sees while the machine thinks: its time, and what it prints."""

from collections.abc import Iterator
from contextlib import contextmanager

from rich.console import Console, Group, RenderableType
from rich.live import Live
from rich.spinner import Spinner
from rich.text import Text

from samuel.checkers.boards import shows_shapes
from samuel.cli.playing.table.clock import shown
from samuel.player.game import Game

LINES = 8
"""Printed lines that are shown, the last ones."""
A_SECOND = 12


@contextmanager
def watching(out: Console, game: Game, name: str, model: str) -> Iterator[None]:
    """Show the machine's work until it ends; then the display is erased.

    A second thread looks at the clock and the paper. It changes nothing: the machine runs as if unwatched.
    """
    began = game.seconds
    spinner = Spinner("dots" if shows_shapes(out) else "line")

    def work() -> RenderableType:
        least, most = (shown(now - then) for now, then in zip(game.seconds, began, strict=True))
        time = least if least == most else f"{least} to {most}"
        spinner.update(text=Text(f"{name} is thinking: {time} on the IBM {model}"))
        paper = [line for line in game.printing.splitlines() if line.strip()]
        lines = (Text(line, style="dim", no_wrap=True, overflow="crop") for line in paper[-LINES:])
        return Group(spinner, *lines)

    with Live(console=out, get_renderable=work, transient=True, refresh_per_second=A_SECOND):
        yield
