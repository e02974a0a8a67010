"""What goes wrong with a file, as one sentence."""

from pathlib import Path

from ibm7094.errors import MachineError, MediaError


class NotWritten(MachineError):
    """An output that could not be written. A machine that writes it does not go on."""


def not_written(path: Path, error: OSError) -> NotWritten:
    """An operating system error while a file was written, as one sentence."""
    return NotWritten(str(file_problem(path, error)))


def file_problem(path: Path, error: OSError) -> MediaError:
    """An operating system error on a file, as one sentence."""
    match error:
        case FileNotFoundError():
            reason = "there is no such file: check the name"
        case IsADirectoryError():
            reason = "this is a folder: name a file in it"
        case PermissionError():
            reason = "permission denied: change the file's permissions, or copy it"
        case _:
            reason = f"{error.strerror or error}: check the disk and the name"
    return MediaError(f"{path}: {reason}")
