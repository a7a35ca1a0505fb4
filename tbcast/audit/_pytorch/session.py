"""What runs while `tbcast.audit.torch` watches: a function mode in each thread, and what it does with a
broadcast.

The mode's check is C (src/audit/torch_mode.c) and calls `_on_broadcast` where shapes differ in a way
that has not been called harmless at that instruction before. PyTorch's modes belong to a thread and are a
stack: who leaves takes out its own, wherever it is.
"""

from __future__ import annotations

import functools
import itertools
import math
import sys
import threading
import warnings
import weakref
from collections.abc import Callable, Sequence
from types import CodeType, FrameType
from typing import Any, NamedTuple

import torch
from torch._C import (
    _get_backcompat_broadcast_warn as _flag,
    _get_function_stack_at,
    _is_torch_function_mode_enabled,
    _is_tracing,
    _len_torch_function_stack,
    _pop_torch_function_stack,
    _push_on_torch_function_stack,
)
from torch.optim.optimizer import register_optimizer_step_post_hook
from torch.overrides import TorchFunctionMode
from torch.utils._device import DeviceContext

from tbcast._verdict import calls
from tbcast._verdict.functions import COMPARISONS
from tbcast._verdict.intent import Marks, place_of
from tbcast._verdict.risk import Shape, broadcast, judge
from tbcast.audit import _watch
from tbcast.audit._pytorch import derived, frames, hooks
from tbcast.audit._pytorch.functions import (
    BROADCASTS,
    CODES,
    COMPARES,
    DERIVES,
    INDEXES,
    MULTIPLIES,
    TABLE,
    Function,
    operand_names,
)
from tbcast.audit._pytorch.marks import marks_of, note_result
from tbcast.audit._sampling import Rounds
from tbcast.audit.recorder import Recorder

_PLAIN = (torch.Tensor, torch.nn.Parameter)
_TEXT = (
    "%s do not have the same shape, but are broadcastable, and have the same number of elements.\n"
    "Changing behavior in a backwards incompatible manner to broadcasting rather than viewing as "
    "1-dimensional."
)


class _Local(threading.local):
    """The modes of a thread, the innermost last."""

    def __init__(self) -> None:
        self.modes: list[Mode] = []


_MAX_KNOWN = 4096
_local = _Local()
_sessions: list[Session] = []
_changing = threading.RLock()


class Mode(_watch.TorchMode, TorchFunctionMode):
    """The function mode of a session in a thread."""

    session: Session

    def __new__(cls, session: Session, alone: bool) -> Mode:
        """`alone`: no mode of others is below, which would see how shapes are read."""
        return _watch.TorchMode.__new__(  # type: ignore[return-value]
            cls, _PLAIN if alone else (), torch.Tensor, torch.Tensor.shape, CODES, _slow_shape, _is_tracing,
            _on_broadcast, _on_result, session.harmless,
        )  # fmt: skip

    def __init__(self, session: Session, alone: bool) -> None:
        self.session = session
        self.warns = any(other.warn for other in [*_sessions, session])

    def __torch_function__(
        self, func: Any, types: Any, args: tuple[Any, ...] = (), kwargs: dict[str, Any] | None = None
    ) -> Any:
        """What torch.compile traces; whoever asks the object gets the C part."""
        return func(*args, **(kwargs or {}))


class _Known(NamedTuple):
    """What is told of calls with certain shapes and marks at an instruction."""

    code: CodeType  # while it and the marks live, their ids are theirs
    marks: tuple[Marks | None, ...]
    shapes: tuple[Shape, ...]
    seen: tuple[str, dict[str, Any]] | None  # operator and arguments; None: the recorder is told nothing
    harmless: bool


