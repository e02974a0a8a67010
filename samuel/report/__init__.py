"""The report: every published figure, table and time, paper beside machine, on one page."""
