"""What a page may say in numbers: the records, the words of the decks, and the papers' data, by name.

fact("agreement")["boards_shared"], fact("word")("STBRCT")

A page names a value; nothing here is worked out that a record, a deck or a paper does not hold.
"""

from collections.abc import Callable, Mapping
from functools import cache
from typing import Any

from ibm7094.words import SIGN
from samuel.fit import definitions_record, procedure, readings
from samuel.fit.fig3 import study as fitted
from samuel.paper import counts, sizes, table_1, times
from samuel.player.game import DECK
from samuel.player.store import stored
from samuel.studies import match, printed_games, records
from samuel.studies.books import departures, griffith, griffith_written, steered, tables_1_2
from samuel.studies.fig3.chance import nearness, spread
from samuel.studies.fig3.forced import crossroads
from samuel.studies.fig3.oracle import search, tree_cards
from samuel.studies.search_studies import found as search_studies
from samuel.studies.sizes.study import SizeRow, size_row
from samuel.studies.timing import speeds
from samuel.trees.transcription import figure

KEPT = {
    "agreement": records.AGREEMENT,
    "fig3_page": records.PAGE_MEASURES,
    "definitions": definitions_record.RECORD,
    "fitted": fitted.RECORD,
    "learning": tables_1_2.RECORD,
    "steered": steered.RECORD,
    "griffith": griffith.RECORD,
    "written": griffith_written.RECORD,
    "departures": departures.RECORD,
    "match": match.RECORD,
    "games": printed_games.RECORD,
    "speeds": speeds.RECORD,
    "readings": readings.RECORD,
    "procedure": procedure.RECORD,
}
"""The records of measures, by the name that a page uses."""


def fact(name: str) -> Any:
    """What a page means by a name; KeyError if it may not use it."""
    return KEPT[name].kept() or {} if name in KEPT else _OTHERS[name]()


def names() -> frozenset[str]:
    """Every name that a page may use."""
    return frozenset({*KEPT, *_OTHERS})


@cache
def _figure() -> dict[str, int]:
    """Fig. 3 itself: boards, boards with a choice, moves whose saving is known, whole lists of these."""
    known = [at for at in crossroads() if at.known]
    return {
        "boards": len(figure().boards),
        "choices": len(crossroads()),
        "saved": sum(at.limit for at in known),
        "lists": len(known),
    }


def _trial(name: str) -> Mapping[str, Any]:
    """A trial of the search procedure, by its name."""
    found: list[Mapping[str, Any]] = (procedure.RECORD.kept() or {})["trials"]
    return next(trial for trial in found if trial["name"] == name)


def _learnt_table_1() -> tables_1_2.Table1 | None:
    """The run on record beside Table 1."""
    run = tables_1_2.kept()
    return tables_1_2.table_1(run) if run else None


def word(symbol: str, offset: int = 0, deck: str = DECK) -> int:
    """A word of a deck as it is loaded, as a signed number."""
    found = stored(deck)
    loaded = found.image[found.symbols[symbol] + offset]
    return -(loaded & ~SIGN) if loaded & SIGN else loaded


def oracle(**steering: int) -> dict[str, int]:
    """Fig. 3's position searched with the figure's order and verdicts on cards, and with other steering
    words: how many boards, and how many of them are the figure's."""
    return _oracle(tuple(steering.items()))


@cache
def _oracle(steering: tuple[tuple[str, int], ...]) -> dict[str, int]:
    found = search(tree_cards(), dict(steering)).boards
    return {"boards": len(found), "shared": len(set(found) & set(figure().boards))}


@cache
def size(name: str) -> SizeRow:
    """A size that a paper states, beside ours."""
    return size_row(name)


def _records() -> dict[str, str]:
    """The records of measures by name: those above, and each study of the search."""
    kept = {**KEPT, **{f"study {name}": search_studies.record_of(name) for name in search_studies.STUDIES}}
    return {name: record.path.stem for name, record in kept.items()}


def search_study(name: str) -> search_studies.Found | None:
    """A study of the search, as it is on record."""
    return search_studies.kept(name)


def _chance() -> dict[str, dict[str, Any]]:
    """For each kind of coefficients without meaning, how many draws, and the spread of every measure."""
    heading, *rows = (row.split("\t") for row in (records.CHANCE.kept() or "kind").splitlines())
    found: dict[str, dict[str, Any]] = {}
    for kind in dict.fromkeys(row[0] for row in rows):
        draws = [dict(zip(heading, row, strict=True)) for row in rows if row[0] == kind]
        numbers = [name for name in heading if all(draw[name].isdecimal() for draw in draws)]
        spreads = {name: spread([int(draw[name]) for draw in draws]) for name in numbers}
        spreads["nearness"] = spread([nearness(int(draw["boards"]), int(draw["shared"])) for draw in draws])
        found[kind] = {"draws": len(draws), **spreads}
    return found


def _table_1() -> dict[str, list[int]]:
    """Sums of the printed coefficients, in hundredths, by phase: with their signs, and of their sizes."""
    phases = sorted({term.phase for term in table_1()})
    of = {phase: [term.hundredths for term in table_1() if term.phase == phase] for phase in phases}
    return {
        "sums": [sum(of[phase]) for phase in phases],
        "magnitudes": [sum(map(abs, of[phase])) for phase in phases],
    }


_OTHERS: dict[str, Callable[[], Any]] = {
    "records": _records,
    "chance": _chance,
    "figure": _figure,
    "word": lambda: word,
    "size": lambda: size,
    "oracle": lambda: oracle,
    "trial": lambda: _trial,
    "study": lambda: search_study,
    "paper": lambda: {**counts(), **sizes(), **times()},
    "table_1": _table_1,
    "learnt_table_1": _learnt_table_1,
    "departed": departures.kept,
}
"""What is not a record, by name; found when a page asks for it."""
