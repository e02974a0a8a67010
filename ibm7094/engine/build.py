"""The compiled interpreter of one model, made from the instruction definitions.

Each operation becomes a function that does its work and then jumps to the function of the next
instruction, found by the twelve bits S,1-11 in a table of 4096. The most used registers are passed as
arguments, and so stay in the host processor's registers; all calls are tail calls, and the calling
convention saves no registers. One comparison per instruction, of the clock with the alarm, is enough for
exact limits, device events and interrupts by the operator.

The bare engine assumes that the rare modes are off, and omits their code; the observed engine tests them,
and records for the observers. A change of such a mode returns to Python, which picks the engine.
"""

from dataclasses import dataclass
from functools import partial

from llvmlite import ir

from ibm7094.engine.lower import I64, Lowering
from ibm7094.engine.reference import XEC_LIMIT
from ibm7094.engine.watch import HIT_WORDS, INDEX, MOST_HITS, RING_SIZE, RING_WORDS, TALLY_WORDS, Block
from ibm7094.isa import SENSE_CODES, Operation, Selected, Table
from ibm7094.isa.operands import DECODERS, address_mask, effective, indexed, indirect_cycles
from ibm7094.isa.stops import Exit
from ibm7094.models import LEVEL_7094

WORDS = I64.as_pointer()
TRAVELLING = ("ic", "ac", "mq", "cycles", "cycles_saved", "instructions")
"""Fields of the state that are passed as arguments."""
HANDLER = ir.FunctionType(ir.VoidType(), [WORDS, WORDS, WORDS, *[I64] * (len(TRAVELLING) + 1)])
CONVENTION = "preserve_nonecc"
HIT_FIELDS = ("watched", "hits", "hit_count")

RARE_MODES = ("transfer_trap", "select_trap", "copy_trap", "nullified")
"""Modes that the bare engine assumes are off."""


def constant(value: int) -> ir.Constant:
    """A 64-bit constant."""
    return ir.Constant(I64, value)


@dataclass
class Handler:
    """A function under construction, with its builder."""

    function: ir.Function
    builder: ir.IRBuilder
    lowering: Lowering

    @property
    def word(self) -> ir.Value:
        """The instruction word."""
        return self.function.args[-1]

    @property
    def following(self) -> ir.Value:
        """The location after the instruction, as it was when it began."""
        return self.function.args[3]


