"""Independent models in Python that check the native programs. No program uses them to play or learn."""
