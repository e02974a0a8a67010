"""Output files that are written completely or not at all."""

import os
import shutil
from collections.abc import Iterable, Mapping
from contextlib import suppress
from pathlib import Path

from ibm7094.errors import MachineError
from ibm7094.files.problems import file_problem


def check_outputs(outputs: Iterable[Path], inputs: Iterable[Path]) -> None:
    """Check that no two outputs name the same file, and that none overwrites an input."""
    read = {path.resolve() for path in inputs}
    seen: set[Path] = set()
    for path in outputs:
        place = path.resolve()
        if place in seen:
            raise MachineError(f"{path}: two outputs name this file: choose another for one of them.")
        if place in read:
            raise MachineError(
                f"{path}: this file is an input and would be overwritten: choose another output file."
            )
        seen.add(place)


def write_together(contents: Mapping[Path, bytes]) -> None:
    """Write temporary files beside the outputs, and rename them when all are complete."""
    waiting: list[tuple[Path, Path]] = []
    try:
        for path, content in contents.items():
            place = path.resolve()  # write to the target of a symbolic link
            if place.exists() and not place.is_file():  # such as /dev/null, or a folder, which is an error
                _written(path, place, content)
                continue
            beside = place.with_name(f".{place.name}.{os.getpid()}")
            waiting.append((beside, place))
            _written(path, beside, content)
            if place.exists():
                shutil.copymode(place, beside)  # keep the permissions of the old file
        for beside, place in waiting:
            beside.replace(place)
    finally:
        for beside, _ in waiting:
            with suppress(OSError):
                beside.unlink(missing_ok=True)


def _written(named: Path, place: Path, content: bytes) -> None:
    try:
        place.write_bytes(content)
    except OSError as error:
        raise file_problem(named, error) from None
