"""`sample=N` and `--sample N`: the first two rounds of a loop are watched, and then one in N."""

import json
import subprocess
import sys

import pytest

import tbcast
from repository import python
from tbcast import audit
from tbcast.audit._all_front_ends import everything
from tbcast.audit._rewriting.rewrite import GLOBALS, rewritten_code
from tbcast.audit.recorder import Recorder
from under_test import STAND_IN

if STAND_IN:
    pytest.skip("torch has no audit", allow_module_level=True)

WATCHED = {1: 10, 2: 6, 3: 5, 4: 4, 100: 2}  # of ten rounds: 0, 1, and the multiples


def bug(library):
    library.ones((5, 1)) - library.ones(5)


def seen(recorder):
    return sum(found.count for found in recorder.findings())


@pytest.mark.parametrize("every", WATCHED)
def test_of_a_block_that_is_entered_again(every):
    watching = audit.tensors(sample=every)
    for _ in range(10):
        with watching as found:
            bug(tbcast)
    assert seen(found) == WATCHED[every]


def test_of_numpy_too():
    np = pytest.importorskip("numpy")
    code = rewritten_code("np.ones((5, 1)) - np.ones(5)", "<sampled>")
    watching = audit.numpy(sample=4)
    for _ in range(10):
        with watching as found:
            exec(code, {**GLOBALS, "np": np})
    assert seen(found) == WATCHED[4]


@pytest.mark.parametrize("front_end", ["tensors", "numpy", "torch"])
@pytest.mark.parametrize("sample", [0, -1, True, 1.5])
def test_a_sample_is_one_in_a_number(front_end, sample):
    if front_end == "torch":
        pytest.importorskip("torch")
    with pytest.raises((TypeError, ValueError)):
        getattr(audit, front_end)(sample=sample)


class Loop:
    """A training loop; in each step the program has a bug."""

    def __init__(self, torch, optimizers=1, kind=None):
        self.torch = torch
        make = kind or torch.optim.SGD
        self.weights = [torch.ones(1, requires_grad=True) for _ in range(optimizers)]
        self.optimizers = [make([weight], lr=0.1) for weight in self.weights]

    def rounds(self, count, body=bug, **given):
        for _ in range(count):
            for weight, optimizer in zip(self.weights, self.optimizers, strict=True):
                optimizer.zero_grad()
                weight.sum().backward()
                body(self.torch)
                optimizer.step(**given)


@pytest.fixture
def torch():
    return pytest.importorskip("torch")


@pytest.mark.parametrize("deep", [False, True])
@pytest.mark.parametrize("every", WATCHED)
def test_a_round_ends_with_a_step_of_an_optimizer(torch, every, deep):
    with audit.torch(sample=every, deep=deep) as found:
        Loop(torch).rounds(10)
    assert seen(found) == WATCHED[every]
    bug(torch)
    assert seen(found) == WATCHED[every] and torch._C._len_torch_function_stack() == 0


def test_of_two_optimizers_the_rounds_have_both_parts(torch):
    with audit.torch(sample=4) as found:
        Loop(torch, optimizers=2).rounds(10)
    # the first optimizer's step ends a round, which begins with the second one's part
    assert seen(found) in range(2 * WATCHED[4] - 1, 2 * WATCHED[4] + 2)


def test_of_optimizers_of_the_program_and_of_steps_with_a_closure(torch):
    class Own(torch.optim.Optimizer):
        def __init__(self, params, lr):
            super().__init__(params, {"lr": lr})

        def step(self, closure=None):
            return closure and closure()

    for kind, given in ((Own, {}), (Own, {"closure": lambda: 1}), (torch.optim.SGD, {"closure": lambda: 1})):
        with audit.torch(sample=4) as found:
            Loop(torch, kind=kind).rounds(10, **given)
        assert seen(found) == WATCHED[4]


def test_rounds_that_are_not_watched_have_no_modes(torch):
    depths = []
    with audit.torch(sample=5, deep=True):
        Loop(torch).rounds(7, lambda torch: depths.append(torch._C._len_torch_function_stack()))
    assert depths == [1, 1, 0, 0, 0, 1, 0]


def test_a_first_optimizer_that_is_gone_has_a_successor(torch):
    with audit.torch(sample=4) as found:
        Loop(torch).rounds(3)
        Loop(torch).rounds(7)
    assert seen(found) == WATCHED[4]


def test_modes_of_others_stay_where_they_are(torch):
    from torch.overrides import TorchFunctionMode

    class Counts(TorchFunctionMode):
        calls = 0

        def __torch_function__(self, func, types, args=(), kwargs=None):
            self.calls += 1
            return func(*args, **(kwargs or {}))

    with audit.torch(sample=4) as found, Counts() as counts:
        kept = []
        Loop(torch).rounds(10, lambda torch: (bug(torch), kept.append(counts.calls)))
    assert len(set(kept)) == 10 and seen(found) == WATCHED[4]


