"""Forms of creation, views, accessors and conversions: every one meets every dtype and layout.

A form is an expression over the tensor `t`, its dtype `d` and the library `torch`; a statement leaves
`result`.  test_conversions.py evaluates the product in both libraries, tests/recorded keeps PyTorch's
answers.  To cover a new name, add lines.  `{...}` of a template is filled with every word of its list.
"""

import re

from differential.cases import operand
from differential.expressions import outcome

LAYOUTS = (
    *("contiguous", "transposed", "strided", "expanded", "padded", "odd"),
    *("0-dim", "zero-size", "one element", "row"),
)
SIZE = (2, 3, 4)
SIZES = {"0-dim": (), "zero-size": (2, 0, 3), "one element": (1, 1), "row": (5,)}


def fill(template, words):
    return [template.replace("{}", word) for word in words.split()]


DTYPES = (
    "bool uint8 int8 int16 int32 int64 float16 bfloat16 float32 float64 complex64 complex128 "
    "short int long half float double cfloat cdouble"
)
CASTS = "bool byte char short int long half bfloat16 float double cfloat cdouble cpu"

ACCESSORS = [
    *fill("t.{}()", "size stride dim ndimension numel nelement element_size storage_offset is_contiguous"),
    *fill("t.{}()", "is_floating_point is_complex item tolist type"),
    *fill("t.{}", "shape ndim itemsize nbytes dtype device layout is_cuda requires_grad real imag T mT data"),
    *fill("{}(t)", "len bool int float complex"),
    *("t.size(0)", "t.size(-1)", "t.size(5)", "t.stride(0)", "t.stride(-1)", "t.stride(-4)"),
    *("t.size(None)",),
    *("t.data_ptr() == t[...].data_ptr()", "t.__index__()", "[0, 1, 2, 3][t]", "range(5)[t:]"),
    *("hash(t) == id(t)",),
    *("{t: 1}[t]", "list(t)", "[r.tolist() for r in t]", "list(reversed(list(t)))", "tuple(iter(t))"),
    *("a, *b = t",),
    *("f'{t}' == str(t)", "f'{t:5}'", "f'{t:.3f}'", "f'{t:>12}'", "f'{t:d}'", "format(t, '')"),
    *("t.__format__(3)",),
    *("t[0].item()", "t[..., 0].item()", "t.reshape(-1)[0].item()", "t.reshape(-1)[1:2].item()", "not t"),
    *("int(t.reshape(-1)[0])", "float(t.reshape(-1)[0])", "complex(t.reshape(-1)[0])"),
    *("bool(t.reshape(-1)[0])",),
    *("torch.is_tensor(t)", "torch.is_tensor(3)", "t.real is t", "t.data is t", "t.tolist() is t.tolist()"),
    *("torch.real(t)", "torch.imag(t)", "t.is_contiguous() == t.t().is_contiguous()", "t.dim(1)"),
    *("t.requires_grad = 3", "t.requires_grad = False", "t.shape = 3", "t.dtype = d", "t.nbytes = 3"),
    *("del t.shape",),
    *("t.real = 3", "t.imag = 2", "t.real = t", "t.data = t", "t.data = 3", "t.imag.fill_(1)"),
    *("t.real.zero_()",),
    *("t.numpy()", "t.numpy(force=True)", "t.numpy(force=3)", "np.asarray(t)", "np.array(t)"),
    *("t.__array__()",),
    *("t.__array__('float64')", "np.asarray(t, 'int16')", "np.add(t, t)", "np.negative(t)", "np.abs(t)"),
    *("np.greater(t, t)", "np.array([t.numpy()])", "np.ascontiguousarray(t)", "t.__array_priority__"),
    *("np.ravel(t)",),
    *("torch.from_numpy(t.numpy())", "torch.from_numpy(t.numpy()[..., :1])"),
    *("np.shares_memory(t.numpy(), t.numpy())",),
]

