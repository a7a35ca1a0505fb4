"""What an audit has seen: broadcasts, grouped by the place of the user's code where they happened.

A call that was seen before only counts. Everything that takes time, or reads sources, waits for `findings`.
"""

from __future__ import annotations

import contextlib
import linecache
import math
import os
import sys
import threading
import weakref
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from types import FrameType
from typing import NamedTuple

from tbcast._explain.explanation import explain_operands
from tbcast._explain.fixes import OUT_OF_PLACE
from tbcast._explain.operands import Operand
from tbcast._verdict.calls import entered
from tbcast._verdict.intent import Marks, is_excused, place_of, statement_text
from tbcast._verdict.risk import (
    LEVELS,
    Shape,
    Verdict,
    broadcast,
    is_meant_outer,
    is_outer,
    is_written_out,
    judge,
    judge_shapes,
    name_of,
)
from tbcast.audit._operands import Expressions, Instruction, index_of, named, names_of, offset_of
from tbcast.audit._patch import Edit, edit_of
from tbcast.audit._places import Frames, function_of, read_source

__all__ = ["Finding", "Recorder"]

MAX_SHAPES = 32
"""That a place keeps; of further ones it keeps those that change its verdict."""
MAX_PLACES = 20_000
MAX_KNOWN = 8192
"""Calls that are recognised at once."""


class Grown(NamedTuple):
    """A dimension along which an operand grows."""

    operand: int
    back: int
    """Counted from the trailing dimension, which is 1."""
    exists: bool
    """Has the operand the dimension, with size 1?"""
    file: str = ""
    """The place that wrote it out, if that is known."""
    line: int = 0
    statement: str = ""


class Details(NamedTuple):
    """What `tbcast audit --explain` shows beside the rest."""

    names: tuple[str, ...] = ()
    """The operands in the source."""
    grown: tuple[Grown, ...] = ()
    edits: tuple[Edit, ...] = ()
    """The fix."""


@dataclass(frozen=True)
class Finding:
    """A place of the program that broadcasts, with the riskiest shapes that it was seen with."""

    file: str
    line: int
    function: str
    statement: str
    operator: str
    shapes: tuple[Shape, ...]
    result: Shape
    growth: float
    nbytes: int | None
    risk: str
    reason: str
    fix: str | None
    count: int
    lines: tuple[int, ...] = ()
    """Further ones of the function where the same operand broadcasts alike."""
    details: Details = field(default=Details(), repr=False)


@dataclass(frozen=True)
class Candidate:
    """What one expression of a place was seen with; plain data, which processes can send each other."""

    group: tuple[object, ...]
    """If several candidates of one place have the same group, the least risky one counts."""
    alike: tuple[object, ...] | None
    """The same for all numbers of dimensions of size 1, see `_settles`; None if the sizes cannot tell."""
    finding: Finding
    fallback: bool = False
    """Were the operands viewed as 1-dimensional?"""
    operand: tuple[str, int] | None = None
    """The variable that the fix changes, and the line that has assigned to it; None where it is none, where
    the risk is low, and of losses and comparisons of data, which count one by one."""
    offset: int = -1
    """Of the instruction, which stands for the expression."""

    def weight(self) -> tuple[bool, float, int]:
        """Of equal risks the heaviest is shown, of equal weights the first."""
        return self.fallback, self.finding.growth, self.finding.count


def findings_of(candidates: Iterable[Candidate], least: str = "medium") -> list[Finding]:
    """The riskiest of each place and operator, from this risk upwards, the riskiest first.

    Raises ValueError for a word that is no risk.
    """
    if least not in LEVELS:
        raise ValueError(f"least must be one of {', '.join(LEVELS)}, not {least!r}")
    places: dict[tuple[str, int, str, str], dict[tuple[object, ...], Candidate]] = {}
    counts: Counter[tuple[str, int, str, str]] = Counter()
    for candidate in candidates:
        found = candidate.finding
        where = found.file, found.line, found.function, found.operator
        counts[where] += found.count
        groups = places.setdefault(where, {})
        other = groups.setdefault(candidate.group, candidate)
        groups[candidate.group] = max(
            other, candidate, key=lambda one: (-_rank(one.finding.risk), *one.weight())
        )
    riskiest = []
    for where, groups in places.items():
        for one in list(groups.values()):
            if any(_settles(other, one) for other in groups.values()):
                del groups[one.group]
        one = max(groups.values(), key=lambda one: (_rank(one.finding.risk), *one.weight()))
        details = one.finding.details._replace(edits=_edits(one, groups.values()))
        riskiest.append(replace(one, finding=replace(one.finding, count=counts[where], details=details)))
    kept = _one_place_each([one for one in riskiest if _rank(one.finding.risk) >= _rank(least)])
    return sorted(kept, key=lambda found: (-_rank(found.risk), found.file, found.line, found.operator))


