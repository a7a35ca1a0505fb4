"""A square table that is normalised by its rows' sums, and by those of the wrong axis."""

import numpy as np

rng = np.random.default_rng(2)
counts = rng.random((12, 12))


class Scaler:
    """Keeps what it was fitted to."""

    def fit(self, table, axis):
        self.mean = table.mean(axis)
        self.deviation = table.std(axis)
        return self

    def transform(self, table):
        return (table - self.mean) / self.deviation

    def transform_in_place(self, table):
        table -= self.mean  # BUG: medium
        return table


rows = counts / counts.sum(1, keepdims=True)
shares = counts / counts.sum(1)  # BUG: medium
tall = rng.random((30, 12))
standard = Scaler().fit(tall, 0).transform(tall)
centred = Scaler().fit(counts, 1).transform_in_place(counts.copy())
assert rows.shape == shares.shape == centred.shape and standard.shape == tall.shape