CONVERSIONS = [
    *fill("t.to(torch.{})", DTYPES),
    *fill("t.{}()", CASTS),
    *fill("t.{}() is t", CASTS),
    *fill("t.type(torch.{})", DTYPES),
    *fill("t.type('torch.{}')", "FloatTensor DoubleTensor HalfTensor BFloat16Tensor LongTensor IntTensor"),
    *fill("t.type('torch.{}')", "ShortTensor CharTensor ByteTensor BoolTensor ComplexFloatTensor Tensor Foo"),
    *fill("t.type('torch.{}')", "ComplexDoubleTensor"),
    *fill("t.type(torch.{})", "FloatTensor HalfTensor LongTensor BoolTensor Tensor"),
    *("t.to(d) is t", "t.to(d, copy=True)", "t.to(dtype=d)", "t.to('cpu')", "t.to('cpu', torch.float32)"),
    *("t.to(torch.zeros(2, dtype=torch.float64))", "t.to(other=t) is t", "t.to(tensor=t) is t"),
    *("t.to([1])", "t.to(d, True, True, True)", "t.to(device='cpu', dtype=torch.int16)"),
    *("t.to(torch.float64, True)", "t.to(torch.float64, False, True)", "t.to(d, False, True)"),
    *("t.to(float)",),
    *("t.to(int)", "t.to(bool)", "t.to(torch.device('cpu'), d) is t", "t.to(torch.float32, copy=3)"),
    *("t.to(d, foo=1)",),
    *("t.type_as(t) is t", "t.type_as(torch.zeros(1, dtype=torch.float16))", "t.type_as(3)"),
    *("t.type(d) is t",),
    *("t.type()", "t.type(None)", "t.type(int)", "t.type('d')", "t.type(torch.int8, non_blocking=True)"),
    *("t.cpu() is t",),
    *("t.clone()", "torch.clone(t)", "t.contiguous()", "t.contiguous() is t", "t.detach()"),
    *("torch.detach(t)",),
    *("t.detach() is t", "t.clone().copy_(t)", "t.clone().fill_(3)", "t.fill_(2)", "t.zero_()"),
    *("t.copy_(2.5)",),
    *("t.fill_(t.reshape(-1)[0])", "t.fill_(300)", "t.fill_(-1)", "t.fill_(2.5)", "t.fill_(1j)"),
    *("t.fill_(True)",),
    *("t.copy_(torch.arange(t.numel()).reshape(t.shape))", "t.copy_(t.clone().to(torch.float64))"),
    *("t.copy_(t)",),
    *("torch.tensor(t.tolist())", "torch.tensor(t.tolist(), dtype=d)", "torch.as_tensor(t) is t"),
    *("torch.tensor(t)",),
    *("torch.as_tensor(t, dtype=torch.float64)", "torch.asarray(t) is t", "torch.asarray(t, copy=True)"),
    *("torch.asarray(t, dtype=torch.float32)", "torch.asarray(t, dtype=torch.float32, copy=False)"),
    *("torch.asarray(t.numpy())", "torch.asarray(t.numpy(), copy=True)"),
    *("torch.asarray(t.numpy(), dtype=d)",),
    *("torch.as_tensor(t.numpy())", "torch.tensor(t.numpy())"),
    *("torch.tensor(t.numpy(), dtype=torch.float16)",),
    *("torch.tensor(list(t))", "torch.tensor([t.reshape(-1)[0]])"),
    *("torch.tensor([t.reshape(-1)[0]], dtype=d)",),
    *("t.data.fill_(1)", "t.data = t.t()", "t.data = t[..., :1]", "result = t.data; result += 1"),
]

