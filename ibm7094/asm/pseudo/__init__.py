"""Pseudo-operations, grouped by what they are for."""

from ibm7094.asm.pseudo import (  # noqa: F401  (each import registers its group)
    control,
    data,
    fields,
    linkage,
    names,
    operations,
    orders,
    places,
    repeating,
)
from ibm7094.asm.pseudo.record import PSEUDO, Pseudo

__all__ = ["PSEUDO", "Pseudo"]
