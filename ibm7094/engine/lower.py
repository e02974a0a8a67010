"""Compile the instruction definitions, written in restricted Python, to LLVM.

A definition may use: 64-bit integers and truth values; locals, tuples from helper functions; `if`,
`while`, conditional expressions, `and or not` (both sides evaluated: they have no effects); + - * & | ^ ~
<< >>, // and % of numbers that are not negative; min, max, int, bool, x.bit_length(); fields and arrays
of the state `m`. Helper functions are expanded where they are called. Values known while compiling
(a constant argument, a state field assumed by this engine) are folded, and branches not taken are dropped.
"""

import ast
import inspect
import textwrap
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import Any

from llvmlite import ir

from ibm7094.state import State

I64 = ir.IntType(64)
BIT = ir.IntType(1)

Value = Any
"""A Python int or bool known while compiling, an LLVM value, or a tuple of these."""


class Unsupported(TypeError):
    """A definition uses Python that cannot be compiled."""


@dataclass
class Frame:
    """One function body being expanded."""

    names: dict[str, Value]
    slots: dict[str, ir.AllocaInstr]
    scope: Mapping[str, Any]
    end: ir.Block | None = None
    result: list[ir.AllocaInstr] = field(default_factory=list)
    arity: int | None = None


@dataclass(frozen=True)
class Source:
    """A function's parsed body, and which of its locals are assigned more than once."""

    parameters: tuple[str, ...]
    body: list[ast.stmt]
    varying: frozenset[str]
    single_exit: bool


@cache
def source_of(function: Callable[..., Any]) -> Source:
    """Parse a definition."""
    tree = ast.parse(textwrap.dedent(inspect.getsource(function)))
    definition = tree.body[0]
    if not isinstance(definition, ast.FunctionDef):
        raise Unsupported(f"{function.__name__} is not a plain function")
    body = [
        s
        for s in definition.body
        if not isinstance(s, ast.Pass) and not (isinstance(s, ast.Expr) and isinstance(s.value, ast.Constant))
    ]
    seen: dict[str, int] = {a.arg: 1 for a in definition.args.args}
    for node in ast.walk(definition):
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            seen[node.id] = seen.get(node.id, 0) + 1
    looped = {
        name.id
        for loop in ast.walk(definition)
        if isinstance(loop, ast.While)
        for name in ast.walk(loop)
        if isinstance(name, ast.Name) and isinstance(name.ctx, ast.Store)
    }
    returns = [n for n in ast.walk(definition) if isinstance(n, ast.Return)]
    return Source(
        tuple(a.arg for a in definition.args.args),
        body,
        frozenset({name for name, times in seen.items() if times > 1} | looped),
        not returns or (len(returns) == 1 and returns[0] is body[-1]),
    )


BINARY = {
    ast.Add: ("add", int.__add__),
    ast.Sub: ("sub", int.__sub__),
    ast.Mult: ("mul", int.__mul__),
    ast.BitAnd: ("and_", int.__and__),
    ast.BitOr: ("or_", int.__or__),
    ast.BitXor: ("xor", int.__xor__),
    ast.LShift: ("shl", int.__lshift__),
    ast.RShift: ("ashr", int.__rshift__),
    ast.FloorDiv: ("udiv", int.__floordiv__),
    ast.Mod: ("urem", int.__mod__),
}
COMPARE = {
    ast.Eq: ("==", int.__eq__),
    ast.NotEq: ("!=", int.__ne__),
    ast.Lt: ("<", int.__lt__),
    ast.LtE: ("<=", int.__le__),
    ast.Gt: (">", int.__gt__),
    ast.GtE: (">=", int.__ge__),
}


def known(value: Value) -> bool:
    """Whether the value is known while compiling."""
    return isinstance(value, int)


