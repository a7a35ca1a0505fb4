"""The text of a tensor, as PyTorch 2.13 prints it, and the print options.

The elements to show are read as Python numbers: `tolist()` of the tensor, or of its edges if it is large. One
format is chosen for all of them, and nested lists become nested brackets. Nothing here computes with tensors.
The module is imported when the first tensor is printed.
"""

from __future__ import annotations

import contextlib
import math
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from typing import Any

from tbcast._decorators import named


@dataclass
class _Options:
    precision: int = 4
    threshold: float = 1000
    edgeitems: int = 3
    linewidth: int = 80
    sci_mode: bool | None = None


_options = _Options()

_PROFILES: dict[str, dict[str, Any]] = {
    "default": {"precision": 4, "threshold": 1000, "edgeitems": 3, "linewidth": 80},
    "short": {"precision": 2, "threshold": 1000, "edgeitems": 2, "linewidth": 80},
    "full": {"precision": 4, "threshold": math.inf, "edgeitems": 3, "linewidth": 80},
}


def set_printoptions(
    precision: int | None = None,
    threshold: float | None = None,
    edgeitems: int | None = None,
    linewidth: int | None = None,
    profile: str | None = None,
    sci_mode: bool | None = None,
) -> None:
    """Set how tensors are printed from now on as torch.set_printoptions does.

    Omitted options keep their values, except `sci_mode`, which every call sets: None chooses by the values.

    Args:
        precision: digits after the decimal point (initially 4).
        threshold: a tensor with more elements is summarised (initially 1000).
        edgeitems: elements shown at each end of a summarised dimension (3).
        linewidth: columns of a line (80).
        profile: "default", "short" or "full", applied before the others;
            another name changes nothing, as in PyTorch.
        sci_mode: True or False forces scientific notation on or off.

    As in PyTorch, values are not checked; printing raises TypeError if one is not a number.

    Example:
        >>> import tbcast
        >>> tbcast.set_printoptions(precision=2)
        >>> tbcast.tensor([1.12345])
        tensor([1.12])
        >>> tbcast.set_printoptions(profile="default")
    """
    for name, value in _PROFILES.get(profile or "", {}).items():
        setattr(_options, name, value)
    given = {"precision": precision, "threshold": threshold, "edgeitems": edgeitems, "linewidth": linewidth}
    for name, value in given.items():
        if value is not None:
            setattr(_options, name, value)
    _options.sci_mode = sci_mode


def get_printoptions() -> dict[str, Any]:
    """The current options, as keywords for `set_printoptions`.

    >>> get_printoptions()["linewidth"]
    80
    """
    return asdict(_options)


@contextlib.contextmanager
def printoptions(**options: Any) -> Iterator[None]:
    """Applies `set_printoptions` for the duration of a `with` block.

    >>> with printoptions(precision=2):
    ...     get_printoptions()["precision"]
    2
    """
    before = get_printoptions()
    set_printoptions(**options)
    try:
        yield
    finally:
        set_printoptions(**before)


# ---- the elements to show ----


_GAP = object()
"""Stands for the omitted elements in a list."""


def _shown(tensor: Any, edge: int | None) -> Any:
    """The elements as nested lists; with `edge`, only that many at each end of each dimension.

    A negative `edge` acts as in PyTorch: it cuts a vector at its other ends, and nothing remains of more
    dimensions.
    """
    if edge is None or tensor.dim() == 0:
        return tensor.tolist()
    length = tensor.shape[0]
    cut = length > 2 * edge
    if tensor.dim() == 1:
        if not cut:
            return tensor.tolist()
        head, tail = (tensor[:edge].tolist(), tensor[-edge:].tolist()) if edge else ([], [])
        return [*head, _GAP, *tail]
    if not cut:
        return [_shown(tensor[i], edge) for i in range(length)]
    if edge < 0:
        raise RuntimeError("stack expects a non-empty TensorList")
    head = [_shown(tensor[i], edge) for i in range(edge)]
    return [*head, _GAP, *(_shown(tensor[i], edge) for i in range(length - edge, length))]


def _numbers(elements: Any) -> Iterator[Any]:
    if isinstance(elements, list):
        for element in elements:
            yield from _numbers(element)
    elif elements is not _GAP:
        yield elements


# ---- one format for all of them ----


@dataclass
class _Format:
    """Formats one element; `width` is the width of its column."""

    width: int
    text: Callable[[Any], str]


def _right_aligned(width: int, text: Callable[[Any], str]) -> _Format:
    return _Format(width, lambda value: text(value).rjust(width))


def _integral_text(value: float) -> str:
    return f"{value:.0f}." if math.isfinite(value) else f"{value:.0f}"


