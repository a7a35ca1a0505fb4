"""Rows of functions that join, repeat, flip and cut tensors: their results copy existing elements."""

from codegen.functions.row import Function, shaped

LIST = "Operands: a tuple or list of tensors"
PROMOTED = "Result: a new tensor of the promoted dtype, or out=, to whose dtype they can be cast."
LIST_ERRORS = (
    "an empty list, sizes that do not match, or an out= that shares memory with a tensor; TypeError if the "
    "list has anything but tensors."
)


def join(name, summary, overload, operands, body, code, example, aliases=(), source=""):
    return Function(
        name,
        summary,
        (overload,),
        body,
        code=code,
        method=False,
        aliases=aliases,
        operands=f"{LIST}, {operands}",
        result=PROMOTED,
        raises=f"Raises RuntimeError for {LIST_ERRORS}",
        source=source,
        example=example,
    )


WIDENED = "tuple of Tensors tensors, *, Tensor out = None"
ALONG = "tuple of Tensors tensors, int dim = 0, *, Tensor out = None"
PAIR = "[torch.tensor([1, 2]), torch.tensor([3, 4])]"

JOINS = (
    join(
        "cat",
        "The tensors joined along an existing dimension.",
        ALONG,
        "of equal sizes except along dim; tensors of shape (0,) are skipped.",
        "join",
        "TBPY_CAT",
        ("torch.cat([torch.ones(1, 2), torch.zeros(1, 2)])", "tensor([[1., 1.],\n        [0., 0.]])"),
        aliases=("concat", "concatenate"),
    ),
    join(
        "stack",
        "The tensors joined along a new dimension.",
        ALONG,
        "of equal sizes.",
        "join",
        "TBPY_STACK",
        (f"torch.stack({PAIR}, 1)", "tensor([[1, 3],\n        [2, 4]])"),
    ),
    join(
        "hstack",
        "The tensors side by side: cat along dimension 1, or along 0 for vectors.",
        WIDENED,
        "with 0-dim tensors as vectors of one element.",
        "hstack",
        "TBPY_HSTACK",
        (f"torch.hstack({PAIR})", "tensor([1, 2, 3, 4])"),
    ),
    join(
        "vstack",
        "The tensors one below the other: cat along dimension 0, with vectors as rows.",
        WIDENED,
        "of equal sizes except along dimension 0.",
        "hstack",
        "TBPY_VSTACK",
        (f"torch.vstack({PAIR})", "tensor([[1, 2],\n        [3, 4]])"),
        aliases=("row_stack",),
    ),
    join(
        "dstack",
        "The tensors one behind the other: cat along dimension 2, which is added if needed.",
        WIDENED,
        "of equal sizes except along dimension 2.",
        "hstack",
        "TBPY_DSTACK",
        (f"torch.dstack({PAIR})", "tensor([[[1, 3],\n         [2, 4]]])"),
    ),
    join(
        "column_stack",
        "The tensors side by side, with vectors as columns.",
        WIDENED,
        "of equal sizes except along dimension 1.",
        "hstack",
        "TBPY_COLUMN_STACK",
        (f"torch.column_stack({PAIR})", "tensor([[1, 3],\n        [2, 4]])"),
    ),
)

ANY = "Operand: a tensor of any shape and dtype."
OWN_DTYPE = "of the same dtype."
EACH = ", int dim = None, *, int output_size = None"

REPEATS = (
    Function(
        "expand_copy",
        "A copy of the tensor expanded to size.",
        ("Tensor input, tuple of ints size, *, bool implicit = False, Tensor out = None",),
        "expand_copy",
        method=False,
        operands="Operand: a tensor of any dtype that expands to size; -1 keeps a size.",
        result=f"Result: a contiguous tensor {OWN_DTYPE}",
        raises="Raises RuntimeError if input does not expand to size, and for an out= of another dtype.",
        notes="implicit has no effect.",
        source="torch.Tensor.expand",
        example=("torch.expand_copy(torch.tensor([1, 2]), (2, 2))", "tensor([[1, 2],\n        [1, 2]])"),
    ),
    Function(
        "repeat",
        "The tensor repeated along each dimension, as many times as repeats says.",
        ("Tensor input, tuple of ints repeats",),
        "repeat",
        function=False,
        operands="Operand: a tensor with at most as many dimensions as repeats has numbers.",
        result=f"Result: a new contiguous tensor {OWN_DTYPE}",
        raises="Raises RuntimeError for too few numbers and for negative ones.",
        example=("torch.tensor([1, 2]).repeat(2, 2)", "tensor([[1, 2, 1, 2],\n        [1, 2, 1, 2]])"),
    ),
    Function(
        "tile",
        "The tensor repeated along its dimensions; dims apply to the last dimensions if they are fewer.",
        ("Tensor input, tuple of ints dims",),
        "tile",
        operands=ANY,
        result=f"Result: a new contiguous tensor {OWN_DTYPE}",
        raises="Raises RuntimeError for negative numbers.",
        example=("torch.tile(torch.tensor([1, 2]), (2,))", "tensor([1, 2, 1, 2])"),
    ),
    Function(
        "repeat_interleave",
        "Each slice along dim repeated, or without dim each element of the flattened tensor.",
        (
            f"Tensor input, Tensor repeats{EACH}",
            "Tensor repeats, *, int output_size = None",
            f"Tensor input, int repeats{EACH}",
        ),
        "repeat_interleave",
        methods=(f"Tensor repeats{EACH}", f"int repeats{EACH}"),
        operands="Operands: a tensor, and a number of repeats, or an int64 or int32 tensor with one for "
        "each slice.\nWith repeats alone, the result has repeats[i] times the number i.",
        result=f"Result: a new contiguous tensor {OWN_DTYPE}  output_size is its size along dim.",
        raises="Raises RuntimeError for negative numbers, a wrong number of them, or a wrong output_size.",
        example=("torch.repeat_interleave(torch.tensor([1, 2]), 2)", "tensor([1, 1, 2, 2])"),
        shapes="counts",
    ),
)