VIEWS = [
    *fill("t.{}()", "t flatten ravel squeeze unbind diagonal reshape permute expand squeeze_ t_ chunk"),
    *("t.view(-1)", "t.view(t.shape)", "t.view_as(t)", "t.view(2, -1)", "t.reshape(-1)"),
    *("t.reshape(t.shape) is t",),
    *("t.reshape_as(t)", "t.reshape(1, -1)", "t.flatten(0, -1)", "t.flatten(1)", "t.unflatten(0, (1, -1))"),
    *("t.permute(*range(t.dim())[::-1])", "t.permute(list(range(t.dim())))", "t.transpose(0, 1)"),
    *("t.transpose(0, -1)",),
    *("t.swapaxes(0, 1)", "t.swapdims(-1, 0)", "t.movedim(0, -1)", "t.moveaxis(-1, 0)", "t.unsqueeze(0)"),
    *("t.unsqueeze(-1)",),
    *("t.unsqueeze_(1)", "t.squeeze(0)", "t.squeeze(-1)", "t.squeeze((0, 1))", "t.expand(2, *t.shape)"),
    *("t.expand_as(t)",),
    *("t.expand(t.shape)", "t.expand(3, 2, 1)", "t.broadcast_to((1, *t.shape))"),
    *("t.as_strided((2, 2), (1, 1))",),
    *("t.as_strided((3,), (2,), 1)", "t.as_strided((), ())", "t.as_strided((99,), (1,))", "t.select(0, 0)"),
    *("t.select(-1, -1)", "t.narrow(0, 0, 1)", "t.narrow(-1, 1, 2)", "t.unbind(0)", "t.unbind(-1)"),
    *("t.split(1)",),
    *("t.split(2, -1)", "t.split([1, 1], 0)", "t.chunk(2)", "t.chunk(3, -1)", "t.diagonal(1)"),
    *("t.diagonal(0, -1, 0)",),
    *("t[None]", "t[...]", "t[0]", "t[-1]", "t[1:]", "t[..., ::2]", "t[..., 0]", "t[:, None]"),
    *("t[..., 1:2]", "t[0:0]"),
    *("t.resize_(1)", "t.resize_((2, 1))", "t.resize_as_(torch.zeros(1))", "t.resize_(0)"),
    *("t.transpose_(0, 1)",),
    *fill("torch.{}(t)", "t flatten ravel squeeze unbind diagonal detach clone"),
    *fill("torch.atleast_{}d(t)", "1 2 3"),
    *("torch.reshape(t, (-1,))", "torch.permute(t, tuple(range(t.dim())))", "torch.transpose(t, 0, -1)"),
    *("torch.unsqueeze(t, 0)", "torch.as_strided(t, (1,), (1,))", "torch.broadcast_to(t, t.shape)"),
    *("torch.select(t, 0, 0)",),
    *("torch.narrow(t, 0, 0, 1)", "torch.split(t, 2)", "torch.chunk(t, 2)", "torch.movedim(t, 0, -1)"),
    *("torch.swapaxes(t, 0, -1)",),
    *("torch.broadcast_tensors(t, t)", "torch.broadcast_tensors(t, torch.zeros(2, 1, 1, 1))"),
    *("torch.unflatten(t, 0, (-1,))",),
    *("torch.atleast_1d(t, t)", "torch.atleast_2d([t])", "torch.atleast_3d(t) is t"),
    *("torch.resize_as_(t, torch.zeros(1))",),
]

