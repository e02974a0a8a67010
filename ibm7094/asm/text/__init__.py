"""FAP as text: format it in columns, colour it, and make it from words."""
