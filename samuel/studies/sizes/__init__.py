"""How much memory the programs take, beside what the papers state."""