LIKE = [
    *fill("torch.{}(t)", "zeros_like ones_like"),
    *("torch.empty_like(t).stride()", "torch.zeros_like(t, dtype=torch.int16)", "torch.full_like(t, 3)"),
    *("torch.full_like(t, 2.5)", "torch.full_like(t, 1j)", "torch.full_like(t, 300)"),
    *("torch.full_like(t, True)",),
    *("torch.full_like(t, 7, dtype=torch.float64)", "torch.rand_like(t, dtype=torch.float64).stride()"),
    *("t.new_zeros(2, 3)", "t.new_ones((2,))", "t.new_full((2, 2), 3)", "t.new_full((2,), 2.5)"),
    *("t.new_full((2,), 300)",),
    *("t.new_empty(2, 0).stride()", "t.new_empty_strided((2, 3), (1, 2)).stride()", "t.new_tensor([1, 0])"),
    *("t.new_tensor(t)",),
    *("t.new_tensor([1.5, 2])", "t.new_tensor(1j)", "t.new_zeros(2, dtype=torch.float16)"),
    *("t.new_ones(())", "t.new_zeros(-1)"),
    *("torch.result_type(t, 1)", "torch.result_type(t, 1.5)", "torch.result_type(1j, t)"),
    *("torch.result_type(t, t)",),
    *("torch.promote_types(d, torch.int16)", "torch.can_cast(d, torch.float32)"),
    *("torch.can_cast(torch.int64, d)",),
    *("torch.manual_seed(1); result = torch.rand_like(t)",),
    *("torch.manual_seed(1); result = torch.randint_like(t, 5)",),
    *("torch.manual_seed(1); result = t.clone().uniform_()", "torch.manual_seed(1); t.uniform_(1, 2)"),
    *("torch.manual_seed(1); result = torch.randint_like(t, -3, 4, dtype=torch.int32)",),
    *("torch.rand_like(3)",),
]

# Without a tensor: form x dtype.
CREATION = [
    *fill("torch.{}(2, 3, dtype=d)", "zeros ones"),
    *("torch.zeros(())", "torch.zeros((2, 0), dtype=d)", "torch.ones([2], dtype=d)"),
    *("torch.zeros(0, dtype=d)",),
    *("torch.empty(2, 3, dtype=d).stride()", "torch.empty((0, 2), dtype=d)", "torch.zeros(-1, dtype=d)"),
    *("torch.full((2,), 3, dtype=d)", "torch.full((2, 2), 2.5, dtype=d)", "torch.full((2,), 300, dtype=d)"),
    *("torch.full((2,), 1j, dtype=d)", "torch.full((), True, dtype=d)", "torch.full((2,), -1, dtype=d)"),
    *("torch.eye(3, dtype=d)", "torch.eye(2, 4, dtype=d)", "torch.eye(0, dtype=d)"),
    *("torch.arange(5, dtype=d)",),
    *("torch.arange(1, 9, 2, dtype=d)", "torch.arange(0, 3, 0.5, dtype=d)"),
    *("torch.arange(5, 0, -1, dtype=d)",),
    *("torch.linspace(0, 10, 5, dtype=d)", "torch.linspace(1, -1, 4, dtype=d)"),
    *("torch.linspace(0, 1, 1, dtype=d)",),
    *("torch.range(0, 4, dtype=d)", "torch.range(7, 1, -3, dtype=d)", "torch.tensor(3, dtype=d)"),
    *("torch.tensor([1, 0, 2], dtype=d)", "torch.tensor([[1.5, -2.5]], dtype=d)"),
    *("torch.tensor([], dtype=d)",),
    *("torch.tensor(True, dtype=d)", "torch.tensor(2j, dtype=d)", "torch.tensor(float('nan'), dtype=d)"),
    *("torch.tensor([300], dtype=d)", "torch.tensor(-1, dtype=d)", "torch.as_tensor([1, 2], dtype=d)"),
    *("torch.as_tensor(np.arange(3), dtype=d)", "torch.tensor(np.arange(3.), dtype=d)"),
    *("torch.asarray([1, 2], dtype=d)",),
    *("torch.asarray(np.arange(3.), dtype=d)", "torch.asarray(np.arange(3.), dtype=d, copy=False)"),
    *("torch.asarray(2.5, dtype=d)",),
    *("torch.asarray(np.float32(2), dtype=d)", "torch.asarray(bytearray(range(16)), dtype=d)"),
    *("torch.asarray(3, dtype=d, copy=False)",),
    *("torch.frombuffer(bytearray(range(32)), dtype=d)",),
    *("torch.frombuffer(bytearray(range(32)), dtype=d, count=1, offset=16)",),
    *("torch.frombuffer(bytearray(33), dtype=d)", "torch.frombuffer(bytearray(32), dtype=d, count=99)"),
    *("torch.frombuffer(3, dtype=d)",),
    *("torch.frombuffer(np.arange(4.), dtype=d)", "torch.frombuffer(np.arange(4.)[::2], dtype=d)"),
    *("torch.frombuffer(b'', dtype=d)",),
    *("torch.empty_strided((2, 3), (1, 2), dtype=d).stride()", "torch.randint(5, (2, 0), dtype=d)"),
    *("torch.finfo(d)", "torch.iinfo(d)"),
    *("torch.manual_seed(2); result = torch.rand(7, dtype=d)",),
    *("torch.manual_seed(2); result = torch.randint(5, (9,), dtype=d)",),
    *("torch.manual_seed(2); result = torch.randn(7, dtype=d)",),
    *("torch.manual_seed(2); result = torch.randperm(9, dtype=d)",),
    *("torch.zeros(2, out=torch.ones(2, dtype=d))", "torch.full((3,), 2, out=torch.ones(3, dtype=d))"),
    *("torch.zeros(3, out=torch.zeros(2, dtype=d))",),
    *("torch.arange(4, out=torch.zeros(4, dtype=d))", "torch.eye(2, out=torch.ones(2, 2, dtype=d))"),
    *("torch.linspace(0, 3, 4, out=torch.zeros(4, dtype=d))",),
    *("torch.zeros(2, dtype=d, device='cpu')", "torch.zeros(2, dtype=d, requires_grad=False)"),
    *("torch.ones(2, dtype=d, layout=torch.strided)",),
    *("d.itemsize", "d.is_floating_point", "d.is_complex", "d.is_signed", "d.to_real()", "d.to_complex()"),
    *("d", "hash(d) == hash(d)"),
]

