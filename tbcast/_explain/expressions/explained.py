"""The result of `explain` for an expression: its steps, each with its verdict, as data, text and pictures."""

from __future__ import annotations

import itertools
import math
import re
import threading
import warnings
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from html import escape
from typing import Any

from tbcast import _C
from tbcast._explain.explanation import Explanation, explain_operands
from tbcast._explain.expressions.calls import VARIANTS, UnknownPart, operand as make_operand
from tbcast._explain.expressions.evaluate import (
    Divisible,
    Evaluation,
    Event,
    Failed,
    Free,
    free_names,
    names_in,
    numbers_in,
    parse,
    shape_of,
)
from tbcast._explain.expressions.library import Function, Method, Module
from tbcast._explain.expressions.sizes import Form, Names, assign
from tbcast._explain.findings import plain
from tbcast._explain.fixes import OUT_OF_PLACE, Fix
from tbcast._explain.operands import Operand, read
from tbcast._explain.symbols import NamedShape, Shape, Symbols, shape_text, with_names
from tbcast._explain.text import COLUMNS, NO_RESULT, aligned, fix_text, wrapped
from tbcast._verdict.risk import LEVELS, name_of

MAX_FIXES = 2
"""The most fixes that the text shows for a step."""


@dataclass(frozen=True)
class Step:
    """One operation of an expression."""

    code: str
    """The operation, as written."""
    operands: tuple[str, ...]
    """The operands that broadcast, as written."""
    explanation: Explanation | None
    """The explanation of their broadcast; None if nothing broadcasts."""
    shape: NamedShape | None
    """The shape of the result; None if the step fails."""
    problem: str | None = None
    """The error of a step that fails."""
    whole: tuple[NamedShape, ...] | None = None
    """For matrix products, the operands' whole shapes; the explanation is about the dimensions before the
    last two.
    """
    warnings: tuple[str, ...] = ()
    """The warnings of the call."""


@dataclass(frozen=True, repr=False)
class ExplainedExpression:
    """The immutable result of `explain` for an expression."""

    code: str
    operands: tuple[tuple[str, NamedShape], ...]
    steps: tuple[Step, ...]
    """The steps in the order of evaluation, up to the first one that fails."""
    shape: NamedShape | None
    """The shape of the result; None if a step fails."""

    @property
    def broadcastable(self) -> bool:
        """Whether every step works, without the deprecated fallback."""
        fallback = any(step.explanation and step.explanation.fallback for step in self.steps)
        return self.shape is not None and not fallback

    @property
    def riskiest(self) -> Step | None:
        """The first of the steps with the highest risk; None if nothing broadcasts."""
        steps = [step for step in self.steps if step.explanation and step.explanation.risk]
        return max(steps, key=lambda step: LEVELS.index(step.explanation.risk), default=None)  # type: ignore[union-attr]

    @property
    def risk(self) -> str | None:
        """The risk of the riskiest step; "none" if nothing broadcasts, None if it cannot be determined."""
        step = self.riskiest
        if step and step.explanation:
            return step.explanation.risk
        return "none" if self.broadcastable else None

    @property
    def why(self) -> str:
        """The reason for the risk of the riskiest step."""
        step = self.riskiest
        if step and step.explanation:
            return step.explanation.why
        failed = self.steps[-1] if self.steps and self.shape is None else None
        if failed:
            return failed.explanation.why if failed.explanation else failed.problem or ""
        return "nothing broadcasts"

    def to_dict(self) -> dict[str, Any]:
        """The result in types that JSON has."""
        return {
            "code": self.code,
            "operands": {name: list(shape) for name, shape in self.operands},
            "broadcastable": self.broadcastable,
            "shape": plain(self.shape),
            "risk": self.risk,
            "why": self.why,
            "steps": [
                {
                    "code": step.code,
                    "operands": plain(step.operands),
                    "shape": plain(step.shape),
                    "problem": step.problem,
                    "warnings": plain(step.warnings),
                    "explanation": plain(step.explanation),
                }
                for step in self.steps
            ],
        }

    def __str__(self) -> str:
        lines: list[str] = []
        for step in self.steps:
            block = _block(step)
            if lines and (len(block) > 1 or lines[-1].startswith(" ")):
                lines.append("")
            lines += block
        if lines:
            lines.append("")
        if self.shape is None:
            return "\n".join([*lines, *wrapped("result ", "none: the last step fails")])
        riskiest = self.riskiest
        risk = f"{self.risk}: {riskiest.code if riskiest else self.why}"
        return "\n".join([*lines, f"result {shape_text(self.shape)}", *wrapped("risk   ", risk)])

    __repr__ = __str__

    def to_svg(self) -> str:
        """A picture of the riskiest step, as the text of an SVG file. Raises ValueError if nothing
        broadcasts."""
        step = self.riskiest or next((one for one in self.steps if one.explanation), None)
        if step is None or step.explanation is None:
            raise ValueError("there is no picture, as nothing broadcasts")
        return step.explanation.to_svg()

    def _repr_html_(self) -> str:
        parts = [
            f"<p><code>{escape(step.code)}</code></p>{step.explanation._repr_html_()}"
            for step in self.steps
            if step.explanation
        ]
        return f"<div>{''.join(parts)}<pre>{escape(str(self))}</pre></div>"


