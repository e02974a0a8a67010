"""Look-ahead trees in print: read from any form, replayed by the rules, and compared."""
