"""The variable field: expressions and numbers."""
