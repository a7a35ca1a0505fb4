"""A program: calls with objects that, while they are converted, change the tensor that is operated on.

    python -X dev hostile.py [module] [rounds]

Every call meets every kind of object and everything that this object may do meanwhile.  Printed is the number
of calls, or what is wrong: a call that failed and left the tensor in another state than the object left it,
memory that grew from round to round.  A crash ends the program, which the caller notices.
"""

import gc
import importlib
import itertools
import sys
import warnings

torch = importlib.import_module(sys.argv[1] if len(sys.argv) > 1 else "tbcast")
ROUNDS = int(sys.argv[2]) if len(sys.argv) > 2 else 1

try:
    import numpy as np
except ImportError:
    np = None


# ---- what an object may do to the tensor that is operated on ----


def state(t):
    return tuple(t.size()), t.stride(), t.storage_offset(), str(t.dtype), t.tolist()


class Scene:
    """A tensor, and the one thing that happens to it once."""

    def __init__(self, action):
        self.t = torch.arange(6, dtype=torch.float32).reshape(2, 3)
        self.kept = [self.t[0], self.t.t()]
        self.action, self.reached = action, False
        self.after = state(self.t)

    def act(self):
        if self.reached:
            return
        self.reached = True
        try:
            self.action(self)
        finally:
            self.after = state(self.t)


def grow(scene):
    scene.t.resize_(4096).zero_()


def shrink(scene):
    scene.t.resize_(0)


def rank(scene):
    scene.t.resize_([1] * 40)


def drop(scene):
    scene.kept.clear()
    scene.t.data = torch.ones(1, dtype=torch.int8)
    gc.collect()


def transpose(scene):
    scene.t.t_()


def fail(scene):
    raise KeyError("hostile")


def stop(scene):
    raise SystemExit("hostile")


ACTIONS = (grow, shrink, rank, drop, transpose, fail, stop)


# ---- objects that act when they are converted ----


class Index:
    def __init__(self, scene, value):
        self.scene, self.value = scene, value

    def __index__(self):
        self.scene.act()
        return self.value


class Number(Index):
    def __float__(self):
        self.scene.act()
        return float(self.value)

    def __complex__(self):
        self.scene.act()
        return complex(self.value)

    def __bool__(self):
        self.scene.act()
        return bool(self.value)


class Sequence(Index):
    def __len__(self):
        self.scene.act()
        return 2

    def __getitem__(self, i):
        self.scene.act()
        if i > 1:
            raise IndexError(i)
        return self.value

    def __iter__(self):
        self.scene.act()
        return iter([self.value] * 2)


class Shrinking(list):
    """A list whose items take the others away."""

    def __init__(self, scene, value):
        super().__init__([Number(scene, value), 1, value])
        outer = self

        class Item(Number):
            def __index__(self):
                outer.clear()
                return super().__index__()

            __float__ = Number.__float__

        self[1] = Item(scene, value)


class Array(Index):
    def __array__(self, dtype=None, copy=None):
        self.scene.act()
        return np.ones(2)

    @property
    def __array_interface__(self):
        self.scene.act()
        return np.ones(2).__array_interface__


class Text(Index):
    def __str__(self):
        self.scene.act()
        return "x"

    __repr__ = __str__

    def __eq__(self, other):
        self.scene.act()
        return True

    __hash__ = None


class Subarray:
    """An ndarray subclass whose attributes act."""

    def __new__(cls, scene, value):
        class Acting(np.ndarray):
            def __getattribute__(self, name):
                if not name.startswith("__"):  # NumPy itself crashes when __array_ufunc__ raises
                    scene.act()
                return super().__getattribute__(name)

        return np.full(2, float(value)).view(Acting)


KINDS = [Index, Number, Sequence, Shrinking, Text] + ([Array, Subarray] if np is not None else [])

