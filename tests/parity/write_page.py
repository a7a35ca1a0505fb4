"""Writes docs/parity.md: every operator and function, what was compared, and how it differs from PyTorch.

    python tests/parity/write_page.py            the sample of the default test run
    python tests/parity/write_page.py --passes 4 four times that: over a million cases, some minutes
    python tests/parity/write_page.py --long     all partners of all cells, many million cases: hours
    python tests/parity/write_page.py --long add sub    some operators, printed and not written

Needs PyTorch and an installed tbcast.  test_parity.py checks that the page and the table agree.
"""

import argparse
import os
import sys
import time
from pathlib import Path

os.environ["ATEN_CPU_CAPABILITY"] = "default"
HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE.parent / "helpers"), str(HERE.parents[1] / "src")]
PAGE = HERE.parents[1] / "docs" / "parity.md"

HEADING = """# Parity with PyTorch

Written by `python tests/parity/write_page.py{option}` against PyTorch {version} ({capability}); do not edit.

Every operator of the table in every form that PyTorch has: function, method, in-place method, Python
operator, keywords, aliases, `out=`, with tensors and Python numbers in every place that takes them, with
every parameter. A *cell* is form x dtype x layout of the first tensor: {layouts} layouts, from contiguous
to expanded, zero-size and 0-dim, and ranks 0 to 6; the other operands run through all dtypes and layouts.
The comparison covers values, dtype, sizes, strides, offset, which object is returned, all memory that may be
written, warnings, exceptions and their full text. Values agree bit by bit (all NaNs are equal), or within the
tolerance: ulp(n) allows n steps between representable numbers, and one step for float16 and bfloat16.
*NumPy*: cases that NumPy judged as well. A call that PyTorch refuses counts as a case.

In all: {operators} operators, {names} names, {forms} forms, {cells} cells, **{cases} cases, {differences}
unexplained differences**.

| operator | other names | forms | dtypes | tolerance | cells | cases | NumPy | differences |
|---|---|---:|---|---|---:|---:|---:|---|
"""
FUNCTIONS = """

## Functions that are not pointwise

Every function of the function table, as function, method, in-place method and with `out=`. The expressions
follow from the functions' overloads (`tests/helpers/calls/derived.py`): every argument left out, in its place
and by keyword, every value of every argument alone and with those of every other one, and what is refused;
each meets a sample of the dtypes and layouts. What no overload says is in `tests/helpers/calls/*_cases.py`,
and meets them all. The comparison covers values, dtype, sizes, strides, offset, whose memory the result uses,
warnings, exceptions and their full text, and that a refusal writes nothing. `sum`: the error against float64
is at most twice PyTorch's.

In all: {functions} functions, {names} names, {expressions} expressions, **{cells:,} cells, {differences}
differences**.

| function | other names | forms | tolerance | expressions | cells | differences |
|---|---|---|---|---:|---:|---:|
"""
FUNCTIONS_NAMED = """

Named differences of functions, which the counts leave out:

"""
NAMED = """

Named differences, counted where they are met; the table shows those of single operators:

"""


def dtypes_of(row, grids):
    """The dtypes for which the plain function gives values."""
    from differential.cells import VALUE
    from oracles.dtype_rules import NAMES

    grid = next(iter(grids.values()))
    given = [name for name, line in zip(NAMES, grid, strict=True) if line[0] & VALUE]
    if len(given) == len(NAMES):
        return "all"
    missing = [name for name in NAMES if name not in given]
    return f"all but {', '.join(missing)}" if len(missing) <= 4 else ", ".join(given)


def run_row(row, passes):
    from differential.rows import RowRun
    from oracles.dtype_rules import NAMES

    run = RowRun(row)
    for dtype in range(len(NAMES)):
        run.run(dtype, passes[len(row.operands)])
    return run.runner.failures


def line_of(row, failures, cells):
    from differential.differences import KNOWN
    from differential.forms import shown_name

    own = {entry.name for entry in KNOWN if row.name in entry.operators}
    named = sorted(own & {name for operator, name in cells.differences if operator == row.name})
    differences = str(failures.count()) + (f"; named: {', '.join(named)}" if named else "")
    columns = (
        shown_name(row.names[0]),
        ", ".join(shown_name(alias) for alias in row.names[1:]),
        len(cells.grids[row.name]),
        dtypes_of(row, cells.grids[row.name]),
        row.tolerance,
        sum(grid.size for grid in cells.grids[row.name].values()),
        cells.cases[row.name],
        cells.second[row.name],
        differences,
    )
    return "| " + " | ".join(map(str, columns)) + " |"