class Session:
    """One `with tbcast.audit.torch():`, or what `enable` began."""

    def __init__(
        self,
        recorder: Recorder,
        *,
        deep: bool,
        warn: bool,
        steps: int | None = None,
        others: Sequence[Callable[[bool], None]] = (),
    ) -> None:
        """steps: watch one round in so many; others: told whether a round is watched, where that changes."""
        self.recorder = recorder
        self.rounds = None if steps is None else Rounds(steps)
        self.others = others
        self.paused = False
        self.optimizer: weakref.ref[Any] | None = None
        self.hook: Any = None
        self.deep = deep
        self.warn = warn
        self.active = False
        self.failure: Exception | None = None  # the last one of our own, which no program sees
        self.harmless: dict[Any, Any] = {}
        self.known: dict[Any, _Known] = {}
        self.judged: set[tuple[Shape, ...]] = set()  # shapes of calls, each time with what was written out
        self.modes: list[Mode] = []

    def see(
        self,
        frame: FrameType,
        function: Any,
        kind: int,
        shapes: tuple[Shape, ...],
        args: tuple[Any, ...],
        kwargs: dict[str, Any] | None,
        marks: tuple[Marks | None, ...],
    ) -> bool:
        """Tell the recorder; are these shapes harmless at this instruction?"""
        identities = [mark and (id(mark.code), mark.line) for own in marks for mark in own or ()]
        key = id(frame.f_code), frame.f_lasti, function, shapes, *identities
        known = self.known.get(key)
        if known is None:
            if self.deep and len(self.judged) < _MAX_KNOWN:
                self.judged.add(shapes)
            known = self._known(_Call(function, kind, shapes, args, kwargs, frame, marks))
            if len(self.known) >= _MAX_KNOWN:
                self.known.clear()
            self.known[key] = known
        if known.seen is not None:
            operator, given = known.seen
            at = frames.user_frame(frame) if self.deep else frame
            self.recorder.see(operator, known.shapes, at, marks=marks, **given)
        return known.harmless

    def _known(self, call: _Call) -> _Known:
        if not call.broadcasts or (call.library and not (call.data or self.deep)):
            return _Known(
                call.frame.f_code, (), call.shapes, None, True
            )  # nothing to say; errors are PyTorch's
        given = {
            "itemsize": call.itemsize or None,
            "inplace": call.row.inplace,
            "data": call.data,
        }
        risk = judge(call.shapes, marks=call.marks, place=place_of(call.frame)).risk
        seen = call.row.operator, given
        return _Known(call.frame.f_code, call.marks, call.shapes, seen, risk in ("none", "low"))

    def enter(self) -> None:
        """Watch this thread, and threads that are started from now on."""
        with _changing:
            self.active = True
            _sessions.append(self)
            hooks.install(suspend, resume, watched, handling)
        if self.rounds is not None:
            self.hook = register_optimizer_step_post_hook(self._stepped)
        self.enter_thread()

    @property
    def watching(self) -> bool:
        """Is it active, and in a round that is watched?"""
        return self.active and not self.paused

    def _stepped(self, optimizer: Any, *_: Any) -> None:
        """A round ends with a step of one optimizer: of two, one's part alone might be watched else."""
        first = self.optimizer and self.optimizer()
        if first is None:
            first = optimizer
            self.optimizer = weakref.ref(optimizer)
        if first is not optimizer or not self.active or self.rounds is None:
            return
        self.rounds.end()
        if self.rounds.watched == self.paused:
            self._pause(not self.paused)

    def restart(self) -> None:
        """Another loop may begin: its first rounds are watched."""
        if self.rounds is not None:
            self.rounds.restart()
            self.optimizer = None
            if self.paused:
                self._pause(False)

    def _pause(self, paused: bool) -> None:
        """Take this thread's modes off, or put them back; those of other threads only call meanwhile."""
        with _changing:
            self.paused = paused
            own = [mode for mode in self.modes if mode in _local.modes]
            for mode in self.modes:
                mode.active = not paused
            if paused:
                self.modes = [mode for mode in self.modes if mode not in own]
        if paused:
            leave_thread()
        elif not own:
            self.enter_thread()
        for tell in self.others:
            tell(not paused)

    def enter_thread(self) -> None:
        """Watch this thread."""
        leave_thread()  # of what was left in another one
        below = [_get_function_stack_at(i) for i in range(_len_torch_function_stack())]
        mode = Mode(self, all(isinstance(other, (Mode, DeviceContext)) for other in below))
        with _changing:
            self.modes.append(mode)
            if not self.watching:
                mode.active = False
        _local.modes.append(mode)
        _push_on_torch_function_stack(mode)
        if self.deep:
            from tbcast.audit._pytorch import deep

            deep.enter(self, _is_inside)

    def leave(self) -> None:
        """Watch no more, in any thread."""
        if self.hook is not None:
            self.hook.remove()
        with _changing:
            self.active = False
            _sessions.remove(self)
            for mode in self.modes:
                mode.active = False
            self.modes.clear()
            if not _sessions:
                hooks.remove()
        leave_thread()


