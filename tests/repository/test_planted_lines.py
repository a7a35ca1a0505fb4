"""The faults of trust/test_planted_faults.py, which take long, stand in lines that exist and on the page."""

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


def test_the_page_names_each_fault_and_who_notices_it():
    page = (ROOT / "docs/reliability.md").read_text("utf-8")
    for name, fault in faults.FAULTS.items():
        by = f"core/{faults.PROGRAMS[name][0]}" if name in faults.PROGRAMS else fault.noticed_by
        noticed_by = ", ".join(f"`{part}`" for part in by.split("::"))
        assert f"| {name} | `{fault.source}` | {noticed_by} | " in page
