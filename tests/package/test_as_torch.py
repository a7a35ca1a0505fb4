"""The door: programs that say `import torch` print under it what they print under PyTorch."""

import compileall
import os
import pickle
import shutil
import subprocess
import sys
import textwrap
from pathlib import Path

import pytest

import tbcast
from as_torch_programs import BEGIN, PROGRAMS
from children import python

pytestmark = pytest.mark.full


def run(program, *, door, tmp_path):
    file = tmp_path / "program.py"
    file.write_text(textwrap.dedent(BEGIN + program), "utf-8")
    way = ("-m", "tbcast", "run", "--grad", "ignore") if door else ()
    done = python(*way, str(file), str(tmp_path))
    return done.stdout, done.stderr


@pytest.mark.needs("torch")
@pytest.mark.parametrize("name", PROGRAMS)
def test_programs_print_what_they_print_under_pytorch(name, tmp_path):
    expected, errors = run(PROGRAMS[name], door=False, tmp_path=tmp_path)
    assert errors == "" and expected.count("\n") > 5
    assert run(PROGRAMS[name], door=True, tmp_path=tmp_path) == (expected, "")


def test_the_commands_run_programs_as_python_does(tmp_path):
    """sys.argv, sys.path, __name__, the exit status, tracebacks: PyTorch has no part in them."""
    program = tmp_path / "shown.py"
    program.write_text(
        "import sys\nprint(sys.argv, repr(sys.path[0]), __name__, __file__)\nsys.exit(7)\n", "utf-8"
    )
    fails = tmp_path / "fails.py"
    fails.write_text("def f():\n    raise ValueError('oh')\nf()\n", "utf-8")
    wrong = tmp_path / "wrong.py"
    wrong.write_text("x = = 1\n", "utf-8")
    for arguments in (
        (str(program), "a", "-m", "--grad"),
        (str(fails),),
        (str(wrong),),
        ("-c", "import sys; print(sys.argv, repr(sys.path[0]), __name__); sys.exit('text')", "-x"),
        ("-m", "calendar", "2026", "1"),
    ):
        plain, door = python(*arguments), python("-m", "tbcast", "run", *arguments)
        assert (door.stdout, door.returncode, door.stderr) == (plain.stdout, plain.returncode, plain.stderr)
    assert python("-m", "tbcast", "run").returncode == 2


def test_an_imported_pytorch_is_one_clear_error(tmp_path):
    (tmp_path / "torch.py").write_text("", "utf-8")
    done = python(
        "-c",
        "import torch, tbcast\ntry:\n    tbcast.as_torch()\nexcept ImportError as error:\n    print(error)",
        env={**os.environ, "PYTHONPATH": str(tmp_path)},
    )
    assert done.stdout == "as_torch: torch has already been imported. Call tbcast.as_torch() before\n"


def test_import_tbcast_loads_nothing_of_the_door():
    done = python("-c", "import sys, tbcast; print([name for name in sys.modules if 'as_torch' in name])")
    assert done.stdout == "[]\n"


def door(program, *options):
    done = python("-m", "tbcast", "run", *options, "-c", textwrap.dedent(program))
    assert done.returncode == 0, done.stderr
    return done.stdout.splitlines()


def test_modules_are_tbcasts_and_those_of_the_door():
    program = """
    import importlib.util, sys, tbcast, torch, torch.linalg, torch.nn.functional as F
    from torch.utils.dlpack import from_dlpack
    import torch.backends.cuda
    print(torch.linalg is tbcast.linalg, F is tbcast.nn.functional, torch.add is tbcast.add)
    print(torch.float32 is tbcast.float32, sys.modules["torch.linalg"] is tbcast.linalg)
    print(tbcast.as_torch() is torch)
    print(hasattr(tbcast.nn, "Module"), hasattr(torch.nn, "Linear"), "jit" in dir(torch))
    """
    assert door(program) == ["True True True", "True True", "True", "False True True"]


