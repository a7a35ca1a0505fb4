"""Dictionaries whose keys are tensors and do not keep them alive.

weakref.WeakKeyDictionary compares keys by ==, which is elementwise for tensors; here a key is an object, as
in torch.utils.weak.
"""

from tbcast._compat.weak import WeakIdKeyDictionary, WeakIdRef, WeakTensorKeyDictionary

__all__ = ["WeakIdKeyDictionary", "WeakIdRef", "WeakTensorKeyDictionary"]
