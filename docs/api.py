"""Make the API page from the docstrings: `python docs/api.py FOLDER`, which `make docs` runs."""

import sys
from pathlib import Path
from pkgutil import walk_packages
from types import ModuleType

import pdoc

import ibm7094
import samuel

PACKAGES = (ibm7094, samuel)


def main(folder: Path) -> None:
    """Write the pages of both packages into a folder."""
    for package in PACKAGES:
        for name in package.__all__:
            getattr(package, name)  # load the public names, which are imported lazily
    pdoc.render.configure(docformat="markdown", footer_text="The Samuel machine")
    wanted: list[str] = []
    covered: set[str] = set()
    for package in PACKAGES:
        for name in (package.__name__, *modules(package)):
            if name not in covered:  # pdoc also renders the modules of a package without __all__
                wanted.append(name)
                covered.update(pdoc.extract.walk_specs([name]))
    pdoc.pdoc(*wanted, output_directory=folder)


def modules(package: ModuleType) -> list[str]:
    """Every module of a package, at any depth."""
    found = walk_packages(package.__path__, f"{package.__name__}.")
    return [module.name for module in found if not module.name.endswith("__main__")]


if __name__ == "__main__":
    main(Path(sys.argv[1]))