# `h` is the object, `t` the tensor of its scene.
CALLS = [
    *("torch.zeros(h)", "torch.zeros(2, h)", "torch.zeros((h, 2))", "torch.zeros([2, h], out=t)"),
    *("torch.ones(h, h)",),
    *("torch.empty(h, out=t)", "torch.full((2, h), 3.)", "torch.full((2,), h)"),
    *("torch.full((h,), h, out=t)",),
    *("torch.zeros(2, dtype=h)", "torch.zeros(2, device=h)", "torch.zeros(2, out=h)"),
    *("torch.zeros(2, layout=h)",),
    *("torch.eye(h)", "torch.eye(2, h)", "torch.eye(h, h, out=t)", "torch.arange(h)"),
    *("torch.arange(0, h, h, out=t)",),
    *("torch.linspace(0, 1, h)", "torch.linspace(h, h, 3, out=t)", "torch.range(h, 3)"),
    *("torch.randperm(h, out=t)",),
    *("torch.randint(h, (2, h), out=t)", "torch.randint(0, h, (h,))", "torch.rand(h, out=t)"),
    *("torch.randn((2, h))",),
    *("torch.tensor(h)", "torch.tensor([h, 1])", "torch.tensor([[h, 1], [h, t]])"),
    *("torch.tensor(h, dtype=torch.int64)",),
    *("torch.tensor([h], dtype=torch.bool)", "torch.tensor([h, h], dtype=torch.float64)"),
    *("torch.tensor([h], dtype=torch.cfloat)",),
    *("torch.as_tensor(h)", "torch.as_tensor([h, h])", "torch.asarray(h)"),
    *("torch.asarray([h, 1], dtype=torch.int8)",),
    *("torch.asarray(h, copy=True)", "torch.asarray(t, copy=h)", "torch.frombuffer(h, dtype=torch.uint8)"),
    *("torch.from_numpy(h)",),
    *("torch.frombuffer(bytearray(16), dtype=torch.uint8, count=h)",),
    *("torch.frombuffer(bytearray(16), dtype=torch.uint8, offset=h)",),
    *("torch.FloatTensor(h)", "torch.FloatTensor(h, 2)", "torch.FloatTensor([h, 1])", "torch.Tensor(h)"),
    *("torch.Size(h)",),
    *("torch.Size([h, 2])", "torch.empty_strided((2, h), (h, 1))", "torch.zeros_like(t, dtype=h)"),
    *("torch.full_like(t, h)",),
    *("torch.randint_like(t, h)", "torch.randint_like(t, h, h)", "t.new_zeros(h)", "t.new_zeros((2, h))"),
    *("t.new_full((h,), h)",),
    *("t.new_tensor(h)", "t.new_tensor([h, h])", "t.new_empty_strided((h,), (h,))"),
    *("t.new_ones(2, dtype=h)",),
    *("t.view(h, -1)", "t.view((h, 6))", "t.view(h)", "t.reshape(h, 6)", "t.reshape((6, h))"),
    *("t.reshape(-1, h)", "t.expand(h, 2, 3)"),
    *("t.expand((h, 2, 3))", "t.broadcast_to((h, 2, 3))", "torch.broadcast_to(t, (h, 2, 3))"),
    *("torch.broadcast_shapes(h, (2, h))",),
    *("torch.broadcast_tensors(t, h)", "t.permute(h, 0)", "t.permute((0, h))", "t.transpose(h, 0)"),
    *("t.transpose(0, h)", "t.t_(h)"),
    *("t.transpose_(0, h)", "t.swapaxes(h, 0)", "t.movedim(h, 0)", "t.movedim((0, h), (h, 0))"),
    *("t.unsqueeze(h)", "t.unsqueeze_(h)"),
    *("t.squeeze(h)", "t.squeeze((h, 0))", "t.squeeze_(h)", "t.flatten(h)", "t.flatten(0, h)"),
    *("t.unflatten(h, (1, -1))",),
    *("t.unflatten(1, (h, -1))", "t.as_strided((h, 2), (1, h))", "t.as_strided((2,), (h,), h)"),
    *("t.select(0, h)", "t.select(h, 0)"),
    *("t.narrow(0, h, 1)", "t.narrow(0, 0, h)", "t.narrow(h, 0, 1)", "t.unbind(h)", "t.split(h)"),
    *("t.split([h, 1])", "t.split(1, h)"),
    *("t.chunk(h)", "t.chunk(2, h)", "t.diagonal(h)", "t.diagonal(0, h, 0)", "t.resize_(h)"),
    *("t.resize_(2, h)", "t.resize_((h, 1))"),
    *("t.resize_as_(h)", "t.view_as(h)", "t.expand_as(h)", "t.type_as(h)", "torch.atleast_2d(t, h)"),
    *("torch.atleast_1d([t, h])",),
    *("t.size(h)", "t.stride(h)", "t.to(h)", "t.to(torch.int8, h)", "t.to(torch.int8, copy=h)"),
    *("t.type(h)", "t.type(dtype=h)"),
    *("t.fill_(h)", "t.copy_(h)", "t.normal_(h, h)", "t.uniform_(h, h)", "t.normal_(generator=h)"),
    *("t.random_(h)", "t.random_(h, h)", "t.bernoulli_(h)", "t.geometric_(h)", "t.cauchy_(h, h)"),
    *("torch.bernoulli(t, h)", "torch.multinomial(t, h)", "torch.normal(h, h, (3,))", "t.fill_diagonal_(h)"),
    *("t.index_put((h,), t)", "t.put(h, t)", "t.masked_scatter(h, t)", "t.nonzero_static(size=h)"),
    *("t.item(*h)", "t.numpy(force=h)"),
    *("t.__array__(h)", "t.__array__(copy=h)", "t.__array_wrap__(h)", "t.__format__(h)"),
    *("t.requires_grad.__class__(h)",),
    *("t + h", "h + t", "t - h", "h * t", "t / h", "t += h", "t *= h", "torch.add(t, h)"),
    *("torch.add(t, t, alpha=h)", "torch.mul(h, t, out=t)"),
    *("t.add_(h)", "t.sub_(t, alpha=h)", "t.data = h", "t.real = h", "t.requires_grad = h"),
    *("torch.result_type(t, h)", "torch.can_cast(h, h)"),
    *("torch.promote_types(h, torch.int8)", "torch.is_tensor(h)", "torch.manual_seed(h)"),
    *("torch.set_default_dtype(h)", "torch.finfo(h)"),
    *("torch.iinfo(h)", "torch.device(h)", "torch.device('cpu', h)", "torch.Generator(h)"),
    *("torch.Generator().manual_seed(h)", "h in t.shape"),
    *("t.shape[h]", "t.shape * h", "t.shape + h", "t.shape.index(h)", "torch.set_default_tensor_type(h)"),
    *("torch.set_printoptions(h)",),
]
# A warning, whose hook acts.
WARNING_CALLS = [
    *("torch.tensor(t)", "t.new_tensor(t)", "t.to(torch.cfloat).to(torch.float32)"),
    *("torch.range(1, 3, out=t)", "t[None].T"),
    *("torch.zeros(3, out=t[0])", "t.copy_(torch.ones(2, 3, dtype=torch.cfloat))", "t.add_(torch.ones(6))"),
    *("t + torch.ones(6)",),
    *("torch.add(t, 1, out=t[0])", "torch.full((2,), 1, out=t[:1])", "t.view(1, 2, 3).T"),
    *("torch.tensor(t.to(torch.cfloat), dtype=torch.float32)",),
    *("t.real.copy_(t.to(torch.cfloat))", "torch.eye(3, out=t)", "torch.arange(9, out=t)"),
    *("torch.linspace(0, 1, 5, out=t)", "torch.rand(9, out=t)"),
    *("torch.randperm(9, out=t)", "torch.randint(2**40, (3,), out=t)", "t.reshape(6).T"),
    *("torch.tensor(1.).T", "torch.tensor(1.).mT"),
]
if np is not None:
    WARNING_CALLS += [
        "torch.from_numpy(np.broadcast_to(np.ones(1), 3))",
        "torch.asarray(np.broadcast_to(np.ones(1), 3))",
        "torch.tensor([np.ones(2), t.numpy()[0]])",
        "torch.asarray(b'abcd')",
        "torch.frombuffer(b'abcd', dtype=torch.int8)",
    ]


