"""The house: how many files a folder has, which room imports which, and what an import loads."""

import ast
import subprocess
import sys
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.rigs.facts import ROOT

MOST_FILES = 15
HEAVY = ("llvmlite", "matplotlib", "lark")
PACKAGES = ("ibm7094", "samuel")
FOLDERS = sorted({file.parent for package in PACKAGES for file in (ROOT / package).rglob("*.py")})
TEST_FOLDERS = sorted({file.parent for file in (ROOT / "tests").rglob("*.py")})
MODULES = {
    ".".join(file.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__"): file
    for package in PACKAGES
    for file in (ROOT / package).rglob("*.py")
}


@pytest.mark.parametrize("folder", FOLDERS + TEST_FOLDERS, ids=lambda folder: str(folder.relative_to(ROOT)))
def test_a_folder_has_at_most_fifteen_files(folder: Path) -> None:
    assert len(list(folder.glob("*.py"))) <= MOST_FILES


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: str(folder.relative_to(ROOT)))
def test_a_folder_of_code_says_what_it_is_for(folder: Path) -> None:
    assert ast.get_docstring(ast.parse((folder / "__init__.py").read_text()))


def imported(file: Path) -> Iterator[str]:
    """Our own modules that a file imports anywhere when it runs; not those imported for type checking."""
    tree = ast.parse(file.read_text())
    for node in ast.walk(tree):
        if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING":
            node.body = []
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (name.name for name in node.names if name.name in MODULES)
        elif isinstance(node, ast.ImportFrom) and node.module:
            for name in node.names:
                full = f"{node.module}.{name.name}"
                yield from (each for each in (full, node.module) if each in MODULES)


def rooms() -> dict[str, dict[str, set[str]]]:
    """For each package, its modules and folders, and which of them each one imports."""
    found: dict[str, dict[str, set[str]]] = defaultdict(lambda: defaultdict(set))
    for module, file in MODULES.items():
        for other in imported(file):
            here, there = module.split("."), other.split(".")
            depth = next((i for i, (a, b) in enumerate(zip(here, there, strict=False)) if a != b), None)
            if depth:
                found[".".join(here[:depth])][here[depth]].add(there[depth])
    return found


@pytest.mark.parametrize("package", sorted(rooms()))
def test_no_room_imports_a_sibling_in_a_circle(package: str) -> None:
    left = {room: set(others) for room, others in rooms()[package].items()}
    while free := [room for room, others in left.items() if not others & left.keys()]:
        for room in free:
            del left[room]
    assert left == {}


@pytest.mark.parametrize("module", ["ibm7094", "samuel", "samuel.checkers.rules", "samuel.checkers.pdn"])
def test_an_import_loads_nothing_heavy(module: str) -> None:
    code = f"import sys, {module}; print([name for name in {HEAVY} if name in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_no_import_reads_the_papers_data() -> None:
    code = (
        "import importlib, sys\nfrom samuel import paper\nfrom samuel.paper import rows\n"
        "def refuse(path): raise SystemExit(f'{path} is read at import')\n"
        "rows.text_of = refuse\n"
        f"for name in {sorted(MODULES)!r}:\n"
        "    '__main__' in name or importlib.import_module(name)\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")


def test_no_module_finds_data_by_counting_folders_upwards() -> None:
    assert [name for name, file in MODULES.items() if ".parents[" in file.read_text()] == []


def test_a_bad_public_name_is_an_attribute_error() -> None:
    import ibm7094
    import samuel

    for package in (ibm7094, samuel):
        assert all(getattr(package, name) for name in package.__all__)
        with pytest.raises(AttributeError, match="no_such_name"):
            _ = package.no_such_name
