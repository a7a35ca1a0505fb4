"""assert_close and assert_equal: assertions for tests, with torch.testing's rules and texts.

As there, the inputs are first split into pairs of leaves (None, bools, numbers, and what becomes a tensor);
then all pairs are compared, and the first failure is raised.
"""

from __future__ import annotations

import cmath
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from tbcast import _C as torch
from tbcast._C import Tensor

__all__ = ["assert_close", "assert_equal"]

_DEFAULTS = {
    torch.float16: (0.001, 1e-5),
    torch.bfloat16: (0.016, 1e-5),
    torch.float32: (1.3e-6, 1e-5),
    torch.float64: (1e-7, 1e-7),
    torch.complex64: (1.3e-6, 1e-5),
    torch.complex128: (1e-7, 1e-7),
}
"""dtype -> (rtol, atol); 0 for other dtypes."""

_NUMBERS = {int: torch.int64, float: torch.float64, complex: torch.complex128}


class _Failure(Exception):
    """Carries an error to the caller."""

    def __init__(self, kind: type[Exception], text: str, path: tuple[Any, ...]) -> None:
        super().__init__(text)
        self.kind, self.text, self.path = kind, text, path

    def error(self, msg: str | Callable[[str], str] | None = None) -> Exception:
        """The error, with the caller's message, or with what the caller's function makes of ours."""
        if isinstance(msg, str):
            return self.kind(msg)
        text = self.text
        if self.path:
            text += f"\n\nThe failure occurred for item {_at(self.path)}"
        return self.kind(msg(text) if callable(msg) else text)


class _NotMine(Exception):
    """Raised by a kind of pair that does not handle these inputs."""


def _at(path: tuple[Any, ...]) -> str:
    return "".join(str([item]) for item in path)


@dataclass(frozen=True)
class _Options:
    allow_subclasses: bool
    rtol: Any
    atol: Any
    equal_nan: bool
    check_device: bool
    check_dtype: bool
    check_layout: bool
    check_stride: bool

    def tolerances(self, dtypes: list[Any], path: tuple[Any, ...]) -> tuple[Any, Any]:
        """(rtol, atol): the caller's, or the looser of the dtypes' defaults."""
        if (self.rtol is None) != (self.atol is None):
            missing = "rtol" if self.rtol is None else "atol"
            text = f"Both 'rtol' and 'atol' must be either specified or omitted, but got no {missing}."
            raise _Failure(ValueError, text, path)
        if self.rtol is not None:
            return self.rtol, self.atol
        defaults = [_DEFAULTS.get(dtype, (0.0, 0.0)) for dtype in dtypes]
        return max(rtol for rtol, _ in defaults), max(atol for _, atol in defaults)


# ---- texts ----


def _difference(kind: str, value: Any, index: tuple[int, ...] | None, allowed: Any, equality: bool) -> str:
    if index is None:
        text = f"{kind.title()} difference: {value}"
    else:
        text = f"Greatest {kind} difference: {value} at index {index}"
    return text if equality else f"{text} (up to {allowed} allowed)"


def _mismatch(
    what: str, extra: str, absolute: tuple[Any, Any], relative: tuple[Any, Any], rtol: Any, atol: Any
) -> str:
    """The text for numbers that are not close. differences: (value, index or None)."""
    equality = rtol == 0 and atol == 0
    return (
        f"{what} are not {'equal' if equality else 'close'}!\n\n{extra}\n"
        f"{_difference('absolute', *absolute, atol, equality)}\n"
        f"{_difference('relative', *relative, rtol, equality)}"
    )


def _scalar_mismatch(actual: Any, expected: Any, rtol: Any, atol: Any) -> str:
    absolute = abs(actual - expected)
    relative = float("inf") if expected == 0 else absolute / abs(expected)
    extra = f"Expected {expected} but got {actual}."
    return _mismatch("Scalars", extra, (absolute, None), (relative, None), rtol, atol)