class Builder:
    """Builds the module for one model, bare or observed."""

    def __init__(self, table: Table, observed: bool, watching: bool = False) -> None:
        self.table = table
        self.observed = observed
        self.watching = watching
        """Whether stores into watched words are noted. This engine is used only while words are watched."""
        self.module = ir.Module(f"ibm{table.model}{'-observed' if observed else ''}")
        self.assumed = {"level": table.level}
        if table.level < LEVEL_7094:
            self.assumed["multiple_tag"] = 1
        if table.level == 0:
            self.assumed["fp_trap"] = 0
        if not observed:
            self.assumed |= dict.fromkeys(RARE_MODES, 0)
        self.dispatch_table = ir.GlobalVariable(
            self.module, ir.ArrayType(HANDLER.as_pointer(), 4096), "dispatch"
        )
        self.dispatch_table.linkage = "internal"
        self.dispatch_table.global_constant = True

    def build(self) -> ir.Module:
        """The whole module, with its entry point `go(state, core)`."""
        self.leave = self.leaving()
        self.escape = self.escaping("escape", Exit.ESCAPE, back=False)
        illegal = self.escaping("illegal", Exit.ILLEGAL, back=True)
        made: dict[str, ir.Function] = {}
        entries = []
        for code, operation in enumerate(self.table.codes):
            if operation is None:
                entries.append(illegal)
                continue
            if operation.name not in made:
                made[operation.name] = self.operation(operation, code)
            entries.append(made[operation.name])
        self.dispatch_table.initializer = ir.Constant(self.dispatch_table.value_type, entries)
        self.entry()
        return self.module

    # pieces of handlers

    def handler(self, name: str) -> Handler:
        """An empty handler with its registers in local variables."""
        function = ir.Function(self.module, HANDLER, name)
        function.calling_convention = CONVENTION
        function.linkage = "internal"
        for pointer in function.args[:3]:
            pointer.add_attribute("noalias")
        builder = ir.IRBuilder(function.append_basic_block("entry"))
        registers = {}
        for field, value in zip(TRAVELLING, function.args[3:], strict=False):
            registers[field] = builder.alloca(I64, name=field)
            builder.store(value, registers[field])
        lowering = Lowering(builder, function.args[0], function.args[1], registers, self.assumed)
        if self.watching:
            lowering.before_store = partial(self.note_store, lowering)
        return Handler(function, builder, lowering)

    def jump(self, h: Handler, target: ir.Value, word: ir.Value) -> None:
        """A tail call to another handler."""
        registers = [h.builder.load(h.lowering.registers[f]) for f in TRAVELLING]
        arguments = [*h.function.args[:3], *registers, word]
        h.builder.call(target, arguments, cconv=CONVENTION, tail="musttail")
        h.builder.ret_void()

    def dispatch(self, h: Handler, word: ir.Value) -> None:
        """Jump to the handler of an instruction word."""
        b = h.builder
        slot = b.gep(h.function.args[2], [b.lshr(word, constant(24))])
        self.jump(h, b.inttoptr(b.load(slot), HANDLER.as_pointer()), word)

    def next_instruction(self, h: Handler, wary: bool) -> None:
        """End an instruction: leave on an exit, the alarm or a breakpoint, else continue."""
        b, low = h.builder, h.lowering
        if wary:
            self.leave_if(h, b.icmp_signed("!=", low.read("exit"), constant(0)), None)
        due = b.icmp_signed(">=", low.read("cycles"), low.read("alarm"))
        self.leave_if(h, due, Exit.ALARM)
        if self.watching:
            block = b.inttoptr(low.read("watch"), WORDS)
            hits = b.load(b.gep(block, [constant(Block.hit_count.offset // 8)]))  # type: ignore[attr-defined]
            self.leave_if(h, b.icmp_signed("!=", hits, constant(0)), Exit.ALARM)
        if self.observed:
            marks = self.watched(h, "marks")
            mark = b.load(b.gep(marks, [low.read("ic")]))
            self.leave_if(h, b.icmp_signed("!=", mark, constant(0)), Exit.BREAKPOINT)
        self.start_instruction(h)

    def start_instruction(self, h: Handler) -> None:
        """Fetch the word at the instruction counter and go to its handler."""
        b, low = h.builder, h.lowering
        location = low.read("ic")
        if self.observed:
            self.increment(h, b.gep(self.watched(h, "profile"), [location]), constant(1))
        word = b.load(low.element("core", location))
        mask = low.call(address_mask, None)
        low.write("ic", b.and_(b.add(location, constant(1)), low.number(mask)))
        self.dispatch(h, word)

    def leave_if(self, h: Handler, condition: ir.Value, reason: Exit | None) -> None:
        """Return to Python on a condition that is rarely true."""
        b = h.builder
        out = b.append_basic_block("out")
        on = b.append_basic_block("on")
        branch = b.cbranch(condition, out, on)
        branch.set_weights([1, 1000])
        b.position_at_end(out)
        if reason is not None:
            h.lowering.write("exit", int(reason))
        self.jump(h, self.leave, h.word)
        b.position_at_end(on)

    def watched(self, h: Handler, field: str) -> ir.Value:
        """The address of one of the observers' arrays."""
        b = h.builder
        block = b.inttoptr(h.lowering.read("watch"), WORDS)
        offset = constant(getattr(Block, field).offset // 8)
        return b.inttoptr(b.load(b.gep(block, [offset])), WORDS)

    def note_store(self, low: Lowering, address: ir.Value, word: ir.Value) -> None:
        """Before a store into core: if the word is watched, record address, old and new word."""
        b = low.builder
        block = b.inttoptr(low.read("watch"), WORDS)
        field = {name: b.gep(block, [constant(getattr(Block, name).offset // 8)]) for name in HIT_FIELDS}
        watched = b.load(b.gep(b.inttoptr(b.load(field["watched"]), WORDS), [address]))
        with b.if_then(b.icmp_signed("!=", watched, constant(0)), likely=False):
            count = b.load(field["hit_count"])
            b.store(b.add(count, constant(1)), field["hit_count"])
            first = b.mul(b.urem(count, constant(MOST_HITS)), constant(HIT_WORDS))
            hits = b.inttoptr(b.load(field["hits"]), WORDS)
            old = b.load(low.element("core", address))
            for i, value in enumerate((address, old, word)):
                b.store(value, b.gep(hits, [b.add(first, constant(i))]))

    def increment(self, h: Handler, place: ir.Value, by: ir.Value) -> None:
        """Add to a counter in memory."""
        h.builder.store(h.builder.add(h.builder.load(place), by), place)

    def note(self, h: Handler) -> None:
        """Record the instruction in the observers' ring."""
        if not self.observed:
            return
        b, low = h.builder, h.lowering
        block = b.inttoptr(low.read("watch"), WORDS)
        place = b.gep(block, [constant(Block.ring_next.offset // 8)])  # type: ignore[attr-defined]
        position = b.load(place)
        b.store(b.add(position, constant(1)), place)
        first = b.mul(b.urem(position, constant(RING_SIZE)), constant(RING_WORDS))
        mask = low.number(low.call(address_mask, None))
        location = b.and_(b.sub(h.following, constant(1)), mask)
        ring = self.watched(h, "ring")
        for i, value in enumerate((location, h.word, low.read("ac"), low.read("mq"))):
            b.store(value, b.gep(ring, [b.add(first, constant(i))]))

    def charge(self, h: Handler, operation: Operation, extra: ir.Value) -> None:
        """Add the operation's time, as reference.charge does."""
        b, low = h.builder, h.lowering
        count = operation.cycles_on(self.table.model)
        cycles = b.add(constant(count.most), extra)
        saved: ir.Value = constant(count.most - count.least)
        if self.table.level >= LEVEL_7094:
            odd = b.and_(h.following, constant(1))
            if "ic" in low.written:
                in_line = b.icmp_signed("==", low.read("ic"), h.following)
                odd = b.select(in_line, odd, constant(0))
            saved = b.add(saved, odd)
        low.write("cycles", b.add(low.read("cycles"), cycles))
        low.write("cycles_saved", b.add(low.read("cycles_saved"), saved))
        if self.observed:
            tally = self.watched(h, "tally")
            first = INDEX[id(operation)] * TALLY_WORDS
            for i, value in enumerate((constant(1), cycles, saved)):
                self.increment(h, b.gep(tally, [constant(first + i)]), value)

    def perform(self, h: Handler, selected: Selected) -> None:
        """The body of one operation, from its decoded operands to the next instruction."""
        b, low, operation = h.builder, h.lowering, selected.operation
        if operation.escape:
            self.jump(h, self.escape, h.word)
            return
        self.note(h)
        bound = {"channel": operation.channel, "unit": selected.unit, "word": h.word}
        operands = {
            name: bound[name] if name in bound else low.call(DECODERS[name], None, h.word)
            for name in operation.operands
        }
        low.written.clear()
        low.call(operation.semantics, None, *operands.values())
        wary = "exit" in low.written
        extra: ir.Value = constant(0)
        if operation.indirect:
            extra = low.number(low.call(indirect_cycles, None, h.word))
        if operation.extra is not None:
            (name,) = (n for n in operation.operands if n in ("n", "places"))
            extra = b.add(extra, low.number(low.call(operation.extra, operands[name])))
        self.charge(h, operation, extra)
        low.write("instructions", b.add(low.read("instructions"), constant(1)))
        self.next_instruction(h, wary)

    # handlers

    def operation(self, operation: Operation, code: int) -> ir.Function:
        """The handler of one code: an operation, the sense group, or XEC."""
        h = self.handler(f"op_{operation.name}")
        if code in SENSE_CODES:
            self.sense_group(h, self.table.sense[code], Selected(operation))
        elif operation.name == "XEC":
            self.execute(h, operation)
        else:
            self.perform(h, Selected(operation))
        return h.function

    def sense_group(self, h: Handler, group: dict[int, Selected], other: Selected) -> None:
        """+0760 or -0760: the effective address says which operation."""
        b = h.builder
        default = b.append_basic_block("other")
        switch = b.switch(h.lowering.call(indexed, None, h.word), default)
        for address, selected in group.items():
            block = b.append_basic_block(f"sense_{address:o}")
            switch.add_case(constant(address), block)
            b.position_at_end(block)
            self.perform(h, selected)
        b.position_at_end(default)
        self.perform(h, other)

    def execute(self, h: Handler, operation: Operation) -> None:
        """XEC: execute the object word as if it were here."""
        b, low = h.builder, h.lowering
        self.note(h)
        serial = b.add(low.read("instructions"), constant(1))
        again = b.icmp_signed("==", low.read("xec_at"), serial)
        depth = b.select(again, b.add(low.read("xec_depth"), constant(1)), constant(1))
        low.write("xec_depth", depth)
        low.write("xec_at", serial)
        out = b.append_basic_block("loop")
        on = b.append_basic_block("on")
        b.cbranch(b.icmp_signed(">", depth, constant(XEC_LIMIT)), out, on)
        b.position_at_end(out)
        low.write("exit", int(Exit.XEC_LOOP))
        mask = low.number(low.call(address_mask, None))
        low.write("ic", b.and_(b.sub(h.following, constant(1)), mask))
        self.jump(h, self.leave, h.word)
        b.position_at_end(on)
        low.written.clear()
        word = b.load(low.element("core", low.call(effective, None, h.word)))
        self.charge(h, operation, low.number(low.call(indirect_cycles, None, h.word)))
        self.dispatch(h, word)

    def leaving(self) -> ir.Function:
        """Store the registers passed as arguments into the state and return to Python."""
        h = self.handler("leave")
        for field in TRAVELLING:
            h.builder.store(h.lowering.read(field), h.lowering.place(field))
        h.builder.ret_void()
        return h.function

    def escaping(self, name: str, reason: Exit, back: bool) -> ir.Function:
        """Return to Python before an instruction is executed; `back` sets the counter back to it."""
        h = self.handler(name)
        low = h.lowering
        low.write("exit", int(reason))
        low.write("exit_word", h.word)
        if back:
            mask = low.number(low.call(address_mask, None))
            low.write("ic", h.builder.and_(h.builder.sub(h.following, constant(1)), mask))
        self.jump(h, self.leave, h.word)
        return h.function

    def entry(self) -> None:
        """Build `start`, which does the first instruction without checks, and `go`, which Python calls."""
        start = self.handler("start")
        self.start_instruction(start)
        go = ir.Function(self.module, ir.FunctionType(ir.VoidType(), [WORDS, WORDS]), "go")
        b = ir.IRBuilder(go.append_basic_block("entry"))
        low = Lowering(b, go.args[0], go.args[1], {}, {})
        low.write("exit", 0)
        registers = [low.read(field) for field in TRAVELLING]
        b.call(
            start.function,
            [*go.args, self.dispatch_table.bitcast(WORDS), *registers, constant(0)],
            cconv=CONVENTION,
        )
        b.ret_void()
