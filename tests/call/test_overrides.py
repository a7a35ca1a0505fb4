"""Operands with __torch_function__ are asked as PyTorch asks them; tbcast.overrides is torch.overrides."""

import contextlib
import operator
import threading
import warnings

import pytest

from under_test import needs_torch, tb, torch

LIBRARIES = [pytest.param(tb, id="tbcast"), pytest.param(torch, id="torch", marks=needs_torch)]


def scope(lib):
    """Operands that tell what they are asked: two objects that are no Tensors, two subclasses of Tensor."""
    told = []

    def teller(name, base=object):
        def answer(cls, func, types, args=(), kwargs=None):
            shown = tuple(type(one).__name__ for one in args)
            names = tuple(one.__name__ for one in types if one is not lib.Tensor)
            told.append((func, names, shown, sorted(kwargs or {})))
            return name

        return type(name, (base,), {"__torch_function__": classmethod(answer)})

    W, V = teller("W"), teller("V")
    S = teller("S", lib.Tensor)
    names = {"torch": lib, "o": operator, "w": W(), "v": V(), "below": teller("Below", W)()}
    names["t"] = lib.ones(3)
    names["s"] = lib.ones(3).as_subclass(S)
    names["i"] = lib.ones(3, dtype=lib.int64).as_subclass(S)
    names["sub"] = lib.ones(3).as_subclass(teller("Sub", S))
    return names, told


def outcome(lib, text):
    """What a call gives, and what it has asked; functions by the names under which torch.Tensor has them."""
    names, told = scope(lib)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            result = eval(text, names)
        except Exception as error:
            result = type(error).__name__, str(error).partition("\n")[0].replace(lib.__name__, "torch")
    if not isinstance(result, (str, tuple, bool)):
        result = type(result).__name__
    return result, [(known_as(lib, func, text), *rest) for func, *rest in told]


def known_as(lib, func, text):
    """Whether it is the function or a method, and the first of its names: __neg__ for neg."""
    owners = {"method": lib.Tensor, "function": lib}
    for kind, owner in owners.items():
        found = [name for name in sorted(dir(owner)) if getattr(owner, name, None) is func]
        if found and kind == ("function" if text.startswith("torch.") else "method"):
            return kind, "neg" if "neg" in found else "pos" if "positive" in found else found[-1]
    return "another", func.__name__.lstrip("_").removeprefix("nn_")


