"""Rows of functions that take a tensor of indices or a mask: gather, scatter and the like, nonzero."""

from codegen.functions.row import Function

ANY = "a tensor of any dtype"
OUT = "out=: a tensor of input's dtype, resized if its shape differs."
ALONG = "Tensor input, int dim, Tensor index, "
LINE = "index: int32 or int64, 1-dim or 0-dim."
SAME_RANK = (
    "index: int32 or int64, with as many dimensions as input and no larger than it except along dim; it "
    "does not broadcast."
)
RANGE = "an index out of range (negative ones, too)"
COORDINATES = "Result: the coordinates, int64, of shape (n, ndim)."

READS = (
    Function(
        "index_select",
        "The slices of input along dim at the given indices.",
        (f"{ALONG}*, Tensor out = None",),
        "gather",
        slot_group="indexed",
        code="TB_INDEX_SELECT",
        operands=f"Operand: {ANY}.  {LINE} {OUT}",
        result="Result: a new tensor, with the size of index along dim.",
        raises=f"Raises IndexError or RuntimeError for {RANGE}, RuntimeError for "
        "other dtypes of index or out=.",
        example=(
            "torch.index_select(torch.tensor([[1, 2], [3, 4]]), 1, torch.tensor([1, 1, 0]))",
            "tensor([[2, 2, 1],\n        [4, 4, 3]])",
        ),
    ),
    Function(
        "take",
        "The elements of input, read as 1-dimensional, at the given indices.",
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
        "For each position in index, the element of input at that position, with the coordinate along dim "
        "replaced by the index.",
        (f"{ALONG}*, bool sparse_grad = False, Tensor out = None",),
        "gather",
        slot_group="indexed",
        code="TB_GATHER",
        operands=f"Operand: {ANY}.  {SAME_RANK} {OUT}",
        result="Result: a new tensor of index's shape.",
        raises=f"Raises RuntimeError for {RANGE}, for sizes that do not match and for other dtypes of index "
        "or out=.",
        notes="sparse_grad has no effect.",
        example=(
            "torch.gather(torch.tensor([[1, 2], [3, 4]]), 1, torch.tensor([[0, 0], [1, 0]]))",
            "tensor([[1, 1],\n        [4, 3]])",
        ),
    ),
    Function(
        "take_along_dim",
        "The same as gather, but input and indices broadcast against each other except along dim.",
        ("Tensor input, Tensor indices, int dim = None, *, Tensor out = None",),
        "take_along_dim",
        slot_group="indexed",
        stands_for={"indices": "index"},
        operands=f"Operand: {ANY}.  indices: int64, taken modulo the size of dim.  Without dim both are "
        f"read as 1-dimensional, and indices must be in range. {OUT}",
        result="Result: a new tensor of the broadcast shape.",
        raises="Raises RuntimeError if the numbers of dimensions differ or the shapes do not broadcast, and "
        "for other dtypes of indices or out=.",
        example=(
            "torch.take_along_dim(torch.tensor([[10, 30, 20]]), torch.tensor([[0, 2, 1]]), 1)",
            "tensor([[10, 20, 30]])",
        ),
        numpy=("take_along_axis",),
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
        result="Result: a new tensor; the in-place method returns the tensor itself.",
        raises=raises,
        example=example,
        **facts,
    )


ACCUMULATE = "bool accumulate = False"

WRITES = (
    writer(
        "index_fill",
        "A copy of input, with value in the slices along dim at the given indices.",
        "index_fill",
        (f"{ALONG}Tensor value", f"{ALONG}Number value"),
        f"Operand: {ANY}.  index: int64, 1-dim or 0-dim; negative ones count from the end. value: a number "
        "or a 0-dim tensor.",
        "Raises IndexError for an index out of range or of another dtype, RuntimeError if the dtype cannot "
        "hold value.",
        (
            "torch.index_fill(torch.zeros(2, 3), 1, torch.tensor([0, -1]), 7)",
            "tensor([[7., 0., 7.],\n        [7., 0., 7.]])",
        ),
    ),
    writer(
        "put",
        "A copy of input, with the elements of source at the given indices into its elements in order.",
        "put",
        (f"Tensor input, Tensor index, Tensor source, {ACCUMULATE}",),
        f"Operand: {ANY} and shape.  index: int64; negative ones count from the end.  source: of input's "
        "dtype, with as many elements as index.  accumulate: adds instead of writing.",
        "Raises IndexError for an index out of range and if index and source differ in length, RuntimeError "
        "for other dtypes.",
        (
            "torch.put(torch.zeros(2, 2), torch.tensor([0, -1]), torch.tensor([1., 2.]))",
            "tensor([[1., 0.],\n        [0., 2.]])",
        ),
    ),
    writer(
        "index_copy",
        "A copy of input, with the slices of source in the slices along dim at the given indices.",
        "index_write",
        (f"{ALONG}Tensor source, *, Tensor out = None",),
        f"Operand: {ANY}.  index: int64, 1-dim or 0-dim.  source: of input's dtype and shape, with the size "
        f"of index along dim. {OUT}",
        f"Raises IndexError for {RANGE} and if index and source differ in length, RuntimeError for other "
        "dtypes and sizes.",
        (
            "torch.index_copy(torch.zeros(3), 0, torch.tensor([2, 0]), torch.tensor([1., 2.]))",
            "tensor([2., 0., 1.])",
        ),
        code="TB_INDEX_COPY",
    ),
    writer(
        "index_add",
        "A copy of input, with the slices of alpha * source added to the slices along dim at the given "
        "indices.",
        "index_write",
        (f"{ALONG}Tensor source, *, Number alpha = 1, Tensor out = None",),
        f"Operand: {ANY}.  {LINE}  source: of input's dtype and shape, with the size of index along dim. "
        f"{OUT}",
        f"Raises IndexError or RuntimeError for {RANGE}, RuntimeError for other dtypes and sizes and if the "
        "dtype cannot hold alpha.",
        (
            "torch.index_add(torch.zeros(2), 0, torch.tensor([1, 1]), torch.tensor([1., 2.]))",
            "tensor([0., 3.])",
        ),
        code="TB_INDEX_ADD",
    ),
    writer(
        "scatter_add",
        "A copy of input, with each element of src added at its own position, with the coordinate along dim "
        "replaced by the index.",
        "index_write",
        (f"{ALONG}Tensor src, *, Tensor out = None",),
        f"Operand: {ANY}.  {SAME_RANK} {OUT}",
        f"Raises RuntimeError for {RANGE}, for sizes that do not match and for other dtypes.",
        (
            "torch.scatter_add(torch.zeros(2), 0, torch.tensor([1, 1, 0]), torch.tensor([1., 2., 4.]))",
            "tensor([4., 3.])",
        ),
        code="TB_SCATTER",
    ),
    writer(
        "scatter",
        "A copy of input, with each element of src written at its own position, with the coordinate along "
        "dim replaced by the index.",
        "scatter",
        (
            f"{ALONG}Tensor src, *, Tensor out = None",
            f"{ALONG}Tensor src, *, str reduce, Tensor out = None",
            f"{ALONG}Number value, *, Tensor out = None",
            f"{ALONG}Number value, *, str reduce, Tensor out = None",
        ),
        f"Operand: {ANY}.  {SAME_RANK} src: a tensor of input's dtype, no smaller than index.  value: a "
        "number, instead of src. reduce: 'add' or 'multiply' combines with the old element; halves are "
        f"rounded once, at the end. {OUT}",
        f"Raises RuntimeError for {RANGE}, for sizes that do not match, for other dtypes and if the dtype "
        "cannot hold the number.  Warns (UserWarning), once, for reduce with a tensor.",
        (
            "torch.scatter(torch.zeros(2, 3), 1, torch.tensor([[2], [0]]), 5)",
            "tensor([[0., 0., 5.],\n        [5., 0., 0.]])",
        ),
        notes="The reverse of gather.  If several elements have the same position, the last one is kept.",
        returns=("Tensor",) * 4,
    ),
)

REDUCED = "str reduce, *, bool include_self = True, Tensor out = None"
EXCLUDED = "include_self=False: the elements of input that are written are left out of the reduction."

REDUCTIONS = (
    writer(
        "scatter_reduce",
        "A copy of input, with each element of src reduced into its own position, with the coordinate along "
        "dim replaced by the index.",
        "index_reduce",
        (f"{ALONG}Tensor src, {REDUCED}",),
        f"Operand: {ANY}.  {SAME_RANK} reduce: 'sum', 'prod', 'mean', 'amax' or 'amin'.  {EXCLUDED} {OUT}",
        f"Raises RuntimeError for {RANGE}, for sizes that do not match, for other dtypes and other "
        "reductions, NotImplementedError for dtypes without that reduction.",
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
        "A copy of input, with the slices of source reduced into the slices along dim at the given indices.",
        "index_reduce",
        (f"{ALONG}Tensor source, {REDUCED}",),
        f"Operand: {ANY}.  {LINE}  source: of input's dtype and shape, with the size of index along dim.  "
        f"reduce: 'prod', 'mean', 'amax' or 'amin'.  {EXCLUDED} {OUT}",
        f"Raises IndexError or RuntimeError for {RANGE}, RuntimeError for other dtypes, sizes and "
        "reductions, NotImplementedError for dtypes without that reduction.  Warns (UserWarning) that "
        "PyTorch may change the function.",
        (
            "torch.index_reduce(torch.ones(2), 0, torch.tensor([1, 1]), torch.tensor([2., 3.]), 'amax')",
            "tensor([1., 3.])",
        ),
        notes="Means of integers are rounded down.",
        code="TB_INDEX_REDUCE",
    ),
)

SHAPES = {"index_put": "indexes itself", "masked_scatter": "broadcasts indexes"}


def in_place_too(name, in_torch, summary, parameters, operands, raises, example, body=""):
    """The rows of a function and of its in-place method, written in Python unless they have a body."""

    def row(name, code, result, example, **forms):
        return Function(
            name,
            summary,
            (f"Tensor input, {parameters}",),
            body=body,
            code=code if body else "0",
            in_python="" if body else f"_composite.writes:{name}",
            shapes=SHAPES[name.rstrip("_")],
            operands=operands,
            result=result,
            raises=raises,
            example=example,
            **forms,
        )

    changed = example[0].replace(f"{name}(", f"{name}_(", 1)
    if not in_torch:  # a method alone
        tensor, _, rest = changed.removeprefix(f"torch.{name}_(").partition("), ")
        changed = f"{tensor}).{name}_({rest}"
    return (
        row(name, "TBPY_PUT_INTO_CLONE", "Result: a copy of input.", example),
        row(
            f"{name}_",
            "TBPY_PUT_IN_PLACE",
            "Result: the tensor itself.",
            (changed, example[1]),
            function=in_torch,
        ),
    )


TWO_ROWS = (
    *in_place_too(
        "index_put",
        True,
        "A copy of input, with values written as by input[indices] = values.",
        f"tuple of Tensors indices, Tensor values, {ACCUMULATE}",
        f"Operand: {ANY}.  indices: masks, or int64 or int32 tensors whose shapes broadcast, for the first "
        "dimensions.  values: of input's dtype; they expand to the shape of input[indices].  accumulate: "
        "adds instead of writing.",
        "Raises IndexError for an index out of range, RuntimeError for other dtypes and sizes.  Warns "
        "(UserWarning) if input is an expanded tensor.",
        (
            "torch.index_put(torch.zeros(3), (torch.tensor([0, 0]),), torch.tensor([1., 2.]), True)",
            "tensor([3., 0., 0.])",
        ),
        body="index_put",
    ),
    *in_place_too(
        "masked_scatter",
        False,
        "A copy of input, with the elements of source, in row-major order, where mask is True.",
        "Tensor mask, Tensor source",
        f"Operand: {ANY}.  mask: bool, of a shape that broadcasts (in place: expands) to input's.  source: "
        "of input's dtype.",
        "Raises RuntimeError if source has fewer elements than mask has True ones, and for other dtypes and "
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
        in_python="_composite.writes:fill_diagonal_",
        function=False,
        operands="Operand: a matrix, or a tensor of more dimensions of equal size.  wrap: in a matrix with "
        "more rows than columns, the diagonal starts again below, after an empty row.",
        raises="Raises RuntimeError for fewer dimensions, for other sizes and if the dtype cannot hold the "
        "number.",
        notes="PyTorch wraps correctly in contiguous matrices only.",
        example=("torch.zeros(2, 2).fill_diagonal_(3)", "tensor([[3., 0.],\n        [0., 3.]])"),
    ),
)


def part_writer(name, part, parameters, raises, example, notes=""):
    """A row of a function that writes into a view of a copy."""
    return Function(
        name,
        f"A copy of input, with src in {part}.",
        (f"Tensor input, Tensor src, {parameters}",),
        in_python=f"_composite.writes:{name}",
        operands=f"Operand: {ANY}.  src: a tensor of that part's shape.",
        result="Result: a new tensor of input's shape, dtype and strides.",
        raises=f"Raises RuntimeError for another shape of src, {raises}.",
        notes=notes,
        example=example,
    )


PARTS = (
    part_writer(
        "select_scatter",
        "the slice at one index of dim, input.select(dim, index)",
        "int dim, int index",
        "IndexError if dim or index is out of range",
        (
            "torch.select_scatter(torch.zeros(2, 2), torch.tensor([1., 2.]), 0, 1)",
            "tensor([[0., 0.],\n        [1., 2.]])",
        ),
    ),
    part_writer(
        "slice_scatter",
        "the slice [start:end:step] of dim",
        "int dim = 0, int? start = None, int? end = None, int step = 1, *, Tensor out = None",
        "for a step that is not positive and out= of another dtype, IndexError if dim is out of range",
        (
            "torch.slice_scatter(torch.zeros(4), torch.tensor([1., 2.]), start=1, step=2)",
            "tensor([0., 1., 0., 2.])",
        ),
    ),
    part_writer(
        "diagonal_scatter",
        "a diagonal, input.diagonal(offset, dim1, dim2)",
        "int offset = 0, int dim1 = 0, int dim2 = 1",
        "for equal dimensions, IndexError if one is out of range",
        (
            "torch.diagonal_scatter(torch.zeros(2, 2), torch.tensor([1., 2.]))",
            "tensor([[1., 0.],\n        [0., 2.]])",
        ),
    ),
    part_writer(
        "as_strided_scatter",
        "the elements that input.as_strided(size, stride, storage_offset) shows",
        "tuple of ints size, tuple of ints stride, int? storage_offset = None",
        "for a view beyond the memory and one in which elements share memory",
        (
            "torch.as_strided_scatter(torch.zeros(2, 2), torch.tensor([1., 2.]), (2,), (3,))",
            "tensor([[1., 0.],\n        [0., 2.]])",
        ),
        notes="The copy has all of the memory that input is a view of.",
    ),
)

WHERE = (
    Function(
        "nonzero_static",
        "The coordinates of the elements that are not zero, in row-major order, in a fixed number of rows.",
        ("Tensor input, *, int size, int fill_value = -1, Tensor out = None",),
        in_python="_composite.positions:nonzero_static",
        operands=f"Operand: {ANY} and shape.  fill_value: fills the rows that remain.",
        result="Result: the coordinates, int64, of shape (size, ndim).",
        raises="Raises RuntimeError for a negative size and if out= is not int64.",
        example=(
            "torch.nonzero_static(torch.tensor([0, 5, 6]), size=3)",
            "tensor([[ 1],\n        [ 2],\n        [-1]])",
        ),
    ),
    Function(
        "nonzero",
        "The coordinates of the elements that are not zero, in row-major order.",
        ("Tensor input, *, bool as_tuple = False, Tensor out = None",),
        "nonzero",
        methods=("", "*, bool as_tuple"),
        returns={"as_tuple": ("Tensor", "tuple[Tensor, ...]")},
        operands=f"Operand: {ANY} and shape.",
        result=f"{COORDINATES}  as_tuple=True: a tuple with a tensor of n coordinates for each dimension, "
        "which can be used as an index; a 0-dim tensor then counts as 1-dim.",
        raises="Raises RuntimeError if out= is not int64, shares memory with input, or is given with "
        "as_tuple.",
        example=(
            "torch.nonzero(torch.tensor([[0, 1], [2, 0]]))",
            "tensor([[0, 1],\n        [1, 0]])",
        ),
        more_examples=(("torch.tensor([0, 5, 6]).nonzero(as_tuple=True)", "(tensor([1, 2]),)"),),
        shapes="counts",
    ),
    Function(
        "argwhere",
        "The coordinates of the elements that are not zero, in row-major order.",
        ("Tensor input",),
        "argwhere",
        operands=f"Operand: {ANY} and shape.",
        result=COORDINATES,
        example=("torch.argwhere(torch.tensor([0, 5, 6]))", "tensor([[1],\n        [2]])"),
        shapes="counts",
    ),
    Function(
        "masked_select",
        "The elements where mask is True, in row-major order.",
        ("Tensor input, Tensor mask, *, Tensor out = None",),
        "masked_select",
        operands=f"Operands: {ANY}, and a bool tensor; their shapes broadcast.",
        result="Result: a vector of input's dtype.",
        raises="Raises RuntimeError if the shapes do not broadcast, mask has another dtype, or out= has "
        "another dtype than input or shares memory with an operand.",
        example=(
            "torch.masked_select(torch.tensor([1, 2, 3]), torch.tensor([True, False, True]))",
            "tensor([1, 3])",
        ),
        shapes="broadcasts counts",
    ),
)

ROWS = (*READS, *WRITES, *REDUCTIONS, *TWO_ROWS, *PARTS, *WHERE)
