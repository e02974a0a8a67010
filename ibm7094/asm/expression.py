"""Expressions: parsed by `fap.lark`, kept as a small tree, evaluated as numbers or as Boolean masks."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

from lark import Lark, Token, Transformer, v_args
from lark.exceptions import LarkError

from ibm7094.words import RIGHT_HALF


@dataclass(frozen=True, slots=True)
class Nothing:
    """An element left out."""


@dataclass(frozen=True, slots=True)
class Here:
    """The location of this word."""


@dataclass(frozen=True, slots=True)
class Integer:
    """Digits, decimal or octal as the field wants them."""

    digits: str


@dataclass(frozen=True, slots=True)
class Symbol:
    """A symbol; `head` is None for the head in force, "" for none."""

    name: str
    head: str | None = None


@dataclass(frozen=True, slots=True)
class Literal:
    """A constant to be put behind the program; the text after the equals sign."""

    text: str


@dataclass(frozen=True, slots=True)
class Binary:
    """Two expressions and the operator between them."""

    operator: str
    left: "Expression"
    right: "Expression"


Expression = Nothing | Here | Integer | Symbol | Literal | Binary

NOTHING = Nothing()


@v_args(inline=True)
class _Build(Transformer[Token, Any]):
    """From lark's tree to ours."""

    def start(self, *subfields: Expression) -> tuple[Expression, ...]:
        return subfields

    def nothing(self) -> Expression:
        return NOTHING

    def here(self, _: Token) -> Expression:
        return Here()

    def integer(self, token: Token) -> Expression:
        return Integer(str(token))

    def symbol(self, token: Token) -> Expression:
        return Symbol(str(token))

    def unheaded(self, token: Token) -> Expression:
        return Symbol(str(token), "")

    def headed(self, head: Token, token: Token) -> Expression:
        return Symbol(str(token), "" if head == "0" else str(head))

    def literal(self, token: Token) -> Expression:
        return Literal(str(token)[1:])

    def add(self, left: Expression, right: Expression) -> Expression:
        return Binary("+", left, right)

    def subtract(self, left: Expression, right: Expression) -> Expression:
        return Binary("-", left, right)

    def multiply(self, left: Expression, _: Token, right: Expression) -> Expression:
        return Binary("*", left, right)

    def divide(self, left: Expression, right: Expression) -> Expression:
        return Binary("/", left, right)


@lru_cache(maxsize=1)
def _parser() -> Lark:
    grammar = Path(__file__).with_name("fap.lark").read_text(encoding="utf-8")
    return Lark(grammar, parser="lalr", lexer="contextual", strict=True, transformer=_Build())


@lru_cache(maxsize=1 << 16)
def parse(variable: str) -> tuple[Expression, ...] | None:
    """The subfields of a variable field; None if it is none. Fields recur, so results are kept."""
    if not variable:
        return ()
    try:
        parsed: tuple[Expression, ...] = _parser().parse(variable)  # type: ignore[assignment]
    except LarkError:
        return None
    return parsed


@dataclass(frozen=True, slots=True)
class Value:
    """A number, and how it moves with the program: relocatable and common symbols, less those subtracted."""

    number: int
    relocatable: int = 0
    common: int = 0

    @property
    def is_absolute(self) -> bool:
        return not self.relocatable and not self.common

    @property
    def is_proper(self) -> bool:
        """Absolute, or exactly one relocatable or common symbol."""
        return (self.relocatable, self.common) in ((0, 0), (1, 0), (0, 1))


ZERO = Value(0)
Lookup = Callable[[Symbol], Value | None]


class Undefined(Exception):
    """An expression that cannot be evaluated; the flag it earns."""

    def __init__(self, flag: str) -> None:
        self.flag = flag


def evaluate(tree: Expression, lookup: Lookup, here: Value) -> Value:
    """As a number. Every symbol is looked up, so that all the undefined ones are noted."""
    match tree:
        case Integer(digits):
            return Value(int(digits))
        case Symbol():
            found = lookup(tree)
            if found is None:
                raise Undefined("U")
            return found
        case Nothing():
            return ZERO
        case Here():
            return here
        case Binary(operator, left, right):
            return _combine(operator, *_both(left, right, lambda e: evaluate(e, lookup, here)))
    raise Undefined("L")


def _both(left: Expression, right: Expression, value: Callable[[Expression], Any]) -> tuple[Any, Any]:
    """Both sides, the second even if the first is undefined."""
    problem: Undefined | None = None
    values = []
    for side in (left, right):
        try:
            values.append(value(side))
        except Undefined as undefined:
            problem = problem or undefined
    if problem is not None:
        raise problem
    return values[0], values[1]


def _combine(operator: str, a: Value, b: Value) -> Value:
    if operator == "+":
        return Value(a.number + b.number, a.relocatable + b.relocatable, a.common + b.common)
    if operator == "-":
        return Value(a.number - b.number, a.relocatable - b.relocatable, a.common - b.common)
    if not (a.is_absolute or b.is_absolute) or (operator == "/" and not b.is_absolute):
        raise Undefined("R")
    if operator == "*":
        factor = a.number if a.is_absolute else b.number
        moving = b if a.is_absolute else a
        return Value(a.number * b.number, factor * moving.relocatable, factor * moving.common)
    if not a.is_absolute:
        raise Undefined("R")
    return Value(_quotient(a.number, b.number))


def _quotient(a: int, b: int) -> int:
    """Towards zero; a division by zero leaves the dividend."""
    if not b:
        return a
    quotient = abs(a) // abs(b)
    return quotient if (a < 0) == (b < 0) else -quotient


def evaluate_boolean(tree: Expression, lookup: Lookup, here: int) -> int:
    """As an 18-bit mask: + is OR, * AND, - exclusive OR, / the complement of what follows it."""
    match tree:
        case Integer(digits):
            if "8" in digits or "9" in digits:
                raise Undefined("B")
            return int(digits, 8) & RIGHT_HALF
        case Symbol():
            found = lookup(tree)
            if found is None:
                raise Undefined("U")
            return found.number & RIGHT_HALF
        case Nothing():
            return 0
        case Here():
            return here
        case Binary("/", left, Nothing()):
            return evaluate_boolean(left, lookup, here)
        case Binary("/", Nothing(), right):
            return ~evaluate_boolean(right, lookup, here) & RIGHT_HALF
        case Binary(operator, left, right):
            a, b = _both(left, right, lambda e: evaluate_boolean(e, lookup, here))
            return int({"+": a | b, "*": a & b, "-": a ^ b, "/": a & ~b}[operator])
    raise Undefined("L")
