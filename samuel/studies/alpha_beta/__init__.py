"""Figs. 1 and 2 of 1967: alpha-beta on a tree from cards."""
