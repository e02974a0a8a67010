"""The games that the papers print, with our program's choices, as text."""

from collections.abc import Iterable, Sequence
from itertools import zip_longest

from rich.console import RenderableType

from samuel.paper import PaperGame
from samuel.studies.printed_games import Beside, Count, Own, counted, is_samuels, sides
from samuel.views.narrow_table import narrow_table


def choices_view(games: Sequence[PaperGame], found: Sequence[Beside]) -> Iterable[RenderableType]:
    """Every game move by move, then the agreement."""
    for game, each in zip(games, found, strict=True):
        title = f"{game.name}: {game.black} (Black) against {game.white} (White)"
        table = narrow_table(title, "", "Black", "ours", "White", "ours")
        cells = [
            _cells(own, not own.forced and is_samuels(game, side))
            for own, side in zip(each.choices, sides(game), strict=True)
        ]
        pairs = zip_longest(cells[::2], cells[1::2], fillvalue=("", ""))
        for number, (black, white) in enumerate(pairs, 1):
            table.add_row(str(number), *black, *white)
        yield table
        yield f"{game.name}: {_told(counted([each], games))}\n"
    yield (
        f"All games: {_told(counted(found, games))} = is the same move. A move in brackets is not counted: "
        "it was forced, or a person made it."
    )


def _cells(own: Own, counts: bool) -> tuple[str, str]:
    return own.played if counts else f"({own.played})", "=" if own.same else own.own


def _told(count: Count) -> str:
    return (
        f"the same move {count.same} times out of {count.moves}; at random it would be "
        f"{count.by_chance:.0f} ± {count.deviation:.0f} times."
    )
