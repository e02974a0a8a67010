"""The package as a user installs it: wheel and sdist in a fresh environment, run from another folder."""

import os
import subprocess
import sys
import venv
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.rigs.facts import ROOT

FIG_3 = ("9-14", "22-17", "11-15", "17-13")
SAMUEL = [
    ("demo",),
    ("legal",),
    ("move", *FIG_3),
    *(("figure", number) for number in "123"),
    *(("table", number) for number in "12"),
    ("sizes",),
    ("timing",),
    ("report", "-o", "report.html"),
    ("learn", "--moves", "20", "--out", "tables.tap", "--force"),
    ("match", "--first", "COUNT=4", "--openings", "1", "--moves", "4", "--workers", "1"),
]
COMMANDS = [*(("samuel", *given) for given in SAMUEL), ("ibm7094", "demo")]


@dataclass(frozen=True)
class Installed:
    """An environment that contains the package and nothing else of the checkout."""

    environment: Path
    elsewhere: Path

    def run(self, *command: str, **more: str) -> subprocess.CompletedProcess[str]:
        """Run a command of the package in another folder, with a home and a cache of its own."""
        home = str(self.elsewhere)
        variables = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
        return subprocess.run(
            [self.environment / "bin" / command[0], *command[1:]],
            cwd=self.elsewhere,
            env=variables | {"HOME": home, "XDG_CACHE_HOME": home, "XDG_DATA_HOME": home} | more,
            capture_output=True,
            text=True,
            check=False,
        )

    def files(self) -> dict[Path, int]:
        """Every file of the installed packages except compiled ones, with the time of its last change."""
        found = (self.environment / "lib").glob("python*/site-packages/*/**/*")
        mine = (file for file in found if {"ibm7094", "samuel"} & set(file.parts) and file.is_file())
        return {file: file.stat().st_mtime_ns for file in mine if file.suffix != ".pyc"}

    def check_commands(self) -> None:
        """Run every command. Each must succeed, print something, and not change the package."""
        before = self.files()
        for command in COMMANDS:
            done = self.run(*command)
            assert (done.returncode, done.stdout != "" or "report" in command) == (0, True), (command, done)
        assert self.files() == before


def pip(environment: Path, *given: str | Path) -> None:
    """Install something. If that fails, show pip's message."""
    quiet = ("-m", "pip", "install", "--quiet", "--disable-pip-version-check")
    done = subprocess.run(
        [environment / "bin" / "python", *quiet, *given], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the sdist, and the wheel made from it."""
    folder = tmp_path_factory.mktemp("dist")
    done = subprocess.run(
        [sys.executable, "-m", "build", "--outdir", folder, ROOT], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return folder


@pytest.fixture(scope="module")
def installed(built: Path, tmp_path_factory: pytest.TempPathFactory) -> Installed:
    """The wheel in a fresh environment."""
    environment = tmp_path_factory.mktemp("environment")
    venv.create(environment, with_pip=True)
    (wheel,) = built.glob("*.whl")
    pip(environment, wheel)
    return Installed(environment, tmp_path_factory.mktemp("elsewhere"))


@pytest.mark.slow
def test_every_command_runs_from_the_wheel_and_leaves_the_package_as_it_was(installed: Installed) -> None:
    installed.check_commands()


@pytest.mark.slow
def test_a_record_goes_to_the_users_folder_and_is_read_from_there(installed: Installed) -> None:
    before = installed.files()
    assert installed.run("samuel", "figure", "1", "--record").returncode == 0
    (record,) = installed.elsewhere.rglob("fig1-2.txt")
    assert installed.files() == before
    record.write_text("nothing\n")
    assert installed.run("samuel", "figure", "1").returncode == 1
    record.unlink()
    assert installed.run("samuel", "figure", "1").returncode == 0


@pytest.mark.slow
def test_the_sdist_installs_the_same_files_and_every_command_runs(built: Path, installed: Installed) -> None:
    (source,) = built.glob("*.tar.gz")
    names = {file.relative_to(installed.environment) for file in installed.files()}
    pip(installed.environment, "--force-reinstall", "--no-deps", source)
    assert {file.relative_to(installed.environment) for file in installed.files()} == names
    installed.check_commands()


@pytest.mark.slow
@pytest.mark.parametrize("command", ["samuel", "ibm7094"])
def test_version_help_and_completion_work(installed: Installed, command: str) -> None:
    assert installed.run(command, "--version").stdout.startswith("samuel-machine ")
    assert installed.run(command, "-h").stdout == installed.run(command, "--help").stdout != ""
    asked = {
        f"_{command.upper()}_COMPLETE": "complete_bash",
        "COMP_WORDS": f"{command} de",
        "COMP_CWORD": "1",
    }
    assert "demo" in installed.run(command, **asked).stdout.split()
