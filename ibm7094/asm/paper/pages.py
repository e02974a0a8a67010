"""Lines on pages, as FAP counted them."""

from collections.abc import Callable

PAGE_LINES = 56
BOTTOM = 4
"""With this many lines left, or fewer, a blank line ends the page and is not printed."""
SPACE_BOTTOM = 5
DOUBLE_SPACE = "0"
"""In the first column: leave a blank line before this one."""


class Pages:
    """The pages of a listing: each begins with a heading, a subtitle if there is one, and a blank line."""

    def __init__(self, heading: Callable[[int], str], subtitle: str | None = None) -> None:
        self.heading = heading
        self.subtitle = subtitle
        self.number = 0
        self.left = 0
        self.lines: list[str] = []

    def put(self, text: str) -> None:
        """Print a line, which may be blank."""
        if not text.strip():
            self.blank()
            return
        self._advance()
        if text.startswith(DOUBLE_SPACE):
            self._advance()
        self.lines.append(text)

    def blank(self) -> None:
        """Print a blank line; if the page is nearly full, end it instead."""
        if 0 < self.left <= BOTTOM:
            self.left = 0
            return
        at_top = not self.left
        self._advance()
        self.left -= at_top
        self.lines.append("")

    def space(self, count: int) -> None:
        """Print blank lines, at least one; if there is no room for them, start a new page."""
        if self.left and count > self.left - SPACE_BOTTOM:
            self.eject()
            return
        for _ in range(max(count, 1)):
            self.blank()

    def eject(self) -> None:
        """Continue on a new page."""
        self.left = 0

    def _advance(self) -> None:
        if self.left > 1:
            self.left -= 1
            return
        self.number += 1
        self.lines += [self.heading(self.number), *([] if self.subtitle is None else [self.subtitle]), ""]
        self.left = PAGE_LINES - (self.subtitle is not None)
