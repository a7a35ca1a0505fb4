"""The classes of storages, where torch has them."""

from tbcast._C import UntypedStorage
from tbcast._compat.typed_storage import (
    TypedStorage,
    _storage_of as _storage_of,
    _untyped_text as _untyped_text,
)

__all__ = ["TypedStorage", "UntypedStorage"]
