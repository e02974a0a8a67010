"""`python -m samuel` is the command `samuel`."""

import sys

from samuel.cli import main

if __name__ == "__main__":
    sys.exit(main())
