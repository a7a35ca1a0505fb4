"""The differential runs: which cases there are, how each library computes them, what may differ."""
