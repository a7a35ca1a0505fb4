"""Rows of functions on sets and sorted sequences: unique, isin, searchsorted."""

from codegen.functions.row import Function

NO_COMPLEX = "Raises NotImplementedError for complex numbers"
SIDES = "bool out_int32 = False, bool right = False"
TESTS = "*, bool assume_unique = False, bool invert = False, Tensor out = None"
FLAGS = {"sorted": "_bool", "return_inverse": "_bool", "return_counts": "_bool"}


def unique(name, first, summary, notes, example):
    arguments = f"{first}object return_inverse = False, object return_counts = False, object dim = None"
    return Function(
        name,
        summary,
        (f"Tensor input, {arguments}",),
        in_python=f"_composite.sets:{name}",
        method_in_python=f"_composite.sets:{name}_method",
        parses=True,
        methods=(arguments,),
        returns="Any",
        stub_types=FLAGS | {"dim": "SupportsIndex | None"},
        operands="Operand: a tensor of any shape, of any dtype that is not complex.  dim: compares whole "
        "slices along it, instead of elements.",
        result="Result: the elements or slices.  With return_inverse or return_counts a tuple: also the "
        "index in the result of each one in input, and the number of times each one occurs.",
        raises=f"{NO_COMPLEX}, RuntimeError if another size than that of dim is 0, IndexError if dim is out "
        "of range.",
        notes=notes,
        example=example,
    )


ROWS = (
    unique(
        "unique",
        "object sorted = True, ",
        "The unique elements of input, or the unique slices along dim, in sorted order.",
        "Sorted even with sorted=False, as in PyTorch.  Every nan is unique.  In slices, nan counts as the "
        "largest; PyTorch does not specify their order.",
        (
            "torch.unique(torch.tensor([3, 1, 3]), return_inverse=True)",
            "(tensor([1, 3]), tensor([1, 0, 1]))",
        ),
    ),
    unique(
        "unique_consecutive",
        "",
        "The elements of input, or the slices along dim, without those that equal the previous one.",
        "",
        ("torch.unique_consecutive(torch.tensor([1, 1, 2, 1]))", "tensor([1, 2, 1])"),
    ),
    Function(
        "isin",
        "Whether each element of elements is in test_elements.",
        (
            f"Tensor elements, Tensor test_elements, {TESTS}",
            f"Number element, Tensor test_elements, {TESTS}",
            f"Tensor elements, Number test_element, {TESTS}",
        ),
        in_python="_composite.sets:isin",
        method=False,
        returns=("Tensor",) * 3,
        operands="Operands: two tensors of any shapes and real dtypes, or one and a number.  invert: "
        "whether it is not in test_elements.",
        result="Result: bool, of the shape of elements.",
        raises="Raises RuntimeError for bool and complex numbers.",
        notes="nan never matches.  assume_unique has no effect.  PyTorch does not accept some strided "
        "test_elements.",
        example=(
            "torch.isin(torch.tensor([1, 2, 3]), torch.tensor([3, 1]))",
            "tensor([ True, False,  True])",
        ),
        shapes="keeps",
    ),
    Function(
        "searchsorted",
        "The indices at which the values of input go into sorted sequences: before the first element that "
        "is not less.",
        tuple(
            f"Tensor sorted_sequence, {value}, *, {SIDES}, str side = None, Tensor sorter = None, "
            "Tensor out = None"
            for value in ("Tensor input", "Number self")
        ),
        in_python="_composite.sets:searchsorted",
        method=False,
        returns=("Tensor",) * 2,
        operands="Operands: one sequence for all values, or a sequence along the last dimension for each "
        "vector of values; of real dtypes.  A number counts as a 0-dim tensor.  right, side='right': before "
        "the first element that is greater.  sorter: indices that sort the sequences.",
        result="Result: int64, or int32 with out_int32, of input's shape.",
        raises="Raises RuntimeError if the sizes do not match, side is unknown or contradicts right, or "
        "sorter is out of range, NotImplementedError for bool and complex numbers.",
        example=("torch.searchsorted(torch.tensor([1, 3, 5]), torch.tensor([3, 6]))", "tensor([1, 3])"),
        shapes="computes",
    ),
    Function(
        "bucketize",
        "The indices of the buckets between boundaries that hold the values of input: "
        "searchsorted(boundaries, input).",
        (
            f"Tensor input, Tensor boundaries, *, {SIDES}, Tensor out = None",
            f"Number self, Tensor boundaries, *, {SIDES}",
        ),
        in_python="_composite.sets:bucketize",
        method=False,
        returns=("Tensor",) * 2,
        operands="Operands: a number or a tensor of any shape, and a sorted vector, of real dtypes.",
        result="Result: int64, or int32 with out_int32, of input's shape.",
        raises="Raises RuntimeError for boundaries of other dimensions, NotImplementedError for bool and "
        "complex numbers.",
        example=("torch.bucketize(torch.tensor([3, 6]), torch.tensor([1, 3, 5]))", "tensor([1, 3])"),
        shapes="keeps",
    ),
    Function(
        "search",
        "The indices at which values go into sorted numbers; searchsorted uses it.",
        ("Tensor numbers, Tensor values, bool right, bool narrow",),
        "search",
        namespace="rows",
        method=False,
        operands="Operands: contiguous, of the same dtype, which is not complex.",
        result="Result: int64, or int32 with narrow.",
        raises="Raises RuntimeError for other operands.",
        source="torch.searchsorted",
        example=("torch.search(torch.tensor([1, 3]), torch.tensor([2]), False, False)", "tensor([1])"),
        shapes="computes",
    ),
)
