"""Calls that must be refused: an expression, the exception's type, and its text.

`text` is the literal text (torch 2.13's, without stack traces).  `alone`: tbcast's
own text, which torch does not share (a sentence of torch's may be contained in it).
The same list drives the error tests and the leak tests.
"""

from dataclasses import dataclass

from indexing.index_tables import REFUSED
from python_texts import SLICES


@dataclass(frozen=True)
class Bad:
    call: str
    kind: str
    text: str
    alone: bool = False


TWICE = (
    "unsupported operation: more than one element of the written-to tensor refers to a single memory "
    "location. "
    "Please clone() the tensor before performing the operation."
)
PARTLY = (
    "unsupported operation: some elements of the input tensor and the written-to tensor refer to a single "
    "memory "
    "location. Please clone() the tensor before performing the operation."
)
TWO_BOOLS = (
    "Subtraction, the `-` operator, with two bool tensors is not supported. Use the `^` or `logical_xor()` "
    "operator instead."
)
ONE_BOOL = (
    "Subtraction, the `-` operator, with a bool tensor is not supported. If you are trying to invert a "
    "mask, use "
    "the `~` or `logical_not()` operator instead."
)
NO_STRIDES = (
    "view size is not compatible with input tensor's size and stride (at least one dimension spans across "
    "two "
    "contiguous subspaces). Use .reshape(...) instead."
)
DIMS = "only tensors with up to 64 dims are supported"


def huge(count):
    return (
        f"DefaultCPUAllocator: can't allocate memory: you tried to allocate {count} bytes. Error code 12 "
        f"(Cannot "
        "allocate memory)"
    )


def allocation(call, count):
    return Bad(call, "RuntimeError", huge(count))


# Names in the expressions: `torch` is the module; tensors of every kind are made fresh by `world()`.
SIZES = [
    Bad("torch.ones(-1)", "RuntimeError", "Trying to create tensor with negative dimension -1: [-1]"),
    Bad(
        "torch.empty((2, -3, 4))",
        "RuntimeError",
        "Trying to create tensor with negative dimension -3: [2, -3, 4]",
    ),
    Bad(
        "torch.ones(2**62, 2**62)",
        "RuntimeError",
        "Storage size calculation overflowed with sizes=[4611686018427387904, 4611686018427387904]",
    ),
    Bad(
        "torch.ones(2**62)",
        "RuntimeError",
        "Storage size calculation overflowed with sizes=[4611686018427387904]",
    ),
    allocation("torch.empty(2**60)", 2**62),
    allocation("torch.zeros(2**46)", 2**48),
    allocation("torch.full((2**46,), 1.0)", 2**48),
    allocation("f.expand(2**46, 4).contiguous()", 2**50),
    allocation("f.expand(2**46, 4).clone()", 2**50),
    allocation("f.expand(2**46, 4) + 1", 2**50),
    allocation("f.expand(2**46, 4) * f", 2**50),
    allocation("f.expand(2**46, 4).to(torch.int16)", 2**49),
    allocation("f.expand(2**46, 4).reshape(-1)", 2**50),
    Bad(
        "torch.ones(2.5)",
        "TypeError",
        "ones(): argument 'size' (position 1) must be tuple of ints, not float",
    ),
    Bad(
        "torch.ones('a')", "TypeError", "ones(): argument 'size' (position 1) must be tuple of ints, not str"
    ),
    Bad(
        "torch.ones(None)",
        "TypeError",
        "ones(): argument 'size' (position 1) must be tuple of ints, not NoneType",
    ),
    Bad(
        "torch.ones((2, 'a'))",
        "TypeError",
        "ones(): argument 'size' failed to unpack the object at pos 2 with error \"type must be tuple of "
        "ints,but got "
        'str"',
    ),
    Bad(
        "torch.empty([2, 2.5])",
        "TypeError",
        "empty(): argument 'size' failed to unpack the object at pos 2 with error \"type must be tuple of "
        "ints,but got "
        'float"',
    ),
    Bad(
        "torch.ones(1, 2.5)",
        "TypeError",
        "ones(): argument 'size' failed to unpack the object at pos 2 with error \"type must be tuple of "
        "ints,but got "
        'float"',
    ),
    Bad("torch.arange(1, 0)", "RuntimeError", "upper bound and lower bound inconsistent with step sign"),
    Bad("torch.arange(0, 1, 0)", "RuntimeError", "step must be nonzero"),
    Bad("torch.arange(float('nan'))", "RuntimeError", "unsupported range: 0 -> nan"),
    Bad("torch.arange(0, float('inf'))", "RuntimeError", "unsupported range: 0 -> inf"),
    Bad("torch.arange(1e30)", "RuntimeError", "invalid size, possible overflow?"),
]

