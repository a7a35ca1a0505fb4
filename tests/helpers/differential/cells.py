"""What the differential runs have visited: cells (operator x form x dtype x layout class), and counts."""

import collections

import numpy as np

from oracles.dtype_rules import NAMES

VALUE, REFUSAL = 1, 2


class Cells:
    def __init__(self, dtypes=NAMES):
        self.dtypes = dtypes
        self.grids = {}  # operator -> {form: grid over dtype and layout class}
        self.cases = collections.Counter()
        self.second = collections.Counter()  # cases that NumPy judged as well
        self.differences = collections.Counter()  # (operator, name)

    def grid(self, operator, form, layouts):
        grids = self.grids.setdefault(operator, {})
        if form not in grids:
            grids[form] = np.zeros((len(self.dtypes), layouts), np.uint8)
        return grids[form]

    def add(self, other):
        """Take in what another process has visited; None is one that did not get so far."""
        if other is None:
            return
        for operator, grids in other.grids.items():
            for form, grid in grids.items():
                mine = self.grid(operator, form, grid.shape[1])
                mine |= grid
        self.cases += other.cases
        self.second += other.second
        self.differences += other.differences

    def differs(self, operator, name):
        self.differences[operator, name] += 1

    def counts(self, operator):
        """(cells with a value, cells that were only refused, empty cells)"""
        grids = self.grids.get(operator, {}).values()
        values = sum(int((g & VALUE > 0).sum()) for g in grids)
        refusals = sum(int((g == REFUSAL).sum()) for g in grids)
        return values, refusals, sum(int((g == 0).sum()) for g in grids)

    def summary(self):
        """Lines for the end of a run."""
        totals = np.sum([self.counts(operator) for operator in self.grids], axis=0)
        yield (
            f"{len(self.grids)} operators, {sum(map(len, self.grids.values()))} forms: {totals[0]} cells "
            f"with a value, {totals[1]} refused as they should be, {totals[2]} empty; "
            f"{sum(self.cases.values())} cases, {sum(self.second.values())} of them judged by NumPy as well"
        )
        named = collections.Counter()
        operators = collections.defaultdict(set)
        for (operator, name), count in self.differences.items():
            named[name] += count
            operators[name].add(operator)
        for name, count in sorted(named.items()):
            where = sorted(operators[name])
            shown = ", ".join(where) if len(where) < 6 else f"{len(where)} operators"
            yield f"  named difference from torch: {name}: {count} ({shown})"


CELLS = Cells()
