"""Rows of functions that follow a tensor of indices or a mask: gather, scatter and their kin, nonzero."""

from codegen.functions.row import Function

ANY = "a tensor of any dtype"
OUT = "out=: a tensor of input's dtype, resized if its shape differs."
ALONG = "Tensor input, int dim, Tensor index, "
LINE = "index: int32 or int64, of one dimension or none."
SAME_RANK = (
    "index: int32 or int64, with as many dimensions as input and no larger but along dim; nothing broadcasts."
)
RANGE = "an index out of range (negative ones are)"
COORDINATES = "Result: the coordinates, int64, of shape (n, ndim)."

READS = (
    Function(
        "index_select",
        "The slices along a dimension that index names, in its order.",
        (f"{ALONG}*, Tensor out = None",),
        "gather",
        slot_group="indexed",
        code="TB_INDEX_SELECT",
        operands=f"Operand: {ANY}.  {LINE} {OUT}",
        result="Result: a new tensor, of index's length along dim.",
        raises=f"Raises IndexError or RuntimeError for {RANGE}, RuntimeError for "
        "other dtypes of index or out=.",
        example=(
            "torch.index_select(torch.tensor([[1, 2], [3, 4]]), 1, torch.tensor([1, 1, 0]))",
            "tensor([[2, 2, 1],\n        [4, 4, 3]])",
        ),
    ),
    Function(
        "take",
        "The elements of input, seen as one dimension, at these indices.",
        ("Tensor input, Tensor index, *, Tensor out = None",),
        "gather",
        slot_group="indexed",
        code="TB_TAKE",
        operands=f"Operand: {ANY} and shape.  index: int64; negative ones count from the end. {OUT}",
        result="Result: a new tensor of index's shape.",
        raises="Raises IndexError for an index out of range, RuntimeError for other dtypes of index or out=.",
        example=(
            "torch.take(torch.tensor([[1, 2], [3, 4]]), torch.tensor([0, 2, -1]))",
            "tensor([1, 3, 4])",
        ),
    ),
    Function(
        "gather",
        "For each element of index, the element of input there, its index along dim replaced by the value.",
        (f"{ALONG}*, bool sparse_grad = False, Tensor out = None",),
        "gather",
        slot_group="indexed",
        code="TB_GATHER",
        operands=f"Operand: {ANY}.  {SAME_RANK} {OUT}",
        result="Result: a new tensor of index's shape.",
        raises=f"Raises RuntimeError for {RANGE}, for sizes that do not fit and "
        "for other dtypes of index or out=.",
        notes="sparse_grad changes nothing.",
        example=(
            "torch.gather(torch.tensor([[1, 2], [3, 4]]), 1, torch.tensor([[0, 0], [1, 0]]))",
            "tensor([[1, 1],\n        [4, 3]])",
        ),
    ),
    Function(
        "take_along_dim",
        "As gather, but input and indices broadcast against each other except along dim.",
        ("Tensor input, Tensor indices, int dim = None, *, Tensor out = None",),
        "take_along_dim",
        slot_group="indexed",
        stands_for={"indices": "index"},
        operands=f"Operand: {ANY}.  indices: int64, modulo the size of dim.  Without dim both are seen as "
        "one "
        f"dimension, and indices must be in range. {OUT}",
        result="Result: a new tensor of the broadcast shape.",
        raises="Raises RuntimeError for numbers of dimensions that differ, sizes that do not broadcast "
        "and other "
        "dtypes of indices or out=.",
        example=(
            "torch.take_along_dim(torch.tensor([[10, 30, 20]]), torch.tensor([[0, 2, 1]]), 1)",
            "tensor([[10, 20, 30]])",
        ),
    ),
)


def writer(name, summary, body, overloads, operands, raises, example, **facts):
    return Function(
        name,
        summary,
        overloads,
        body,
        slot_group="indexed",
        stands_for={"source": "src"},
        inplace=True,
        operands=operands,
        result="Result: a copy; in place the tensor itself.",
        raises=raises,
        example=example,
        **facts,
    )


