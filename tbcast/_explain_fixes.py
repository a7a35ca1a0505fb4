"""Pickled explanations refer to Fix by this module, where it used to be."""

from tbcast._explain.fixes import Fix as Fix
