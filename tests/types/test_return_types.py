"""The named tuples of functions with two results, beside torch's."""

import pickle

import pytest

from under_test import needs_torch, tb, torch

NAMES = tb.return_types.__all__


@needs_torch
@pytest.mark.parametrize("name", NAMES)
def test_a_named_result_prints_and_reads_as_torchs(name):
    ours, theirs = getattr(tb.return_types, name), getattr(torch.return_types, name)
    values = ("a", 2)
    assert repr(ours(values)) == str(ours(values)) == repr(theirs(values))
    assert ours.__match_args__ == theirs.__match_args__
    assert [getattr(ours(values), field) for field in theirs.__match_args__] == ["a", 2]
    assert ours.__name__ == theirs.__name__ and issubclass(ours, tuple)


@pytest.mark.parametrize("name", NAMES)
def test_a_named_result_is_a_tuple_that_can_be_pickled(name):
    pair = getattr(tb.return_types, name)((1, 2))
    first, second = pair
    assert (first, second) == pair == (1, 2)
    again = pickle.loads(pickle.dumps(pair))
    assert type(again) is type(pair) and again == pair
    with pytest.raises(AttributeError):
        setattr(pair, pair.__match_args__[0], 3)
    with pytest.raises(TypeError):
        type(pair)((1,))