def _block(step: Step) -> list[str]:
    """The lines for a step."""
    found = step.explanation
    lines = wrapped("", step.code) if found or step.problem else []
    if found:
        lines += _shape_lines(step, found)
        if found.shape is None:
            lines += wrapped("  why    ", found.why)
        else:
            lines += wrapped("  risk   ", f"{found.risk}: {found.why}")
        for k, fix in enumerate(found.fixes[:MAX_FIXES] if not step.whole else ()):
            lines += wrapped("         " if k else "  fix    ", fix_text(_in_code(fix, step)))
    elif not step.problem:
        lines = wrapped("", f"{step.code}  {shape_text(step.shape or ())}")
    if step.problem:
        lines += wrapped("  error  ", step.problem)
    for text in step.warnings:
        lines += wrapped("  warns  ", text)
    return lines


def _shape_lines(step: Step, found: Explanation) -> list[str]:
    """The operands and the result, aligned, with their code."""
    rows: list[tuple[str, NamedShape | str]] = [
        (name_of(k), shape) for k, shape in enumerate(step.whole or found.shapes)
    ]
    works = found.shape is not None or step.shape is not None
    result = (step.shape if step.whole or found.shape is None else found.shape) if works else None
    shapes = aligned([*rows, ("=", NO_RESULT if result is None else result)], indent=2)
    if len(shapes) == len(rows) + 1:
        width = max(map(len, shapes[:-1]))
        for k, code in enumerate(step.operands):
            text = f"{shapes[k]:{width}}   {code}"
            shapes[k] = text if len(text) <= COLUMNS else f"{text[: COLUMNS - 3]}..."
    if result is not None and not step.whole and step.shape != result:
        shapes[-1] += f", reduced to {shape_text(step.shape or ())}"
    return shapes


_NAMES = re.compile(r"(?:(?<=\bif )|(?<=\bof )|(?<=\band ))(?:[a-z]|operand_\d+)\b")


def _in_code(fix: Fix, step: Step) -> Fix:
    """The fix with the operands as written in the expression, if they are names there."""
    written = {name_of(k): code for k, code in enumerate(step.operands) if code.isidentifier()}
    code = written.get(fix.operand)
    if code is None or fix.code == OUT_OF_PLACE:
        return fix
    spelled = [
        code + one[len(fix.operand) :] if one.startswith(fix.operand) else one
        for one in (fix.code, *fix.same_as)
    ]
    why = _NAMES.sub(lambda found: written.get(found[0], found[0]), fix.why)
    return replace(fix, code=spelled[0], same_as=tuple(spelled[1:]), operand=code, why=why)


# ---- evaluating an expression several times ----

_DTYPES = (_C.float32, _C.int64, _C.bool, _C.float64)
"""The dtypes of operands that are given as shapes, in the order in which they are tried."""
MAX_DTYPES = 64
_DRAWS = ("rand", "normal", "bernoulli", "multinomial", "uniform", "exponential", "cauchy", "geometric")
"""Parts of the names of functions that draw random numbers."""
MAX_MULTIPLE = 1024
_lock = threading.Lock()
"""Serializes evaluations, because catching warnings affects the whole process."""


@dataclass
class _Run:
    """One evaluation: its events, and the result's shape, None if a step failed."""

    events: list[Event]
    shape: tuple[int, ...] | None

    @property
    def clashes(self) -> bool:
        """Whether a step failed to broadcast."""
        return self.shape is None and self.events[-1].heard is not None


