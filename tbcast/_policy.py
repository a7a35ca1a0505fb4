"""`tbcast.broadcast_policy`: which broadcasts a program allows itself.

Policies that were entered are entries of a linked list in a context variable, the innermost first, so that
threads and tasks each have their own. `tbcast._C` looks there and asks `_hook` (_verdict/calls.py), but only
once a policy has been entered or installed somewhere. Imported when a policy is first used.
"""

from __future__ import annotations

import functools
import math
import operator
import threading
import warnings
from collections.abc import Callable
from numbers import Real
from typing import Any, Literal, TypeVar, cast, final

from tbcast._decorators import within
from tbcast._verdict import calls
from tbcast._verdict.calls import LISTENER, Entry, Telling, caller as caller, caller_place, entered
from tbcast._verdict.intent import Marks, Place, is_excused, statement_text
from tbcast._verdict.risk import LEVELS, POLICY_LEVELS, Shape, Verdict, broadcast, judge, name_of

_Function = TypeVar("_Function", bound=Callable[..., Any])
_Kind = TypeVar("_Kind", bound="BroadcastPolicyWarning | BroadcastPolicyError")
_Arguments = tuple[
    Literal["allow", "warn", "raise"], Literal["low", "medium", "high"] | None, float | None, int | None
]


class _About:
    """The attributes of an objection, besides its text."""

    shapes: tuple[Shape, ...] = ()
    """The shapes of the operands."""
    result: Shape = ()
    """Their broadcast shape."""
    risk: str = "none"
    """"none", "low", "medium" or "high"."""
    reason: str = ""
    """Why a policy objects, in sentences."""
    fixes: tuple[Any, ...] = ()
    """What to write instead, as in tbcast.explain(...).fixes."""
    filename: str | None = None
    lineno: int | None = None
    """The line of the call."""
    statement: str = ""
    """Its source, if known."""


class BroadcastPolicyWarning(_About, UserWarning):
    """A warning that `broadcast_policy('warn')` issues for a call that broadcasts.

    Shapes broadcast as torch.broadcast_shapes says. As usual, a filter can turn the warning into an error.
    Attributes: shapes, result, risk, reason, fixes, filename, lineno, statement.

    >>> import warnings
    >>> with tbcast.broadcast_policy("warn"), warnings.catch_warnings(record=True) as log:
    ...     result = tbcast.ones(3, 1) - tbcast.ones(3)
    >>> log[0].category.__name__, log[0].message.fixes[0].code
    ('BroadcastPolicyWarning', 'b[:, None]')
    """


class BroadcastPolicyError(_About, RuntimeError):
    """A RuntimeError that `broadcast_policy('raise')` raises for a call that would broadcast.

    Shapes broadcast as torch.broadcast_shapes says. The call has allocated and written nothing, except a
    NumPy ufunc, which has already computed. Attributes: shapes, result, risk, reason, fixes, filename,
    lineno, statement.

    >>> try:
    ...     with tbcast.broadcast_policy("raise"):
    ...         tbcast.ones(3, 1) - tbcast.ones(3)
    ... except tbcast.BroadcastPolicyError as error:
    ...     error.shapes, error.result, error.risk, error.fixes[0].code
    (((3, 1), (3,)), (3, 3), 'high', 'b[:, None]')
    """


for _type in (BroadcastPolicyWarning, BroadcastPolicyError):
    _type.__module__ = "tbcast"


