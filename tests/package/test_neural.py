"""nn.functional, the switches of gradient recording, cuda and Tensor.new, against PyTorch."""

import importlib
import threading

import numpy as np
import pytest

from calls import activations_cases, attention_cases, function_cells, layers_cases, losses_cases, neural_cases
from oracles.dtype_rules import NAMES
from under_test import MODULE_NAME, needs_torch, tb, torch

LISTS = {
    f"{family.__name__.removeprefix('calls.')}.{name}": value
    for family in (neural_cases, layers_cases, losses_cases, activations_cases, attention_cases)
    for name, value in vars(family).items()
    if isinstance(value, function_cells.Cells)
}


@needs_torch
@pytest.mark.parametrize("dtype", NAMES)
@pytest.mark.parametrize("name", LISTS)
def test_every_call_is_torchs(name, dtype):
    function_cells.check(LISTS[name], dtype)


def test_the_functions_can_be_imported_as_torchs_are():
    functional = importlib.import_module(f"{MODULE_NAME}.nn.functional")
    assert tb.nn.functional is functional
    assert tb.utils.backcompat.broadcast_warning.enabled is False


# ---- switches ----


def test_switches_nest_and_are_undone_by_errors():
    with tb.no_grad():
        assert not tb.is_grad_enabled()
        with tb.enable_grad():
            assert tb.is_grad_enabled()
        with pytest.raises(ValueError, match="out"), tb.set_grad_enabled(True):
            raise ValueError("out")
        assert not tb.is_grad_enabled()
    assert tb.is_grad_enabled()


def test_set_grad_enabled_works_at_once():
    tb.set_grad_enabled(False)
    assert not tb.is_grad_enabled()
    tb.set_grad_enabled(True)
    assert tb.is_grad_enabled()


def test_a_decorated_function_may_call_itself():
    @tb.no_grad()
    def countdown(n):
        """Counts."""
        assert not tb.is_grad_enabled()
        return [n, *countdown(n - 1)] if n else []

    assert countdown(3) == [3, 2, 1]
    assert countdown.__doc__ == "Counts."
    assert tb.is_grad_enabled()


def test_a_generator_is_within_the_switch_only_while_it_runs():
    @tb.no_grad()
    def numbers():
        got = []
        try:
            while len(got) < 2:
                got.append((yield tb.is_grad_enabled()))
        except KeyError:
            got.append("thrown")
        return got

    generator = numbers()
    assert next(generator) is False
    assert tb.is_grad_enabled()
    assert generator.send("a") is False
    with pytest.raises(StopIteration) as stop:
        generator.throw(KeyError())
    assert stop.value.value == ["a", "thrown"]
    assert tb.is_grad_enabled()


def test_a_generator_is_closed_within_the_switch():
    seen = []

    @tb.no_grad()
    def numbers():
        try:
            yield 1
        finally:
            seen.append(tb.is_grad_enabled())

    generator = numbers()
    next(generator)
    generator.close()
    assert seen == [False] and tb.is_grad_enabled()


def test_a_thread_has_switches_of_its_own():
    seen = []
    with tb.no_grad():
        thread = threading.Thread(target=lambda: seen.append(tb.is_grad_enabled()))
        thread.start()
        thread.join()
    assert seen == [True]


def test_inference_mode_is_without_gradients():
    with tb.inference_mode():
        assert tb.is_inference_mode_enabled()
        assert not tb.is_grad_enabled()
        with tb.inference_mode(False):
            assert not tb.is_inference_mode_enabled()
    assert tb.is_grad_enabled()


# ---- what is refused ----


@pytest.mark.skipif(MODULE_NAME == "torch", reason="PyTorch records gradients")
def test_gradients_and_other_devices_are_refused_clearly():
    t = tb.ones(2)
    with pytest.raises(NotImplementedError, match="tbcast has no autograd"):
        t.requires_grad_()
    with pytest.raises(RuntimeError, match="only Tensors of floating point dtype can require gradients"):
        tb.tensor([1]).requires_grad_()
    for call in (t.cuda, tb.cuda.current_device, tb.cuda.synchronize):
        with pytest.raises(AssertionError, match="Torch not compiled with CUDA enabled"):
            call()
    tb.cuda.manual_seed(3)
    tb.cuda.manual_seed_all(3)
    tb.cuda.empty_cache()


# ---- padding ----


@pytest.mark.parametrize(
    ("mode", "numpys"), [("reflect", "reflect"), ("replicate", "edge"), ("circular", "wrap")]
)
@pytest.mark.parametrize("size", [1, 2, 3, 4])
def test_padding_is_numpys(mode, numpys, size):
    x = np.arange(2.0 * size).reshape(2, size)
    most = {"reflect": size - 1, "replicate": 5, "circular": size}[mode]
    for before in range(most + 1):
        for after in range(most + 1):
            padded = tb.nn.functional.pad(tb.from_numpy(x), (before, after), mode)
            wanted = np.pad(x, ((0, 0), (before, after)), numpys)
            assert np.array_equal(padded.numpy(), wanted), (before, after)


def test_circular_padding_repeats_what_a_negative_pad_has_left():
    """torch reads memory that it has not written where that is shorter than the other pad."""
    x = tb.tensor([[1, 2, 3]])
    assert tb.nn.functional.pad(x, (-2, 3), "circular").tolist() == [[3, 3, 3, 3]]
    with pytest.raises(RuntimeError, match="empty dimension"):
        tb.nn.functional.pad(x, (-3, 3), "circular")


