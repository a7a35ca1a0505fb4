"""Tensors print as PyTorch prints them, for every dtype, shape and option."""

import re
import subprocess
import sys

import pytest

from tbcast import _printing
from under_test import needs_torch, tb, torch

# What PyTorch 2.13 prints; the test below checks these texts with PyTorch itself where it is installed.
PRINTED = [
    ("torch.tensor(1.5)", "tensor(1.5000)"),
    ("torch.tensor(3)", "tensor(3)"),
    ("torch.tensor(True)", "tensor(True)"),
    ("torch.tensor(2.)", "tensor(2.)"),
    ('torch.tensor(float("nan"))', "tensor(nan)"),
    ("torch.tensor(1 + 2j)", "tensor(1.+2.j)"),
    ("torch.tensor(-1.5 - 0.25j)", "tensor(-1.5000-0.2500j)"),
    ("torch.tensor([])", "tensor([])"),
    ("torch.zeros(0, 3)", "tensor([], size=(0, 3))"),
    ("torch.zeros(2, 0, dtype=torch.int64)", "tensor([], size=(2, 0), dtype=torch.int64)"),
    ("torch.zeros(0, dtype=torch.bool)", "tensor([], dtype=torch.bool)"),
    ("torch.zeros(0, dtype=torch.float64)", "tensor([], dtype=torch.float64)"),
    ("torch.tensor([1, 20, -300])", "tensor([   1,   20, -300])"),
    ("torch.tensor([True, False])", "tensor([ True, False])"),
    ("torch.tensor([1, 2], dtype=torch.uint8)", "tensor([1, 2], dtype=torch.uint8)"),
    ("torch.tensor([1, -2], dtype=torch.int32)", "tensor([ 1, -2], dtype=torch.int32)"),
    ("torch.tensor([1., 2., 3.])", "tensor([1., 2., 3.])"),
    ("torch.tensor([1., 2.5])", "tensor([1.0000, 2.5000])"),
    ('torch.tensor([1., float("inf")])', "tensor([1., inf])"),
    ('torch.tensor([float("-inf"), float("nan"), 0.])', "tensor([-inf, nan, 0.])"),
    ('torch.tensor([0.5, float("nan"), -float("inf")])', "tensor([0.5000,    nan,   -inf])"),
    ("torch.tensor([0., -0.])", "tensor([0., -0.])"),
    ("torch.tensor([1e-5, 1.])", "tensor([1.0000e-05, 1.0000e+00])"),
    ("torch.tensor([1e5, 1.5])", "tensor([1.0000e+05, 1.5000e+00])"),
    ("torch.tensor([1e9, 2e9])", "tensor([1.0000e+09, 2.0000e+09])"),
    ("torch.tensor([100000., 3.])", "tensor([1.0000e+05, 3.0000e+00])"),
    ("torch.tensor([0.5, 500.])", "tensor([  0.5000, 500.0000])"),
    ("torch.tensor([1e8, 2e5])", "tensor([100000000.,    200000.])"),
    ("torch.tensor([1e-4, 0.05], dtype=torch.float64)", "tensor([0.0001, 0.0500], dtype=torch.float64)"),
    ("torch.tensor([0.1, 0.2], dtype=torch.float64)", "tensor([0.1000, 0.2000], dtype=torch.float64)"),
    ("torch.tensor([0.1, 0.2], dtype=torch.float16)", "tensor([0.1000, 0.2000], dtype=torch.float16)"),
    ("torch.tensor([0.1, 0.2], dtype=torch.bfloat16)", "tensor([0.1001, 0.2002], dtype=torch.bfloat16)"),
    (
        "torch.tensor([[1., 2.], [3., 4.]], dtype=torch.bfloat16)",
        "tensor([[1., 2.],\n        [3., 4.]], dtype=torch.bfloat16)",
    ),
    ("torch.tensor([1 + 2j, -3.5j])", "tensor([1.+2.0000j, -0.-3.5000j])"),
    ("torch.tensor([1 + 2j, 3 - 4j])", "tensor([1.+2.j, 3.-4.j])"),
    ("torch.tensor([1 + 2j], dtype=torch.complex128)", "tensor([1.+2.j], dtype=torch.complex128)"),
    ("torch.tensor([[1e-6 + 1j, 1 + 1e6j]])", "tensor([[1.0000e-06+1.0000e+00j, 1.0000e+00+1.0000e+06j]])"),
    (
        "torch.ones(2, 2, 2)",
        "tensor([[[1., 1.],\n         [1., 1.]],\n\n        [[1., 1.],\n         [1., 1.]]])",
    ),
    (
        "torch.ones(2, 1, 2, 2, dtype=torch.int16)",
        "tensor([[[[1, 1],\n"
        "          [1, 1]]],\n"
        "\n"
        "\n"
        "        [[[1, 1],\n"
        "          [1, 1]]]], dtype=torch.int16)",
    ),
    (
        "torch.arange(30)",
        "tensor([ 0,  1,  2,  3,  4,  5,  6,  7,  8,  9, 10, 11, 12, 13, 14, 15, 16, 17,\n"
        "        18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29])",
    ),
    ("torch.arange(1001)", "tensor([   0,    1,    2,  ...,  998,  999, 1000])"),
    (
        "torch.arange(1200).view(3, 400)",
        "tensor([[   0,    1,    2,  ...,  397,  398,  399],\n"
        "        [ 400,  401,  402,  ...,  797,  798,  799],\n"
        "        [ 800,  801,  802,  ..., 1197, 1198, 1199]])",
    ),
    (
        "torch.arange(2000.).view(40, 50)",
        "tensor([[0.0000e+00, 1.0000e+00, 2.0000e+00,  ..., 4.7000e+01, 4.8000e+01,\n"
        "         4.9000e+01],\n"
        "        [5.0000e+01, 5.1000e+01, 5.2000e+01,  ..., 9.7000e+01, 9.8000e+01,\n"
        "         9.9000e+01],\n"
        "        [1.0000e+02, 1.0100e+02, 1.0200e+02,  ..., 1.4700e+02, 1.4800e+02,\n"
        "         1.4900e+02],\n"
        "        ...,\n"
        "        [1.8500e+03, 1.8510e+03, 1.8520e+03,  ..., 1.8970e+03, 1.8980e+03,\n"
        "         1.8990e+03],\n"
        "        [1.9000e+03, 1.9010e+03, 1.9020e+03,  ..., 1.9470e+03, 1.9480e+03,\n"
        "         1.9490e+03],\n"
        "        [1.9500e+03, 1.9510e+03, 1.9520e+03,  ..., 1.9970e+03, 1.9980e+03,\n"
        "         1.9990e+03]])",
    ),
    (
        "torch.arange(1200).view(2, 2, 300) * 1000",
        "tensor([[[      0,    1000,    2000,  ...,  297000,  298000,  299000],\n"
        "         [ 300000,  301000,  302000,  ...,  597000,  598000,  599000]],\n"
        "\n"
        "        [[ 600000,  601000,  602000,  ...,  897000,  898000,  899000],\n"
        "         [ 900000,  901000,  902000,  ..., 1197000, 1198000, 1199000]]])",
    ),
    (
        "torch.ones(2, 3).expand(2, 2, 3)",
        "tensor([[[1., 1., 1.],\n         [1., 1., 1.]],\n\n        [[1., 1., 1.],\n         [1., 1., 1.]]])",
    ),
    (
        "torch.arange(6.).view(2, 3).t()",
        "tensor([[0., 3.],\n        [1., 4.],\n        [2., 5.]])",
    ),
    (
        "torch.arange(24, dtype=torch.float64) / 7",
        "tensor([0.0000, 0.1429, 0.2857, 0.4286, 0.5714, 0.7143, 0.8571, 1.0000, 1.1429,\n"
        "        1.2857, 1.4286, 1.5714, 1.7143, 1.8571, 2.0000, 2.1429, 2.2857, 2.4286,\n"
        "        2.5714, 2.7143, 2.8571, 3.0000, 3.1429, 3.2857], dtype=torch.float64)",
    ),
]

