"""What `explain` finds of an expression: its steps, each with its verdict, as data, text and pictures."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from html import escape
from typing import Any

from tbcast._explain.expressions.evaluate import evaluate, numbers_in, parse
from tbcast._explain.expressions.values import Step
from tbcast._explain.operands import read
from tbcast._explain.symbols import NamedShape, Symbols, shape_text, with_symbols
from tbcast._explain.text import aligned, fix_text, wrapped
from tbcast._verdict.risk import LEVELS, name_of

MOST_FIXES = 2
"""Of a step, in the text."""


@dataclass(frozen=True, repr=False)
class ExplainedExpression:
    """What `explain` finds of an expression; nothing in it changes."""

    code: str
    operands: tuple[tuple[str, NamedShape], ...]
    steps: tuple[Step, ...]
    """In the order in which Python evaluates them, up to the first one that fails."""
    shape: NamedShape | None
    """Of the result; None where a step fails."""

    @property
    def broadcastable(self) -> bool:
        """Whether every step works."""
        return self.shape is not None

    @property
    def riskiest(self) -> Step | None:
        """The first of the steps of the highest risk; None where nothing broadcasts."""
        steps = [step for step in self.steps if step.explanation and step.explanation.risk]
        return max(steps, key=lambda step: LEVELS.index(step.explanation.risk), default=None)  # type: ignore[union-attr,arg-type]

    @property
    def risk(self) -> str | None:
        """Of the riskiest step; "none" where nothing broadcasts, None where that could not be said."""
        step = self.riskiest
        if step and step.explanation:
            return step.explanation.risk
        return "none" if self.broadcastable else None

    @property
    def why(self) -> str:
        """Of the riskiest step."""
        step = self.riskiest
        if step and step.explanation:
            return step.explanation.why
        failed = self.steps[-1] if self.steps and not self.broadcastable else None
        if failed:
            return failed.problem or (failed.explanation.why if failed.explanation else "")
        return "nothing broadcasts"

    def to_dict(self) -> dict[str, Any]:
        """All of it in types that JSON has."""
        return {
            "code": self.code,
            "operands": {name: list(shape) for name, shape in self.operands},
            "broadcastable": self.broadcastable,
            "shape": None if self.shape is None else list(self.shape),
            "risk": self.risk,
            "why": self.why,
            "steps": [
                {
                    "code": step.code,
                    "operands": list(step.operands),
                    "shape": None if step.shape is None else list(step.shape),
                    "problem": step.problem,
                    "explanation": step.explanation and step.explanation.to_dict(),
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
        step = self.riskiest
        risk = f"{self.risk}: {self.why}" if step is None else f"{self.risk}: {step.code}"
        return "\n".join([*lines, f"result {shape_text(self.shape)}", *wrapped("risk   ", risk)])

    __repr__ = __str__

    def to_svg(self) -> str:
        """A picture of the riskiest step, as the text of an SVG file; ValueError where nothing broadcasts."""
        step = self.riskiest or next((step for step in self.steps if step.explanation), None)
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
    """The lines of a step."""
    if step.problem:
        return [*wrapped("", step.code), *wrapped("  why    ", step.problem)]
    found = step.explanation
    if found is None:
        return wrapped("", f"{step.code}  {shape_text(step.shape or ())}")
    result = "not broadcastable" if found.shape is None else found.shape
    rows = [(name_of(k), shape) for k, shape in enumerate(found.shapes)]
    shapes = aligned([*rows, ("=", result)], indent=2)
    if len(shapes) == len(rows) + 1:
        width = max(map(len, shapes[:-1]))
        for k, code in enumerate(step.operands):
            text = f"{shapes[k]:{width}}   {code}"
            shapes[k] = text if len(text) <= 80 else f"{text[:77]}..."
    lines = [*wrapped("", step.code), *shapes]
    if found.shape is None:
        lines += wrapped("  why    ", found.why)
    else:
        lines += wrapped("  risk   ", f"{found.risk}: {found.why}")
    for k, fix in enumerate(found.fixes[:MOST_FIXES]):
        lines += wrapped("         " if k else "  fix    ", fix_text(fix))
    return lines


def explain_expression(text: str, operands: Mapping[str, object]) -> ExplainedExpression:
    """Explain an expression or statements of these operands: tensors, shapes, or shapes as text."""
    read_ones = {name: read(value, name) for name, value in operands.items()}
    body = parse(text)
    named = {name: operand.shape for name, operand in read_ones.items()}
    numbers = {size for shape in named.values() for size in shape if not isinstance(size, str)}
    table = Symbols(numbers | numbers_in(body))
    shapes = dict(zip(named, with_symbols(list(named.values()), table), strict=True))
    steps, shape = evaluate(text, body, shapes, table)
    return ExplainedExpression(text.strip(), tuple(named.items()), tuple(steps), shape)