def _tensor_mismatch(actual: Tensor, expected: Tensor, matches: Tensor, rtol: Any, atol: Any) -> str:
    total = matches.numel()
    wrong = total - int(matches.sum())
    shape, close = matches.shape, matches.flatten()
    actual, expected = actual.flatten(), expected.flatten()
    if not (actual.dtype.is_floating_point or actual.dtype.is_complex):
        actual, expected = actual.to(torch.int64), expected.to(torch.int64)
    absolute = torch.abs(actual - expected)
    absolute[close] = 0  # only mismatches count
    relative = absolute / torch.abs(expected)
    relative[close] = 0
    extra = f"Mismatched elements: {wrong} / {total} ({wrong / total:.1%})"
    return _mismatch(
        "Tensor-likes", extra, _greatest(absolute, shape), _greatest(relative, shape), rtol, atol
    )


def _greatest(differences: Tensor, shape: torch.Size) -> tuple[Any, tuple[int, ...]]:
    value, position = torch.max(differences, dim=0)
    index, rest = [], int(position)
    for size in reversed(shape):
        rest, i = divmod(rest, size)
        index.append(i)
    return value.item(), tuple(reversed(index))


# ---- pairs ----


class _Pair:
    """Two inputs and their position; made only from inputs that this kind handles."""

    extra: tuple[str, ...] = ()

    def __init__(self, actual: Any, expected: Any, path: tuple[Any, ...], options: _Options) -> None:
        self.actual, self.expected, self.id, self.options = actual, expected, path, options

    def fail(self, text: str) -> None:
        raise _Failure(AssertionError, text, self.id)

    def __str__(self) -> str:
        names = ("id", "actual", "expected", *self.extra)
        values = {**vars(self.options), **vars(self)}
        return "\n".join(
            [f"{type(self).__name__}(", *(f"    {name}={values[name]!s}," for name in names), ")"]
        )


class NonePair(_Pair):
    def __init__(self, actual: Any, expected: Any, *rest: Any) -> None:
        if actual is not None and expected is not None:
            raise _NotMine
        super().__init__(actual, expected, *rest)

    def compare(self) -> None:
        if self.actual is not None or self.expected is not None:
            self.fail(f"None mismatch: {self.actual} is not {self.expected}")


def _numpy(name: str) -> tuple[type, ...]:
    """NumPy's class, if NumPy has been imported."""
    numpy = sys.modules.get("numpy")
    return (getattr(numpy, name),) if hasattr(numpy, name) else ()


class BooleanPair(_Pair):
    def __init__(self, actual: Any, expected: Any, *rest: Any) -> None:
        kinds = (bool, *_numpy("bool_"))
        if not (isinstance(actual, kinds) and isinstance(expected, kinds)):
            raise _NotMine
        super().__init__(bool(actual), bool(expected), *rest)

    def compare(self) -> None:
        if self.actual is not self.expected:
            self.fail(f"Booleans mismatch: {self.actual} is not {self.expected}")


class NumberPair(_Pair):
    extra = ("rtol", "atol", "equal_nan", "check_dtype")

    def __init__(self, actual: Any, expected: Any, path: tuple[Any, ...], options: _Options) -> None:
        numpys: Any = _numpy("number")
        if not all(isinstance(o, (*_NUMBERS, *numpys)) for o in (actual, expected)):
            raise _NotMine
        actual, expected = (o.item() if isinstance(o, numpys) else o for o in (actual, expected))
        super().__init__(actual, expected, path, options)
        dtypes = [_NUMBERS[type(o)] for o in (actual, expected)]
        self.rtol, self.atol = options.tolerances(dtypes, path)

    def compare(self) -> None:
        actual, expected = self.actual, self.expected
        if self.options.check_dtype and type(actual) is not type(expected):
            self.fail(f"The (d)types do not match: {type(actual)} != {type(expected)}.")
        if actual == expected:
            return
        if self.options.equal_nan and cmath.isnan(actual) and cmath.isnan(expected):
            return
        difference = abs(actual - expected)
        if cmath.isfinite(difference) and difference <= self.atol + self.rtol * abs(expected):
            return
        self.fail(_scalar_mismatch(actual, expected, self.rtol, self.atol))