PRINTED_WITH_OPTIONS = [
    (
        "precision=2",
        "torch.tensor([1.12345, 2])",
        "tensor([1.12, 2.00])",
    ),
    (
        "precision=0",
        "torch.tensor([1.6, 2])",
        "tensor([2, 2])",
    ),
    (
        "precision=8",
        "torch.tensor([1 / 3])",
        "tensor([0.33333334])",
    ),
    (
        "threshold=5",
        "torch.arange(10)",
        "tensor([0, 1, 2,  ..., 7, 8, 9])",
    ),
    (
        "threshold=5, edgeitems=1",
        "torch.arange(12).view(4, 3)",
        "tensor([[ 0,  ...,  2],\n        ...,\n        [ 9,  ..., 11]])",
    ),
    (
        "edgeitems=0, threshold=1",
        "torch.ones(3, 3)",
        "tensor([...], size=(3, 3))",
    ),
    (
        "edgeitems=0",
        "torch.ones(2)",
        "tensor([1., 1.], size=(2,))",
    ),
    (
        "linewidth=20",
        "torch.arange(10)",
        "tensor([0, 1, 2, 3,\n        4, 5, 6, 7,\n        8, 9])",
    ),
    (
        "linewidth=20",
        "torch.ones(2, dtype=torch.float64)",
        "tensor([1., 1.],\n       dtype=torch.float64)",
    ),
    (
        "sci_mode=True",
        "torch.tensor([1.5, 20])",
        "tensor([1.5000e+00, 2.0000e+01])",
    ),
    (
        "sci_mode=True",
        "torch.tensor([1., 20])",
        "tensor([1.0000e+00, 2.0000e+01])",
    ),
    (
        "sci_mode=False",
        "torch.tensor([1e-9, 1.5])",
        "tensor([0.0000, 1.5000])",
    ),
    (
        'profile="short"',
        "torch.tensor([1.12345])",
        "tensor([1.12])",
    ),
    (
        'profile="short", precision=5',
        "torch.tensor([1.12345])",
        "tensor([1.12345])",
    ),
    (
        'profile="full", linewidth=40',
        "torch.arange(12)",
        "tensor([ 0,  1,  2,  3,  4,  5,  6,  7,\n         8,  9, 10, 11])",
    ),
    (
        'profile="other"',
        "torch.tensor([1.12345])",
        "tensor([1.1235])",
    ),
    (
        "threshold=3, sci_mode=True",
        "torch.tensor([1 + 2j, 2.5, 3, 4])",
        "tensor([1.0000e+00+2.0000e+00j, 2.5000e+00+0.0000e+00j, 3.0000e+00+0.0000e+00j,\n"
        "        4.0000e+00+0.0000e+00j])",
    ),
]


