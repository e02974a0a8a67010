"""Griffith's test for the terminal: his numbers and ours, the curves, and what the memo says of them."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from samuel.studies.books.griffith import HIS_LOT, LOTS, METHODS, UNSEEN, rows, told
from samuel.views.columns import columns

if TYPE_CHECKING:
    from rich.table import Table

    from samuel.studies.books.griffith import Curve


def beside(curve: "Curve") -> "Table":
    """His numbers and ours."""
    heads = (head for name in UNSEEN.values() for head in (name, "off by"))
    table = columns("per cent", "Griffith", *heads)
    for row in rows(curve):
        cells = (cell for lot in UNSEEN for cell in (f"{row.ours[lot]:z.1f}", f"{row.difference(lot):+z.1f}"))
        table.add_row(row.what, f"{row.paper:g}", *cells)
    return table


def lines(curve: "Curve") -> "Table":
    """The curves of his Fig. 1."""
    table = columns("index after", *(f"{point.learnt:,}" for point in curve))
    for method in METHODS:
        for lot in LOTS:
            cells = (f"{point.index(lot, method):z.1f}" for point in curve)
            table.add_row(f"{method}, {UNSEEN.get(lot, 'learnt from')}", *cells)
    return table


def said(curve: "Curve") -> Iterator[str]:
    """What the memo says about its Fig. 1, and whether it is true here."""
    lots = (HIS_LOT, *(lot for lot in UNSEEN if lot != HIS_LOT))
    for each in zip(*(told(curve, lot) for lot in lots), strict=True):
        his, here = each[0], [one.here for one in each]
        if len(set(here)) > 1:
            here = [f"{UNSEEN[lot]}: {one}" for lot, one in zip(lots, here, strict=True)]
        else:
            here = here[:1]
        so = "True" if his.agrees else "Partly true" if his.partly else "NOT true"
        yield f"Fig. 1: {his.what}. {so} here; {'; '.join(here)}."
