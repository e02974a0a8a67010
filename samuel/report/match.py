"""The section on signature tables at play."""

from samuel.match import RECORD
from samuel.report.blocks import Block, Section, Table, Words


def section() -> Section:
    """The match on record: the learnt tables against Table 1's polynomial."""
    kept = RECORD.kept()
    blocks: list[Block] = []
    if kept is None:
        blocks.append(Words(f"No match is on record: {RECORD.command} plays one."))
    else:
        score, error = kept["score"], kept["error"]
        parts = {"in all": kept} | {f"as {colour}": part for colour, part in kept["as"].items()}
        blocks += [
            Words(
                f"The first player ({kept['first']}) against the second ({kept['second']}), over three-move "
                f"openings, each with both colours. {kept['verdict']}"
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
    return Section("match", "Learnt tables at play", RECORD.command, tuple(blocks))
