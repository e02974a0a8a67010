"""Commands that compare the machine with the papers."""
