"""torch.distributions.constraints: what values may be. Those that the distributions here use."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tbcast import Tensor


class Constraint:
    """A set of values: `holds` is asked of each, or of each event, which has event_dim dimensions."""

    def __init__(
        self, name: str, holds: Callable[[Tensor], Tensor], *, is_discrete: bool = False, event_dim: int = 0
    ) -> None:
        self._name, self._holds = name, holds
        self.is_discrete, self.event_dim = is_discrete, event_dim

    def check(self, value: Tensor) -> Tensor:
        """Whether each event of value lies in the set."""
        return self._holds(value)

    def __repr__(self) -> str:
        return self._name


def interval(lower_bound: Any, upper_bound: Any) -> Constraint:
    """From lower_bound to upper_bound."""
    return Constraint(
        f"Interval(lower_bound={lower_bound}, upper_bound={upper_bound})",
        lambda x: (lower_bound <= x) & (x <= upper_bound),
    )


def integer_interval(lower_bound: Any, upper_bound: Any) -> Constraint:
    """The integers from lower_bound to upper_bound."""
    return Constraint(
        f"IntegerInterval(lower_bound={lower_bound}, upper_bound={upper_bound})",
        lambda x: (x % 1 == 0) & (lower_bound <= x) & (x <= upper_bound),
        is_discrete=True,
    )


def greater_than(lower_bound: Any) -> Constraint:
    """Above lower_bound."""
    return Constraint(f"GreaterThan(lower_bound={lower_bound})", lambda x: lower_bound < x)


def less_than(upper_bound: Any) -> Constraint:
    """Below upper_bound."""
    return Constraint(f"LessThan(upper_bound={upper_bound})", lambda x: x < upper_bound)


boolean = Constraint("Boolean()", lambda x: (x == 0) | (x == 1), is_discrete=True)
real = Constraint("Real()", lambda x: x == x)
real_vector = Constraint("IndependentConstraint(Real(), 1)", lambda x: (x == x).all(-1), event_dim=1)
positive = greater_than(0.0)
positive_vector = Constraint(
    f"IndependentConstraint({positive!r}, 1)", lambda x: (x > 0).all(-1), event_dim=1
)
nonnegative = Constraint("GreaterThanEq(lower_bound=0.0)", lambda x: x >= 0)
unit_interval = interval(0.0, 1.0)
simplex = Constraint("Simplex()", lambda x: (x >= 0).all(-1) & ((x.sum(-1) - 1).abs() < 1e-6), event_dim=1)