DIMENSIONS = [
    Bad("torch.ones(*[1] * 65)", "RuntimeError", DIMS, alone=True),
    Bad("torch.empty([1] * 100)", "RuntimeError", DIMS, alone=True),
    Bad("f.expand([1] * 64 + [4])", "RuntimeError", DIMS, alone=True),
    Bad("f.reshape([1] * 65 + [4])", "RuntimeError", DIMS, alone=True),
    Bad("f.view([1] * 65 + [4])", "RuntimeError", DIMS, alone=True),
    Bad("deep.unsqueeze(0)", "RuntimeError", DIMS, alone=True),
    Bad("deep[None]", "RuntimeError", DIMS, alone=True),
    Bad("deep[..., None]", "RuntimeError", DIMS, alone=True),
    Bad("f.as_strided([1] * 65, [1] * 65)", "RuntimeError", DIMS, alone=True),
    Bad("torch.broadcast_to(f, [1] * 64 + [4])", "RuntimeError", DIMS, alone=True),
]

DATA = [
    Bad("torch.tensor([[1, 2], [3]])", "ValueError", "expected sequence of length 2 at dim 1 (got 1)"),
    Bad("torch.tensor([[[1], [2]], [[3]]])", "ValueError", "expected sequence of length 2 at dim 1 (got 1)"),
    Bad("torch.tensor([[1], 2])", "TypeError", "not a sequence"),
    Bad("torch.tensor([1, [2]])", "TypeError", "'list' object cannot be interpreted as an integer"),
    Bad("torch.tensor('a')", "TypeError", "new(): invalid data type 'str'"),
    Bad("torch.tensor(['a'])", "ValueError", "too many dimensions 'str'"),
    Bad("torch.tensor(None)", "RuntimeError", "Could not infer dtype of NoneType"),
    Bad("torch.tensor([None])", "RuntimeError", "Could not infer dtype of NoneType"),
    Bad("torch.tensor(object())", "RuntimeError", "Could not infer dtype of object"),
    Bad("torch.tensor(2**63)", "ValueError", "Overflow when unpacking long long"),
    Bad("torch.tensor([2**70])", "ValueError", "Overflow when unpacking long long"),
    Bad(
        "torch.tensor([300], dtype=torch.uint8)",
        "RuntimeError",
        "value cannot be converted to type uint8 without overflow",
    ),
    Bad(
        "torch.tensor(float('nan'), dtype=torch.int32)",
        "RuntimeError",
        "value cannot be converted to type int32 without overflow",
    ),
    Bad("torch.tensor([1j], dtype=torch.float32)", "TypeError", "must be real number, not complex"),
    Bad("torch.tensor()", "TypeError", 'tensor() missing 1 required positional arguments: "data"'),
    Bad(
        "torch.full((2,), 300, dtype=torch.uint8)",
        "RuntimeError",
        "value cannot be converted to type uint8_t without overflow",
    ),
    Bad(
        "torch.full((2,), 1e300)", "RuntimeError", "value cannot be converted to type float without overflow"
    ),
    Bad(
        "torch.full((2,), 'a')",
        "TypeError",
        "full(): argument 'fill_value' (position 2) must be Number, not str",
    ),
    Bad("torch.full((2,), 2**70)", "OverflowError", "int too big to convert"),
    Bad("torch.FloatTensor([[1], [2, 3]])", "ValueError", "expected sequence of length 1 at dim 1 (got 2)"),
    Bad("torch.FloatTensor(-1)", "RuntimeError", "Trying to create tensor with negative dimension -1: [-1]"),
    Bad("torch.FloatTensor(2.5)", "TypeError", "new(): data must be a sequence (got float)"),
    Bad("torch.FloatTensor([1, 'a'])", "TypeError", "must be real number, not str"),
    Bad(
        "torch.ByteTensor([300])", "RuntimeError", "value cannot be converted to type uint8 without overflow"
    ),
    Bad("torch.from_numpy(3)", "TypeError", "expected np.ndarray (got int)"),
]

