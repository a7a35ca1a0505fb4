"""Pickled explanations name Fix by this module, where it was once."""

from tbcast._explain.fixes import Fix as Fix