def is_statement(text):
    try:
        compile(text, text, "eval")
    except SyntaxError:
        return True
    return False


def compiled(texts):
    return [(text, compile(text, text, "exec" if is_statement(text) else "eval")) for text in texts]


def readable(value):
    if isinstance(value, torch.Tensor):
        value.tolist()
        str(value.shape)
    elif isinstance(value, (tuple, list)):
        for item in value:
            readable(item)


def play(text, code, scene, h):
    """None, or what is wrong."""
    scope = {"torch": torch, "np": np, "t": scene.t, "h": h}
    what = f"{text} with {type(h).__name__} and {scene.action.__name__}"
    try:
        readable(eval(code, scope))
    except SystemError as error:  # of Python: a result that no function may have
        return f"{what}: {error}"
    except (Exception, SystemExit):
        if state(scene.t) != scene.after:
            return f"{what}: failed, and changed the tensor"
    readable(scene.t)
    readable(scene.kept)
    return None


def one_round(calls, warning_calls, wrong):
    count = acted = 0
    for (text, code), kind, action, value in itertools.product(calls, KINDS, ACTIONS, (1, 2)):
        scene = Scene(action)
        wrong.add(play(text, code, scene, kind(scene, value)))
        count, acted = count + 1, acted + scene.reached
    for (text, code), action in itertools.product(warning_calls, ACTIONS):
        scene = Scene(action)
        with warnings.catch_warnings():
            warnings.simplefilter("always")
            warnings.showwarning = lambda *ignored, scene=scene: scene.act()
            wrong.add(play(text, code, scene, None))
        count, acted = count + 1, acted + scene.reached
    torch.set_default_dtype(torch.float32)
    return count, acted


def main():
    calls, warning_calls, wrong = compiled(CALLS), compiled(WARNING_CALLS), set()
    warnings.simplefilter("ignore")
    count, acted = one_round(calls, warning_calls, wrong)
    gc.collect()
    before = sys.getallocatedblocks()
    for _ in range(ROUNDS):
        one_round(calls, warning_calls, wrong)
    gc.collect()
    grown = sys.getallocatedblocks() - before
    if grown > 500:
        wrong.add(f"{grown} blocks more after {ROUNDS} rounds of {count} calls")
    wrong.discard(None)
    print("\n".join(sorted(wrong)) or f"{count} calls, {acted} of them with an object that acted")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
