"""The classes of tbcast.utils.weak, which says what they are for."""

from __future__ import annotations

import copy
import weakref
from collections.abc import Iterable, Iterator, Mapping, MutableMapping
from typing import Any, Generic, TypeVar

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
    __module__ = "tbcast.utils.weak"
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

    __module__ = "tbcast.utils.weak"

    def __init__(self, items: Mapping[K, V] | Iterable[tuple[K, V]] = ()) -> None:
        self._items: dict[WeakIdRef[K], V] = {}
        self.update(items)

    def __getitem__(self, key: K) -> V:
        return self._items[WeakIdRef(key)]

    def __setitem__(self, key: K, value: V) -> None:
        mine = weakref.ref(self)

        def forget(dead: WeakIdRef[K]) -> None:
            whole = mine()
            if whole is not None:
                whole._items.pop(dead, None)

        self._items[WeakIdRef(key, forget)] = value

    def __delitem__(self, key: K) -> None:
        del self._items[WeakIdRef(key)]

    def __contains__(self, key: object) -> bool:
        try:
            return WeakIdRef(key) in self._items
        except TypeError:
            return False

    def __iter__(self) -> Iterator[K]:
        for found in list(self._items):
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
