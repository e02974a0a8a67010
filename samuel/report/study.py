"""The whole report, section by section: the paper beside what the machine did.

Every number on the page comes from a run, or from `traces/paper` or `traces/own`.
"""

from collections.abc import Callable

from samuel.report import provenance
from samuel.report.blocks import Page, Section
from samuel.report.sections import (
    alpha_beta,
    books,
    ceiling,
    fig3,
    griffith,
    match,
    papers,
    printed_games,
    search_studies,
    sizes,
    sources,
    statements,
    times,
    wiring,
)

Progress = Callable[[str], object]

SECTIONS: dict[str, Callable[[], Section]] = {
    "Figs. 1 and 2": alpha_beta.section,
    "Fig. 3": fig3.section,
    "the ceiling": ceiling.section,
    "the games": printed_games.section,
    "Figs. 4 and 5": wiring.section,
    "Tables 1 and 2": books.section,
    "Griffith's test": griffith.section,
    "learnt tables at play": match.section,
    "the search": search_studies.section,
    "times": times.section,
    "sizes": sizes.section,
    "the statements": statements.section,
    "evidence": sources.section,
    "the papers": papers.section,
}

TITLE = "Samuel's checker player of 1967"
ABOUT = (
    "In 1967 Arthur Samuel described a program for the IBM 7094 that learned to play checkers; no copy of it "
    "survives. Here it is rebuilt in the machine's own assembly language and run on a 7094 simulated to the "
    "word, and every number that the papers print stands beside what the machine did. It cuts its trees off "
    "as the paper says, chooses Samuel's move in his own example in about the same time, and learns from "
    "master games as well as his; but by itself it grows another tree, because the definitions of many "
    "parameters are lost."
)
NOTE = (
    "Brown is the paper, blue the machine, green what both have. Below each title it says where the numbers "
    "come from: run now, while this page was made, or on record in traces/own, from the current program or "
    "an earlier version of it; the command beside it makes them again. Thresholds are our own."
)


def page(progress: Progress) -> Page:
    """The whole report; `progress` gets the name of each section."""
    made: list[Section] = []
    for title, make in SECTIONS.items():
        progress(title)
        made.append(make())
    return Page(TITLE, (ABOUT,), tuple(made), provenance.facts(), NOTE)