def _settles(other: Candidate, one: Candidate) -> bool:
    """Does a call of low risk show what one of the same expression means, whose operands have further
    dimensions of size 1? `(3, 3, 4, 1) + (3, 1, 1)` is like `(2, 3, 4, 5) + (3, 1, 1)`.

    The same operands grow along the same dimensions, and further ones only where all have size 1 in `one`. A
    call in which less grows, that of a batch of one, shows nothing.
    """
    if other.alike is None or other.alike != one.alike:
        return False
    if other.finding.risk != "low" or one.finding.risk == "low":
        return False
    less, more = ({each[:3] for each in c.finding.details.grown} for c in (one, other))
    result = one.finding.result
    return less <= more and all(result[-back] == 1 for _, back, _ in more - less)


def _edits(one: Candidate, others: Iterable[Candidate]) -> tuple[Edit, ...]:
    """Of the place's expressions that are as risky, one each: `w * a + (1 - w) * b` has two products. What is
    less risky may work on the result of what is riskier, whose shape the fix changes.
    """
    edits = {one.offset: one.finding.details.edits}
    for other in others:
        if other.finding.risk == one.finding.risk:
            edits.setdefault(other.offset, other.finding.details.edits)
    return tuple(edit for own in edits.values() for edit in own)


def _one_place_each(candidates: list[Candidate]) -> list[Finding]:
    """A variable that broadcasts alike on several lines of one function is one place, the first of them."""
    first: dict[tuple[object, ...], Finding] = {}
    for one in sorted(candidates, key=lambda one: one.finding.line):
        found = one.finding
        same: tuple[object, ...] = found.file, found.function, found.risk, found.fix, one.operand
        if one.operand is None or (same in first and first[same].line == found.line):
            same = (*same, found.line, found.operator)
        known = first.setdefault(same, found)
        if known is not found:
            edits = (*known.details.edits, *found.details.edits)
            first[same] = replace(
                known,
                count=known.count + found.count,
                lines=(*known.lines, found.line),
                details=known.details._replace(edits=edits),
            )
    return list(first.values())


