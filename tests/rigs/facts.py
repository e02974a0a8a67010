"""Files outside the repository that some tests compare with."""

from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
"""The folder of the project."""
SHARED = ROOT.parent / "shared"


def shared(path: str) -> Path:
    """One of these files; the test is skipped, and says what is missing, if it is not available."""
    file = SHARED / path
    if not file.exists():
        pytest.skip(f"needs {path}, which is not part of the repository")
    return file
