"""FAP in the monitor: cards assembled at an address, with the known symbols, and values to deposit."""

import re
from collections.abc import Mapping

from ibm7094.cli import arguments
from ibm7094.errors import MachineError
from ibm7094.words import ADDRESS

NAME = re.compile(r"[A-Z0-9.]{1,6}")
BLANK = " " * 7


def operations() -> frozenset[str]:
    """Every name that may be in the operation field."""
    from ibm7094.asm.optable import operation_table  # slow to import, and not always needed
    from ibm7094.asm.pseudo import PSEUDO

    return frozenset(operation_table()) | frozenset(PSEUDO)


def is_card(words: list[str]) -> bool:
    """Whether typed words are an instruction, with or without a symbol for its location."""
    known = operations()
    return any(word.upper().removesuffix("*") in known for word in words[:2]) and not words[0].startswith("=")


def assemble_at(
    place: int, words: list[str], symbols: Mapping[str, int]
) -> tuple[dict[int, int], dict[str, int]]:
    """Assemble one card at an address: its words, and the symbol that it defines."""
    from ibm7094.asm import assemble

    known = operations()
    typed = [word.upper() for word in words]
    label = typed.pop(0) if typed[0].removesuffix("*") not in known and len(typed) > 1 else ""
    if typed[0].removesuffix("*") not in known:
        raise MachineError(f"{words[0]!r} is not an operation of FAP: check its name.")
    if label and not (NAME.fullmatch(label) and not label.isdigit()):
        raise MachineError(f"{label!r} cannot be a symbol: use one to six letters and digits.")
    if typed[0] in ("END", "ORG", "LOC", "MACRO", "DUP", "TCD", "HEAD", "COUNT", "ABS", "FUL", "RMT", "ETC"):
        raise MachineError(f"{typed[0]} cannot be assembled in the monitor: give an instruction or data.")
    field = " ".join(typed[1:])
    if field.startswith("="):
        raise MachineError(
            f"A literal such as {typed[1]} needs a word of its own: deposit it, and give its address."
        )
    named = {name for name in re.findall(r"[A-Z0-9.]+", field.upper()) if name in symbols and name != label}
    cards = [f"{BLANK}ABS"]
    cards += [f"{name:<7}EQU     {symbols[name]}" for name in sorted(named) if NAME.fullmatch(name)]
    cards += [f"{BLANK}ORG     {place}", f"{label:<7}{typed[0]:<7} {field}", f"{BLANK}END"]
    program = assemble("\n".join(cards) + "\n")
    if program.problems:
        raise MachineError(f"The card cannot be assembled: {program.problems[0].message}.")
    if any(not 0 <= at <= ADDRESS for at in program.image) or not program.image:
        raise MachineError("The card makes no words: give an instruction or data.")
    return dict(program.image), {label: place} if label else {}


def value(text: str, symbols: Mapping[str, int]) -> int:
    """A word to deposit: octal digits, =10 or =1.5 as FAP's literals, or the address of a symbol."""
    if text.startswith("="):
        from ibm7094.asm.fields.decimal import BadConstant
        from ibm7094.asm.fields.numbers import literal

        try:
            return literal(text[1:].upper() or None)
        except BadConstant:
            raise MachineError(
                f"{text!r} is not a literal of FAP: write =10, =-1.5, =O777 or =HABC."
            ) from None
    if arguments.OCTAL.fullmatch(text) or not text[:1].isalpha():
        return arguments.word(text)
    return arguments.address(text, symbols)
