"""The base of distributions: sizes, checks of parameters and values, and what follows from them."""

from __future__ import annotations

import warnings
from collections.abc import Iterable, Mapping
from typing import Any, ClassVar

from torch.distributions.constraints import Constraint

import tbcast
from tbcast import Size, Tensor


class Distribution:
    """A distribution of events of event_shape, for each index of batch_shape. As
    torch.distributions.Distribution."""

    arg_constraints: ClassVar[Any] = {}
    """Parameter -> constraint."""
    support: Any
    """The constraint on values."""
    has_rsample = False
    has_enumerate_support = False
    _validate_args = __debug__

    @staticmethod
    def set_default_validate_args(value: bool) -> None:
        """Whether parameters and values are checked where validate_args is not given."""
        if value not in (True, False):
            raise ValueError
        Distribution._validate_args = value

    def __init__(
        self,
        batch_shape: Iterable[int] = (),
        event_shape: Iterable[int] = (),
        validate_args: bool | None = None,
    ) -> None:
        """ValueError if a parameter lies outside of its constraint."""
        self._batch_shape, self._event_shape = Size(batch_shape), Size(event_shape)
        if validate_args is not None:
            self._validate_args = validate_args
        if not self._validate_args:
            return
        given = self._parameters()
        for name, constraint in self.arg_constraints.items():
            if name in given and not constraint.check(given[name]).all():
                value = given[name]
                raise ValueError(
                    f"Expected parameter {name} ({type(value).__name__} of shape {tuple(value.shape)}) of "
                    f"distribution {self!r} to satisfy the constraint {constraint!r}, but found invalid "
                    f"values:\n{value}"
                )

    def _parameters(self) -> Mapping[str, Tensor]:
        """Those that were given or have been computed."""
        return {name: vars(self)[name] for name in self.arg_constraints if name in vars(self)}

    def expand(self, batch_shape: Iterable[int], _instance: Any = None) -> Any:
        """The same distribution with its parameters expanded: views."""
        if _instance is None:
            owner = next(c for c in type(self).__mro__ if c.__module__.startswith("torch.distributions."))
            if type(self).__init__ is not owner.__init__:
                raise NotImplementedError(
                    f"Subclass {type(self).__name__} of {owner.__name__} that defines a custom __init__ "
                    "method must also define a custom .expand() method."
                )
            _instance = type(self).__new__(type(self))
        sizes = Size(batch_shape)
        for name, value in self._parameters().items():
            setattr(_instance, name, value.expand(sizes + value.shape[len(self._batch_shape) :]))
        Distribution.__init__(_instance, sizes, self._event_shape, validate_args=False)
        _instance._validate_args = self._validate_args
        return _instance

    @property
    def batch_shape(self) -> Size:
        """The sizes of the parameters."""
        return self._batch_shape

    @property
    def event_shape(self) -> Size:
        """The sizes of one event."""
        return self._event_shape

    @property
    def mean(self) -> Tensor:
        """The mean."""
        raise NotImplementedError

    @property
    def mode(self) -> Tensor:
        """The mode."""
        raise NotImplementedError(f"{self.__class__} does not implement mode")

    @property
    def variance(self) -> Tensor:
        """The variance."""
        raise NotImplementedError

    @property
    def stddev(self) -> Tensor:
        """The square root of the variance."""
        return self.variance.sqrt()

    def sample(self, sample_shape: Iterable[int] = ()) -> Tensor:
        """Draws: sizes sample_shape + batch_shape + event_shape."""
        return self.rsample(sample_shape)

    def rsample(self, sample_shape: Iterable[int] = ()) -> Tensor:
        """As sample, for distributions that draw by a function of their parameters."""
        raise NotImplementedError

    def sample_n(self, n: int) -> Tensor:
        """sample((n,)), with a warning."""
        text = "`sample_n(n)` will be deprecated. Use `sample((n,))` instead."
        warnings.warn(text, FutureWarning, stacklevel=2)
        return self.sample((n,))

    def log_prob(self, value: Tensor) -> Tensor:
        """The logarithm of the density, or of the probability."""
        raise NotImplementedError

    def cdf(self, value: Tensor) -> Tensor:
        """The probability of values up to `value`."""
        raise NotImplementedError

    def icdf(self, value: Tensor) -> Tensor:
        """The inverse of cdf."""
        raise NotImplementedError

    def enumerate_support(self, expand: bool = True) -> Tensor:
        """All values, along a new first dimension."""
        raise NotImplementedError

    def entropy(self) -> Tensor:
        """The entropy."""
        raise NotImplementedError

    def perplexity(self) -> Tensor:
        """The exponential of the entropy."""
        return tbcast.exp(self.entropy())

    def _extended_shape(self, sample_shape: Iterable[int] = ()) -> Size:
        return Size(sample_shape) + self._batch_shape + self._event_shape

    def _enumerated(self, values: Tensor, expand: bool) -> Tensor:
        values = values.view((-1,) + (1,) * len(self._batch_shape))
        return values.expand((-1, *self._batch_shape)) if expand else values

    def _validate_sample(self, value: Any) -> None:
        """ValueError if no draw could be value; nothing if arguments are not checked."""
        if not self._validate_args:
            return
        if not isinstance(value, Tensor):
            raise ValueError("The value argument to log_prob must be a Tensor")
        if value.shape[value.dim() - len(self._event_shape) :] != self._event_shape:
            raise ValueError(
                f"The right-most size of value must match event_shape: {value.shape} vs {self._event_shape}."
            )
        sizes = self._batch_shape + self._event_shape
        try:
            tbcast.broadcast_shapes(value.shape, sizes)
        except RuntimeError:
            raise ValueError(
                f"Value is not broadcastable with batch_shape+event_shape: {value.shape} vs {sizes}."
            ) from None
        support: Constraint = self.support
        if not support.check(value).all():
            raise ValueError(
                f"Expected value argument ({type(value).__name__} of shape {tuple(value.shape)}) to be "
                f"within the support ({support!r}) of the distribution {self!r}, but found "
                f"invalid values:\n{value}"
            )

    def __repr__(self) -> str:
        shown = (
            f"{name}: {value if value.numel() == 1 else value.shape}"
            for name, value in self._parameters().items()
        )
        return f"{type(self).__name__}({', '.join(shown)})"
