"""The line of play that a look-ahead expects, from the tree it printed."""

from samuel.trees.tree import BoardPath, Tree, boards_by_line


def expected(tree: Tree, move: str) -> tuple[str, ...]:
    """The best play for both sides that the tree holds after a first move, which comes first.

    Moves are written as in the tree, by their two ends. The scores at the ends of the lines are backed up;
    a board that was given up for a better one never exceeds it, so what was pruned does not matter.
    """
    ends: dict[BoardPath, int] = {}
    tries: dict[BoardPath, list[BoardPath]] = {}
    for line, boards in zip(tree.lines, boards_by_line(tree.lines), strict=True):
        for board in boards:
            known = tries.setdefault(board[:-1], [])
            if board not in known:
                known.append(board)
        ends[boards[-1]] = line.score  # of a board that was scored twice, the later one

    def backed_up(board: BoardPath) -> tuple[int, BoardPath]:
        """The score as seen by the side that moved last, and the line that leads to it."""
        if board not in tries:
            return ends[board], board
        score, line = max((backed_up(reply) for reply in tries[board]), key=lambda found: found[0])
        return -score, line

    first, *_, last = move.split("-")
    root = (f"{first}-{last}",)
    return backed_up(root)[1] if root in tries.get((), []) else root
