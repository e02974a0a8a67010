"""Results as tables and sentences for people; the commands and the report share them."""