@dataclass(slots=True)
class _Call:
    """One operation on certain shapes, and how often it was seen."""

    at: Instruction
    shapes: tuple[Shape, ...]
    marks: tuple[Marks | None, ...] = ()
    itemsize: int | None = None
    inplace: bool = False
    fallback: bool = False
    data: bool = False
    count: int = 0
    pattern: tuple[object, ...] = ()
    """Of calls that are alike in this, those with sizes that decide count for the others."""

    def __post_init__(self) -> None:
        ones = tuple(tuple([size == 1 for size in shape]) for shape in self.shapes)
        self.pattern = id(self.at.place.code), self.at.offset, _identities(self.marks), self.fallback, ones

    def group(self) -> tuple[object, ...]:
        """The same, as other processes know it; a call whose sizes cannot tell what is meant has its own."""
        own = None if self._decides() else self.shapes
        return (*self._expression(), *self.pattern[3:], own)

    def alike(self) -> tuple[object, ...] | None:
        """The group but for dimensions of size 1, see `_settles`; None if the sizes cannot tell."""
        return (*self._expression(), *map(len, self.shapes)) if self._decides() else None

    def _decides(self) -> bool:
        return not self.fallback and all(math.prod(shape) > 1 for shape in self.shapes)

    def _expression(self) -> tuple[object, ...]:
        code = self.at.place.code
        marks = tuple(
            given and tuple(mark and (mark.code.co_filename, mark.line) for mark in given)  # type: ignore[misc]
            for given in self.marks
        )
        return code.co_name, code.co_firstlineno, self.at.offset, marks

    def growth(self) -> float:
        """How many times the elements of the largest operand the result has."""
        largest = max(map(math.prod, self.shapes))
        result = self.shapes[0] if self.fallback else broadcast(*self.shapes)
        return math.prod(result or ()) / largest if largest else 1.0

    def verdict(self, operator: str, expressions: Expressions) -> Verdict:
        found = judge(self.shapes, fallback=self.fallback, marks=self.marks, place=self.at.place)
        if found.risk == "low" and not self.inplace:
            why = self._grows_itself(operator, expressions)
            if why:
                return found._replace(risk="medium", why=why)
        if found.risk == "medium":
            why = self._of_grid(found, operator, expressions)
            if why:
                return found._replace(risk="low", why=why)
        return found

    def _of_grid(self, found: Verdict, operator: str, expressions: Expressions) -> str:
        """Says so if the pair that decides is an outer operation of numbers in a row, which are no data."""
        if found.pair is None or self.data or not is_outer(*(self.shapes[k] for k in found.pair)):
            return ""
        nodes = expressions.operands(self.at, operator, len(self.shapes), self.data)
        for k in found.pair if nodes else ():
            assert nodes is not None
            if expressions.is_grid(self.at.place, nodes[k]):
                return f"{name_of(k)} is made of numbers in a row, and both grow"
        return ""

    def _grows_itself(self, operator: str, expressions: Expressions) -> str:
        """Says so if the statement assigns to an operand, as in x = x + y, which makes it larger along a
        dimension that the function does not write out."""
        result = broadcast(*self.shapes)
        larger = [k for k, shape in enumerate(self.shapes) if result and math.prod(shape) < math.prod(result)]
        if result is not None and is_meant_outer(self.shapes, result, self.marks):
            return ""
        assigned = expressions.assigned(self.at.place) if larger else ()
        names = expressions.names(self.at, operator, len(self.shapes), self.data) if assigned else None
        for k in larger if names else ():
            assert names is not None and result is not None
            if names[k] in assigned and not is_written_out(k, self.shapes, result, self.marks, self.at.place):
                return f"{names[k]}, which the statement assigns to, grows from {self.shapes[k]} to {result}"
        return ""


@dataclass(slots=True)
class _Seen:
    """A place and an operator."""

    file: str
    line: int
    code: str
    """The name of its code object."""
    operator: str
    calls: list[_Call] = field(default_factory=list)
    further: _Call | None = None
    """Stands for calls whose shapes are not kept."""

    def keep(self, call: _Call) -> _Call:
        """Keep the call, or count it only."""
        if len(self.calls) < MAX_SHAPES:
            self.calls.append(call)
            return call
        if self.further is None:
            self.further = _Call(call.at, call.shapes)
        alike = [k for k, own in enumerate(self.calls) if own.pattern == call.pattern]
        if alike and not call.fallback:
            risks = [_rank(judge_shapes(self.calls[k].shapes).risk) for k in alike]
            if _rank(judge_shapes(call.shapes).risk) >= min(risks):
                return self.further
            replaced = alike[risks.index(max(risks))]
        elif alike or not call.fallback:
            return self.further
        else:
            replaced = len(self.calls) - 1
        self.further.count += self.calls[replaced].count
        self.calls[replaced] = call
        return call


def _located(filename: str) -> str:
    return filename if filename.startswith("<") else os.path.abspath(filename)


def _rank(risk: str) -> int:
    return LEVELS.index(risk)


def _identities(marks: tuple[Marks | None, ...]) -> tuple[object, ...]:
    """Stands for the marks in a key: code objects are compared by what they contain, which takes long."""
    if not any(marks):
        return ()
    return tuple(own and tuple(mark and (id(mark.code), mark.line) for mark in own) for own in marks)


_recorders: weakref.WeakSet[Recorder] = weakref.WeakSet()


def _after_fork() -> None:
    """Another thread may have held a lock, which nobody releases in the child."""
    for recorder in list(_recorders):
        recorder._lock = threading.RLock()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_after_fork)


