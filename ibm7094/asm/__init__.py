"""FAP, the assembler of the 7090 and 7094. It makes the same words, flags and listing as IBM's FAP.

from ibm7094.asm import assemble
program = assemble("listings/samuel.deck")
program.words, program.flags, program.symbols, program.listing()

The reference is what IBM's FAP printed for small decks. For what those decks do not show, we follow FAP's
source, which survives in the CTSS version: its first pass, macro processor, tables and listing.
"""

from ibm7094.asm.assembler import Assembler
from ibm7094.asm.cards.source import Source, read_source
from ibm7094.asm.cards.stream import AssemblyError
from ibm7094.asm.program import Problem, Program

__all__ = ["AssemblyError", "Problem", "Program", "assemble"]


def assemble(source: Source) -> Program:
    """Assemble a text (a string with line ends), a file, a deck list, or several of these in order."""
    assembly = Assembler(read_source(source))
    assembly.run()
    return Program(assembly)
