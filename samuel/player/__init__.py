"""Runs Samuel's programs on the machine: makes their cards, and reads what they print."""
