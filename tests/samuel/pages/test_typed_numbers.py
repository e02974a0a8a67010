"""No result is typed into RECONSTRUCTION.md by hand, as far as a simple look at its source tells.

A number looks like a result if it has a decimal point, a per cent sign, a comma between thousands, or three
digits or more. Outside placeholders, code and the column of sources such a number must stand in
`traces/paper/`, or below with what it is. A result that happens to equal a paper's number is not found.
"""

import re
from functools import cache

from samuel.pages.reconstruction import SOURCE
from samuel.resources import PAPER

RESULT = re.compile(r"(?<![\w.,/])-?(?:\d{1,3}(?:,\d{3})+|\d*\.\d+|\d+(?= ?%)|\d{3,})(?![\w]|\.\d)")
NOT_RESULTS = {
    "704": "a machine", "709": "a machine", "7090": "a machine", "7094": "a machine",
    "1401": "a machine", "1403": "a machine",
    "1959": "a year", "1966": "a year", "1967": "a year",
    "210": "a page", "229": "a page", "601": "a page", "617": "a page",
    "256": "words of a table of eight bits; a coefficient of 1959's kind, CONJECTURED",
    "132": "columns of a printer",
    "777777": "octal, the score of a lost game",
    "720": "6 factorial", "3,024": "9 x 8 x 7 x 6",
    "121": "boards of a tree of four plies and three branches",
}  # fmt: skip
"""Numbers that look like results and are not, each with what it is."""
THEN = re.compile(r"measured: [^:]*?\(then\)")
"""What was measured with words that are no longer in the program: no record can hold it."""


@cache
def printed() -> frozenset[float]:
    """Every number in the papers' data, and its size."""
    texts = (path.read_text(encoding="utf-8") for path in PAPER.glob("*.tsv"))
    found = [float(number) for text in texts for number in re.findall(r"-?\d+(?:\.\d+)?", text)]
    return frozenset(found) | frozenset(map(abs, found))


def results(line: str) -> list[str]:
    """What looks like a result in a line of the source."""
    if line.startswith("| ") and line.count(" | ") >= 4:
        cells = line.split(" | ")
        line = " | ".join([cells[0], *cells[2:3], *cells[4:]])
    text = re.sub(r"\{\{.*?\}\}|\{%.*?%\}|`[^`]*`", "", line)
    return [
        number
        for number in RESULT.findall(text)
        if number not in NOT_RESULTS and float(number.replace(",", "")) not in printed()
    ]


def test_no_result_is_typed_by_hand() -> None:
    source = SOURCE.read_text(encoding="utf-8")
    for left_out in (re.compile(r"\{\{.*?\}\}", re.DOTALL), THEN):
        source = left_out.sub(lambda found: "\n" * found[0].count("\n"), source)
    lines = source.splitlines()
    assert {number: found for number, line in enumerate(lines, 1) if (found := results(line))} == {}


def test_what_looks_like_a_result_is_found_and_a_name_or_a_papers_number_is_not() -> None:
    assert results("it reached .513 of 12,345 boards, 47.6 or 98 %, 3141 times") == [
        ".513", "12,345", "47.6", "98", "3141",
    ]  # fmt: skip
    assert results("a 7094 made {{ agreement.boards }} of 239 boards in 1967, .48 by `samuel 12,345`") == []
