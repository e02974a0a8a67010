"""Two engines that run the same instruction definitions: one compiled, one in plain Python."""
