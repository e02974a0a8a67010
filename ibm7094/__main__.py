"""`python -m ibm7094` is the command `ibm7094`."""

import sys

from ibm7094.cli import main

if __name__ == "__main__":
    sys.exit(main())
