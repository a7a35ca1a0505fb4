"""Rows of views: other sizes, strides and dimensions over memory that exists, and copies of it as they "
"are."""

from codegen.functions.row import Function

ANY = "Operand: a tensor of any shape and dtype."
VIEW = "Result: a view, which shares the tensor's memory."
RANGE = "Raises IndexError for a dimension out of range"
PIECES = "Result: a tuple of views."
TUPLE = "tuple[Tensor, ...]"
FORMAT = "torch.memory_format memory_format = None"

SIZES = (
    Function(
        "view",
        "The same memory with other sizes, or its bytes as elements of another dtype.",
        ("Tensor input, torch.dtype dtype", "Tensor input, tuple of ints size"),
        "view",
        returns=("Tensor", "Tensor"),
        function=False,
        operands="size: one size may be -1.  dtype: where its elements are larger or smaller, the last "
        "dimension, whose stride must be 1, becomes shorter or longer.",
        result=VIEW,
        raises="Raises RuntimeError if the number of elements differs, or the strides would need a copy; for "
        "a dtype, if size, strides and offset do not divide.",
        example=("torch.arange(6).view(2, -1)", "tensor([[0, 1, 2],\n        [3, 4, 5]])"),
        more_examples=(
            (
                "torch.tensor([1., -2.]).view(torch.int16)",
                "tensor([     0,  16256,      0, -16384], dtype=torch.int16)",
            ),
        ),
    ),
    Function(
        "reshape",
        "The tensor with other sizes: a view where the strides allow it, else a copy.",
        ("Tensor input, tuple of ints shape",),
        "reshape",
        operands=ANY + "  shape: one size may be -1.",
        raises="Raises RuntimeError if the number of elements differs.",
        example=("torch.reshape(torch.arange(4), (2, 2))", "tensor([[0, 1],\n        [2, 3]])"),
    ),
    Function(
        "expand",
        "Dimensions of size 1 made larger without a copy, and new ones in front.",
        ("Tensor input, tuple of ints size, *, bool implicit = False",),
        "expand",
        function=False,
        operands="size: -1 keeps a size.",
        result="Result: a view whose larger dimensions have stride 0.  Several elements share the same "
        "memory: writing into it raises RuntimeError.",
        raises="Raises RuntimeError where a size differs and is not 1.",
        notes="implicit changes nothing.",
        example=(
            "torch.tensor([[1], [2]]).expand(2, 3)",
            "tensor([[1, 1, 1],\n        [2, 2, 2]])",
        ),
        more_examples=(("torch.tensor([[1], [2]]).expand(4, -1, 3).stride()", "(0, 1, 0)"),),
    ),
    Function(
        "broadcast_to",
        "The tensor expanded to size: another name of the method expand.",
        ("Tensor input, tuple of ints size",),
        "expand",
        operands=ANY + "  size: -1 keeps a size.",
        result="Result: a view whose larger dimensions have stride 0.",
        raises="Raises RuntimeError where a size differs and is not 1.",
        example=("torch.broadcast_to(torch.tensor([1, 2]), (2, 2))", "tensor([[1, 2],\n        [1, 2]])"),
    ),
    Function(
        "expand_as",
        "The tensor expanded to the size of other.",
        ("Tensor input, Tensor other",),
        "expand_as",
        function=False,
        result=VIEW,
        raises="Raises RuntimeError where expand does.",
        example=(
            "torch.tensor([1, 2]).expand_as(torch.zeros(2, 2))",
            "tensor([[1, 2],\n        [1, 2]])",
        ),
    ),
    Function(
        "view_as",
        "The same memory with the sizes of other.",
        ("Tensor input, Tensor other",),
        "view_as",
        function=False,
        result=VIEW,
        raises="Raises RuntimeError where view does.",
        example=("torch.arange(4).view_as(torch.zeros(2, 2)).shape", "torch.Size([2, 2])"),
    ),
    Function(
        "reshape_as",
        "The tensor with the sizes of other: a view where the strides allow it, else a copy.",
        ("Tensor input, Tensor other",),
        "reshape_as",
        function=False,
        raises="Raises RuntimeError where reshape does.",
        example=("torch.arange(4).reshape_as(torch.zeros(2, 2)).shape", "torch.Size([2, 2])"),
    ),
    Function(
        "resize_",
        "Other sizes in place, with contiguous strides; self is returned.",
        (f"Tensor input, tuple of ints size, *, {FORMAT}",),
        "resize",
        function=False,
        operands="size: not negative.  memory_format: the order of the dimensions in memory.",
        result="Elements stay in the order of memory; where memory is added its contents are undefined.  A "
        "tensor that has these sizes keeps its strides unless memory_format is given.",
        raises="Raises RuntimeError for negative or too large sizes, and if memory had to grow that others "
        "see (a NumPy array, a buffer).",
        example=("torch.arange(6).resize_(2, 2)", "tensor([[0, 1],\n        [2, 3]])"),
    ),
    Function(
        "set_",
        "Other memory in place: that of a tensor or a storage, or none; self is returned.",
        (
            "Tensor input",
            "Tensor input, torch.Storage source",
            "Tensor input, torch.Storage source, index storage_offset, tuple of ints size, "
            "tuple of ints stride = None",
            "Tensor input, Tensor source",
            "Tensor input, Tensor source, index storage_offset, tuple of ints size, "
            "tuple of ints stride = None",
        ),
        "set",
        function=False,
        returns=("Tensor",) * 5,
        operands="source: a tensor of self's dtype, or a storage.  storage_offset, size, stride: counted in "
        "elements of self's dtype; without stride contiguous.",
        result="self keeps its dtype.  A storage that is too small for size and stride grows.",
        raises="Raises RuntimeError for a tensor or a TypedStorage of another dtype, for sizes, strides and "
        "offsets that are negative or too large, and if memory had to grow that others see.",
        notes="torch keeps self's strides where no stride is given and the sizes stay the same, and may then "
        "read beyond the storage.",
        example=("torch.zeros(2).set_(torch.arange(4.), 1, (3,))", "tensor([1., 2., 3.])"),
    ),
    Function(
        "resize_as_",
        "The size of another tensor in place; the resized tensor is returned.",
        (f"Tensor input, Tensor the_template, *, {FORMAT}",),
        "resize_as",
        operands=ANY + "  memory_format: preserve_format is the one that the template's strides suggest.",
        raises="Raises RuntimeError where resize_ does.",
        source="torch.Tensor.resize_as_",
        example=("torch.resize_as_(torch.arange(6), torch.zeros(3))", "tensor([0, 1, 2])"),
    ),
)

