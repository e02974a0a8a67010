"""Fig. 3 of 1967: the tree of a move, by oracle, free run, forced replay and chance."""
