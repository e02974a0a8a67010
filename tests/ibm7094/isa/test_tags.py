"""Several tag bits: which operations write the OR back into the registers, and which only read it."""

import pytest

from ibm7094 import Machine

TAG_3 = 0o300000
START = 0o100


def run(word: int, compiled: bool, model: str = "7090") -> Machine:
    m = Machine(model, compiled=compiled)
    m.load({START: word | TAG_3})
    m.xr[1], m.xr[2], m.xr[4] = 0, 5, 7
    m.ic = START
    m.run(limit=1)
    return m


@pytest.mark.parametrize("model", ["704", "709", "7090", "7094", "7094-II"])
@pytest.mark.parametrize(("prefix", "goes"), [(0o3, True), (0o7, False)], ids=["TXH", "TXL"])
def test_txh_and_txl_test_the_or_and_change_no_register(
    prefix: int, goes: bool, model: str, compiled: bool
) -> None:
    m = run(prefix << 33 | 0o4000000 | 0o200, compiled, model)  # decrement 4, below 5
    assert (m.xr[1], m.xr[2], m.xr[4]) == (0, 5, 7)
    assert m.ic == (0o200 if goes else START + 1)


@pytest.mark.parametrize(
    "word", [0o063400000200, 0o463400000200, 0o075400000000, 0o475400000000], ids=["SXA", "SXD", "PXA", "PXD"]
)
def test_operations_that_work_on_the_register_write_the_or_back(word: int, compiled: bool) -> None:
    m = run(word, compiled)
    assert (m.xr[1], m.xr[2], m.xr[4]) == (5, 5, 7)


def test_address_modification_and_str_leave_the_registers_alone(compiled: bool) -> None:
    for word in (0o050000000200, 0o500000000000):
        m = run(word, compiled, "709")
        assert (m.xr[1], m.xr[2], m.xr[4]) == (0, 5, 7)
