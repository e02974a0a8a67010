"""Whole machines in files: core, registers, channels and devices in mid-operation, cards, paper, tapes.

A machine is saved between two instructions. Everything it holds is plain data by then: registers are the
fields of `State`, and what a device does is a `Motion`, whose fields say which step is next. So a restored
machine does what the saved one would have done, to the cycle. Nothing in the file is code.

Cards in the reader, paper, punched cards and tapes that can be written are in the file. A write-protected
tape is only named, with its size and SHA-256, and must not have changed.
"""

from ibm7094.saved.file import read, write
from ibm7094.saved.media import add_files, check_files, output_paths, print_path

__all__ = ["add_files", "check_files", "output_paths", "print_path", "read", "write"]