class TensorLikePair(_Pair):
    extra = ("rtol", "atol", "equal_nan", "check_device", "check_dtype", "check_layout", "check_stride")

    def __init__(self, actual: Any, expected: Any, path: tuple[Any, ...], options: _Options) -> None:
        related = isinstance(actual, type(expected)) or isinstance(expected, type(actual))
        if not related or not (options.allow_subclasses or type(actual) is type(expected)):
            raise _NotMine
        actual, expected = (self._tensor(o) for o in (actual, expected))
        super().__init__(actual, expected, path, options)
        self.rtol, self.atol = options.tolerances([actual.dtype, expected.dtype], path)

    @staticmethod
    def _tensor(o: Any) -> Tensor:
        try:
            return torch.as_tensor(o)
        except MemoryError:
            raise
        except Exception:
            raise _NotMine from None

    def compare(self) -> None:
        actual, expected = self.actual, self.expected
        self._compare_attributes()
        if actual.dtype != expected.dtype:
            dtype = torch.promote_types(_comparable(actual.dtype), _comparable(expected.dtype))
            actual, expected = actual.to(dtype), expected.to(dtype)
        rtol, atol = self.rtol, self.atol
        matches = torch.isclose(actual, expected, rtol=rtol, atol=atol, equal_nan=self.options.equal_nan)
        if matches.all():
            return
        if matches.ndim == 0:
            self.fail(_scalar_mismatch(actual.item(), expected.item(), rtol, atol))
        self.fail(_tensor_mismatch(actual, expected, matches, rtol, atol))

    def _compare_attributes(self) -> None:
        checks = {
            "shape": True,
            "layout": self.options.check_layout,
            "stride()": self.options.check_stride,
            "device": self.options.check_device,
            "dtype": self.options.check_dtype,
        }
        for name, wanted in checks.items():
            if not wanted:
                continue
            mine, other = (
                t.stride() if name == "stride()" else getattr(t, name) for t in (self.actual, self.expected)
            )
            if mine != other:
                self.fail(f"The values for attribute '{name}' do not match: {mine} != {other}.")


def _comparable(dtype: torch.dtype) -> torch.dtype:
    """The dtype in which elements are compared: as in torch, int64 for the wider unsigned integers."""
    return torch.int64 if dtype._type_name in ("UInt16", "UInt32", "UInt64") else dtype


_KINDS = (NonePair, BooleanPair, NumberPair, TensorLikePair)
_UNEXPECTED = (
    "resulted in the unexpected exception above. If you are a user and see this message during normal "
    "operation please file an issue at https://github.com/pytorch/pytorch/issues. If you are a developer and "
    "working on the comparison functions, please except the previous error and raise an expressive "
    "`ErrorMeta` instead."
)


def _pairs(actual: Any, expected: Any, path: tuple[Any, ...], options: _Options) -> list[Any]:
    """The pairs of leaves, in order."""
    if all(isinstance(o, Sequence) and not isinstance(o, str) for o in (actual, expected)):
        if len(actual) != len(expected):
            text = f"The length of the sequences mismatch: {len(actual)} != {len(expected)}"
            raise _Failure(AssertionError, text, path)
        keys: Any = range(len(actual))
    elif isinstance(actual, Mapping) and isinstance(expected, Mapping):
        keys = _common_keys(set(actual.keys()), set(expected.keys()), path)
    else:
        return [_pair(actual, expected, path, options)]
    return [pair for key in keys for pair in _pairs(actual[key], expected[key], (*path, key), options)]


def _common_keys(actual: set[Any], expected: set[Any], path: tuple[Any, ...]) -> Any:
    if actual != expected:
        text = (
            "The keys of the mappings do not match:\n"
            f"Missing keys in the actual mapping: {sorted(expected - actual)}\n"
            f"Additional keys in the actual mapping: {sorted(actual - expected)}"
        )
        raise _Failure(AssertionError, text, path)
    try:
        return sorted(actual)
    except MemoryError:
        raise
    except Exception:
        return actual


def _pair(actual: Any, expected: Any, path: tuple[Any, ...], options: _Options) -> _Pair:
    for kind in _KINDS:
        try:
            return kind(actual, expected, path, options)
        except _NotMine:
            continue
        except (_Failure, MemoryError):
            raise
        except Exception as error:
            raise RuntimeError(
                f"Originating a {kind.__name__}() at item {_at(path)} with\n\n"
                f"{type(actual).__name__}(): {actual}\n\nand\n\n"
                f"{type(expected).__name__}(): {expected}\n\n{_UNEXPECTED}"
            ) from error
    text = f"No comparison pair was able to handle inputs of type {type(actual)} and {type(expected)}."
    raise _Failure(TypeError, text, path)


