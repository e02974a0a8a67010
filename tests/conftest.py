"""What tests share: the facts beside the project, when they are there, both engines, and Ctrl-C."""

import signal
from pathlib import Path

import pytest

SHARED = Path(__file__).parents[2] / "shared"

# A shell starts what runs in its background with SIGINT ignored, and so do all children: a test that
# interrupts a run would wait for ever. A handler of ours goes back to the default in a child.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)


def shared(path: str) -> Path:
    """A file of the shared facts, or a skip that says what is missing."""
    file = SHARED / path
    if not file.exists():
        pytest.skip(f"needs shared/{path} beside the project, which a plain clone does not have")
    return file


@pytest.fixture(params=[True, False], ids=["compiled", "reference"])
def compiled(request: pytest.FixtureRequest) -> bool:
    """Each test that asks for it runs on both engines."""
    return bool(request.param)
