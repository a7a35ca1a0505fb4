"""`explain` of an expression: each step is a call of the library's own function."""