def test_a_name_that_is_missing_says_so_in_one_sentence():
    program = """
    import torch
    for text in ("import torch.sparse", "from torch import sparse", "torch.fx", "torch.nn.LSTM(2, 3)",
                 "torch.nn.Foo",
                 "torch.ones(1).backward()", "torch.autograd.grad(1, 2)", "torch.nosuch",
                 "torch.utils.nosuch",
                 "torch.utils.data.DataLoader([1], num_workers=2)", "torch.autocast('cpu')"):
        try:
            exec(text)
        except Exception as error:
            print(type(error).__name__, error)
    """
    sparse = "tbcast has no torch.sparse: tensors are dense; use PyTorch, or scipy.sparse"
    assert door(program) == [
        f"ModuleNotFoundError {sparse}",
        f"ImportError cannot import name 'sparse' from 'torch' ({torch_file()})",
        "AttributeError tbcast has no torch.fx: operations run as they come; use PyTorch to compile, trace "
        "or export programs",
        "NotImplementedError tbcast has no torch.nn.LSTM: use torch.nn.functional, or PyTorch",
        "AttributeError module 'torch.nn' has no attribute 'Foo'",
        "AttributeError tbcast has no torch.Tensor.backward: gradients are not computed; use PyTorch where "
        "they are needed",
        "NotImplementedError tbcast computes no gradients; use PyTorch where they are needed",
        "AttributeError module 'tbcast' has no attribute 'nosuch'",
        "AttributeError module 'torch.utils' has no attribute 'nosuch'",
        "NotImplementedError tbcast's DataLoader has no worker processes: use num_workers=0",
        "NotImplementedError autocast: tbcast casts nothing by itself; use .to(torch.bfloat16)",
    ]


def torch_file():
    import tbcast

    return os.path.join(os.path.dirname(tbcast.__file__), "as_torch", "torch", "__init__.py")


def test_optimizers_some_distributions_and_layers_can_be_named_but_not_made():
    code = """
import tbcast; tbcast.as_torch()
import torch
from torch import optim
from torch.distributions import Cauchy, StudentT
from torch.nn.utils.fusion import fuse_conv_bn_weights
from torch.nn.utils import weight_norm
from torch.autograd.functional import jacobian

class Own(StudentT):
    pass

assert torch.torch is torch
for make in (optim.Adam, Cauchy, Own, torch.nn.LSTM, fuse_conv_bn_weights, weight_norm, jacobian):
    try:
        make(1)
    except NotImplementedError as error:
        print(error)
for module in (optim, torch.distributions, torch.nn.utils):
    assert not hasattr(module, "foo")
"""
    told = python("-c", code).stdout.splitlines()
    assert told.pop() == "tbcast computes no gradients; use PyTorch where they are needed"
    assert len(told) == 6 and all(line.startswith("tbcast has no torch.") for line in told), told
    assert told[0] == "tbcast has no torch.optim.Adam: use PyTorch"


def test_requires_grad_is_refused_or_remembered():
    program = """
    import torch
    def told(function):
        try:
            print(function())
        except Exception as error:
            print(type(error).__name__)
    told(lambda: torch.ones(2, requires_grad=True).requires_grad)
    told(lambda: torch.tensor([1.], requires_grad=True).requires_grad)
    told(lambda: torch.ones(2).requires_grad_().requires_grad)
    told(lambda: (torch.ones(2).requires_grad_() + 1).requires_grad)
    told(lambda: torch.ones(2, requires_grad=True).requires_grad_(False).requires_grad)
    told(lambda: torch.asarray([1.], requires_grad=True).requires_grad)
    told(lambda: torch.rand_like(torch.ones(2), requires_grad=True).requires_grad)
    told(lambda: torch.ones(2, dtype=torch.int64).requires_grad_())
    x = torch.ones(2)
    try:
        x.requires_grad = True
    except NotImplementedError:
        pass
    print(x.requires_grad)
    """
    assert door(program) == ["NotImplementedError"] * 7 + ["RuntimeError", "False"]
    remembered = ["True", "True", "True", "False", "False", "True", "True", "RuntimeError", "True"]
    assert door(program, "--grad", "ignore") == remembered


def test_what_is_pickled_under_the_door_is_read_without_it_and_back(tmp_path):
    program = f"""
    import pickle, tbcast, torch
    x = torch.arange(6).reshape(2, 3).T
    with open({str(tmp_path / "x.pickle")!r}, "wb") as file:
        pickle.dump([x, torch.float32, torch.Size([2])], file)
    torch.save({{"x": x}}, {str(tmp_path / "x.pt")!r})
    """
    door(program)
    import tbcast

    x, dtype, size = pickle.loads((tmp_path / "x.pickle").read_bytes())
    assert x.tolist() == [[0, 3], [1, 4], [2, 5]] and dtype is tbcast.float32 and size == (2,)
    assert tbcast.load(tmp_path / "x.pt")["x"].tolist() == x.tolist()
    assert type(x).__module__ == "tbcast"


