"""What the machine's devices read and write, as files: characters, cards, tapes and binary decks."""
