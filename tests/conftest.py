"""What all tests share: both engines, and Ctrl-C."""

import signal
from collections.abc import Iterator

import pytest

from ibm7094.files.rules import STATE_VARIABLE

# A shell starts background jobs with SIGINT ignored, and their children inherit that: a test that
# interrupts a run would wait for ever. With a handler set here, a child gets the default.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.fixture(autouse=True, scope="session")
def notes(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Keep the notes on which command made which file out of the user's folder."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv(STATE_VARIABLE, str(tmp_path_factory.mktemp("state")))
        yield


@pytest.fixture(params=[True, False], ids=["compiled", "reference"])
def compiled(request: pytest.FixtureRequest) -> bool:
    """Run each test that uses this fixture on both engines."""
    return bool(request.param)
