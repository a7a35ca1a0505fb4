"""The names of the package: what dir() shows, and what is said of names that torch has and tbcast lacks."""

import abc
import builtins
import collections.abc
import copy
import importlib
import inspect
import pickle

import pytest

from children import python
from tbcast._compat import missing
from under_test import needs_torch, tb, torch

LISTED = [
    *(name for names in missing.REASONS.values() for name in names.split()),
    *(entry.partition("=")[0] for entry in missing.IN_NUMPY.split()),
    *missing.OTHERS.split(),
]
ONLY_METHODS = missing.ONLY_METHODS.split()
METHODS = sorted(name for name in (*missing.METHODS.split(), *ONLY_METHODS) if not hasattr(tb.Tensor, name))
MISSING = sorted(name for name in set(LISTED) - set(ONLY_METHODS) if not hasattr(tb, name))
"""A name that has got a row says nothing more here, and need not be taken off the list."""


def test_dir_shows_every_public_name_and_no_helper():
    """In a new process, where nothing has been loaded yet."""
    shown = python("-c", "import tbcast; print(*dir(tbcast))").stdout.split()
    assert set(tb.__all__) <= set(shown)
    own = {name for name in shown if not name.startswith("__")}
    assert own - set(tb.__all__) <= set(vars(builtins))  # `import *` leaves Python's own names alone
    assert not [name for name in own if name.startswith("_") or name in ("builtins", "importlib", "sys")]
    assert shown == sorted(shown)


@pytest.mark.parametrize("name", MISSING)
def test_a_name_that_torch_has_says_what_to_use_instead(name):
    with pytest.raises(AttributeError, match=rf"^tbcast has no torch\.{name}: ") as caught:
        getattr(tb, name)
    assert (caught.value.name, caught.value.obj) == (name, tb)
    assert not hasattr(tb, name)


@pytest.mark.parametrize("name", METHODS)
def test_a_method_that_torch_has_says_what_to_use_instead(name):
    tensor = tb.ones(2)
    for owner in (tensor, tb.Tensor):
        with pytest.raises(AttributeError, match=rf"^tbcast has no torch\.Tensor\.{name}: ") as caught:
            getattr(owner, name)
        assert caught.value.name == name and caught.value.obj is owner
        assert not hasattr(owner, name)


def absent(owner):
    """What dir() shows and asking for raises AttributeError."""
    found = []
    for name in dir(owner):
        try:
            getattr(owner, name)
        except AttributeError:
            found.append(name)
        except RuntimeError:  # of attributes that tensors of some shapes and dtypes have
            assert isinstance(owner, tb.Tensor)
    return found


def public(owner, name):
    """(name, object) of a module or a class of the package, and of the public ones in it."""
    yield name, owner
    for inner in getattr(owner, "__all__", dir(owner)):
        value = inspect.getattr_static(owner, inner, None) or getattr(owner, inner)
        module = value.__module__ if inspect.isclass(value) else getattr(value, "__name__", None)
        is_own = inspect.isclass(value) or (inspect.ismodule(value) and value is not owner)
        if is_own and module.startswith("tbcast") and not inner.startswith("_"):
            yield from public(value, f"{name}.{inner}")


PUBLIC = {id(value): (name, value) for name, value in public(tb, "tbcast")}


def test_every_name_that_dir_shows_of_the_package_and_its_classes_is_there():
    assert len(PUBLIC) > 80 and any(value is tb.Tensor for _, value in PUBLIC.values())
    assert {name: found for name, value in PUBLIC.values() if (found := absent(value))} == {}


OBJECTS = [
    *("ones(2)", "ones(2, 2, dtype=torch.complex64)", "float32", "device('cpu')", "Size([1])", "Generator()"),
    *("finfo(torch.float32)", "iinfo(torch.int8)", "strided", "contiguous_format", "sort(torch.ones(2))"),
    *("ones(2).storage()", "ones(2).untyped_storage()", "explain((2, 1), (3,))", "broadcast_policy('warn')"),
]


@pytest.mark.filterwarnings("ignore")  # of T, and of storages
@pytest.mark.parametrize("text", OBJECTS)
def test_every_name_that_dir_shows_of_an_object_is_there(text):
    assert absent(eval(f"torch.{text}", {"torch": tb})) == []


def test_dir_shows_what_a_subclass_or_an_instance_has_of_the_missing_names():
    class Own(tb.Tensor):
        def backward(self):
            return "mine"

    tensor, own = tb.ones(2), Own([1, 2])
    assert not set(METHODS) & set(dir(tensor)) and not set(METHODS) & set(dir(tb.Tensor))
    tensor.volatile = 1
    assert tensor.volatile == 1 and own.backward() == "mine"
    assert "volatile" in dir(tensor) and "volatile" not in dir(own) and "volatile" not in dir(Own)
    assert "backward" in dir(own) and "backward" in dir(Own)


