"""The commands of `ibm7094`, one file each."""
