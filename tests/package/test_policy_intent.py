"""What a program wrote out counts in the statement that expands it, half in its function, else nowhere."""

import linecache
import sys
import warnings

import pytest

from policy_calls import Refused, policy
from under_test import STAND_IN, tb

if STAND_IN:
    pytest.skip("torch judges nothing", allow_module_level=True)

from tbcast._verdict.intent import Place, place_of, same_function, same_statement
from tbcast._verdict.risk import judge

F = tb.nn.functional
N = 6
COLUMN, ROW, GRID = tb.ones(N, 1), tb.ones(N), tb.ones(N, N)
DOWN, ALONG = tb.arange(N).unsqueeze(1), tb.arange(N)
PLAIN = ((7, 1), (7,))


def here():
    return place_of(sys._getframe(1))


def risk(mark, place):
    """Where the first operand's last dimension was written out at `mark`."""
    return judge(PLAIN, marks=((None, mark), None), place=place).risk


def test_the_same_line_is_the_same_statement():
    mark, place = here(), here()
    assert risk(mark, place) == "low"


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


@pytest.mark.parametrize("source", [None, "def ("])
def test_without_readable_source_a_line_is_a_statement_and_a_code_object_a_function(source):
    filename = f"<source {source}>"
    if source:
        linecache.cache[filename] = (len(source), None, [f"{source}\n"], filename)
    code, other = (compile(text, filename, "eval") for text in "01")
    assert risk(Place(code, 1), Place(code, 1)) == "low"
    assert risk(Place(code, 1), Place(code, 2)) == "medium"
    assert risk(Place(code, 1), Place(other, 1)) == "high"


@pytest.mark.filterwarnings("error")
def test_odd_escapes_of_a_program_warn_once_alone():
    filename = "<odd escapes>"
    lines = ["a = '\\d'\n", "b = (\n", "  1)\n"]
    linecache.cache[filename] = (20, None, lines, filename)
    code = compile("0", filename, "eval")
    assert risk(Place(code, 2), Place(code, 3)) == "low"  # of one statement: the source was read


NEAR = here()
FAR = here()
OTHER = (lambda: here())()
PLACES = {".": None, "n": NEAR, "f": FAR, "o": OTHER}
MARKED = [
    # one dimension of each operand per letter: not known, near, far (another statement), another function
    (((3, 1, 1), (3,)), ("...", ""), "high"),
    (((3, 1, 1), (3,)), ("..n", ""), "low"),  # the dimension before is not expanded
    (((3, 1, 1), (3,)), ("nn.", ""), "high"),
    (((4, 1, 1), (2, 2)), (".nn", ""), "low"),
    (((4, 1, 1), (2, 2)), (".n.", ""), "high"),
    (((4, 1, 1), (2, 2)), (".fn", ""), "medium"),
    (((4, 1, 1), (2, 2)), (".nf", ""), "medium"),
    (((4, 1, 1), (2, 2)), (".no", ""), "high"),
    (((1, 7, 1), (7,)), ("n..", ""), "high"),  # pred[None], where pred is (7, 1)
    (((7,), (7, 1)), ("", ".n"), "low"),
    (((7, 1), (7,)), ("", ""), "high"),
    (((7, 1), (7,)), ("", "n"), "high"),  # of a dimension that is not expanded
    (((7, 1), (4,)), (".f", ""), "medium"),
    (((4, 4), (4,)), ("nn", "n"), "medium"),  # which needs no excuse, and has none
    (((4, 4), (4, 4)), ("nn", "nn"), "none"),
    (((7, 1), (7,), (7, 1)), (".n", "", ".n"), "low"),
    (((7, 1), (7,), (7, 1)), (".n", "", ""), "high"),  # each pair has its own intent
]


@pytest.mark.parametrize(("shapes", "marks", "risk"), MARKED, ids=str)
def test_a_mark_excuses_its_own_dimension_and_the_farthest_decides(shapes, marks, risk):
    known = [tuple(PLACES[letter] for letter in own) or None for own in marks]
    verdict = judge(shapes, marks=known, place=NEAR)
    assert verdict.risk == risk
    if marks == (".n", "", ""):
        assert verdict.pair == (1, 2)
    assert judge(shapes, marks=known).risk == judge(shapes).risk  # marks count for a place
    assert judge(shapes, marks=known, place=NEAR, fallback=True).risk == "high"


