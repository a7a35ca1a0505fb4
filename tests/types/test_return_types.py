"""The named tuples of functions with several results, beside torch's."""

import pickle

import pytest

from under_test import needs_torch, tb, torch

NAMES = tb.return_types.__all__


@needs_torch
@pytest.mark.parametrize("name", NAMES)
def test_a_named_result_prints_and_reads_as_torchs(name):
    ours, theirs = getattr(tb.return_types, name), getattr(torch.return_types, name)
    values = ("a", 2, 3.5, None)[: len(theirs.__match_args__)]
    assert repr(ours(values)) == str(ours(values)) == repr(theirs(values))
    assert ours.__match_args__ == theirs.__match_args__
    assert [getattr(ours(values), field) for field in theirs.__match_args__] == [*values]
    assert ours.__name__ == theirs.__name__ and issubclass(ours, tuple)


@pytest.mark.parametrize("name", NAMES)
def test_a_named_result_is_a_tuple_that_can_be_pickled(name):
    kind = getattr(tb.return_types, name)
    values = (1, 2, 3, 4)[: len(kind.__match_args__)]
    made = kind(values)
    assert (*made,) == made == values
    again = pickle.loads(pickle.dumps(made))
    assert type(again) is kind and again == made
    with pytest.raises(AttributeError):
        setattr(made, made.__match_args__[0], 3)
    with pytest.raises(TypeError):
        kind((1,))
