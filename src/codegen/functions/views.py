"""Rows of views: other sizes, strides and dimensions over existing memory; and of copies of whole tensors."""

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
        "A view with other sizes, or of the same bytes as elements of another dtype.",
        ("Tensor input, torch.dtype dtype", "Tensor input, tuple of ints size"),
        "view",
        returns=("Tensor", "Tensor"),
        function=False,
        operands="size: one size may be -1.  dtype: if its elements have another size, the last dimension, "
        "whose stride must be 1, becomes shorter or longer.",
        result=VIEW,
        raises="Raises RuntimeError if the number of elements differs or the strides would need a copy; "
        "with a dtype, if size, strides or offset are not multiples of the new element size.",
        example=("torch.arange(6).view(2, -1)", "tensor([[0, 1, 2],\n        [3, 4, 5]])"),
        more_examples=(
            (
                "torch.tensor([1., -2.]).view(torch.int16)",
                "tensor([     0,  16256,      0, -16384], dtype=torch.int16)",
            ),
        ),
        shapes="views reshapes",
    ),
    Function(
        "reshape",
        "The tensor with other sizes: a view if the strides allow it, else a copy.",
        ("Tensor input, tuple of ints shape",),
        "reshape",
        operands=ANY + "  shape: one size may be -1.",
        raises="Raises RuntimeError if the number of elements differs.",
        example=("torch.reshape(torch.arange(4), (2, 2))", "tensor([[0, 1],\n        [2, 3]])"),
        shapes="views reshapes",
    ),
    Function(
        "expand",
        "A view with dimensions of size 1 expanded to larger sizes, and new dimensions in front.",
        ("Tensor input, tuple of ints size, *, bool implicit = False",),
        "expand",
        function=False,
        operands="size: -1 keeps a size.",
        result="Result: a view whose expanded dimensions have stride 0, so that elements share memory: "
        "writing to it raises RuntimeError.",
        raises="Raises RuntimeError if a size that differs is not 1.",
        notes="implicit has no effect.",
        example=(
            "torch.tensor([[1], [2]]).expand(2, 3)",
            "tensor([[1, 1, 1],\n        [2, 2, 2]])",
        ),
        more_examples=(("torch.tensor([[1], [2]]).expand(4, -1, 3).stride()", "(0, 1, 0)"),),
        shapes="views expands",
    ),
    Function(
        "broadcast_to",
        "The tensor expanded to size: the method expand as a function.",
        ("Tensor input, tuple of ints size",),
        "expand",
        operands=ANY + "  size: -1 keeps a size.",
        result="Result: a view whose expanded dimensions have stride 0.",
        raises="Raises RuntimeError if a size that differs is not 1.",
        example=("torch.broadcast_to(torch.tensor([1, 2]), (2, 2))", "tensor([[1, 2],\n        [1, 2]])"),
        shapes="views expands",
    ),
    Function(
        "expand_as",
        "The tensor expanded to the shape of other.",
        ("Tensor input, Tensor other",),
        "expand_as",
        function=False,
        result=VIEW,
        raises="Raises the RuntimeError of expand.",
        example=(
            "torch.tensor([1, 2]).expand_as(torch.zeros(2, 2))",
            "tensor([[1, 2],\n        [1, 2]])",
        ),
        shapes="views expands",
    ),
    Function(
        "view_as",
        "A view with the shape of other.",
        ("Tensor input, Tensor other",),
        "view_as",
        function=False,
        result=VIEW,
        raises="Raises the RuntimeError of view.",
        example=("torch.arange(4).view_as(torch.zeros(2, 2)).shape", "torch.Size([2, 2])"),
    ),
    Function(
        "reshape_as",
        "The tensor with the shape of other: a view if the strides allow it, else a copy.",
        ("Tensor input, Tensor other",),
        "reshape_as",
        function=False,
        raises="Raises the RuntimeError of reshape.",
        example=("torch.arange(4).reshape_as(torch.zeros(2, 2)).shape", "torch.Size([2, 2])"),
    ),
    Function(
        "resize_",
        "Changes the sizes in place, with contiguous strides, and returns self.",
        (f"Tensor input, tuple of ints size, *, {FORMAT}",),
        "resize",
        function=False,
        operands="size: not negative.  memory_format: the order of the dimensions in memory.",
        result="Elements keep their order in memory; added memory is uninitialised.  A tensor that already "
        "has these sizes keeps its strides unless memory_format is given.",
        raises="Raises RuntimeError for negative or too large sizes, and if memory would have to grow while "
        "a NumPy array or a buffer refers to it.",
        example=("torch.arange(6).resize_(2, 2)", "tensor([[0, 1],\n        [2, 3]])"),
        shapes="memory",
    ),
    Function(
        "set_",
        "Replaces self's memory by that of a tensor or a storage, or by none, and returns self.",
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
        operands="source: a tensor of self's dtype, or a storage.  storage_offset, size, stride: in "
        "elements of self's dtype; without stride, contiguous.",
        result="A storage that is too small for size and stride grows.",
        raises="Raises RuntimeError for a tensor or a TypedStorage of another dtype, for sizes, strides and "
        "offsets that are negative or too large, and if memory would have to grow while another object "
        "refers to it.",
        notes="Without stride, PyTorch keeps self's strides if the sizes stay the same, and may then read "
        "beyond the storage.",
        example=("torch.zeros(2).set_(torch.arange(4.), 1, (3,))", "tensor([1., 2., 3.])"),
        shapes="memory",
    ),
    Function(
        "resize_as_",
        "Resizes a tensor in place to the shape of another, and returns it.",
        (f"Tensor input, Tensor the_template, *, {FORMAT}",),
        "resize_as",
        operands=ANY + "  memory_format: preserve_format takes the format that the template's strides "
        "suggest.",
        raises="Raises the RuntimeError of resize_.",
        source="torch.Tensor.resize_as_",
        example=("torch.resize_as_(torch.arange(6), torch.zeros(3))", "tensor([0, 1, 2])"),
        shapes="memory",
    ),
)

