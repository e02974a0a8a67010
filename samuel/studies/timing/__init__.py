"""How long the work takes: stopwatch, profile, and every time that the papers state."""
