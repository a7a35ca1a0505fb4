"""Results do not depend on the constants of src/core/base/tuning.h, which anybody may change who measures.

The core's programs run with all of them halved, and doubled, under the sanitizers. What code relies on is
refused when it is compiled, for each constant by itself; scaled_tuning.py says which, and why.
"""

from __future__ import annotations

import os
import shlex
from pathlib import Path

import pytest

from core_programs import ALLOCATION_TESTS, SHORT_TESTS, TESTS, Core, check_passed, run, sanitized_core
from scaled_tuning import CONSTANTS, REFUSED, WAYS, accepted, overlay, refusals

SOURCES = {path.name: path for path in sorted(TESTS.glob("*/test_*.c"))}
# These constants decide which path a call takes; the last program looks at kernels, and takes minutes.
OTHER = {"test_choose.c", "test_strategies.c", "test_levels.c"}


def test_every_refused_constant_is_one() -> None:
    assert {name for name, _ in REFUSED} <= set(CONSTANTS)
    assert len(CONSTANTS) > 140


@pytest.mark.long
@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("name", CONSTANTS)
def test_a_constant_that_code_relies_on_is_refused(name: str, way: str, tmp_path: Path) -> None:
    said = refusals(shlex.split(os.environ.get("CC", "cc")), tmp_path, way, name)
    assert bool(said) == ((name, way) in REFUSED), "\n".join(said)
    assert all("static assertion" in line or "static_assert" in line for line in said)


@pytest.fixture(scope="module", params=WAYS)
def scaled_core(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory, shared_folder: Path
) -> Core:
    """The core with all constants scaled at once that are not refused by themselves."""
    way = request.param
    core = sanitized_core(tmp_path_factory.mktemp("probe"))
    folder = overlay(tmp_path_factory.mktemp("headers"), way, accepted(way))
    return Core([*core.cc, f"-I{folder}"], folder=shared_folder / f"core-{way}")


@pytest.mark.long
@pytest.mark.parametrize("name", sorted(SOURCES.keys() - OTHER))
def test_core_program_passes_with_other_constants(scaled_core: Core, name: str, tmp_path: Path) -> None:
    objects = scaled_core.objects(failing_malloc=name in ALLOCATION_TESTS, kernels=False)
    options = ["short"] if name in SHORT_TESTS else []
    check_passed(name, run([str(scaled_core.program(SOURCES[name], objects, tmp_path)), *options]))
