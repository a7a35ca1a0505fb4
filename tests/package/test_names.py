"""The names of the package: what dir() shows, and what is said of names that torch has and tbcast lacks."""

import builtins

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
METHODS = sorted([*missing.METHODS.split(), *ONLY_METHODS])
MISSING = sorted(set(LISTED) - set(ONLY_METHODS))


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


def test_dir_of_a_tensor_shows_what_it_has():
    class Own(tb.Tensor):
        def backward(self):
            return "mine"

    tensor = tb.ones(2)
    assert not set(METHODS) & set(dir(tensor))
    matrix = tb.ones(2, 2, dtype=tb.complex64)  # which every attribute has a value of
    assert all(hasattr(matrix, name) for name in dir(matrix))
    tensor.grad = 1
    own = Own([1, 2])
    assert tensor.grad == 1 and own.backward() == "mine"
    assert "grad" in dir(tensor) and "backward" in dir(own) and "grad" not in dir(own)


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


@needs_torch
def test_torch_has_all_of_them():
    assert [name for name in MISSING if not hasattr(torch, name)] == []
    assert [name for name in METHODS if not hasattr(torch.Tensor, name)] == []


@needs_torch
def test_every_attribute_of_torchs_tensor_is_here_or_explained():
    names = {name for name in dir(torch.Tensor) if not name.startswith("_")}
    assert sorted(names - set(METHODS) - set(dir(tb.Tensor))) == []
