"""Small decks for the assembler, and the lines that it lists for them."""

from ibm7094.asm import Program, assemble


def card(location: str, operation: str, field: str = "") -> str:
    """A card in its usual columns."""
    return f"{location:<6} {operation:<7} {field}".rstrip()


def deck(*cards: str, absolute: bool = True) -> Program:
    """A program of these cards, with a title before them and END after them."""
    first = ["       ABS", "       ORG     64"] if absolute else []
    return assemble("\n".join(["*      TITLE", *first, *cards, "       END"]) + "\n")


def listed(*cards: str, absolute: bool = True) -> list[str]:
    """What is listed for these cards: all lines between the heading of the first page and the END card."""
    lines = deck(*cards, absolute=absolute).listing().split("\n")
    start = 4 if absolute else 2
    last = max(i for i, line in enumerate(lines) if line == f"{'':37}END")
    return lines[start:last]


def flags(*cards: str, absolute: bool = True) -> list[str]:
    """The flags in the margin beside these cards."""
    return [line[1:6].strip() for line in listed(*cards, absolute=absolute)]


def closing(*cards: str, absolute: bool = True) -> list[str]:
    """The last pages, without the lines that are the same for all decks."""
    lines = deck(*cards, absolute=absolute).listing().split("\n")
    return lines[next(i for i, line in enumerate(lines) if "POST PROCESSOR" in line) + 2 :]
