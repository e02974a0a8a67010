"""A game at the terminal: the session, the commands that are typed, the clock, the levels, the saved game."""
