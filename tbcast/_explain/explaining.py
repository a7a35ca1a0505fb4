"""`tbcast.explain`, for operands or for an expression."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tbcast._explain.explanation import Explanation, explain_operands
from tbcast._explain.operands import read_all
from tbcast._explain.symbols import read_shape

if TYPE_CHECKING:
    from typing import overload

    from tbcast._explain.expressions.explained import ExplainedExpression
else:

    def overload(function):  # typing.overload would keep the module alive forever
        """Stands for typing.overload at run time, and does nothing."""
        return function


def _is_shape(text: str) -> bool:
    try:
        read_shape(text, "")
    except ValueError:
        return False
    return True


def _of_expression(
    operands: tuple[object, ...], inplace: bool, named: dict[str, object]
) -> ExplainedExpression:
    from tbcast._explain.expressions.explained import explain_expression

    if len(operands) != 1 or not isinstance(operands[0], str):
        raise TypeError("explain() takes one expression, as text, with operands by name")
    if inplace:
        raise TypeError("explain() takes no inplace= with an expression; write it as x += y or x.add_(y)")
    return explain_expression(operands[0], named)


@overload
def explain(*operands: object, inplace: bool = False) -> Explanation: ...
@overload
def explain(expression: str, /, *, inplace: bool = False, **operands: object) -> ExplainedExpression: ...  # noqa: F811
def explain(*operands: object, inplace: bool = False, **named: object) -> Explanation | ExplainedExpression:  # noqa: F811
    """Explain what broadcasting these operands does, or why it fails, and what to write instead.

    operands: two or more tensors of tbcast, NumPy or torch, anything with `.shape`, plain shapes, or shapes
    as text, in which sizes may be names: "N,1", "B T 1". inplace: the first operand is written. Nothing is
    computed or allocated, whatever the sizes. Different names stand for different sizes above 1.

    Or an expression, as text, and by keyword the operands that it names: it is evaluated step by step with
    tbcast's functions, of other tensors of these shapes, and each step that broadcasts is explained.
    `[:, None]` and `unsqueeze` in the statement of the operator count as intent, and several statements may
    follow each other.

    Raises TypeError for an operand that is none of these, ValueError or RuntimeError for sizes that no tensor
    can have, ValueError for a part of an expression that explain does not know. Sizes broadcast as
    torch.broadcast_shapes says, by the rules of PyTorch's note "Broadcasting semantics".

    >>> found = torch.explain((5, 1, 4, 1), (3, 1, 1))
    >>> found.shape, found.growth, found.risk
    (torch.Size([5, 3, 4, 1]), 3.0, 'medium')
    >>> torch.explain(torch.ones(4, 1), torch.ones(4)).fixes[0].code
    'b[:, None]'
    >>> found = torch.explain("N,1", "N")
    >>> found.shape, found.growth, found.risk
    (('N', 'N'), 'N', 'high')
    >>> found = torch.explain("(x - y).mean()", x="N,1", y="N")
    >>> found.risk, found.riskiest.code, found.shape
    ('high', 'x - y', ())
    >>> torch.explain("x[:, None] - y", x="N", y="N").risk
    'low'
    """
    if named or (len(operands) == 1 and isinstance(operands[0], str) and not _is_shape(operands[0])):
        return _of_expression(operands, inplace, named)
    if len(operands) < 2:
        raise TypeError(f"explain() takes two operands or more, not {len(operands)}")
    return explain_operands(read_all(operands), bool(inplace))