DIMENSIONS = (
    Function(
        "permute",
        "The dimensions in another order.",
        ("Tensor input, tuple of ints dims",),
        "permute",
        operands=ANY + "  dims: each dimension once, negative ones counting from the end.",
        result=VIEW,
        raises="Raises RuntimeError for a wrong number of dimensions or one that is named twice, "
        "IndexError for one out of range.",
        example=("torch.permute(torch.zeros(2, 3, 5), (2, 0, 1)).shape", "torch.Size([5, 2, 3])"),
    ),
    Function(
        "transpose",
        "Two dimensions exchanged.",
        ("Tensor input, int dim0, int dim1",),
        "transpose",
        inplace=True,
        aliases=("swapdims",),
        operands=ANY,
        result=VIEW,
        raises=RANGE + ".",
        example=("torch.transpose(torch.zeros(2, 3), 0, 1).shape", "torch.Size([3, 2])"),
    ),
    Function(
        "swapaxes",
        "Another name of transpose: two dimensions exchanged.",
        ("Tensor input, int axis0, int axis1",),
        "transpose",
        stands_for={"axis0": "dim0", "axis1": "dim1"},
        inplace=True,
        operands=ANY,
        result=VIEW,
        raises=RANGE + ".",
        example=("torch.swapaxes(torch.zeros(2, 3, 4), 0, 2).shape", "torch.Size([4, 3, 2])"),
    ),
    Function(
        "t",
        "The transpose of a matrix; fewer dimensions stay as they are.",
        ("Tensor input",),
        "t",
        inplace=True,
        operands="Operand: a tensor of at most 2 dimensions.",
        result=VIEW,
        raises="Raises RuntimeError for more than 2 dimensions.",
        example=("torch.t(torch.tensor([[1, 2], [3, 4]]))", "tensor([[1, 3],\n        [2, 4]])"),
    ),
    Function(
        "adjoint",
        "The last two dimensions exchanged, the elements conjugated.",
        ("Tensor input",),
        "adjoint",
        operands="Operand: a tensor of two dimensions at least.",
        result="Result: a view of a real tensor, a copy of a complex one.",
        raises="Raises RuntimeError for a 1-dim tensor; of a 0-dim one it is conj(), with a UserWarning.",
        example=("torch.adjoint(torch.tensor([[1j, 2]]))", "tensor([[0.-1.j],\n        [2.-0.j]])"),
    ),
    Function(
        "movedim",
        "Dimensions moved to other positions; the others keep their order.",
        (
            "Tensor input, int source, int destination",
            "Tensor input, tuple of ints source, tuple of ints destination",
        ),
        "movedim",
        aliases=("moveaxis",),
        returns=("Tensor", "Tensor"),
        operands=ANY + "  source, destination: one dimension, or tuples of the same length.",
        result=VIEW,
        raises=f"{RANGE}, RuntimeError for one that comes twice and for tuples of different lengths.",
        example=("torch.movedim(torch.zeros(2, 3, 4), 0, -1).shape", "torch.Size([3, 4, 2])"),
    ),
    Function(
        "unsqueeze",
        "A new dimension of size 1.",
        ("Tensor input, int dim",),
        "unsqueeze",
        inplace=True,
        operands=ANY + "  dim: where, from -ndim - 1 to ndim.",
        result=VIEW,
        raises=RANGE + ".",
        example=("torch.unsqueeze(torch.tensor([1, 2]), 0)", "tensor([[1, 2]])"),
    ),
    Function(
        "squeeze",
        "The tensor without its dimensions of size 1: all of them, or those that are named.",
        ("Tensor input", "Tensor input, int dim", "Tensor input, tuple of ints dim"),
        "squeeze",
        inplace=True,
        operands=ANY + "  dim: dimensions of other sizes stay.",
        result=VIEW,
        raises=RANGE + ".",
        example=("torch.squeeze(torch.zeros(1, 3, 1), (0, 2)).shape", "torch.Size([3])"),
    ),
    Function(
        "flatten",
        "The dimensions from start_dim to end_dim as one.",
        ("Tensor input, int start_dim = 0, int end_dim = -1",),
        "flatten",
        operands=ANY,
        result="Result: a view, a copy where the strides need one, or the tensor itself if these are one "
        "dimension; of a 0-dim tensor, shape (1,).",
        raises=f"{RANGE}, RuntimeError if start_dim comes after end_dim.",
        example=("torch.flatten(torch.zeros(2, 3, 4), 1).shape", "torch.Size([2, 12])"),
    ),
    Function(
        "unflatten",
        "One dimension as several.",
        ("Tensor input, int dim, tuple of ints sizes",),
        "unflatten",
        operands=ANY + "  sizes: one of them may be -1.",
        result=VIEW,
        raises=f"{RANGE}, RuntimeError if the sizes do not multiply up to the dimension's.",
        example=("torch.unflatten(torch.zeros(2, 12), 1, (3, -1)).shape", "torch.Size([2, 3, 4])"),
    ),
    Function(
        "ravel",
        "All elements in one dimension: a view of a contiguous tensor, else a copy.",
        ("Tensor input",),
        "ravel",
        operands=ANY,
        example=("torch.ravel(torch.tensor([[1, 2], [3, 4]]))", "tensor([1, 2, 3, 4])"),
    ),
)


