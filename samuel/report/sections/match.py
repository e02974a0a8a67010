"""The section on signature tables at play."""

from samuel.report.blocks import Block, Result, Section, Table, Words
from samuel.report.made import on_record
from samuel.studies.match import RECORD


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
            Words(f"Score {score:.1%}, standard error {error:.1%}, estimated from openings."),
            Words(
                "Tables that follow books better do not always play better. They learn what one move "
                "changes, but in play they rate what several moves have changed, where their arguments reach "
                "their limits."
            ),
        ]
    made = on_record("the match", RECORD)
    return Section("match", "Learnt tables at play", (made,), tuple(blocks), results)


def _settings(options: str) -> str:
    """Options with blanks between them, so that the line can wrap."""
    return options.replace(",", ", ")
