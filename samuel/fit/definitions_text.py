"""The report on definitions as tables in Markdown."""

import math
from collections.abc import Iterator, Sequence

from samuel.fit.rule import CHANCE
from samuel.fit.verdicts import Fit, Report, Verdict


def row_text(row: Sequence[float]) -> str:
    """Coefficients in the style of Table 1; a dash where there is none."""
    return " ".join("-" if math.isnan(each) else f"{each:.2f}".replace("0.", ".", 1) for each in row)


def report_text(report: Report) -> str:
    """The whole report."""
    parts = (
        _head(report),
        _verdicts(report.verdicts),
        _agreements(report),
        _replays(report),
        _biases(report),
        _forms(report),
    )
    return "\n\n".join("\n".join(part) for part in parts)


def _head(report: Report) -> Iterator[str]:
    phases = report.phases
    yield (
        f"{report.situations} situations, {report.alternatives} alternatives to the book move: "
        f"{report.choosing} situations choose, {report.held_out} are held out."
    )
    yield (
        f"{report.thought} definitions proposed for {len(report.verdicts)} names, {report.generated} "
        f"generated. Alternatives that count: {report.mode}."
    )
    yield report.rule
    yield (
        "By chance: the share of generated definitions that are as near on the choosing half, and the "
        "probability that at least one of N is, if N were proposed. Games are split into halves; no row of "
        "the table is held out."
    )
    yield (
        f"Phases begin at {_split(phases.split)} pieces. Judged by the well-founded names, {phases.better} "
        f"of {phases.of} splits are better; the best is {_split(phases.best)}."
    )


def _split(split: Sequence[int]) -> str:
    return " ".join(map(str, split[:-1]))


def _verdicts(verdicts: Sequence[Verdict]) -> Iterator[str]:
    yield "| name | definition | view | C, choosing | C, held out | distances | by chance | verdict |"
    yield "|---|---|---|---|---|---|---|---|"
    for verdict in verdicts:
        printed = row_text(verdict.printed)
        yield f"| **{verdict.name}** | as printed; {verdict.tried} may be chosen | | {printed} | | | | |"
        yield _line("present", verdict.present, f"{_chance(verdict)} | {_word(verdict)}")
        if verdict.former:
            yield _line("former", verdict.former, f" | {_gone(verdict)}")
        if verdict.change:
            yield _line(
                "chosen",
                verdict.chosen,
                f"{verdict.chosen_chance:.2%} | {verdict.nearer_rows} other rows nearer",
            )
        for kind, fit in (("nearest comparison", verdict.both), ("nearest of one side", verdict.alone)):
            if fit not in (verdict.present, verdict.chosen):
                yield _line(kind, fit, " | ")
        if verdict.timed:
            yield _line("as 1959 timed it", verdict.timed, " | not in the program")
        for fit in verdict.generated[:1]:
            yield _line("generated", fit, " | ")


def _line(kind: str, fit: Fit, last: str) -> str:
    return (
        f"| | {kind}: {fit.definition} | {fit.view} | {row_text(fit.train)} | {row_text(fit.held_out)} "
        f"| {fit.train_distance:.3f} {fit.held_out_distance:.3f} | {last} |"
    )


def _chance(verdict: Verdict) -> str:
    return f"{verdict.chance:.2%}, one of {verdict.tried} {verdict.luck:.0%}"


def _word(verdict: Verdict) -> str:
    if not verdict.change:
        return "keep"
    return "change, but chance does as well" if verdict.chosen_chance > CHANCE else "change"


def _gone(verdict: Verdict) -> str:
    return "replaced" if verdict.earned else "would not be replaced"


def _agreements(report: Report) -> Iterator[str]:
    yield "| held out | alternatives | signs | of published names | ranks of the 19 printed | of all 31 |"
    yield "|---|---|---|---|---|---|"
    for kind, by_mode in report.agreement.items():
        for mode, found in by_mode.items():
            yield (
                f"| {kind} | {mode} | {found.signs} of {found.of} | {found.published_signs} of "
                f"{found.published_of} | {row_text(found.printed_rank_correlation)} "
                f"| {row_text(found.rank_correlation)} |"
            )


def _replays(report: Report) -> Iterator[str]:
    yield f"| Fig. 3 replayed (not used for the choice) | {' | '.join(report.replays)} |"
    yield f"|---|{'---|' * len(report.replays)}"
    for kind in next(iter(report.replays.values())):
        found = [by_set[kind] for by_set in report.replays.values()]
        yield f"| {kind} | {' | '.join(f'{each.first} {each.saved} {each.exact}' for each in found)} |"
    yield "First tries, saved moves and whole lists."


def _biases(report: Report) -> Iterator[str]:
    yield "| points to the side that has just moved, whichever it is | start | mean by phase | deviation |"
    yield "|---|---|---|---|"
    for kind, found in report.bias.items():
        means, deviations = (" ".join(f"{e:.1f}" for e in row) for row in (found.means, found.deviations))
        yield f"| {kind} | {found.start:.1f} | {means} | {deviations} |"


def _forms(report: Report) -> Iterator[str]:
    modes = list(next(iter(report.forms.values())))
    yield f"| published definitions, mean distance on the half held out | {' | '.join(modes)} |"
    yield f"|---|{'---|' * len(modes)}"
    for form, by_mode in report.forms.items():
        yield f"| {form} | {' | '.join(f'{by_mode[mode]:.3f}' for mode in modes)} |"
