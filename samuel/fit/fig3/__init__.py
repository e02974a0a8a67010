"""How near the search can come to Fig. 3 if its numbers are free: hill climbing, compared with chance."""
