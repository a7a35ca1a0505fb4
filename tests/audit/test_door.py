"""The audit is an add-on: tbcast._C knows nothing of it, and nothing of it is loaded before it is used."""

import json
import subprocess
import sys
import textwrap
from importlib.metadata import entry_points

import pytest

from children import python
from under_test import STAND_IN

if STAND_IN:
    pytest.skip("torch has no audit", allow_module_level=True)

from tbcast import _C

PARTS = """
import json, sys
def parts():
    return sorted(name for name in sys.modules if name.startswith("tbcast.audit"))
import tbcast
"""


def loaded(program):
    """What a program prints of itself."""
    done = python("-c", PARTS + textwrap.dedent(program), check=True)
    return json.loads(done.stdout)


def test_importing_tbcast_and_computing_load_nothing_of_the_audit():
    assert loaded("(tbcast.ones(3, 1) + tbcast.ones(3)).sum(); print(json.dumps(parts()))") == []


def test_a_policy_loads_nothing_of_the_audit():
    program = """
        with tbcast.broadcast_policy("warn", "low"):
            (tbcast.ones(3)[:, None] + tbcast.ones(1, 3)).sum()
        print(json.dumps(parts()))
    """
    assert loaded(program) == []


def test_the_compiled_part_is_loaded_when_a_program_is_watched():
    program = """
        seen = []
        for name in ("numpy", "tensors"):
            getattr(tbcast.audit, name)
        seen.append("tbcast.audit._watch" in sys.modules)
        with tbcast.audit.tensors():
            seen.append("tbcast.audit._watch" in sys.modules)
        with tbcast.audit.numpy():
            seen.append("tbcast.audit._watch" in sys.modules)
        print(json.dumps(seen))
    """
    assert loaded(program) == [False, False, True]


def test_the_library_has_no_name_of_the_audit():
    words = ("audit", "watch", "instrument", "torchmode", "torch_mode")
    found = {name for name in vars(_C) if any(word in name.lower() for word in words)}
    assert found == {"_is_watched"}  # are policies asked here?


def test_the_compiled_part_needs_no_import_of_tbcast_first():
    done = python("-c", "from tbcast.audit import _watch; print(len(_watch.codes()))", check=True)
    assert int(done.stdout) > 40


def test_the_pytest_plugin_imports_nothing_of_tbcast_where_nobody_asks_for_it(tmp_path):
    (tmp_path / "test_one.py").write_text(
        "import sys\n"
        "def test():\n"
        "    assert 'tbcast_pytest' in sys.modules\n"
        "    assert [name for name in sys.modules if name.partition('.')[0] == 'tbcast'] == []\n"
    )
    installed = any(one.value == "tbcast_pytest" for one in entry_points(group="pytest11"))
    named = [] if installed else ["-p", "tbcast_pytest"]
    command = [sys.executable, "-m", "pytest", "-q", "-pno:cacheprovider", *named]
    done = subprocess.run(command, capture_output=True, text=True, cwd=tmp_path)
    assert "1 passed" in done.stdout, done.stdout + done.stderr


def test_a_second_module_of_an_interpreter_is_the_first_one_again():
    program = """
        import importlib
        from tbcast.audit import _watch
        before = _watch.watched, _watch.TorchMode, _watch.functions()
        del sys.modules["tbcast.audit._watch"]
        again = importlib.import_module("tbcast.audit._watch")
        assert again is not _watch
        after = again.watched, again.TorchMode, again.functions()
        print(json.dumps([one is other for one, other in zip(before, after)]))
    """
    assert loaded(program) == [True, True, True]


@pytest.mark.skipif(sys.version_info < (3, 13), reason="interpreters have no module")
def test_interpreters_have_watchers_of_their_own():
    program = """
        import _interpreters
        from tbcast.audit import _watch
        _watch.set_watcher(object())
        _watch.functions()[1] = 2, 3
        other = _interpreters.create()
        failed = _interpreters.exec(other, "from tbcast.audit import _watch; assert _watch.functions() == {}")
        _interpreters.destroy(other)
        print(json.dumps([failed is None, len(_watch.functions())]))
    """
    assert loaded(program) == [True, 1]
