"""Layers made from rows: each keeps the arguments of a function of torch.nn.functional, and calls it."""

from __future__ import annotations

from typing import Any, ClassVar

from torch.nn.modules.module import Module

from tbcast.nn import functional

IN_PLACE = {"inplace": False}


class Layer(Module):
    """A layer of ARGUMENTS, in their order; SHOWN is the format of what is printed."""

    ARGUMENTS: ClassVar[dict[str, Any]] = {}
    """{name: default, or ... if it must be given}."""
    SHOWN: ClassVar[str | None] = ""
    """None prints nothing, and says nothing of inplace, either."""
    FUNCTION: ClassVar[str] = ""
    TRAINS: ClassVar[bool] = False
    """Whether the function is told that the layer is in training."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__()
        names = list(self.ARGUMENTS)
        given = dict(zip(names, args, strict=False)) | kwargs
        missing = [name for name, default in self.ARGUMENTS.items() if default is ... and name not in given]
        twice = kwargs.keys() & names[: len(args)]
        if len(args) > len(names) or not given.keys() <= set(names) or missing or twice:
            raise TypeError(f"{type(self).__name__}: the arguments are {', '.join(names)}")
        self.keep(self.ARGUMENTS | given)

    def keep(self, settings: dict[str, Any]) -> None:
        """Make them attributes."""
        for name, value in settings.items():
            setattr(self, name, value)

    def options(self) -> dict[str, Any]:
        """What the function is given beside operands."""
        options = {name: getattr(self, name) for name in self.ARGUMENTS}
        return {**options, "training": self.training} if self.TRAINS else options

    def forward(self, *operands: Any, **named: Any) -> Any:
        """What the function gives."""
        return getattr(functional, self.FUNCTION)(*operands, **named, **self.options())

    def extra_repr(self) -> str:
        """SHOWN, and inplace if it is True."""
        if self.SHOWN is None:
            return ""
        shown = self.SHOWN.format_map(vars(self))
        in_place = "inplace=True" if vars(self).get("inplace") and "inplace" not in self.SHOWN else ""
        return ", ".join(filter(None, [shown, in_place]))


def shown(names: str) -> str:
    """The format that prints these, each after its name."""
    return ", ".join(f"{name}={{{name}}}" for name in names.split())


def layer(
    name: str,
    function: str,
    arguments: dict[str, Any],
    format: str | None = "",
    base: type[Layer] = Layer,
    **more: Any,
) -> type[Layer]:
    """The class of that name. more: what else it says of itself, for its base."""
    doc = f"As torch.nn.{name}, by {function} of torch.nn.functional."
    own = {"ARGUMENTS": arguments, "FUNCTION": function, "SHOWN": format, **more}
    return type(name, (base,), {**own, "__module__": "torch.nn", "__doc__": doc})
