"""FAP, the assembler of the 7090 and 7094: the words, flags and listing that IBM's own gave.

from ibm7094.asm import assemble
program = assemble("listings/samuel.deck")
program.words, program.flags, program.symbols, program.listing()
"""

from ibm7094.asm.assembler import Assembler, AssemblyError
from ibm7094.asm.program import Problem, Program
from ibm7094.asm.source import Source, read_source

__all__ = ["AssemblyError", "Problem", "Program", "assemble"]


def assemble(source: Source) -> Program:
    """Assemble a text (a string with line ends), a file, a deck list, or several of these in turn."""
    assembly = Assembler((card, 0, False) for card in read_source(source))
    assembly.run()
    return Program(assembly)
