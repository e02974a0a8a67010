"""Text of a page: numbers as the pages write them, and paragraphs filled again when numbers are put in."""

import re
import textwrap
from collections.abc import Sequence

from samuel.studies.fig3.chance import Spread

WIDTH = 120
ALONE = ("|", "#", "    ")
"""How a line begins that stays as it is: tables, headings, code."""


def decimals(number: float, digits: int = 2) -> str:
    """A number without the zero before its point, as the papers print coefficients: .48, -.06."""
    return re.sub(r"^(-?)0\.", r"\1.", f"{number:.{digits}f}")


def row(numbers: Sequence[float | None], first: int = 1, last: int = 6) -> str:
    """Coefficients of some phases in the style of Table 1; a dash where there is none."""
    return " ".join("-" if each is None else decimals(each) for each in numbers[first - 1 : last])


def grouped(number: float) -> str:
    """A whole number with its thousands marked."""
    return f"{number:,.0f}"


def spread_cells(found: Spread) -> str:
    """Mean, standard deviation and maximum, as the cells of a row."""
    return f"{found.mean:.1f} | {found.deviation:.1f} | {found.most:.0f}"


def filled(text: str) -> str:
    """The text with each paragraph and each item of a list filled to the page's width."""
    out: list[str] = []
    block: list[str] = []
    for line in [*text.splitlines(), ""]:
        alone = not line.strip() or line.startswith(ALONE)
        if block and (alone or line.startswith("- ")):
            out += _paragraph(block)
            block = []
        if alone:
            out.append(line)
        else:
            block.append(line)
    return "\n".join(out).rstrip("\n") + "\n"


def _paragraph(lines: list[str]) -> list[str]:
    return textwrap.wrap(
        " ".join(line.strip() for line in lines),
        WIDTH,
        subsequent_indent="  " if lines[0].startswith("- ") else "",
        break_on_hyphens=False,
        break_long_words=False,
    )
