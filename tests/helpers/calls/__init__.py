"""What both libraries are to compute: calls and expressions as text, one list a family of functions."""
