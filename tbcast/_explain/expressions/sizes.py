"""Sizes with names: which numbers stand for them while an expression is evaluated, and which name a number in
the result then gets.

An expression is evaluated several times, each time with other numbers for the same names. A size of the
result gets the form that explains its numbers in all evaluations: 10, 12 and 16 are `T - 1` if T was 11, 13
and 17.
"""

from __future__ import annotations

import itertools
import math
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

ASSIGNMENTS = 3
LEAST = 3
MAX_DIVISOR, MAX_OFFSET, MAX_FACTORS = 64, 4096, 4

Values = Mapping[str, int]
"""Name -> the number that stands for it."""


@dataclass(frozen=True)
class Form:
    """How a size follows from named sizes."""

    text: str
    value: Callable[[Values], int]
    factor: int = 0
    names: tuple[str, ...] = ()
    """For a product: the names that multiply `factor`; otherwise empty."""


def _product(values: Values, names: Iterable[str]) -> int:
    return math.prod(values[name] for name in names)


def _of_product(factor: int, names: tuple[str, ...]) -> Form:
    words = ([str(factor)] if factor != 1 else []) + [
        n if n.isidentifier() else f"({n})" for n in sorted(names)
    ]
    text = names[0] if factor == 1 and len(names) == 1 else "*".join(words)
    return Form(text, lambda values: factor * _product(values, names), factor, names)


def _shifted(text: str, by: int) -> str:
    return text if by == 0 else f"{text} {'-' if by < 0 else '+'} {abs(by)}"


def _products(values: Values, most: int) -> Iterator[tuple[str, ...]]:
    for n in range(1, most + 1):
        yield from itertools.combinations_with_replacement(values, n)


def _forms(value: int, values: Values, divisors: Sequence[int]) -> Iterator[Form]:
    """The forms that may explain a number, simplest first."""
    most = MAX_FACTORS if len(values) <= 6 else 2
    for names in _products(values, most):
        factor, rest = divmod(value, _product(values, names))
        if factor and not rest:
            yield _of_product(factor, names)
    for names in _products(values, 2):
        base = _of_product(1, names)
        for factor in (1, 2, 3, 4):
            by = value - factor * base.value(values)
            if abs(by) <= MAX_OFFSET:
                yield _moved(_of_product(factor, names), by)
        for other in values:
            if other not in names and value * values[other] == base.value(values):
                yield _quotient(base, _of_product(1, (other,)))
        for k in divisors:
            if value == base.value(values) // k:
                yield _quotient(base, _number(k))
            if value == -(-base.value(values) // k):
                yield _quotient(base, _number(k), up=True)
    for one, other in itertools.permutations(values, 2):
        for sign in (1, -1):
            by = value - values[one] - sign * values[other]
            if abs(by) <= MAX_OFFSET and not (sign == 1 and one > other):
                yield _moved(_sum(one, other, sign), by)
        for word, least in (("min", min), ("max", max)):
            if one < other and value == least(values[one], values[other]):
                yield _least(word, least, one, other)
    for name, k in itertools.product(values, divisors):
        for by in sorted(range(-k, 2 * k), key=abs):
            if value == (values[name] + by) // k:
                moved = _moved(_of_product(1, (name,)), by)
                yield _quotient(Form(f"({moved.text})", moved.value), _number(k))


def _number(k: int) -> Form:
    return Form(str(k), lambda values: k)


def _moved(form: Form, by: int) -> Form:
    return Form(_shifted(form.text, by), lambda values: form.value(values) + by)


def _quotient(form: Form, by: Form, up: bool = False) -> Form:
    """The quotient of two forms, rounded down, or up, which the text does not distinguish."""
    sign = -1 if up else 1
    text = f"{form.text} // {by.text}"
    return Form(text, lambda values: sign * (sign * form.value(values) // by.value(values)))


def _sum(one: str, other: str, sign: int) -> Form:
    word = "+" if sign == 1 else "-"
    return Form(f"{one} {word} {other}", lambda values: values[one] + sign * values[other])


def _least(word: str, least: Callable[[int, int], int], one: str, other: str) -> Form:
    return Form(f"{word}({one}, {other})", lambda values: least(values[one], values[other]))


class Names:
    """The names of an expression's sizes, and the numbers that stand for them."""

    def __init__(self, assignments: Sequence[Values], literals: Iterable[int] = ()) -> None:
        self.assignments = assignments
        self.divisors = sorted({*range(2, 9), *(n for n in literals if 2 <= n <= MAX_DIVISOR**2)})
        self._found: dict[tuple[int, ...], Form | None] = {}

    def form(self, numbers: tuple[int, ...]) -> Form | None:
        """The form that explains these numbers, one for each assignment; None if there is none."""
        if numbers not in self._found:
            self._found[numbers] = self._form(numbers)
        return self._found[numbers]

    def _form(self, numbers: tuple[int, ...]) -> Form | None:
        if all(n == numbers[0] for n in numbers):
            return Form(str(numbers[0]), lambda values, n=numbers[0]: n, numbers[0])  # type: ignore[misc]
        for form in _forms(numbers[0], self.assignments[0], self.divisors):
            pairs = zip(numbers[1:], self.assignments[1:], strict=True)
            if all(form.value(values) == number for number, values in pairs):
                return form
        return None

    def text(self, texts: Sequence[str], write: Callable[[Form], object]) -> str:
        """A text in which the numbers that depend on the assignment are replaced by their forms."""
        pieces = [re.split(r"(\d+)", text) for text in texts]
        if len({tuple(piece[::2]) for piece in pieces}) != 1:
            return texts[0]
        result = []
        for words in zip(*pieces, strict=True):
            form = self.form(tuple(map(int, words))) if words[0].isdecimal() and len(set(words)) > 1 else None
            result.append(words[0] if form is None else str(write(form)))
        return "".join(result)


def _primes(least: int) -> Iterator[int]:
    for n in itertools.count(least):
        if n > 1 and all(n % d for d in range(2, math.isqrt(n) + 1)):
            yield n


def assign(
    free: Sequence[str], given: Sequence[str], numbers: Iterable[int], literals: Iterable[int]
) -> list[dict[str, int]]:
    """Numbers for the names that appear only in the expression (`free`), and larger ones for those of
    operands' sizes, which must be larger than the expression's own numbers.

    No two names get the same number, and none gets one of `numbers` or a factor of one. Which of two names
    gets the larger number depends on the assignment.
    """
    known = {abs(n) for n in (*numbers, *literals)} - {0}
    least = max([n for n in map(abs, literals) if n < 1000], default=0) + 1
    usable = (p for p in _primes(max(least, LEAST)) if all(n % p for n in known))
    found: list[dict[str, int]] = [{} for _ in range(ASSIGNMENTS)]
    for names in (free, given):
        n = len(names)
        shift, far = (1, 2) if n % 2 else (2, 4)  # so that no name gets the same number twice
        pool = list(itertools.islice(usable, n + far)) if names else []
        for k, name in enumerate(names):
            found[0][name], found[1][name], found[2][name] = pool[k], pool[shift + n - 1 - k], pool[k + far]
    return found