def test_pytest_takes_the_door_as_a_plug_in(tmp_path):
    (tmp_path / "conftest.py").write_text("import torch\n", "utf-8")
    (tmp_path / "test_it.py").write_text(
        "import torch\nfrom torch import nn\n\n\ndef test_it():\n"
        "    assert torch.version.git_version == 'tbcast'\n"
        "    assert torch.ones(2, requires_grad=True).requires_grad\n",
        "utf-8",
    )
    done = subprocess.run(
        [
            sys.executable,
            *("-m", "pytest", "-q", "-p", "no:cacheprovider", "-p", "tbcast.as_torch"),
            *("--as-torch-grad", "ignore"),
        ],
        capture_output=True,
        text=True,
        cwd=tmp_path,
    )
    assert done.returncode == 0 and "1 passed" in done.stdout, done.stdout + done.stderr


CHILDREN = """
import multiprocessing, os, subprocess, sys
import torch

def told(_):
    x = torch.ones(2, requires_grad=True)
    return type(x).__module__, torch.version.git_version, x.requires_grad

if __name__ == "__main__":
    for method in multiprocessing.get_all_start_methods():
        with multiprocessing.get_context(method).Pool(1) as pool:
            print(pool.map(told, [0])[0] == told(0))
    code = "import torch.linalg; print(type(torch.ones(2)), torch.linalg.__name__)"
    print(subprocess.check_output([sys.executable, "-c", code], text=True), end="")
    print(sys.path[1] == os.environ["PYTHONPATH"].split(os.pathsep)[0], os.environ["PYTHONPATH"][-6:])
"""


def test_the_programs_children_find_the_same_torch(tmp_path):
    program = tmp_path / "program.py"
    program.write_text(CHILDREN, "utf-8")
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(["first", "second"])}
    done = python("-m", "tbcast", "run", "--grad", "ignore", str(program), env=environment)
    assert done.returncode == 0, done.stderr
    *started, child, paths = done.stdout.splitlines()
    assert started and set(started) == {"True"}
    assert child == "<class 'torch.Tensor'> tbcast.linalg" and paths == "True second"


def test_the_door_opens_without_sources(tmp_path):
    """As the playground has the package: compiled, and no .py."""
    package = Path(tbcast.__file__).parent
    kept = shutil.ignore_patterns("__pycache__", "*.pyi", "dask")
    shutil.copytree(package, tmp_path / "tbcast", ignore=kept)
    assert compileall.compile_dir(tmp_path / "tbcast", quiet=1, legacy=True)
    for source in (tmp_path / "tbcast").rglob("*.py"):
        source.unlink()
    program = "import tbcast; tbcast.as_torch(); import torch; print(tbcast.__file__, torch.nn.MSELoss())"
    done = python("-c", program, env=os.environ | {"PYTHONPATH": str(tmp_path)})
    assert done.stdout == f"{tmp_path / 'tbcast' / '__init__.pyc'} MSELoss()\n", done.stderr


def test_a_loss_warns_of_the_programs_line():
    program = """
    import warnings, torch, tbcast
    loss = torch.nn.L1Loss()
    with warnings.catch_warnings(record=True) as log, tbcast.broadcast_policy("warn"):
        warnings.simplefilter("always")
        loss(torch.ones(3, 1), torch.zeros(3))  # line 6
    print([(warning.lineno, str(warning.message)[:7]) for warning in log])
    """
    assert door(program) == ["[(6, 'Using a'), (6, 'l1_loss')]"]


def test_libraries_that_look_at_names_know_the_tensors():
    """autoray, opt_einsum and array_api_compat ask a class for its module, or for torch."""
    program = """
    import sys, torch
    x = torch.ones(2)
    print(type(x).__module__.split(".")[0], type(x), isinstance(x, sys.modules["torch"].Tensor))
    """
    assert door(program) == ["torch <class 'torch.Tensor'> True"]