# ---- policies ----


def test_a_comment_excuses_one_statement():
    with policy("raise", "low"):
        COLUMN - ROW  # broadcast: ok
        (
            COLUMN - ROW  # broadcast: ok, every pair is wanted
        )
        text = "# broadcast: nothing"
        with pytest.raises(Refused):
            COLUMN - ROW, text
        F.mse_loss(tb.ones(2, 1), tb.ones(1, 2).expand(1, 2)[0:1].T)  # sizes are the same
        with policy("allow"):
            COLUMN - ROW


def pairs(x, y):
    return x - y


def test_what_the_statement_writes_out_is_meant():
    x = tb.arange(6.0)
    with policy("raise", "medium"):
        x[:, None] - x
        x.unsqueeze(1) - x
        x[..., None] * 2 - x
        (x[:, None] >= x).float()
        (x[:, None].exp().float().clone() - x)
        x.unsqueeze(-1).add_(1) - x
        [a[:, None] - a for a in (x, x)]
        x - x.unsqueeze_(1).clone().squeeze(1).unsqueeze(1).T[0]
    assert x.shape == (6, 1)


def test_what_the_function_writes_out_is_of_medium_risk():
    x = tb.arange(6.0)
    column = x[:, None]
    with policy("raise"):
        y = x[:, None]
        pairs_of_row = y - x
        assert pairs_of_row.shape == (6, 6)
        with policy("raise", "medium"), pytest.raises(Refused, match="was written out on line"):
            y - x
        with pytest.raises(Refused):  # nobody looked when it was written
            column - x


def test_what_another_function_writes_out_counts_for_nothing():
    x = tb.arange(6.0)
    with policy("raise"), pytest.raises(Refused):
        pairs(x[:, None], x)


def test_indices_that_are_written_out_are_meant():
    i, j = tb.arange(3), tb.arange(N)
    with policy("raise", "medium"):
        assert GRID[i[:, None], i].shape == (3, 3)
        assert GRID[i.unsqueeze(1), i].shape == (3, 3)
        assert GRID[[[0], [1]], [0, 1]].shape == (2, 2)
        GRID.clone()[i[:, None], i] = 2
        GRID[j, j], GRID[i, 0], GRID[i], GRID[DOWN, 2], GRID[None, i, :], GRID[DOWN], GRID[GRID > 0]
        GRID[DOWN, GRID.argsort(1)]
    with policy("raise"):
        column = i[:, None]
        assert GRID[column, i].shape == (3, 3)
        with policy("raise", "medium"), pytest.raises(Refused, match="was written out on line"):
            GRID[column, i]


def test_a_fix_names_the_index_that_lacks_a_dimension():
    cube, down, along = tb.ones(N, N, N), DOWN, ALONG
    with tb.audit.tensors() as seen:
        cube[down, along]
        cube[down, :, along]
        cube[None, 0, down, along]
    [found] = seen.findings()  # of one variable, all with the same fix
    assert (found.fix, found.count, len(found.lines)) == ("along[:, None]", 3, 2)


def test_comparisons_of_data_and_losses_are_never_excused():
    with policy("raise"):
        for call in (tb.isclose, tb.allclose, tb.dist):
            with pytest.raises(Refused):
                call(ROW[:, None], ROW)
        with warnings.catch_warnings(), pytest.raises(Refused):
            warnings.simplefilter("ignore")
            F.mse_loss(ROW[:, None], ROW)
        assert (ROW[:, None] == ROW).shape == (N, N)


# ---- marks ----

