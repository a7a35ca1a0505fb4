"""Collected mismatches of a differential run, reported by kind with a few reproductions each."""

import collections


class Failures:
    def __init__(self):
        self.kinds = collections.OrderedDict()

    def add(self, kind, line):
        entry = self.kinds.setdefault(kind, [0, []])
        entry[0] += 1
        if len(entry[1]) < 3:
            entry[1].append(line if len(line) < 1500 else f"{line[:1500]} ...")

    def count(self):
        return sum(n for n, _ in self.kinds.values())

    def lines(self):
        return [
            f"{kind}: {n} cases, for example\n    " + "\n    ".join(examples)
            for kind, (n, examples) in self.kinds.items()
        ]

    def report(self):
        if self.kinds:
            lines = self.lines()
            raise AssertionError("\n".join([f"{self.count()} cases in {len(lines)} kinds", *lines[:40]]))
