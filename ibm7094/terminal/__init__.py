"""What commands share: output, files, listings of words, and how failures are reported."""
