"""The listing as FAP printed it, and the sentences that explain its flags."""
