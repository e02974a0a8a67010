"""Learning from books: Tables 1 and 2 of 1967, and Griffith's test of 1966."""
