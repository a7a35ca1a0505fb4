"""Shapes of functions and methods by name: pointwise operators, reductions, views, creation.  Relies on
values.py.

A rule is called with the trace, the code of the call, its positional arguments and its keyword arguments.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tbcast._explain.expressions.indexing import slice_size
from tbcast._explain.expressions.values import (
    Free,
    Number,
    Pair,
    Refused,
    Rule,
    Tensor,
    Trace,
    UnknownPart,
    dimension,
    refuse_sizes,
)
from tbcast._explain.symbols import Shape, Symbol
from tbcast._verdict import elementwise
from tbcast._verdict.intent import Marks

RULES: dict[str, Rule] = {}
"""By name; methods and functions of all libraries share it."""

# One tensor, or a tensor and numbers: shape and marks stay.
SAME = [
    *elementwise.UNARY,
    *("clone", "contiguous", "detach", "copy", "astype", "to", "type", "cpu", "cuda", "numpy", "asarray"),
    *("float", "double", "half", "bfloat16", "long", "int", "short", "bool", "array", "as_tensor"),
    *("from_numpy", "requires_grad_", "zero_", "fill_", "normal_", "uniform_"),
]
# The shape stays, the marks do not.
SHAPE_ONLY = [
    "softmax",
    "log_softmax",
    "softmin",
    "cumsum",
    "cumprod",
    "cummax",
    "flip",
    "fliplr",
    "flipud",
    "roll",
    "dropout",
    "layer_norm",
    "normalize",
    "batch_norm",
    "tril",
    "triu",
    "argsort",
    "zeros_like",
    "ones_like",
    "empty_like",
    "rand_like",
    "randn_like",
    "full_like",
    "bernoulli",
    "bernoulli_",
]
MASKS = ["isnan", "isinf", "isfinite", "logical_not", "bool"]
BINARY = [
    *elementwise.BINARY,
    *("lerp", "addcmul", "addcdiv", "where", "clamp", "clip", "masked_fill", "clamp_min", "clamp_max"),
    "copy",
]
COMPARISONS = [*elementwise.COMPARISONS, "isclose"]
DATA = [*elementwise.LOSSES, "isclose", "allclose", "dist"]
REDUCTIONS = [
    "sum",
    "mean",
    "prod",
    "std",
    "var",
    "amax",
    "amin",
    "max",
    "min",
    "all",
    "any",
    "median",
    "nanmean",
    "nansum",
    "nanmedian",
    "norm",
    "vector_norm",
    "logsumexp",
    "argmax",
    "argmin",
    "count_nonzero",
    "average",
    "ptp",
]
NAMED_PAIRS = ["max", "min", "median", "nanmedian", "sort", "topk", "kthvalue", "mode"]


def rule(*names: str) -> Any:
    """Registers a function for these names."""

    def register(function: Rule) -> Rule:
        for name in names:
            RULES[name] = function
        return function

    return register


def tensor(value: object, trace: Trace) -> Tensor:
    if isinstance(value, Tensor):
        return value
    if isinstance(value, (int, float, complex, Number)):
        return Tensor(())
    if isinstance(value, list):
        shape: list[int] = []
        inner: Any = value
        while isinstance(inner, list):
            shape.append(len(inner))
            inner = inner[0] if inner else Number()
        return Tensor((*shape, *inner.shape) if isinstance(inner, Tensor) else tuple(shape))
    if isinstance(value, Free):
        raise UnknownPart(f"explain(): {value.name} is not known; give its shape, as {value.name}='N,1'")
    raise UnknownPart(f"explain(): no tensor: {trace.code_of(value)}")


def argument(args: Sequence[Any], kwargs: dict[str, Any], at: int, *names: str, default: Any = None) -> Any:
    for name in names:
        if name in kwargs:
            return kwargs[name]
    return args[at] if at < len(args) else default


def permuted(marks: Marks, order: Sequence[int]) -> Marks:
    return tuple(marks[d] for d in order) if marks else ()


# ---- pointwise ----


def pointwise(
    trace: Trace,
    code: str,
    operands: Sequence[Any],
    *,
    mask: bool = False,
    data: bool = False,
    inplace: bool = False,
) -> Any:
    """The result of an operator of these operands, numbers among them."""
    for operand in operands:
        if isinstance(operand, Free) and not trace.table.knows(operand.name):
            tensor(operand, trace)  # says what is missing
    operands = [tensor(operand, trace) if isinstance(operand, list) else operand for operand in operands]
    tensors = [operand for operand in operands if isinstance(operand, Tensor)]
    if not tensors:
        return Number()
    if len(tensors) == 1:
        one = tensors[0]
        return Tensor(one.shape, one.marks, mask)
    return Tensor(trace.broadcast(code, tensors, data=data, inplace=inplace), (), mask)


def _operands(args: Sequence[Any], kwargs: dict[str, Any]) -> list[Any]:
    names = (
        "input",
        "other",
        "min",
        "max",
        "a_min",
        "a_max",
        "mask",
        "value",
        "tensor1",
        "tensor2",
        "end",
        "weight",
    )
    return [*args, *(value for name, value in kwargs.items() if name in names)]


def _binary(name: str) -> Rule:
    def apply(trace: Trace, code: str, args: Sequence[Any], kwargs: dict[str, Any]) -> Any:
        if name == "where" and len(args) == 1:
            raise UnknownPart(f"explain(): where of one argument has a shape that depends on values: {code}")
        operands = [value for value in _operands(args, kwargs) if value is not None]
        if len(operands) < 2 and name != "copy":
            raise UnknownPart(f"explain(): {name} takes two operands or more: {code}")
        numbers = operands[
            : 3 if name in ("where", "clamp", "clip", "addcmul", "addcdiv", "lerp", "masked_fill") else 2
        ]
        masks = name in COMPARISONS or name.startswith("bitwise") or name == "where"
        mask = name in COMPARISONS or (
            masks and all(operand.mask for operand in numbers if isinstance(operand, Tensor))
        )
        return pointwise(trace, code, numbers, mask=mask, data=name in DATA, inplace=trace.inplace)

    return apply


@rule(*elementwise.LOSSES, "dist", "allclose")
def _data(trace: Trace, code: str, args: Sequence[Any], kwargs: dict[str, Any]) -> Any:
    names = ("input", "target", "other")
    pair = [*args[:2], *(value for name, value in kwargs.items() if name in names)]
    found = pointwise(trace, code, pair, data=True)
    if kwargs.get("reduction", "mean") == "none" and isinstance(found, Tensor):
        return found
    return Tensor(())


@rule(
    *("binary_cross_entropy", "binary_cross_entropy_with_logits", "soft_margin_loss", "equal", "array_equal"),
    "assert_close",
)
def _equal_sizes(trace: Trace, code: str, args: Sequence[Any], kwargs: dict[str, Any]) -> Tensor:
    one, other = (tensor(value, trace) for value in _pair_of(trace, code, args, kwargs, "target", "other"))
    if one.shape != other.shape and "equal(" not in code:
        raise refuse_sizes("the sizes must be the same", one.shape, other.shape)
    return Tensor(one.shape if kwargs.get("reduction") == "none" else ())


def _pair_of(trace: Trace, code: str, args: Sequence[Any], kwargs: dict[str, Any], *names: str) -> list[Any]:
    pair = [*args, *(value for name, value in kwargs.items() if name in ("input", *names))]
    if len(pair) < 2:
        raise UnknownPart(f"explain(): two operands are missing: {code}")
    return pair[:2]


@rule("cross_entropy", "nll_loss")
def _cross_entropy(trace: Trace, code: str, args: Sequence[Any], kwargs: dict[str, Any]) -> Tensor:
    scores, target = (tensor(value, trace) for value in _pair_of(trace, code, args, kwargs, "target"))
    wanted = scores.shape[:1] + scores.shape[2:] if len(scores.shape) > 1 else ()
    if target.shape not in (wanted, scores.shape):
        raise refuse_sizes("the target has another batch than the scores", target.shape, scores.shape)
    return Tensor(wanted if kwargs.get("reduction") == "none" else ())


# ---- reductions ----


def reduced(trace: Trace, shape: Shape, dims: Any, keepdim: bool) -> Shape:
    """Without these dimensions, or with size 1."""
    if dims is None:
        return (1,) * len(shape) if keepdim else ()
    given = dims if isinstance(dims, (tuple, list)) else (dims,)
    gone = {dimension(trace.size(d, "a dimension"), len(shape)) for d in given}
    if keepdim:
        return tuple(1 if d in gone else size for d, size in enumerate(shape))
    return tuple(size for d, size in enumerate(shape) if d not in gone)


def _reduction(name: str) -> Rule:
    def apply(trace: Trace, code: str, args: Sequence[Any], kwargs: dict[str, Any]) -> Any:
        x = tensor(args[0], trace)
        if name in ("max", "min") and len(args) > 1 and isinstance(args[1], Tensor):
            return pointwise(trace, code, args[:2])
        first = 2 if name in ("norm", "vector_norm") else 1
        dims = argument(args, kwargs, first, "dim", "axis")
        keepdim = bool(argument(args, kwargs, first + 1, "keepdim", "keepdims", default=False))
        shape = reduced(trace, x.shape, dims, keepdim)
        found = Tensor(shape, (), name in ("all", "any"))
        return (
            Pair((found, Tensor(shape)))
            if name in NAMED_PAIRS and isinstance(dims, int) and "axis" not in kwargs
            else found
        )

    return apply


@rule("var_mean", "std_mean", "aminmax")
def _two_reductions(trace: Trace, code: str, args: Sequence[Any], kwargs: dict[str, Any]) -> Pair:
    keepdim = bool(kwargs.get("keepdim", False))
    shape = reduced(trace, tensor(args[0], trace).shape, argument(args, kwargs, 1, "dim", "axis"), keepdim)
    return Pair((Tensor(shape), Tensor(shape)))


@rule("sort")
def _sort(trace: Trace, code: str, args: Sequence[Any], kwargs: dict[str, Any]) -> Any:
    x = tensor(args[0], trace)
    return Pair((Tensor(x.shape), Tensor(x.shape)))


@rule("topk")
def _topk(trace: Trace, code: str, args: Sequence[Any], kwargs: dict[str, Any]) -> Pair:
    x = tensor(args[0], trace)
    d = dimension(trace.size(argument(args, kwargs, 2, "dim", default=-1)), len(x.shape))
    shape = (*x.shape[:d], trace.size(argument(args, kwargs, 1, "k")), *x.shape[d + 1 :])
    return Pair((Tensor(shape), Tensor(shape)))


# ---- views ----


@rule("unsqueeze", "expand_dims", "unsqueeze_")
def _unsqueeze(trace: Trace, code: str, args: Sequence[Any], kwargs: dict[str, Any]) -> Tensor:
    x = tensor(args[0], trace)
    d = dimension(trace.size(argument(args, kwargs, 1, "dim", "axis")), len(x.shape) + 1)
    marks = x.marks or (None,) * len(x.shape)
    return Tensor((*x.shape[:d], 1, *x.shape[d:]), (*marks[:d], trace.place, *marks[d:]), x.mask)


@rule("squeeze")
def _squeeze(trace: Trace, code: str, args: Sequence[Any], kwargs: dict[str, Any]) -> Tensor:
    x = tensor(args[0], trace)
    dims = argument(args, kwargs, 1, "dim", "axis")
    given = range(len(x.shape)) if dims is None else dims if isinstance(dims, tuple) else (dims,)
    gone = {d % len(x.shape) for d in given if x.shape[dimension(trace.size(d), len(x.shape))] == 1}
    kept = [d for d in range(len(x.shape)) if d not in gone]
    return Tensor(tuple(x.shape[d] for d in kept), permuted(x.marks, kept), x.mask)


def _whole(sizes: Sequence[int], trace: Trace) -> int:
    """The product of some sizes; `D // H` times H is D, as programs mean it."""
    rest = list(sizes)
    for size in sizes:
        base, _, by = str(size).partition(" // ")
        divisor = next((other for other in rest if str(other) == by), None)
        if by and divisor is not None and trace.table.knows(base):
            rest[rest.index(size)] = trace.table.named(base)
            rest.remove(divisor)
    return trace.product(rest)


def reshaped(trace: Trace, shape: Shape, sizes: Shape) -> Shape:
    """With the size that -1 stands for."""
    total = _whole(shape, trace)
    if -1 in sizes:
        known = _whole([size for size in sizes if size != -1], trace)
        if known == 0 or int(total) % int(known):
            raise refuse_sizes("the elements do not fit", shape, sizes)
        rest = trace.quotient(total, known)
        return tuple(rest if size == -1 else size for size in sizes)
    if _whole(sizes, trace) != total:
        raise refuse_sizes("the numbers of elements differ", shape, sizes)
    return sizes


@rule("view", "reshape", "view_as", "reshape_as")
def _reshape(trace: Trace, code: str, args: Sequence[Any], kwargs: dict[str, Any]) -> Tensor:
    x = tensor(args[0], trace)
    if len(args) == 2 and isinstance(args[1], Tensor):
        sizes = args[1].shape
    else:
        sizes = trace.sizes(args[1:] or [kwargs.get("shape")])
    return Tensor(reshaped(trace, x.shape, sizes), (), x.mask)


@rule("flatten", "ravel")
def _flatten(trace: Trace, code: str, args: Sequence[Any], kwargs: dict[str, Any]) -> Tensor:
    x = tensor(args[0], trace)
    ndim = len(x.shape)
    first = dimension(trace.size(argument(args, kwargs, 1, "start_dim", default=0)), ndim)
    last = dimension(trace.size(argument(args, kwargs, 2, "end_dim", default=-1)), ndim)
    return Tensor(
        (*x.shape[:first], trace.product(x.shape[first : last + 1]), *x.shape[last + 1 :]), (), x.mask
    )


@rule("unflatten")
def _unflatten(trace: Trace, code: str, args: Sequence[Any], kwargs: dict[str, Any]) -> Tensor:
    x = tensor(args[0], trace)
    d = dimension(trace.size(argument(args, kwargs, 1, "dim")), len(x.shape))
    sizes = reshaped(trace, (x.shape[d],), trace.sizes([argument(args, kwargs, 2, "sizes")]))
    return Tensor((*x.shape[:d], *sizes, *x.shape[d + 1 :]), (), x.mask)


@rule("transpose", "swapaxes", "swapdims", "t")
def _transpose(trace: Trace, code: str, args: Sequence[Any], kwargs: dict[str, Any]) -> Tensor:
    x = tensor(args[0], trace)
    if len(args) == 1 and not kwargs:
        return permute(x, range(len(x.shape))[::-1])
    if len(args) == 2:
        return _permute(trace, code, args, kwargs)
    one, other = (
        dimension(trace.size(argument(args, kwargs, k, f"dim{k - 1}")), len(x.shape)) for k in (1, 2)
    )
    order = list(range(len(x.shape)))
    order[one], order[other] = other, one
    return permute(x, order)


def permute(x: Tensor, order: Sequence[int]) -> Tensor:
    return Tensor(tuple(x.shape[d] for d in order), permuted(x.marks, order), x.mask)


@rule("permute")
def _permute(trace: Trace, code: str, args: Sequence[Any], kwargs: dict[str, Any]) -> Tensor:
    x = tensor(args[0], trace)
    order = [dimension(d, len(x.shape)) for d in trace.sizes(args[1:] or [kwargs.get("dims")])]
    if sorted(order) != list(range(len(x.shape))):
        raise Refused(f"permute names each of {len(x.shape)} dimensions once")
    return permute(x, order)


@rule("movedim", "moveaxis")
def _movedim(trace: Trace, code: str, args: Sequence[Any], kwargs: dict[str, Any]) -> Tensor:
    x = tensor(args[0], trace)
    source, target = (dimension(trace.size(argument(args, kwargs, k)), len(x.shape)) for k in (1, 2))
    order = [d for d in range(len(x.shape)) if d != source]
    order.insert(target, source)
    return permute(x, order)


@rule("expand", "broadcast_to", "expand_as")
def _expand(trace: Trace, code: str, args: Sequence[Any], kwargs: dict[str, Any]) -> Tensor:
    x = tensor(args[0], trace)
    if len(args) == 2 and isinstance(args[1], Tensor):
        sizes: Shape = args[1].shape
    else:
        sizes = trace.sizes(args[1:] or [kwargs.get("size", kwargs.get("shape"))])
    ahead = len(sizes) - len(x.shape)
    sizes = tuple(x.shape[d - ahead] if size == -1 and d >= ahead else size for d, size in enumerate(sizes))
    fits = ahead >= 0 and all(own in (1, size) for own, size in zip(x.shape, sizes[ahead:], strict=True))
    if not fits:
        raise refuse_sizes("it does not expand to that shape", x.shape, sizes)
    return Tensor(sizes, (), x.mask)


@rule("repeat", "tile")
def _repeat(trace: Trace, code: str, args: Sequence[Any], kwargs: dict[str, Any]) -> Tensor:
    x = tensor(args[0], trace)
    times = trace.sizes(args[1:])
    ndim = max(len(times), len(x.shape))
    own, times = (1,) * (ndim - len(x.shape)) + x.shape, (1,) * (ndim - len(times)) + times
    return Tensor(tuple(trace.product(pair) for pair in zip(own, times, strict=True)), (), x.mask)


@rule("unbind")
def _unbind(trace: Trace, code: str, args: Sequence[Any], kwargs: dict[str, Any]) -> Any:
    x = tensor(args[0], trace)
    d = dimension(trace.size(argument(args, kwargs, 1, "dim", default=0)), len(x.shape))
    if isinstance(x.shape[d], Symbol):
        raise UnknownPart(f"explain(): the number of parts has a name: {code}")
    return tuple(Tensor((*x.shape[:d], *x.shape[d + 1 :])) for _ in range(min(x.shape[d], 64)))


@rule("chunk")
def _chunk(trace: Trace, code: str, args: Sequence[Any], kwargs: dict[str, Any]) -> Any:
    x = tensor(args[0], trace)
    count = trace.size(argument(args, kwargs, 1, "chunks"))
    d = dimension(trace.size(argument(args, kwargs, 2, "dim", default=0)), len(x.shape))
    part = trace.quotient(x.shape[d], count)
    return tuple(Tensor((*x.shape[:d], part, *x.shape[d + 1 :])) for _ in range(min(count, 64)))


@rule("diagonal", "diag")
def _diagonal(trace: Trace, code: str, args: Sequence[Any], kwargs: dict[str, Any]) -> Tensor:
    x = tensor(args[0], trace)
    if "diagonal" not in code and len(x.shape) == 1:
        return Tensor(x.shape * 2)
    if len(args) > 1 or kwargs or len(x.shape) < 2:
        raise UnknownPart(f"explain(): {code}")
    rows, columns = x.shape[:2]
    named = rows != columns and (isinstance(rows, Symbol) or isinstance(columns, Symbol))
    size = trace.table.named(f"min({rows}, {columns})") if named else min(rows, columns)
    return Tensor((*x.shape[2:], size))


@rule("select")
def _select(trace: Trace, code: str, args: Sequence[Any], kwargs: dict[str, Any]) -> Tensor:
    x = tensor(args[0], trace)
    return Tensor(reduced(trace, x.shape, argument(args, kwargs, 1, "dim"), False), (), x.mask)


@rule("gather", "take_along_dim", "take_along_axis", "index_select", "embedding")
def _gather(trace: Trace, code: str, args: Sequence[Any], kwargs: dict[str, Any]) -> Tensor:
    x = tensor(args[0], trace)
    if "embedding" in code:
        return Tensor((*x.shape, *tensor(argument(args, kwargs, 1, "weight"), trace).shape[1:]))
    index = next(a for a in (*args[1:], *kwargs.values()) if isinstance(a, Tensor))
    if "index_select" in code:
        d = dimension(next(a for a in (*args[1:], *kwargs.values()) if isinstance(a, int)), len(x.shape))
        return Tensor((*x.shape[:d], *index.shape, *x.shape[d + 1 :]))
    return Tensor(index.shape)


# ---- creation ----


@rule("arange")
def _arange(trace: Trace, code: str, args: Sequence[Any], kwargs: dict[str, Any]) -> Tensor:
    bounds = [trace.size(value) for value in args] or [trace.size(kwargs.get("end"))]
    start, stop, step = (0, bounds[0], 1) if len(bounds) == 1 else (*bounds, 1)[:3]
    if start == 0 or not isinstance(stop, Symbol):
        return Tensor((slice_size(trace, stop, slice(start, None, step)),))
    return Tensor((trace.shifted(stop, -start),))


@rule("linspace", "logspace")
def _linspace(trace: Trace, code: str, args: Sequence[Any], kwargs: dict[str, Any]) -> Tensor:
    return Tensor((trace.size(argument(args, kwargs, 2, "steps", "num")),))


@rule(
    "zeros",
    "ones",
    "empty",
    "rand",
    "randn",
    "new_zeros",
    "new_ones",
    "new_empty",
    "new_full",
    "full",
    "randint",
)
def _creation(trace: Trace, code: str, args: Sequence[Any], kwargs: dict[str, Any]) -> Tensor:
    if args and isinstance(args[0], Tensor):  # x.new_zeros
        args = args[1:]
    sizes = [value for value in args if isinstance(value, (tuple, list))][:1] or args
    return Tensor(trace.sizes(sizes or [kwargs.get("size", ())]), (), kwargs.get("dtype") == "bool")


@rule("eye", "tri")
def _eye(trace: Trace, code: str, args: Sequence[Any], kwargs: dict[str, Any]) -> Tensor:
    sizes = [trace.size(value) for value in args]
    return Tensor((sizes[0], sizes[-1]))


@rule("randperm")
def _randperm(trace: Trace, code: str, args: Sequence[Any], kwargs: dict[str, Any]) -> Tensor:
    return Tensor((trace.size(args[0]),))


@rule("tensor")
def _tensor(trace: Trace, code: str, args: Sequence[Any], kwargs: dict[str, Any]) -> Tensor:
    return Tensor(tensor(args[0], trace).shape)


@rule("meshgrid")
def _meshgrid(trace: Trace, code: str, args: Sequence[Any], kwargs: dict[str, Any]) -> Any:
    sizes = [tensor(value, trace).shape[0] for value in args]
    if kwargs.get("indexing", "ij") == "xy":
        sizes[:2] = sizes[1::-1]
    return tuple(Tensor(tuple(sizes)) for _ in args)


@rule("item", "tolist", "size", "dim", "numel", "len", "tuple", "list")
def _of_python(trace: Trace, code: str, args: Sequence[Any], kwargs: dict[str, Any]) -> Any:
    x = args[0]
    if isinstance(x, (tuple, list)):
        return len(x) if code.startswith("len") else x
    shape = tensor(x, trace).shape
    name = code.partition("(")[0].rpartition(".")[2]
    if name == "size":
        return shape[dimension(trace.size(args[1]), len(shape))] if len(args) > 1 else shape
    if name == "dim":
        return len(shape)
    if name == "numel":
        return trace.product(shape)
    if name == "len":
        return shape[0]
    return Number()


def _same(name: str, keeps: bool) -> Rule:
    def apply(trace: Trace, code: str, args: Sequence[Any], kwargs: dict[str, Any]) -> Any:
        if isinstance(args[0], (int, float, Number)) or (
            isinstance(args[0], Free) and code.startswith("math.")
        ):
            return Number()
        x = tensor(args[0], trace)
        dtype = any(
            value in ("bool", "torch.bool")
            for value in (*args[1:], *kwargs.values())
            if isinstance(value, str)
        )
        mask = (
            name in MASKS
            or dtype
            or (x.mask and name in ("clone", "contiguous", "detach", "tril", "triu", "flip"))
        )
        if any(isinstance(value, Tensor) for value in args[1:]) and name not in (
            "batch_norm",
            "layer_norm",
            "to",
        ):
            raise UnknownPart(f"explain(): {name} takes one tensor: {code}")
        return Tensor(x.shape, x.marks if keeps else (), mask)

    return apply


RULES.update({name: _same(name, True) for name in SAME})
RULES.update({name: _same(name, False) for name in SHAPE_ONLY})
RULES.update({name: _binary(name) for name in BINARY + COMPARISONS})
RULES.update({name: _reduction(name) for name in REDUCTIONS})