DIMENSIONS = (
    Function(
        "permute",
        "A view with the dimensions in another order.",
        ("Tensor input, tuple of ints dims",),
        "permute",
        operands=ANY + "  dims: each dimension once; negative ones count from the end.",
        result=VIEW,
        raises="Raises RuntimeError for a wrong number of dimensions or a repeated one, IndexError for one "
        "out of range.",
        example=("torch.permute(torch.zeros(2, 3, 5), (2, 0, 1)).shape", "torch.Size([5, 2, 3])"),
        shapes="views permutes",
        numpy=("permute_dims",),
    ),
    Function(
        "transpose",
        "A view with two dimensions exchanged.",
        ("Tensor input, int dim0, int dim1",),
        "transpose",
        inplace=True,
        aliases=("swapdims",),
        operands=ANY,
        result=VIEW,
        raises=RANGE + ".",
        example=("torch.transpose(torch.zeros(2, 3), 0, 1).shape", "torch.Size([3, 2])"),
        shapes="views permutes",
    ),
    Function(
        "swapaxes",
        "Alias of transpose: a view with two dimensions exchanged.",
        ("Tensor input, int axis0, int axis1",),
        "transpose",
        stands_for={"axis0": "dim0", "axis1": "dim1"},
        inplace=True,
        operands=ANY,
        result=VIEW,
        raises=RANGE + ".",
        example=("torch.swapaxes(torch.zeros(2, 3, 4), 0, 2).shape", "torch.Size([4, 3, 2])"),
        shapes="views permutes",
    ),
    Function(
        "t",
        "The transpose of a matrix; a tensor of fewer dimensions stays as it is.",
        ("Tensor input",),
        "t",
        inplace=True,
        operands="Operand: a tensor of at most 2 dimensions.",
        result=VIEW,
        raises="Raises RuntimeError for more than 2 dimensions.",
        example=("torch.t(torch.tensor([[1, 2], [3, 4]]))", "tensor([[1, 3],\n        [2, 4]])"),
        shapes="views permutes",
    ),
    Function(
        "adjoint",
        "The tensor with its last two dimensions exchanged and its elements conjugated.",
        ("Tensor input",),
        "adjoint",
        operands="Operand: a tensor of at least two dimensions.",
        result="Result: a view of a real tensor, or a copy of a complex one.",
        raises="Raises RuntimeError for a 1-dim tensor.  For a 0-dim tensor, the same as conj(), with a "
        "UserWarning.",
        example=("torch.adjoint(torch.tensor([[1j, 2]]))", "tensor([[0.-1.j],\n        [2.-0.j]])"),
        shapes="views permutes",
    ),
    Function(
        "movedim",
        "A view with dimensions moved to other positions; the remaining ones keep their order.",
        (
            "Tensor input, int source, int destination",
            "Tensor input, tuple of ints source, tuple of ints destination",
        ),
        "movedim",
        aliases=("moveaxis",),
        returns=("Tensor", "Tensor"),
        operands=ANY + "  source, destination: a dimension, or tuples of the same length.",
        result=VIEW,
        raises=f"{RANGE}, RuntimeError for a repeated one and for tuples of different lengths.",
        example=("torch.movedim(torch.zeros(2, 3, 4), 0, -1).shape", "torch.Size([3, 4, 2])"),
        shapes="views permutes",
    ),
    Function(
        "unsqueeze",
        "A view with a new dimension of size 1.",
        ("Tensor input, int dim",),
        "unsqueeze",
        inplace=True,
        operands=ANY + "  dim: the position of the new dimension, from -ndim - 1 to ndim.",
        result=VIEW,
        raises=RANGE + ".",
        example=("torch.unsqueeze(torch.tensor([1, 2]), 0)", "tensor([[1, 2]])"),
        shapes="views inserts",
        numpy=("expand_dims",),
    ),
    Function(
        "squeeze",
        "A view without dimensions of size 1: all of them, or those in dim.",
        ("Tensor input", "Tensor input, int dim", "Tensor input, tuple of ints dim"),
        "squeeze",
        inplace=True,
        operands=ANY + "  dim: dimensions of other sizes are kept.",
        result=VIEW,
        raises=RANGE + ".",
        example=("torch.squeeze(torch.zeros(1, 3, 1), (0, 2)).shape", "torch.Size([3])"),
    ),
    Function(
        "flatten",
        "The tensor with the dimensions from start_dim to end_dim merged into one.",
        ("Tensor input, int start_dim = 0, int end_dim = -1",),
        "flatten",
        operands=ANY,
        result="Result: a view, a copy if the strides need one, or the tensor itself if it is only one "
        "dimension; shape (1,) for a 0-dim tensor.",
        raises=f"{RANGE}, RuntimeError if start_dim comes after end_dim.",
        example=("torch.flatten(torch.zeros(2, 3, 4), 1).shape", "torch.Size([2, 12])"),
    ),
    Function(
        "unflatten",
        "A view with one dimension split into several.",
        ("Tensor input, int dim, tuple of ints sizes",),
        "unflatten",
        operands=ANY + "  sizes: one of them may be -1.",
        result=VIEW,
        raises=f"{RANGE}, RuntimeError if the product of the sizes is not the dimension's size.",
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
        result="Result: a view for one tensor (the tensor itself if it has enough dimensions), a tuple of "
        "views for several, or for a tuple or list.",
        raises="Raises TypeError for other arguments.",
        example=example,
    )


AT_LEAST = (
    at_least(
        1,
        "Views with at least one dimension: a 0-dim tensor becomes (1,).",
        ("torch.atleast_1d(torch.tensor(7)).shape", "torch.Size([1])"),
    ),
    at_least(
        2,
        "Views with at least two dimensions: shape (n,) becomes (1, n).",
        ("torch.atleast_2d(torch.zeros(3)).shape", "torch.Size([1, 3])"),
    ),
    at_least(
        3,
        "Views with at least three dimensions: shape (n,) becomes (1, n, 1), and (m, n) becomes (m, n, 1).",
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
        operands=f"Operand: a tensor of at least {rank} dimension{'s' * (rank > 1)}.  indices: the ends of "
        "the pieces, as in slices.",
        result=PIECES,
        raises="Raises RuntimeError for fewer dimensions, and if sections does not divide the size.",
        shapes="views splits",
        example=example,
    )


PARTS = (
    Function(
        "select",
        "A view at one index of a dimension, which is dropped.",
        ("Tensor input, int dim, index index",),
        "select",
        operands=ANY,
        result=VIEW,
        raises="Raises IndexError for a dimension or an index out of range, and for a 0-dim tensor.",
        example=("torch.select(torch.tensor([[1, 2], [3, 4]]), 1, -1)", "tensor([2, 4])"),
    ),
    Function(
        "narrow",
        "A view of length elements of a dimension, from start on.",
        (
            "Tensor input, int dim, Tensor start, index length",
            "Tensor input, int dim, index start, index length",
        ),
        "narrow",
        operands=ANY + "  start: an int or a 0-dim integer tensor; negative ones count from the end.",
        result=VIEW,
        raises="Raises IndexError if dim or start is out of range, RuntimeError if start + length exceeds "
        "the size, and for a 0-dim tensor.",
        example=("torch.narrow(torch.arange(5), 0, 1, 3)", "tensor([1, 2, 3])"),
        shapes="views keeps",
    ),
    Function(
        "unbind",
        "Views at every index of a dimension, which is dropped.",
        ("Tensor input, int dim = 0",),
        "unbind",
        returns=TUPLE,
        operands=ANY,
        result=PIECES,
        raises="Raises IndexError for a dimension out of range and for a 0-dim tensor.",
        example=("torch.unbind(torch.tensor([[1, 2], [3, 4]]))", "(tensor([1, 2]), tensor([3, 4]))"),
        shapes="views splits",
    ),
    Function(
        "split",
        "Splits a dimension into pieces of one length, of which the last may be shorter, or of given "
        "lengths.",
        ("Tensor tensor, object split_size_or_sections, object dim = 0",),
        "split",
        methods=("object split_size, object dim = 0",),
        returns=TUPLE,
        stub_types={
            "split_size_or_sections": "SupportsIndex | _Sizes",
            "split_size": "SupportsIndex | _Sizes",
            "dim": "SupportsIndex",
        },
        operands=ANY + "  The second argument: a length, or a tuple or list of lengths.",
        result=PIECES,
        raises="Raises RuntimeError for negative lengths, if the lengths do not add up to the size, and for "
        "a 0-dim tensor; IndexError if dim is out of range.",
        example=("torch.split(torch.arange(5), 2)", "(tensor([0, 1]), tensor([2, 3]), tensor([4]))"),
        more_examples=(("torch.split(torch.arange(5), [1, 4])", "(tensor([0]), tensor([1, 2, 3, 4]))"),),
        shapes="views splits",
    ),
    Function(
        "split_with_sizes",
        "Splits a dimension into pieces of given lengths.",
        ("Tensor input, tuple of ints split_sizes, int dim = 0",),
        "split_with_sizes",
        returns=TUPLE,
        operands=ANY,
        result=PIECES,
        raises="Raises RuntimeError for negative lengths, if the lengths do not add up to the size, and for "
        "a 0-dim tensor; IndexError if dim is out of range.",
        example=("torch.split_with_sizes(torch.arange(3), [1, 2])", "(tensor([0]), tensor([1, 2]))"),
        shapes="views splits",
    ),
    Function(
        "split_with_sizes_copy",
        "Copies of the pieces of given lengths of a dimension.",
        ("Tensor input, tuple of ints split_sizes, int dim = 0, *, tuple of Tensors out = None",),
        in_python="_composite.shapes:split_with_sizes_copy",
        method=False,
        returns="tuple[Tensor, ...] | None",
        operands=ANY,
        result="Result: a tuple of new contiguous tensors; None with out=, a list of as many tensors.",
        raises="Raises RuntimeError for negative lengths, if the lengths do not add up to the size, and for "
        "other out=; IndexError if dim is out of range.",
        example=("torch.split_with_sizes_copy(torch.arange(3), [1, 2])", "(tensor([0]), tensor([1, 2]))"),
        shapes="splits",
    ),
    Function(
        "tensor_split",
        "Splits a dimension into a number of nearly equal pieces, or at given indices.",
        (
            "Tensor input, tuple of ints indices, int dim = 0",
            "Tensor input, Tensor tensor_indices_or_sections, int dim = 0",
            "Tensor input, index sections, int dim = 0",
        ),
        "tensor_split",
        returns=(TUPLE,) * 3,
        operands=ANY + "  sections: if it does not divide the size, the first pieces are longer by one.  "
        "indices: the ends of the pieces, as in slices.  tensor_indices_or_sections: an int64 tensor, 0-dim "
        "for sections, 1-dim for indices.",
        result=PIECES,
        raises="Raises RuntimeError unless sections is positive, for a tensor of another dtype or more "
        "dimensions, and for a 0-dim input; IndexError if dim is out of range.",
        example=("torch.tensor_split(torch.arange(5), 2)", "(tensor([0, 1, 2]), tensor([3, 4]))"),
        more_examples=(("torch.tensor_split(torch.arange(3), (1,))", "(tensor([0]), tensor([1, 2]))"),),
        shapes="views splits",
    ),
    split_along(
        "hsplit",
        "1",
        "Splits into pieces side by side: tensor_split along dimension 1, or along 0 for vectors.",
        1,
        ("torch.hsplit(torch.arange(4), 2)", "(tensor([0, 1]), tensor([2, 3]))"),
    ),
    split_along(
        "vsplit",
        "0",
        "Splits into pieces one below the other: tensor_split along dimension 0.",
        2,
        ("torch.vsplit(torch.tensor([[1], [2]]), 2)", "(tensor([[1]]), tensor([[2]]))"),
    ),
    split_along(
        "dsplit",
        "2",
        "Splits into pieces one behind the other: tensor_split along dimension 2.",
        3,
        ("torch.dsplit(torch.tensor([[[1, 2]]]), 2)", "(tensor([[[1]]]), tensor([[[2]]]))"),
    ),
    Function(
        "unfold",
        "A view of the windows of size elements along a dimension, one every step elements, as a new last "
        "dimension.",
        ("Tensor input, int dimension, int size, int step",),
        "unfold",
        function=False,
        result="Result: a view with one dimension more; overlapping windows share memory.",
        raises=f"{RANGE}, RuntimeError if size is negative or too large or step is not positive.",
        example=(
            "torch.arange(4).unfold(0, 2, 1)",
            "tensor([[0, 1],\n        [1, 2],\n        [2, 3]])",
        ),
    ),
    Function(
        "chunk",
        "Splits a dimension into a number of pieces of one length; the last one may be shorter.",
        ("Tensor input, int chunks, int dim = 0",),
        "chunk",
        returns=TUPLE,
        operands=ANY,
        result=PIECES + "  There may be fewer pieces than chunks.",
        raises="Raises RuntimeError unless chunks is positive, and for a 0-dim tensor; IndexError if dim is "
        "out of range.",
        example=("torch.chunk(torch.arange(5), 2)", "(tensor([0, 1, 2]), tensor([3, 4]))"),
        shapes="views splits",
    ),
    Function(
        "diagonal",
        "A view of the diagonal of two dimensions, as the last dimension.",
        ("Tensor input, int offset = 0, int dim1 = 0, int dim2 = 1",),
        "diagonal",
        operands=ANY + "  offset: the number of columns above the main diagonal, or if negative, rows below "
        "it.",
        result=VIEW + "  A diagonal beyond the corners is empty.",
        raises=f"{RANGE}, RuntimeError if both are the same.",
        example=("torch.diagonal(torch.arange(6).view(2, 3), 1)", "tensor([1, 5])"),
    ),
    Function(
        "real",
        "The real parts: a view with half the element size.  A real tensor is returned itself.",
        ("Tensor input",),
        "real",
        method=False,
        operands=ANY,
        example=("torch.real(torch.tensor([1 + 2j]))", "tensor([1.])"),
        shapes="views keeps",
    ),
    Function(
        "imag",
        "The imaginary parts: a view with half the element size.",
        ("Tensor input",),
        "imag",
        method=False,
        operands="Operand: a complex tensor of any shape.",
        raises="Raises RuntimeError for a real tensor.",
        example=("torch.imag(torch.tensor([1 + 2j]))", "tensor([2.])"),
        shapes="views keeps",
    ),
    Function(
        "view_as_real",
        "A view with the real and imaginary parts as a new last dimension, of size 2.",
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
        "A view with the last dimension, of size 2, as the real and imaginary parts of complex elements.",
        ("Tensor input",),
        "view_as_complex",
        method=False,
        operands="Operand: a float32 or float64 tensor of at least one dimension.",
        result=VIEW,
        raises="Raises RuntimeError for other dtypes (float16, too: there is no complex32), if the last "
        "size is not 2, its stride is not 1, or another stride or the offset is odd.",
        example=("torch.view_as_complex(torch.tensor([[1., 2.]]))", "tensor([1.+2.j])"),
    ),
    Function(
        "as_strided_",
        "In-place as_strided: makes input the view, and returns it.",
        ("Tensor input, tuple of ints size, tuple of ints stride, index storage_offset = None",),
        "as_strided",
        code="true",
        operands=ANY + "  storage_offset: by default the tensor's own.",
        raises="Raises RuntimeError for negative strides, and if the view exceeds the storage.",
        source="torch.as_strided",
        example=("torch.as_strided_(torch.arange(4), (2,), (2,), 1)", "tensor([1, 3])"),
        shapes="memory",
    ),
    Function(
        "as_strided",
        "A view of the storage with any sizes, strides and offset, in elements.",
        ("Tensor input, tuple of ints size, tuple of ints stride, index storage_offset = None",),
        "as_strided",
        operands=ANY + "  storage_offset: by default the tensor's own.",
        result=VIEW,
        raises="Raises RuntimeError for negative strides, and if the view exceeds the storage.",
        example=("torch.as_strided(torch.arange(4), (2,), (2,), 1)", "tensor([1, 3])"),
        more_examples=(
            (
                "torch.arange(4).as_strided((3, 2), (1, 1))",
                "tensor([[0, 1],\n        [1, 2],\n        [2, 3]])",
            ),
        ),
        shapes="memory",
    ),
)

COPIES = (
    Function(
        "contiguous",
        "The tensor itself if its elements are in row-major order in memory, else a copy that is.",
        ("Tensor input, *, torch.memory_format memory_format = torch.contiguous_format",),
        "contiguous",
        function=False,
        operands="memory_format: another order of the dimensions in memory.",
        raises="Raises RuntimeError if memory_format is for another number of dimensions.",
        example=("torch.zeros(2, 3).t().contiguous().stride()", "(2, 1)"),
        shapes="keeps",
    ),
    Function(
        "clone",
        "A copy of the tensor.",
        (f"Tensor input, *, {FORMAT}",),
        "clone",
        operands=ANY,
        result="Result: a tensor with input's strides if they leave no gaps, or with those of memory_format.",
        raises="Raises RuntimeError if there is no memory, or if memory_format is for another number of "
        "dimensions.",
        example=("torch.clone(torch.tensor([1, 2]))", "tensor([1, 2])"),
        shapes="keeps",
    ),
    Function(
        "detach",
        "A new tensor on the same memory; there are no gradients to detach.",
        ("Tensor input",),
        "detach",
        operands=ANY,
        result=VIEW,
        example=("torch.detach(torch.ones(2))", "tensor([1., 1.])"),
        shapes="views keeps",
    ),
)

ROWS = (*SIZES, *DIMENSIONS, *AT_LEAST, *PARTS, *COPIES)
