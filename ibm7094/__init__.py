"""A word-exact, time-keeping IBM 7094."""