class _Expression:
    """An expression with its operands, and the numbers that stand for its names."""

    def __init__(self, text: str, operands: Mapping[str, Operand]) -> None:
        self.text, self.operands = text.strip(), operands
        self.body = parse(text)
        sizes: list[int | str] = [size for operand in operands.values() for size in operand.shape]
        self.given = list(dict.fromkeys(size for size in sizes if isinstance(size, str)))
        self.free = [name for name in free_names(self.body, operands) if name not in self.given]
        self.literals = numbers_in(self.body)
        self.numbers = {size for size in sizes if not isinstance(size, str)}
        self.multiples: dict[str, list[int | str]] = {}

    def assignments(self) -> list[dict[str, int]]:
        """The numbers that stand for the names; a single empty assignment if there are no names."""
        if not self.given and not self.free:
            return [{}]
        found = assign(self.free, self.given, self.numbers, self.literals)
        for values in found:
            plain = dict(values)
            for name, by in self.multiples.items():
                values[name] *= math.prod(plain[other] if isinstance(other, str) else other for other in by)
        return found

    def run(self, dtypes: Mapping[str, _C.dtype], values: Mapping[str, int], variant: int) -> _Run:
        names = {}
        for name, given in self.operands.items():
            sizes: NamedShape = given.shape
            shape = [values[size] if isinstance(size, str) else size for size in sizes]
            names[name] = make_operand(shape, dtypes[name], variant, given.strides)
        evaluation = Evaluation(self.text, names, values, set(self.given), variant, self.log)
        try:
            value = evaluation.run(self.body)
        except Failed:
            return _Run(evaluation.events, None)
        if isinstance(value, Free) and value.name not in self.given:
            raise UnknownPart(f"explain(): {value.name} is not known; give its shape, as {value.name}='N,1'")
        if isinstance(value, (Module, Method, Function)):
            raise UnknownPart(f"explain(): {self.text} is a function; call it")
        return _Run(evaluation.events, shape_of(value))

    def variants(self, dtypes: Mapping[str, _C.dtype], values: Mapping[str, int]) -> list[_Run]:
        """Runs with different elements, the most informative ones first."""
        found: list[_Run] = []
        for variant in range(VARIANTS):
            try:
                found.append(self.run(dtypes, values, variant))
            except UnknownPart:
                if not found:
                    raise
        done = [run for run in found if run.shape is not None] or found
        return [run for run in done if len(run.events) == len(done[0].events)]

    def of_dtypes(self, dtypes: Mapping[str, _C.dtype], most: int | None) -> list[list[_Run]]:
        """The variants for each assignment, or for the first ones."""
        while True:
            try:
                return [self.variants(dtypes, values) for values in self.assignments()[:most]]
            except Divisible as error:
                if error.by in self.multiples.setdefault(error.name, []):
                    raise UnknownPart(f"explain(): {error.name} is divided by {error.by}") from None
                self.multiples[error.name].append(error.by)

    def all_runs(self) -> list[list[_Run]]:
        """The runs with the first dtypes for which no step fails. If a step fails under one assignment, runs
        of others, which work by chance, are replaced by failed ones."""
        used = names_in(self.body)
        plain = {name: operand.dtype or _C.float32 for name, operand in self.operands.items()}
        unknown = [name for name, operand in self.operands.items() if operand.dtype is None and name in used]
        plain.update((name, _C.bool) for name in unknown if "mask" in name)
        best: tuple[Mapping[str, _C.dtype], _Run] | None = None
        for dtypes in itertools.islice(_dtypes_like(plain, unknown), MAX_DTYPES):
            run = self.of_dtypes(dtypes, 1)[0][0]
            if best is None or run.shape is not None or (run.clashes and not best[1].clashes):
                best = dtypes, run
            if run.shape is not None:
                break
        assert best is not None
        found = self.of_dtypes(best[0], None)
        failed = [runs for runs in found if runs[0].shape is None]
        return [runs if runs[0].shape is None else failed[0] for runs in found] if failed else found

    def evaluated(self) -> list[list[_Run]]:
        """The runs. If a step fails other than by a clash, named sizes are also tried as multiples of the
        expression's numbers."""
        found = self.all_runs()
        multiple = math.lcm(*(n for n in self.literals if 1 < n <= MAX_MULTIPLE))
        if found[0][0].shape is not None or not self.given or not 1 < multiple <= MAX_MULTIPLE:
            return found
        if found[0][0].clashes:
            return found
        kept = self.multiples
        self.multiples = {name: [multiple, *kept.get(name, [])] for name in self.given}
        divisible = self.all_runs()
        if divisible[0][0].shape is not None:
            return divisible
        self.multiples = kept
        return found

    # ---- steps ----

    def explained(self) -> tuple[list[Step], NamedShape | None]:
        draws = any(word in self.text for word in _DRAWS)
        state = _C.get_rng_state() if draws else None
        with _lock, warnings.catch_warnings(record=True) as log:
            warnings.simplefilter("always")
            self.log = log
            try:
                runs = self.evaluated()
            finally:
                if state is not None:
                    _C.set_rng_state(state)
        self.names = Names(self.assignments(), self.literals)
        self.table = Symbols(self.numbers | self.literals)
        self.counts: dict[tuple[int, ...], str] = {}
        if runs[0][0].shape is None:
            fewest = min(len(variants[0].events) for variants in runs)
            runs = [variants for variants in runs if len(variants[0].events) == fewest]
            if len(runs) < len(self.names.assignments):
                runs = [runs[0]] * len(self.names.assignments)
        events = zip(*(variants[0].events for variants in runs), strict=False)
        steps = [self.step(k, same, runs) for k, same in enumerate(events)]
        if runs[0][0].shape is None:
            return steps, None
        shape = self.shape([[run.shape or () for run in variants] for variants in runs], steps[-1:])
        return steps, with_names(shape)

    def shape(self, shapes: Sequence[Sequence[Sequence[int]]], of: Sequence[Any], code: str = "") -> Shape:
        """The shape with these numbers, which are given for each variant of each assignment."""
        ndim = len(shapes[0][0])
        if any(len(shape) != ndim for variants in shapes for shape in variants):
            where = code or self.text
            raise UnknownPart(f"explain(): how many dimensions there are depends on the elements: {where}")
        return tuple(
            self.size([[shape[d] for shape in variants] for variants in shapes], code) for d in range(ndim)
        )

    def size(self, numbers: Sequence[Sequence[int]], code: str) -> int:
        if any(len(set(variants)) > 1 for variants in numbers):  # the elements determine it
            key = tuple(numbers[0])
            name = self.counts.setdefault(key, f"count({code or self.text})")
            return self.table.named(name)
        return self.symbol(self.form(tuple(variants[0] for variants in numbers), code))

    def form(self, numbers: tuple[int, ...], code: str) -> Form:
        if len(self.names.assignments) == 1:
            return Form(str(numbers[0]), lambda values: numbers[0], numbers[0])
        form = self.names.form(numbers)
        if form is None:
            raise UnknownPart(f"explain(): how a size depends on the names is not known: {code or self.text}")
        return form

    def symbol(self, form: Form) -> int:
        """A size for the explanation, in which every name stands for its own number."""
        if not form.names:
            return form.factor if form.factor or form.text == "0" else self.table.named(form.text)
        value = form.factor * math.prod(self.table.named(name) for name in form.names)
        return self.table.sized(value)

    def step(self, k: int, same: Sequence[Event], runs: Sequence[Sequence[_Run]]) -> Step:
        """The Step of the same operation in all evaluations."""
        event = same[0]
        variants = [[run.events[k] for run in one] for one in runs]
        code = event.code

        def shaped(of: Callable[[Event], Sequence[int]]) -> Shape:
            return self.shape([[of(one) for one in each] for each in variants], (), counted(code, event))

        explanation, whole, shape = None, None, None
        if event.heard is not None:
            shapes = [
                shaped(lambda one, i=i: one.heard.shapes[i])  # type: ignore[union-attr,misc]
                for i in range(len(event.heard.shapes))
            ]
            explanation = explain_operands(
                [Operand(own, None, None) for own in shapes],
                event.heard.inplace,
                marks=event.heard.marks,
                place=event.heard.place,
            )
        if event.whole is not None:
            whole = tuple(
                with_names(shaped(lambda one, i=i: (one.whole or ())[i]))  # type: ignore[misc]
                for i in range(len(event.whole))
            )
        if event.shape is not None:
            shape = with_names(shaped(lambda one: one.shape or ()))
        problem = event.problem
        if problem is not None:
            problem = self.text_of([one.problem or "" for one in same])
        texts = tuple(self.text_of(list(each)) for each in zip(*(one.warnings for one in same), strict=False))
        return Step(code, event.operands, explanation, shape, problem, whole, texts)

    def text_of(self, texts: Sequence[str]) -> str:
        """A text of the library with names instead of sizes."""
        return self.names.text(texts, lambda form: form.text) if len(texts) > 1 else texts[0]


