"""Every example of the five texts in tests/seeds/ is found, run, and behaves as its text documents."""

import re
from collections import Counter
from dataclasses import replace

import pytest

import seed_examples as seeds
from tbcast import note

# How the counts come about.  The whole note has 11 examples: four pairs of shapes that are or are not
# broadcastable, three sums, two in-place sums, the changed result and the warning.
EXAMPLES = {
    # The note in Chinese, with FloatTensor.
    "000": 11,
    # A notebook: In [1] imports, In [2] holds the four pairs of shapes, In [3] to In [7] the five sums,
    # In [9] the changed result and In [10] the warning; there is no In [8].
    "001": 1 + 4 + 5 + 1 + 1,
    # The note twice, in Chinese and in English, and three more examples on one flattened line.
    "002": 11 + 11 + 3,
    # The note without its last section ("TBD"): no changed result, no warning.
    "003": 9,
    # The note in English, without blank lines.
    "004": 11,
}

# What is documented, by kind.  Of the note's 11: two claims of each sort; five facts of trailing dimensions
# (four below the third pair, one in the comment of the fourth); three sizes printed, two errors, one size
# claimed in the prose, one warning.
NOTE = Counter(
    {"broadcastable": 2, "not broadcastable": 2, "fact": 5, "value": 3, "error": 2, "size": 1, "warning": 1}
)
EXPECTATIONS = {
    "000": NOTE,
    # Facts are only worded in English; In [9] and In [10] also print their tensors.
    "001": NOTE + Counter(value=2) - Counter(fact=5),
    # Twice the note, two printed tensors and an error.
    "002": NOTE + NOTE + Counter(value=2, error=1),
    # Claims stand there in English and in Chinese.
    "003": NOTE + Counter({"broadcastable": 2, "not broadcastable": 2}) - Counter(size=1, warning=1),
    "004": NOTE,
}


def test_there_are_five_texts():
    assert sorted(seeds.FILES) == sorted(EXAMPLES)


@pytest.mark.parametrize("seed", EXAMPLES)
def test_every_example_is_found_run_and_equal(seed, record_property):
    found = seeds.all_examples(seed)
    outcomes = [note.run(example) for example in found]
    equal = [outcome for outcome in outcomes if outcome.as_documented]
    record_property(f"seed {seed}", f"{len(found)} found, {len(outcomes)} run, {len(equal)} equal")
    assert [(o.example.statements, o.surprises, o.verdicts) for o in outcomes if not o.as_documented] == []
    assert (len(found), len(outcomes), len(equal)) == (EXAMPLES[seed],) * 3


@pytest.mark.parametrize("seed", EXAMPLES)
def test_everything_that_is_documented_is_read(seed):
    kinds = Counter(e.kind for example in seeds.all_examples(seed) for e in example.expected)
    assert kinds == EXPECTATIONS[seed]


@pytest.mark.parametrize("seed", EXAMPLES)
def test_every_statement_of_the_text_is_in_one_example(seed):
    text = seeds.text_of(seed)
    if seed == "001":
        examples = seeds.notebook_examples(seed).values()
        code = [line.replace("import torch", "import tbcast as torch") for line in seeds.notebook_code(seed)]
        # The prose has no code: each line of the file that mentions a call of torch is in a cell.
        assert len(code) == len(
            re.findall(r"^(?:\w+ = torch|torch\.\w+\.|torch\.add|\(x|import)", text, re.M)
        )
    else:
        examples = seeds.prompt_examples(seed)
        code = re.findall(r"^ *>>> (.*)$", text, re.M)
    assert [s for example in examples for s in example.statements] == code


@pytest.mark.parametrize("seed", EXAMPLES)
def test_every_documented_result_of_the_text_is_expected_of_an_example(seed):
    """Counted in the raw text, by their first words and independently of the parser."""
    text = seeds.text_of(seed)
    expected = [e for example in seeds.all_examples(seed) for e in example.expected]
    errors = re.findall(r"RuntimeError: .*?(?:dimension \d\b\.?|shape \[[\d, ]+\]$)", text, re.M)
    assert sorted(e.text for e in expected if e.kind == "error") == sorted(errors)
    assert len([e for e in expected if e.kind == "warning"]) == len(re.findall(r"UserWarning: ", text))
    sizes = re.findall(r"^ *torch\.Size\(.*\)$", text, re.M)
    assert sorted(e.text for e in expected if e.text.startswith("torch.Size")) == sorted(
        map(str.strip, sizes)
    )


