"""FAP, the assembler of the 7090 and 7094: the words, flags and listing that IBM's own gave.

from ibm7094.asm import assemble
program = assemble("listings/samuel.deck")
program.words, program.flags, program.symbols, program.listing()

What IBM's FAP printed for small decks is the measure. Where these are silent the source of FAP decides, which
survives in the version of CTSS: its first pass, its macro processor, its tables and its paper are followed.
"""

from ibm7094.asm.assembler import Assembler
from ibm7094.asm.program import Problem, Program
from ibm7094.asm.source import Source, read_source
from ibm7094.asm.stream import AssemblyError

__all__ = ["AssemblyError", "Problem", "Program", "assemble"]


def assemble(source: Source) -> Program:
    """Assemble a text (a string with line ends), a file, a deck list, or several of these in turn."""
    assembly = Assembler(read_source(source))
    assembly.run()
    return Program(assembly)
