"""Modules that hold modules: Sequential, ModuleList, ModuleDict; and lists and dictionaries of parameters."""

from __future__ import annotations

import operator
from collections import OrderedDict
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from torch._settings import typename
from torch.nn.modules.module import Module, _indented
from torch.nn.parameter import Parameter

from tbcast import Tensor

__all__ = ["ModuleDict", "ModuleList", "ParameterDict", "ParameterList", "Sequential"]


class _List(Module):
    """Modules named 0, 1, 2, ..."""

    _modules: dict[str, Module]

    def _at(self, index: Any, past: int = 0) -> str:
        at, n = operator.index(index), len(self)
        if not -n <= at < n + past:
            raise IndexError(f"index {at} is out of range")
        return str(at % n if at < n else at)

    def _renumber(self, modules: Iterable[Module]) -> None:
        vars(self)["_modules"] = {str(i): module for i, module in enumerate(modules)}

    def __len__(self) -> int:
        return len(self._modules)

    def __iter__(self) -> Iterator[Module]:
        return iter(self._modules.values())

    def __getitem__(self, index: Any) -> Any:
        if isinstance(index, slice):
            return self._of(list(self._modules.items())[index])
        return self._modules[list(self._modules)[int(self._at(index))]]

    def __setitem__(self, index: Any, module: Module) -> None:
        setattr(self, list(self._modules)[int(self._at(index))], module)

    def __delitem__(self, index: Any) -> None:
        kept = list(self)
        del kept[index]
        self._renumber(kept)

    def append(self, module: Module) -> Any:
        """One more at the end; returns self."""
        self.add_module(str(len(self)), module)
        return self

    def extend(self, modules: Iterable[Module]) -> Any:
        """More at the end; returns self."""
        if not isinstance(modules, Iterable):
            raise TypeError(
                f"{type(self).__name__}.extend should be called with an iterable, but got "
                f"{type(modules).__name__}"
            )
        for module in list(modules):
            self.append(module)
        return self

    def insert(self, index: int, module: Module) -> Any:
        """One before the index."""
        if not isinstance(module, Module):
            raise AssertionError(f"module should be of type: {Module}")
        kept = list(self)
        kept.insert(index, module)
        self._renumber(kept)
        return self if isinstance(self, Sequential) else None

    def pop(self, index: int | slice) -> Any:
        """Take one away, and return it."""
        found = self[index]
        del self[index]
        return found

    def __dir__(self) -> list[str]:
        return [name for name in super().__dir__() if not name.isdigit()]

    def _of(self, items: list[tuple[str, Module]]) -> Any:
        raise NotImplementedError


class Sequential(_List):
    """Modules that are called one after another.  As torch.nn.Sequential."""

    def __init__(self, *args: Any) -> None:
        super().__init__()
        named = args[0].items() if len(args) == 1 and isinstance(args[0], OrderedDict) else enumerate(args)
        for name, module in named:
            self.add_module(str(name), module)

    def forward(self, input: Any) -> Any:
        """What the last one returns."""
        for module in self:
            input = module(input)
        return input

    def _of(self, items: list[tuple[str, Module]]) -> Sequential:
        return type(self)(OrderedDict(items))

    def __add__(self, other: Any) -> Sequential:
        if not isinstance(other, Sequential):
            raise ValueError(
                f"add operator supports only objects of Sequential class, but {type(other)} is given."
            )
        return Sequential(*self, *other)

    def __iadd__(self, other: Any) -> Sequential:
        return self.extend(other)  # type: ignore[no-any-return]


class ModuleList(_List):
    """A list of modules.  As torch.nn.ModuleList."""

    def __init__(self, modules: Iterable[Module] | None = None) -> None:
        super().__init__()
        self.extend(() if modules is None else modules)

    def _of(self, items: list[tuple[str, Module]]) -> ModuleList:
        return type(self)(module for _, module in items)

    def __add__(self, other: Iterable[Module]) -> ModuleList:
        return ModuleList([*self, *other])

    def __iadd__(self, modules: Iterable[Module]) -> ModuleList:
        return self.extend(modules)  # type: ignore[no-any-return]

    def __repr__(self) -> str:
        texts = [repr(module) for module in self]
        if not texts:
            return f"{self._get_name()}()"
        lines, at = [], 0
        while at < len(texts):
            end = at
            while end < len(texts) and texts[end] == texts[at]:
                end += 1
            many = end - at > 1
            shown = f"({at}-{end - 1}): {end - at} x {texts[at]}" if many else f"({at}): {texts[at]}"
            lines.append(_indented(shown, 2))
            at = end
        return f"{self._get_name()}(\n  " + "\n  ".join(lines) + "\n)"


