"""The report on definitions as tables in Markdown."""

import math
from collections.abc import Iterator, Sequence

from samuel.fit.verdicts import Fit, Report, Verdict

CHANCE = 0.01
"""A fit is no evidence when more than this share of the generated definitions is as good."""


def row_text(row: Sequence[float]) -> str:
    """Coefficients as Table 1 prints them; a dash where there is none."""
    return " ".join("-" if math.isnan(each) else f"{each:.2f}".replace("0.", ".", 1) for each in row)


def report_text(report: Report) -> str:
    """The whole report."""
    return "\n".join([*_head(report), "", *_verdicts(report.verdicts), "", *_agreements(report)])


def _head(report: Report) -> Iterator[str]:
    modes = ", ".join(f"{mode} {distance:.3f}" for mode, distance in report.modes.items())
    phases = report.phases
    yield f"{report.situations} situations, {report.alternatives} alternatives to the book move."
    yield f"{report.thought} definitions thought up, {report.generated} generated; three views of each."
    yield f"Alternatives that count: {report.mode}. Distance of the published definitions: {modes}."
    yield (
        f"Phases begin at {_split(phases.split)} pieces: by the well-founded names {phases.better} of "
        f"{phases.of} splits are better, the best {_split(phases.best)}."
    )


def _split(split: Sequence[int]) -> str:
    return " ".join(map(str, split[:-1]))


def _verdicts(verdicts: Sequence[Verdict]) -> Iterator[str]:
    yield "| name | definition | view | C, choosing | C, held out | distances | by chance | verdict |"
    yield "|---|---|---|---|---|---|---|---|"
    for verdict in verdicts:
        yield f"| **{verdict.name}** | as printed | | {row_text(verdict.printed)} | | | | |"
        last = f"{verdict.chance:.2%}, {verdict.nearer_rows} rows nearer | {_word(verdict)}"
        if verdict.best == verdict.present:
            yield _line("present", verdict.present, last)
        else:
            yield _line("present", verdict.present, " | ")
            yield _line("best", verdict.best, last)


def _line(kind: str, fit: Fit, last: str) -> str:
    return (
        f"| | {kind}: {fit.definition} | {fit.view} | {row_text(fit.train)} | {row_text(fit.held_out)} "
        f"| {fit.train_distance:.3f} {fit.held_out_distance:.3f} | {last} |"
    )


def _word(verdict: Verdict) -> str:
    said = "change" if verdict.change else "keep"
    doubt = ", but chance does as well" if verdict.change and verdict.chance > CHANCE else ""
    return f"{said}{doubt}, {verdict.tried} tried"


def _agreements(report: Report) -> Iterator[str]:
    yield "| definitions | alternatives | signs | of published names | rank correlation in phases 1-6 |"
    yield "|---|---|---|---|---|"
    for kind, by_mode in (("present", report.before), ("chosen", report.after)):
        for mode, found in by_mode.items():
            yield (
                f"| {kind} | {mode} | {found.signs} of {found.of} | {found.published_signs} of "
                f"{found.published_of} | {row_text(found.rank_correlation)} |"
            )
