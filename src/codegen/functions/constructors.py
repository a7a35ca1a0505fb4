"""Rows of constructors: device, Size, Generator, UntypedStorage, finfo, iinfo, and Tensor's legacy ones."""

from codegen import signatures
from codegen.functions.row import Function


def one_each(returns, overloads):
    """A constructor with one @overload in the stubs for each overload."""
    shown = signatures.visible(overloads)
    return (returns,) * len(shown) if len(shown) > 1 else returns


def constructor(name, summary, overloads, example, *, returns="", body=None, **facts):
    return Function(
        name,
        summary,
        overloads,
        f"make_{name}" if body is None else body,
        owner=name,
        constructor=True,
        function=False,
        method=False,
        returns=one_each(returns or name, overloads),
        example=example,
        **facts,
    )


TYPES = (
    constructor(
        "device",
        "The device of a tensor.",
        ("torch.device device", "str type, int? index = -1"),
        ("torch.device('cuda:1')", "device(type='cuda', index=1)"),
        returns="_device",
        stub_types={"device": "_device | str"},
        operands="All of PyTorch's device types exist, but tensors live on 'cpu' only.  Any other device= "
        "raises, in most cases the error that PyTorch raises on a machine without that device.",
        raises="Raises RuntimeError for a string that names no device, a number (there is no accelerator) "
        "or a negative index, TypeError for other arguments.",
    ),
    constructor(
        "Size",
        "The shape of a tensor: a tuple of ints whose slices, sums and multiples are Sizes.",
        ("object sizes = (), /",),
        ("torch.Size([2, 3]) + (4,)", "torch.Size([2, 3, 4])"),
        body="",
        stub_types={"sizes": "Iterable[SupportsIndex]"},
        raises="Raises TypeError for items that are not integers.",
    ),
    constructor(
        "Generator",
        "A random number generator (mt19937), the same as PyTorch's on the CPU; seeded with 67280421310721.",
        ("torch.device device = None",),
        ("torch.rand(2, generator=torch.Generator().manual_seed(0))", "tensor([0.4963, 0.7682])"),
        raises="Raises RuntimeError for another device.",
    ),
    constructor(
        "UntypedStorage",
        "The bytes that a tensor and its views share, indexed by ints and slices of step 1.",
        (
            "*, int allocator = None, torch.device device = None",
            "int size, *, int allocator = None, torch.device device = None",
            "object sequence, *, int allocator = None, torch.device device = None",
        ),
        ("torch.UntypedStorage([1, 2, 300])[2]", "44"),
        called="torch.UntypedStorage",
        stub_types={"sequence": "Sequence[_int]", "allocator": "None"},
        operands="size: the number of bytes, which are uninitialised.  sequence: ints, whose lowest bytes "
        "are stored.",
        raises="Raises RuntimeError for a negative size and for anything but a sequence of ints.",
        notes="A slice is a storage on the same memory, which cannot grow while the slice is alive.",
        more_examples=(("torch.arange(3, dtype=torch.uint8)[1:].untyped_storage()[1:].tolist()", "[1, 2]"),),
    ),
    constructor(
        "finfo",
        "The limits of a floating dtype, or of the parts of a complex one; by default of the default dtype.",
        ("torch.dtype type", ""),
        ("torch.finfo(torch.float32).max", "3.4028234663852886e+38"),
        stub_types={"type": "_dtype | _type[_float] | _type[_complex]"},
        raises="Raises TypeError for other dtypes.",
    ),
    constructor(
        "iinfo",
        "The limits of an integral dtype.",
        ("torch.dtype type",),
        ("torch.iinfo(torch.int32)", "iinfo(min=-2.14748e+09, max=2.14748e+09, dtype=int32)"),
        stub_types={"type": "_dtype | _type[_int]"},
        raises="Raises TypeError for bool and other dtypes.",
    ),
)

LEGACY = (
    "*, torch.device device = None",
    "torch.Storage storage",
    "Tensor other",
    "Tensor other, *, torch.device device = None|hidden",
    "tuple of ints size, *, torch.device device = None",
    "object data, *, torch.device device = None",
)
"""The overloads of torch.Tensor, of torch.FloatTensor and the like, and of Tensor.new."""

FORMS = (
    "Sizes make an uninitialised tensor, a sequence a tensor of its values, a tensor another view of it, a "
    "storage a tensor of its elements, and no arguments a tensor of shape (0,)."
)
LEGACY_FACTS = {
    "called": "new",
    "stub_types": {"data": "Sequence[Any] | _Array"},
    "raises": "Raises TypeError for other arguments and for a tensor of another dtype, RuntimeError for a "
    "storage of another dtype and for a tensor together with a device.",
}

TENSORS = (
    constructor(
        "Tensor",
        "An array of elements of one dtype, with any number of dimensions, over memory that views share.",
        LEGACY,
        ("torch.Tensor([1, 2])", "tensor([1., 2.])"),
        body="legacy",
        code="TBPY_LEGACY_TENSOR",
        notes=f"The class is the legacy constructor. {FORMS} The dtype is the default one; a tensor keeps "
        "its own. Use `tensor`, `empty`, `zeros` and the like instead.",
        more_examples=(("torch.Tensor(2, 0).shape", "torch.Size([2, 0])"),),
        **LEGACY_FACTS,
    ),
    Function(
        "new",
        "A tensor of self's dtype, made as FloatTensor and the like make one.",
        tuple(f"Tensor input, {text}" for text in LEGACY),
        "legacy",
        code="TBPY_LEGACY_NEW",
        stands_for={"input": "self"},
        function=False,
        returns=one_each("Tensor", LEGACY),
        example=("torch.ones(2).new([1, 2])", "tensor([1., 2.])"),
        notes=FORMS,
        **LEGACY_FACTS,
    ),
    Function(
        "_new",
        "Implements FloatTensor(...) and the like for their dtype.",
        LEGACY,
        "legacy",
        code="TBPY_LEGACY_DTYPE",
        owner="dtype",
        function=False,
        returns=one_each("Tensor", LEGACY),
        source="torch.FloatTensor",
        example=("torch.float64._new([1, 2])", "tensor([1., 2.], dtype=torch.float64)"),
        notes=FORMS,
        **LEGACY_FACTS,
    ),
)

ROWS = (*TYPES, *TENSORS)