@pytest.fixture(autouse=True)
def default_options():
    yield
    tb.set_printoptions(profile="default")
    if torch:
        torch.set_printoptions(profile="default")


@pytest.mark.parametrize(("expression", "text"), PRINTED)
def test_prints_the_recorded_text(expression, text):
    assert repr(eval(expression, {"torch": tb})) == text
    assert str(eval(expression, {"torch": tb})) == text


@pytest.mark.parametrize(("options", "expression", "text"), PRINTED_WITH_OPTIONS)
def test_options_change_the_text(options, expression, text):
    before = repr(eval(expression, {"torch": tb}))
    eval(f"torch.set_printoptions({options})", {"torch": tb})
    assert repr(eval(expression, {"torch": tb})) == text
    tb.set_printoptions(profile="default")
    assert repr(eval(expression, {"torch": tb})) == before


@needs_torch
@pytest.mark.parametrize(("expression", "text"), PRINTED)
def test_the_recorded_text_is_what_torch_prints(expression, text):
    assert repr(eval(expression, {"torch": torch})) == text


@needs_torch
@pytest.mark.parametrize(("options", "expression", "text"), PRINTED_WITH_OPTIONS)
def test_the_recorded_text_is_what_torch_prints_with_options(options, expression, text):
    eval(f"torch.set_printoptions({options})", {"torch": torch})
    assert repr(eval(expression, {"torch": torch})) == text


# ---- the options ----


def test_every_call_sets_sci_mode_and_keeps_the_others():
    tb.set_printoptions(precision=7, sci_mode=True)
    tb.set_printoptions(linewidth=50)
    assert _printing.get_printoptions() == {
        "precision": 7,
        "threshold": 1000,
        "edgeitems": 3,
        "linewidth": 50,
        "sci_mode": None,
    }


def test_printoptions_are_restored_also_after_an_error():
    tb.set_printoptions(precision=3, sci_mode=False)
    before = _printing.get_printoptions()
    with pytest.raises(ZeroDivisionError), _printing.printoptions(profile="short"):
        assert _printing.get_printoptions()["edgeitems"] == 2
        raise ZeroDivisionError
    assert _printing.get_printoptions() == before


def test_large_tensor_prints_without_reading_all_of_it():
    huge = tb.zeros(1).expand(10**12)
    assert repr(huge) == "tensor([0., 0., 0.,  ..., 0., 0., 0.])"


def test_formatted_elements_and_f_strings_use_the_same_text():
    assert f"{tb.ones(2)}" == "tensor([1., 1.])"


def test_printing_is_loaded_with_the_first_tensor_printed(tmp_path):
    code = """if True:
        import sys, tbcast
        assert "tbcast._printing" not in sys.modules
        text = repr(tbcast.ones(1))
        assert "tbcast._printing" in sys.modules
        print(text)
    """
    result = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, cwd=tmp_path)
    assert re.fullmatch(r"tensor\(\[1\.\]\)\n", result.stdout), result.stderr
