"""The instructions, a file for each chapter of IBM's manual. Importing a chapter registers its operations."""

from ibm7094.isa.chapters import (
    convert,
    double,
    fixed,
    floating,
    indexing,
    indicators,
    input_output,
    logical,
    modes,
    shifting,
    testing,
    transfer,
    transmission,
    unfitted,
)

__all__ = [
    "convert",
    "double",
    "fixed",
    "floating",
    "indexing",
    "indicators",
    "input_output",
    "logical",
    "modes",
    "shifting",
    "testing",
    "transfer",
    "transmission",
    "unfitted",
]
