"""The names of the package: what dir() shows, and what is said of names that torch has and tbcast lacks."""

import builtins

import pytest

from children import python
from tbcast._compat import missing
from under_test import needs_torch, tb, torch

MISSING = sorted(
    {
        *(name for names in missing.REASONS.values() for name in names.split()),
        *(entry.partition("=")[0] for entry in missing.IN_NUMPY.split()),
        *missing.OTHERS.split(),
    }
)


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


def test_every_name_is_in_one_list():
    lists = [*missing.REASONS.values(), missing.OTHERS]
    names = [name for text in lists for name in text.split()]
    names += [entry.partition("=")[0] for entry in missing.IN_NUMPY.split()]
    assert len(names) == len(set(names))


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
