"""Output files that are complete or not there at all."""

import os
import shutil
from collections.abc import Iterable, Mapping
from contextlib import suppress
from pathlib import Path

from ibm7094.errors import MachineError
from ibm7094.media import file_problem


def check_outputs(outputs: Iterable[Path], inputs: Iterable[Path]) -> None:
    """See that no file is to be written twice, or over what was read."""
    read = {path.resolve() for path in inputs}
    seen: set[Path] = set()
    for path in outputs:
        place = path.resolve()
        if place in seen:
            raise MachineError(f"{path}: two things are to be written to this file: name another for one.")
        if place in read:
            raise MachineError(f"{path}: this file is read, and would be written over: name another.")
        seen.add(place)


def write_together(contents: Mapping[Path, bytes]) -> None:
    """Write files beside their places, and move them there when all are complete."""
    waiting: list[tuple[Path, Path]] = []
    try:
        for path, content in contents.items():
            place = path.resolve()  # a link stays a link
            if place.exists() and not place.is_file():  # such as /dev/null, or a folder, which is told so
                _written(path, place, content)
                continue
            beside = place.with_name(f".{place.name}.{os.getpid()}")
            waiting.append((beside, place))
            _written(path, beside, content)
            if place.exists():
                shutil.copymode(place, beside)  # the new file is as private, or as open, as the old
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
