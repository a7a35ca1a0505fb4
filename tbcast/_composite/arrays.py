"""NumPy's protocols as methods of Tensor. torch implements them in Python, too."""

from tbcast import _C
from tbcast._C import from_numpy
from tbcast._decorators import named
from tbcast._verdict.calls import ask


@named("Tensor.__array__")
def array(self, dtype=None, copy=None):
    """See the docstring of the binding."""
    shared = self.numpy()
    if dtype is None and not copy:
        return shared
    converted = shared.astype(shared.dtype if dtype is None else dtype, copy=bool(copy))
    if converted is not shared and copy is False:
        raise ValueError("Unable to avoid copy while creating an array as requested.")
    return converted


def _judge(ufunc, args):
    """Ask policies about a NumPy function after it has computed, because NumPy does not announce it
    earlier."""
    operands = [x if isinstance(x, _C.Tensor) else getattr(x, "shape", ()) for x in args[: ufunc.nin]]
    if ufunc.signature is None:  # with a signature, dimensions of operands have meanings
        ask(f"numpy.{ufunc.__name__}", *operands)


@named("Tensor.__array_wrap__")
def array_wrap(self, array, context=None, return_scalar=False):
    """See the docstring of the binding."""
    if context is not None and _C._is_watched():
        _judge(*context[:2])
    return from_numpy(array.astype("uint8") if array.dtype == bool else array)
