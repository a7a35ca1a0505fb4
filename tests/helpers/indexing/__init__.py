"""Calls that read and write through indices, as text, one list a family of functions."""