@final
class broadcast_policy:
    """Determines what happens when an operator broadcasts: 'allow', 'warn' or 'raise'.

    Use it as a context manager or as a decorator; `install()` applies it to all code that has not entered a
    policy.

    The policy objects to a call that broadcasts (two or more of its operands are tensors, and their shapes
    are not all the same; shapes broadcast as torch.broadcast_shapes says), if one of these holds:

    - its risk, which `tbcast.explain` shows, is at least `risk` ('low', 'medium' or 'high'; None ignores the
      risk),
    - the result has more than `max_growth` times the elements of the largest operand,
    - the result takes more than `max_nbytes` bytes of new memory; an in-place operation, or a fitting `out=`,
      takes none.

    'warn' issues a `BroadcastPolicyWarning`, 'raise' raises a `BroadcastPolicyError`, before anything is
    allocated or written, and before the warnings of `tbcast.backcompat`, which a policy's warning replaces.
    Only the innermost policy counts. The comment `# broadcast: ok` excuses its statement. A dimension that
    the statement itself writes out, by x[:, None] or unsqueeze, makes a high risk low; one that another
    statement of the function writes out makes it medium. Such a dimension never excuses a loss or a
    comparison of data. Every function that broadcasts is checked, in every form: operators, `copy_`,
    `t[index] = value`, losses, `dist`, `cosine_similarity`, `isclose`, `allclose`, `broadcast_tensors`,
    `masked_select`, `take_along_dim`, index tensors against each other, batches of products, what `addmm` and
    similar functions add, the dimensions that `...` stands for in `einsum`, and NumPy's ufuncs, which are
    checked after NumPy has computed. Views (`expand`) do not count.

    A policy applies to the thread or task that entered it, and to tasks started there. A decorated function
    may be a coroutine function or a generator, asynchronous or not. A policy may be entered any number of
    times, anywhere. Raises ValueError or TypeError for other arguments.

    >>> with tbcast.broadcast_policy("raise", risk="medium"):
    ...     tbcast.ones(2, 3) + tbcast.ones(3)
    tensor([[2., 2., 2.],
            [2., 2., 2.]])
    >>> @tbcast.broadcast_policy("raise")
    ... def loss(prediction, target):
    ...     return (prediction - target) ** 2
    >>> loss(tbcast.ones(8, 1), tbcast.ones(8, 1)).shape
    torch.Size([8, 1])
    >>> loss(tbcast.ones(8, 1), tbcast.ones(8))
    Traceback (most recent call last):
        ...
    tbcast.BroadcastPolicyError: sub: a (8, 1) and b (8,) broadcast to (8, 8). The risk is high: a and b \
have the same sizes apart from 1s, and both grow. Fix: b[:, None] (or b.unsqueeze(1)) gives (8, 1): if b \
belongs to the 2nd trailing dimension. See tbcast.explain((8, 1), (8,))
    """

    __slots__ = ("_arguments",)
    _arguments: _Arguments

    def __new__(
        cls,
        level: Literal["allow", "warn", "raise"],
        risk: Literal["low", "medium", "high"] | None = "high",
        max_growth: float | None = None,
        max_nbytes: int | None = None,
    ) -> broadcast_policy:
        """Check the arguments."""
        _check_word("level", level, POLICY_LEVELS)
        if risk is not None:
            _check_word("risk", risk, LEVELS[1:])
        growth = None if max_growth is None else _as_growth(max_growth)
        nbytes = None if max_nbytes is None else _as_nbytes(max_nbytes)
        self = super().__new__(cls)
        object.__setattr__(self, "_arguments", (level, risk, growth, nbytes))
        return self

    @property
    def level(self) -> Literal["allow", "warn", "raise"]:
        """The level: 'allow', 'warn' or 'raise'.

        >>> tbcast.broadcast_policy("warn").level
        'warn'
        """
        return self._arguments[0]

    @property
    def risk(self) -> Literal["low", "medium", "high"] | None:
        """The lowest risk to which the policy objects: 'low', 'medium' or 'high'; None if it ignores the
        risk.

        >>> tbcast.broadcast_policy("warn").risk
        'high'
        """
        return self._arguments[1]

    @property
    def max_growth(self) -> float | None:
        """How many times the elements of the largest operand a result may have; None for any number.

        >>> tbcast.broadcast_policy("warn", max_growth=2).max_growth
        2.0
        """
        return self._arguments[2]

    @property
    def max_nbytes(self) -> int | None:
        """How many bytes of new memory a result may take; None for any number.

        >>> tbcast.broadcast_policy("warn", max_nbytes=1 << 30).max_nbytes
        1073741824
        """
        return self._arguments[3]

    def __repr__(self) -> str:
        level, risk, max_growth, max_nbytes = self._arguments
        return f"broadcast_policy({level=}, {risk=}, {max_growth=}, {max_nbytes=})"

    def __eq__(self, other: object) -> bool:
        return self._arguments == other._arguments if isinstance(other, broadcast_policy) else NotImplemented

    def __hash__(self) -> int:
        return hash(self._arguments)

    def __reduce__(self) -> tuple[type[broadcast_policy], tuple[Any, ...]]:
        return broadcast_policy, self._arguments

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"a broadcast_policy cannot be changed: {name}")

    def __delattr__(self, name: str) -> None:
        raise AttributeError(f"a broadcast_policy cannot be changed: {name}")

    def install(self) -> broadcast_policy | None:
        """Make this the interpreter's policy, for all code that has not entered one.

        Returns the policy that it replaces, or None. `broadcast_policy('allow').install()` undoes it. What
        broadcasts, and to which shape, stays as torch.broadcast_shapes says.

        >>> before = tbcast.broadcast_policy("warn", risk="medium").install()
        >>> tbcast.broadcast_policy("allow").install()
        broadcast_policy(level='warn', risk='medium', max_growth=None, max_nbytes=None)
        """
        global _installed
        with _installing:
            calls.install(self._checked_arguments())
            before, _installed = _installed, self
        return before

    def __enter__(self) -> broadcast_policy:
        calls.be_asked()
        entered.set((self._checked_arguments(), entered.get(), self))
        return self

    def __exit__(self, *exception: object) -> None:
        entered.set(_without(entered.get(), self))

    def __call__(self, function: _Function) -> _Function:
        """Decorate a function, whose calls then run under this policy."""
        if isinstance(function, (type, staticmethod, classmethod, property)) or not callable(function):
            raise TypeError(
                f"a broadcast_policy decorates functions, not {type(function).__name__} objects"
                + (" (put it below @staticmethod or @classmethod)" * isinstance(function, _METHODS))
            )
        return within(lambda: self, function)

    def _checked_arguments(self) -> _Arguments | None:
        """The arguments for the hook, which C passes on; None if everything is allowed."""
        return None if self.level == "allow" else self._arguments


