"""Rows of functions that join, repeat, flip and cut tensors: new tensors of elements that exist already."""

from codegen.functions.row import Function, shaped

LIST = "Operands: a tuple or list of tensors"
PROMOTED = (
    "Result: a new tensor of the dtype that all of them promote to, or out=, to whose dtype they can be cast."
)
LIST_ERRORS = (
    "an empty list, sizes that do not match or out= sharing memory with a tensor; TypeError for other lists."
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
        "The tensors one after the other along a dimension that they have.",
        ALONG,
        "of equal sizes but along dim; tensors of shape (0,) are left out.",
        "join",
        "TBPY_CAT",
        ("torch.cat([torch.ones(1, 2), torch.zeros(1, 2)])", "tensor([[1., 1.],\n        [0., 0.]])"),
        aliases=("concat", "concatenate"),
    ),
    join(
        "stack",
        "The tensors one after the other along a new dimension.",
        ALONG,
        "of equal sizes.",
        "join",
        "TBPY_STACK",
        (f"torch.stack({PAIR}, 1)", "tensor([[1, 3],\n        [2, 4]])"),
    ),
    join(
        "hstack",
        "The tensors side by side: cat along dimension 1, of vectors along 0.",
        WIDENED,
        "0-dim ones counting as vectors of one element.",
        "hstack",
        "TBPY_HSTACK",
        (f"torch.hstack({PAIR})", "tensor([1, 2, 3, 4])"),
    ),
    join(
        "vstack",
        "The tensors one below the other: cat along dimension 0, vectors being rows.",
        WIDENED,
        "of equal sizes but along dimension 0.",
        "hstack",
        "TBPY_VSTACK",
        (f"torch.vstack({PAIR})", "tensor([[1, 2],\n        [3, 4]])"),
        aliases=("row_stack",),
    ),
    join(
        "dstack",
        "The tensors one behind the other: cat along dimension 2, which they are given if they lack it.",
        WIDENED,
        "of equal sizes but along dimension 2.",
        "hstack",
        "TBPY_DSTACK",
        (f"torch.dstack({PAIR})", "tensor([[[1, 3],\n         [2, 4]]])"),
    ),
    join(
        "column_stack",
        "The tensors side by side, vectors being columns.",
        WIDENED,
        "of equal sizes but along dimension 1.",
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
        "The tensor expanded to size, in memory of its own.",
        ("Tensor input, tuple of ints size, *, bool implicit = False, Tensor out = None",),
        "expand_copy",
        method=False,
        operands="Operand: a tensor of any dtype that can be expanded to size; -1 keeps a size.",
        result=f"Result: a contiguous tensor {OWN_DTYPE}",
        raises="Raises RuntimeError for sizes that input does not expand to, and for out= of another dtype.",
        notes="implicit changes nothing.",
        source="torch.Tensor.expand",
        example=("torch.expand_copy(torch.tensor([1, 2]), (2, 2))", "tensor([[1, 2],\n        [1, 2]])"),
    ),
    Function(
        "repeat",
        "The tensor several times along each dimension.",
        ("Tensor input, tuple of ints repeats",),
        "repeat",
        function=False,
        operands="Operand: a tensor of at most as many dimensions as repeats has numbers.",
        result=f"Result: a new contiguous tensor {OWN_DTYPE}",
        raises="Raises RuntimeError for too few numbers or negative ones.",
        example=("torch.tensor([1, 2]).repeat(2, 2)", "tensor([[1, 2, 1, 2],\n        [1, 2, 1, 2]])"),
    ),
    Function(
        "tile",
        "The tensor several times along each dimension, counted from the last.",
        ("Tensor input, tuple of ints dims",),
        "tile",
        operands=ANY,
        result=f"Result: a new contiguous tensor {OWN_DTYPE}",
        raises="Raises RuntimeError for negative numbers.",
        example=("torch.tile(torch.tensor([1, 2]), (2,))", "tensor([1, 2, 1, 2])"),
    ),
    Function(
        "repeat_interleave",
        "Each slice along dim several times; without dim each element of the flattened tensor.",
        (
            f"Tensor input, Tensor repeats{EACH}",
            "Tensor repeats, *, int output_size = None",
            f"Tensor input, int repeats{EACH}",
        ),
        "repeat_interleave",
        methods=(f"Tensor repeats{EACH}", f"int repeats{EACH}"),
        operands="Operands: a tensor, and a number or an int64 or int32 number for each slice.\n"
        "Of a tensor of numbers alone, i comes repeats[i] times.",
        result=f"Result: a new contiguous tensor {OWN_DTYPE}  output_size is its size along dim.",
        raises="Raises RuntimeError for negative numbers, too few of them, or a wrong output_size.",
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
        operands="Operand: a tensor of at least 2 dimensions and any dtype; diagonals are counted upwards.",
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
        raises="Raises IndexError for dimensions that input lacks, RuntimeError for the same one twice.",
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
        result="Result: a new tensor in self's layout; a 0-dim tensor itself.",
        raises="",
        example=("reversed(torch.tensor([1, 2, 3]))", "tensor([3, 2, 1])"),
        shapes="keeps",
    ),
    Function(
        "roll",
        "The elements moved on by shifts along dims; what leaves at the end comes in at the start.",
        ("Tensor input, tuple of ints[1] shifts, tuple of ints[1] dims = None",),
        "roll",
        operands=ANY,
        result=f"Result: a new tensor {OWN_DTYPE}  Without dims the flattened tensor is rolled.",
        raises="Raises IndexError for dimensions that input lacks, RuntimeError for another number of\n"
        "shifts than of dims.",
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
        raises="Raises RuntimeError for fewer dimensions, or dims that are not two different ones,\n"
        "IndexError for dims that input lacks.",
        example=(f"torch.rot90({SQUARE})", "tensor([[2, 4],\n        [1, 3]])"),
    ),
    tril_triu("tril", "TB_LOWER", "Zeros above a diagonal.", "tensor([[1, 0],\n        [3, 4]])"),
    tril_triu("triu", "TB_UPPER", "Zeros below a diagonal.", "tensor([[1, 2],\n        [0, 4]])"),
    Function(
        "diag",
        "The diagonal of a matrix as a vector, or a vector as the diagonal of a matrix of zeros.",
        ("Tensor input, int diagonal = 0, *, Tensor out = None",),
        "diag",
        operands="Operand: a tensor of 1 or 2 dimensions and any dtype; diagonals are counted upwards.",
        result="Result: a new contiguous tensor, or out= of the same dtype.",
        raises="Raises RuntimeError for other dimensions, and for out= of another dtype.",
        example=(f"torch.diag({SQUARE})", "tensor([1, 4])"),
        more_examples=(("torch.diag(torch.tensor([1, 2]))", "tensor([[1, 0],\n        [0, 2]])"),),
    ),
    Function(
        "diag_embed",
        "The last dimension as the diagonal of two, which are zero elsewhere.",
        ("Tensor input, int offset = 0, int dim1 = -2, int dim2 = -1",),
        "diag_embed",
        operands="Operand: a tensor of at least 1 dimension and any dtype.  offset: so many columns above "
        "the main diagonal, or rows below if it is negative.  dim1, dim2: dimensions of the result.",
        result="Result: a new contiguous tensor of one dimension more.",
        raises="Raises IndexError for dimensions that the result lacks, RuntimeError if both are the same.",
        example=("torch.diag_embed(torch.tensor([1, 2]))", "tensor([[1, 0],\n        [0, 2]])"),
    ),
    Function(
        "diagflat",
        "All elements as the diagonal of a matrix of zeros.",
        ("Tensor input, int offset = 0",),
        "diagflat",
        operands=ANY + "  offset: as diag's diagonal.",
        result="Result: a new contiguous matrix.",
        raises="Raises RuntimeError if there is no memory.",
        example=("torch.diagflat(torch.tensor([1, 2]))", "tensor([[1, 0],\n        [0, 2]])"),
    ),
    Function(
        "narrow_copy",
        "length elements of a dimension, from start on, as a copy.",
        ("Tensor input, int dim, index start, index length, *, Tensor out = None",),
        "narrow_copy",
        operands=ANY + "  start: negative from the end.",
        result="Result: a new contiguous tensor, or out= of the same dtype, resized without a warning.",
        raises="Raises IndexError for a start out of range, RuntimeError for a dimension out of range, where "
        "start + length is too much, for a 0-dim tensor and for out= of another dtype.",
        notes="torch fills a strided out= as if it were contiguous; here its elements are written.",
        example=("torch.narrow_copy(torch.arange(5), 0, 1, 3)", "tensor([1, 2, 3])"),
        shapes="keeps",
    ),
    Function(
        "combinations",
        "All combinations of r elements of a vector, one a row, in the order of itertools.combinations.",
        ("Tensor input, int r = 2, bool with_replacement = False",),
        in_python="_composite.shapes:combinations",
        method=False,
        operands="Operand: a vector of any dtype.  with_replacement: an element may occur several times.",
        result="Result: r columns; empty for r = 0.",
        raises="Raises RuntimeError for other dimensions and a negative r.",
        example=("torch.combinations(torch.tensor([1, 2, 3]), 3)", "tensor([[1, 2, 3]])"),
    ),
    Function(
        "vander",
        "The powers of the elements of a vector, from the highest to the 0th, a row for each element.",
        ("Tensor x, int N = None, bool increasing = False",),
        in_python="_composite.shapes:vander",
        method=False,
        operands="Operand: a vector.  N: how many powers, by default as many as elements.",
        result="Result: (n, N), int64 for integers and bool, else x's dtype.",
        raises="Raises RuntimeError for other dimensions and a negative N.",
        example=("torch.vander(torch.tensor([2, 3]), 3)", "tensor([[4, 2, 1],\n        [9, 3, 1]])"),
    ),
    Function(
        "diff",
        "The differences of adjacent elements along dim, n times over.",
        (
            "Tensor input, int n = 1, int dim = -1, Tensor prepend = None, Tensor append = None, *, "
            "Tensor out = None",
        ),
        in_python="_composite.shapes:diff",
        operands="Operand: a tensor of at least 1 dimension; prepend and append are joined to it first.",
        result="Result: a new tensor of the operands' dtype, one element shorter each time; of bool,\n"
        "whether they differ.",
        raises="Raises RuntimeError for a negative n, no dimension, or sizes that do not match.",
        example=("torch.diff(torch.tensor([1, 4, 9]))", "tensor([3, 5])"),
    ),
)

ROWS = (*shaped("joins", JOINS), *REPEATS, *FLIPS_AND_ROLLS)
