"""`tbcast.explain`, and the note that errors about broadcasting carry."""

from tbcast._explain.explaining import explain
from tbcast._explain.explanation import Explanation
from tbcast._explain.findings import Dim

__all__ = ["Dim", "Explanation", "explain"]  # pickled explanations refer to the classes by this module