def _float_format(values: list[float]) -> _Format:
    """Whole numbers as `1.`, others with `precision` digits, or in scientific notation if the range needs it.
    Zeros, infinities and NaNs do not affect the choice, nor the width of the columns.
    """
    finite = [v for v in values if v != 0 and math.isfinite(v)]
    if not finite:
        return _right_aligned(1, _integral_text)
    smallest, largest = min(map(abs, finite)), max(map(abs, finite))
    scientific = _options.sci_mode
    if scientific is None:
        scientific = largest / smallest > 1000.0 or largest > 1.0e8 or smallest < 1.0e-4
    text: Callable[[float], str]
    if scientific:
        text = f"{{:.{_options.precision}e}}".format
    elif all(v.is_integer() for v in finite):
        text = _integral_text
    else:
        text = f"{{:.{_options.precision}f}}".format
    return _right_aligned(max(len(text(v)) for v in finite), text)


def _format_for(values: list[Any], kind: str) -> _Format:
    if kind == "float":
        return _float_format(values)
    if kind == "complex":
        real = _float_format([v.real for v in values])
        imaginary = _float_format([v.imag for v in values])

        def text(value: complex) -> str:
            second = imaginary.text(value.imag).lstrip()  # only the real parts are aligned
            return real.text(value.real) + ("" if second[0] in "+-" else "+") + second + "j"

        return _Format(real.width + imaginary.width + 1, text)
    return _right_aligned(max((len(str(v)) for v in values), default=1), str)


# ---- brackets and lines ----


def _vector(elements: list[Any], indent: int, form: _Format) -> str:
    gap = " ..." if _options.edgeitems else "..."
    texts = [gap if e is _GAP else form.text(e) for e in elements]
    per_line = max(1, math.floor((_options.linewidth - indent) / (form.width + 2)))
    lines = [", ".join(texts[i : i + per_line]) for i in range(0, len(texts), per_line)]
    return "[" + (",\n" + " " * (indent + 1)).join(lines) + "]"


def _nested(elements: Any, dim: int, indent: int, form: _Format) -> str:
    if dim == 0:
        return form.text(elements)
    if dim == 1:
        return _vector(elements, indent, form)
    parts = ["..." if e is _GAP else _nested(e, dim - 1, indent + 1, form) for e in elements]
    return "[" + ("," + "\n" * (dim - 1) + " " * (indent + 1)).join(parts) + "]"


def _kind(dtype: str) -> str:
    """The kind of a dtype by its name, "torch.bfloat16": "float", "complex" or "other"."""
    name = dtype.rpartition(".")[2]
    return "complex" if name.startswith("complex") else "float" if "float" in name else "other"


def _default_dtype() -> str:
    from tbcast import _C

    return str(_C.get_default_dtype())


def _suffixes(tensor: Any, default: str) -> list[str]:
    """The suffixes after the elements: the size and the dtype, if they are not obvious."""
    dtype, found = str(tensor.dtype), []
    if tensor.numel() == 0:
        if tensor.dim() != 1:
            found.append(f"size={tuple(tensor.shape)}")
        if dtype != default:
            found.append(f"dtype={dtype}")
        return found
    if not _options.edgeitems:
        found.append(f"size={tuple(tensor.shape)}")
    default_complex = "torch.complex128" if default == "torch.float64" else "torch.complex64"
    if dtype not in (default, default_complex, "torch.int64", "torch.bool"):
        found.append(f"dtype={dtype}")
    return found


@named("Tensor.__format__")
def _format(self: Any, format_spec: str) -> str:
    """Implements `format(tensor, spec)`."""
    return self.item().__format__(format_spec) if self.ndim == 0 else object.__format__(self, format_spec)


def _tensor_str(tensor: Any, default_dtype: str | None = None) -> str:
    """Implements `repr(tensor)`, e.g. `tensor([[0., 1.]], dtype=torch.float64)`.

    `default_dtype`: the name of the floating dtype that needs no suffix; by default the module's default
    dtype. Layout, notation and line breaks are those of PyTorch 2.13.

    >>> import tbcast
    >>> print(_tensor_str(tbcast.ones(2, 2)))
    tensor([[1., 1.],
            [1., 1.]])
    """
    name = type(tensor).__name__
    prefix = "tensor(" if name == "Tensor" else name + "("
    if tensor.numel() == 0:
        body = "[]"
    else:
        edge = _options.edgeitems if tensor.numel() > _options.threshold else None
        elements = _shown(tensor, edge)
        form = _format_for(list(_numbers(elements)), _kind(str(tensor.dtype)))
        body = _nested(elements, tensor.dim(), len(prefix), form)
    text = prefix + body
    column = len(text) - text.rfind("\n") + 1
    for suffix in _suffixes(tensor, default_dtype or _default_dtype()):
        if column + len(suffix) + 2 > _options.linewidth:
            text += ",\n" + " " * len(prefix) + suffix
            column = len(prefix) + len(suffix)
        else:
            text += ", " + suffix
            column += len(suffix) + 2
    return text + ")"