def at_least(n, summary, example):
    return Function(
        f"atleast_{n}d",
        summary,
        ("Tensor input, /", "tuple of Tensors[*] tensors, /"),
        "atleast",
        code=str(n),
        method=False,
        returns=("Tensor", TUPLE),
        operands="Operands: tensors of any shape and dtype, as arguments or in one tuple or list.",
        result="Result: one tensor gives a tensor, itself if it has enough dimensions; several, or a "
        "tuple or "
        "list of them, give a tuple.",
        raises="Raises TypeError for anything else.",
        example=example,
    )


AT_LEAST = (
    at_least(
        1,
        "Views with one dimension at least: a 0-dim tensor gets shape (1,).",
        ("torch.atleast_1d(torch.tensor(7)).shape", "torch.Size([1])"),
    ),
    at_least(
        2,
        "Views with two dimensions at least: shape (n,) becomes (1, n).",
        ("torch.atleast_2d(torch.zeros(3)).shape", "torch.Size([1, 3])"),
    ),
    at_least(
        3,
        "Views with three dimensions at least: shape (n,) becomes (1, n, 1), (m, n) becomes (m, n, 1).",
        ("torch.atleast_3d(torch.zeros(3)).shape", "torch.Size([1, 3, 1])"),
    ),
)


def split_along(name, dim, summary, rank, example):
    return Function(
        name,
        summary,
        ("Tensor input, int sections", "Tensor input, tuple of ints indices"),
        "split_along",
        code=dim,
        returns=(TUPLE,) * 2,
        operands=f"Operand: a tensor of at least {rank} dimension{'s' * (rank > 1)}.  indices: where pieces "
        "end, as in slices.",
        result=PIECES,
        raises="Raises RuntimeError for fewer dimensions, and where sections does not divide the size.",
        example=example,
    )


