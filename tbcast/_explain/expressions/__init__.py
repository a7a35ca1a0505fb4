"""`explain` of an expression: each step calls the library's own function."""