def restart(recorder: Recorder) -> None:
    """Watch the first rounds of a loop again, in what the recorder sees."""
    for session in list(_sessions):
        if session.recorder is recorder:
            session.restart()


def leave_thread() -> None:
    """Take modes that are no longer active off the thread's stack, wherever they are."""
    above = []
    while any(isinstance(mode, Mode) and not mode.active for mode in _stack()):
        mode = _pop_torch_function_stack()
        if not isinstance(mode, Mode) or mode.active:
            above.append(mode)
    for mode in reversed(above):
        _push_on_torch_function_stack(mode)
    _local.modes[:] = [mode for mode in _local.modes if mode.active]
    deep = sys.modules.get("tbcast.audit._pytorch.deep")
    if deep is not None:
        deep.leave_thread()


def _stack() -> list[Any]:
    return [_get_function_stack_at(i) for i in range(_len_torch_function_stack())]


def watched(run: Callable[[], Any]) -> Callable[[], Any]:
    """What a thread runs, within the sessions of now; the thread's own modes end with it."""
    here = list(_sessions)

    def run_watched() -> Any:
        for session in here:
            if not session.paused:
                session.enter_thread()
        try:
            return run()
        finally:
            _end_thread()

    return run_watched


def _end_thread() -> None:
    with _changing:
        for mode in _local.modes:
            mode.active = False
            if mode in mode.session.modes:
                mode.session.modes.remove(mode)
    leave_thread()


def _is_inside() -> bool:
    return any(mode.inside for mode in _local.modes)


def suspend() -> list[Mode]:
    """Take the uppermost modes off while library code runs that nobody looks at; `resume` puts them back."""
    taken: list[Mode] = []
    while (n := _len_torch_function_stack()) and type(top := _get_function_stack_at(n - 1)) is Mode:
        if top.session.deep:
            break
        taken.append(_pop_torch_function_stack())
    return taken


def resume(taken: list[Mode]) -> None:
    """The other half of `suspend`."""
    while taken:
        mode = taken.pop()
        if mode.active:  # the step may have ended a round that is watched
            _push_on_torch_function_stack(mode)


def handling(handle: Callable[..., Any]) -> Callable[..., Any]:
    """PyTorch's handle_torch_function, in half the time where the innermost mode is one of these."""

    @functools.wraps(handle)
    def handle_torch_function(public_api: Any, relevant_args: Any, *args: Any, **kwargs: Any) -> Any:
        if not _is_torch_function_mode_enabled():
            return handle(public_api, relevant_args, *args, **kwargs)
        mode = _pop_torch_function_stack()
        try:
            if type(mode) is Mode:
                return mode.__torch_function__(public_api, (), args, kwargs)
        finally:
            _push_on_torch_function_stack(mode)
        return handle(public_api, relevant_args, *args, **kwargs)

    return handle_torch_function


# ---- what the C part calls ----


def _slow_shape(tensor: torch.Tensor) -> Shape:
    """The shape of a tensor of a subclass: neither the subclass nor other modes see how it is read."""
    with torch._C.DisableTorchFunction():
        return tuple(tensor.shape)


