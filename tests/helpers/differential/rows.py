"""Runs a row of the operator table through the differential runner: all its forms in all the cells."""

import numpy as np

from differential.cases import Case, operand
from differential.cells import CELLS, VALUE
from differential.domains import scatter
from differential.drawing import draws, layouts_of, operands_of, order_of, parameters_of, stable
from differential.forms import forms_of
from differential.runner import Runner, recording
from oracles.dtype_rules import ALL, NAMES, can_cast

SAMPLE = {1: 2, 2: 1, 3: 1}
WHOLE = {1: 12, 2: 84, 3: 48}
"""Passes over the cells, by the number of operands."""
NUMBERS_ONLY = 2
"""Passes for calls without tensors: more would say the same again."""
OUT_LAYOUTS = ("strided", "transposed", "padded")


def out_operand(kind, size, dtype, word):
    """The tensor given as out=: without elements, of a wrong shape (and now and then another dtype), of the
    right shape with its own strides, or of any other dtype."""
    if kind == "fresh":
        size = (0,)
    elif kind == "resized":
        size = (2, *size) if len(size) < 6 else (3,)
        dtype = NAMES[scatter(word) % len(NAMES)] if word % 4 == 0 else dtype
    elif kind == "cast":
        choices = NAMES if word & 1 else [name for name in NAMES if can_cast(dtype, name)]
        dtype = choices[scatter(word) % len(choices)]
    layout = OUT_LAYOUTS[(word >> 3) % len(OUT_LAYOUTS)] if kind != "fresh" else "contiguous"
    return operand(dtype, size, layout, 17 + word % 5)


class RowRun:
    """All forms of a row with one dtype of the first tensor."""

    def __init__(self, row, cells=CELLS):
        self.row = row
        self.cells = cells
        self.runner = Runner(row)
        self.layouts = len(layouts_of(row))
        size = (len(cells.dtypes), self.layouts)
        self.grids = [(form, stable(form.name), np.zeros(size, np.uint8)) for form in forms_of(row)]

    def run(self, dtype, passes, tenth=False):
        with recording() as log:
            for draw in draws(self.row, dtype, passes):
                if tenth and scatter(stable(self.row.name), draw.dtype, draw.layout) % 10:
                    continue
                results = {}
                shared = {}
                for form, salt, grid in self.grids:
                    if not form.tensors and draw.round >= NUMBERS_ONLY:
                        continue
                    # forms without numbers share operands and so torch's results; beside a mode divisors
                    # are other ones (domains.py)
                    key = (form.places, bool(form.parameters), "Number" in form.places and salt)
                    if key not in shared:
                        shared[key] = operands_of(draw, form)
                    case = Case(self.row.name, form.name, shared[key], parameters_of(draw, form))
                    if form.out:
                        size, out_dtype = self.result_of(draw, form, case, results, log)
                        case.out = out_operand(form.out, size, out_dtype, draw.word(6, salt))
                    grid[draw.dtype, draw.layout] |= self.runner.check(case, form, log)
        for form, _, grid in self.grids:
            visited = self.cells.grid(self.row.name, form.name, self.layouts)
            visited |= grid
        return self.runner

    def empty(self, dtype):
        """The forms of which a cell of this dtype was not visited."""
        return [form.name for form, _, grid in self.grids if (grid[dtype] == 0).any()]

    def valueless(self):
        """The forms that were refused wherever they were called."""
        return [form.name for form, _, grid in self.grids if not (grid & VALUE).any()]

    def result_of(self, draw, form, case, results, log):
        """Size and dtype that a well-behaved out= has; any, where the operands are refused."""
        plain = next(
            f
            for f in forms_of(self.row)
            if f.spelling == "function"
            and not f.out
            and f.places == form.places
            and not f.inplace
            and f.parameters == form.parameters
        )
        key = (case.operands, repr(case.parameters))
        if key not in results:
            library = self.runner.theirs or self.runner.mine
            result = self.runner.attempt(library, case, plain, log)
            if result.refused or result.dtype not in ALL:
                first = case.operands[order_of(form, self.row)[0]] if form.tensors else None
                results[key] = (first.size if first is not None else ()), "float64"
            else:
                results[key] = result.size, result.dtype
        return results[key]
