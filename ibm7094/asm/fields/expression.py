"""Expressions: parsed by `fap.lark`, kept as a small tree, evaluated as numbers or as Boolean masks."""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files
from typing import Any

from lark import Lark, Token, Transformer, v_args
from lark.exceptions import LarkError

from ibm7094.asm.cards.card import HOLLERITH, HOLLERITH_END
from ibm7094.asm.fields.numbers import ILLEGAL, is_too_long
from ibm7094.words import MAGNITUDE, RIGHT_HALF, WORD


@dataclass(frozen=True, slots=True)
class Nothing:
    """An omitted element."""


@dataclass(frozen=True, slots=True)
class Here:
    """The location of this word."""


@dataclass(frozen=True, slots=True)
class Integer:
    """Digits, read as decimal or octal depending on the field."""

    digits: str


@dataclass(frozen=True, slots=True)
class Symbol:
    """A symbol; `head` is None for the current head, "" for none."""

    name: str
    head: str | None = None


@dataclass(frozen=True, slots=True)
class Literal:
    """A constant to be put after the program: the text after the equals sign, or None if it is malformed."""

    text: str | None


@dataclass(frozen=True, slots=True)
class Flagged:
    """An expression with errors, or as much of it as could be read, and its flags."""

    flags: str
    inner: "Expression"


@dataclass(frozen=True, slots=True)
class Binary:
    """Two expressions and the operator between them."""

    operator: str
    left: "Expression"
    right: "Expression"


Expression = Nothing | Here | Integer | Symbol | Literal | Flagged | Binary

NOTHING = Nothing()
WORDS = re.compile(r"[^-+*/$]+")
PARTIAL_WORD = re.compile(r"\*?[^-+*/]*$")


@v_args(inline=True)
class _Build(Transformer[Token, Any]):
    """From lark's tree to ours."""

    def start(self, expression: Expression) -> Expression:
        return expression

    def nothing(self) -> Expression:
        return NOTHING

    def here(self, _: Token) -> Expression:
        return Here()

    def word(self, token: Token) -> Expression:
        return Integer(str(token)) if token.isdigit() else Symbol(str(token))

    def headed(self, token: Token, element: Expression) -> Expression:
        """A dollar sign needs a symbol after it, and at most one character before it."""
        head = token[:-1].lstrip("0")
        if len(head) > 1 or not isinstance(element, Symbol | Integer):
            return Flagged("$", element)
        if isinstance(element, Symbol) and element.head is None:
            return Symbol(element.name, head)
        return element

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
    grammar = (files("ibm7094.asm.fields") / "fap.lark").read_text(encoding="utf-8")
    return Lark(grammar, parser="lalr", lexer="contextual", strict=True, transformer=_Build())


@lru_cache(maxsize=1 << 16)
def parse(variable: str) -> tuple[Expression, ...]:
    """The subfields of a variable field. Results are cached, because fields recur."""
    return tuple(_subfields(variable)) if variable else ()


def _subfields(variable: str) -> Iterator[Expression]:
    """Only the first subfield can be a literal. One of characters takes six columns, whatever they hold."""
    rest = variable
    if variable.startswith("="):
        if variable.startswith(HOLLERITH) and variable[HOLLERITH_END : HOLLERITH_END + 1] in ("", ","):
            end = HOLLERITH_END
            bad = len(variable) < HOLLERITH_END
        else:
            end = variable.find(",") if "," in variable else len(variable)
            bad = variable.startswith(HOLLERITH)
        yield Literal(None if bad else variable[1:end])
        if end >= len(variable):
            return
        rest = variable[end + 1 :]
    for text in rest.split(","):
        yield _subfield(text)


def _subfield(text: str) -> Expression:
    """Parse one subfield. It ends at an illegal character, and the partial word before that is dropped."""
    end = min((text.find(c) for c in ILLEGAL if c in text), default=len(text))
    for word in WORDS.finditer(text, 0, end):
        if is_too_long(word[0]):
            end = word.end()
            break
    else:
        if end == len(text):
            return _expression(text)
    return Flagged("EB", _expression(PARTIAL_WORD.sub("", text[:end])))


def _expression(text: str) -> Expression:
    try:
        parsed: Expression = _parser().parse(text)  # type: ignore[assignment]
    except LarkError:
        return Flagged("E", NOTHING)
    return parsed


