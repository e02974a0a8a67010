"""How fast the machine is, compared with SIMH on the same programs."""