_METHODS = (staticmethod, classmethod)
_installed: broadcast_policy | None = None
_installing = threading.Lock()


def _without(entry: Entry | None, policy: broadcast_policy) -> Entry | None:
    """The entries without the innermost one of this policy, which generators may leave out of order."""
    above = []
    rest = entry
    while rest is not None and rest[2] is not policy:
        above.append(rest)
        rest = rest[1]
    if rest is None:  # entered in another context: nothing to leave in this one
        return entry
    rest = rest[1]
    for arguments, _, other in reversed(above):
        rest = (arguments, rest, other)
    return rest


# ---- arguments ----


def _check_word(name: str, value: object, words: tuple[str, ...]) -> None:
    listed = ", ".join(map(repr, words[:-1])) + f" or {words[-1]!r}"
    if not isinstance(value, str):
        raise TypeError(f"broadcast_policy(): {name} must be {listed}, not {type(value).__name__}")
    if value not in words:
        raise ValueError(f"broadcast_policy(): {name} must be {listed}, not {value!r}")


def _as_growth(value: object) -> float:
    if isinstance(value, bool) or not isinstance(value, Real):
        raise TypeError(f"broadcast_policy(): max_growth must be a number, not {type(value).__name__}")
    try:
        growth = float(value)
    except OverflowError:
        raise ValueError("broadcast_policy(): max_growth must be a number that a float can hold") from None
    if not growth >= 0:  # also catches nan
        raise ValueError(f"broadcast_policy(): max_growth must be at least 0, not {value}")
    return growth


def _as_nbytes(value: object) -> int:
    try:
        if isinstance(value, bool):
            raise TypeError
        nbytes = operator.index(value)  # type: ignore[arg-type]
    except TypeError:
        kind = type(value).__name__
        raise TypeError(f"broadcast_policy(): max_nbytes must be an integer, not {kind}") from None
    if nbytes < 0:
        raise ValueError(f"broadcast_policy(): max_nbytes must be at least 0, not {nbytes}")
    return nbytes


# ---- what C calls before a call broadcasts ----


