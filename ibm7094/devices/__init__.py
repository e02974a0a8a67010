"""Card machines, printer, tapes and drums, at their real speeds."""
