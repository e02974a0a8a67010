"""Tests, grouped as the packages are; `rigs` holds what they share."""