class _Objection:
    """The objection of a policy with some arguments to a call with some shapes, wherever the call is."""

    def __init__(
        self,
        arguments: _Arguments,
        name: str,
        shapes: tuple[Shape, ...],
        result: Shape,
        how: tuple[bool, bool],
        verdict: Verdict,
        limits: tuple[str, ...],
    ) -> None:
        self.level, self.least = arguments[:2]
        self.name, self.shapes, self.result = name, shapes, result
        self.fallback, self.inplace = how
        self.verdict, self.limits = verdict, limits

    def _verdict(self, marks: tuple[Marks | None, ...] | None, place: Place) -> Verdict:
        if marks is None:
            return self.verdict
        known = [
            mark if mark and len(mark) == len(shape) else None
            for mark, shape in zip(marks, self.shapes, strict=True)
        ]
        return judge(self.shapes, fallback=self.fallback, marks=known, place=place)

    def __call__(
        self, marks: tuple[Marks | None, ...] | None, data: bool, warned: bool
    ) -> BroadcastPolicyError | bool:
        """An error to raise, or whether it warned, unless the source of the call excuses it.

        marks: of the operands. data: whether the call compares data or is a loss. warned: whether this call
        has already warned.
        """
        place, level = caller_place()
        found = self.at(place, marks, data)
        if found is None or isinstance(found, BroadcastPolicyError):
            return found or False
        try:
            if not warned:
                warnings.warn(found, stacklevel=level)
        finally:
            del found  # a filter may raise it, and it would hold this frame, which holds it
        return True

    def at(
        self, place: Place, marks: tuple[Marks | None, ...] | None, data: bool
    ) -> BroadcastPolicyError | BroadcastPolicyWarning | None:
        """The exception or warning for a call at this place; None if its source excuses it."""
        verdict = self._verdict(None if data else marks, place)
        reasons = [*self.limits]
        risky = self.least is not None and LEVELS.index(verdict.risk) >= LEVELS.index(self.least)
        if risky:
            reasons.insert(0, f"The risk is {verdict.risk}: {verdict.why}.")
        if not reasons or is_excused(place):
            return None
        if self.level == "raise":
            return self._about(BroadcastPolicyError, reasons, verdict, risky, place)
        return self._about(BroadcastPolicyWarning, reasons, verdict, risky, place)

    def _about(
        self, kind: type[_Kind], reasons: list[str], verdict: Verdict, risky: bool, place: Place
    ) -> _Kind:
        from tbcast._explain.fixes import fixes_of
        from tbcast._explain.text import fix_text

        named = [f"{name_of(i)} {shape}" for i, shape in enumerate(self.shapes)]
        how = "are viewed as" if self.fallback else "broadcast to"
        text = f"{self.name}: {', '.join(named[:-1])} and {named[-1]} {how} {self.result}."
        text = " ".join((text, *reasons))
        fixes = fixes_of(self.shapes, self.inplace) if verdict.risk in ("medium", "high") else ()
        if risky and fixes:
            text += f" Fix: {fix_text(fixes[0])}."
        call = f"tbcast.explain({', '.join(map(str, self.shapes))}{', inplace=True' * self.inplace})"
        found = kind(f"{text} See {call}")
        found.shapes, found.result = self.shapes, self.result
        found.risk, found.reason, found.fixes = verdict.risk, " ".join(reasons), fixes
        found.filename, found.lineno = place.code.co_filename, place.line
        found.statement = statement_text(place)
        return found


def _objection(
    arguments: _Arguments, name: str, shapes: tuple[Shape, ...], itemsize: int, fallback: bool, inplace: bool
) -> _Objection | None:
    """The objection of a policy with these arguments to a call, or None. `itemsize`: of the new memory that
    the result takes, or 0.
    """
    _, least, max_growth, max_nbytes = arguments
    result = shapes[0] if fallback else broadcast(*shapes)
    assert result is not None
    verdict = judge(shapes, fallback=fallback)
    largest = max(map(math.prod, shapes))
    growth = math.prod(result) / largest if largest else 1.0
    nbytes = math.prod(result) * itemsize
    limits = []
    if max_growth is not None and growth > max_growth:
        limits.append(
            f"The result has {growth:g} times the elements of the largest operand; "
            f"max_growth is {max_growth:g}."
        )
    if max_nbytes is not None and nbytes > max_nbytes:
        limits.append(f"The result takes {nbytes} bytes; max_nbytes is {max_nbytes}.")
    risky = least is not None and LEVELS.index(verdict.risk) >= LEVELS.index(least)
    if not (risky or limits):
        return None
    return _Objection(arguments, name, shapes, result, (fallback, inplace), verdict, tuple(limits))


def _answer(
    arguments: object, name: str, shapes: tuple[Shape, ...], itemsize: int, *form: bool
) -> _Objection | Telling | None:
    """What C asks of a policy, or of a listener, which is told of every call."""
    if arguments is LISTENER:
        return Telling(name, shapes, *form)
    if arguments is None:  # asked for an audit that ends meanwhile
        return None
    return _objection(cast(_Arguments, arguments), name, shapes, itemsize, *form)


# Programs repeat the same calls. Without an objection, no Python code runs.
_known_objection = functools.lru_cache(maxsize=512)(_objection)
_hook = functools.lru_cache(maxsize=512)(_answer)
calls.answer_with(_hook)
