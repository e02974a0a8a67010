"""What the paper of 1967 reports about its search, measured again on many positions."""
