"""Card machines, printer and tapes, at their own speed."""
