"""Commands that learn from books and make them."""
