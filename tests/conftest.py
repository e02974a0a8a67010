"""What all tests share: both engines, and Ctrl-C."""

import signal

import pytest

# A shell starts what runs in its background with SIGINT ignored, and so do all children: a test that
# interrupts a run would wait for ever. A handler of ours goes back to the default in a child.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.fixture(params=[True, False], ids=["compiled", "reference"])
def compiled(request: pytest.FixtureRequest) -> bool:
    """Each test that asks for it runs on both engines."""
    return bool(request.param)