class Recorder:
    """Collects what front ends see; safe to be called from any thread, and again while it works."""

    def __init__(self, own: Sequence[str] = ()) -> None:
        """own: files and folders whose code is the user's, although it is installed."""
        self._frames = Frames(tuple(own))
        self._lock = threading.RLock()  # a handler of a signal may call `see` while its thread is in here
        self._known: dict[tuple[object, ...], tuple[_Call, tuple[object, ...]]] = {}
        self._seen: dict[tuple[str, int, str, str], _Seen] = {}
        self._read: set[str] = set()
        self.sources: dict[str, str] = {}
        """The files of places as they were when the first call was seen."""
        self.on_new: Callable[[list[Candidate]], object] | None = None
        """Told of each call that is kept, in a process that another one waits for."""
        self._expressions = Expressions()
        _recorders.add(self)

    @property
    def owned(self) -> tuple[str, ...]:
        """Files and folders whose code is the user's, although it is installed."""
        return self._frames.own

    def own(self, path: str) -> None:
        """A file or folder whose code is the user's, although it is installed."""
        self._frames.add(path)

    def see(
        self,
        operator: str,
        shapes: tuple[Shape, ...],
        frame: FrameType | None = None,
        *,
        marks: tuple[Marks | None, ...] = (),
        itemsize: int | None = None,
        inplace: bool = False,
        fallback: bool = False,
        data: bool = False,
    ) -> None:
        """An operation is about to broadcast these shapes, which are not all the same and do broadcast.

        frame: of the code that calls it, the caller's if not given. marks: for each operand where its
        dimensions were written out, see _verdict/intent.py. itemsize: of an element of the result. inplace:
        the first operand is written. fallback: viewed as 1-dimensional. data: it is a loss or compares data
        (dist, allclose): only a comment or a policy excuses it, not a dimension that is written out; a call
        that library code makes, as MSELoss does, counts as the user's. Where the innermost policy is
        `broadcast_policy("allow")`, nothing is recorded.
        """
        user = self._frames.of_user(frame or sys._getframe(1), data)
        if user is None or _is_allowed():
            return
        if data:
            marks = ()
        code, offset = user.f_code, user.f_lasti
        known_marks = _identities(marks) if marks else ()
        key = (id(code), offset, operator, shapes, itemsize, inplace, fallback, data, known_marks)
        with self._lock:
            known = self._known.get(key)
            if known is not None:
                known[0].count += 1
                return
        if code.co_filename not in self._read:  # once, even if reading runs code that broadcasts
            self._read.add(code.co_filename)
            read_source(user)
            self.sources[_located(code.co_filename)] = "".join(linecache.getlines(code.co_filename))
        if not fallback and broadcast(*shapes) is None:
            return
        shapes = tuple(tuple(int(size) for size in shape) for shape in shapes)
        at = Instruction(place_of(user), offset_of(code, offset))
        self._add(operator, key, _Call(at, shapes, marks, itemsize, inplace, fallback, data))

    def _add(self, operator: str, key: tuple[object, ...], call: _Call) -> None:
        place = call.at.place
        filename = place.code.co_filename
        where = (_located(filename), place.line, place.code.co_name, operator)
        with self._lock:
            if key in self._known:  # another thread was quicker
                self._known[key][0].count += 1
                return
            if len(self._known) >= MAX_KNOWN:
                self._known.clear()
            kept, seen = call, None
            if call.fallback or judge_shapes(call.shapes).risk != "none":
                kept = self._kept(where, call)
                seen = self._seen.get(where) if kept is call else None
            kept.count += 1
            self._known[key] = kept, (place.code, call.marks)  # while these live their ids are theirs
        if seen is not None and self.on_new is not None:
            with contextlib.suppress(Exception):  # near the limit of recursion, for one
                self.on_new(self._candidates(seen, [(call, 1)], 0, self._expressions))

    def _kept(self, where: tuple[str, int, str, str], call: _Call) -> _Call:
        seen = self._seen.get(where)
        if seen is None:
            if len(self._seen) >= MAX_PLACES:
                return call
            seen = self._seen[where] = _Seen(*where)
        for own in seen.calls:  # `_known` was full and has forgotten it
            if (
                own.shapes == call.shapes
                and own.pattern == call.pattern
                and (own.itemsize, own.inplace, own.data) == (call.itemsize, call.inplace, call.data)
            ):
                return own
        return seen.keep(call)

    def findings(self, least: str = "medium") -> list[Finding]:
        """From this risk upwards, the riskiest first; ValueError for a word that is no risk.

        Of calls in one place that differ in their sizes only, the least risky one counts: (256, 64) + (64,)
        beside (64, 64) + (64,) shows which dimension is meant. The deprecated fallback always counts, and
        statements with the comment `# broadcast: ok` never.
        """
        return findings_of(self.candidates(), least)

    def candidates(self) -> list[Candidate]:
        """What `findings_of` needs, of this recorder and those of other processes. Raises nothing."""
        with self._lock:
            every = [
                (seen, [(call, call.count) for call in seen.calls], seen.further.count if seen.further else 0)
                for seen in self._seen.values()
            ]
        expressions = Expressions()
        found: list[Candidate] = []
        for seen, calls, further in every:
            found += self._candidates(seen, calls, further, expressions)
        return found

    def _candidates(
        self, seen: _Seen, calls: list[tuple[_Call, int]], further: int, expressions: Expressions
    ) -> list[Candidate]:
        first = calls[0][0].at.place
        if is_excused(first):
            return []
        return list(_candidates(seen, calls, further, statement_text(first), expressions))

    def clear(self) -> None:
        """Forget what was seen."""
        with self._lock:
            self._known.clear()
            self._seen.clear()


