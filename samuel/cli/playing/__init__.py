"""Commands that play: moves, games, matches."""
