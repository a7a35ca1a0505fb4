"""What writes a part of a tensor, called so that everything else lies in pages that cannot be written.

Run as a program it makes all calls of a kind, SELECTED, FEW, IN_PLACE or INTO (out=), and says which one is
next before it makes it: a call that writes an element which it was not asked to write, be it with the
value that is there, ends the process.  FEW are those of SELECTED that take indices, a hundred for ten million
elements, where nothing else can be read either.  The calls of the last two kinds are made from the tables,
for every row and dtype.
"""

import ast
import ctypes
import itertools
import mmap
import re
import sys
import warnings
from functools import partial

import tbcast as tb  # and nothing that takes long to import
from codegen.functions import FUNCTIONS, views
from codegen.operators import TABLE
from codegen.signatures import parse

PAGE = mmap.PAGESIZE
DTYPES = [
    *(tb.bool, tb.uint8, tb.int8, tb.int16, tb.int32, tb.int64),
    *(tb.float16, tb.bfloat16, tb.float32, tb.float64, tb.complex64, tb.complex128),
]

# ---- what writes the elements that a mask or indices select ----

# x, the mask m of its elements along dimension d, or their numbers i, and the values v, one for each; the
# mask `whole`, the indices `each` and the numbers `flat` are for single elements.
SELECTED = {
    "masked_fill_": ("x.masked_fill_(whole, 1)", "x.masked_fill_(whole, torch.ones((), dtype=x.dtype))"),
    "__setitem__": ("x[whole] = 1", "x[at(m)] = 1", "x[at(m)] = v", "x[at(i)] = v", "x[at(i)] = 1"),
    "index_put_": (
        "x.index_put_((whole,), torch.ones((), dtype=x.dtype))",
        "x.index_put_(places, v.flatten())",
        "x.index_put_(places, v.flatten(), True)",
    ),
    "masked_scatter_": ("x.masked_scatter_(whole, v.flatten())",),
    "put_": ("x.put_(flat, v.flatten())", "x.put_(flat, v.flatten(), True)"),
    "index_fill_": ("x.index_fill_(d, i, 1)", "x.index_fill_(d, i, torch.ones((), dtype=x.dtype))"),
    "index_copy_": ("x.index_copy_(d, i, v)",),
    "index_add_": ("x.index_add_(d, i, v)", "x.index_add_(d, i, v, alpha=2)"),
    "scatter_": (
        "x.scatter_(d, rows, v)",
        "x.scatter_(d, each, v)",
        "x.scatter_(d, each, 1)",
        *(f"x.scatter_(d, {index}, {value}, reduce='{word}')"
          for index in ("rows", "each") for value in ("v", "2") for word in ("add", "multiply")),
    ),
    "scatter_add_": ("x.scatter_add_(d, rows, v)", "x.scatter_add_(d, each, v)"),
    "scatter_reduce_": tuple(
        f"x.scatter_reduce_(d, {index}, v, '{word}', include_self={included})"
        for index in ("rows", "each") for word in ("sum", "prod", "mean", "amax", "amin")
        for included in (True, False)
    ),
    "index_reduce_": tuple(
        f"x.index_reduce_(d, i, v, '{word}', include_self={included})"
        for word in ("prod", "mean", "amax", "amin") for included in (True, False)
    ),
}  # fmt: skip


def select(x, d, m):
    """The names that a call of SELECTED uses; m: of the elements, or slices, along dimension d."""
    whole = [1] * x.dim()
    whole[d] = len(m)
    masks = {"m": m, "whole": m.view(whole).expand(x.shape).contiguous()}
    return {**indices(x, d, m.nonzero()[:, 0]), **masks}


def indices(x, d, i):
    """Those of a call without a mask."""
    size, rows = list(x.shape), [1] * x.dim()
    size[d] = rows[d] = len(i)
    v = tb.ones(size).to(x.dtype)
    rows = i.view(rows).expand(size)
    along = [i if k == d else tb.arange(n) for k, n in enumerate(size)]
    places = [grid.flatten() for grid in tb.meshgrid(*along, indexing="ij")]
    flat = tb.zeros_like(places[0])
    for n, place in zip(x.shape, places, strict=True):
        flat = flat * n + place
    return {
        "torch": tb, "x": x, "d": d, "i": i, "v": v, "rows": rows, "each": rows.contiguous(),
        "places": places, "flat": flat, "at": lambda index: (slice(None),) * d + (index,),
    }  # fmt: skip


