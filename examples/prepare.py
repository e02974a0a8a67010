"""Makes a folder with every file that the examples of README.md and of --help name.

python examples/prepare.py try     (or: make try)
"""

import gzip
import shutil
import sys
from contextlib import redirect_stderr, redirect_stdout
from io import StringIO
from pathlib import Path

from ibm7094.asm import assemble
from ibm7094.media.cards import write_cards
from samuel import Program
from samuel.cli import main as samuel

HERE = Path(__file__).resolve().parent
LINKS = ("listings", "traces")
DRAFT = "       ABS\n       ORG 64\nSTART  CLA ONE  LOAD\n       HTR *\nONE    DEC 1\n       END START\n"
BOOK_MOVES = 50
"""Book moves for the small tables: enough to be read, too few to play well."""


def prepare(folder: Path) -> None:
    """Fill a new folder."""
    folder.mkdir(parents=True)
    for name in ("sum.fap", "primes.fap", "data.txt"):
        shutil.copyfile(HERE / name, folder / name)
    for name in LINKS:
        (folder / name).symlink_to(HERE.parent / name)
    text = (HERE / "sum.fap").read_text(encoding="ascii")
    (folder / "program.fap").write_text(text, encoding="ascii")
    program, data = text.split("N      DEC", 1)
    (folder / "main.fap").write_text(program, encoding="ascii")
    (folder / "tables.fap").write_text(f"N      DEC{data}", encoding="ascii")
    (folder / "draft.fap").write_text(DRAFT, encoding="ascii")
    assembled = assemble(folder / "sum.fap")
    write_cards(folder / "deck.cbn", assembled.deck("self-loading"))
    (folder / "program.oct").write_text(assembled.words_text(), encoding="ascii")
    (folder / "map.json").write_text(assembled.map_text(), encoding="utf-8")
    (folder / "setup.txt").write_text("break LOOP\nregisters\n", encoding="ascii")
    for name in ("A", "B"):
        shutil.copyfile(HERE.parent / "traces" / "own" / "fig3.txt", folder / name)
    own = Program().move("11-15 23-19").tree
    _run("move", "11-15", "--tree-tape", folder / "out.tap")
    for name in ("before.txt", "after.txt"):
        (folder / name).write_text(own + "\n", encoding="ascii")
    games, book, tables = folder / "games.pdn", folder / "book.tap", folder / "tables.tap"
    _run("games", "--pdn", games)
    with gzip.open(folder / "games.pdn.gz", "wb") as packed:
        packed.write(games.read_bytes())
    _run("book", "make", games, "-o", book)
    _run("learn", "--moves", str(BOOK_MOVES), "--out", tables)
    shutil.copyfile(tables, folder / "t.tap")
    _run("learn", "--scheme", "polynomial", "--moves", str(BOOK_MOVES), "--out", folder / "learnt.tap")


def _run(*given: str | Path) -> None:
    with redirect_stdout(StringIO()), redirect_stderr(StringIO()) as said:
        code = samuel([str(each) for each in given])
    if code:
        sys.exit(said.getvalue())


if __name__ == "__main__":
    if len(sys.argv) != 2 or Path(sys.argv[1]).exists():
        sys.exit("Give the name of a new folder, such as try.")
    prepare(Path(sys.argv[1]))
    print(f"{sys.argv[1]} has the files that the examples name: cd {sys.argv[1]}")
