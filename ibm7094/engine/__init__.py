"""Two engines for one set of definitions: compiled, and plain Python."""
