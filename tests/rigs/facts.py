"""The facts beside the project, when they are there."""

from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
"""The project."""
SHARED = ROOT.parent / "shared"


def shared(path: str) -> Path:
    """A file of the shared facts, or a skip that says what is missing."""
    file = SHARED / path
    if not file.exists():
        pytest.skip(f"needs shared/{path} beside the project, which a plain clone does not have")
    return file