def _candidates(
    seen: _Seen, calls: list[tuple[_Call, int]], further: int, statement: str, expressions: Expressions
) -> Iterator[Candidate]:
    """One for each group of the place's calls: its least risky call, of these the one that grows the most."""
    groups: dict[tuple[object, ...], list[tuple[_Call, Verdict, int]]] = {}
    for call, count in calls:
        groups.setdefault(call.group(), []).append((call, call.verdict(seen.operator, expressions), count))
    for group, own in groups.items():
        call, verdict, _ = max(own, key=lambda one: (-_rank(one[1].risk), one[0].growth(), one[2]))
        found, operand = _finding(seen, call, verdict, statement, expressions)
        count = sum(one[2] for one in own) + further
        found = replace(found, count=count)
        yield Candidate(group, call.alike(), found, call.fallback, operand, call.at.offset)
        further = 0


def _finding(
    seen: _Seen, call: _Call, verdict: Verdict, statement: str, expressions: Expressions
) -> tuple[Finding, tuple[str, int] | None]:
    """What is reported, and the variable that its fix changes."""
    explained = explain_operands([Operand(shape, None, None) for shape in call.shapes], call.inplace)
    result = explained.shape if explained.shape is not None else broadcast(*call.shapes)
    shape: Shape = call.shapes[0]
    if not call.fallback and result is not None:
        shape = tuple(size for size in result if isinstance(size, int))  # all are: none has a name
    fixes = [fix for fix in explained.fixes if fix.code != OUT_OF_PLACE]
    nodes = expressions.operands(call.at, seen.operator, len(call.shapes), call.data) if fixes else None
    changed = nodes[index_of(fixes[0].operand)] if nodes else None
    edit = changed and edit_of(seen.file, changed, fixes[0].code, fixes[0].operand)
    found = Finding(
        file=seen.file,
        line=seen.line,
        function=function_of(call.at.place.code),
        statement=statement,
        operator=seen.operator,
        shapes=call.shapes,
        result=shape,
        growth=explained.growth if isinstance(explained.growth, float) else 1.0,
        nbytes=None if call.itemsize is None else math.prod(shape) * call.itemsize,
        risk=verdict.risk,
        reason=verdict.why,
        fix=named(fixes[0], names_of(nodes)) if fixes else None,
        count=call.count,
        details=Details(tuple(names_of(nodes)), _grown(call, shape), (edit,) if edit else ()),
    )
    once = verdict.risk in ("none", "low") or call.data
    return found, None if once else expressions.variable(call.at.place, changed)


def _grown(call: _Call, result: Shape) -> tuple[Grown, ...]:
    """The dimensions along which operands grow, the trailing ones first."""
    found = []
    for k, shape in enumerate(() if call.fallback else call.shapes):
        marks = call.marks[k] if call.marks else None
        for back in range(1, len(result) + 1):
            exists = back <= len(shape)
            if result[-back] == 1 or (exists and shape[-back] != 1):
                continue
            mark = marks[-back] if marks and exists else None
            if mark is None:
                found.append(Grown(k, back, exists))
            else:
                file, text = _located(mark.code.co_filename), statement_text(mark)
                found.append(Grown(k, back, exists, file, mark.line, text))
    return tuple(found)


def _is_allowed() -> bool:
    """Is the innermost policy `broadcast_policy("allow")`, or this a part of a call that has been judged?"""
    entry = entered.get()
    return entry is not None and not entry[0]
