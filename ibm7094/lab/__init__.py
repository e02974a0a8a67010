"""Measuring and checking the machine: benchmarks, fuzzer, SIMH, IBM's diagnostics, reference page."""
