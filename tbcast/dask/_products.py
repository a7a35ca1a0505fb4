"""Products: matmul, einsum of two operands, cdist.

A task calls tbcast's own function for each pair of blocks. If the summed dimension has several blocks, their
products are summed along a tree.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import dask.array as da

from tbcast import _C, _protocol
from tbcast._C import Tensor
from tbcast._protocol import broadcast
from tbcast.dask._arguments import refuse_out, small
from tbcast.dask._calls import Call, Hole, fill, find, meta_tensor, written
from tbcast.dask._reductions import in_block, reduction
from tbcast.dask._tensor import DaskTensor, as_dask, blockwise, is_operand, needs_sizes, refuse
from tbcast.dask._views import cast


def _contract(
    call: Call,
    a: Any,
    a_labels: Any,
    b: Any,
    b_labels: Any,
    out: Any,
    summed: Any,
    shape: Any,
    dtype: _C.dtype,
) -> Any:
    """call(a, b) for each pair of blocks, and their sum."""
    pairs: list[Any] = [(a, a_labels), (b, b_labels)]
    chunks, arrays = da.core.unify_chunks(a._array, a_labels, b._array, b_labels)
    blocks = [label for label in summed if len(chunks[label]) > 1]
    like = meta_tensor(shape, dtype)
    if not blocks:
        return blockwise(call, out, pairs, like)
    wide = in_block(dtype)
    a, b = (cast(DaskTensor(array, x.dtype), wide) for array, x in zip(arrays, (a, b), strict=True))
    one = tuple(summed)
    call = Call(call.name, call.args, call.kwargs, (wide, wide))
    task = Call(
        f"{__name__}:product",
        (call.name, call.args, call.kwargs, Hole(0), Hole(1), len(one)),
        {},
        (wide, wide),
    )
    parts = blockwise(
        task, (*one, *out), [(a, a_labels), (b, b_labels)], meta_tensor([1] * len(one) + list(shape), wide),
        adjust_chunks=dict.fromkeys(one, 1),
    )  # fmt: skip
    parts = DaskTensor(
        parts._array, wide, meta_tensor([len(chunks[label]) for label in one] + list(shape), wide)
    )
    return cast(reduction("sum", parts, (tuple(range(len(one))),), {"dtype": wide}), dtype)


def product(name: str, args: Any, kwargs: Any, a: Tensor, b: Tensor, summed: int) -> Tensor:
    """Part of a contraction, with a dimension of size 1 for each summed dimension."""
    found = find(name)(*fill(args, (a, b)), **kwargs)
    return found.reshape((1,) * summed + tuple(found.shape))


def _batch(name: str, a: DaskTensor, b: DaskTensor, *args: Any) -> Any:
    """The broadcast sizes of all dimensions but the last two. Policies are asked about them."""
    batch = broadcast(*(tuple(x._like.shape[:-2]) for x in (a, b)))
    if batch is None:
        written(find(name), a._like, b._like, *args)  # raises the error
    if min(a.ndim, b.ndim) >= 2 and _protocol.is_watched():
        written(find(name), *(x._like[..., :0, :0] for x in (a, b)), *args)  # only asks policies
    return batch


def matmul(input: Any, other: Any, *, out: Any = None) -> Any:
    """The same as `tbcast.matmul`: vectors, matrices, batches that broadcast."""
    refuse_out("matmul", {"out": out})
    a, b = as_dask(input), as_dask(other)
    if not (a.ndim and b.ndim) or a._like.shape[-1] != b._like.shape[-2 if b.ndim > 1 else 0]:
        written(_C.matmul, a._like, b._like)  # raises the error
    batch = _batch("matmul", a, b)
    written(_C.matmul, small(a, 1), small(b, 1))
    rows, columns = ("i",) if a.ndim > 1 else (), ("j",) if b.ndim > 1 else ()
    letters = tuple(f"batch{d}" for d in range(len(batch)))
    a_labels = (*letters[len(letters) - max(a.ndim - 2, 0) :], *rows, "k")
    b_labels = (*letters[len(letters) - max(b.ndim - 2, 0) :], "k", *columns)
    shape = [*batch, *(a._like.shape[-2:-1] if rows else ()), *(b._like.shape[-1:] if columns else ())]
    call = Call("matmul", (Hole(0), Hole(1)), {}, (a.dtype, b.dtype))
    return _contract(call, a, a_labels, b, b_labels, (*letters, *rows, *columns), ("k",), shape, a.dtype)


def _mm(name: str, ndims: tuple[int, int]) -> Callable[..., Any]:
    def product_of(input: Any, other: Any, *, out: Any = None) -> Any:
        refuse_out(name, {"out": out})
        a, b = as_dask(input), as_dask(other)
        if (a.ndim, b.ndim) != ndims or (name == "bmm" and a._like.shape[0] != b._like.shape[0]):
            written(find(name), a._like, b._like)  # raises the error
        return matmul(a, b)

    return product_of


def einsum(equation: str, *operands: Any) -> Any:
    """The same as `tbcast.einsum` for one or two operands, without `...` and without a letter repeated in an
    operand."""
    given = (
        list(operands[0]) if len(operands) == 1 and isinstance(operands[0], (tuple, list)) else list(operands)
    )
    if not isinstance(equation, str) or not 1 <= len(given) <= 2 or "." in equation:
        refuse(
            "einsum() of more than two operands, of lists or with '...'",
            "write it as several of two operands",
        )
    tensors: list[Any] = [as_dask(x) for x in given]
    left, arrow, right = equation.replace(" ", "").partition("->")
    terms = left.split(",")
    if len(terms) != len(tensors) or any(len(t) != x.ndim for t, x in zip(terms, tensors, strict=False)):
        written(find("einsum"), equation, *(small(x) for x in tensors))  # raises the error
    if any(len(set(term)) != len(term) for term in terms):
        refuse("einsum() of a repeated index", "diagonal() takes it of a Tensor")
    sizes: dict[str, int] = {}
    for term, x in zip(terms, tensors, strict=True):
        for label, size in zip(term, x._like.shape, strict=True):
            if sizes.get(label, 1) != 1 and size not in (1, sizes[label]):
                written(find("einsum"), equation, *(x._like for x in tensors))  # raises the error
            sizes[label] = max(size, sizes.get(label, 1)) if size else 0
    if not arrow:
        together = "".join(terms)
        right = "".join(sorted(label for label in set(together) if together.count(label) == 1))
    result = written(find("einsum"), equation, *(small(x) for x in tensors))
    summed = [label for label in sizes if label not in right]
    if len(tensors) == 1:
        x, term = tensors[0], terms[0]
        found = reduction("sum", x, (tuple(term.index(label) for label in summed),), {}) if summed else x
        kept = [label for label in term if label in right]
        return found.permute([kept.index(label) for label in right])
    if any(
        x._like.shape[term.index(s)] == 1 and sizes[s] > 1
        for x, term in zip(tensors, terms, strict=True)
        for s in term
    ):
        if not all(x.is_known() for x in tensors):
            refuse("einsum() of these unknown sizes", "compute_chunk_sizes() finds them")
        refuse("einsum() that broadcasts", "expand() the operand before")
    call = Call(
        "einsum",
        (equation if arrow else f"{left}->{right}", Hole(0), Hole(1)),
        {},
        tuple(x.dtype for x in tensors),
    )
    shape = [sizes[label] for label in right]
    a, b = tensors
    return _contract(call, a, tuple(terms[0]), b, tuple(terms[1]), tuple(right), summed, shape, result.dtype)


def cdist(x1: Any, x2: Any, p: float = 2.0, compute_mode: Any = "use_mm_for_euclid_dist_if_necessary") -> Any:
    """The same as `tbcast.cdist`, for each pair of blocks of rows; the columns become one block."""
    a, b = as_dask(x1), as_dask(x2)
    batch = _batch("cdist", a, b, p, compute_mode)
    few = [small(x, 1, dict(enumerate(x._like.shape[-1:], x.ndim - 1))) for x in (a, b)]
    written(find("cdist"), *few, p, compute_mode)
    letters = tuple(f"batch{d}" for d in range(len(batch)))
    a, b = (x.rechunk({x.ndim - 1: -1}) for x in (a, b))
    a_labels = (*letters[len(letters) - (a.ndim - 2) :], "i", "k")
    b_labels = (*letters[len(letters) - (b.ndim - 2) :], "j", "k")
    shape = [*batch, a._like.shape[-2], b._like.shape[-2]]
    # computed in one way, whatever the sizes of blocks
    mode = compute_mode or "use_mm_for_euclid_dist_if_necessary"
    if p == 2 and mode == "use_mm_for_euclid_dist_if_necessary":
        large = a._like.shape[-2] > 25 or b._like.shape[-2] > 25
        mode = "use_mm_for_euclid_dist" if large else "donot_use_mm_for_euclid_dist"
    call = Call("cdist", (Hole(0), Hole(1), p), {"compute_mode": mode}, (a.dtype, b.dtype))
    return blockwise(call, (*letters, "i", "j"), [(a, a_labels), (b, b_labels)], meta_tensor(shape, a.dtype))


def outer(input: Any, vec2: Any, *, out: Any = None) -> Any:
    """The same as `tbcast.outer`."""
    refuse_out("outer", {"out": out})
    a, b = as_dask(input), as_dask(vec2)
    written(_C.outer, small(a), small(b))
    return a[:, None] * b


def functions() -> dict[str, Callable[..., Any]]:
    """The functions, by name."""
    found: dict[str, Callable[..., Any]] = {
        "matmul": matmul,
        "mm": _mm("mm", (2, 2)),
        "mv": _mm("mv", (2, 1)),
        "bmm": _mm("bmm", (3, 3)),
        "dot": _mm("dot", (1, 1)),
        "einsum": einsum,
        "cdist": cdist,
        "outer": outer,
        "ger": outer,
    }
    return {name: needs_sizes(f"{name}()", product) for name, product in found.items()}


def operators() -> dict[str, Callable[..., Any]]:
    """Python's operator @."""
    times = needs_sizes("matmul()", matmul)
    return {
        "__matmul__": lambda self, other: times(self, other) if is_operand(other) else NotImplemented,
        "__rmatmul__": lambda self, other: times(other, self) if is_operand(other) else NotImplemented,
    }
