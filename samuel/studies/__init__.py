"""The papers' results, repeated on the machine, and the records of them."""