def _dtypes_like(dtypes: Mapping[str, _C.dtype], unknown: Sequence[str]) -> Iterator[Mapping[str, _C.dtype]]:
    """These dtypes, then others for the unknown ones: for one operand, for two, ..."""
    for n in range(len(unknown) + 1):
        for names in itertools.combinations(unknown, n):
            others = ([dtype for dtype in _DTYPES if dtype is not dtypes[name]] for name in names)
            for choice in itertools.product(*others):
                yield {**dtypes, **dict(zip(names, choice, strict=True))}


def counted(code: str, event: Event) -> str:
    """The code that a size counts which depends on elements: in `a[mask]`, the mask."""
    found = re.fullmatch(r".*?\[(\w+)\]", code)
    return found[1] if found else code


def explain_expression(text: str, operands: Mapping[str, object]) -> ExplainedExpression:
    """Explain an expression or statements of these operands: tensors, shapes, or shapes as text.

    Tensors keep their dtypes. Shapes get the first of float32, int64 and bool that the expression accepts, or
    bool if their name contains `mask`.
    """
    given = {name: read(value, name) for name, value in operands.items()}
    steps, shape = _Expression(text, given).explained()
    named = tuple((name, operand.shape) for name, operand in given.items())
    return ExplainedExpression(text.strip(), named, tuple(steps), shape)