PARTS = (
    Function(
        "select",
        "One index of a dimension, which is dropped.",
        ("Tensor input, int dim, index index",),
        "select",
        operands=ANY,
        result=VIEW,
        raises="Raises IndexError for a dimension or an index out of range, and for a 0-dim tensor.",
        example=("torch.select(torch.tensor([[1, 2], [3, 4]]), 1, -1)", "tensor([2, 4])"),
    ),
    Function(
        "narrow",
        "length elements of a dimension, from start on.",
        (
            "Tensor input, int dim, Tensor start, index length",
            "Tensor input, int dim, index start, index length",
        ),
        "narrow",
        operands=ANY + "  start: an int, negative from the end, or a 0-dim integer tensor.",
        result=VIEW,
        raises="Raises IndexError for a dimension or a start out of range, RuntimeError where start + length "
        "is too much, and for a 0-dim tensor.",
        example=("torch.narrow(torch.arange(5), 0, 1, 3)", "tensor([1, 2, 3])"),
    ),
    Function(
        "unbind",
        "Every index of a dimension, which is dropped.",
        ("Tensor input, int dim = 0",),
        "unbind",
        returns=TUPLE,
        operands=ANY,
        result=PIECES,
        raises="Raises IndexError for a dimension out of range and for a 0-dim tensor.",
        example=("torch.unbind(torch.tensor([[1, 2], [3, 4]]))", "(tensor([1, 2]), tensor([3, 4]))"),
    ),
    Function(
        "split",
        "Pieces of a dimension: all of one length but the last, or of given lengths.",
        ("Tensor tensor, object split_size_or_sections, object dim = 0",),
        "split",
        methods=("object split_size, object dim = 0",),
        returns=TUPLE,
        stub_types={
            "split_size_or_sections": "SupportsIndex | _Sizes",
            "split_size": "SupportsIndex | _Sizes",
            "dim": "SupportsIndex",
        },
        operands=ANY + "  The second argument: one length, or a tuple or list of lengths.",
        result=PIECES,
        raises="Raises RuntimeError for negative lengths, lengths that do not add up to the size, and a "
        "0-dim "
        "tensor; IndexError for a dimension out of range.",
        example=("torch.split(torch.arange(5), 2)", "(tensor([0, 1]), tensor([2, 3]), tensor([4]))"),
        more_examples=(("torch.split(torch.arange(5), [1, 4])", "(tensor([0]), tensor([1, 2, 3, 4]))"),),
    ),
    Function(
        "split_with_sizes",
        "Pieces of given lengths of a dimension, as split makes them.",
        ("Tensor input, tuple of ints split_sizes, int dim = 0",),
        "split_with_sizes",
        returns=TUPLE,
        operands=ANY,
        result=PIECES,
        raises="Raises RuntimeError for negative lengths, lengths that do not add up to the size, and a "
        "0-dim tensor; IndexError for a dimension out of range.",
        example=("torch.split_with_sizes(torch.arange(3), [1, 2])", "(tensor([0]), tensor([1, 2]))"),
    ),
    Function(
        "tensor_split",
        "Pieces of a dimension: so many of nearly one length, or what lies between given indices.",
        (
            "Tensor input, tuple of ints indices, int dim = 0",
            "Tensor input, Tensor tensor_indices_or_sections, int dim = 0",
            "Tensor input, index sections, int dim = 0",
        ),
        "tensor_split",
        returns=(TUPLE,) * 3,
        operands=ANY + "  sections: the first pieces are one longer where it does not divide the size.  "
        "indices: where pieces end, as in slices.  tensor_indices_or_sections: int64, 0-dim for sections, "
        "1-dim for indices.",
        result=PIECES,
        raises="Raises RuntimeError unless sections is positive, for a tensor of another dtype or more "
        "dimensions, and for a 0-dim input; IndexError for a dimension out of range.",
        example=("torch.tensor_split(torch.arange(5), 2)", "(tensor([0, 1, 2]), tensor([3, 4]))"),
        more_examples=(("torch.tensor_split(torch.arange(3), (1,))", "(tensor([0]), tensor([1, 2]))"),),
    ),
    split_along(
        "hsplit",
        "1",
        "Pieces side by side: tensor_split along dimension 1, of vectors along 0.",
        1,
        ("torch.hsplit(torch.arange(4), 2)", "(tensor([0, 1]), tensor([2, 3]))"),
    ),
    split_along(
        "vsplit",
        "0",
        "Pieces one below the other: tensor_split along dimension 0.",
        2,
        ("torch.vsplit(torch.tensor([[1], [2]]), 2)", "(tensor([[1]]), tensor([[2]]))"),
    ),
    split_along(
        "dsplit",
        "2",
        "Pieces one behind the other: tensor_split along dimension 2.",
        3,
        ("torch.dsplit(torch.tensor([[[1, 2]]]), 2)", "(tensor([[[1]]]), tensor([[[2]]]))"),
    ),
    Function(
        "unfold",
        "Windows of size elements of a dimension, one every step elements; they become the last dimension.",
        ("Tensor input, int dimension, int size, int step",),
        "unfold",
        function=False,
        result="Result: a view of one dimension more, whose elements share memory where windows overlap.",
        raises=f"{RANGE}, RuntimeError for a size that is negative or too large and a step that is not "
        "positive.",
        example=(
            "torch.arange(4).unfold(0, 2, 1)",
            "tensor([[0, 1],\n        [1, 2],\n        [2, 3]])",
        ),
    ),
    Function(
        "chunk",
        "A dimension in so many pieces of one length; the last one has what is left.",
        ("Tensor input, int chunks, int dim = 0",),
        "chunk",
        returns=TUPLE,
        operands=ANY,
        result=PIECES + "  There may be fewer of them.",
        raises="Raises RuntimeError unless chunks is positive, and for a 0-dim tensor; IndexError for a "
        "dimension out of range.",
        example=("torch.chunk(torch.arange(5), 2)", "(tensor([0, 1, 2]), tensor([3, 4]))"),
    ),
    Function(
        "diagonal",
        "The diagonal of two dimensions, which becomes the last dimension.",
        ("Tensor input, int offset = 0, int dim1 = 0, int dim2 = 1",),
        "diagonal",
        operands=ANY + "  offset: so many columns above the main diagonal, or rows below if it is negative.",
        result=VIEW + "  It is empty beyond the corners.",
        raises=f"{RANGE}, RuntimeError if both are the same.",
        example=("torch.diagonal(torch.arange(6).view(2, 3), 1)", "tensor([1, 5])"),
    ),
    Function(
        "real",
        "The real parts: a view of half the element size; a real tensor is returned itself.",
        ("Tensor input",),
        "real",
        method=False,
        operands=ANY,
        example=("torch.real(torch.tensor([1 + 2j]))", "tensor([1.])"),
    ),
    Function(
        "imag",
        "The imaginary parts: a view of half the element size.",
        ("Tensor input",),
        "imag",
        method=False,
        operands="Operand: a complex tensor of any shape.",
        raises="Raises RuntimeError for a real tensor.",
        example=("torch.imag(torch.tensor([1 + 2j]))", "tensor([2.])"),
    ),
    Function(
        "view_as_real",
        "The real and imaginary parts as the last dimension, of size 2.",
        ("Tensor input",),
        "view_as_real",
        method=False,
        operands="Operand: a complex tensor of any shape.",
        result=VIEW,
        raises="Raises RuntimeError for a real tensor.",
        example=("torch.view_as_real(torch.tensor([1 + 2j]))", "tensor([[1., 2.]])"),
    ),
    Function(
        "view_as_complex",
        "The last dimension, of size 2, as real and imaginary parts.",
        ("Tensor input",),
        "view_as_complex",
        method=False,
        operands="Operand: float32 or float64, of one dimension at least.",
        result=VIEW,
        raises="Raises RuntimeError for other dtypes (float16 too: there is no complex32), another last size "
        "and strides or an offset that do not divide.",
        example=("torch.view_as_complex(torch.tensor([[1., 2.]]))", "tensor([1.+2.j])"),
    ),
    Function(
        "as_strided_",
        "The same as as_strided, in place: input becomes the view, and is returned.",
        ("Tensor input, tuple of ints size, tuple of ints stride, index storage_offset = None",),
        "as_strided",
        code="true",
        operands=ANY + "  storage_offset: the tensor's own unless it is given.",
        raises="Raises RuntimeError for negative strides and for what lies outside of the storage.",
        source="torch.as_strided",
        example=("torch.as_strided_(torch.arange(4), (2,), (2,), 1)", "tensor([1, 3])"),
    ),
    Function(
        "as_strided",
        "Any view of the storage: sizes, strides and offset, counted in elements.",
        ("Tensor input, tuple of ints size, tuple of ints stride, index storage_offset = None",),
        "as_strided",
        operands=ANY + "  storage_offset: the tensor's own unless it is given.",
        result=VIEW,
        raises="Raises RuntimeError for negative strides and for what lies outside of the storage.",
        example=("torch.as_strided(torch.arange(4), (2,), (2,), 1)", "tensor([1, 3])"),
        more_examples=(
            (
                "torch.arange(4).as_strided((3, 2), (1, 1))",
                "tensor([[0, 1],\n        [1, 2],\n        [2, 3]])",
            ),
        ),
    ),
)