WRITES = (
    writer(
        "index_fill",
        "input with the slices along a dimension that index names filled with value.",
        "index_fill",
        (f"{ALONG}Tensor value", f"{ALONG}Number value"),
        f"Operand: {ANY}.  index: int64, of one dimension or none; negative ones count from the end. "
        "value: a number or a 0-dim tensor.",
        "Raises IndexError for an index out of range or of another dtype, RuntimeError for a value that the "
        "dtype cannot hold.",
        (
            "torch.index_fill(torch.zeros(2, 3), 1, torch.tensor([0, -1]), 7)",
            "tensor([[7., 0., 7.],\n        [7., 0., 7.]])",
        ),
    ),
    writer(
        "index_copy",
        "input with source in the slices along a dimension that index names, in its order.",
        "index_write",
        (f"{ALONG}Tensor source, *, Tensor out = None",),
        f"Operand: {ANY}.  index: int64, of one dimension or none.  source: of input's dtype and "
        f"sizes, but along dim that of index. {OUT}",
        f"Raises IndexError for {RANGE} and numbers that do not match, "
        "RuntimeError for other dtypes and sizes.",
        (
            "torch.index_copy(torch.zeros(3), 0, torch.tensor([2, 0]), torch.tensor([1., 2.]))",
            "tensor([2., 0., 1.])",
        ),
        code="TB_INDEX_COPY",
    ),
    writer(
        "index_add",
        "input with alpha * source added to the slices along a dimension that index names, one by one.",
        "index_write",
        (f"{ALONG}Tensor source, *, Number alpha = 1, Tensor out = None",),
        f"Operand: {ANY}.  {LINE}  source: of input's dtype and sizes,\nbut along dim that of index. {OUT}",
        f"Raises IndexError or RuntimeError for {RANGE}, RuntimeError for "
        "other dtypes and sizes and for an alpha that the dtype cannot hold.",
        (
            "torch.index_add(torch.zeros(2), 0, torch.tensor([1, 1]), torch.tensor([1., 2.]))",
            "tensor([0., 3.])",
        ),
        code="TB_INDEX_ADD",
    ),
    writer(
        "scatter_add",
        "input with each element of src added at its own indices, but along dim at the value of index.",
        "index_write",
        (f"{ALONG}Tensor src, *, Tensor out = None",),
        f"Operand: {ANY}.  {SAME_RANK} {OUT}",
        f"Raises RuntimeError for {RANGE}, for sizes that do not fit and for other dtypes.",
        (
            "torch.scatter_add(torch.zeros(2), 0, torch.tensor([1, 1, 0]), torch.tensor([1., 2., 4.]))",
            "tensor([4., 3.])",
        ),
        code="TB_SCATTER",
    ),
    writer(
        "scatter",
        "input with each element of src at its own indices, but along dim at the value of index.",
        "scatter",
        (
            f"{ALONG}Tensor src, *, Tensor out = None",
            f"{ALONG}Tensor src, *, str reduce, Tensor out = None",
            f"{ALONG}Number value, *, Tensor out = None",
            f"{ALONG}Number value, *, str reduce, Tensor out = None",
        ),
        f"Operand: {ANY}.  {SAME_RANK} "
        "src: a tensor of input's dtype that is no smaller than index.  value: one number for all. "
        f"reduce: 'add' or 'multiply' instead of writing; halves are rounded once, at the end. {OUT}",
        f"Raises RuntimeError for {RANGE}, for sizes that do not fit, for "
        "other dtypes and for a number that the dtype cannot hold.  Warns (UserWarning), once, for reduce "
        "with a tensor.",
        (
            "torch.scatter(torch.zeros(2, 3), 1, torch.tensor([[2], [0]]), 5)",
            "tensor([[0., 0., 5.],\n        [5., 0., 0.]])",
        ),
        notes="The reverse of gather.  Where several elements have the same index, the last one stays.",
        returns=("Tensor",) * 4,
    ),
)

REDUCED = "str reduce, *, bool include_self = True, Tensor out = None"
EXCLUDED = "include_self=False: what input has where it is written counts for nothing."

