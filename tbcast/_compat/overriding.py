"""Tensor's own __torch_function__, and blocks in which nobody's is called.

Every `import tbcast` loads this module; tbcast/overrides does the rest.
"""

from tbcast import _C


class DisableTorchFunctionSubclass:
    """Context manager: in this thread, operands are not asked for __torch_function__.  As
    torch._C.DisableTorchFunctionSubclass.

    >>> with torch._C.DisableTorchFunctionSubclass():
    ...     torch.overrides.has_torch_function((torch.ones(2),))
    False
    """

    def __enter__(self):
        self._before = _C._set_torch_function_enabled(False)

    def __exit__(self, *error):
        _C._set_torch_function_enabled(self._before)


class DisableTorchFunction(DisableTorchFunctionSubclass):
    """The same, as there are no modes.  As torch._C.DisableTorchFunction.

    >>> with torch.DisableTorchFunction():
    ...     torch.ones(2) + 1
    tensor([2., 2.])
    """


def _converted(value, cls):
    if isinstance(value, _C.Tensor):
        return value if isinstance(value, cls) else value.as_subclass(cls)
    if isinstance(value, (tuple, list)) and type(value) is not _C.Size:
        return type(value)(_converted(item, cls) for item in value)
    return value


def _torch_function(cls, func, types, args=(), kwargs=None):
    """Call func as if no operand had a __torch_function__; Tensors that it returns become objects of the
    class. NotImplemented for operands of classes that this one does not extend. As
    torch.Tensor.__torch_function__."""
    if not all(issubclass(cls, other) for other in types):
        return NotImplemented
    with DisableTorchFunctionSubclass():
        result = func(*args, **(kwargs or {}))
    return result if cls is _C.Tensor else _converted(result, cls)


def install():
    """Give Tensor and _C what torch's have."""
    _C.Tensor.__torch_function__ = classmethod(_torch_function)
    _C.DisableTorchFunction = DisableTorchFunction
    _C.DisableTorchFunctionSubclass = DisableTorchFunctionSubclass
