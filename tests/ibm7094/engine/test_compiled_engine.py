"""Compiling definitions: what is allowed, what is folded, and where the result is cached."""

from pathlib import Path

import pytest
from llvmlite import ir

from ibm7094 import Machine
from ibm7094.engine import native
from ibm7094.engine.lower import I64, Lowering, Unsupported
from ibm7094.state import State

LIMIT = 7


def helper(a: int) -> tuple[int, int]:
    if a > LIMIT:
        return a, 1
    return 0, a


def uses_helper(m: State, a: int) -> None:
    high, low = helper(a)
    m.mq = high + low


def asks_the_mode(m: State) -> None:
    m.mq = 1 if m.nullified else 2


def opens_a_file(m: State) -> None:
    with Path("x").open() as file:
        file.read()


def expanded(function: object, *arguments: object, **assumed: int) -> str:
    module = ir.Module()
    pointer = I64.as_pointer()
    target = ir.Function(module, ir.FunctionType(ir.VoidType(), [pointer, pointer]), "f")
    builder = ir.IRBuilder(target.append_basic_block())
    Lowering(builder, target.args[0], target.args[1], {}, assumed).call(function, None, *arguments)  # type: ignore[arg-type]
    builder.ret_void()
    return str(target)


def test_a_constant_argument_is_seen_through() -> None:
    assert "i64 9" in expanded(uses_helper, 9)


def test_an_assumed_mode_is_not_tested() -> None:
    text = expanded(asks_the_mode, nullified=0)
    assert "select" not in text
    assert "store i64 2" in text


def test_a_mode_that_is_not_assumed_is_tested() -> None:
    assert "select" in expanded(asks_the_mode)


def test_python_beyond_the_language_is_refused_by_name() -> None:
    with pytest.raises(Unsupported, match=r"with Path"):
        expanded(opens_a_file)


@pytest.fixture
def small_engine(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Replaces the compiler, and notes what it was asked for."""
    asked: list[str] = []

    def compile_engine(model: str, observed: bool, watching: bool) -> bytes:
        asked.append(model)
        return b"object code"

    monkeypatch.setattr(native, "compile_engine", compile_engine)
    return asked


def test_a_compiled_engine_is_kept_and_found_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, small_engine: list[str]
) -> None:
    monkeypatch.setenv("IBM7094_CACHE", str(tmp_path / "deep" / "cache"))
    codes = [native.object_code("7090", False) for _ in range(2)]
    assert codes == [b"object code"] * 2
    assert small_engine == ["7090"]


def test_an_engine_of_other_source_is_not_used(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, small_engine: list[str]
) -> None:
    monkeypatch.setenv("IBM7094_CACHE", str(tmp_path))
    native.object_code("7090", False)
    monkeypatch.setattr(native, "fingerprint", lambda: "another")
    native.object_code("7090", False)
    assert small_engine == ["7090", "7090"]


def test_a_cache_that_cannot_be_written_is_not_an_error(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, small_engine: list[str]
) -> None:
    (tmp_path / "file").write_text("in the way")
    monkeypatch.setenv("IBM7094_CACHE", str(tmp_path / "file" / "cache"))
    assert native.object_code("7090", False) == b"object code"


def test_a_damaged_engine_in_the_cache_is_made_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("IBM7094_CACHE", str(tmp_path))
    native.engine.cache_clear()
    Machine("7094").step()
    (kept,) = tmp_path.iterdir()
    kept.write_bytes(kept.read_bytes()[:1000])
    native.engine.cache_clear()
    m = Machine("7094")
    m.step()
    assert m.instructions == 1