REDUCTIONS = (
    writer(
        "scatter_reduce",
        "input with each element of src combined with what is at its own indices, but along dim at the value "
        "of index.",
        "index_reduce",
        (f"{ALONG}Tensor src, {REDUCED}",),
        f"Operand: {ANY}.  {SAME_RANK} reduce: 'sum', 'prod', 'mean', 'amax' or 'amin'.  {EXCLUDED} {OUT}",
        f"Raises RuntimeError for {RANGE}, for sizes that do not fit, for other dtypes and words, "
        "NotImplementedError for dtypes that have no such reduction.",
        (
            "torch.scatter_reduce(torch.ones(2), 0, torch.tensor([1, 1, 0]), torch.tensor([2., 3., 4.]), "
            "'prod')",
            "tensor([4., 6.])",
        ),
        notes="Means of integers are rounded down; halves are rounded once, at the end.",
        code="TB_SCATTER",
    ),
    writer(
        "index_reduce",
        "input with source combined with the slices along a dimension that index names, one by one.",
        "index_reduce",
        (f"{ALONG}Tensor source, {REDUCED}",),
        f"Operand: {ANY}.  {LINE}  source: of input's dtype and sizes, but along dim that of index.  reduce: "
        f"'prod', 'mean', 'amax' or 'amin'.  {EXCLUDED} {OUT}",
        f"Raises IndexError or RuntimeError for {RANGE}, RuntimeError for other dtypes, sizes and words, "
        "NotImplementedError for dtypes that have no such reduction.  Warns (UserWarning) that PyTorch may "
        "change it.",
        (
            "torch.index_reduce(torch.ones(2), 0, torch.tensor([1, 1]), torch.tensor([2., 3.]), 'amax')",
            "tensor([1., 3.])",
        ),
        notes="Means of integers are rounded down.",
        code="TB_INDEX_REDUCE",
    ),
)

ACCUMULATE = "bool accumulate = False"


def in_place_too(name, in_torch, summary, parameters, operands, raises, example, notes=""):
    """The rows of a function in Python and of its method that writes."""

    def row(name, hook, result, example, **forms):
        return Function(
            name,
            summary,
            (f"Tensor input, {parameters}",),
            "in_python",
            code=f"TBPY_HOOK_{hook}",
            operands=operands,
            result=result,
            raises=raises,
            notes=notes,
            example=example,
            **forms,
        )

    changed = example[0].replace(f"{name}(", f"{name}_(", 1)
    if not in_torch:  # a method alone
        tensor, _, rest = changed.removeprefix(f"torch.{name}_(").partition("), ")
        changed = f"{tensor}).{name}_({rest}"
    return (
        row(name, name.upper(), "Result: a copy of input.", example),
        row(
            f"{name}_",
            f"{name.upper()}_IN_PLACE",
            "Result: the tensor itself.",
            (changed, example[1]),
            function=in_torch,
        ),
    )


IN_PYTHON = (
    *in_place_too(
        "put",
        False,
        "input, seen as one dimension, with the elements of source at these indices.",
        f"Tensor index, Tensor source, {ACCUMULATE}",
        f"Operand: {ANY} and shape.  index: int64; negative ones count from the end.  source: of input's "
        "dtype and index's number of elements.  accumulate: they are added.",
        "Raises IndexError for an index out of range and for other numbers of elements, RuntimeError for "
        "other dtypes.",
        (
            "torch.put(torch.zeros(2, 2), torch.tensor([0, -1]), torch.tensor([1., 2.]))",
            "tensor([[1., 0.],\n        [0., 2.]])",
        ),
    ),
    *in_place_too(
        "index_put",
        True,
        "input with values where indices say, as input[indices] = values writes them.",
        f"tuple of Tensors indices, Tensor values, {ACCUMULATE}",
        f"Operand: {ANY}.  indices: of the first dimensions, int64 or int32 tensors that broadcast, or "
        "masks.  values: of input's dtype, of sizes that expand to those of input[indices].  accumulate: "
        "they are added, one by one.",
        "Raises IndexError for an index out of range, RuntimeError for other dtypes and sizes.  Warns "
        "(UserWarning) of an expanded tensor.",
        (
            "torch.index_put(torch.zeros(3), (torch.tensor([0, 0]),), torch.tensor([1., 2.]), True)",
            "tensor([3., 0., 0.])",
        ),
    ),
    *in_place_too(
        "masked_scatter",
        False,
        "input with the first elements of source, in row-major order, where mask is True.",
        "Tensor mask, Tensor source",
        f"Operand: {ANY}.  mask: bool, of sizes that broadcast; in place of sizes that expand to input's.  "
        "source: of input's dtype.",
        "Raises RuntimeError for a source with fewer elements than mask has True ones, for other dtypes and "
        "sizes.",
        (
            "torch.masked_scatter(torch.zeros(3), torch.tensor([True, False, True]), torch.tensor([1., 2.]))",
            "tensor([1., 0., 2.])",
        ),
    ),
    Function(
        "fill_diagonal_",
        "Fills the diagonal with a number, in place, and returns self.",
        ("Tensor input, Number fill_value, bool wrap = False",),
        "in_python",
        code="TBPY_HOOK_FILL_DIAGONAL_IN_PLACE",
        function=False,
        operands="Operand: a matrix, or more dimensions of one size.  wrap: of a matrix with more rows than "
        "columns the diagonal begins anew below, after a free row.",
        raises="Raises RuntimeError for fewer dimensions, other sizes and a number that the dtype cannot "
        "hold.",
        notes="torch wraps right in contiguous matrices only.",
        example=("torch.zeros(2, 2).fill_diagonal_(3)", "tensor([[3., 0.],\n        [0., 3.]])"),
    ),
)