def _on_result(
    kind: int, function: Any, args: tuple[Any, ...], kwargs: dict[str, Any] | None, result: Any
) -> None:
    with torch._C.DisableTorchFunction():
        note_result(kind, function, args, kwargs, result, frames.caller(sys._getframe(1), function)[0])


def _on_broadcast(
    mode: Mode,
    function: Any,
    kind: int,
    shapes: tuple[Shape, ...],
    marks: tuple[Marks | None, ...] | None,
    args: tuple[Any, ...],
    kwargs: dict[str, Any] | None,
) -> bool | BaseException | None:
    """Operands differ in shape. True: they are harmless at this instruction; an exception is to be raised."""
    session = mode.session
    try:
        by_shapes = True
        if kind in (INDEXES, DERIVES):
            shapes, marks = _derived(function, args, kwargs)
            by_shapes = TABLE[function].operator in derived.BY_SHAPES
            if not shapes:
                return by_shapes
        else:
            marks = marks if kind == BROADCASTS and marks is not None else ()
        frame, same = frames.caller(sys._getframe(1), function)
        lasting = same and by_shapes
        harmless = session.see(frame, function, kind, shapes, args, kwargs, marks)
    except Exception as error:
        session.failure = error
        return None
    if mode is not _innermost() or (calls.policy() is None and not mode.warns):
        return harmless and lasting
    try:
        objection = _objection(_Call(function, kind, shapes, args, kwargs, frame, marks), mode)
    except Exception as error:
        session.failure = error
        return None
    if isinstance(objection, Warning):
        return warn_at(frames.user_frame(frame), objection)
    if objection is not None:
        return objection
    return harmless and lasting


def _innermost() -> Mode | None:
    """The mode that speaks for policies and flags in this thread."""
    return next((mode for mode in reversed(_local.modes) if mode.active), None)


def _operands(row: Function, args: tuple[Any, ...], kwargs: dict[str, Any] | None) -> list[torch.Tensor]:
    """The tensors whose shapes the C part has read."""
    most = row.operands or len(args)
    flat: list[Any] = []
    for i, argument in enumerate(args[:most]):
        flat += argument if i == 0 and isinstance(argument, (list, tuple)) else [argument]
    flat += [value for name, value in (kwargs or {}).items() if name not in _NO_OPERANDS]
    return [tensor for tensor in flat if isinstance(tensor, torch.Tensor)]


_NO_OPERANDS = ("out", "pos_weight", "weight", "alpha", "value")


def _derived(
    function: Any, args: tuple[Any, ...], kwargs: dict[str, Any] | None
) -> tuple[tuple[Shape, ...], tuple[Marks | None, ...]]:
    """The shapes that broadcast, and where their dimensions were written out."""
    with torch._C.DisableTorchFunction():
        found = derived.operands(TABLE[function].operator, args, kwargs or {})
        marks = tuple(marks_of(tensor) if tensor is not None else None for _, tensor in found)
    return tuple(shape for shape, _ in found), marks if any(marks) else ()


class _Call:
    """A call whose operands differ in shape."""

    def __init__(
        self,
        function: Any,
        kind: int,
        shapes: tuple[Shape, ...],
        args: tuple[Any, ...],
        kwargs: dict[str, Any] | None,
        frame: FrameType,
        marks: tuple[Marks | None, ...],
    ) -> None:
        self.row = TABLE[function]
        self.data = kind == COMPARES
        self.frame = frame
        self.marks = marks
        self.library = frames.is_library(frame.f_code)
        self.arguments = args, kwargs
        self.shapes = tuple(map(tuple, shapes))
        if kind == MULTIPLIES:  # of which the dimensions before the last two broadcast
            self.shapes = tuple(shape[:-2] for shape in self.shapes)
        self.pointwise = kind in (BROADCASTS, COMPARES)
        result = broadcast(*self.shapes)
        differ = any(shape != self.shapes[0] for shape in self.shapes)
        self.broadcasts = (
            result is not None and differ and not (self.row.inplace and result != self.shapes[0])
        )

    @property
    def itemsize(self) -> int:
        """Bytes of an element of the new memory that the result takes; 0: it takes none."""
        args, kwargs = self.arguments
        operator = self.row.operator
        if self.row.inplace or not self.pointwise or (kwargs or {}).get("out") is not None:
            return 0
        if operator in COMPARISONS:
            return 1
        with torch._C.DisableTorchFunction():
            operands = _operands(self.row, args, kwargs)
            if operator == "where" and len(operands) > 1:
                del operands[0]
            dtype = _promoted(operands) if len(operands) == 2 else operands[-1].dtype
            for operand in operands[:-1] if len(operands) > 2 else ():
                dtype = _promote(operand.dtype, dtype)
            if operator in ("div", "true_divide", "divide") and not (
                dtype.is_floating_point or dtype.is_complex
            ):
                dtype = torch.get_default_dtype()
            return dtype.itemsize


