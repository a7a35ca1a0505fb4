"""Rows whose differences from torch the runner has found and nobody has mended yet.

Their tests are expected to fail, strictly: a row that is mended must leave this list.  What is meant
to differ stands in differences.py.
"""

FORMS = {}
OVERLAP = {}
