"""Drawings of our own, as SVG in the page: boards, look-ahead trees, signature tables as they are wired."""