class ModuleDict(Module):
    """A dictionary of modules.  As torch.nn.ModuleDict."""

    def __init__(self, modules: Any = None) -> None:
        super().__init__()
        if modules is not None:
            self.update(modules)

    def __getitem__(self, key: str) -> Module:
        return self._modules[key]  # type: ignore[no-any-return]

    def __setitem__(self, key: str, module: Module) -> None:
        self.add_module(key, module)

    def __delitem__(self, key: str) -> None:
        del self._modules[key]

    def __len__(self) -> int:
        return len(self._modules)

    def __iter__(self) -> Iterator[str]:
        return iter(self._modules)

    def __contains__(self, key: str) -> bool:
        return key in self._modules

    def clear(self) -> None:
        """Take all away."""
        self._modules.clear()

    def pop(self, key: str) -> Module:
        """Take one away, and return it."""
        return self._modules.pop(key)  # type: ignore[no-any-return]

    def keys(self) -> Any:
        """The names."""
        return self._modules.keys()

    def items(self) -> Any:
        """(name, module)."""
        return self._modules.items()

    def values(self) -> Any:
        """The modules."""
        return self._modules.values()

    def update(self, modules: Any) -> None:
        """More of them: a mapping, or pairs."""
        if not isinstance(modules, Iterable):
            raise TypeError(
                "ModuleDict.update should be called with an iterable of key/value pairs, but got "
                f"{type(modules).__name__}"
            )
        for key, module in modules.items() if hasattr(modules, "items") else modules:
            self[key] = module


def _shown(parameter: Any) -> str:
    if not isinstance(parameter, Tensor):
        return f"Object of type: {type(parameter).__name__}"
    size = "x".join(str(length) for length in parameter.size())
    kind = "Parameter" if isinstance(parameter, Parameter) else "Tensor"
    return f"{kind} containing: [{{}} of size {size}]"


class ParameterList(Module):
    """A list of parameters; Tensors become Parameters.  As torch.nn.ParameterList."""

    def __init__(self, values: Iterable[Any] | None = None) -> None:
        super().__init__()
        self._size = 0
        self.extend(() if values is None else values)

    def __len__(self) -> int:
        return self._size

    def _name(self, index: Any) -> str:
        at = operator.index(index)
        if not -self._size <= at < self._size:
            raise IndexError(f"index {at} is out of range")
        return str(at % self._size)

    def __getitem__(self, index: Any) -> Any:
        if isinstance(index, slice):
            return type(self)(self[i] for i in range(*index.indices(self._size)))
        return getattr(self, self._name(index))

    def __setitem__(self, index: Any, value: Any) -> None:
        plain = isinstance(value, Tensor) and not isinstance(value, Parameter)
        setattr(self, self._name(index), Parameter(value) if plain else value)

    def __iter__(self) -> Iterator[Any]:
        return (self[i] for i in range(self._size))

    def append(self, value: Any) -> ParameterList:
        """One more at the end; returns self."""
        self._size += 1
        self[self._size - 1] = value
        return self

    def extend(self, values: Iterable[Any]) -> ParameterList:
        """More at the end; returns self."""
        if not isinstance(values, Iterable) or isinstance(values, Tensor):
            raise TypeError(
                f"ParameterList.extend should be called with an iterable, but got {type(values).__name__}"
            )
        for value in values:
            self.append(value)
        return self

    def __iadd__(self, values: Iterable[Any]) -> ParameterList:
        return self.extend(values)

    def extra_repr(self) -> str:
        """A line each."""
        return "\n".join(
            f"  ({i}): " + _shown(value).format(getattr(value, "dtype", "")) for i, value in enumerate(self)
        )

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        """RuntimeError: it is a list."""
        raise RuntimeError("ParameterList should not be called.")


class ParameterDict(Module):
    """A dictionary of parameters; Tensors become Parameters.  As torch.nn.ParameterDict."""

    def __init__(self, parameters: Any = None) -> None:
        super().__init__()
        self._keys: dict[str, None] = {}
        if parameters is not None:
            self.update(parameters)

    def __getitem__(self, key: str) -> Any:
        return getattr(self, key)

    def __setitem__(self, key: str, value: Any) -> None:
        self._keys[key] = None
        plain = isinstance(value, Tensor) and not isinstance(value, Parameter)
        setattr(self, key, Parameter(value) if plain else value)

    def __delitem__(self, key: str) -> None:
        del self._keys[key]
        delattr(self, key)

    def __len__(self) -> int:
        return len(self._keys)

    def __iter__(self) -> Iterator[str]:
        return iter(self._keys)

    def __contains__(self, key: str) -> bool:
        return key in self._keys

    def keys(self) -> Any:
        """The names."""
        return self._keys.keys()

    def items(self) -> Any:
        """(name, parameter)."""
        return ((key, self[key]) for key in self._keys)

    def values(self) -> Any:
        """The parameters."""
        return (self[key] for key in self._keys)

    def update(self, parameters: Any) -> None:
        """More of them: a mapping, or pairs."""
        for key, value in (
            parameters.items() if isinstance(parameters, (Mapping, ParameterDict)) else parameters
        ):
            self[key] = value

    def extra_repr(self) -> str:
        """A line each."""
        return "\n".join(
            f"  ({key}): " + _shown(value).format(typename(value.data)) for key, value in self.items()
        )

    def __call__(self, input: Any) -> Any:
        """RuntimeError: it is a dictionary."""
        raise RuntimeError("ParameterDict should not be called.")