KEYWORDS = [
    Bad(
        "torch.ones(2, dtype='float32')", "TypeError", "ones(): argument 'dtype' must be torch.dtype, not str"
    ),
    Bad(
        "torch.ones(2, requires_grad=3)",
        "TypeError",
        "ones(): argument 'requires_grad' must be bool, not int",
    ),
    Bad("torch.ones(2, foo=3)", "TypeError", "ones() got an unexpected keyword argument 'foo'"),
    Bad("torch.add(f, f, f)", "TypeError", "add() takes 2 positional arguments but 3 were given"),
    Bad("torch.add(f, f, foo=1)", "TypeError", "add() got an unexpected keyword argument 'foo'"),
    Bad("torch.mul(f, f, alpha=2)", "TypeError", "mul() got an unexpected keyword argument 'alpha'"),
    Bad("torch.add(f, 'a')", "TypeError", "add(): argument 'other' (position 2) must be Tensor, not str"),
    Bad("f.add('a')", "TypeError", "add(): argument 'other' (position 1) must be Tensor, not str"),
    Bad("f.add_('a')", "TypeError", "add_(): argument 'other' (position 1) must be Tensor, not str"),
    Bad("f.add(None)", "TypeError", "add(): argument 'other' (position 1) must be Tensor, not NoneType"),
    Bad("torch.add(f, f, alpha='x')", "TypeError", "add(): argument 'alpha' must be Number, not str"),
    Bad("torch.add(f, f, alpha=None)", "TypeError", "add(): argument 'alpha' must be Number, not NoneType"),
    Bad("torch.add(f, f, out=[1])", "TypeError", "add(): argument 'out' must be Tensor, not list"),
    Bad("f + 'a'", "TypeError", "unsupported operand type(s) for +: 'Tensor' and 'str'"),
    Bad("'a' - f", "TypeError", "unsupported operand type(s) for -: 'str' and 'Tensor'"),
    Bad("f * None", "TypeError", "unsupported operand type(s) for *: 'Tensor' and 'NoneType'"),
    Bad("f / [1, 2, 3, 4]", "TypeError", "unsupported operand type(s) for /: 'Tensor' and 'list'"),
    Bad("f.copy_('a')", "TypeError", "copy_(): argument 'other' (position 1) must be Tensor, not str"),
    Bad("f.size('a')", "TypeError", "size(): argument 'dim' (position 1) must be int, not str"),
]

DEVICES = [
    Bad("torch.ones(2, device='cuda')", "AssertionError", "Torch not compiled with CUDA enabled", alone=True),
    Bad("torch.ones(2, device='foo')", "RuntimeError", "", alone=True),
    Bad("f.to('cuda')", "AssertionError", "Torch not compiled with CUDA enabled", alone=True),
    Bad("torch.ones(2, requires_grad=True)", "", "", alone=True),
]

