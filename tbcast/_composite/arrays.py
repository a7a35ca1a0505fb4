"""NumPy's protocols, as methods of Tensor, which are Python functions in torch as well."""

from tbcast._C import from_numpy
from tbcast._decorators import named


@named("Tensor.__array__")
def array(self, dtype=None, copy=None):
    """The binding's docstring says what it does."""
    shared = self.numpy()
    if dtype is None and not copy:
        return shared
    converted = shared.astype(shared.dtype if dtype is None else dtype, copy=bool(copy))
    if converted is not shared and copy is False:
        raise ValueError("Unable to avoid copy while creating an array as requested.")
    return converted


@named("Tensor.__array_wrap__")
def array_wrap(self, array, context=None, return_scalar=False):
    """The same."""
    return from_numpy(array.astype("uint8") if array.dtype == bool else array)
