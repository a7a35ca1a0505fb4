"""How likely a broadcast is a mistake, and what the program wrote out."""
