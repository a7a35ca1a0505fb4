"""What splits, unfolds and transposes tensors, sees complex numbers in parts, sets memory and puts diagonals
into zeros: as PyTorch has it, in every dtype and layout."""

import itertools

import numpy as np
import pytest

from calls import function_cells, splitting_cases
from calls.function_cells import Cells
from oracles.dtype_rules import NAMES
from under_test import needs_torch, tb, torch

LISTS = {name: value for name, value in vars(splitting_cases).items() if isinstance(value, Cells)}


@needs_torch
@pytest.mark.parametrize("dtype", NAMES)
@pytest.mark.parametrize("name", LISTS)
def test_calls_are_torchs(name, dtype):
    function_cells.check(LISTS[name], dtype)


def test_windows_diagonals_and_parts_are_numpys():
    values = np.arange(42.0).reshape(6, 7)
    t = tb.from_numpy(values)
    for step in range(1, 5):
        windows = np.lib.stride_tricks.sliding_window_view(values, 3, axis=1)[:, ::step]
        np.testing.assert_array_equal(t.unfold(1, 3, step).numpy(), windows)
    for offset in range(-7, 9):
        np.testing.assert_array_equal(t.diagonal(offset).numpy(), values.diagonal(offset))
    numbers = values + 1j * values[::-1]
    np.testing.assert_array_equal(tb.from_numpy(numbers).real.numpy(), numbers.real)
    np.testing.assert_array_equal(tb.from_numpy(numbers).imag.numpy(), numbers.imag)


def test_halves_are_no_complex_numbers():
    with pytest.raises(RuntimeError, match="scalar type: Half, for which tbcast has no complex dtype"):
        tb.view_as_complex(tb.zeros(2, 2, dtype=tb.float16))


def test_a_strided_out_of_narrow_copy_is_written_where_it_is():
    """torch 2.13 writes it as if it were contiguous, and refuses no overlap."""
    t = tb.arange(6).view(2, 3)
    out = tb.zeros(2, 4, dtype=tb.int64)
    assert tb.narrow_copy(t, 1, 1, 2, out=out[:, ::2]).tolist() == [[1, 2], [4, 5]]
    assert out.tolist() == [[1, 0, 2, 0], [4, 0, 5, 0]]
    assert tb.narrow_copy(t, 1, 1, 2, out=t).tolist() == [[1, 2], [4, 5]]
    with pytest.raises(RuntimeError, match="more than one element of the written-to tensor"):
        tb.narrow_copy(tb.arange(6).view(2, 3), 1, 1, 1, out=out[:1, :1].expand(2, 1))


def test_set_shares_memory_and_keeps_self():
    a, b = tb.zeros(2), tb.arange(4.0)
    assert a.set_(b, 1, (2,)) is a
    a.fill_(7)
    assert b.tolist() == [0, 7, 7, 3]
    assert a.set_().shape == (0,) and b.tolist() == [0, 7, 7, 3]


def test_set_does_not_enlarge_memory_that_others_see():
    a, b = tb.zeros(2), tb.arange(4.0)
    with memoryview(b):
        with pytest.raises(RuntimeError, match="not resizable"):
            a.set_(b, 0, (5,))
    assert a.tolist() == [0, 0] and b.untyped_storage().nbytes() == 16


def test_set_without_strides_makes_contiguous_tensors():
    """torch 2.13 keeps the strides of a tensor of the same sizes, and reads 20 bytes of these 12."""
    t = tb.arange(6.0)[::2].set_(tb.arange(3.0).untyped_storage())
    assert t.stride() == (1,) and t.tolist() == [0, 1, 2]


@pytest.mark.filterwarnings("ignore:TypedStorage is deprecated")  # said once a process
def test_set_refuses_typed_storages_of_another_dtype():
    storage = tb.zeros(3).storage()
    with pytest.raises(RuntimeError, match="Expected a Storage of type long int or an Untyped"):
        tb.arange(2).set_(storage)
    assert tb.ones(2).set_(storage, 1, (2,)).tolist() == [0, 0]


def test_views_of_64_dimensions_grow_no_more():
    t = tb.zeros((1,) * 64)
    for call in (lambda: t.unfold(0, 1, 1), lambda: tb.view_as_real(t.cfloat()), t.diag_embed):
        with pytest.raises(RuntimeError, match="only tensors with up to 64 dims are supported"):
            call()


ORDERS = [
    (size, stride)
    for rank in range(5)
    for size in itertools.product((0, 1, 2, 3) if rank < 4 else (1, 2, 3), repeat=rank)
    for stride in itertools.product((0, 1, 2, 6), repeat=rank)
]


def order(lib, size, stride, formats):
    check = formats if isinstance(formats, bool) else [getattr(lib, name) for name in formats]
    try:
        return lib.empty_strided(size, stride).dim_order(ambiguity_check=check)
    except RuntimeError as error:
        return str(error)


@needs_torch
def test_orders_of_dimensions_are_torchs(whole):
    names = ["contiguous_format", "channels_last"]
    formats = (False, True, [], names[:1], names[1:], names)
    for size, stride in ORDERS if whole else ORDERS[::17]:
        for check in formats:
            ours, theirs = order(tb, size, stride, check), order(torch, size, stride, check)
            assert ours == theirs, (size, stride, check)


@needs_torch
def test_deterministic_algorithms_are_switched_as_in_torch():
    def session(lib):
        found = []
        for call in (
            lambda: lib.use_deterministic_algorithms(False, warn_only=True),
            lib.is_deterministic_algorithms_warn_only_enabled,
            lambda: lib.use_deterministic_algorithms(True),
            lib.are_deterministic_algorithms_enabled,
            lib.is_deterministic_algorithms_warn_only_enabled,
            lambda: lib.use_deterministic_algorithms(1),
            lambda: lib.use_deterministic_algorithms(False, warn_only="a"),
            lambda: lib.use_deterministic_algorithms(False, True),
            lambda: lib.use_deterministic_algorithms(),
            lambda: lib.use_deterministic_algorithms(False),
            lib.are_deterministic_algorithms_enabled,
        ):
            try:
                found.append(call())
            except TypeError as error:
                found.append(str(error))
        return found

    assert session(tb) == session(torch)