OPERATORS = (
    "+",
    "-",
    "*",
    "/",
    "//",
    "%",
    "**",
    "@",
    "&",
    "|",
    "^",
    "<<",
    ">>",
    "<",
    "<=",
    "==",
    "!=",
    ">",
    ">=",
)
PAIRS = (
    ("t", "w"),
    ("w", "t"),
    ("t", "s"),
    ("s", "t"),
    ("s", "2"),
    ("2", "s"),
    ("s", "w"),
    ("s", "sub"),
    ("sub", "s"),
)
IN_PLACE = ("iadd", "isub", "imul", "itruediv", "ifloordiv", "imod", "ipow", "iand", "ior", "ixor", "ilshift")
CALLS = (
    *(f"{a} {op} {b}" for op in OPERATORS for a, b in PAIRS if (op, a, b) != ("@", "s", "2")),
    *(
        f"o.{name}({a}, {b})"
        for name in IN_PLACE
        for a, b in (("t", "w"), ("s", "t"), ("t", "s"), ("s", "2"))
    ),
    *("-s", "+s", "~i", "abs(s)", "bool(s)", "len(s)", "int(s)", "float(s)", "s[0]", "s[0, ...]", "s[i]"),
    *(
        "s.__setitem__(0, 1)",
        "t.__setitem__(0, w)",
        "t.__setitem__(0, s)",
        "t[s]",
        "t[w]",
        "t[0, w]",
        "repr(s)",
    ),
    *("1 in s", "s.__index__()", "complex(s)", "format(s, '')", "hash(s) == id(s)", "w in t"),
    *(
        "s.add(1)",
        "s.add_(1)",
        "t.add(w)",
        "t.add(t, alpha=w)",
        "torch.add(t, w)",
        "torch.add(w, t, alpha=2)",
    ),
    *(
        "torch.sum(s, dim=0)",
        "s.sum()",
        "s.sum(0)",
        "torch.cat([t, w])",
        "torch.cat((t, s))",
        "torch.stack([w, v])",
    ),
    *("torch.where(t > 0, w, t)", "torch.special.expit(w)", "torch.linalg.det(w)", "torch.fft.fft(w)"),
    *(
        "torch.is_tensor(w)",
        "torch.numel(w)",
        "t.copy_(w)",
        "t.matmul(w)",
        "torch.matmul(w, t)",
        "torch.max(w)",
    ),
    *("t.reshape(w)", "torch.zeros_like(w)", "torch.ones(w)", "torch.full((2,), w)", "torch.as_tensor(w)"),
    *(
        "torch.tensor(w)",
        "s.numpy()",
        "s.tolist()",
        "s.item()",
        "s.clone()",
        "s.dim()",
        "s.size()",
        "s.expand(2, 3)",
    ),
    *("s.view(3)", "s.unbind()", "torch.rand_like(w)", "torch.result_type(w, t)", "torch.allclose(w, t)"),
    *("torch.exp(t, out=s)", "torch.nn.functional.one_hot(w)", "torch.manual_seed(w)", "torch.add(w, v)"),
    *(
        "torch.add(v, w)",
        "torch.add(w, below)",
        "torch.add(s, sub)",
        "torch.add(sub, s)",
        "torch.cat([w, v, w])",
    ),
    *(
        "torch.add(w, s)",
        "torch.add(s, w)",
        "torch.where(t > 0, v, below)",
        "torch.add(t, t, out=w)",
    ),
    *(
        "torch.addmm(t, w, s)",
        "torch.einsum('i,i', t, w)",
        "torch.broadcast_tensors(t, w)",
        "torch.sigmoid(s)",
    ),
    *("torch.clamp(t, min=w)", "torch.gather(t, 0, i)", "t.index_add(0, i, t)", "t.masked_fill(t > 0, w)"),
)


@needs_torch
@pytest.mark.parametrize("text", CALLS)
def test_operands_are_asked_as_in_torch(text):
    """Which of them, in which order, with which function, types, arguments and keywords."""
    mine, theirs = outcome(tb, text), outcome(torch, text)
    if text.startswith(("repr", "torch.einsum")):  # keywords that only torch's own code adds
        mine, theirs = (mine[0], [row[:3] for row in mine[1]]), (theirs[0], [row[:3] for row in theirs[1]])
    if "==" in text:  # torch's own code, which tells one type alone
        mine, theirs = ((told[0], [(row[0], *row[2:]) for row in told[1]]) for told in (mine, theirs))
    assert mine == theirs


REFUSING = (
    *("torch.add(t, w)", "t.add(w)", "t + w", "w + t", "t + s", "t - w", "w - t", "torch.special.expit(w)"),
    *(
        "torch.cat([w, s])",
        "t[w]",
        "o.iadd(t, w)",
        "torch.linalg.det(w)",
        "s[0]",
        "-s",
        "t == w",
        "t < w",
        "s.sum()",
    ),
)


@needs_torch
@pytest.mark.parametrize("text", REFUSING)
def test_if_all_refuse_the_error_is_torchs(text):
    def refused(lib):
        refuse = classmethod(lambda cls, func, types, args=(), kwargs=None: NotImplemented)
        names = {
            "torch": lib,
            "o": operator,
            "t": lib.ones(2),
            "w": type("W", (), {"__torch_function__": refuse})(),
        }
        names["s"] = lib.ones(2).as_subclass(type("S", (lib.Tensor,), {"__torch_function__": refuse}))
        try:
            return eval(text, names)
        except TypeError as error:
            return str(error)

    mine, theirs = refused(tb), refused(torch)
    assert mine == theirs if "neg" not in str(theirs) else mine == theirs.replace("positive", "pos")


