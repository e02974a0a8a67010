"""Conditions of breakpoints: `ac < 0 and c(ALPHA) = 5`.

    condition   terms joined by and, or, not; parentheses
    comparison  value = value, and # (not equal), <, <=, >, >=
    value       an octal number, -5, a register, c(address), a symbol, value + value, value - value

AC, MQ, SI, the keys and words of core are signed numbers of 35 bits; the two zeros are equal.
"""

import re
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from ibm7094.cli import arguments
from ibm7094.errors import MachineError
from ibm7094.words import AC_MAGNITUDE, AC_SIGN, MAGNITUDE, SIGN

if TYPE_CHECKING:
    from ibm7094.machine import Machine

Value = Callable[["Machine"], int]
TOKEN = re.compile(r"\s*(<=|>=|#|!=|==|[=<>()+\-]|[A-Za-z0-9.$]+)")
COMPARE: dict[str, Callable[[int, int], bool]] = {
    "=": lambda a, b: a == b,
    "==": lambda a, b: a == b,
    "#": lambda a, b: a != b,
    "!=": lambda a, b: a != b,
    "<": lambda a, b: a < b,
    "<=": lambda a, b: a <= b,
    ">": lambda a, b: a > b,
    ">=": lambda a, b: a >= b,
}
DEEPEST = 50
EXAMPLE = "write one like ac < 0 and c(ALPHA) = 5"


def signed(word: int) -> int:
    """A word as a number."""
    return -(word & MAGNITUDE) if word & SIGN else word & MAGNITUDE


def _accumulator(machine: "Machine") -> int:
    size = machine.ac & AC_MAGNITUDE
    return -size if machine.ac & AC_SIGN else size


def _index_register(number: int, machine: "Machine") -> int:
    return int(machine.state.xr[number])


REGISTERS: dict[str, Value] = {
    "ac": _accumulator,
    "mq": lambda m: signed(m.mq),
    "si": lambda m: signed(m.si),
    "keys": lambda m: signed(m.keys),
    "ic": lambda m: m.ic,
    **{f"xr{number}": partial(_index_register, number) for number in range(1, 8)},
}


class Condition:
    """A condition, and the text it was written as."""

    def __init__(self, text: str, symbols: dict[str, int]) -> None:
        self.text = " ".join(text.split())
        self._symbols = symbols
        self._tokens = self._split(text)
        self._at = self._depth = 0
        self.holds = self._any()
        if self._at < len(self._tokens):
            raise self._wrong(f"{self._tokens[self._at]!r} is not expected here")

    def _split(self, text: str) -> list[str]:
        tokens, at, text = [], 0, text.rstrip()
        while at < len(text):
            found = TOKEN.match(text, at)
            if found is None:
                raise self._wrong(f"{text[at:].strip()[:1]!r} has no meaning")
            tokens.append(found[1])
            at = found.end()
        return tokens

    def _wrong(self, why: str) -> MachineError:
        return MachineError(f"The condition {self.text!r} cannot be read, {why}: {EXAMPLE}.")

    def _peek(self) -> str:
        return self._tokens[self._at].lower() if self._at < len(self._tokens) else ""

    def _next(self) -> str:
        if self._at == len(self._tokens):
            raise self._wrong("it ends too early")
        self._at += 1
        return self._tokens[self._at - 1]

    def _expect(self, wanted: str) -> None:
        if self._peek() != wanted:
            raise self._wrong(f"{wanted!r} is missing")
        self._at += 1

    def _any(self) -> Callable[["Machine"], bool]:
        terms = [self._all()]
        while self._peek() == "or":
            self._at += 1
            terms.append(self._all())
        return lambda machine: any(term(machine) for term in terms)

    def _all(self) -> Callable[["Machine"], bool]:
        terms = [self._one()]
        while self._peek() == "and":
            self._at += 1
            terms.append(self._one())
        return lambda machine: all(term(machine) for term in terms)

    def _one(self) -> Callable[["Machine"], bool]:
        self._depth += 1
        if self._depth > DEEPEST:
            raise self._wrong("it is nested too deeply")
        try:
            if self._peek() == "not":
                self._at += 1
                term = self._one()
                return lambda machine: not term(machine)
            if self._peek() == "(":
                self._at += 1
                inner = self._any()
                self._expect(")")
                return inner
            return self._comparison()
        finally:
            self._depth -= 1

    def _comparison(self) -> Callable[["Machine"], bool]:
        left = self._value()
        sign = self._next()
        if sign not in COMPARE:
            raise self._wrong(f"{sign!r} does not compare: use =, #, <, <=, > or >=")
        compare, right = COMPARE[sign], self._value()
        return lambda machine: compare(left(machine), right(machine))

    def _value(self) -> Value:
        terms = [(1, self._term())]
        while self._peek() in ("+", "-"):
            sign = 1 if self._next() == "+" else -1
            terms.append((sign, self._term()))
        return lambda machine: sum(sign * term(machine) for sign, term in terms)

    def _term(self) -> Value:
        token = self._next()
        name = token.lower()
        if token in ("-", "+"):
            self._depth += 1
            if self._depth > DEEPEST:
                raise self._wrong("it is nested too deeply")
            term = self._term()
            self._depth -= 1
            return (lambda machine: -term(machine)) if token == "-" else term
        if name == "c" and self._peek() == "(":
            self._at += 1
            place = self._value()
            self._expect(")")
            return lambda machine: signed(int(machine.core[place(machine) & 0o77777]))
        if name in REGISTERS:
            return REGISTERS[name]
        if set(token) <= set("01234567"):
            number = int(token, 8)
        elif token[0].isalnum() or token[0] in ".$":
            number = arguments.address(token, self._symbols)
        else:
            raise self._wrong(f"{token!r} is not a value")
        return lambda machine: number