@dataclass(frozen=True, slots=True)
class Value:
    """A number, and how many relocatable and common symbols it adds, minus those it subtracts."""

    number: int
    relocatable: int = 0
    common: int = 0
    outside: bool = False
    """In the transfer vector, which stays in place when the program moves up after it."""

    @property
    def is_absolute(self) -> bool:
        return not self.relocatable and not self.common

    @property
    def is_proper(self) -> bool:
        """Absolute, or exactly one relocatable or common symbol."""
        return (self.relocatable, self.common) in ((0, 0), (1, 0), (0, 1))


ZERO = Value(0)
Lookup = Callable[[Symbol], Value | None]


def evaluate(tree: Expression, lookup: Lookup, here: Value, flags: set[str]) -> Value | None:
    """Evaluate as a number, or flag it and return None. Every symbol is looked up, so that all undefined ones
    are noted; FAP takes these as zero."""
    errors: set[str] = set()
    value = _number(tree, lookup, here, errors)
    if not value.is_proper:
        errors.add("R")
    flags |= errors
    return None if errors else value


def _number(tree: Expression, lookup: Lookup, here: Value, errors: set[str]) -> Value:
    match tree:
        case Integer(digits):
            number = int(digits)
            if number > MAGNITUDE:
                errors.add("E")
                return ZERO
            return Value(number)
        case Symbol():
            found = lookup(tree)
            if found is None:
                errors.add("U")
            return found or ZERO
        case Here():
            return here
        case Binary(operator, left, right):
            a = _number(left, lookup, here, errors)
            return _combine(operator, a, _number(right, lookup, here, errors), errors)
        case Flagged(found_flags, inner):
            errors.update(found_flags)
            return _number(inner, lookup, here, errors)
        case Literal():
            errors.add("L")
    return ZERO


def _combine(operator: str, a: Value, b: Value, errors: set[str]) -> Value:
    if operator == "+":
        return Value(a.number + b.number, a.relocatable + b.relocatable, a.common + b.common)
    if operator == "-":
        return Value(a.number - b.number, a.relocatable - b.relocatable, a.common - b.common)
    if operator == "/":
        if not (a.is_absolute and b.is_absolute):
            errors.add("R")
        return Value(_quotient(a.number, b.number))
    if not (a.is_absolute or b.is_absolute):
        errors.add("R")
    factor = a.number if a.is_absolute else b.number
    moving = b if a.is_absolute else a
    return Value(a.number * b.number, factor * moving.relocatable, factor * moving.common)


def _quotient(a: int, b: int) -> int:
    """Divide, rounding towards zero; division by zero returns the dividend."""
    if not b:
        return a
    quotient = abs(a) // abs(b)
    return quotient if (a < 0) == (b < 0) else -quotient


def evaluate_boolean(tree: Expression, lookup: Lookup, flags: set[str], mask: int = RIGHT_HALF) -> int | None:
    """Evaluate as a mask of 18 bits or of a whole word, or flag it and return None."""
    errors: set[str] = set()
    value = _mask(tree, lookup, errors)
    flags |= errors
    return None if errors else value & mask


def _mask(tree: Expression, lookup: Lookup, errors: set[str]) -> int:
    """+ is OR, * is AND, - is exclusive OR, / complements what follows it. Here an asterisk is never the
    location, but an operator with nothing before it."""
    match tree:
        case Integer(digits):
            if "8" in digits or "9" in digits:
                errors.add("B")
                return 0
            return int(digits, 8) & WORD
        case Symbol():
            found = lookup(tree)
            if found is None:
                errors.add("U")
            elif not found.is_absolute:
                errors.add("B")
            return (found or ZERO).number & RIGHT_HALF
        case Binary("/", Nothing(), right):
            return ~_mask(right, lookup, errors) & WORD
        case Binary("/", Binary("*" | "/" as before, left, Nothing()), right) if left != NOTHING:
            a = _mask(left, lookup, errors)  # two operators: the second is the complement
            b = _mask(right, lookup, errors)
            return a & ~b if before == "*" else a & b
        case Binary(operator, left, right):
            a = _mask(left, lookup, errors)
            b = _mask(right, lookup, errors)
            return int({"+": a | b, "*": a & b, "-": a ^ b, "/": a & ~b}[operator])
        case Flagged(found_flags, inner):
            errors.update(found_flags)
            return _mask(inner, lookup, errors)
        case Literal():
            errors.add("L")
    return 0


def symbols_in(tree: Expression) -> Iterator[Symbol]:
    """The symbols that an expression names."""
    match tree:
        case Symbol():
            yield tree
        case Binary(_, left, right):
            yield from symbols_in(left)
            yield from symbols_in(right)
        case Flagged(_, inner):
            yield from symbols_in(inner)
