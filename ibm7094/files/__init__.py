"""Files of the user: inputs with a limit on their size, outputs that appear whole or not at all."""