def writes_a_part(signature):
    """Has a method with this overload a mask or indices?"""
    return any(
        a.name in ("mask", "index", "indices")
        for a in parse(signature)
        if a.type.startswith(("Tensor", "tuple of Tensors"))
    )


def names_of_selecting_writers():
    """The methods that write a part of self, as the tables have them."""
    rows = {f"{op.name}_" for op in TABLE if op.hooks.writes == "selected"}
    for row in FUNCTIONS:
        inplace = row.inplace or (row.name.endswith("_") and not row.name.startswith("_"))
        if row.owner == "Tensor" and inplace and any(map(writes_a_part, row.method_signatures)):
            rows |= {name if name.endswith("_") else f"{name}_" for name in row.names}
    return {name for name in rows if hasattr(tb.Tensor, name)}  # functions may have no method


# ---- memory ----


class Pages:
    """Pages that can be written where elements are, and nowhere else."""

    def __init__(self, count):
        self.libc = ctypes.CDLL(None)
        self.memory = mmap.mmap(-1, count * PAGE)
        self.start = ctypes.addressof(ctypes.c_char.from_buffer(self.memory))
        self.count = count

    def tensor(self, dtype):
        return tb.frombuffer(self.memory, dtype=dtype)

    def open(self, first, count, mode=None):
        mode = mmap.PROT_READ | mmap.PROT_WRITE if mode is None else mode
        assert self.libc.mprotect(ctypes.c_void_p(self.start + first * PAGE), count * PAGE, mode) == 0

    def protect(self, written, others=None):
        """All pages but those, which may be read, or `others`."""
        self.open(0, self.count, mmap.PROT_READ if others is None else others)
        for page in written:
            self.open(page, 1)


