"""The whole report, section by section: the paper beside what the machine did.

Every number on the page is a result of a run, or a datum of `traces/paper` or `traces/own`.
"""

from collections.abc import Callable

from samuel import own
from samuel.report import alpha_beta, books, ceiling, fig3, griffith, match, sizes, sources, times
from samuel.report.blocks import Page, Section

Progress = Callable[[str], object]

SECTIONS: dict[str, Callable[[], Section]] = {
    "Figs. 1 and 2": alpha_beta.section,
    "Fig. 3": fig3.section,
    "the ceiling": ceiling.section,
    "Tables 1 and 2": books.section,
    "Griffith's test": griffith.section,
    "learnt tables at play": match.section,
    "times": times.section,
    "sizes": sizes.section,
    "evidence": sources.section,
}


def page(progress: Progress) -> Page:
    """The whole report; `progress` is told what is being made."""
    made: list[Section] = []
    for title, make in SECTIONS.items():
        progress(title)
        made.append(make())
    return Page(
        "Samuel's checker player of 1967, paper beside machine",
        (
            "Arthur Samuel's program learned to play checkers on an IBM 7094; no copy of it survives. This "
            "is a reconstruction, in the machine's own assembly language, running on a simulated 7094: what "
            "it prints stands here beside what the papers printed.",
            "Below each title stands where its numbers are from. What is marked “run now” was run while this "
            "page was made. What takes longer is on record in traces/own, and it is said whether today's "
            "cards of the program made it or earlier ones; the command beside it makes it anew.",
            f"The player's cards have the SHA-256 {own.deck_hash(own.PLAYER)[:16]}.",
        ),
        tuple(made),
    )