SQUARE = "torch.tensor([[1, 2], [3, 4]])"


def flip(name, code, summary, example):
    return Function(
        name,
        summary,
        ("Tensor input",),
        "fliplr",
        code=code,
        operands=f"Operand: a tensor of at least {int(code) + 1} dimension{'s' * int(code)} and any dtype.",
        result="Result: a new tensor of the same layout.",
        raises="Raises RuntimeError for fewer dimensions.",
        shapes="keeps",
        example=(f"torch.{name}({SQUARE})", example),
    )


def tril_triu(name, code, summary, example):
    return Function(
        name,
        summary,
        ("Tensor input, int diagonal = 0, *, Tensor out = None",),
        "tril",
        code=code,
        inplace=True,
        operands="Operand: a tensor of at least 2 dimensions and any dtype; diagonal: 0 is the main "
        "diagonal, positive ones are above it.",
        result="Result: a new contiguous tensor, or out= of the same dtype.",
        raises="Raises RuntimeError for fewer dimensions, and for out= of another dtype.",
        shapes="keeps",
        example=(f"torch.{name}({SQUARE})", example),
    )


FLIPS_AND_ROLLS = (
    Function(
        "flip",
        "The tensor in reverse order along the dimensions dims.",
        ("Tensor input, tuple of ints dims",),
        "flip",
        operands=ANY,
        result="Result: a new tensor of the same layout.",
        raises="Raises IndexError for a dimension out of range, RuntimeError for a repeated dimension.",
        example=("torch.flip(torch.tensor([1, 2, 3]), (0,))", "tensor([3, 2, 1])"),
        shapes="keeps",
    ),
    flip("fliplr", "1", "The columns in reverse order.", "tensor([[2, 1],\n        [4, 3]])"),
    flip("flipud", "0", "The rows in reverse order.", "tensor([[3, 4],\n        [1, 2]])"),
    Function(
        "__reversed__",
        "reversed(self): dimension 0 in reverse order, as a copy.",
        ("Tensor input",),
        "reversed",
        function=False,
        result="Result: a new tensor of self's layout; a 0-dim tensor is returned itself.",
        raises="",
        example=("reversed(torch.tensor([1, 2, 3]))", "tensor([3, 2, 1])"),
        shapes="keeps",
    ),
    Function(
        "roll",
        "The elements shifted along dims; those moved beyond the last position come in at the first.",
        ("Tensor input, tuple of ints[1] shifts, tuple of ints[1] dims = None",),
        "roll",
        operands=ANY,
        result=f"Result: a new tensor {OWN_DTYPE}  Without dims the flattened tensor is rolled.",
        raises="Raises IndexError for a dimension out of range, RuntimeError unless shifts and dims are "
        "equally many.",
        example=("torch.roll(torch.tensor([1, 2, 3]), 1)", "tensor([3, 1, 2])"),
        shapes="keeps",
    ),
    Function(
        "rot90",
        "The tensor rotated by 90 degrees k times, from the first of dims towards the second.",
        ("Tensor input, int k = 1, tuple of ints dims = (0,1)",),
        "rot90",
        operands="Operand: a tensor of at least 2 dimensions and any dtype.",
        result=f"Result: a new tensor {OWN_DTYPE}",
        raises="Raises RuntimeError for fewer dimensions and unless dims are two different ones, IndexError "
        "for a dimension out of range.",
        example=(f"torch.rot90({SQUARE})", "tensor([[2, 4],\n        [1, 3]])"),
    ),
    tril_triu(
        "tril", "TB_LOWER", "The lower triangle: zeros above a diagonal.", "tensor([[1, 0],\n        [3, 4]])"
    ),
    tril_triu(
        "triu", "TB_UPPER", "The upper triangle: zeros below a diagonal.", "tensor([[1, 2],\n        [0, 4]])"
    ),
    Function(
        "diag",
        "The diagonal of a matrix as a vector, or a vector as the diagonal of a matrix of zeros.",
        ("Tensor input, int diagonal = 0, *, Tensor out = None",),
        "diag",
        operands="Operand: a tensor of 1 or 2 dimensions and any dtype; diagonal: 0 is the main diagonal, "
        "positive ones are above it.",
        result="Result: a new contiguous tensor, or out= of the same dtype.",
        raises="Raises RuntimeError for other numbers of dimensions, and for an out= of another dtype.",
        example=(f"torch.diag({SQUARE})", "tensor([1, 4])"),
        more_examples=(("torch.diag(torch.tensor([1, 2]))", "tensor([[1, 0],\n        [0, 2]])"),),
    ),
    Function(
        "diag_embed",
        "The last dimension as the diagonal of two new ones, with zeros elsewhere.",
        ("Tensor input, int offset = 0, int dim1 = -2, int dim2 = -1",),
        "diag_embed",
        operands="Operand: a tensor of at least 1 dimension and any dtype.  offset: the number of columns "
        "above the main diagonal, or if negative, rows below it.  dim1, dim2: the new dimensions, in the "
        "result.",
        result="Result: a new contiguous tensor with one dimension more.",
        raises="Raises IndexError for a dimension out of range, RuntimeError if both are the same.",
        example=("torch.diag_embed(torch.tensor([1, 2]))", "tensor([[1, 0],\n        [0, 2]])"),
    ),
    Function(
        "diagflat",
        "A matrix with all elements on a diagonal, and zeros elsewhere.",
        ("Tensor input, int offset = 0",),
        "diagflat",
        operands=ANY + "  offset: the same as diagonal of diag.",
        result="Result: a new contiguous matrix.",
        raises="Raises RuntimeError if there is no memory.",
        example=("torch.diagflat(torch.tensor([1, 2]))", "tensor([[1, 0],\n        [0, 2]])"),
    ),
    Function(
        "narrow_copy",
        "A copy of A view of length elements of a dimension, from start on.",
        ("Tensor input, int dim, index start, index length, *, Tensor out = None",),
        "narrow_copy",
        operands=ANY + "  start: negative ones count from the end.",
        result="Result: a new contiguous tensor, or out= of the same dtype, resized without a warning.",
        raises="Raises IndexError if start is out of range, RuntimeError if dim is out of range or start + "
        "length exceeds the size, for a 0-dim tensor and for an out= of another dtype.",
        notes="Writes a strided out= by its strides; PyTorch writes it as if it were contiguous.",
        example=("torch.narrow_copy(torch.arange(5), 0, 1, 3)", "tensor([1, 2, 3])"),
        shapes="keeps",
    ),
    Function(
        "combinations",
        "All combinations of r elements of a vector, as rows, in the order of itertools.combinations.",
        ("Tensor input, int r = 2, bool with_replacement = False",),
        in_python="_composite.shapes:combinations",
        method=False,
        operands="Operand: a vector of any dtype.  with_replacement: an element may occur more than once.",
        result="Result: a matrix with r columns; empty for r = 0.",
        raises="Raises RuntimeError for other numbers of dimensions and a negative r.",
        example=("torch.combinations(torch.tensor([1, 2, 3]), 3)", "tensor([[1, 2, 3]])"),
    ),
    Function(
        "vander",
        "A Vandermonde matrix: in each row the powers of an element of a vector, from the highest to the "
        "0th.",
        ("Tensor x, int N = None, bool increasing = False",),
        in_python="_composite.shapes:vander",
        method=False,
        operands="Operand: a vector.  N: the number of powers, by default the number of elements.",
        result="Result: (n, N), int64 for integers and bool, else x's dtype.",
        raises="Raises RuntimeError for other numbers of dimensions and a negative N.",
        example=("torch.vander(torch.tensor([2, 3]), 3)", "tensor([[4, 2, 1],\n        [9, 3, 1]])"),
    ),
    Function(
        "diff",
        "The differences of adjacent elements along dim, taken n times.",
        (
            "Tensor input, int n = 1, int dim = -1, Tensor prepend = None, Tensor append = None, *, "
            "Tensor out = None",
        ),
        in_python="_composite.shapes:diff",
        operands="Operand: a tensor of at least 1 dimension.  prepend, append: joined to it first.",
        result="Result: a new tensor of the operands' dtype, one element shorter each time; for bool, "
        "whether the elements differ.",
        raises="Raises RuntimeError for a negative n, a 0-dim tensor, or sizes that do not match.",
        example=("torch.diff(torch.tensor([1, 4, 9]))", "tensor([3, 5])"),
    ),
)

ROWS = (*shaped("joins", JOINS), *REPEATS, *FLIPS_AND_ROLLS)
