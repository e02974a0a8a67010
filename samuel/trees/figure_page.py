"""Reads a look-ahead tree as the page of Samuel's Fig. 3 shows it, without a column for plies.

page = read(text.splitlines(), start)
page.lines, page.usage, page.ends
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from samuel.checkers.rules import Position
from samuel.paper.fig3 import FIGURE, UNEXPLAINED_USAGE
from samuel.trees.replay import Positions, after
from samuel.trees.transcription import figure
from samuel.trees.tree import PLIES, BadTree, BoardPath, Kind, Line, count_ends, count_usage

HEADING = re.compile(r"\s*MOVE TREE\s+ALPHA\s+BETA\s+SCORE\s*")

_MOVE = r"\d{1,2} ?- ?\d{1,2}"
_ROW = re.compile(
    rf"(?:(?P<before>\d{{1,2}})(?=[ *]))? ?(?P<star>\*)? ?(?P<moves>{_MOVE}(?: ?, ?{_MOVE})*)"
    r"(?: (?:(?P<after>\d{1,2})|\*\*))?(?: -?[0-7]{5,6}){0,2} (?P<score>-?[0-7]{5,6})",
    re.ASCII,
)
_SPLIT_MOVE = re.compile(r"^(\d{1,2}) (\d{1,2} ?,)", re.ASCII)
"""The first move of a surveyed path, where a scan has lost the dash."""

TRANSCRIPT = "/".join(FIGURE.parts[-3:])

MOST_WAYS = 20_000
"""The most ways of attaching star lines that are searched; Fig. 3 has 10,368 in all."""


@dataclass(frozen=True)
class Page:
    """A tree, and the table below it, by PLY, if there is one."""

    lines: tuple[Line, ...]
    usage: dict[int, int] | None
    ends: dict[int, int] | None


@dataclass(frozen=True)
class PageLine:
    """A line of the page; if it has a star, its ply is not known yet."""

    number: int
    line: Line


def read(rows: Sequence[str], start: Position) -> Page:
    """A tree as Fig. 3 prints it.

    In print, star lines are below their branch points. If the columns are lost, a line is attached where its
    moves are legal and new; USAGE and ENDS decide between several such places. Raises BadTree if they cannot.
    """
    heading = next(number for number, row in enumerate(rows) if HEADING.fullmatch(row))
    found: list[PageLine] = []
    number = heading
    for number, row in enumerate(rows[heading + 1 :], heading + 1):
        if row.startswith("PLY"):
            break
        if row.strip():
            found.append(_row(row, number + 1))
    table = _table(rows, number)
    lines = tuple(_attached(found, start, table))
    return Page(lines, table["USAGE"] if table else None, table["ENDS"] if table else None)


def _row(text: str, number: int) -> PageLine:
    text = " ".join(text.split())
    given = _ROW.fullmatch(_SPLIT_MOVE.sub(r"\1-\2", text))
    if not given:
        raise BadTree(
            f"Line {number} should hold moves and a score, such as *9-14,23-18 00034, not {text!r}: fix it"
        )
    kind: Kind = "star" if given["star"] else "resume" if given["before"] else "survey"
    serial = given["after"] if kind == "survey" else given["before"]
    if kind == "survey" and serial is None:
        raise BadTree(f"Line {number} has neither a star nor a serial number: add the missing one")
    moves = tuple("".join(move.split()) for move in given["moves"].split(","))
    score = int(given["score"], 8)
    path = int(serial) if serial else None
    return PageLine(number, Line(kind, path, 1, moves, score, alpha=None, beta=None, number=number))


def _table(rows: Sequence[str], at: int) -> dict[str, dict[int, int]] | None:
    """USAGE and ENDS by PLY; the totals are ignored."""
    if not rows[at].startswith("PLY"):
        return None
    plies = [int(word) for word in rows[at].split() if word.isdecimal()]
    found: dict[str, dict[int, int]] = {}
    for place, name in enumerate(("USAGE", "ENDS"), at + 1):
        words = rows[place].split() if place < len(rows) else []
        if words[:1] != [name] or not len(plies) < len(words) or not all(map(str.isdecimal, words[1:])):
            raise BadTree(f"Line {place + 1} should be the {name} of the tree, a number for each PLY: fix it")
        found[name] = dict(zip(plies, map(int, words[1:]), strict=False))
    return found


Plies = tuple[int, ...]
Counts = tuple[int, ...]
"""USAGE, then ENDS, each with a count for every ply of PLIES."""


@dataclass(frozen=True)
class Run:
    """Consecutive star lines, and the path that the first of them branches off."""

    path: BoardPath
    rows: list[PageLine]


def _attached(
    rows: Sequence[PageLine], start: Position, table: Mapping[str, Mapping[int, int]] | None
) -> Iterator[Line]:
    """The lines with their plies."""
    boards: Positions = {(): (start,)}
    fixed = {row.number: line for row, line in _shown_paths(rows, boards)}
    made = set(boards)
    runs = [(run, list(_ways(run, made, boards))) for run in _runs(rows, fixed)]
    plies = dict(
        zip((row.number for run, _ in runs for row in run.rows), _decided(runs, fixed, table), strict=True)
    )
    for row in rows:
        yield fixed.get(row.number) or replace(row.line, ply=plies[row.number])


def _shown_paths(rows: Iterable[PageLine], boards: Positions) -> Iterator[tuple[PageLine, Line]]:
    """The lines without a star, which begin at ply 1 or continue their path where it stopped."""
    paths: dict[int | None, BoardPath] = {}
    for row in rows:
        line = row.line
        if line.kind != "survey" and line.serial is not None and line.serial not in paths:
            raise BadTree(
                f"Line {row.number} continues path {line.serial}, which no earlier line begins: check "
                "whether a line is missing"
            )
        if line.kind == "star":
            continue
        path = paths[line.serial] if line.kind == "resume" else ()
        paths[line.serial] = (*path, *line.moves)
        if _unplayable(paths[line.serial], len(path), boards):
            raise BadTree(
                f"Line {row.number}: {_first_bad(path, line, boards)} is not legal{_known_damage(line)}"
            )
        yield row, replace(line, ply=len(path) + 1)


def _unplayable(path: BoardPath, known: int, boards: Positions) -> bool:
    """Whether a move after the known ones is not legal; the boards that can be reached are added."""
    for length in range(known + 1, len(path) + 1):
        board = path[:length]
        if board not in boards:
            reached = after(boards[board[:-1]], board[-1])
            if not reached:
                return True
            boards[board] = reached
    return False


def _first_bad(path: BoardPath, line: Line, boards: Positions) -> str:
    for move in line.moves:
        if (*path, move) not in boards:
            return f"{move} at ply {len(path) + 1}"
        path = (*path, move)
    return ""


def _known_damage(line: Line) -> str:
    """What is known about a line that is the same in the damaged scan of Fig. 3; else what to do."""
    for known in figure().lines:
        if known.repaired and line.moves == tuple(_damaged(known.moves, *known.repaired)):
            scan, repair = known.repaired
            return (
                f"; this is known damage in the scan of Fig. 3: replace {scan} by {repair} ({TRANSCRIPT} "
                "lists all known damage)"
            )
    return "; fix the wrong move"


def _damaged(moves: Iterable[str], scan: str, repair: str) -> Iterator[str]:
    return (scan if move == repair else move for move in moves)


def _runs(rows: Iterable[PageLine], fixed: Mapping[int, Line]) -> Iterator[Run]:
    """The star lines, in runs; a line with a serial number begins a new run on the path of that number."""
    paths: dict[int | None, BoardPath] = {}
    run = Run((), [])
    for row in rows:
        line = fixed.get(row.number)
        if line:
            paths[line.serial] = (*paths.get(line.serial, ())[: line.ply - 1], *line.moves)
        if line or row.line.serial is not None:
            yield run
            run = Run(paths[row.line.serial], [])
        if not line:
            run.rows.append(row)
    yield run


def _ways(run: Run, made: set[BoardPath], boards: Positions) -> Iterator[tuple[Plies, Counts]]:
    """All the ways in which the lines of a run can branch off so that their moves are legal and new."""
    ways: list[tuple[BoardPath, Plies, frozenset[BoardPath]]] = [(run.path, (), frozenset())]
    for row in run.rows:
        moves, found = row.line.moves, []
        for path, plies, new in ways:
            for ply in range(1, len(path) + 1):
                branch = (*path[: ply - 1], *moves)
                if branch[:ply] in made or branch[:ply] in new or _unplayable(branch, ply - 1, boards):
                    continue
                found.append((branch, (*plies, ply), new | {branch[:n] for n in range(ply, len(branch) + 1)}))
        if not found:
            raise BadTree(
                f"Line {row.number}: there is no ply at which {', '.join(moves)} is legal and new"
                f"{_known_damage(row.line)}"
            )
        if len(found) > MOST_WAYS:
            raise BadTree(
                f"Line {row.number}: there are too many plies at which the lines up to it could begin: "
                f"write the tree with its plies, as {TRANSCRIPT} does"
            )
        ways = found
    for _, plies, _ in ways:
        yield plies, _counts(run.rows, plies)


def _counts(rows: Sequence[PageLine], plies: Plies) -> Counts:
    """What star lines at these plies add to the table: all their boards, and one end each."""
    usage, ends = Counter[int](), Counter[int]()
    for row, ply in zip(rows, plies, strict=True):
        usage.update(range(ply + 1, ply + 1 + len(row.line.moves)))
        ends[ply + len(row.line.moves)] += 1
    return (*(usage[ply] for ply in PLIES), *(ends[ply] for ply in PLIES))


def _decided(
    runs: Sequence[tuple[Run, Sequence[tuple[Plies, Counts]]]],
    fixed: Mapping[int, Line],
    table: Mapping[str, Mapping[int, int]] | None,
) -> Plies:
    """The only way to attach all star lines that agrees with the table, if there is one."""
    sums: dict[Counts, list[Plies]] = {(0,) * 2 * len(PLIES): [()]}
    for _, ways in runs:
        sums_before, sums = sums, {}
        for plies, counts in ways:
            for total, several in sums_before.items():
                kept = sums.setdefault(tuple(map(sum, zip(total, counts, strict=True))), [])
                kept += [(*earlier, *plies) for earlier in several[: 2 - len(kept)]]
        if len(sums) > MOST_WAYS:
            raise BadTree(
                "its star lines can be attached in too many ways to tell which is meant: write the tree "
                f"with its plies, as {TRANSCRIPT} does"
            )
    if table:
        lines = tuple(fixed.values())
        left = [
            table[name].get(ply, 0) - shown[ply]
            for name, shown in (("USAGE", count_usage(lines)), ("ENDS", count_ends(lines)))
            for ply in PLIES
        ]
        off = {total: sum(abs(n - m) for n, m in zip(left, total, strict=True)) for total in sums}
        nearest = min(off.values())
        if nearest > sum(UNEXPLAINED_USAGE.values()):  # the gap in Fig. 3 itself
            raise BadTree(
                f"its lines do not match its USAGE and ENDS, they differ by {nearest}: "
                "check whether the page is complete"
            )
        fitting = [plies for total, several in sums.items() if off[total] == nearest for plies in several]
    else:
        fitting = [plies for several in sums.values() for plies in several]
    if len(fitting) > 1:
        rows = [row for run, _ in runs for row in run.rows]
        row, one, other = next(t for t in zip(rows, *fitting[:2], strict=True) if t[1] != t[2])
        decide = "USAGE and ENDS do not decide" if table else "there are no USAGE and ENDS to decide"
        raise BadTree(
            f"Line {row.number} can begin at ply {min(one, other)} or {max(one, other)}, and {decide}: "
            "check whether the page is complete"
        )
    return fitting[0]