def test_two_sessions_sample_for_themselves(torch):
    with audit.torch(sample=4) as some, audit.torch() as every:
        Loop(torch).rounds(10)
    assert (seen(some), seen(every)) == (WATCHED[4], 10)


def test_other_threads_are_not_watched_meanwhile(torch):
    import threading

    with audit.torch(sample=4) as found:
        loop = Loop(torch)
        for _ in range(10):
            thread = threading.Thread(target=bug, args=(torch,))
            thread.start()
            thread.join()
            loop.rounds(1, lambda torch: None)
    assert seen(found) == WATCHED[4]


def test_all_front_ends_pause_together(torch):
    with everything(Recorder(), sample=4) as found:
        Loop(torch).rounds(10, lambda torch: (bug(torch), bug(tbcast)))
    assert seen(found) == 2 * WATCHED[4]
    bug(tbcast)
    assert seen(found) == 2 * WATCHED[4]


TRAIN = """
import numpy as np
import torch

def train():
    weight = torch.ones(1, requires_grad=True)
    optimizer = torch.optim.Adam([weight])
    for _ in range(10):
        weight.sum().backward()
        torch.ones(5, 1) - torch.ones(5)
        np.ones((5, 1)) - np.ones(5)
        optimizer.step()
"""
TABLE = "[tool.tbcast.audit]\nsample = 3\n"
needs_toml = pytest.mark.skipif(sys.version_info < (3, 11), reason="no tomllib")


@pytest.mark.parametrize("table", [pytest.param(True, marks=needs_toml), False])
def test_the_command(torch, tmp_path, table):
    pytest.importorskip("numpy")
    (tmp_path / "train.py").write_text(f"{TRAIN}\ntrain()\n", "utf-8")
    if table:
        (tmp_path / "pyproject.toml").write_text(TABLE, "utf-8")

    def run(*options):
        command = [sys.executable, "-m", "tbcast", "audit", "--json", "found.json", *options, "train.py"]
        return subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, timeout=300)

    for options, count in ((("--sample", "4"), WATCHED[4]), ((), WATCHED[3] if table else 10)):
        assert run(*options).returncode == 0
        found = json.loads((tmp_path / "found.json").read_text("utf-8"))["findings"]
        assert [one["count"] for one in found] == [count, count]
    refused = run("--sample", "0")
    assert refused.returncode == 2 and "--sample needs 1 or more" in refused.stderr


def run_tests(folder, *options):
    plugins = ("-p", "no:cacheprovider", "-p", "tbcast_pytest")
    return python("-m", "pytest", *plugins, *options, cwd=folder, PYTEST_DISABLE_PLUGIN_AUTOLOAD="1")


@pytest.mark.parametrize("table", [pytest.param(True, marks=needs_toml), False])
def test_the_plugin_watches_the_first_rounds_of_each_test(torch, tmp_path, table):
    """Else a test after one that trains would not be watched at all."""
    pytest.importorskip("numpy")
    tests = """
import tbcast
from train import train

def test_training():
    train()

def test_training_again():
    train()

def test_no_training():
    tbcast.ones(5, 1) - tbcast.ones(5)
"""
    (tmp_path / "train.py").write_text(TRAIN, "utf-8")
    (tmp_path / "test_train.py").write_text(tests, "utf-8")
    if table:
        (tmp_path / "pyproject.toml").write_text(TABLE, "utf-8")

    for options, count in (
        (("--broadcast-sample", "4"), WATCHED[4]),
        (("--broadcast-audit",), WATCHED[3] if table else 10),
    ):
        status, text = run_tests(tmp_path, *options)
        assert status == 0
        assert [line for line in text.splitlines() if "seen" in line and f"{2 * count} times" in line], text
        assert "seen  sub, once" in text
    status, text = run_tests(tmp_path, "--broadcast-sample", "0")
    assert status == 4 and "--broadcast-sample: sample is 1 or more, not 0" in text


@needs_toml
@pytest.mark.parametrize("deep", ["true", "false"])
def test_the_plugin_sees_pytorchs_own_code_if_the_table_says_deep(torch, tmp_path, deep):
    test = """
import torch

def test_log_prob():
    torch.distributions.Normal(torch.zeros(6, 1), 1.0).log_prob(torch.ones(6))
"""
    (tmp_path / "pyproject.toml").write_text(f"[tool.tbcast.audit]\ndeep = {deep}\n", "utf-8")
    (tmp_path / "test_log_prob.py").write_text(test, "utf-8")
    status, text = run_tests(tmp_path, "--broadcast-audit")
    assert status == 0 and ("seen  sub" in text) == (deep == "true")
