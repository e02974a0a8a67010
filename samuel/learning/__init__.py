"""Book learning on the machine: book tapes, runs of the learning program, and games of its own."""
