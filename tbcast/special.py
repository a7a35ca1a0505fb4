"""Special functions, as in torch.special. Error messages call them `special_expit` and so on, as torch's do.

They come from the tables of operators and functions: a name there that begins with `_special_` is public here
without that prefix.
"""

from tbcast import _C

_FUNCTIONS = {
    name.removeprefix("_special_"): value for name, value in vars(_C).items() if name.startswith("_special_")
}
globals().update(_FUNCTIONS)

__all__ = sorted(_FUNCTIONS)
