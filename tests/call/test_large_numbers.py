"""Numbers that no 64 bits hold, in every place that takes one: refused in PyTorch's words."""

import pytest

from under_test import first_line, needs_torch, tb, torch

B = 2**70
CALLS = """
torch.narrow_copy(x, B, 0, 1)
torch.narrow_copy(x, 0, B, 1)
torch.narrow_copy(x, 0, 0, B)
torch.diag(x, B)
torch.diag(v, B)
torch.diag_embed(v, B)
torch.diag_embed(v, 0, B)
torch.diag_embed(v, 0, 0, B)
torch.diagflat(v, B)
x.unfold(B, 1, 1)
x.unfold(0, B, 1)
x.unfold(0, 1, B)
torch.tensor_split(x, 2, B)
torch.tensor_split(x, B)
torch.hsplit(x, B)
x.unflatten(B, (2, 2))
x.movedim((B,), (0,))
x.movedim((0,), (B,))
x.movedim(0, B)
torch.eye(B)
torch.eye(2, B)
torch.linspace(0, 1, B)
torch.linspace(B, 1, 3)
torch.linspace(0, B, 3)
torch.arange(B)
torch.arange(B, 1)
torch.arange(0, B)
torch.arange(0, 1, B)
torch.range(B, 1)
torch.range(0, B)
torch.range(0, 1, B)
torch.randint(B, 5, (2,))
torch.randint(0, B, (2,))
torch.randint_like(x, B, 5)
torch.randint_like(x, 0, B)
torch.randint_like(x, B)
torch.randperm(B)
torch.frombuffer(bytes_, dtype=f, count=B)
torch.frombuffer(bytes_, dtype=f, offset=B)
torch.ones(2).set_(s, B, (2,), (1,))
torch.ones(2).set_(s, 0, (B,), (1,))
torch.ones(2).set_(s, 0, (2,), (B,))
torch.scalar_tensor(B)
x.new_full((2,), B)
torch.full((2,), B)
torch.roll(x, B, 0)
torch.roll(x, 1, B)
torch.flip(x, (B,))
torch.cumsum(x, B)
torch.triu(x, B)
torch.as_strided(x, (B,), (1,))
torch.as_strided(x, (2,), (B,))
torch.as_strided(x, (2,), (1,), B)
torch.gather(x, B, i)
torch.scatter(x, B, i, 1.0)
torch.repeat_interleave(v, B)
torch.empty_strided((B,), (1,))
torch.empty_strided((2,), (B,))
x.view(B)
x.expand(B)
x.select(B, 0)
x.select(0, B)
x.narrow(B, 0, 1)
x.unsqueeze(B)
x.squeeze(B)
x.transpose(B, 0)
x.transpose(0, B)
x.split(B)
x.chunk(B)
x.diagonal(B)
x.sum(B)
x.topk(B)
x.sort(B)
x.flatten(B)
x.flatten(0, B)
x.unbind(B)
torch.stack([x], B)
torch.cat([x], B)
x.index_select(B, j)
torch.take_along_dim(x, i, B)
torch.bincount(j, minlength=B)
""".strip().splitlines()
WORDS = ("Overflow when unpacking long long", "int too big to convert")


def world(lib):
    return {
        "torch": lib,
        "B": B,
        "x": lib.ones(4, 4),
        "v": lib.ones(4),
        "i": lib.zeros(4, 4, dtype=lib.int64),
        "j": lib.zeros(4, dtype=lib.int64),
        "s": lib.ones(2).untyped_storage(),
        "f": lib.float32,
        "bytes_": bytearray(8),
    }


def refusal(lib, call):
    names = world(lib)
    with pytest.raises((OverflowError, TypeError, ValueError)) as caught:
        eval(call, dict(names))
    for name, value in world(lib).items():
        if name in ("x", "v", "i", "j"):
            assert names[name].tolist() == value.tolist()
    return type(caught.value).__name__, first_line(caught.value)


@pytest.mark.filterwarnings("ignore:torch.range is deprecated")
@pytest.mark.parametrize("call", CALLS)
def test_a_number_of_more_than_64_bits_is_refused(call):
    kind, text = refusal(tb, call)
    assert any(words in text for words in WORDS)
    assert kind == {"int": "OverflowError"}.get(text[:3], "TypeError" if "argument" in text else "ValueError")


@needs_torch
@pytest.mark.filterwarnings("ignore:torch.range is deprecated")
@pytest.mark.parametrize("call", CALLS)
def test_the_words_are_torchs(call):
    (kind, text), (torchs_kind, torchs) = refusal(tb, call), refusal(torch, call)
    assert kind == torchs_kind and text.startswith(torchs.rstrip('"'))  # some of torch's lack the last quote
