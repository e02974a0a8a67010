"""Cards: cut into fields, read from files and deck lists, fed to the assembler, made by macros."""