SHAPES = [
    Bad(
        "f + torch.ones(3)",
        "RuntimeError",
        "The size of tensor a (4) must match the size of tensor b (3) at non-singleton dimension 0",
    ),
    Bad(
        "g.add_(torch.ones(2))",
        "RuntimeError",
        "The size of tensor a (3) must match the size of tensor b (2) at non-singleton dimension 1",
    ),
    Bad(
        "g.copy_(torch.ones(2))",
        "RuntimeError",
        "The size of tensor a (3) must match the size of tensor b (2) at non-singleton dimension 1",
    ),
    Bad(
        "g.copy_(torch.ones(2, 2, 3))",
        "RuntimeError",
        "output with shape [2, 3] doesn't match the broadcast shape [2, 2, 3]",
    ),
    Bad(
        "f.expand(3)",
        "RuntimeError",
        "The expanded size of the tensor (3) must match the existing size (4) at non-singleton dimension "
        "0.  Target "
        "sizes: [3].  Tensor sizes: [4]",
    ),
    Bad(
        "g.expand(3)",
        "RuntimeError",
        "expand(torch.FloatTensor{[2, 3]}, size=[3]): the number of sizes provided (1) must be greater or "
        "equal to the "
        "number of dimensions in the tensor (2)",
    ),
    Bad(
        "f.expand(-1, 4)",
        "RuntimeError",
        "The expanded size of the tensor (-1) isn't allowed in a leading, non-existing dimension 0",
    ),
    Bad("g.view(4)", "RuntimeError", "shape '[4]' is invalid for input of size 6"),
    Bad("g.t().view(6)", "RuntimeError", NO_STRIDES),
    Bad("g.view(-1, -1)", "RuntimeError", "only one dimension can be inferred"),
    Bad("g.view(-2, 3)", "RuntimeError", "invalid shape dimension -2 at index 0 of shape [-2, 3]"),
    Bad(
        "torch.ones(0, 3).view(0, -1)",
        "RuntimeError",
        "cannot reshape tensor of 0 elements into shape [0, -1] because the unspecified dimension size -1 "
        "can be any "
        "value and is ambiguous",
    ),
    Bad("g.reshape(-1, 4)", "RuntimeError", "shape '[-1, 4]' is invalid for input of size 6"),
    Bad("g.permute(0, 0)", "RuntimeError", "permute(): duplicate dims are not allowed."),
    Bad(
        "g.permute(0)",
        "RuntimeError",
        "permute(sparse_coo): number of dimensions in the tensor input does not match the length of the "
        "desired ordering "
        "of dimensions i.e. input.dim() = 2 is not equal to len(dims) = 1",
    ),
    Bad(
        "g.transpose(0, 2)",
        "IndexError",
        "Dimension out of range (expected to be in range of [-2, 1], but got 2)",
    ),
    Bad(
        "torch.ones(2, 3, 4).t()", "RuntimeError", "t() expects a tensor with <= 2 dimensions, but self is 3D"
    ),
    Bad(
        "g.unsqueeze(-4)",
        "IndexError",
        "Dimension out of range (expected to be in range of [-3, 2], but got -4)",
    ),
    Bad("g.squeeze((0, 0))", "RuntimeError", "dim 0 appears multiple times in the list of dims"),
    Bad("g.size(2)", "IndexError", "Dimension out of range (expected to be in range of [-2, 1], but got 2)"),
    Bad(
        "f.as_strided((2,), (-1,))",
        "RuntimeError",
        "as_strided: Negative strides are not supported at the moment, got strides: [-1]",
    ),
    Bad(
        "f.as_strided((5,), (1,))",
        "RuntimeError",
        "setStorage: sizes [5], strides [1], storage offset 0, and itemsize 4 requiring a storage size of "
        "20 are out of "
        "bounds for storage of size 16",
    ),
    Bad("f.as_strided((2,), (1, 2))", "RuntimeError", "mismatch in length of strides and shape"),
    Bad("f.as_strided((2,), (1,), -1)", "RuntimeError", "Tensor: invalid storage offset -1"),
    Bad(
        "f.as_strided((2**62,), (2**62,))",
        "RuntimeError",
        "Storage size calculation overflowed with sizes=[4611686018427387904] and "
        "strides=[4611686018427387904]",
    ),
]

