"""No deck crashes the assembler: it assembles, flags, or refuses in a sentence."""

import time

from hypothesis import given, settings
from hypothesis import strategies as st

from ibm7094.asm import AssemblyError, assemble
from ibm7094.asm.optable import operation_table
from ibm7094.asm.pseudo import PSEUDO
from ibm7094.errors import MachineError

CHARACTERS = "ABCEHOX0123789+-*/,=$'(). "
FIELDS = st.one_of(
    st.text(alphabet=CHARACTERS, max_size=24),
    st.sampled_from(
        ["A", "*", "**", "=1", "=HABC", "A,1", "A,1,2", "1,A,B", "$A", "X$A", "(A,B),C", "2,3", "ON"]
    ),
)
OPERATIONS = st.one_of(
    st.sampled_from(sorted(PSEUDO)),
    st.sampled_from(sorted(operation_table())),
    st.sampled_from(["M", "N", "", "XYZ"]),
)
CARD = st.builds(
    lambda location, operation, star, field: f"{location:<6} {operation + star:<7} {field}"[:80],
    st.sampled_from(["", "A", "B", "M", "N", "X", "LONGER"]),
    OPERATIONS,
    st.sampled_from(["", "", "*"]),
    FIELDS,
)


def assembles_or_says_why(text: str) -> None:
    try:
        program = assemble(text)
    except MachineError as refused:
        assert str(refused).endswith(".")
        return
    assert program.listing()
    assert all(0 <= word < 2**36 for word in program.words.values())
    for problem in program.problems:
        assert str(problem)


@settings(max_examples=300, deadline=None)
@given(st.lists(CARD, max_size=25))
def test_cards_with_any_fields_assemble_or_are_refused(cards: list[str]) -> None:
    assembles_or_says_why("\n".join(["       ABS", *cards, "       END"]) + "\n")


@settings(max_examples=100, deadline=None)
@given(st.lists(CARD, max_size=15))
def test_relocatable_cards_assemble_or_are_refused(cards: list[str]) -> None:
    assembles_or_says_why("\n".join([*cards, "       END"]) + "\n")


@settings(max_examples=200, deadline=None)
@given(st.text(max_size=300))
def test_any_text_assembles_or_is_refused(text: str) -> None:
    assembles_or_says_why(text + "\n")


def test_what_runs_away_is_stopped_soon() -> None:
    """Macros that call two others each, DUPs within DUPs: bounded in time and memory."""
    runaways = (
        ["M      MACRO", "       M", "       M", "       END", "       M"],
        ["       DUP     2,30000", "       DUP     1,30000", "       PZE"],
        [
            "M      MACRO",
            "       RMT",
            "       M",
            "       RMT",
            "       END",
            "       M",
            "       RMT     *",
        ],
        ["       VFD     9999/1,H9999/A"],
        ["       BSS     32767", "       BSS     32767", "       DEC     1E999999999"],
    )
    for cards in runaways:
        began = time.monotonic()
        try:
            assemble("\n".join(["       ABS", *cards, "       END"]) + "\n").listing()
        except AssemblyError as refused:
            assert str(refused).endswith(".")
        assert time.monotonic() - began < 20