@pytest.mark.parametrize("lib", LIBRARIES)
def test_tensors_own_method_makes_results_of_the_subclass(lib):
    calls = []

    class Own(lib.Tensor):
        @classmethod
        def __torch_function__(cls, func, types, args=(), kwargs=None):
            calls.append(func.__name__)
            return super().__torch_function__(func, types, args, kwargs)

    own, plain = lib.tensor([3.0, 1.0]).as_subclass(Own), lib.ones(2)
    results = (own + plain, plain * own, 2 - own, lib.add(plain, own), own.sum(), own[0], -own, own.sort()[0])
    assert [type(result) for result in results] == [Own] * 8
    assert calls[:2] == ["add", "mul"] and "sort" in calls
    assert [row.tolist() for row in own.unbind()] == [3.0, 1.0] and type(own.unbind()[0]) is Own
    assert type(own.add_(1)) is Own and own.tolist() == [4.0, 2.0]
    assert type(lib.ones(2) + 1) is lib.Tensor


@pytest.mark.parametrize("lib", LIBRARIES)
def test_no_operand_is_asked_in_blocks_that_disable_it_in_this_thread(lib):
    names, told = scope(lib)
    answers = []
    with lib._C.DisableTorchFunctionSubclass():
        assert (names["s"] + 1).tolist() == [2, 2, 2]
        with pytest.raises(TypeError):
            lib.add(names["t"], names["w"])
        assert told == [] and not lib.overrides.has_torch_function((names["w"],))
        thread = threading.Thread(target=lambda: answers.append(lib.add(names["t"], names["w"])))
        thread.start()
        thread.join()
        with lib._C.DisableTorchFunction():
            pass
        assert (names["s"] + 1).tolist() == [2, 2, 2]
    assert answers == ["W"] and names["s"] + 1 == "S"


@pytest.mark.parametrize("lib", LIBRARIES)
def test_a_subclass_may_give_plain_tensors(lib):
    class Own(lib.Tensor):
        __torch_function__ = lib._C._disabled_torch_function_impl

    own = lib.ones(2).as_subclass(Own)
    assert type(own + 1) is lib.Tensor and type(lib.add(own, own)) is lib.Tensor
    assert not lib.overrides.has_torch_function((own,))


@pytest.mark.parametrize("lib", LIBRARIES)
def test_a_plain_method_is_called_with_a_warning(lib):
    class Old:
        def __torch_function__(self, func, types, args=(), kwargs=None):
            return "old"

    with pytest.warns(
        UserWarning, match="^Defining your `__torch_function__` as a plain method is deprecated"
    ):
        assert lib.add(lib.ones(2), Old()) == "old"


@pytest.mark.parametrize("lib", LIBRARIES)
def test_errors_of_the_answer_come_through(lib):
    class Fails:
        @classmethod
        def __torch_function__(cls, func, types, args=(), kwargs=None):
            raise KeyError("mine")

    for call in (
        lambda: lib.add(lib.ones(2), Fails()),
        lambda: lib.ones(2) + Fails(),
        lambda: lib.ones(2)[Fails()],
    ):
        with pytest.raises(KeyError, match="mine"):
            call()


@pytest.mark.parametrize("lib", LIBRARIES)
def test_the_functions_of_overrides(lib):
    names, _ = scope(lib)
    w, v, s, t = (names[name] for name in "wvst")
    overrides = lib.overrides
    assert overrides.has_torch_function((t, w)) and not overrides.has_torch_function((t, 1, None))
    assert overrides.handle_torch_function(lib.add, (t, w, v), t, w) == "W"
    assert [overrides.is_tensor_like(one) for one in (t, s, w, 1)] == [True, True, True, False]
    refuse = classmethod(lambda cls, *args: NotImplemented)
    other = type("R", (), {"__torch_function__": refuse})()
    with pytest.raises(
        TypeError, match=r"^no implementation found for '.*shown' on types that implement __torch"
    ):

        def shown(x):
            return x

        overrides.handle_torch_function(shown, (other,), other)

    @overrides.wrap_torch_function(lambda x, y=None: (x, y))
    def mine(x, y=None):
        return "mine"

    assert mine(t) == "mine" and mine(t, w) == "W" and mine(x=s) == "S"
    found = overrides.get_overridable_functions()
    assert lib.add in found[lib] and lib.Tensor.add in found[lib.Tensor] and lib.tensor not in found[lib]
    assert lib.tensor in overrides.get_ignored_functions()
    assert (
        overrides.resolve_name(lib.Tensor.add) == "torch.Tensor.add"
        and overrides.resolve_name(lib.add) == "torch.add"
    )
    assert overrides.resolve_name(len) is None
    assert overrides.is_tensor_method_or_property(
        lib.Tensor.add
    ) and not overrides.is_tensor_method_or_property(lib.add)


