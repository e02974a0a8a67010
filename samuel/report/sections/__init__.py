"""The sections of the report, a file each."""
