"""Which symbols are places in the program, and which are numbers named by EQU and similar cards.

In an absolute program FAP does not need to know; a debugger does, or it may name location 5 after a constant.
"""

from ibm7094.asm.assembler import Assembler
from ibm7094.asm.fields.expression import Binary, Expression, Here, Symbol, parse
from ibm7094.asm.statement import Statement
from ibm7094.asm.symbols import Key, key_of

SAME_AS = ("EQU", "SYN")
NUMBERS = ("BOOL", "MAX", "MIN", "SET", "TAPENO")


def symbol_name(key: Key) -> str:
    """A symbol as it is written in an expression."""
    head, name = key
    return f"{head}${name}" if head else name


def keys_of(statement: Statement, symbol: Symbol) -> list[Key]:
    """The keys that a symbol on a card means, under the heads in force there."""
    return list(dict.fromkeys(key_of(symbol, head) for head in statement.head))


def constants(assembly: Assembler) -> frozenset[str]:
    """The symbols that are numbers. As in relocation, a sum is a place only if one place is left in it."""
    found: set[Key] = set()
    for statement in assembly.statements:
        operation, name = statement.name, statement.card.location
        if statement.passive or not name or operation not in (*SAME_AS, *NUMBERS):
            continue
        trees = parse(statement.card.variable)
        if operation in NUMBERS or not trees or _places(trees[0], statement, assembly, found) != 1:
            found.update(keys_of(statement, Symbol(name)))
    return frozenset(map(symbol_name, found & assembly.symbols.defined.keys()))


def _places(tree: Expression, at: Statement, assembly: Assembler, numbers: set[Key]) -> int:
    """How many places an expression adds, minus those it subtracts."""
    match tree:
        case Here():
            return 1
        case Symbol():
            key = keys_of(at, tree)[0]
            return int(key in assembly.symbols.defined and key not in numbers)
        case Binary("+" | "-" as operator, left, right):
            sign = 1 if operator == "+" else -1
            return _places(left, at, assembly, numbers) + sign * _places(right, at, assembly, numbers)
    return 0