KEEPING = {
    "view": lambda c: c[:],
    "slice": lambda c: c[1:5, :],
    "row of three": lambda c: c[None][0],
    "transposed twice": lambda c: c.T.T,
    "mT": lambda c: c.mT.mT,
    "t": lambda c: c.t().t(),
    "transpose": lambda c: c.transpose(0, 1).swapaxes(-1, 0),
    "permute": lambda c: c.permute(1, 0).permute((1, 0)),
    "movedim": lambda c: c.movedim(0, 1).moveaxis([0], [1]),
    "squeeze": lambda c: c.unsqueeze(0).squeeze(0),
    "select": lambda c: c.unsqueeze(0).select(0, 0),
    "clone": lambda c: c.clone(),
    "contiguous": lambda c: c.T.contiguous().T,
    "detach": lambda c: c.detach(),
    "to": lambda c: c.to(tb.float64),
    "double": lambda c: c.double().float(),
    "type": lambda c: c.type(tb.float64).type_as(c),
    "narrow": lambda c: c.narrow(0, 0, 6),
    "flip": lambda c: c.flip(0),
    "minus": lambda c: -c,
    "times a number": lambda c: 2 * c / 3.0,
    "power of a number": lambda c: 2**c,
    "exp": lambda c: tb.exp(c).abs().sqrt(),
    "clamp": lambda c: c.clamp(0, 1),
    "rsub": lambda c: 1 - c,
    "compared with a number": lambda c: (c > 0).float(),
    "times a 0-dim tensor": lambda c: c * tb.tensor(2.0),
    "where of numbers": lambda c: tb.where(c > 0, 1.0, 0.0),
    "in place": lambda c: c.clone().mul_(2).add_(c),
    "unsqueeze in place": lambda c: c[:, 0].unsqueeze_(1),
    "view to a literal 1": lambda c: c.view(6, 1),
    "reshape to a literal 1": lambda c: c.reshape(6, 1),
}
COLUMN_SIZE = (6, 1)
LOSING = {
    "view": lambda c: c.view(COLUMN_SIZE),
    "reshape": lambda c: c.reshape(COLUMN_SIZE),
    "sum with keepdim": lambda c: c.expand(6, 4).sum(1, keepdim=True),
    "cat": lambda c: tb.cat([c, c]),
    "stack": lambda c: tb.stack([c, c], 0)[0],
    "two operands": lambda c: c + tb.ones(6, 1),
    "indices": lambda c: c[tb.arange(6)],
    "matmul": lambda c: c @ tb.ones(1, 1),
    "out": lambda c: tb.mul(c, 2, out=tb.empty(6, 1)),
    "numpy": lambda c: tb.from_numpy(c.numpy()),
    "pickle": lambda c: __import__("copy").deepcopy(c),
    "view in place": lambda c: c.clone().resize_(3, 2).resize_(6, 1),
}


def marks_after(change):
    with policy("raise", None):
        column = tb.arange(6.0)[:, None]
        return tb._C._marks(column), tb._C._marks(change(column))


@pytest.mark.parametrize("change", KEEPING)
def test_a_mark_is_kept_by(change):
    before, after = marks_after(KEEPING[change])
    assert before[0] is None and before[1].code is marks_after.__code__
    assert after is not None and len(after) == 2 and after[0] is None
    assert after[1].code in (marks_after.__code__, KEEPING[change].__code__)


@pytest.mark.parametrize("change", LOSING)
def test_a_mark_is_lost_by(change):
    after = marks_after(LOSING[change])[1]
    assert after is None or not any(after)


def test_marks_follow_their_dimension():
    with policy("raise", None):
        x = tb.ones(2, 3)[:, None, ..., None]
        assert [mark is not None for mark in tb._C._marks(x)] == [False, True, False, True]
        for change, expected in (
            (x.permute(3, 0, 1, 2), "1010"),
            (x.transpose(0, 1), "1001"),
            (x.movedim((1, 3), (0, 1)), "1100"),
            (x.movedim((3, 2), (1, 0)), "0101"),
            (x[0], "101"),
            (x[:, 0], "001"),
            (x[..., 0], "010"),
            (x[1, ..., None], "1011"),
            (x[:, :, None], "01101"),
            (x.squeeze(1), "001"),
            (x.squeeze((1, 3)), ""),
            (x.squeeze(), ""),
            (x.unsqueeze(-2), "01011"),
            (x.mT, "0110"),
            (x.permute(3, 2, 1, 0), "1010"),
        ):
            marks = tb._C._marks(change)
            found = "".join("01"[mark is not None] for mark in marks or ())
            assert found == expected, (change.shape, found)


def test_nobody_marks_where_nobody_watches():
    assert tb._C._marks(tb.ones(3)[:, None]) is None
    with policy("allow"):
        assert tb._C._marks(tb.ones(3)[:, None]) is None
    with policy("warn", None):
        assert tb._C._marks(tb.ones(3)[:, None]) is not None
    assert tb._C._marks(tb.ones(3).unsqueeze(0)) is None
    assert tb._C._marks(3) is None
