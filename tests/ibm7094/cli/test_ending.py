"""Ctrl-C and SIGTERM: the documented exit code, one sentence, no traceback, no half file."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path

import pytest

from tests.rigs.cli_rig import LINE, START, TRA, at_start, image, prints_then

SCRIPTS = Path(sys.executable).parent
FOREVER = at_start(TRA | START)
PRINTS_THEN_FOREVER = prints_then(TRA | START + 3)
DIAGNOSTICS = Path(__file__).parents[4] / "shared" / "diagnostics"


class Started:
    """A command in a process of its own."""

    def __init__(self, arguments: Sequence[str | Path], folder: Path) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-m", *arguments],
            cwd=folder,
            env=os.environ | {"PYTHONPATH": str(Path(__file__).parents[3])},
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )

    def wait_for(self, part: Path) -> None:
        """Wait until a file has something in it."""
        end = time.monotonic() + 30
        while not (part.exists() and part.stat().st_size) and time.monotonic() < end:
            assert self.process.poll() is None
            time.sleep(0.01)

    def signalled(self, number: signal.Signals) -> tuple[int, str, str]:
        """Send a signal, and return exit code, output and messages."""
        self.process.send_signal(number)
        out, err = self.process.communicate(timeout=60)
        assert "Traceback" not in err, err
        return self.process.returncode, out, err


def running(folder: Path, *options: str) -> Started:
    """A program that has printed a line, and now runs for ever."""
    image(folder / "p.oct", PRINTS_THEN_FOREVER)
    started = Started(["ibm7094", "run", "p.oct", "--start", "100", "--print", "paper.txt", *options], folder)
    started.wait_for(folder / ".paper.txt.part")
    return started


def test_ctrl_c_stops_the_machine_says_where_and_keeps_the_paper(tmp_path: Path) -> None:
    code, _, err = running(tmp_path, "--tape", "A2=work.tap").signalled(signal.SIGINT)
    assert code == 130
    assert err == (
        "Stopped by the operator, before 00103; paper.txt and work.tap hold what was written so far.\n"
    )
    assert (tmp_path / "paper.txt").read_text() == f"{LINE}\n"


def test_sigterm_names_the_files_that_it_does_not_write(tmp_path: Path) -> None:
    (tmp_path / "paper.txt").write_text("yesterday's")
    code, out, err = running(tmp_path, "--force").signalled(signal.SIGTERM)
    assert (code, out, err) == (143, "", "Ended by SIGTERM: paper.txt was not written.\n")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["p.oct", "paper.txt"]
    assert (tmp_path / "paper.txt").read_text() == "yesterday's"


def test_a_second_run_with_the_same_output_is_refused(tmp_path: Path) -> None:
    first = running(tmp_path, "--tape", "A2=work.tap")
    for options in (["--print", "paper.txt"], ["--tape", "A3=work.tap"]):
        second = Started(["ibm7094", "run", "p.oct", "--start", "100", *options], tmp_path)
        _, err = second.process.communicate(timeout=60)
        name = options[-1].removeprefix("A3=")
        said = f"{name}: another run is writing this file: wait for it, or name another.\n"
        assert (second.process.returncode, err) == (2, said)
    assert first.signalled(signal.SIGINT)[0] == 130
    assert (tmp_path / "paper.txt").read_text() == f"{LINE}\n"


def test_after_an_interrupt_the_same_command_works_again(tmp_path: Path) -> None:
    for _ in range(2):
        assert running(tmp_path).signalled(signal.SIGINT)[0] == 130


@pytest.mark.slow
@pytest.mark.parametrize("arguments", [["ibm7094", "demo"], ["samuel", "legal"]], ids=lambda a: a[0])
@pytest.mark.parametrize("delay", [0.01 + 0.49 * part / 19 for part in range(20)])
def test_ctrl_c_while_a_command_starts_gives_no_traceback_of_ours(
    tmp_path: Path, arguments: list[str], delay: float
) -> None:
    process = subprocess.Popen(
        [SCRIPTS / arguments[0], *arguments[1:]], cwd=tmp_path, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    time.sleep(delay)
    process.send_signal(signal.SIGINT)
    out, err = (stream.decode() for stream in process.communicate(timeout=60))
    if process.returncode == 0:
        assert (bool(out), err) == (True, "")  # it was done
    elif process.returncode == 130:
        assert err == "Stopped by the operator.\n"
    else:  # Python itself was starting, and had not reached our first line
        assert process.returncode in (1, -signal.SIGINT)
        assert "/ibm7094/" not in err and "/samuel/" not in err, err


@pytest.mark.slow
@pytest.mark.skipif(not DIAGNOSTICS.exists(), reason="IBM's diagnostics are not available")
def test_diagnostics_that_are_interrupted_do_not_fail(tmp_path: Path) -> None:
    started = Started(["ibm7094", "diag", DIAGNOSTICS, "--reference"], tmp_path)
    time.sleep(1)  # in the middle, or before it begins
    code, _, err = started.signalled(signal.SIGINT)
    assert code == 130
    assert err.startswith("Stopped by the operator")
    assert "fail" not in err.lower()
