"""Rows of functions of sets and sorted sequences: unique, isin, searchsorted."""

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
        operands="Operand: a tensor of any shape, of any dtype that is not complex.  dim: slices along it "
        "are compared as a whole, otherwise the elements.",
        result="Result: the elements, or slices; with return_inverse also where each one of input is among "
        "them, with return_counts also how often each occurs: a tuple then.",
        raises=f"{NO_COMPLEX}, RuntimeError for sizes of 0 beside dim, IndexError for a dim out of range.",
        notes=notes,
        example=example,
    )


ROWS = (
    unique(
        "unique",
        "object sorted = True, ",
        "The different elements of input in order, or the different slices along dim.",
        "Sorted with sorted=False, too, as in PyTorch.  Every nan is another element; of slices with nan, "
        "whose order PyTorch leaves open, nan is the largest element.",
        (
            "torch.unique(torch.tensor([3, 1, 3]), return_inverse=True)",
            "(tensor([1, 3]), tensor([1, 0, 1]))",
        ),
    ),
    unique(
        "unique_consecutive",
        "",
        "The elements of input without those that equal the one before; or slices along dim.",
        "",
        ("torch.unique_consecutive(torch.tensor([1, 1, 2, 1]))", "tensor([1, 2, 1])"),
    ),
    Function(
        "isin",
        "Whether each element is among test_elements.",
        (
            f"Tensor elements, Tensor test_elements, {TESTS}",
            f"Number element, Tensor test_elements, {TESTS}",
            f"Tensor elements, Number test_element, {TESTS}",
        ),
        in_python="_composite.sets:isin",
        method=False,
        returns=("Tensor",) * 3,
        operands="Operands: tensors of any shapes and real dtypes, which are promoted; a number on one "
        "side.  invert: whether it is not.",
        result="Result: bool, of the sizes of elements.",
        raises="Raises RuntimeError for bool and complex numbers.",
        notes="nan is among nothing.  assume_unique is not needed.  torch refuses some strided tests.",
        example=(
            "torch.isin(torch.tensor([1, 2, 3]), torch.tensor([3, 1]))",
            "tensor([ True, False,  True])",
        ),
        shapes="keeps",
    ),
    Function(
        "searchsorted",
        "Where the values of input belong in sorted sequences: before the first element that is not less.",
        tuple(
            f"Tensor sorted_sequence, {value}, *, {SIDES}, str side = None, Tensor sorter = None, "
            "Tensor out = None"
            for value in ("Tensor input", "Number self")
        ),
        in_python="_composite.sets:searchsorted",
        method=False,
        returns=("Tensor",) * 2,
        operands="Operands: one sequence for all values, or one along the last dimension for each vector of "
        "values; real dtypes, which are promoted; a number stands for a 0-dim tensor.  right, side='right': "
        "before the first element that is greater.  sorter: indices that sort the sequences.",
        result="Result: int64, or int32 with out_int32, of input's sizes.",
        raises="Raises RuntimeError for sizes and sides that do not fit and for a sorter out of range, "
        "NotImplementedError for bool and complex numbers.",
        example=("torch.searchsorted(torch.tensor([1, 3, 5]), torch.tensor([3, 6]))", "tensor([1, 3])"),
        shapes="computes",
    ),
    Function(
        "bucketize",
        "Between which boundaries the values of input are, as searchsorted counts them.",
        (
            f"Tensor input, Tensor boundaries, *, {SIDES}, Tensor out = None",
            f"Number self, Tensor boundaries, *, {SIDES}",
        ),
        in_python="_composite.sets:bucketize",
        method=False,
        returns=("Tensor",) * 2,
        operands="Operands: a number or a tensor of any shape, and a sorted vector, of real dtypes.",
        result="Result: int64, or int32 with out_int32, of input's sizes.",
        raises="Raises RuntimeError for boundaries of other dimensions, NotImplementedError for bool and "
        "complex numbers.",
        example=("torch.bucketize(torch.tensor([3, 6]), torch.tensor([1, 3, 5]))", "tensor([1, 3])"),
        shapes="keeps",
    ),
    Function(
        "search",
        "Where values belong among sorted numbers: what tbcast.searchsorted computes.",
        ("Tensor numbers, Tensor values, bool right",),
        "search",
        namespace="rows",
        method=False,
        operands="Operands: contiguous, both int64 or both float64.",
        result="Result: int64.",
        raises="Raises RuntimeError for other operands.",
        source="torch.searchsorted",
        example=("torch.search(torch.tensor([1, 3]), torch.tensor([2]), False)", "tensor([1])"),
        shapes="computes",
    ),
)