INDEXING = [
    Bad("g[2]", "IndexError", "index 2 is out of bounds for dimension 0 with size 2"),
    Bad("g[0, 5]", "IndexError", "index 5 is out of bounds for dimension 1 with size 3"),
    Bad("g[0, 0, 0]", "IndexError", "too many indices for tensor of dimension 2"),
    Bad("g[::-1]", "ValueError", "step must be greater than zero"),
    Bad("g[::0]", "ValueError", "slice step cannot be zero"),
    Bad(
        "torch.tensor(1)[0]",
        "IndexError",
        "invalid index of a 0-dim tensor. Use `tensor.item()` in Python or `tensor.item<T>()` in C++ to "
        "convert a 0-dim "
        "tensor to a number",
    ),
    Bad("torch.tensor(1)[:]", "IndexError", "slice() cannot be applied to a 0-dim tensor."),
    Bad("g[0:'a']", "TypeError", SLICES),
    Bad("g[2**70]", "ValueError", "Overflow when unpacking long long"),
    Bad(
        "g[1.5]",
        "IndexError",
        "only integers, slices (`:`), ellipsis (`...`), None and long or byte Variables are valid indices "
        "(got float)",
    ),
    Bad(
        "g.__setitem__(0, torch.ones(2))",
        "RuntimeError",
        "The expanded size of the tensor (3) must match the existing size (2) at non-singleton dimension "
        "0.  Target "
        "sizes: [3].  Tensor sizes: [2]",
    ),
    Bad("g.__setitem__(0, 'a')", "TypeError", "can't assign a str to a torch.FloatTensor"),
    Bad("g.__setitem__(0, None)", "TypeError", "can't assign a NoneType to a torch.FloatTensor"),
    Bad("g.__setitem__(5, 1)", "IndexError", "index 5 is out of bounds for dimension 0 with size 2"),
    Bad(
        "u.__setitem__(0, 300)", "RuntimeError", "value cannot be converted to type uint8_t without overflow"
    ),
    Bad("f.__setitem__(0, 1j)", "RuntimeError", "value cannot be converted to type float without overflow"),
    Bad("f.__delitem__(0)", "TypeError", "Tensor does not support deleting items"),
    Bad("f.item()", "RuntimeError", "a Tensor with 4 elements cannot be converted to Scalar"),
    Bad("torch.ones(0).item()", "RuntimeError", "a Tensor with 0 elements cannot be converted to Scalar"),
    Bad("len(torch.tensor(1))", "TypeError", "len() of a 0-d tensor"),
    Bad("bool(f)", "RuntimeError", "Boolean value of Tensor with more than one value is ambiguous"),
    Bad("bool(torch.ones(0))", "RuntimeError", "Boolean value of Tensor with no values is ambiguous"),
]

