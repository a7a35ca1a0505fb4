"""tbcast.audit.torch: what it finds in programs that use PyTorch, and that they go on as they were."""

import asyncio
import contextlib
import copy
import gc
import io
import itertools
import pickle
import sys
import threading
import types
import warnings
from concurrent.futures import ThreadPoolExecutor

import pytest

import tbcast
from children import python
from tbcast import _C
from tbcast.audit.recorder import Recorder

torch = pytest.importorskip("torch")
F = torch.nn.functional

NOTE = (
    "self and other do not have the same shape, but are broadcastable, and have the same number of "
    "elements.\nChanging behavior in a backwards incompatible manner to broadcasting rather than viewing as "
    "1-dimensional."
)


@pytest.fixture(autouse=True)
def nothing_stays():
    """A test leaves no modes, hooks or marks, and no error of the audit's own was hidden."""
    from tbcast.audit._pytorch import hooks, session

    failures = []
    leave = session.Session.leave

    def checked(self):
        failures.append(self.failure)
        leave(self)

    session.Session.leave = checked
    try:
        yield
    finally:
        session.Session.leave = leave
        tbcast.audit.torch.disable()
        torch.utils.backcompat.broadcast_warning.enabled = False
    assert [error for error in failures if error is not None] == []
    assert torch._C._len_torch_function_stack() == 0
    assert session._sessions == [] and hooks._replaced == []


@pytest.fixture
def flag():
    torch.utils.backcompat.broadcast_warning.enabled = True


def watched(function, *args, **options):
    """The findings in a call of a function."""
    with tbcast.audit.torch(**options) as found:
        function(*args)
    return found.findings("low")


def risks(function, *args, **options):
    return [(finding.operator, finding.risk) for finding in watched(function, *args, **options)]


def column(n=6):
    return torch.ones(n, 1)


def row(n=6):
    return torch.ones(n)


# ---- what is found ----


def test_a_finding_has_the_line_and_statement_of_the_program():
    def program():
        a, b = column(), row()
        for _ in range(3):
            c = (a - b).mean()
        return c

    (found,) = watched(program)
    assert (found.operator, found.shapes, found.result) == ("sub", ((6, 1), (6,)), (6, 6))
    assert (found.file, found.line) == (__file__, program.__code__.co_firstlineno + 3)
    assert found.function.endswith("program") and found.statement == "c = (a - b).mean()"
    assert (found.risk, found.count, found.nbytes) == ("high", 3, 144)
    assert found.fix == "b[:, None]"