GROUPS = {"accessors": ACCESSORS, "conversions": CONVERSIONS, "views": VIEWS, "like": LIKE}


# ---- cells ----


def cell_operand(dtype, layout):
    size = SIZES.get(layout, SIZE)
    return operand(dtype, size, "contiguous" if layout in SIZES else layout, 5 + LAYOUTS.index(layout))


def cell(lib, library, text, dtype, layout=None):
    """The outcome of one cell; the tensor is fresh."""
    scope = {"d": library.dtype[dtype]}
    if layout is None:
        return outcome(lib, text, scope)
    case = cell_operand(dtype, layout)
    built = library.build(case)
    scope["t"], base = built.tensor, built.base
    bases = {"t": (base.data_ptr(), case.total * case.base.itemsize)}
    return outcome(lib, text, scope, bases, [base])


# What tbcast says differently (docs/differences.md) in torch's texts, and warnings that it does not need.
TEXTS = {
    "the module of torch's base class": (r"\btorch\._C\.TensorBase\b", "Tensor"),
    "which of torch's backends have it": (
        r"('aten::\w+\.dtype)(?:_out)?(' with arguments from the 'CPU' backend\.)[\s\S]*",
        r"\1\2",
    ),
    "a promise that Python's filters keep": (r" This type of warning will be suppressed for the .*", ""),
}
UNWARNED = re.compile(
    "__array_wrap__ must accept context|__array__ implementation doesn't accept a copy"  # NumPy 1
    "|The reduce argument of torch.scatter with Tensor src is deprecated"  # once a process
)


def adjusted(found):
    """torch's outcome with what tbcast says differently on purpose."""

    def text(words):
        for pattern, replacement in TEXTS.values():
            words = re.sub(pattern, replacement, words)
        return words

    result, warned, after = found
    if result[0] == "error":
        result = (*result[:2], text(result[2]))
    warned = tuple((kind, text(words)) for kind, words in warned if not UNWARNED.match(words))
    return result, warned, after
