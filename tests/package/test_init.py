"""nn.init against PyTorch: the same numbers from the same seed, the same errors and warnings."""

import warnings

import pytest

from under_test import needs_torch, tb, torch

pytestmark = [needs_torch, pytest.mark.full]

SIZES = ((), (7,), (4, 6), (6, 4, 3), (5, 4, 3, 2), (4, 2, 3, 2, 2), (0, 3), (2, 0))
CALLS = (
    *("uniform_(t)", "uniform_(t, -2, 5)", "uniform_(t, 2, 1)", "normal_(t)", "normal_(t, 3, 0.5)"),
    *("normal_(t, 0, -1)", "trunc_normal_(t)", "trunc_normal_(t, 1, 2, -1.5, 0.5)"),
    *("trunc_normal_(t, 0, 1, 2, 3)", "trunc_normal_(t, 0, 1, 2.5, 4)", "trunc_normal_(t, std=0.02)"),
    *("constant_(t, 0.3)", "constant_(t, 'a')", "ones_(t)", "zeros_(t)", "eye_(t)", "dirac_(t)"),
    *("dirac_(t, 2)", "dirac_(t, 3)", "xavier_uniform_(t)", "xavier_uniform_(t, 2.5)", "xavier_normal_(t)"),
    *("xavier_normal_(t, gain=0.5)", "kaiming_uniform_(t)", "kaiming_uniform_(t, 0.2, 'fan_out')"),
    *("kaiming_uniform_(t, nonlinearity='relu')", "kaiming_uniform_(t, mode='FAN_IN')"),
    *("kaiming_uniform_(t, mode='foo')", "kaiming_uniform_(t, nonlinearity='foo')", "kaiming_normal_(t)"),
    *("kaiming_normal_(t, 1, 'fan_out', 'tanh')", "kaiming_uniform_(t, 'a')", "sparse_(t, 0.5)"),
    *("sparse_(t, 0.3, std=2)", "uniform_(t, generator=g)", "normal_(t, generator=g)"),
    *("orthogonal_(t)", "orthogonal_(t, 0.5)", "orthogonal_(t, generator=g)"),
    *("trunc_normal_(t, generator=g)", "kaiming_uniform_(t, generator=g)", "sparse_(t, 0.5, generator=g)"),
)


def outcome(library, call, size, dtype):
    """What a call gives, the tensor afterwards, what it warns of, and the next number that is drawn."""
    library.manual_seed(7)
    scope = {
        "t": library.full(size, 9, dtype=getattr(library, dtype)),
        "g": library.Generator().manual_seed(11),
        "init": library.nn.init,
    }
    with warnings.catch_warnings(record=True) as log:
        warnings.simplefilter("always")
        try:
            result = eval(f"init.{call}", scope)
            told = "itself" if result is scope["t"] else repr(result)
        except Exception as error:
            told = type(error).__name__, str(error).partition("\n")[0]
    said = [(warning.category, str(warning.message), warning.filename) for warning in log]
    return told, scope["t"].double().tolist(), said, library.rand(1).item()


def close(mine, theirs, dtype):
    """Within rounding: PyTorch's vectors of normal numbers and logarithms differ in the last digits."""
    mine, theirs = tb.tensor(mine), tb.tensor(theirs)
    rtol = 2e-3 if dtype == "float16" else 2e-5
    return mine.shape == theirs.shape and tb.allclose(mine, theirs, rtol=rtol, atol=1e-6)


@pytest.mark.parametrize("dtype", ["float32", "float64", "float16", "int64"])
@pytest.mark.parametrize("call", CALLS)
def test_tensors_are_filled_as_torch_fills_them(call, dtype):
    for size in SIZES:
        mine, theirs = outcome(tb, call, size, dtype), outcome(torch, call, size, dtype)
        assert mine[0] == theirs[0], size
        assert close(mine[1], theirs[1], dtype), (size, mine[1], theirs[1])
        assert [entry[:2] for entry in mine[2]] == [entry[:2] for entry in theirs[2]], size
        assert {entry[2] for entry in mine[2]} <= {__file__, "<string>"}
        assert mine[3] == theirs[3], size


GAINS = (
    *(f"calculate_gain('{name}')" for name in ("linear", "conv2d", "conv_transpose3d", "sigmoid", "tanh")),
    *("calculate_gain('relu')", "calculate_gain('leaky_relu')", "calculate_gain('leaky_relu', 0.5)"),
    *("calculate_gain('leaky_relu', 2)", "calculate_gain('leaky_relu', True)", "calculate_gain('selu')"),
    *("calculate_gain('leaky_relu', 'a')", "calculate_gain('foo')", "calculate_gain(3)"),
)


@pytest.mark.parametrize("call", GAINS)
def test_gains_are_torchs(call):
    outcomes = []
    for library in (tb, torch):
        try:
            outcomes.append(eval(f"init.{call}", {"init": library.nn.init}))
        except Exception as error:
            outcomes.append((type(error), str(error)))
    assert outcomes[0] == outcomes[1]


def test_names_are_torchs():
    theirs = {name for name in dir(torch.nn.init) if name.endswith("_") and not name.startswith("_")}
    assert set(tb.nn.init.__all__) - {"calculate_gain"} == theirs