WRITING = [
    Bad("wide.add_(1)", "RuntimeError", TWICE),
    Bad("wide.mul_(torch.ones(3))", "RuntimeError", TWICE),
    Bad("wide.copy_(torch.ones(3))", "RuntimeError", TWICE),
    Bad("torch.add(torch.ones(3), 1, out=wide)", "RuntimeError", TWICE),
    Bad("rows.__setitem__((slice(None), 0), torch.ones(2))", "RuntimeError", TWICE),
    Bad("f[1:].add_(f[:-1])", "RuntimeError", PARTLY),
    Bad("torch.add(f[1:], 1, out=f[:-1])", "RuntimeError", PARTLY),
    Bad("f.mul_(f[1])", "RuntimeError", PARTLY),
    Bad("g[::2].copy_(g[0])", "RuntimeError", PARTLY),
    Bad("g[::2].copy_(g[0:1])", "RuntimeError", PARTLY),
    Bad("g.__setitem__(slice(None, None, 2), g[0])", "RuntimeError", PARTLY),
    Bad("torch.add(f[0:1], f[1:4], out=f[0:3])", "RuntimeError", PARTLY),
    Bad("torch.mul(f[1:], f[1:], out=f[:-1])", "RuntimeError", PARTLY),
    Bad("i.add_(1.5)", "RuntimeError", "result type Float can't be cast to the desired output type Int"),
    Bad("i.div_(2)", "RuntimeError", "result type Float can't be cast to the desired output type Int"),
    Bad(
        "f.mul_(1j)",
        "RuntimeError",
        "result type ComplexFloat can't be cast to the desired output type Float",
    ),
    Bad("b.add_(1)", "RuntimeError", "result type Long can't be cast to the desired output type Bool"),
    Bad(
        "torch.add(f, f, out=i)",
        "RuntimeError",
        "result type Float can't be cast to the desired output type Int",
    ),
    Bad(
        "torch.add(c, 1, out=f)",
        "RuntimeError",
        "result type ComplexFloat can't be cast to the desired output type Float",
    ),
    Bad("torch.sub(b, b)", "RuntimeError", TWO_BOOLS),
    Bad("b - b", "RuntimeError", TWO_BOOLS),
    Bad("1 - b", "RuntimeError", ONE_BOOL),
    Bad("f.sub_(b)", "RuntimeError", ONE_BOOL),
    Bad(
        "torch.add(i, 1, alpha=2.5)",
        "RuntimeError",
        "For integral input tensors, argument alpha must not be a floating point number.",
    ),
    Bad("i.add_(1, alpha=True)", "RuntimeError", "Boolean alpha only supported for Boolean results."),
    Bad(
        "f.add_(1, alpha=1j)",
        "RuntimeError",
        "For non-complex input tensors, argument alpha must not be a complex number.",
    ),
    Bad("u.add_(u, alpha=300)", "RuntimeError", "value cannot be converted to type uint8_t without overflow"),
    Bad("f + 2**64", "OverflowError", "int too big to convert"),
    Bad("f.add_(-2**70)", "OverflowError", "can't convert negative int to unsigned"),
    Bad("2**70 / f", "OverflowError", "int too big to convert"),
    Bad("u.fill_(300)", "RuntimeError", "value cannot be converted to type uint8_t without overflow"),
    Bad("i.fill_(2**40)", "RuntimeError", "value cannot be converted to type int without overflow"),
    Bad("f.fill_(1e300)", "RuntimeError", "value cannot be converted to type float without overflow"),
    Bad(
        "f.fill_(torch.ones(2))",
        "RuntimeError",
        "fill_ only supports 0-dimension value tensor but got tensor with 1 dimensions.",
    ),
]