# ---- layers ----


def test_running_statistics_move_on_by_momentum():
    x = tb.tensor([[1.0, 10.0], [3.0, 30.0]])
    mean, var = tb.zeros(2), tb.ones(2)
    tb.nn.functional.batch_norm(x, mean, var, training=True, momentum=0.5)
    assert mean.tolist() == [1, 10]
    assert var.tolist() == [1.5, 100.5]  # of n - 1
    tb.nn.functional.batch_norm(x, mean, var)
    assert mean.tolist() == [1, 10]


def test_running_statistics_that_share_memory_are_not_written():
    """torch writes one over the other."""
    x = tb.tensor([[1.0, 10.0], [3.0, 30.0]])
    with pytest.raises(RuntimeError, match="single memory location"):
        tb.nn.functional.batch_norm(x, tb.zeros(1).expand(2), tb.ones(2), training=True)


def test_a_refused_batch_leaves_running_statistics_alone():
    mean, var = tb.zeros(2), tb.ones(2)
    for bad in (tb.ones(2, 3), tb.ones(2, 2, dtype=tb.int64)):
        with pytest.raises((RuntimeError, NotImplementedError)):
            tb.nn.functional.batch_norm(bad, mean, var, training=True)
    assert mean.tolist() == [0, 0] and var.tolist() == [1, 1]


def test_what_is_written_may_be_an_operand():
    x = tb.tensor([[1.0, 2.0], [3.0, 4.0]])
    torchs = x @ x.t()
    assert tb.equal(tb.nn.functional.linear(x, x, out=x), torchs)
    assert tb.equal(tb.hardshrink(x, 10, out=x), torchs * (torchs.abs() > 10))


@pytest.mark.parametrize("lib", [tb, pytest.param(torch, marks=needs_torch)])
def test_lists_of_other_things_than_ints_are_refused(lib):
    x = lib.ones(1, 2)
    calls = {
        "pad": lambda sizes: lib.nn.functional.pad(x, sizes),
        "constant_pad_nd": lambda sizes: lib.constant_pad_nd(x, sizes),
        "layer_norm": lambda sizes: lib.layer_norm(x, sizes),
        "gradient": lambda dims: lib.gradient(x, dim=dims),
    }
    for name, call in calls.items():
        for other in (1.5, None, 2**63):
            with pytest.raises(TypeError, match=rf"{name}\(\): argument '.*' failed to unpack .* at pos 2"):
                call((0, other))
    with pytest.raises(RuntimeError, match="negative output size"):
        lib.constant_pad_nd(x, (2**62, 2**62))


def test_running_statistics_that_are_expanded_are_refused_before_any_moves():
    """torch 2.13 writes their one element again and again."""
    mean, variance = tb.zeros(3), tb.ones(1).expand(3)
    with pytest.raises(RuntimeError, match="more than one element of the written-to tensor"):
        tb.nn.functional.batch_norm(tb.ones(2, 3), mean, variance, training=True)
    assert mean.tolist() == [0, 0, 0]


@pytest.mark.parametrize("dtype", ["float16", "bfloat16", "float32", "float64"])
@pytest.mark.parametrize("size", [(1, 1), (3, 7), (300, 64), (2, 5000), (70000, 3)])
@pytest.mark.parametrize("parameters", [(), (0,), (1,), (0, 1)])
def test_layer_norm_of_slices_of_any_length_is_its_formula(dtype, size, parameters):
    x = (tb.rand(size[0], 2 * size[1]) + 3).to(getattr(tb, dtype))[:, ::2]
    given = [(tb.rand(size[1]) + 1).to(x.dtype) if k in parameters else None for k in (0, 1)]
    wide = x.double()
    mean, var = wide.mean(1, keepdim=True), wide.var(1, correction=0, keepdim=True)
    expected = (wide - mean) / (var + 1e-3).sqrt()
    if given[0] is not None:
        expected = expected * given[0].double()
    if given[1] is not None:
        expected = expected + given[1].double()
    found = tb.nn.functional.layer_norm(x, size[1:], *given, eps=1e-3)
    assert found.dtype is x.dtype and found.is_contiguous()
    precise = {"float16": 2e-3, "bfloat16": 2e-2, "float32": 2e-4, "float64": 1e-12}[dtype]
    assert tb.allclose(found.double(), expected, rtol=precise, atol=precise)


def test_layer_norm_of_numbers_whose_squares_overflow_is_zero():
    x = tb.tensor([[3e38, -3e38, 1e38]])
    assert tb.nn.functional.layer_norm(x, (3,)).tolist() == [[0, 0, 0]]
    assert tb.nn.functional.layer_norm(tb.full((2, 5), 7.0), (5,)).tolist() == [[0] * 5] * 2


def test_plain_pads_are_made_at_once_and_others_are_checked_first():
    """What C makes without Python's checks, which take several times as long."""
    x = tb.ones(1, 3, 3)
    for mode in ("constant", "reflect", "replicate", "circular"):
        assert tb._C._rows_padded(x, (1, 1), mode).shape == (1, 3, 5)
        assert tb._C._rows_padded(x, (-1, 1), mode) is None
        assert tb._C._rows_padded(x, (1,), mode) is None
    assert tb._C._rows_padded(x, (3, 0), "reflect") is None
    assert tb._C._rows_padded(x, (4, 0), "circular") is None
    assert tb._C._rows_padded(x.bool(), (1, 0), "replicate") is None
    assert tb._C._rows_padded(x, (1, 1), "mirror") is None
