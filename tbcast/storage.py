"""The classes of storages, where torch has them."""

from tbcast._C import UntypedStorage
from tbcast._compat.typed_storage import TypedStorage

__all__ = ["TypedStorage", "UntypedStorage"]