def _promoted(operands: list[torch.Tensor]) -> torch.dtype:
    """torch.result_type of two tensors, which is an operator that tracers record."""
    first, second = operands
    if bool(first.dim()) != bool(second.dim()):
        tensor, scalar = (one.dtype for one in (operands if first.dim() else operands[::-1]))
        if _category(scalar) <= _category(tensor):
            return tensor
        if tensor.is_floating_point:
            return tensor.to_complex()
    return _promote(first.dtype, second.dtype)


def _promote(one: torch.dtype, other: torch.dtype) -> torch.dtype:
    """torch.promote_types, which tracers record, too; `one` if they have no promotion."""
    return _PROMOTED.get((one, other), one)


_DTYPES = (
    *(torch.bool, torch.uint8, torch.int8, torch.int16, torch.int32, torch.int64),
    *(torch.float16, torch.bfloat16, torch.float32, torch.float64),
    *(torch.complex32, torch.complex64, torch.complex128),
)
_PROMOTED = {pair: torch.promote_types(*pair) for pair in itertools.product(_DTYPES, repeat=2)}


def _category(dtype: torch.dtype) -> int:
    """A 0-dimensional tensor changes the dtype of another one only if it is of a higher category."""
    if dtype.is_complex or dtype.is_floating_point:
        return 2 + dtype.is_complex
    return int(dtype is not torch.bool)


# ---- policies, and the restored flag ----


def _objection(call: _Call, mode: Mode) -> Exception | None:
    """What the policy that holds here says of a call, or the note's warning: an exception or a warning."""
    whose = (
        call.data or not call.library
    )  # what the library does is not the program's doing, but memory is memory
    arguments = calls.policy()
    if arguments is not None and call.broadcasts:
        from tbcast import _policy

        level, risk, growth, nbytes = arguments
        objection = _policy._known_objection(
            (level, risk if whose else None, growth, nbytes),
            call.row.operator,
            call.shapes,
            call.itemsize,
            False,
            call.row.inplace,
        )
        found = objection and objection.at(
            place_of(frames.user_frame(call.frame)), call.marks or None, call.data
        )
        if found:
            return found
    if mode.warns and whose and call.broadcasts and call.pointwise and _warns_of(call.shapes):
        return UserWarning(_TEXT % operand_names(call.row.operator, len(call.shapes)))
    return None


def _warns_of(shapes: tuple[Shape, ...]) -> bool:
    """Does the flag ask for the note's warning?"""
    counts = {math.prod(shape) for shape in shapes}
    return len(counts) == 1 and counts != {0} and () not in shapes and bool(_flag())


def warn_at(frame: FrameType, warning: Warning) -> Exception | None:
    """Warn at the line where a frame is; the exception that a filter makes of it."""
    try:
        warnings.warn_explicit(
            warning,
            type(warning),
            frame.f_code.co_filename,
            frame.f_lineno,
            module=frame.f_globals.get("__name__") or "<unknown>",
            registry=frame.f_globals.setdefault("__warningregistry__", {}),
        )
    except Exception as error:
        return error
    return None
