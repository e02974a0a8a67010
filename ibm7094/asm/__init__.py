"""FAP, the assembler of the 7090 and 7094: the words, flags and listing that IBM's own gave."""
