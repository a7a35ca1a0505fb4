"""What the runs over creation, views, accessors and conversions have visited."""

import numpy as np

from cells import REFUSAL, VALUE


class FormCells:
    """Which cells of form x dtype x layout have been visited, and how."""

    def __init__(self):
        self.visited = {}
        self.planned = {}
        self.items = set()  # (test, operator, dtype) that ran to their end

    def plan(self, key, shape):
        self.planned[key] = shape

    def mark(self, key, index, what):
        grid = self.visited.get(key)
        if grid is None:
            grid = self.visited[key] = np.zeros(self.planned[key], np.uint8)
        grid[index] |= what

    def empty(self):
        """{key: number of empty cells}"""
        result = {}
        for key, shape in self.planned.items():
            grid = self.visited.get(key)
            missing = int(np.prod(shape)) if grid is None else int((grid == 0).sum())
            if missing:
                result[key] = missing
        return result

    def counts(self):
        values = sum(int((g & VALUE > 0).sum()) for g in self.visited.values())
        refusals = sum(int((g == REFUSAL).sum()) for g in self.visited.values())
        return values, refusals


FORM_CELLS = FormCells()
