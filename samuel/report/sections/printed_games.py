"""The section on the games that the papers print."""

from collections.abc import Iterator
from itertools import zip_longest

from samuel import paper
from samuel.checkers.rules import START, Position, play
from samuel.paper import PaperGame
from samuel.report.blocks import Beside, Block, Finding, Fold, Heading, MoveList, Section, Table, Turn, Words
from samuel.report.cells import cited
from samuel.report.drawings.boards import board
from samuel.report.made import on_record, text
from samuel.studies import printed_games
from samuel.studies.printed_games import Beside as Followed
from samuel.studies.printed_games import counted, is_samuels, kept, sides

WHOLE = 20
"""A game of at least this many moves is shown with its last board; of the others only the moves."""


def section() -> Section:
    """The games move by move, with our program's choices."""
    found, games = kept(), paper.games()
    made = (
        text("the papers' games, from traces/paper"),
        on_record("our program's choices", printed_games.RECORD),
    )
    title = "Samuel's games, move by move"
    if found is None:
        return Section("games", title, made, (Words("Our program's choices are not on record."),))
    total = counted(found)
    low, high = (sum(each.seconds[end] for each in found) / 3600 for end in (0, 1))
    return Section(
        "games",
        title,
        made,
        (
            Words(
                f"The papers print {sum(len(game.moves) > WHOLE for game in games)} long games of Samuel's "
                f"programs, and the beginnings of {sum(len(game.moves) <= WHOLE for game in games)} others. "
                "In every position of them our program made its own choice, with its full look-ahead and "
                f"Table 1's polynomial; on a 7094 that would have taken {low:.1f} to {high:.1f} hours. "
                f"Where one of Samuel's programs had a choice, ours made the same move {total.same} times "
                f"out of {total.moves} ({total.share:.0%}). Moves drawn at random would be the same "
                f"{total.by_chance:.0f} ± {total.deviation:.0f} times."
            ),
            Words(
                "Nothing says that they should agree more often: all but the last two games are from the "
                "paper of 1959, whose program ran on a 704 with another evaluation. Alpha learned while it "
                "played, Beta did not. Below, = means that ours makes the same move; else its choice is "
                "given. Moves that are forced, or made by a person, are pale and not counted."
            ),
            _summary(games, found),
            *_games(games, found),
        ),
        findings=(
            Finding(
                f"{total.same} of {total.moves}",
                f"moves of Samuel's programs in print that ours makes too; {total.by_chance:.0f} by chance",
            ),
        ),
    )


def _summary(games: tuple[PaperGame, ...], found: tuple[Followed, ...]) -> Table:
    rows = []
    for game, each in zip(games, found, strict=True):
        one = counted([each])
        rows.append(
            (
                f"{game.name}: {game.black} against {game.white}",
                len(game.moves),
                f"{one.same} of {one.moves}",
                f"{one.by_chance:.1f}",
                game.ending,
                f"{cited(game.source, game.place)} ({game.standing})",
            )
        )
    return Table.of(
        ("game, Black against White", "moves", "ours the same", "by chance", "end", "source"),
        rows,
        "lrrrll",
    )


def _games(games: tuple[PaperGame, ...], found: tuple[Followed, ...]) -> Iterator[Block]:
    beginnings: list[Block] = []
    for game, each in zip(games, found, strict=True):
        title = f"{game.name}: {game.black} (Black) against {game.white} (White)"
        if len(game.moves) < WHOLE:
            beginnings.append(MoveList(title, _turns(game, each)))
            continue
        one = counted([each])
        yield Heading(title)
        last = board(
            final(game),
            f"The last board in print. The paper: {game.ending}. Of {one.moves} moves that count, ours "
            f"makes {one.same} too.",
        )
        yield Beside((last,), (MoveList("", _turns(game, each)),), narrow_left=True)
    yield Fold(f"The beginnings of {len(beginnings)} other games", tuple(beginnings))


def _turns(game: PaperGame, each: Followed) -> tuple[tuple[Turn, Turn | None], ...]:
    turns = [
        Turn(own.played, "" if own.same else own.own, not own.forced and is_samuels(game, side))
        for own, side in zip(each.choices, sides(game), strict=True)
    ]
    return tuple(zip_longest(turns[::2], turns[1::2]))


def final(game: PaperGame) -> Position:
    """The position after all moves."""
    position = START
    for move in game.moves:
        position = play(position, move)
    return position
