"""What a program wrote out counts in the statement that expands it, half in its function, and nowhere
else.
"""

import linecache
import sys

import pytest

from under_test import STAND_IN

if STAND_IN:
    pytest.skip("torch judges nothing", allow_module_level=True)

from tbcast._verdict.intent import Place, place_of, same_function, same_statement
from tbcast._verdict.risk import judge

PLAIN = ((7, 1), (7,))


def here():
    return place_of(sys._getframe(1))


def risk(mark, place, shapes=PLAIN):
    """Of shapes whose first operand's last dimension was written out at `mark`."""
    return judge(shapes, marks=((None, mark), None), place=place).risk


def test_the_same_line_is_the_same_statement():
    mark, place = here(), here()
    assert risk(mark, place) == "low"
    assert judge(PLAIN).risk == "high"  # without it


def test_a_statement_over_several_lines_is_one():
    mark, place = (
        here(),
        here(),
    )
    assert mark.line != place.line and same_statement(mark, place) and risk(mark, place) == "low"


def test_another_statement_of_the_function_counts_half():
    mark = here()
    place = here()
    verdict = judge(PLAIN, marks=((None, mark), None), place=place)
    assert verdict.risk == "medium"
    assert verdict.why == f"a and b both grow, and a's last dimension was written out on line {mark.line}"
    assert risk(mark, place, ((7, 1), (4,))) == "medium"


def test_the_head_of_a_loop_is_no_part_of_its_body():
    for mark in (here(),):
        place, first = here(), mark
    mark = first
    assert not same_statement(mark, place) and risk(mark, place) == "medium"


def test_another_function_counts_for_nothing():
    def load():
        return here()

    def loss():
        return here()

    assert risk(load(), loss()) == risk(load(), here()) == risk(here(), loss()) == "high"
    fmt = [lambda: here(), lambda: here()]
    assert risk(fmt[0](), here()) == "high"


def test_a_comprehension_is_part_of_its_statement_and_function():
    mark = here()
    inside = next(here() for _ in range(1))
    assert same_function(mark, inside) and risk(mark, inside) == "medium" == risk(inside, mark)
    one, [other] = here(), [here() for _ in range(1)]
    generated = next(here() for _ in range(1)), here()
    assert risk(one, other) == risk(*generated) == "low"


def test_a_lambda_is_a_function_but_in_its_own_statement():
    mark, place = here(), (lambda: here())()
    assert risk(mark, place) == "low"
    later = (lambda: here())()
    assert risk(mark, later) == "high"


ONE_LINERS = "def load(): return here()\ndef loss(): return here()\na, b = load(), loss()\nc = here()\n"


@pytest.mark.parametrize("known", [True, False])
def test_functions_of_one_line_and_code_without_source(known):
    names = {"here": here}
    filename = f"<one liners {known}>"
    if known:
        linecache.cache[filename] = (len(ONE_LINERS), None, ONE_LINERS.splitlines(True), filename)
    exec(compile(ONE_LINERS, filename, "exec"), names)
    a, b, c = names["a"], names["b"], names["c"]
    assert risk(a, b) == risk(a, c) == "high"
    assert risk(a, a) == "low"


def test_without_source_a_line_is_a_statement_and_a_code_object_a_function():
    code = compile("0", "<nowhere>", "eval")
    other = compile("1", "<nowhere>", "eval")
    assert risk(Place(code, 1), Place(code, 1)) == "low"
    assert risk(Place(code, 1), Place(code, 2)) == "medium"
    assert risk(Place(code, 1), Place(other, 1)) == "high"


def test_source_that_is_no_python_is_as_none():
    filename = "<broken source>"
    linecache.cache[filename] = (4, None, ["def (\n"], filename)
    code = compile("0", filename, "eval")
    assert risk(Place(code, 1), Place(code, 1)) == "low" and risk(Place(code, 1), Place(code, 2)) == "medium"


@pytest.mark.filterwarnings("error")
def test_odd_escapes_of_a_program_warn_once_alone():
    filename = "<odd escapes>"
    lines = ["a = '\\d'\n", "b = (\n", "  1)\n"]
    linecache.cache[filename] = (20, None, lines, filename)
    code = compile("0", filename, "eval")
    assert risk(Place(code, 2), Place(code, 3)) == "low"  # of one statement: the source was read


def test_a_mark_excuses_its_own_dimension_only():
    mark = place = here()
    shapes = (3, 1, 1), (3,)
    assert judge(shapes).risk == "high"
    assert judge(shapes, marks=((None, mark, mark), None), place=place).risk == "low"
    assert judge(shapes, marks=((None, mark, None), None), place=place).risk == "high"
    assert judge(shapes, marks=((mark, None, None), None), place=place).risk == "high"
    added_in_front = (1, 7, 1), (7,)  # pred[None] where pred is (7, 1)
    assert judge(added_in_front, marks=((mark, None, None), None), place=place).risk == "high"


def test_the_farthest_mark_decides():
    near = place = here()
    far = here()
    shapes = (3, 1, 1), (3,)
    assert judge(shapes, marks=((None, near, far), None), place=place).risk == "medium"

    def elsewhere():
        return here()

    assert judge(shapes, marks=((None, near, elsewhere()), None), place=place).risk == "high"


def test_marks_of_either_operand_count_and_none_without_a_place():
    mark = here()
    assert judge(PLAIN[::-1], marks=(None, (None, mark)), place=mark).risk == "low"
    assert judge(PLAIN, marks=((None, mark), None)).risk == "high"
    assert judge(PLAIN, marks=(None, None), place=mark).risk == "high"
    assert (
        judge(PLAIN, marks=(None, (mark,)), place=mark).risk == "high"
    )  # of a dimension that is not expanded


def test_what_needs_no_excuse_and_what_has_none():
    mark = here()
    marks = (mark,) * 4
    assert judge(((4, 4), (4,)), marks=(marks[:2], marks[:1]), place=mark).risk == "medium"
    assert judge(((4, 4), (4, 4)), marks=(marks[:2], marks[:2]), place=mark).risk == "none"
    assert judge(PLAIN, fallback=True, marks=(marks[:2], marks[:1]), place=mark).risk == "high"


def test_of_several_operands_each_pair_has_its_own_intent():
    mark = here()
    shapes = (7, 1), (7,), (7, 1)
    assert judge(shapes, marks=((None, mark), None, (None, mark)), place=mark).risk == "low"
    verdict = judge(shapes, marks=((None, mark), None, None), place=mark)
    assert (verdict.risk, verdict.pair) == ("high", (1, 2))
