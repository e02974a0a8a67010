"""Exit codes of both commands, besides 0 for success and 1 for a difference."""

USAGE = 2
UNEXPECTED = 3
INTERRUPTED = 130
