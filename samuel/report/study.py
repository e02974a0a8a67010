"""The whole report, section by section: the paper beside what the machine did.

Every number on the page comes from a run, or from `traces/paper` or `traces/own`.
"""

from collections.abc import Callable

from samuel.player.store import deck_hash
from samuel.report.blocks import Page, Section
from samuel.report.sections import alpha_beta, books, ceiling, fig3, griffith, match, sizes, sources, times
from samuel.studies import records

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
    """The whole report; `progress` gets the name of each section."""
    made: list[Section] = []
    for title, make in SECTIONS.items():
        progress(title)
        made.append(make())
    return Page(
        "Samuel's checker player of 1967, paper beside machine",
        (
            "Arthur Samuel's program learned to play checkers on an IBM 7094; no copy of it survives. This "
            "is a reconstruction, in the machine's own assembly language, running on a simulated 7094: what "
            "it prints is shown here beside what the papers printed.",
            "Below each title it says where the numbers come from. “Run now” means that the work was run "
            "while this page was made. Work that takes longer is on record in traces/own, from the current "
            "program or from an earlier version of it; the command beside it makes a new record.",
            f"The player's deck has the SHA-256 {deck_hash(records.PLAYER)[:16]}.",
        ),
        tuple(made),
    )
