"""What `explain` finds of an expression: its steps, each with its verdict, as data, text and pictures."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from html import escape
from typing import Any

from tbcast import _C
from tbcast._explain.expressions.evaluate import evaluate, numbers_in, parse
from tbcast._explain.expressions.values import Step, Tensor
from tbcast._explain.fixes import OUT_OF_PLACE, Fix
from tbcast._explain.operands import read
from tbcast._explain.symbols import NamedShape, Symbols, shape_text, with_symbols
from tbcast._explain.text import COLUMNS, aligned, fix_text, wrapped
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
        riskiest = self.riskiest
        risk = f"{self.risk}: {riskiest.code if riskiest else self.why}"
        return "\n".join([*lines, f"result {shape_text(self.shape)}", *wrapped("risk   ", risk)])

    __repr__ = __str__

    def to_svg(self) -> str:
        """A picture of the riskiest step, as the text of an SVG file; ValueError where nothing broadcasts."""
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
    """The lines of a step."""
    if step.problem:
        return [*wrapped("", step.code), *wrapped("  why    ", step.problem)]
    found = step.explanation
    if found is None:
        return wrapped("", f"{step.code}  {shape_text(step.shape or ())}")
    rows: list[tuple[str, NamedShape | str]] = [
        (name_of(k), shape) for k, shape in enumerate(step.whole or found.shapes)
    ]
    result = "not broadcastable" if found.shape is None else (step.shape or ()) if step.whole else found.shape
    shapes = aligned([*rows, ("=", result)], indent=2)
    if len(shapes) == len(rows) + 1:
        width = max(map(len, shapes[:-1]))
        for k, code in enumerate(step.operands):
            text = f"{shapes[k]:{width}}   {code}"
            shapes[k] = text if len(text) <= COLUMNS else f"{text[: COLUMNS - 3]}..."
    if found.shape is not None and not step.whole and step.shape != found.shape:
        shapes[-1] += f", reduced to {shape_text(step.shape or ())}"
    lines = [*wrapped("", step.code), *shapes]
    if found.shape is None:
        lines += wrapped("  why    ", found.why)
    else:
        lines += wrapped("  risk   ", f"{found.risk}: {found.why}")
    for k, fix in enumerate(found.fixes[:MOST_FIXES] if not step.whole else ()):
        lines += wrapped("         " if k else "  fix    ", fix_text(_in_code(fix, step)))
    return lines


_NAMES = re.compile(r"(?:(?<=\bif )|(?<=\bof )|(?<=\band ))(?:[a-z]|operand_\d+)\b")


def _in_code(fix: Fix, step: Step) -> Fix:
    """The fix with the operands as they are written in the expression, where that is a name."""
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


def explain_expression(text: str, operands: Mapping[str, object]) -> ExplainedExpression:
    """Explain an expression or statements of these operands: tensors, shapes, or shapes as text.

    Tensors of bools are masks where they are indices, and so are shapes with a name as `mask`.
    """
    read_ones = {name: read(value, name) for name, value in operands.items()}
    body = parse(text)
    named = {name: operand.shape for name, operand in read_ones.items()}
    numbers = {size for shape in named.values() for size in shape if not isinstance(size, str)}
    table = Symbols(numbers | numbers_in(body))
    shapes = dict(zip(named, with_symbols(list(named.values()), table), strict=True))
    tensors = {
        name: Tensor(shape, (), read_ones[name].dtype is _C.bool or "mask" in name)
        for name, shape in shapes.items()
    }
    steps, shape = evaluate(text, body, tensors, table)
    return ExplainedExpression(text.strip(), tuple(named.items()), tuple(steps), shape)
