"""The front end for NumPy and all else with shapes: modules whose operators are looked at."""
