"""What the functions that make tensors say of their arguments: PyTorch's result, or its error and text."""

import warnings

import pytest

from calls.creation_calls import CALLS, split_calls
from under_test import first_line, needs_torch, tb, torch


def outcome(module, call):
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            result = eval(call, {"torch": module, "x": module.zeros(2, 3)})
    except Exception as error:
        # torch breaks a quotation off where its stack trace begins
        return type(error).__name__, first_line(error).removeprefix("err == 0. ").rstrip('"')
    return str(result.dtype), tuple(result.shape), result.stride()


@needs_torch
@pytest.mark.parametrize("function", CALLS)
def test_arguments_are_taken_and_refused_as_in_torch(function):
    calls = [function + arguments for arguments in split_calls(CALLS[function])]
    assert len(calls) > 8
    found = [(call, outcome(tb, call), outcome(torch, call)) for call in calls]
    assert [row for row in found if row[1] != row[2]] == []


@pytest.mark.parametrize("moment", [1, 2, 3])
def test_a_list_that_becomes_shorter_while_it_is_read_is_refused(moment):
    class Row:
        """A sequence of one number that empties the list when its length is asked for the moment-th time."""

        asked = 0

        def __len__(self):
            Row.asked += 1
            if Row.asked == moment:
                del rows[1:]
            return 1

        def __getitem__(self, i):
            return [5.0][i]

    rows = [Row(), [6.0], [7.0]]
    with pytest.raises(ValueError, match=r"expected sequence of length 3 at dim 0 \(got 1\)"):
        tb.tensor(rows)


NUMPY_NAMES = (
    *("torch.clone(x=x)", "torch.clone(a=x)", "torch.clone(x1=x)", "torch.clone(self=x)"),
    "torch.clone(x, x=x)",
    *("torch.unsqueeze(x, axis=0)", "x.unsqueeze(axis=0)", "x.squeeze(axis=0)", "x.unbind(axis=0)[0]"),
    *("x.select(axis=0, index=0)", "x.narrow(axis=0, start=0, length=1)"),
    *("x.expand_as(x2=x)", "x.copy_(x2=x)"),
    *("x.unsqueeze(0, axis=0)", "x.unsqueeze(x=0)", "torch.reshape(a=x, shape=(6,))"),
    "torch.zeros_like(a=x)",
)


@needs_torch
@pytest.mark.parametrize("call", NUMPY_NAMES)
def test_numpys_names_of_parameters_are_torchs_too(call):
    assert outcome(tb, call) == outcome(torch, call)


# torch crashes, allocates or tells of its own insides.
TOO_LONG = {
    "torch.range(0.9, 0.1, -0.5, dtype=torch.int64)": "step must be nonzero",
    "torch.range(-(2**63), 2**63 - 1, dtype=torch.int64)": "invalid size, possible overflow?",
    "torch.range(2**63 - 1, -(2**63), -1, dtype=torch.int64)": "invalid size, possible overflow?",
    "torch.range(0, 1e300, 1e-300, dtype=torch.float64)": "invalid size, possible overflow?",
    "torch.range(0, 1e38, 1e-30, dtype=torch.bfloat16)": "invalid size, possible overflow?",
    "torch.randperm(2**54, dtype=torch.float64)": r"n cannot be greater than 2^53+1 for Double type.",
    "torch.zeros(4, 0).repeat(2**62, 1)": "numel: integer multiplication overflow",
    "torch.zeros(4, 0).repeat_interleave(2**62, dim=0)": "numel: integer multiplication overflow",
}


@pytest.mark.filterwarnings("ignore:torch.range is deprecated")
@pytest.mark.parametrize("call", TOO_LONG)
def test_what_is_too_long_is_refused(call):
    with pytest.raises(RuntimeError) as error:
        eval(call, {"torch": tb})
    assert str(error.value) == TOO_LONG[call]