class Lowering:
    """Expands definitions into one LLVM function."""

    def __init__(
        self,
        builder: ir.IRBuilder,
        state: ir.Value,
        core: ir.Value,
        registers: dict[str, ir.AllocaInstr],
        assumed: Mapping[str, int],
    ) -> None:
        self.builder = builder
        self.state = state
        self.core = core
        self.registers = registers
        self.assumed = assumed
        self.written: set[str] = set()
        """Fields of the state that some expanded definition assigns."""
        self.before_store: Callable[[ir.Value, ir.Value], None] | None = None
        """Called with address and word before each store into core, to add code there."""

    # values

    def number(self, value: Value) -> ir.Value:
        """The value as a 64-bit integer."""
        if known(value):
            return ir.Constant(I64, int(value))
        return self.builder.zext(value, I64) if value.type == BIT else value

    def truth(self, value: Value) -> Value:
        """The value as a truth value."""
        if known(value):
            return bool(value)
        return value if value.type == BIT else self.builder.icmp_signed("!=", value, ir.Constant(I64, 0))

    def place(self, name: str) -> ir.Value:
        """The address of a field of the state."""
        return self.builder.gep(self.state, [ir.Constant(I64, getattr(State, name).offset // 8)])

    def local(self, name: str) -> ir.AllocaInstr:
        """Allocate a variable, at the function's entry so that it can become a register."""
        with self.builder.goto_entry_block():
            return self.builder.alloca(I64, name=name)

    def read(self, name: str) -> Value:
        """A field of the state."""
        if name in self.assumed:
            return self.assumed[name]
        return self.builder.load(self.registers.get(name) or self.place(name))

    def write(self, name: str, value: Value) -> None:
        """Set a field of the state."""
        self.written.add(name)
        self.builder.store(self.number(value), self.registers.get(name) or self.place(name))

    def element(self, name: str, index: Value) -> ir.Value:
        """The address of an element of core or of an array of the state."""
        base = self.core if name == "core" else self.place(name)
        return self.builder.gep(base, [self.number(index)])

    # functions

    def call(self, function: Callable[..., Any], *arguments: Value) -> Value:
        """Expand a function here, and return its value, a tuple of values, or None."""
        source = source_of(function)
        frame = Frame({}, {}, function.__globals__)
        for name, value in zip(source.parameters, arguments, strict=True):
            if name in source.varying:
                self.assign(frame, name, value, True)
            else:
                frame.names[name] = value
        if source.single_exit:
            return self.body(frame, source, source.body)
        frame.end = self.builder.append_basic_block("end")
        self.body(frame, source, source.body)
        if not self.builder.block.is_terminated:
            self.builder.branch(frame.end)
        self.builder.position_at_end(frame.end)
        values = tuple(self.builder.load(slot) for slot in frame.result)
        return None if not values else values if frame.arity else values[0]

    def body(self, frame: Frame, source: Source, statements: list[ast.stmt]) -> Value:
        """Expand statements in order, and return the value of a final `return`."""
        for statement in statements:
            if self.builder.block.is_terminated:
                return None
            value = self.statement(frame, source, statement)
            if isinstance(statement, ast.Return):
                return value
        return None

    # statements

    def statement(self, frame: Frame, source: Source, node: ast.stmt) -> Value:
        match node:
            case ast.Return(value=None):
                raise Unsupported("return without a value")
            case ast.Return(value=expression) if expression is not None:
                return self.leave(frame, self.expression(frame, expression))
            case ast.Assign(targets=[target], value=expression):
                self.store(frame, source, target, self.expression(frame, expression))
            case ast.AugAssign(target=target, op=operator, value=expression):
                load = ast.copy_location(ast.parse(ast.unparse(target), mode="eval").body, target)
                combined = ast.BinOp(load, operator, expression)
                self.store(frame, source, target, self.expression(frame, combined))
            case ast.Expr(value=expression):
                self.expression(frame, expression)
            case ast.If(test=test, body=then, orelse=otherwise):
                self.branch(frame, source, self.truth(self.expression(frame, test)), then, otherwise)
            case ast.While(test=test, body=body, orelse=[]):
                self.loop(frame, source, test, body)
            case ast.Pass():
                pass
            case _:
                raise Unsupported(ast.unparse(node))
        return None

    def leave(self, frame: Frame, value: Value) -> Value:
        """Return a value: directly, or through slots if a function has several returns."""
        if frame.end is None:
            return value
        values = value if isinstance(value, tuple) else (value,)
        if not frame.result:
            frame.result = [self.local("result") for _ in values]
            frame.arity = len(values) if isinstance(value, tuple) else None
        for slot, item in zip(frame.result, values, strict=True):
            self.builder.store(self.number(item), slot)
        self.builder.branch(frame.end)
        return None

    def assign(self, frame: Frame, name: str, value: Value, varying: bool) -> None:
        if not varying:
            frame.names[name] = value
            return
        if name not in frame.slots:
            frame.slots[name] = self.local(name)
        self.builder.store(self.number(value), frame.slots[name])

    def store(self, frame: Frame, source: Source, target: ast.expr, value: Value) -> None:
        match target:
            case ast.Name(id=name):
                self.assign(frame, name, value, name in source.varying)
            case ast.Tuple(elts=targets):
                for item, part in zip(targets, value, strict=True):
                    self.store(frame, source, item, part)
            case ast.Attribute(value=ast.Name(id="m"), attr=name):
                self.write(name, value)
            case ast.Subscript(value=ast.Attribute(value=ast.Name(id="m"), attr=name), slice=index):
                self.written.add(name)
                place, number = self.number(self.expression(frame, index)), self.number(value)
                if name == "core" and self.before_store is not None:
                    self.before_store(place, number)
                self.builder.store(number, self.element(name, place))
            case _:
                raise Unsupported(ast.unparse(target))

    def branch(
        self, frame: Frame, source: Source, test: Value, then: list[ast.stmt], otherwise: list[ast.stmt]
    ) -> None:
        if known(test):
            self.body(frame, source, then if test else otherwise)
            return
        build = self.builder
        yes, no, after = (build.append_basic_block(n) for n in ("then", "else", "after"))
        build.cbranch(test, yes, no)
        for block, statements in ((yes, then), (no, otherwise)):
            build.position_at_end(block)
            self.body(frame, source, statements)
            if not build.block.is_terminated:
                build.branch(after)
        build.position_at_end(after)

    def loop(self, frame: Frame, source: Source, test: ast.expr, body: list[ast.stmt]) -> None:
        build = self.builder
        head, again, after = (build.append_basic_block(n) for n in ("while", "do", "done"))
        build.branch(head)
        build.position_at_end(head)
        condition = self.truth(self.expression(frame, test))
        build.cbranch(ir.Constant(BIT, condition) if known(condition) else condition, again, after)
        build.position_at_end(again)
        self.body(frame, source, body)
        if not build.block.is_terminated:
            build.branch(head)
        build.position_at_end(after)

    # expressions

    def expression(self, frame: Frame, node: ast.expr) -> Value:
        match node:
            case ast.Constant(value=value) if isinstance(value, int):
                return value
            case ast.Name(id=name):
                return self.name(frame, name)
            case ast.Tuple(elts=items):
                return tuple(self.expression(frame, item) for item in items)
            case ast.Attribute(value=ast.Name(id="m"), attr=name):
                return self.read(name)
            case ast.Subscript(value=ast.Attribute(value=ast.Name(id="m"), attr=name), slice=index):
                return self.builder.load(self.element(name, self.expression(frame, index)))
            case ast.BinOp(left=left, op=operator, right=right):
                return self.binary(operator, self.expression(frame, left), self.expression(frame, right))
            case ast.UnaryOp(op=operator, operand=operand):
                return self.unary(operator, self.expression(frame, operand))
            case ast.BoolOp(op=operator, values=values):
                return self.combine(operator, [self.truth(self.expression(frame, v)) for v in values])
            case ast.Compare(left=left, ops=operators, comparators=others):
                sides = [self.expression(frame, e) for e in (left, *others)]
                tests = [self.compare(o, a, b) for o, a, b in zip(operators, sides, sides[1:], strict=False)]
                return self.combine(ast.And(), tests)
            case ast.IfExp(test=test, body=then, orelse=otherwise):
                return self.choose(frame, self.truth(self.expression(frame, test)), then, otherwise)
            case ast.Call(func=ast.Attribute(value=receiver, attr="bit_length"), args=[]):
                return self.bit_length(self.expression(frame, receiver))
            case ast.Call(func=ast.Name(id=name), args=arguments):
                return self.invoke(frame, name, [self.argument(frame, a) for a in arguments])
        raise Unsupported(ast.unparse(node))

    def argument(self, frame: Frame, node: ast.expr) -> Value:
        """The value of an argument; None for the state `m`."""
        return None if isinstance(node, ast.Name) and node.id == "m" else self.expression(frame, node)

    def name(self, frame: Frame, name: str) -> Value:
        if name in frame.slots:
            return self.builder.load(frame.slots[name])
        if name in frame.names:
            return frame.names[name]
        value = frame.scope.get(name)
        if isinstance(value, int):
            return value
        raise Unsupported(f"{name} is not a known number")

    def binary(self, operator: ast.operator, left: Value, right: Value) -> Value:
        instruction, fold = BINARY[type(operator)]
        if known(left) and known(right):
            return fold(int(left), int(right))
        return getattr(self.builder, instruction)(self.number(left), self.number(right))

    def unary(self, operator: ast.unaryop, operand: Value) -> Value:
        match operator:
            case ast.USub():
                return -operand if known(operand) else self.builder.neg(self.number(operand))
            case ast.Invert():
                return ~int(operand) if known(operand) else self.builder.not_(self.number(operand))
            case ast.Not():
                test = self.truth(operand)
                return not test if known(test) else self.builder.not_(test)
        raise Unsupported(type(operator).__name__)

    def combine(self, operator: ast.boolop, tests: list[Value]) -> Value:
        """`and` or `or`; known sides are folded."""
        both = isinstance(operator, ast.And)
        result: Value = both
        for test in tests:
            if known(test):
                if bool(test) != both:
                    return not both
            elif known(result):
                result = test
            else:
                result = (self.builder.and_ if both else self.builder.or_)(result, test)
        return result

    def compare(self, operator: ast.cmpop, left: Value, right: Value) -> Value:
        symbol, fold = COMPARE[type(operator)]
        if known(left) and known(right):
            return fold(int(left), int(right))
        return self.builder.icmp_signed(symbol, self.number(left), self.number(right))

    def choose(self, frame: Frame, test: Value, then: ast.expr, otherwise: ast.expr) -> Value:
        if known(test):
            return self.expression(frame, then if test else otherwise)
        a = self.expression(frame, then)
        b = self.expression(frame, otherwise)
        return self.builder.select(test, self.number(a), self.number(b))

    def bit_length(self, value: Value) -> Value:
        if known(value):
            return int(value).bit_length()
        zeros = self.builder.ctlz(self.number(value), ir.Constant(BIT, 0))
        return self.builder.sub(ir.Constant(I64, 64), zeros)

    def invoke(self, frame: Frame, name: str, arguments: list[Value]) -> Value:
        if name in ("min", "max"):
            test = self.compare(ast.Lt() if name == "min" else ast.Gt(), *arguments)
            if known(test):
                return arguments[0] if test else arguments[1]
            return self.builder.select(test, *(self.number(a) for a in arguments))
        if name == "int":
            return arguments[0]
        if name == "bool":
            return self.truth(arguments[0])
        function = frame.scope.get(name)
        if not inspect.isfunction(function):
            raise Unsupported(f"{name} cannot be called in a definition")
        return self.call(function, *arguments)