# An int where torch unpacks a long long, and numbers that no double or int64 holds.
NUMBERS = [
    *(
        Bad(call, "ValueError", "Overflow when unpacking long long")
        for call in (
            *("g.select(2**70, 0)", "g.diagonal(2**70)", "g.diagonal(0, 2**70)", "g.diagonal(0, 0, 2**70)"),
            *("g.narrow(2**70, 0, 1)", "g.narrow(0, 2**70, 1)", "g.narrow(0, 0, 2**70)"),
            *("g.unbind(2**70)", "g.chunk(2**70)", "g.chunk(2, 2**70)"),
            *("g.split(2**70)", "g.split(2, 2**70)", "g.split([1, 1], 2**70)"),
            *("torch.repeat_interleave(g, 2**70)", "torch.repeat_interleave(g, 2, dim=2**70)"),
            "torch.repeat_interleave(torch.tensor([1, 1]), output_size=2**70)",
            *("torch.cummax(g, 2**70)", "torch.topk(g, 2**70)", "torch.topk(g, 1, 2**70)"),
            *("torch.sort(g, 2**70)", "torch.argsort(g, 2**70)", "torch.cumsum(g, 2**70)"),
            *("g.transpose(2**70, 0)", "g.transpose(0, 2**70)", "g.flatten(2**70)", "g.flatten(0, 2**70)"),
            *("g.size(2**70)", "g.stride(2**70)", "torch.bincount(torch.tensor([1]), minlength=2**70)"),
            "torch.gather(g, 2**70, torch.tensor([[0]]))",
            "torch.take_along_dim(g, torch.tensor([[0]]), 2**70)",
            "g.index_fill(2**70, torch.tensor([0]), 1)",
            "g.index_add(2**70, torch.tensor([0]), g)",
            *("torch.randperm(2**70)", "torch.device(2**70)"),
            *("torch.Generator().manual_seed(2**64)", "torch.Generator().manual_seed(-(2**63) - 1)"),
        )
    ),
    # torch's holds it, and fails wherever it is used
    Bad("torch.Size([2**70])", "ValueError", "Overflow when unpacking long long", alone=True),
    *(
        Bad(
            call,
            "TypeError",
            f"{name}(): argument '{what}' failed to unpack the object at pos 1 with error "
            '"Overflow when unpacking long long"',
            alone=True,  # torch's goes on with a trace
        )
        for name, what, call in (
            ("tile", "dims", "torch.tile(g, (2**70,))"),
            ("repeat", "repeats", "g.repeat(2**70)"),
            ("expand_copy", "size", "torch.expand_copy(g, (2**70, 3))"),
            ("split_with_sizes", "split_sizes", "g.split([2**70])"),
            ("zeros", "size", "torch.zeros(2**70)"),
        )
    ),
    *(
        Bad(call, "OverflowError", "int too big to convert")
        for call in (
            *("torch.range(0, 2**70)", "torch.var(g, correction=2**70)", "torch.var(g, 0, correction=2**70)"),
            *("torch.addmm(g, g, g.T @ g, beta=2**70)", "torch.addmm(g, g, g.T @ g, alpha=2**70)"),
            *(
                "g.index_add(0, torch.tensor([0, 1]), g, alpha=2**70)",
                "2**70 in g",
                "torch.full((2,), 2**70)",
            ),
        )
    ),
    *(
        Bad(call, "OverflowError", "int too large to convert to float")
        for call in (
            *("torch.isclose(f, f, rtol=10**400)", "torch.isclose(f, f, atol=10**400)"),
            *("torch.allclose(f, f, rtol=10**400)", "torch.cdist(g, g, 10**400)"),
            *("f.normal_(10**400)", "f.normal_(0, 10**400)", "torch.nan_to_num(f, 10**400)"),
        )
    ),
]

