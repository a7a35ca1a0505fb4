"""Dictionaries whose keys are tensors and do not keep them alive.

weakref.WeakKeyDictionary compares keys by ==, which is elementwise for tensors; here a key is an object, as
in torch.utils.weak.
"""

from __future__ import annotations

import copy
import weakref
from collections.abc import Iterable, Iterator, Mapping, MutableMapping
from typing import Any, Generic, TypeVar

__all__ = ["WeakIdKeyDictionary", "WeakIdRef", "WeakTensorKeyDictionary"]

K = TypeVar("K")
V = TypeVar("V")


class WeakIdRef(weakref.ref[K]):
    """A weak reference that equals another if both are to the same object.  As torch.utils.weak.WeakIdRef.

    TypeError for objects that take no weak references.

    Example:
        >>> import tbcast as torch
        >>> from tbcast.utils.weak import WeakIdRef
        >>> x = torch.ones(2)
        >>> WeakIdRef(x) == WeakIdRef(x), WeakIdRef(x) == WeakIdRef(torch.ones(2))
        (True, False)
    """

    __slots__ = ("_id",)
    _id: int

    def __new__(cls, key: K, callback: Any = None) -> WeakIdRef[K]:
        """The reference, which remembers its object's id."""
        self = super().__new__(cls, key, callback)
        self._id = id(key)
        return self

    def __hash__(self) -> int:
        return self._id

    def __eq__(self, other: object) -> bool:
        mine = self()
        if mine is not None and isinstance(other, weakref.ref):
            return mine is other()
        return self is other

    def __ne__(self, other: object) -> bool:
        return not self == other


class WeakIdKeyDictionary(MutableMapping[K, V], Generic[K, V]):
    """A dictionary of objects, known by identity; an entry goes with its object.

    Args:
        items: a mapping or pairs to start with.

    KeyError for an object that is not there, TypeError for one that takes no weak references.  As
    torch.utils.weak.WeakIdKeyDictionary.

    Example:
        >>> import tbcast as torch
        >>> from tbcast.utils.weak import WeakTensorKeyDictionary
        >>> x = torch.ones(2)
        >>> names = WeakTensorKeyDictionary({x: "x", torch.ones(2): "gone at once"})
        >>> names[x], len(names)
        ('x', 1)
    """

    def __init__(self, items: Mapping[K, V] | Iterable[tuple[K, V]] = ()) -> None:
        self._items: dict[int, tuple[weakref.ref[K], V]] = {}
        self.update(items)

    def __getitem__(self, key: K) -> V:
        found, value = self._items[id(key)]
        if found() is not key:
            raise KeyError(key)
        return value

    def __setitem__(self, key: K, value: V) -> None:
        key_id, mine = id(key), weakref.ref(self)

        def forget(dead: weakref.ref[K]) -> None:
            whole = mine()
            if whole is not None and whole._items.get(key_id, (None,))[0] is dead:
                del whole._items[key_id]

        self._items[key_id] = weakref.ref(key, forget), value

    def __delitem__(self, key: K) -> None:
        self[key]  # raises where another object had this id
        del self._items[id(key)]

    def __contains__(self, key: object) -> bool:
        return id(key) in self._items and self._items[id(key)][0]() is key

    def __iter__(self) -> Iterator[K]:
        for found, _ in list(self._items.values()):
            key = found()
            if key is not None:
                yield key

    def __len__(self) -> int:
        return len(self._items)

    def __repr__(self) -> str:
        return f"<{type(self).__name__} at {id(self):#x}>"

    def copy(self) -> WeakIdKeyDictionary[K, V]:
        """Another dictionary of the same entries."""
        return type(self)(self)

    __copy__ = copy

    def __deepcopy__(self, memo: dict[int, Any]) -> WeakIdKeyDictionary[K, V]:
        """As in PyTorch, the values are copied and the keys are not."""
        return type(self)((key, copy.deepcopy(value, memo)) for key, value in self.items())


WeakTensorKeyDictionary = WeakIdKeyDictionary