@pytest.mark.filterwarnings("ignore")  # of T
def test_another_base_may_have_a_missing_name():
    class Mixin:
        @property
        def volatile(self):
            return self.sum().item()

        @classmethod
        def solve(cls):
            return cls

    class Own(tb.Tensor, Mixin):
        pass

    class Reached(Own):
        def solve(self):
            return super().solve()

    own = Own([1, 2])
    assert own.volatile == 3 and Own.volatile is Mixin.volatile and own.solve() is Own.solve() is Own
    assert Reached([1]).solve() is Reached
    assert {"volatile", "solve"} <= set(dir(own)) & set(dir(Own))
    assert absent(own) == absent(Own) == []
    for owner in (own, Own):
        with pytest.raises(AttributeError, match=r"^tbcast has no torch\.Tensor\.backward: ") as caught:
            owner.backward  # noqa: B018
        assert caught.value.obj is owner


def test_the_type_of_tensor_is_a_metaclass_as_in_torch():
    class Meta(type(tb.Tensor), abc.ABCMeta):
        pass

    class Own(tb.Tensor, collections.abc.Sized, metaclass=Meta):
        pass

    assert type(tb.Tensor) is tb._C._TensorMeta and issubclass(tb._C._TensorMeta, type)
    assert type(Own([1, 2])) is Own and len(Own([1, 2])) == 2 and absent(Own) == []
    assert isinstance(Own([1]), tb.Tensor) and not isinstance(3, tb.Tensor) and issubclass(Own, tb.Tensor)
    assert pickle.loads(pickle.dumps(tb.Tensor)) is copy.deepcopy(tb.Tensor) is tb.Tensor
    assert (tb.Tensor | None) == (None | tb.Tensor)


@needs_torch
@pytest.mark.parametrize("lib", [tb, torch])
def test_an_abstract_base_class_needs_a_metaclass_of_both_as_in_torch(lib):
    with pytest.raises(TypeError, match=r"^metaclass conflict: "):
        type("Own", (lib.Tensor, abc.ABC), {})
    meta = type("Meta", (lib._C._TensorMeta, abc.ABCMeta), {})
    assert meta("Own", (lib.Tensor, abc.ABC), {})([1]).tolist() == [1]


def test_classes_of_other_modules_say_where_torch_has_them():
    """Pickles, messages and pages of the documentation name them so."""
    weak = importlib.import_module("tbcast.utils.weak")
    classes = (tb.storage.TypedStorage, *(getattr(weak, name) for name in weak.__all__))
    for cls in (*classes, tb.FloatTensor, tb.cuda.FloatTensor):
        owner = importlib.import_module(cls.__module__)
        assert getattr(owner, cls.__name__) is cls and "_compat" not in cls.__module__
    assert tb.cuda.is_available.__module__ == "tbcast.cuda"


def test_a_method_that_exists_is_not_hidden():
    """What a new row brings stays, although the lists still have its name."""
    had = vars(tb.Tensor)["backward"]
    try:
        tb.Tensor.backward = lambda self: "there"
        missing.install()
        assert tb.ones(2).backward() == "there"
    finally:
        tb.Tensor.backward = had


def test_every_name_is_in_one_list():
    assert len(LISTED) == len(set(LISTED))
    assert len(METHODS) == len(set(METHODS)) and set(METHODS) <= set(LISTED)


def test_other_names_are_plainly_unknown():
    for name in ("quantil", "_quantile", "__wrapped__"):
        with pytest.raises(AttributeError, match=f"^module 'tbcast' has no attribute '{name}'$"):
            getattr(tb, name)


def test_numpys_names_are_numpys():
    numpy = pytest.importorskip("numpy")
    for entry in missing.IN_NUMPY.split():
        own, _, numpys = entry.partition("=")
        assert callable(getattr(numpy, numpys or own))


def has(module, path):
    first, _, rest = path.partition(".")
    return hasattr(module, first) and (not rest or has(getattr(module, first), rest))


@needs_torch
def test_torch_has_all_of_them():
    assert [name for name in MISSING if not has(torch, name)] == []
    assert [name for name in METHODS if not hasattr(torch.Tensor, name)] == []


@needs_torch
def test_every_attribute_of_torchs_tensor_is_here_or_explained():
    names = {name for name in dir(torch.Tensor) if not name.startswith("_")}
    assert sorted(names - set(METHODS) - set(dir(tb.Tensor))) == []