@pytest.mark.parametrize(
    ("operator", "call"),
    [
        ("add", lambda a, b: a + b),
        ("add", lambda a, b: a.add(b)),
        ("add", lambda a, b: torch.add(a, b)),
        ("add", lambda a, b: torch.add(input=a, other=b)),
        ("add", lambda a, b: torch.add(a, b, alpha=2)),
        ("add", lambda a, b: torch.add(a, b, out=torch.empty(0))),
        ("sub", lambda a, b: a - b),
        ("mul", lambda a, b: a * b),
        ("div", lambda a, b: a / b),
        ("floor_divide", lambda a, b: a // b),
        ("remainder", lambda a, b: a % b),
        ("pow", lambda a, b: a**b),
        ("eq", lambda a, b: a == b),
        ("ne", lambda a, b: a != b),
        ("lt", lambda a, b: a < b),
        ("ge", lambda a, b: a.ge(b)),
        ("bitwise_and", lambda a, b: a.bool() & b.bool()),
        ("bitwise_xor", lambda a, b: a.int() ^ b.int()),
        ("logical_or", lambda a, b: torch.logical_or(a, b)),
        ("maximum", lambda a, b: torch.maximum(a, b)),
        ("atan2", lambda a, b: a.atan2(b)),
        ("xlogy", lambda a, b: torch.special.xlogy(a, b)),
        ("where", lambda a, b: torch.where(a > 0, a, b)),
        ("where", lambda a, b: a.where(b > 0, 0)),
        ("lerp", lambda a, b: a.lerp(b, 0.5)),
        ("addcmul", lambda a, b: torch.addcmul(a, b, b)),
        ("clamp", lambda a, b: torch.clamp(a, min=b)),
        ("clamp", lambda a, b: a.clamp(b, b + 1)),
        ("masked_fill", lambda a, b: a.masked_fill(b > 0, 1)),
        ("max", lambda a, b: torch.max(a, b)),
        ("min", lambda a, b: a.min(b)),
        ("masked_select", lambda a, b: a.masked_select(b > 0)),
        ("legendre_polynomial_p", lambda a, b: torch.special.legendre_polynomial_p(a, b)),
        ("broadcast_tensors", lambda a, b: torch.broadcast_tensors(a, b)),
        ("broadcast_tensors", lambda a, b: torch.functional.broadcast_tensors(b, a)),
        ("mse_loss", lambda a, b: F.mse_loss(a, b)),
        ("mse_loss", lambda a, b: F.mse_loss(a, target=b)),
        ("l1_loss", lambda a, b: F.l1_loss(a, b, reduction="sum")),
        ("smooth_l1_loss", lambda a, b: F.smooth_l1_loss(a, b)),
        ("huber_loss", lambda a, b: F.huber_loss(a, b)),
        ("kl_div", lambda a, b: F.kl_div(a, b, reduction="sum")),
        ("dist", lambda a, b: torch.dist(a, b)),
        ("isclose", lambda a, b: a.isclose(b)),
        ("allclose", lambda a, b: torch.allclose(a, b)),
    ],
)
@pytest.mark.filterwarnings("ignore")
def test_every_function_that_broadcasts_is_seen(operator, call):
    plain = call(column(), row())
    with tbcast.audit.torch() as found:
        result = call(column(), row())
    assert [(one.operator, one.risk) for one in found.findings()] == [(operator, "high")]
    assert str(result) == str(plain)


@pytest.mark.parametrize("name", ["MSELoss", "L1Loss", "SmoothL1Loss", "HuberLoss"])
@pytest.mark.filterwarnings("ignore")
def test_a_module_that_compares_data_counts_for_the_programs_line(name):
    def program():
        loss = getattr(torch.nn, name)()
        return loss(column(), row())

    (found,) = watched(program)
    assert (found.risk, found.line) == ("high", program.__code__.co_firstlineno + 2)


def test_equal_shapes_numbers_and_single_elements_are_none():
    def program():
        a = column()
        (
            a + a,
            a + 1,
            a * torch.tensor(2.0),
            a - torch.ones(1),
            2 / a,
            F.mse_loss(a, a),
            torch.where(a > 0, a, 0),
        )

    assert watched(program) == []


def test_in_place_is_judged_by_what_fits():
    def program():
        a = torch.ones(6, 6)
        a += row()
        a.sub_(torch.ones(1, 6))
        with pytest.raises(RuntimeError, match="doesn't match the broadcast shape"):
            a[0].add_(column())

    assert risks(program) == [("add", "medium"), ("sub", "low")]


def test_batches_of_products_are_dimensions_that_broadcast():
    def program():
        torch.ones(5, 1, 2, 3) @ torch.ones(4, 3, 2)
        torch.ones(2, 3) @ torch.ones(4, 3, 2)  # one matrix for all
        torch.ones(4, 2, 3) @ torch.ones(3)
        torch.ones(4, 2, 3) @ torch.ones(4, 3, 2)

    (found,) = watched(program)
    assert (found.operator, found.shapes, found.result) == ("matmul", ((5, 1), (4,)), (5, 4))


TABLE, ROWS, J = torch.arange(36).view(6, 6), torch.zeros(6, 1, dtype=torch.long), torch.arange(6)
INDEX_PAIR, SQUARE = ((6, 1), (6,)), torch.ones(4, 4)


@pytest.mark.parametrize(
    ("operator", "shapes", "call"),
    [
        ("getitem", INDEX_PAIR, lambda: TABLE[ROWS, J]),
        ("getitem", INDEX_PAIR, lambda: TABLE[None][:, ROWS, J]),
        ("take_along_dim", ((6, 6), (6, 1)), lambda: torch.take_along_dim(TABLE[:1], J[:, None], 0)),
        ("take_along_dim", ((6, 6), (6, 1)), lambda: TABLE[:1].take_along_dim(indices=J[:, None], dim=0)),
        ("einsum", INDEX_PAIR, lambda: torch.einsum("...i, ...i", ROWS[..., None], J[:, None])),
        ("einsum", INDEX_PAIR, lambda: torch.einsum("...,...->...", [ROWS, J])),
        ("addmm", ((4,), (4, 4)), lambda: torch.addmm(SQUARE[0], SQUARE, SQUARE)),
        ("addmm", ((4,), (4, 4)), lambda: SQUARE[0].addmm(mat2=SQUARE, mat1=SQUARE, beta=2)),
        ("addmm", ((4,), (4, 4)), lambda: torch.addmm(mat2=SQUARE, mat1=SQUARE, input=SQUARE[0])),
        ("addmv", ((1,), (4,)), lambda: torch.addmv(SQUARE[0, :1], SQUARE, SQUARE[0])),
        ("addr", ((4,), (4, 4)), lambda: torch.addr(SQUARE[0], SQUARE[0], SQUARE[0])),
        ("addbmm", ((4, 1), (4, 4)), lambda: torch.addbmm(SQUARE[:, :1], SQUARE[None], SQUARE[None])),
        ("baddbmm", ((4, 1), (3, 4, 4)), lambda: torch.baddbmm(SQUARE[:, :1], *[SQUARE.expand(3, 4, 4)] * 2)),
    ],
)
def test_what_broadcasts_may_follow_from_the_arguments(operator, shapes, call):
    found = watched(call)
    if shapes == ((1,), (4,)):  # an operand of one element
        assert found == []
    else:
        assert [(finding.operator, finding.shapes) for finding in found] == [(operator, shapes)]


def test_indices_and_products_that_match_are_none():
    mask = torch.ones(6, dtype=torch.bool)

    def program():
        SQUARE.clone().addmm_(SQUARE, SQUARE)
        torch.addmm(SQUARE[:, :3], SQUARE, SQUARE[:, :3])
        torch.take_along_dim(TABLE, torch.zeros(1, 6, dtype=torch.long), 0)
        torch.take_along_dim(TABLE, J)
        torch.einsum("ij,j", TABLE, J), torch.einsum("...j,j", TABLE, J)
        for index in (0, J, (J, J), (ROWS, 3), (ROWS, slice(None)), (mask, J), (mask, ROWS[:1, 0])):
            TABLE[index]

    assert watched(program) == []


def test_a_matrix_of_indices_is_written_out():
    def program():
        return TABLE[J[:, None], J], TABLE[ROWS[:, 0][:, None], J]

    assert {finding.risk for finding in watched(program)} == {"low"}
    assert risks(lambda: TABLE[ROWS, J]) == [("getitem", "high")]


def test_each_equation_of_an_einsum_at_one_place_is_looked_at():
    def program():
        for equation in ("ab,b", "...b,b", "a...,..."):
            torch.einsum(equation, TABLE, J)

    assert [(finding.operator, finding.shapes) for finding in watched(program)] == []

    def dots():
        for equation in ("ab,c", "...,..."):
            torch.einsum(equation, ROWS, J)

    assert [finding.shapes for finding in watched(dots)] == [INDEX_PAIR]


def test_bad_arguments_of_these_are_pytorchs_errors():
    def program():
        for call, error in (
            (lambda: torch.addmm(SQUARE, SQUARE[0], SQUARE), RuntimeError),
            (lambda: torch.addmm(SQUARE[0], SQUARE, TABLE[0, 0]), RuntimeError),
            (lambda: torch.take_along_dim(TABLE, J[:, None], 7), IndexError),
            (lambda: torch.take_along_dim(TABLE, J, 0), RuntimeError),
            (lambda: torch.einsum("...i...,i", TABLE, J), RuntimeError),
            (lambda: torch.einsum("...i", TABLE, J), RuntimeError),
            (lambda: TABLE[J, J, J], IndexError),
        ):
            with pytest.raises(error):
                call()

    watched(program)


def test_policies_stop_what_follows_from_the_arguments():
    with tbcast.audit.torch(), tbcast.broadcast_policy("raise"):
        for call in (lambda: TABLE[ROWS, J], lambda: torch.einsum("...,...", ROWS, J)):
            with pytest.raises(tbcast.BroadcastPolicyError, match=r"\(6, 1\)|\[6, 1\]"):
                call()
        TABLE[J[:, None], J]


def test_what_does_not_broadcast_is_pytorchs_error():
    def program():
        for _ in range(2):
            with pytest.raises(RuntimeError, match=r"The size of tensor a \(2\) must match"):
                torch.ones(2) + torch.ones(3)

    assert watched(program) == []


def test_sizes_that_decide_count_for_the_place():
    def program():
        for n in (64, 256):
            torch.ones(n, 64) + torch.ones(64)

    (found,) = watched(program)
    assert (found.risk, found.shapes) == ("low", ((256, 64), (64,)))


def test_views_are_not_judged():
    assert (
        watched(lambda: [row().expand(6, 6), torch.broadcast_to(row(), (6, 6)), column().expand_as(column())])
        == []
    )


# ---- what the program wrote out ----


@pytest.mark.parametrize(
    "call",
    [
        lambda x: x[:, None] - x,
        lambda x: x[..., None] - x,
        lambda x: x.unsqueeze(1) - x,
        lambda x: torch.unsqueeze(x, -1) - x,
        lambda x: torch.unsqueeze(x, dim=1) - x,
        lambda x: x[:, None].float() * 2 - x,
        lambda x: x[None, :].t() - x,
        lambda x: x[None].T - x,
        lambda x: x[None].mT - x,
        lambda x: x[None].permute(1, 0).clone().contiguous() - x,
        lambda x: x[None].transpose(0, 1).to(torch.float64) - x,
        lambda x: x[None].movedim(0, 1).detach() - x,
        lambda x: (-x[:, None]).exp().clamp(max=3) - x,
        lambda x: F.relu(x[:, None]) - x,
        lambda x: x[:, None][2:, :] - x,
        lambda x: x[:, None][..., 0:1] - x,
        lambda x: x[:, None, None][:, 0] - x,
        lambda x: torch.where(x[:, None] >= x, 1, 0),
    ],
)
def test_what_the_statement_writes_out_is_low(call):
    with tbcast.audit.torch() as found:
        call(row())
    assert {finding.risk for finding in found.findings("low")} == {"low"}


def test_what_another_line_of_the_function_writes_out_is_medium():
    def program():
        x = row()
        y = x.unsqueeze(1)
        return y - x

    (found,) = watched(program)
    assert found.risk == "medium" and f"line {program.__code__.co_firstlineno + 2}" in found.reason


def test_what_another_function_writes_out_counts_for_nothing():
    def load():
        return row().unsqueeze(1)

    def program():
        return row() - load()

    assert risks(program) == [("sub", "high")]


COLUMN = (6, 1)


@pytest.mark.parametrize(
    "call",
    [
        lambda x: (x[:, None] + torch.zeros(6, 1)) - x,
        lambda x: x[:, None].sum(1, keepdim=True) - x,
        lambda x: torch.cat([x[:, None]]) - x,
        lambda x: x[:, None].reshape(1, 6).reshape(COLUMN) - x,
        lambda x: x[:, None][torch.arange(6)] - x,
        lambda x: copy.deepcopy(x[:, None]) - x,
        lambda x: pickle.loads(pickle.dumps(x[:, None])) - x,
        lambda x: torch.zeros(6, 1).copy_(x[:, None]) - x,
        lambda x: torch.mul(x[:, None], 2, out=torch.zeros(6, 1)) - x,
        lambda x: x.view(COLUMN) - x,
        lambda x: F.mse_loss(x[:, None], x),
        lambda x: torch.allclose(x[:, None], x),
    ],
)
@pytest.mark.filterwarnings("ignore")
def test_these_results_have_no_marks(call):
    with tbcast.audit.torch() as found:
        call(row())
    assert [finding.risk for finding in found.findings("medium")] == ["high"]


def test_marks_leave_no_trace_in_tensors_and_end_with_them():
    with tbcast.audit.torch():
        x = row()[:, None]
        place = _C._marks(x)[1]
        assert vars(x) == {} and b"Place" not in pickle.dumps(x)
        file = io.BytesIO()
        torch.save(x, file)
        assert b"Place" not in file.getvalue()
        held = sys.getrefcount(place)
        del x
    assert sys.getrefcount(place) == held - 1  # the tensor's marks are gone


def test_marks_of_a_tensor_that_was_resized_are_forgotten():
    def program():
        x = row()[:, None]
        x.squeeze_(1).unsqueeze_(1).unsqueeze_(0)
        return x - row()

    assert risks(program) == [("sub", "high")]


# ---- library code, deep ----


def test_library_code_is_left_out():
    def program():
        torch.nn.LayerNorm(6)(torch.ones(6, 6))
        torch.distributions.Normal(torch.zeros(6, 1), 1.0).log_prob(row())

    assert watched(program) == []
    assert any(finding.operator == "sub" for finding in watched(program, deep=True))


def test_deep_sees_what_composed_functions_and_autograd_do():
    def program():
        a = torch.ones(6, 1, requires_grad=True)
        return F.silu(a - row()).sum().backward()

    found = watched(program, deep=True)
    assert [(f.operator, f.risk, f.count) for f in found if f.risk != "low"] == [("sub", "high", 1)]
    assert {f.file for f in found} == {__file__}


def test_gradients_of_what_is_meant_are_meant():
    def program():
        a, b = (torch.rand(5, 2, requires_grad=True) for _ in range(2))
        return torch.max(a[:, None], b).sum().backward()

    assert [f for f in watched(program, deep=True) if f.risk != "low"] == []


# ---- the restored flag ----


def at_own_line(log, function, offset):
    return [(w.category, str(w.message), w.filename, w.lineno) for w in log] == [
        (UserWarning, NOTE, __file__, function.__code__.co_firstlineno + offset)
    ]


@pytest.mark.parametrize(
    "call",
    [
        lambda a, b: a + b,
        lambda a, b: torch.add(a, b),
        lambda a, b: torch.zeros(1, 3, 1).add_(torch.ones(3, 1)),
        lambda a, b: torch.add(a, b, out=torch.empty(0)),
        lambda a, b: torch.ones(1) + torch.ones(1, 1),
    ],
)
def test_the_flag_gives_the_notes_warning_at_the_programs_line(flag, call):
    with tbcast.audit.torch(warn=True), warnings.catch_warnings(record=True) as log:
        warnings.simplefilter("always")
        call(torch.ones(4, 1), torch.ones(4))
    assert at_own_line(log, call, 0)


def test_the_flag_counts_while_it_is_set_and_enabled():
    def program():
        return column() + row()

    with warnings.catch_warnings(record=True) as log:
        warnings.simplefilter("always")
        torch.utils.backcompat.broadcast_warning.enabled = True
        program()
        with tbcast.audit.torch():
            program()
        tbcast.audit.torch.enable(warn=True)
        torch.utils.backcompat.broadcast_warning.enabled = False
        program()
        assert log == []
        torch.utils.backcompat.broadcast_warning.enabled = True
        program()
        program()
        tbcast.audit.torch.disable()
        program()
    assert len(log) == 2


@pytest.mark.parametrize(
    "a, b", [((4,), ()), ((0,), (1, 0)), ((2, 3), (3,)), ((4, 1), (4, 1)), ((2, 1), (1, 3))]
)
def test_the_flag_warns_of_nothing_else(flag, a, b):
    with tbcast.audit.torch(warn=True), warnings.catch_warnings():
        warnings.simplefilter("error")
        torch.ones(a) + torch.ones(b)


def test_the_flag_as_an_error_stops_the_call_before_it_writes(flag):
    a = torch.ones(4)
    out = torch.zeros(2)
    with tbcast.audit.torch(warn=True), warnings.catch_warnings():
        warnings.simplefilter("error")
        with pytest.raises(UserWarning) as raised:
            torch.add(a, torch.ones(4, 1), out=out)
    assert str(raised.value) == NOTE and out.tolist() == [0, 0]


def test_the_flags_names_of_three_operands(flag):
    with (
        tbcast.audit.torch(warn=True),
        pytest.warns(UserWarning, match="^self, tensor1, and tensor2 do not have"),
    ):
        torch.addcmul(torch.ones(4, 1), torch.ones(4), torch.ones(4))


@pytest.mark.filterwarnings("ignore:Using a target size")
def test_the_flag_warns_of_losses_at_the_programs_line(flag):
    def program():
        return torch.nn.MSELoss()(column(), row())

    with tbcast.audit.torch(warn=True), warnings.catch_warnings(record=True) as log:
        warnings.simplefilter("always")
        program()
    assert at_own_line([w for w in log if "Using a target" not in str(w.message)], program, 1)


# ---- policies ----


def test_a_policy_stops_a_call_before_it_allocates():
    def program():
        return torch.ones(1 << 20, 1) - torch.ones(1 << 20)  # four terabytes

    with tbcast.audit.torch() as found, tbcast.broadcast_policy("raise", risk=None, max_nbytes=1 << 20):
        with pytest.raises(tbcast.BroadcastPolicyError, match="max_nbytes is 1048576") as raised:
            program()
    assert (raised.value.filename, raised.value.lineno) == (__file__, program.__code__.co_firstlineno + 1)
    assert raised.traceback[-1].lineno == program.__code__.co_firstlineno  # zero-based: ours are not in it
    assert len(found.findings()) == 1


def test_policies_warn_once_at_the_programs_line_even_if_audits_are_nested():
    def program():
        return column() - row()

    with tbcast.audit.torch() as outer, tbcast.audit.torch() as inner, tbcast.broadcast_policy("warn"):
        with warnings.catch_warnings(record=True) as log:
            warnings.simplefilter("always")
            program()
    assert [(w.category, w.lineno) for w in log] == [
        (tbcast.BroadcastPolicyWarning, program.__code__.co_firstlineno + 1)
    ]
    assert len(outer.findings()) == len(inner.findings()) == 1


def test_policies_know_what_was_written_out_and_what_is_excused():
    x = row()
    with tbcast.audit.torch(), tbcast.broadcast_policy("raise"):
        x[:, None] - x
        column() - x  # broadcast: ok
        torch.ones(6, 6) - x
        with pytest.raises(tbcast.BroadcastPolicyError):
            column() - x
        with tbcast.broadcast_policy("allow"):
            column() - x
        with pytest.raises(tbcast.BroadcastPolicyError):
            F.mse_loss(x[:, None], x)
    with tbcast.broadcast_policy("raise"):
        column() - x  # nothing is watched


def test_growth_counts_in_place_memory_does_not():
    with tbcast.audit.torch(), tbcast.broadcast_policy("raise", risk=None, max_nbytes=0, max_growth=2):
        torch.ones(6, 6).add_(row())
        with pytest.raises(tbcast.BroadcastPolicyError, match="takes 144 bytes"):
            torch.ones(6, 6) + row()
        with pytest.raises(tbcast.BroadcastPolicyError, match="takes 36 bytes"):
            torch.gt(torch.ones(6, 6), row())
        with pytest.raises(tbcast.BroadcastPolicyError, match="6 times"):
            torch.add(column(), row(), out=torch.empty(0))


# ---- the program goes on as it was ----


def test_enable_and_disable():
    watch = tbcast.audit.torch
    assert not watch.enabled and "not enabled" in repr(watch)
    found = watch.enable()
    assert isinstance(found, Recorder) and watch.enabled
    column() - row()
    assert watch.enable(deep=True) is found
    watch.disable()
    watch.disable()
    column() - row()
    assert sum(one.count for one in found.findings()) == 1


def test_importing_the_audit_imports_no_pytorch():
    code = "import sys, tbcast.audit; print(tbcast.audit.torch, 'torch' in sys.modules)"
    assert python("-c", code).stdout == "<tbcast.audit.torch, not enabled> False\n"


def test_exceptions_of_the_program_pass():
    with pytest.raises(ZeroDivisionError):
        with tbcast.audit.torch():
            raise ZeroDivisionError
    with tbcast.audit.torch(), pytest.raises(TypeError, match="must be Tensor, not str"):
        torch.add("a", torch.ones(2))


def test_contexts_are_left_in_any_order():
    def generator():
        with tbcast.audit.torch() as found:
            yield found
            column() - row()
            yield found

    first, second = generator(), generator()
    one, two = next(first), next(second)
    first.close()
    next(second)
    second.close()
    column() - row()
    assert (len(one.findings()), len(two.findings())) == (0, 1)


def test_one_context_is_entered_again():
    watch = tbcast.audit.torch()
    with watch as found, watch as again:
        column() - row()
    assert found is again and found.findings()[0].count == 2


def test_left_within_a_call_of_pytorchs():
    context = tbcast.audit.torch()
    context.__enter__()

    class Leaving(torch.Tensor):
        @classmethod
        def __torch_function__(cls, func, types, args=(), kwargs=None):
            if context is not None and context._entered:
                context.__exit__(None, None, None)
            return super().__torch_function__(func, types, args, kwargs)

    torch.ones(3).as_subclass(Leaving) + torch.ones(3)
    with tbcast.audit.torch():
        pass


def test_a_context_left_in_another_thread_watches_no_more():
    context = tbcast.audit.torch()
    found = context.__enter__()
    thread = threading.Thread(target=context.__exit__, args=(None, None, None))
    thread.start()
    thread.join()
    column() - row()
    assert found.findings() == []
    with tbcast.audit.torch():
        pass


def test_threads_that_are_started_are_watched():
    class Own(threading.Thread):
        def run(self):
            assert "run" not in vars(self)
            column() - row()

    before = threading.Thread.start
    with tbcast.audit.torch() as found:
        threads = [threading.Thread(target=lambda: column() - row()), Own()]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        with ThreadPoolExecutor(2) as pool:
            list(pool.map(lambda n: column(n) - row(n), [3, 4, 5]))
    assert sum(one.count for one in found.findings()) == 5
    assert threading.Thread.start is before


def test_a_thread_that_outlives_the_context_ends_well():
    go = threading.Event()

    def work():
        column() - row()
        go.wait(60)
        column() - row()
        stacks.append(torch._C._len_torch_function_stack())

    stacks = []
    with tbcast.audit.torch() as found:
        thread = threading.Thread(target=work)
        thread.start()
        while not found.findings():
            pass
    go.set()
    thread.join()
    assert [one.count for one in found.findings()] == [1]


def test_tasks_of_one_thread_share_what_watches():
    async def work(n):
        await asyncio.sleep(0)
        column(n) - row(n)

    async def program():
        await asyncio.gather(work(3), work(4))

    (found,) = watched(lambda: asyncio.run(program()))
    assert found.count == 2


def test_subclasses_work_as_before_and_are_seen():
    calls = []

    class Logged(torch.Tensor):
        @classmethod
        def __torch_function__(cls, func, types, args=(), kwargs=None):
            calls.append(getattr(func, "__name__", ""))
            return super().__torch_function__(func, types, args, kwargs or {})

    def program():
        calls.clear()
        a = column().as_subclass(Logged)
        return a - row()

    plain = program()
    without = list(calls)
    found = watched(program)
    assert calls == without and type(plain) is Logged
    assert [(one.operator, one.line) for one in found] == [("sub", program.__code__.co_firstlineno + 3)]


def test_a_shape_that_lies_is_not_believed():
    class Lying(torch.Tensor):
        @property
        def shape(self):
            raise KeyError("shape")

        @classmethod
        def __torch_function__(cls, func, types, args=(), kwargs=None):
            return super().__torch_function__(func, types, args, kwargs or {})

    with tbcast.audit.torch():
        result = column().as_subclass(Lying) - row()
    assert result.size() == (6, 6)


@pytest.mark.parametrize("outside", [False, True])
def test_other_modes_see_the_programs_calls_alone(outside):
    from torch.overrides import TorchFunctionMode

    class Log(TorchFunctionMode):
        def __torch_function__(self, func, types, args=(), kwargs=None):
            names.append(getattr(func, "__name__", ""))
            return func(*args, **(kwargs or {}))

    a, b = column(), row()
    with Log():
        names = []
        a - b
        b[:, None] - b
        plain, names = names, []
    with (
        Log() if outside else tbcast.audit.torch() as found,
        tbcast.audit.torch() if outside else Log() as other,
    ):
        names.clear()
        a - b
        b[:, None] - b
        seen = list(names)
    assert seen == plain
    findings = (other if outside else found).findings("low")
    assert [one.risk for one in findings] == ["high", "low"]


def test_a_default_device_changes_nothing():
    def program():
        with torch.device("cpu"):
            return torch.ones(6, 1) - torch.ones(6)

    (found,) = watched(program)
    assert found.line == program.__code__.co_firstlineno + 2


def test_optimizers_step_without_modes_and_get_them_back():
    weights = torch.nn.Parameter(row())
    adam, lbfgs = torch.optim.Adam([weights]), torch.optim.LBFGS([weights])
    adam_step, stacks = torch.optim.Adam.step, []
    weights.register_hook(lambda grad: None)

    def loss():
        stacks.append(torch._C._len_torch_function_stack())
        return (column() - weights).mean()

    class Failing(torch.optim.SGD):
        def step(self):
            stacks.append(torch._C._len_torch_function_stack())
            super().step(self)

    with tbcast.audit.torch() as found:
        adam.zero_grad()
        loss().backward()
        adam.step()
        with pytest.raises(TypeError):
            Failing([weights], lr=1).step()
        lbfgs.step(loss)
        after = torch._C._len_torch_function_stack()
    assert set(stacks) == {1} and after == 1
    assert [one.operator for one in found.findings()] == ["sub"]
    assert torch.optim.Adam.step is adam_step


def test_an_optimizer_that_fails_has_its_modes_back():
    weights = torch.nn.Parameter(row())
    weights.grad = torch.ones(6)
    sgd = torch.optim.SGD([weights], lr=1)
    sgd.param_groups[0]["params"] = ["no tensor"]
    with tbcast.audit.torch():
        with pytest.raises(AttributeError):
            sgd.step()
        assert torch._C._len_torch_function_stack() == 1


def test_a_recorder_that_fails_or_computes_breaks_nothing(nothing_stays):
    class Broken(Recorder):
        def see(self, *args, **kwargs):
            column() - row()
            (column() - row()).sum()
            seen.append(args)

    seen = []
    with tbcast.audit.torch(Broken()):
        column() - row()
    assert len(seen) == 1


def test_vmap_grad_and_no_grad():
    def program():
        torch.func.vmap(lambda a, b: a - b)(torch.ones(4, 6, 1), torch.ones(4, 6))
        torch.func.grad(lambda a: (a - row()).sum())(column())
        with torch.no_grad():
            column() - row()

    assert [(one.shapes, one.risk) for one in watched(program)] == [(((6, 1), (6,)), "high")] * 3


@pytest.mark.filterwarnings("ignore")
def test_compiled_code_runs_compiled():
    compiled = []

    def backend(graph, example):
        compiled.append(graph)
        return graph.forward

    @torch.compile(backend=backend, fullgraph=True)
    def program(a, b):
        return (a - b).sum()

    with tbcast.audit.torch():
        assert program(column(), row()) == 0
        assert program(column(), row()) == 0
    assert len(compiled) == 1
    torch._dynamo.reset()


def test_traced_exported_and_fake_programs():
    from torch._subclasses import FakeTensorMode
    from torch.fx.experimental.proxy_tensor import make_fx

    def f(a, b):
        return a - b

    with tbcast.audit.torch():
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            assert torch.jit.trace(f, (column(), row()))(column(), row()).shape == (6, 6)
        graph = make_fx(f, tracing_mode="symbolic")(torch.ones(5, 1), torch.ones(5))
        assert graph(column(), row()).shape == (6, 6)
        with FakeTensorMode() as mode:
            assert f(mode.from_tensor(column()), mode.from_tensor(row())).shape == (6, 6)


def test_a_data_loaders_workers_go_on():
    code = """
import torch, tbcast

class Data(torch.utils.data.Dataset):
    def __len__(self): return 4
    def __getitem__(self, i): return (torch.ones(3, 1) - torch.ones(3)) * i

if __name__ == "__main__":
    with tbcast.audit.torch() as found:
        batches = torch.utils.data.DataLoader(Data(), num_workers=2, multiprocessing_context="fork")
        total = sum(batch.sum().item() for batch in batches)
    print(total, found.findings())
"""
    done = python("-W", "ignore", "-c", code)
    assert (done.stdout, done.returncode) == ("0.0 []\n", 0), done.stderr


def test_a_program_that_ends_while_enabled_ends_well():
    code = "import torch, tbcast; tbcast.audit.torch.enable(deep=True); torch.ones(3, 1) - torch.ones(3)"
    done = python("-W", "error", "-c", code)
    assert (done.returncode, done.stderr) == (0, "")


def test_training_is_what_it_was():
    def train():
        torch.manual_seed(0)
        model = torch.nn.Sequential(
            torch.nn.Linear(4, 8), torch.nn.BatchNorm1d(8), torch.nn.ReLU(), torch.nn.Linear(8, 1)
        )
        optimizer = torch.optim.Adam(model.parameters())
        for _ in range(5):
            optimizer.zero_grad()
            F.mse_loss(model(torch.randn(16, 4)), torch.randn(16, 1)).backward()
            optimizer.step()
        return [p.tolist() for p in model.parameters()]

    plain = train()
    for options in ({}, {"deep": True}, {"warn": True}):
        with tbcast.audit.torch(**options) as found:
            assert train() == plain
        assert found.findings() == []


def test_functions_table_knows_only_what_there_is():
    from tbcast.audit._pytorch.functions import CODES, TABLE

    assert len(TABLE) > 400 and set(CODES) == set(TABLE)
    assert {type(function) for function in TABLE} <= {
        types.FunctionType,
        types.BuiltinFunctionType,
        types.MethodDescriptorType,
        types.WrapperDescriptorType,
        types.MethodWrapperType,
    }


def test_no_memory_is_left_by_calls_that_are_watched():
    def program():
        x = row()
        x + x, x[:, None] - x, column() - x, torch.ones(6, 6) + x, F.l1_loss(x, x), x[:, None].T * 2

    def growth(calls):
        gc.collect()
        before = sys.getallocatedblocks()
        for _ in range(calls):
            program()
        gc.collect()
        return sys.getallocatedblocks() - before

    with tbcast.audit.torch():
        growth(1000)
        assert min(growth(500) for _ in range(5)) < 50  # the allocators' own tables grow now and then


# ---- what it knows without a call of PyTorch's, which tracers would see ----

DTYPES = [getattr(torch, name) for name in (
    *("bool", "uint8", "int8", "int16", "int32", "int64", "float16", "bfloat16", "float32", "float64"),
    *("complex32", "complex64", "complex128"),
)]  # fmt: skip


@pytest.mark.filterwarnings("ignore:ComplexHalf")
@pytest.mark.parametrize("shapes", [((), ()), ((2,), ()), ((), (2,)), ((2,), (1, 2))])
def test_it_promotes_as_pytorch_does(shapes):
    from tbcast.audit._pytorch.session import _promoted

    for pair in itertools.product(DTYPES, repeat=2):
        tensors = [torch.empty(shape, dtype=dtype) for shape, dtype in zip(shapes, pair, strict=True)]
        assert _promoted(tensors) is torch.result_type(*tensors), pair


@pytest.mark.filterwarnings("ignore:The use of `x.T`")
@pytest.mark.parametrize(
    ("ndim", "call"),
    [
        *((3, "permute(2, 0, 1)"), (3, "permute((1, 2, 0))"), (3, "permute(dims=[0, 2, 1])")),
        *((3, "transpose(0, 2)"), (3, "transpose(-1, dim1=0)"), (3, "swapaxes(axis0=1, axis1=2)")),
        *((3, "swapdims(0, -1)"), (3, "movedim(0, 2)"), (4, "moveaxis((0, 1), (3, 2))")),
        *((3, "movedim(source=2, destination=0)"), (2, "t()"), (1, "t()"), (2, "T"), (3, "T"), (4, "mT")),
        *((2, "H"), (3, "mH"), (3, "adjoint()")),
    ],
)
def test_it_knows_which_dimension_goes_where(ndim, call):
    from tbcast.audit._pytorch.marks import _order

    tensor = torch.empty(*range(2, 2 + ndim))
    name, _, given = call.partition("(")
    args, kwargs = eval(f"(lambda *args, **kwargs: (args, kwargs))({given or ')'}")
    expected = [size - 2 for size in eval(f"tensor.{call}", {"tensor": tensor}).shape]
    assert [dim % ndim for dim in _order(name, ndim, args, kwargs)] == expected


# ---- functions that are written in Python ----


@pytest.mark.filterwarnings("ignore:Using a target size")
def test_a_function_in_python_is_asked_about_once(monkeypatch):
    from tbcast.audit._pytorch import session

    asked, see = [], session.Session.see
    monkeypatch.setattr(session.Session, "see", lambda *given: asked.append(given[2]) or see(*given))
    with tbcast.audit.torch() as found:
        for _ in range(5):
            F.mse_loss(torch.ones(4, 1), torch.ones(4, 3))
    assert asked == [F.mse_loss] and found.findings("low")[0].risk == "low"


@pytest.mark.filterwarnings("ignore:Using a target size")
@pytest.mark.parametrize("order", ["below", "above", "alone"])
def test_modes_and_subclasses_see_functions_in_python_as_ever(order):
    class Own(torch.Tensor):
        @classmethod
        def __torch_function__(cls, func, types, args=(), kwargs=None):
            seen.append((func, types))
            return super().__torch_function__(func, types, args, kwargs or {})

    class Noting(torch.overrides.TorchFunctionMode):
        def __torch_function__(self, func, types, args=(), kwargs=None):
            seen.append((func, types))
            return func(*args, **(kwargs or {}))

    def program():
        for x in (torch.ones(3, 3), torch.ones(3, 3).as_subclass(Own)):
            F.relu(x)
            F.mse_loss(x, x)
            torch.functional.norm(x)
            with pytest.raises(RuntimeError):
                F.mse_loss(x, torch.ones(2))
        return list(seen)

    own = contextlib.nullcontext if order == "alone" else Noting
    handle = F.handle_torch_function
    seen = []
    with own():
        expected = program()
    seen = []
    with contextlib.ExitStack() as stack:
        for mode in [own, tbcast.audit.torch][:: -1 if order == "above" else 1]:
            stack.enter_context(mode())
        assert F.handle_torch_function is not handle
        found = program()
    assert found == expected and {F.relu, F.mse_loss, torch.functional.norm} <= {each[0] for each in found}
    assert F.handle_torch_function is handle
