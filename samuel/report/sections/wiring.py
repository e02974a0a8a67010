"""The section on Figs. 4 and 5: signature tables as they are wired."""

from samuel.player.signature_tables import FIG_4, FIG_5, Form
from samuel.report.blocks import Beside, Fold, Section, Table, Words
from samuel.report.cells import cited
from samuel.report.drawings.wiring import meanings, wired
from samuel.report.made import text

PLACES = {4: "Signature-table evaluations", 5: "The latest signature table procedure"}


def section() -> Section:
    """Which parameters lead into which table, and with how many values."""
    fourth, fifth = wired(FIG_4, 4), wired(FIG_5, 5)
    return Section(
        "figs4-5",
        "Figs. 4 and 5: signature tables",
        (text("listings/tables/sigfrm.fap, which the program runs on"),),
        (
            Words(
                "A signature table has an entry for every combination of its arguments. Each parameter is "
                "reduced to 3, 5 or 7 values; tables of the first level lead into those of the second, and "
                "these into the last, whose entry is the score. The paper gives the number of tables, "
                "arguments and values, which are drawn here as published. Which parameter belongs to which "
                "table is our conjecture: the names in the figures are lost to us, and they are grouped by "
                "kinship, as the paper says that its own were."
            ),
            Beside((fourth,), (fifth,)),
            Fold("The parameters, their tables and values", (_parameters(),)),
        ),
    )


def _parameters() -> Table:
    rows = []
    for name, meaning in sorted(meanings().items()):
        rows.append((name, meaning, *(_place(name, form) for form in (FIG_4, FIG_5))))
    return Table.of(
        ("parameter", "what it counts, in the listing's words", "Fig. 4", "Fig. 5"),
        rows,
        "llll",
        source=f"{cited('S67', PLACES[4])}; {PLACES[5]}",
    )


def _place(name: str, form: Form) -> str:
    for table, names in enumerate(form.types, 1):
        if name in names.split():
            return f"T{table}, {form.levels[0].values[names.split().index(name)]} values"
    return "dropped"