@pytest.mark.parametrize("seed", EXAMPLES)
def test_a_different_text_is_noticed(seed):
    """Each documented text, falsified alone, makes its example differ."""
    for example in seeds.all_examples(seed):
        for i, expectation in enumerate(example.expected):
            expected = [*example.expected[:i], falsified(expectation), *example.expected[i + 1 :]]
            outcome = note.run(replace(example, expected=tuple(expected)))
            assert [v.holds for v in outcome.verdicts] == [j != i for j in range(len(expected))]
            assert not outcome.as_documented


def falsified(e):
    if e.kind in ("broadcastable", "not broadcastable"):
        opposite = "broadcastable" if e.kind.startswith("not") else "not broadcastable"
        return replace(e, kind=opposite)
    if e.kind == "fact":
        return replace(e, check=f"not ({e.check})")
    if e.kind == "value" and e.text.startswith("tensor([[0."):  # random: only the shape counts
        return replace(e, text=re.sub(r",\n[^\n]*\]\]\)$", "])", e.text))
    *_, digit = re.finditer(r"\d", e.text)
    return replace(e, text=f"{e.text[: digit.start()]}{(int(digit[0]) + 1) % 10}{e.text[digit.end() :]}")


def test_a_missing_expectation_is_noticed():
    """An exception or a warning that nothing documents is a difference."""
    for example in seeds.all_examples("004"):
        kinds = {e.kind for e in example.expected}
        outcome = note.run(replace(example, expected=()))
        assert outcome.as_documented != bool(kinds & {"value", "error", "warning", "size"})


# ---- oddities of the notebook ----


def test_the_cell_that_assigns_x_twice_is_true_of_x_and_y_only():
    """001, In [2]: the last pair assigns both shapes to x, and its comment speaks of x and y."""
    examples = seeds.notebook_examples("001")
    twice = {place: seeds.assigned_twice(example) for place, example in examples.items()}
    assert {place: name for place, name in twice.items() if name} == {(2, 4): "x"}
    typed = examples[2, 4]
    # As typed, x is (3, 1, 1) and y is still that of the pair before.
    outcome = note.run(replace(typed, statements=examples[2, 3].statements + typed.statements))
    assert not outcome.steps[-1].error
    assert [v.holds for v in outcome.verdicts] == [False]
    assert outcome.verdicts[0].step.printed == "torch.Size([3, 1, 1])\n"
    assert note.run(seeds.with_second_assigned_to(typed, "y")).as_documented


def test_a_full_width_x_is_the_same_name():
    """001, In [6]: Python reads the full-width letter as x."""
    example = seeds.notebook_examples("001")[6, 1]
    assert example.statements[0].startswith("ｘ = ")
    assert example.statements[-1] == "(x.add_(y)).size()"
    assert note.run(example).as_documented


def test_the_notebook_prints_the_tensor_and_its_prose_has_the_warning():
    """001, In [10]: its author saw no warning and quotes the note's; tbcast gives both."""
    example = seeds.notebook_examples("001")[10, 1]
    tensor, warning = example.expected
    assert (tensor.kind, warning.kind) == ("value", "warning")
    outcome = note.run(example)
    last = outcome.steps[-1]
    assert last.printed.strip() == tensor.text
    assert [text.strip() for text in last.warned] == [warning.text]
    assert last.shown_warnings.startswith("<stdin>:1: UserWarning: self and other do not have the same shape")


def test_random_values_are_compared_by_shape():
    """001, In [9]: the printed numbers come from an unseeded generator."""
    example = seeds.notebook_examples("001")[9, 1]
    value, size = example.expected
    assert value.text.startswith("tensor([[0.7724, 0.3463, 0.3580, 1.9530],\n        [0.7724, ")
    assert size.kind == "size"
    outcome = note.run(example)
    assert outcome.as_documented
    assert outcome.steps[-1].printed.strip() != value.text
    seeded = replace(example, statements=("torch.manual_seed(1); 0", *example.statements))
    assert not note.run(seeded).as_documented


def test_flattened_examples_get_their_lines_back():
    first, second, third = seeds.flattened_examples("002")
    assert first.statements[1:] == (
        "a = torch.tensor([1, 2, 3])",
        "b = torch.tensor([4, 5, 6])",
        "c = a + b",
        "print(c)",
    )
    assert second.expected[0].text == "tensor([[5, 6, 7], [6, 7, 8], [7, 8, 9]])"
    assert third.expected[0].kind == "error"
    code = "".join(seeds.flattened_code("002").split())
    assert all(
        "".join("".join(e.statements[1:]).split()) in code.replace("#", "") for e in (first, second, third)
    )
