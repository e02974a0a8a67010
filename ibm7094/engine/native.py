"""The compiled engine: built once for a model and a processor, kept in the user's cache folder."""

import contextlib
import ctypes
import hashlib
import os
import stat
import tempfile
from collections.abc import Callable
from functools import cache
from importlib.resources import files
from pathlib import Path

import llvmlite
from llvmlite import binding
from platformdirs import user_cache_path

from ibm7094.state import State

Go = Callable[[int, int], None]
"""A function that runs the machine: takes the addresses of the state and of core."""

SOURCES = ("models.py", "state.py", "words.py", "isa/**/*.py", "engine/*.py")
"""Source files that the compiled code depends on."""

DIGEST = 32
"""Bytes in a SHA-256 digest."""


def cache_folder() -> Path:
    """The folder of compiled engines; the environment variable IBM7094_CACHE overrides it."""
    chosen = os.environ.get("IBM7094_CACHE")
    return Path(chosen) if chosen else user_cache_path("ibm7094")


def source_bytes() -> bytes:
    """The text of every module that the compiled code is made from."""
    package = Path(str(files("ibm7094")))
    found = sorted(file for pattern in SOURCES for file in package.glob(pattern))
    return b"\0".join(file.read_bytes() for file in found)


@cache
def fingerprint() -> str:
    """Hash of source, processor and library: if one changes, engines are compiled again."""
    parts = [
        source_bytes(),
        llvmlite.__version__.encode(),
        binding.get_default_triple().encode(),
        binding.get_host_cpu_name().encode(),
        binding.get_host_cpu_features().flatten().encode(),
    ]
    return hashlib.sha256(b"\0".join(parts)).hexdigest()[:24]


def target_machine() -> binding.TargetMachine:
    """The LLVM target for this processor."""
    target = binding.Target.from_default_triple()
    return target.create_target_machine(
        cpu=binding.get_host_cpu_name(),
        features=binding.get_host_cpu_features().flatten(),
        opt=2,
        reloc="pic",
        codemodel="jitdefault",
    )


def compile_engine(model: str, observed: bool) -> bytes:
    """Object code of an engine."""
    from ibm7094.engine.build import Builder
    from ibm7094.isa import table

    machine = target_machine()
    module = binding.parse_assembly(str(Builder(table(model), observed).build()))
    module.verify()
    options = binding.create_pipeline_tuning_options(speed_level=2)
    passes = binding.create_pass_builder(machine, options)
    passes.getModulePassManager().run(module, passes)
    code: bytes = machine.emit_object(module)
    return code


def object_code(model: str, observed: bool) -> bytes:
    """Object code from the cache; else compile it and, if possible, store it there."""
    path = cache_folder() / f"{model}{'-observed' if observed else ''}-{fingerprint()}.o"
    code = kept(path)
    if code is None:
        code = compile_engine(model, observed)
        with contextlib.suppress(OSError):  # a missing cache is not an error: the next start compiles again
            keep(path, code)
    return code


def kept(path: Path) -> bytes | None:
    """Object code from the cache; None if it is missing, damaged, or others could have changed it."""
    try:
        with path.open("rb") as file:
            if not (is_private(os.fstat(file.fileno())) and is_private(path.parent.stat())):
                return None
            content = file.read()
    except OSError:
        return None
    digest, code = content[:DIGEST], content[DIGEST:]
    return code if hashlib.sha256(code).digest() == digest else None


def is_private(found: os.stat_result) -> bool:
    """Whether only the user, or the administrator, can have written a file or folder."""
    if not hasattr(os, "geteuid"):  # Windows has other permissions
        return True
    return found.st_uid in (os.geteuid(), 0) and not found.st_mode & (stat.S_IWGRP | stat.S_IWOTH)


def keep(path: Path, code: bytes) -> None:
    """Store object code in the cache, after its digest; not in a folder that others can write to."""
    path.parent.parent.mkdir(parents=True, exist_ok=True)
    path.parent.mkdir(mode=0o700, exist_ok=True)
    if not is_private(path.parent.stat()):
        return
    # Write a temporary file and rename it, so that no other process sees half a file.
    handle, name = tempfile.mkstemp(dir=path.parent)
    with os.fdopen(handle, "wb") as file:
        file.write(hashlib.sha256(code).digest() + code)
    Path(name).replace(path)


_engines: list[binding.ExecutionEngine] = []


@cache
def engine(model: str, observed: bool) -> Go:
    """The engine, ready to run."""
    binding.initialize_native_target()
    binding.initialize_native_asmprinter()
    execution = binding.create_mcjit_compiler(binding.parse_assembly(""), target_machine())
    execution.add_object_file(binding.ObjectFileRef.from_data(object_code(model, observed)))
    execution.finalize_object()
    _engines.append(execution)  # the code is freed with its engine
    return ctypes.CFUNCTYPE(None, ctypes.c_void_p, ctypes.c_void_p)(execution.get_function_address("go"))


def run(state: State, core_address: int, model: str, observed: bool) -> None:
    """Run until the engine returns; the reason is in `state.exit`."""
    engine(model, observed)(ctypes.addressof(state), core_address)