COPIES = (
    Function(
        "contiguous",
        "The tensor itself if its elements lie in memory in row-major order, else a copy in which they do.",
        ("Tensor input, *, torch.memory_format memory_format = torch.contiguous_format",),
        "contiguous",
        function=False,
        operands="memory_format: another order of the dimensions.",
        raises="Raises RuntimeError if the format is one of tensors of another rank.",
        example=("torch.zeros(2, 3).t().contiguous().stride()", "(2, 1)"),
    ),
    Function(
        "clone",
        "A copy in memory of its own.",
        (f"Tensor input, *, {FORMAT}",),
        "clone",
        operands=ANY,
        result="Result: a tensor with the same strides where they leave no gaps, or those of memory_format.",
        raises="Raises RuntimeError if there is no memory, or the format is one of tensors of another rank.",
        example=("torch.clone(torch.tensor([1, 2]))", "tensor([1, 2])"),
    ),
    Function(
        "detach",
        "Another tensor on the same memory: there are no gradients to leave behind.",
        ("Tensor input",),
        "detach",
        operands=ANY,
        result=VIEW,
        example=("torch.detach(torch.ones(2))", "tensor([1., 1.])"),
    ),
)

ROWS = (*SIZES, *DIMENSIONS, *AT_LEAST, *PARTS, *COPIES)
