"""FAP as text: lay it out in columns, colour it, and make it from words."""
