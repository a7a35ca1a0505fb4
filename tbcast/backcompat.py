"""The switches for "Backwards compatibility" in PyTorch's note "Broadcasting semantics".

`broadcast_warning.enabled` (off): warn where a call broadcasts that used to
treat its operands as 1-dimensional: they differ in shape and have equally many
elements, and each has a dimension at least.  `pointwise_fallback.enabled` (on): the
deprecated 1-dimensional behaviour itself; off gives PyTorch 2's errors.
`error_notes.enabled` (on): errors about broadcasting carry a note (PEP 678) on the shapes, from
Python 3.11 on; off for what reads errors to their last line, doctests and `pytest.raises(match="...$")`.
The environment variable TBCAST_ERROR_NOTES=0 starts with it off.
`keepdim_warning.enabled` is accepted and has no effect, as in PyTorch.
All are process-wide.
"""

from tbcast import _C

__all__ = ["Warning", "broadcast_warning", "error_notes", "keepdim_warning", "pointwise_fallback"]


class Warning:
    """A switch whose state the extension module holds.

    >>> torch.backcompat.broadcast_warning.enabled
    False
    """

    __slots__ = ("_getter", "_setter")

    def __init__(self, setter, getter):
        self._setter = setter
        self._getter = getter

    @property
    def enabled(self) -> bool:
        """Whether it is on. Setting it to anything but a bool raises RuntimeError and changes nothing."""
        return self._getter()

    @enabled.setter
    def enabled(self, value: bool) -> None:
        self._setter(value)

    def set_enabled(self, value: bool) -> None:
        """The same as `enabled = value`."""
        self._setter(value)

    def get_enabled(self) -> bool:
        """The same as `enabled`."""
        return self._getter()


broadcast_warning = Warning(_C._set_backcompat_broadcast_warn, _C._get_backcompat_broadcast_warn)
keepdim_warning = Warning(_C._set_backcompat_keepdim_warn, _C._get_backcompat_keepdim_warn)
error_notes = Warning(_C._set_backcompat_error_notes, _C._get_backcompat_error_notes)
pointwise_fallback = Warning(_C._set_backcompat_pointwise_fallback, _C._get_backcompat_pointwise_fallback)
