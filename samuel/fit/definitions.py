"""`python -m samuel.fit.definitions games.pdn`: what the lost parameters were."""

import argparse
import json
import sys
from pathlib import Path

from ibm7094.errors import MachineError, MediaError
from samuel import pdn
from samuel.fit.definitions_text import report_text
from samuel.fit.measure import MODES
from samuel.fit.scoring import EVERY, MODE, definitions_report
from samuel.fit.situations import silent

BAD_INPUT = 2

__all__ = ["definitions_report", "main"]


def main(arguments: list[str] | None = None) -> int:
    """Measure candidate definitions on book games and say which fit Table 1; 2 when there are no games."""
    parser = argparse.ArgumentParser(prog="python -m samuel.fit.definitions", description=main.__doc__)
    parser.add_argument("games", type=Path, help="book games, in PDN")
    parser.add_argument("--mode", choices=MODES, default=MODE, help="which alternatives count (%(default)s)")
    parser.add_argument(
        "--every",
        type=int,
        default=EVERY,
        metavar="N",
        help="measure one generated definition in N (%(default)s)",
    )
    parser.add_argument("--json", action="store_true", help="the result for programs")
    given = parser.parse_args(arguments)
    if given.every < 1:
        parser.error("--every must be 1 or more")
    try:
        games = list(pdn.read(given.games))
        if not any(game.moves for game in games):
            raise MediaError(f"{given.games} holds no game with moves")
        report = definitions_report(games, given.mode, given.every, silent if given.json else tell)
    except MachineError as error:
        print(f"{error}.", file=sys.stderr)
        return BAD_INPUT
    print(json.dumps(report.as_dict(), indent=1) if given.json else report_text(report))
    return 0


def tell(what: str, done: int) -> None:
    """Progress, on standard error."""
    print(f"{done} {what}", file=sys.stderr)


if __name__ == "__main__":
    sys.exit(main())