# Overloads without a kernel, words that UTF-8 does not have, and what is seldom written at all.
ODD = [
    *(
        Bad(
            call,
            "NotImplementedError",
            f"Could not run 'aten::{name}.dtype' with arguments from the 'CPU' backend.",
            alone=True,  # torch goes on
        )
        for name, call in (
            ("mm", "torch.mm(g, g.T, torch.float32)"),
            ("mm", "torch.mm(g, g.T, out_dtype=torch.float32)"),
            ("bmm", "torch.bmm(g[None], g.T[None], out_dtype=torch.float32)"),
            ("addmm", "torch.addmm(g, g, g.T @ g, torch.float32)"),
            ("baddbmm", "torch.baddbmm(g[None], g[None], (g.T @ g)[None], out_dtype=torch.float32)"),
        )
    ),
    *(
        Bad(call, "RuntimeError", "error unpacking string as utf-8")
        for call in (
            *(r"torch.device('\ud800')", r"torch.zeros(2, device='\ud800')", r"f.type('\ud800')"),
            r"torch.div(f, 2, rounding_mode='\ud800')",
        )
    ),
    Bad(
        "torch.div(f, 2, rounding_mode=b'floos')",
        "RuntimeError",
        "div expected rounding_mode to be one of None, 'trunc', or 'floor' but found 'floos'",
    ),
    *(
        Bad(
            f"g.permute({dims})",
            "TypeError",
            "permute(): argument 'dims' (position 1) must be tuple of ints, but found element of type "
            f"{kind} at pos 0",
        )
        for dims, kind in (
            *(("(torch.tensor(0.5), 1)", "Tensor"), ("[torch.tensor([0, 1]), 1]", "Tensor")),
            *(("[True, 0]", "bool"), ("('a', 0)", "str")),
        )
    ),
    *(
        Bad(call, "ValueError", "Overflow when unpacking long long")
        for call in (
            "torch.frombuffer(bytearray(8), dtype=torch.uint8, count=2**70)",
            "torch.frombuffer(bytearray(8), dtype=torch.uint8, offset=2**70)",
        )
    ),
    Bad("g.narrow(0, torch.tensor(0.5), 1)", "RuntimeError", "start must be an 0-dim integral Tensor."),
    Bad("g.narrow(0, torch.tensor([1]), 1)", "RuntimeError", "start must be an 0-dim integral Tensor."),
    Bad(
        "f.normal_(torch.tensor(1 + 1j), 1)",
        "RuntimeError",
        "value cannot be converted to type double without overflow",
    ),
    Bad("torch.set_rng_state(torch.zeros(5056))", "TypeError", "RNG state must be a torch.ByteTensor"),
    Bad(
        "torch.Generator().set_state(torch.zeros(10112, dtype=torch.uint8)[::2])",
        "RuntimeError",
        "RNG state must be contiguous",
    ),
    Bad("f.type('torch.Float')", "ValueError", "invalid type: 'torch.Float'"),
    Bad("f.type(b'torch.Float')", "ValueError", "invalid type: 'torch.Float'"),
    Bad("f.type(5)", "TypeError", "dtype must be a type, str, or dtype object"),
    *(
        Bad(
            f"{value} in f",
            "RuntimeError",
            f"Tensor.__contains__ only supports Tensor or scalar, but you passed in a <class '{kind}'>.",
        )
        for value, kind in (("'a'", "str"), ("None", "NoneType"), ("[1.0]", "list"))
    ),
    Bad("f.__setattr__('a')", "TypeError", " expected 2 arguments, got 1"),
    Bad("int(c[0])", "RuntimeError", "value cannot be converted to type int64_t without overflow"),
    Bad("float(c[0])", "RuntimeError", "value cannot be converted to type double without overflow"),
    Bad("delattr(f, 'real')", "AttributeError", "real and imag cannot be deleted", alone=True),  # torch ends
    Bad("delattr(c, 'imag')", "AttributeError", "real and imag cannot be deleted", alone=True),
    Bad("g[(None,) * 300]", "IndexError", "too many indices for a tensor: 300", alone=True),
    Bad(
        "torch.nonzero(f, out=torch.zeros(1, 1, dtype=torch.int64).expand(4, 1))",
        "RuntimeError",
        TWICE,
    ),
    *(
        Bad(call, "RuntimeError", "value cannot be converted to type uint8_t without overflow")
        for call in ("u.__setitem__(torch.tensor([0]), 300)", "u.__setitem__(torch.tensor([0]), 1 + 1j)")
    ),
    Bad(
        f"torch.tensor({'[' * 65}1.0{']' * 65})",
        "RuntimeError",
        DIMS,
        alone=True,
    ),
]

INDEXING += [Bad(*row) for row in REFUSED]
ALL = SIZES + DIMENSIONS + DATA + KEYWORDS + DEVICES + SHAPES + INDEXING + WRITING + NUMBERS + ODD
