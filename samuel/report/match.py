"""The section on signature tables at play."""

from samuel.match import RECORD
from samuel.report.blocks import Block, Result, Section, Table, Words
from samuel.report.made import on_record


def section() -> Section:
    """The match on record: the learnt tables against Table 1's polynomial."""
    kept = RECORD.kept()
    blocks: list[Block] = []
    results: tuple[Result, ...] = ()
    if kept is not None:
        score, error = kept["score"], kept["error"]
        parts = {"in all": kept} | {f"as {colour}": part for colour, part in kept["as"].items()}
        results = (Result("score of the learnt tables", f"{score:.1%} ± {error:.1%}"),)
        blocks += [
            Words(
                f"The first player ({_settings(kept['first'])}) against the second "
                f"({_settings(kept['second'])}), over three-move openings, each with both colours. "
                f"{kept['verdict']}"
            ),
            Table.of(
                ("first player", "wins", "draws", "losses", "score"),
                [
                    (name, part["wins"], part["draws"], part["losses"], f"{part['score']:.1%}")
                    for name, part in parts.items()
                ],
            ),
            Words(f"Score {score:.1%}, standard error {error:.1%}, reckoned from openings."),
            Words(
                "Tables that follow books better need not play better. They learn what one move changes, and "
                "in play are asked what several have changed, where their arguments run into their limits."
            ),
        ]
    made = on_record("the match", RECORD)
    return Section("match", "Learnt tables at play", (made,), tuple(blocks), results)


def _settings(options: str) -> str:
    """Options with blanks between, where a line may be broken."""
    return options.replace(",", ", ")