def strided(pages, size, itemsize, layout):
    """Strides and offset, in elements, such that elements border on pages that have none, and the pages that
    have some; None where it would be too many.  rows-end, rows-begin: the last dimension's end or begin at a
    page's; columns: the first dimension is what is contiguous; apart: each element is the last of a page."""
    per, step = PAGE // itemsize, 1
    order = range(len(size)) if layout == "columns" else range(len(size))[::-1]
    contiguous = order[:1] if layout != "apart" else ()
    stride = [0] * len(size)
    for d in order:
        stride[d] = 1 if d in contiguous else max(step, 2 * per)
        step = 2 * per * -(-size[d] // per) if d in contiguous else stride[d] * size[d]
    row = size[contiguous[0]] if contiguous else 1
    offset = per + (0 if layout == "rows-begin" else -row % per)
    if (offset + step) * itemsize > pages.count * PAGE:
        return None
    written = set()
    for index in itertools.product(*(range(1 if d in contiguous else n) for d, n in enumerate(size))):
        first = offset + sum(i * s for i, s in zip(index, stride, strict=True))
        written.update(range(first // per, (first + row - 1) // per + 1))
    return stride, offset, written


LAYOUTS = ("rows-end", "rows-begin", "columns", "apart")


def placed(pages, like, layout):
    """A tensor of these elements in pages, protected; None where it is too large."""
    pages.open(0, pages.count)
    where = strided(pages, list(like.shape), like.element_size(), layout)
    if where is None or like.numel() == 0:
        return None
    stride, offset, written = where
    x = pages.tensor(like.dtype).as_strided(like.shape, stride, offset)
    x.copy_(like)
    pages.protect(written)
    return x


def same(a, b):
    return tb.equal(a, b) or bool(tb.isclose(a, b, equal_nan=True).all())


# ---- the calls ----


def selected():
    """(name, call) of SELECTED."""
    for dtype, layout in itertools.product(DTYPES, ("vector", "rows", "columns")):
        pages = Pages(8)
        for text in itertools.chain.from_iterable(SELECTED.values()):
            yield f"{text} [{dtype}, {layout}]", partial(write_selected, text, pages, dtype, layout)


def write_selected(text, pages, dtype, layout):
    """In every second page: of the vector two elements of three there, else the whole page as a row."""
    pages.open(0, pages.count)
    x = pages.tensor(dtype)
    x.fill_(1)
    odd = tb.arange(pages.count) % 2 == 1
    d, m = 0, odd
    if layout == "vector":
        m = odd.repeat_interleave(len(x) // pages.count) & (tb.arange(len(x)) % 3 != 1)
    else:
        x = x.view(pages.count, -1)
    if layout == "columns":
        x, d = x.t(), 1
    expected = x.clone()
    try:
        run(text, select(expected, d, m))
    except (RuntimeError, NotImplementedError, IndexError):
        return  # not of this dtype or shape
    names = select(x, d, m)
    pages.protect(range(1, pages.count, 2))
    run(text, names)
    assert same(x, expected), text


def few():
    """(name, call) of what takes indices."""
    texts = [
        text
        for text in itertools.chain.from_iterable(SELECTED.values())
        if not re.search(r"\bm\b|\bwhole\b", text)
    ]
    for dtype, layout in itertools.product(DTYPES, ("vector", "rows", "columns")):
        pages = Pages(10_000_000 * dtype.itemsize // PAGE)
        for text in texts:
            yield f"{text} [{dtype}, {layout}]", partial(write_few, text, pages, dtype, layout)


PROT_NONE = 0


def write_few(text, pages, dtype, layout):
    """A hundred elements, each in a page of its own, or a hundred rows of a page."""
    written = tb.arange(0, pages.count, pages.count // 100)[:100]
    x = pages.tensor(dtype)
    per, d, i = len(x) // pages.count, 0, written
    if layout == "vector":
        i = written * per + written % per
    else:
        x = x.view(pages.count, per)
    size = [100, *x.shape[1:]]
    if layout == "columns":
        x, d, size = x.t(), 1, size[::-1]
    expected = tb.ones(size).to(dtype)
    try:
        run(text, indices(expected, d, tb.arange(100)))
    except (RuntimeError, NotImplementedError, IndexError):
        return  # not of this dtype or shape
    names = indices(x, d, i)
    pages.protect(written.tolist(), PROT_NONE)
    for page in written.tolist():
        pages.tensor(dtype)[page * per : (page + 1) * per] = 1
    run(text, names)
    assert same(x.index_select(d, i), expected), text


def run(text, names):
    exec(text, names)


SIZES = ((3, 70), (2, 5000))
LARGE = (tb.float32, tb.float16)  # for which the larger one is enough


def operands(op, size, dtype):
    """Of the row, as its examples would have them."""
    values = (tb.arange(size[-1]) % 5 + 1).expand(size).contiguous()
    found = []
    for name in op.operands:
        fixed = op.promotion.fixed.get(name)
        found.append((values % 2 == 0) if fixed == "bool" else values if fixed else values.to(dtype))
    return [
        1 if name in op.promotion.singles else value for name, value in zip(op.operands, found, strict=True)
    ]


def checked(pages, like, expected_of, write):
    """`expected_of()` is what `write(tensor)` writes to a tensor placed in each layout."""
    try:
        expected = expected_of()
    except (RuntimeError, NotImplementedError, TypeError, IndexError, ValueError, AttributeError):
        return  # no such call, or not of this dtype
    for layout in LAYOUTS:
        x = placed(pages, like if like is not None else expected, layout)
        if x is not None:
            write(x)
            assert expected is None or same(x, expected), layout


def of_operators(into):
    pages = Pages(1 << 10)
    for op, dtype, size in itertools.product([op for op in TABLE if op.public], DTYPES, SIZES):
        if not (op.calling.out if into else op.calling.inplace and op.calling.method):
            continue
        if size is SIZES[1] and dtype not in LARGE:
            continue
        function, name = {"special": tb.special}.get(op.names[0].module, tb), op.names[0].bare
        if op.names[0].module == "nn.functional":
            function, name = tb._C, op.name

        def call(op=op, dtype=dtype, size=size, name=name, function=function):
            given = operands(op, size, dtype)
            if into:
                compute = getattr(function, name)
                checked(pages, None, lambda: compute(*given), lambda x: compute(*given, out=x))
            else:
                copy = given[0].clone()
                checked(pages, given[0], lambda: getattr(copy, f"{name}_")(*given[1:]),
                        lambda x: getattr(x, f"{name}_")(*given[1:]))  # fmt: skip

        yield f"{name}{'(out=)' if into else '_'} [{dtype}, {size}]", call


def example_call(row, names):
    """The example's call of the row: the function, or the method's tensor and name, and its arguments."""
    for text in (row.example[0], *(example[0] for example in row.more_examples)):
        for node in ast.walk(ast.parse(text)):
            if (
                isinstance(node, ast.Call)
                and isinstance(node.func, ast.Attribute)
                and node.func.attr in row.names
            ):
                code = [ast.unparse(part) for part in (node.func.value, *node.args)]
                named = {k.arg: eval(ast.unparse(k.value), names) for k in node.keywords}
                owner, *given = [eval(part, names) for part in code]
                return owner, node.func.attr, given, named
    return None


DRAWN = ("normal", "bernoulli", "rand", "randn", "randint", "randperm", "multinomial", "uniform", "random",
         "log_normal", "cauchy", "exponential", "geometric", "empty", "resize", "set")  # fmt: skip


def is_drawn(name):
    return any(name.strip("_").removeprefix("new_").startswith(word) for word in DRAWN)


MOVED = {row.name for row in views.ROWS} | {"resize_", "set_", "resize_as_", "as_strided_", "requires_grad_"}
"""What writes no element."""


def of_functions(into):
    pages = Pages(1 << 10)
    for row in FUNCTIONS:
        if row.owner != "Tensor" or not row.example or row.name in MOVED:
            continue
        takes_out = any("out = None" in text for text in row.signatures)
        writes = row.inplace or (row.name.endswith("_") and not row.name.startswith("_"))
        if into and takes_out:
            yield f"{row.name}(out=)", partial(call_into, pages, row)
        elif writes and not into:
            yield row.name, partial(call_in_place, pages, row)


def call_into(pages, row):
    found = example_call(row, {"torch": tb, "F": tb.nn.functional})
    if found:
        owner, name, given, named = found
        named.pop("out", None)
        if isinstance(owner, tb.Tensor):
            given, owner = [owner, *given], tb
        write_into(pages, getattr(owner, name, None), given, named, is_drawn(row.name))


def call_in_place(pages, row):
    found = example_call(row, {"torch": tb, "F": tb.nn.functional})
    if not found:
        return
    owner, name, given, named = found
    like = owner if isinstance(owner, tb.Tensor) else given.pop(0)
    method = name if name.endswith("_") else f"{name}_"
    result = like.clone()

    def write(x):
        getattr(x, method)(*given, **named)
        if is_drawn(row.name):  # something else each time
            x.copy_(result)
        return x

    checked(pages, like.clone(), lambda: write(result), write)


def write_into(pages, function, given, named, drawn):
    try:
        expected = function(*given, **named)
        several = isinstance(expected, tuple)
        first, others = (expected[0], [tb.zeros_like(t) for t in expected[1:]]) if several else (expected, [])
        out = tb.empty_like(first)
        function(*given, **named, out=(out, *others) if several else out)
    except (RuntimeError, TypeError, AttributeError):
        return  # an example without such an overload
    for layout in LAYOUTS:
        x = placed(pages, first, layout)
        if x is not None:
            function(*given, **named, out=(x, *others) if several else x)
            assert drawn or same(x, first), layout


def calls(kind):
    if kind in ("SELECTED", "FEW"):
        return selected() if kind == "SELECTED" else few()
    into = kind == "INTO"
    return itertools.chain(of_operators(into), of_functions(into))


if __name__ == "__main__":
    warnings.simplefilter("ignore")
    done = int(sys.argv[2])
    for number, (name, call) in enumerate(calls(sys.argv[1])):
        if number < done:
            continue
        print(number, name, flush=True)
        try:
            call()
        except AssertionError as error:
            print("WRONG", name, error, flush=True)
    print("END", flush=True)
