"""How fast the machine is, measured beside SIMH's on the same programs."""
