"""The faults of trust/test_planted_faults.py, which take long, stand in lines that exist."""

import importlib.util

import pytest

from repository import ROOT

spec = importlib.util.spec_from_file_location("faults", ROOT / "tests" / "trust" / "test_planted_faults.py")
faults = importlib.util.module_from_spec(spec)
spec.loader.exec_module(faults)


@pytest.mark.parametrize("fault", faults.FAULTS)
def test_a_fault_has_one_line_to_stand_in(fault):
    source, right, *_ = faults.FAULTS[fault]
    assert (ROOT / source).read_text("utf-8").count(right) == 1