def test_every_overridable_function_asks_a_wrapper():
    """Whatever its arguments should be: a wrapper in the place of the first one is asked."""
    names, told = scope(tb)
    silent = []
    for function in tb.overrides.get_overridable_functions()[tb]:
        told.clear()
        for operands in (names["w"],), (names["w"], names["w"]):
            with contextlib.suppress(TypeError, RuntimeError, ValueError, NotImplementedError):
                function(*operands)
        if not told:
            silent.append(function.__name__)
    assert silent == []


# ---- attributes ----

READ = (
    *(
        "shape",
        "dtype",
        "device",
        "layout",
        "ndim",
        "itemsize",
        "nbytes",
        "T",
        "mT",
        "H",
        "mH",
        "real",
        "data",
    ),
    *("grad", "grad_fn", "requires_grad", "is_leaf", "is_cuda", "is_quantized"),
)


@pytest.mark.parametrize("lib", LIBRARIES)
@pytest.mark.parametrize("name", READ)
def test_attributes_of_subclasses_ask(lib, name):
    told = []

    class Asked(lib.Tensor):
        @classmethod
        def __torch_function__(cls, func, types, args=(), kwargs=None):
            told.append((func, types, args, kwargs))
            return super().__torch_function__(func, types, args, kwargs or {})

    plain = lib.ones(2, 3)
    s = plain.as_subclass(Asked)
    assert told == []
    found = getattr(s, name)
    assert told[0] == (getattr(lib.Tensor, name).__get__, (Asked,), told[0][2], None)
    assert len(told) == 1 and told[0][2][0] is s and len(told[0][2]) == 1
    expected = getattr(plain, name)
    assert type(found) is Asked if isinstance(expected, lib.Tensor) else found == expected


@pytest.mark.parametrize("lib", LIBRARIES)
def test_writing_an_attribute_of_a_subclass_asks(lib):
    names, told = scope(lib)
    s = names["s"]
    s.data = lib.zeros(5)
    s.requires_grad = False
    assert [(func.__name__, shown) for func, _, shown, _ in told] == [
        ("__set__", ("S", "Tensor")),
        ("__set__", ("S", "bool")),
    ]
    assert told[0][0] == lib.Tensor.data.__set__
    with lib._C.DisableTorchFunctionSubclass():
        assert s.shape == (3,)  # the answer did not write


@pytest.mark.parametrize("lib", LIBRARIES)
def test_an_attribute_that_nobody_answers_is_refused(lib):
    class Silent(lib.Tensor):
        @classmethod
        def __torch_function__(cls, func, types, args=(), kwargs=None):
            return NotImplemented

    s = lib.ones(2).as_subclass(Silent)
    for attribute, read in (
        ("shape.__get__", lambda: s.shape),
        ("data.__set__", lambda: setattr(s, "data", 1)),
    ):
        with pytest.raises(TypeError, match=f"Multiple dispatch failed for 'torch.Tensor.{attribute}'"):
            read()


def test_attributes_of_other_classes_ask_nobody():
    class Plain(tb.Tensor):
        pass

    assert tb.ones(2).shape == tb.ones(2).as_subclass(Plain).shape == (2,)
    assert tb.Tensor.shape.__doc__.startswith("The sizes")
