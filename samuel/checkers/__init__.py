"""The game itself, without a machine: rules, boards, openings, and games as text."""
