"""Allocations that fail: which calls meet them (calls.py), and the program that makes these (runner.py)."""
