"""Linear algebra, as in torch.linalg. numpy.linalg computes factorizations, of the tensors' own memory;
without NumPy, they raise NotImplementedError.

The functions come from the function table: a name there that begins with `_linalg_` is public here without
that prefix. Error messages call them `linalg_det` and so on, as torch's do.
"""

from tbcast import _C
from tbcast._compat import missing as _missing
from tbcast._composite.linalg.checks import _LinAlgError

_FUNCTIONS = {
    name.removeprefix("_linalg_"): value for name, value in vars(_C).items() if name.startswith("_linalg_")
}
globals().update(_FUNCTIONS)
LinAlgError = _LinAlgError

__all__ = sorted(["LinAlgError", *_FUNCTIONS])


def __getattr__(name: str):
    """For a name of torch.linalg that tbcast lacks, the error says what to use instead."""
    text = _missing.sentence(f"linalg.{name}") or f"module {__name__!r} has no attribute {name!r}"
    raise AttributeError(text, name=name)
