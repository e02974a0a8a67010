"""The Python around Samuel's program: it makes cards and tapes, runs the machine and reads its printer."""