def page_of(lines, failed, option):
    import torch

    from differential.cells import CELLS
    from differential.differences import REASONS
    from differential.drawing import SEVERAL
    from differential.forms import ROWS

    met = {name for _, name in CELLS.differences}
    text = HEADING.format(
        option=option,
        version=torch.__version__.partition("+")[0],
        capability=f"ATEN_CPU_CAPABILITY={os.environ['ATEN_CPU_CAPABILITY']}",
        layouts=len(SEVERAL),
        operators=len(lines),
        names=sum(len(ROWS[name].names) for name in lines),
        forms=sum(len(grids) for grids in CELLS.grids.values()),
        cells=sum(grid.size for grids in CELLS.grids.values() for grid in grids.values()),
        cases=f"{sum(CELLS.cases.values()):,}",
        differences=failed,
    )
    text += "\n".join(lines.values()) + NAMED
    for name, reason in REASONS.items():
        if name in met:
            count = sum(n for (_, found), n in CELLS.differences.items() if found == name)
            text += f"- **{name}** ({count:,} cases): {reason}.\n"
    return text


def run_functions():
    """The page's second table: (text, cells, differences)."""
    from calls import function_cells, function_lists
    from calls.derived import ROWS

    counted, wrong = {}, {}
    for key, cells in function_lists.lists().items():
        for text in cells.expressions:
            places = function_lists.places(key, text)
            found = [function_cells.compare(cells, text, *place) for place in places]
            counted[key, text] = len(places)
            wrong[key, text] = sum(difference is not None for difference in found)
    lines = []
    for row in ROWS:
        calls = function_lists.calls_of(row)
        forms = [form for form, there in (("function", row.function), ("method", row.method)) if there]
        forms += [form for form in ("in-place", "out=") if form_exists(row, form)]
        tolerances = {function_lists.lists()[key].tolerance for key, _ in calls}
        columns = (
            *(row.name, ", ".join(row.aliases), ", ".join(forms), ", ".join(sorted(tolerances)), len(calls)),
            *(sum(counted[call] for call in calls), sum(wrong[call] for call in calls)),
        )
        lines.append("| " + " | ".join(map(str, columns)) + " |")
        print(lines[-1], flush=True)
    text = FUNCTIONS.format(
        functions=len(ROWS),
        names=sum(len(row.names) for row in ROWS),
        expressions=len(counted),
        cells=sum(counted.values()),
        differences=sum(wrong.values()),
    )
    text += "\n".join(lines) + FUNCTIONS_NAMED + "\n".join(named_differences()) + "\n"
    return text, sum(counted.values()), sum(wrong.values())


def named_differences():
    """`- **median**, **nanmedian**: why.` of the calls that are not compared."""
    from calls import derived, domains

    names = {}
    for row in derived.ROWS:
        for _, _, why in domains.of(row).different:
            names.setdefault(why, {})[f"**{row.name}**"] = None
    return [f"- {', '.join(rows)}: {why}." for why, rows in names.items()]


def form_exists(row, form):
    return row.inplace if form == "in-place" else any(" out = None" in text for text in row.signatures)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--long", action="store_true")
    parser.add_argument("--passes", type=int, default=1)
    parser.add_argument("operators", nargs="*")
    options = parser.parse_args()

    from differential.cells import CELLS
    from differential.forms import ROWS
    from differential.rows import SAMPLE, WHOLE

    passes = WHOLE if options.long else {n: count * options.passes for n, count in SAMPLE.items()}
    option = " --long" if options.long else f" --passes {options.passes}" if options.passes > 1 else ""
    lines, failed, started = {}, 0, time.perf_counter()
    for name in options.operators or ROWS:
        failures = run_row(ROWS[name], passes)
        failed += failures.count()
        lines[name] = line_of(ROWS[name], failures, CELLS)
        print(lines[name], *(f"\n    {line:.300}" for line in failures.lines()), flush=True)
    if not options.operators:
        functions, cells, differences = run_functions()
        failed += differences
        PAGE.write_text(page_of(lines, failed - differences, option) + functions)
        print(f"{PAGE.name} written, {cells} cells of functions", end=", ")
    print(f"{sum(CELLS.cases.values())} cases, {failed} differences, {time.perf_counter() - started:.0f} s")
    return failed != 0


if __name__ == "__main__":
    sys.exit(main())
