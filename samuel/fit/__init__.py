"""Fitting what the papers leave open to what they print, such as the lost definitions to Table 1 of 1967."""
