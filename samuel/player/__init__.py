"""Samuel's programs on the machine: cards go in, and what the printer says is read."""