def _first_failure(pairs: list[Any]) -> _Failure | None:
    found = None
    for pair in pairs:
        try:
            pair.compare()
        except _Failure as failure:
            found = found or failure
        except MemoryError:
            raise
        except Exception as error:
            raise RuntimeError(f"Comparing\n\n{pair}\n\n{_UNEXPECTED}") from error
    return found


# ---- the assertions ----


def assert_close(
    actual: Any,
    expected: Any,
    *,
    allow_subclasses: bool = True,
    rtol: float | None = None,
    atol: float | None = None,
    equal_nan: bool = False,
    check_device: bool = True,
    check_dtype: bool = True,
    check_layout: bool = True,
    check_stride: bool = False,
    msg: str | Callable[[str], str] | None = None,
) -> None:
    """Assert that |actual - expected| <= atol + rtol * |expected|, and that types and sizes agree.

    Nothing is broadcast: (3, 1) against (3,) is a failure.

    Args:
        actual, expected: tensors, arrays, numbers, bools or None, or sequences and mappings of these, which
            are compared item by item; of related types, which a list of numbers and a tensor are not.
        rtol, atol: both or neither.  The defaults, the looser of both dtypes': float16 1e-3 and 1e-5,
            bfloat16 1.6e-2 and 1e-5, float32 and complex64 1.3e-6 and 1e-5, float64 and complex128 1e-7
            and 1e-7, other dtypes 0 and 0.
        equal_nan: whether NaNs are equal to each other.
        check_dtype, check_device, check_layout, check_stride: whether these must agree, too. Without
        check_dtype, tensors are promoted before they are compared.
        allow_subclasses: whether one type may be a subclass of the other.
        msg: a text that replaces the error's, or a function that makes one from it.

    Raises AssertionError with the number of mismatches and the greatest differences; TypeError for inputs
    that cannot be compared, ValueError if only one of rtol and atol is given.  As torch.testing.assert_close.

    Example:
        >>> import tbcast as torch
        >>> torch.testing.assert_close(torch.tensor([0.1 + 0.2, 1.0]), torch.tensor([0.3, 1.0]))
        >>> torch.testing.assert_close(torch.tensor([1.0, 2.5]), torch.tensor([1.0, 2.0]))
        Traceback (most recent call last):
            ...
        AssertionError: Tensor-likes are not close!
        <BLANKLINE>
        Mismatched elements: 1 / 2 (50.0%)
        Greatest absolute difference: 0.5 at index (1,) (up to 1e-05 allowed)
        Greatest relative difference: 0.25 at index (1,) (up to 1.3e-06 allowed)
    """
    __tracebackhide__ = True
    options = _Options(
        allow_subclasses, rtol, atol, equal_nan, check_device, check_dtype, check_layout, check_stride
    )
    _assert(actual, expected, options, msg)


def assert_equal(
    actual: Any,
    expected: Any,
    *,
    allow_subclasses: bool = True,
    equal_nan: bool = False,
    check_device: bool = True,
    check_dtype: bool = True,
    check_layout: bool = True,
    check_stride: bool = False,
    msg: str | Callable[[str], str] | None = None,
) -> None:
    """assert_close with rtol=0 and atol=0: all elements must be equal.

    Arguments and errors (AssertionError, TypeError) are assert_close's.  torch.testing has no such name; the
    texts are as torch.testing.assert_close(..., rtol=0, atol=0) gives them.

    Example:
        >>> import tbcast as torch
        >>> torch.testing.assert_equal([torch.arange(2), 3], (torch.arange(2), 3))
        >>> torch.testing.assert_equal(torch.ones(3, 1), torch.ones(3))
        Traceback (most recent call last):
            ...
        AssertionError: The values for attribute 'shape' do not match: torch.Size([3, 1]) != torch.Size([3]).
    """
    __tracebackhide__ = True
    options = _Options(
        allow_subclasses, 0.0, 0.0, equal_nan, check_device, check_dtype, check_layout, check_stride
    )
    _assert(actual, expected, options, msg)


def _assert(actual: Any, expected: Any, options: _Options, msg: str | Callable[[str], str] | None) -> None:
    __tracebackhide__ = True
    try:
        pairs = _pairs(actual, expected, (), options)
    except _Failure as failure:
        raise failure.error() from None
    found = _first_failure(pairs)
    if found is not None:
        raise found.error(msg)