WHERE = (
    Function(
        "nonzero_static",
        "Where elements are not zero, in row-major order: as many rows as size says.",
        ("Tensor input, *, int size, int fill_value = -1, Tensor out = None",),
        "in_python",
        code="TBPY_HOOK_NONZERO_STATIC",
        operands=f"Operand: {ANY} and shape.  fill_value: fills the rows that are left.",
        result="Result: the coordinates, int64, of shape (size, ndim).",
        raises="Raises RuntimeError for a negative size and an out= that is not int64.",
        example=(
            "torch.nonzero_static(torch.tensor([0, 5, 6]), size=3)",
            "tensor([[ 1],\n        [ 2],\n        [-1]])",
        ),
    ),
    Function(
        "nonzero",
        "Where elements are not zero, in row-major order.",
        ("Tensor input, *, bool as_tuple = False, Tensor out = None",),
        "nonzero",
        methods=("", "*, bool as_tuple"),
        returns={"as_tuple": ("Tensor", "tuple[Tensor, ...]")},
        operands=f"Operand: {ANY} and shape.",
        result=f"{COORDINATES}  as_tuple=True: one tensor of n coordinates for "
        "each dimension, which can be used as an index; a 0-dim tensor counts as 1-dim then.",
        raises="Raises RuntimeError for an out= that is not int64, shares memory with input, or comes "
        "with as_tuple.",
        example=(
            "torch.nonzero(torch.tensor([[0, 1], [2, 0]]))",
            "tensor([[0, 1],\n        [1, 0]])",
        ),
        more_examples=(("torch.tensor([0, 5, 6]).nonzero(as_tuple=True)", "(tensor([1, 2]),)"),),
    ),
    Function(
        "argwhere",
        "Where elements are not zero, in row-major order.",
        ("Tensor input",),
        "argwhere",
        operands=f"Operand: {ANY} and shape.",
        result=COORDINATES,
        example=("torch.argwhere(torch.tensor([0, 5, 6]))", "tensor([[1],\n        [2]])"),
    ),
    Function(
        "masked_select",
        "The elements where mask is True, in row-major order.",
        ("Tensor input, Tensor mask, *, Tensor out = None",),
        "masked_select",
        operands=f"Operands: {ANY}, and a bool tensor; they broadcast.",
        result="Result: one dimension, of input's dtype.",
        raises="Raises RuntimeError for sizes that do not match, a mask of another dtype, and an out= of "
        "another "
        "dtype than input's or in memory that is read.",
        example=(
            "torch.masked_select(torch.tensor([1, 2, 3]), torch.tensor([True, False, True]))",
            "tensor([1, 3])",
        ),
    ),
)

ROWS = (*READS, *WRITES, *REDUCTIONS, *IN_PYTHON, *WHERE)
