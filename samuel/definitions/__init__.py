"""Definitions of the board parameters on arrays of boards, proposed and generated, and how well they fit."""
