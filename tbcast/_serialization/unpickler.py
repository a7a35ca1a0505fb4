"""An unpickler that can only build data, which makes `load` safe.

It interprets pickle's instructions (protocols 2 to 5) itself. A name in a file is only looked up in a table.
Only functions of that table are called, and each checks its arguments. Attributes are set only on
OrderedDicts and on what the user has allowed. (A subclass of pickle.Unpickler with another find_class would
not be enough: its BUILD sets attributes of functions.) Keys are checked before they are hashed, because
Python hashes nested tuples without a limit of depth.
"""

from __future__ import annotations

import _compat_pickle
import struct
from collections import Counter, OrderedDict
from collections.abc import Callable
from pickle import UnpicklingError, decode_long
from typing import Any

MAX_KEY_ITEMS = 10_000
_MARK = object()


class Allowed:
    """The meanings of names: functions that a file may call with arguments of its own, and other values."""

    def __init__(
        self,
        values: dict[str, Any],
        functions: dict[str, Callable[..., Any]],
        builders: dict[type, Callable[[Any, Any], None]],
    ) -> None:
        self.values = values
        self.functions = functions
        self.builders = builders
        """sets the state of an object of a type; called with both"""
        self.classes: dict[str, Any] = {}
        """allowed by the user: may be called, made, given attributes"""

    def find(self, name: str) -> Any:
        for table in (self.classes, self.functions, self.values):
            if name in table:
                return table[name]
        module = name.partition(".")[0]
        if module in ("sys", "os", "posix", "nt"):
            raise UnpicklingError(
                f"Trying to load unsupported GLOBAL {name} whose module {module} is blocked."
            )
        name = name.removeprefix("builtins.")
        raise UnpicklingError(
            f"Unsupported global: GLOBAL {name} was not an allowed global by default. Please use "
            f"`torch.serialization.add_safe_globals([{name}])` or the "
            f"`torch.serialization.safe_globals([{name}])` context manager to allowlist this global if you "
            "trust this class/function."
        )

    def can_call(self, o: Any) -> bool:
        return any(o is f for f in self.functions.values()) or self.is_the_users(o)

    def is_the_users(self, o: Any) -> bool:
        return any(o is c for c in self.classes.values())


def check_key(key: Any) -> Any:
    """Return the key, unless hashing it could take forever or exhaust the stack."""
    level, parts = [key], 0
    for _ in range(32):
        inner = [o for o in level if isinstance(o, (tuple, frozenset))]
        if not inner:
            return key
        parts += sum(map(len, inner))
        if parts > MAX_KEY_ITEMS:
            break
        level = [item for o in inner for item in o]
    raise UnpicklingError("a key is nested too deeply or has too many parts")


# ---- Python functions that files call ----


def make_set(items: Any = ()) -> set[Any]:
    """set([...])."""
    return {check_key(item) for item in _exactly(items, (list, tuple))}


def make_frozenset(items: Any = ()) -> frozenset[Any]:
    """frozenset([...])."""
    return frozenset(make_set(items))


def make_bytes() -> bytes:
    """bytes(), the only value that _codecs.encode does not spell."""
    return b""


def make_bytearray(*args: Any) -> bytearray:
    """bytearray(b'...'); a number would be a size."""
    return bytearray(_exactly(args[0], (bytes,))) if args else bytearray()


def make_ordered_dict(*args: Any) -> OrderedDict[Any, Any]:
    """OrderedDict(); the items follow."""
    if args:
        raise UnpicklingError("an OrderedDict is made empty")
    return OrderedDict()


def make_counter(counts: Any = None) -> Counter[Any]:
    """Counter({...})."""
    counter: Counter[Any] = Counter()
    dict.update(counter, _exactly(counts, (dict,)) if counts is not None else {})
    return counter


def encode(text: Any, encoding: Any) -> bytes:
    """_codecs.encode(text, 'latin1'), which spells bytes."""
    if encoding not in ("latin1", "latin-1"):
        raise UnpicklingError(f"bytes are spelled in latin1, not {encoding!r}")
    return str.encode(_exactly(text, (str,)), "latin1")


def functions_of_python() -> dict[str, Callable[..., Any]]:
    """The Python functions that files call, by name."""
    return {
        "_codecs.encode": encode,
        "builtins.bytearray": make_bytearray,
        "builtins.bytes": make_bytes,
        "builtins.complex": complex,
        "builtins.frozenset": make_frozenset,
        "builtins.set": make_set,
        "collections.Counter": make_counter,
        "collections.OrderedDict": make_ordered_dict,
    }


def _exactly(o: Any, types: tuple[type, ...]) -> Any:
    if type(o) not in types:
        raise UnpicklingError(f"expected {types[0].__name__}, but got {type(o)}")
    return o


# ---- the interpreter ----


class Unpickler:
    """Reads one pickle from bytes."""

    def __init__(self, data: bytes, allowed: Allowed, persistent_load: Callable[[Any], Any]) -> None:
        self.data, self.position = data, 0
        self.allowed, self.persistent_load = allowed, persistent_load
        self.stack: list[Any] = []
        self.memo: dict[int, Any] = {}
        self.passing: Exception | None = None
        """an error of the user's code, not of the pickle"""

    def load(self) -> Any:
        """Return the object. Raises UnpicklingError for a pickle that is not allowed or malformed."""
        try:
            while (code := self.read(1)) != b".":
                step = _STEPS.get(code[0])
                if step is None:
                    raise UnpicklingError(f"Unsupported operand {code[0]}")
                step(self)
            return self.pop()
        except (AttributeError, LookupError, OverflowError, TypeError, ValueError, struct.error) as error:
            if error is self.passing:
                raise
            raise UnpicklingError(f"invalid pickle: {type(error).__name__}: {error}") from error

    def call(self, function: Callable[..., Any], *args: Any, **kwargs: Any) -> Any:
        """Call a function that the user allowed; its errors are not reported as the pickle's."""
        try:
            return function(*args, **kwargs)
        except Exception as error:
            self.passing = error
            raise

    def read(self, n: int) -> bytes:
        end = self.position + n
        if end > len(self.data):
            raise UnpicklingError("pickle data was truncated")
        found, self.position = self.data[self.position : end], end
        return found

    def number(self, form: str) -> Any:
        return struct.unpack(form, self.read(struct.calcsize(form)))[0]

    def line(self) -> str:
        end = self.data.find(b"\n", self.position)
        if end < 0:
            raise UnpicklingError("pickle data was truncated")
        return self.read(end + 1 - self.position)[:-1].decode("utf-8")

    def push(self, o: Any) -> None:
        self.stack.append(o)

    def pop(self) -> Any:
        o = self.stack.pop()
        if o is _MARK:
            raise UnpicklingError("unexpected MARK found")
        return o

    def top(self) -> Any:
        o = self.stack[-1]
        if o is _MARK:
            raise UnpicklingError("unexpected MARK found")
        return o

    def pop_mark(self) -> list[Any]:
        items: list[Any] = []
        while (o := self.stack.pop()) is not _MARK:
            items.append(o)
        items.reverse()
        return items

    def tuple_of(self, n: int) -> None:
        self.push(tuple(reversed([self.pop() for _ in range(n)])))

    # -- names and calls --

    def find(self, module: str, name: str) -> None:
        if (module, name) in _compat_pickle.NAME_MAPPING:
            module, name = _compat_pickle.NAME_MAPPING[module, name]
        else:
            module = _compat_pickle.IMPORT_MAPPING.get(module, module)
        self.push(self.allowed.find(f"{module}.{name}"))

    def global_(self) -> None:
        module = self.line()
        self.find(module, self.line())

    def stack_global(self) -> None:
        name, module = _exactly(self.pop(), (str,)), _exactly(self.pop(), (str,))
        self.find(module, name)

    def reduce(self) -> None:
        args, function = _exactly(self.pop(), (tuple,)), self.pop()
        if not self.allowed.can_call(function):
            raise UnpicklingError(f"Trying to call reduce for unrecognized function {function}")
        is_the_users = self.allowed.is_the_users(function)
        self.push(self.call(function, *args) if is_the_users else function(*args))

    def new(self, args: Any, kwargs: dict[str, Any]) -> None:
        cls = self.pop()
        if not (isinstance(cls, type) and self.allowed.is_the_users(cls)):
            raise UnpicklingError(
                f"Can only create new object for classes allowlisted via `add_safe_globals` but got {cls}"
            )
        self.push(self.call(cls.__new__, cls, *_exactly(args, (tuple,)), **_exactly(kwargs, (dict,))))

    def newobj(self) -> None:
        self.new(self.pop(), {})

    def newobj_ex(self) -> None:
        kwargs, args = self.pop(), self.pop()
        self.new(args, kwargs)

    def build(self) -> None:
        state, o = self.pop(), self.top()
        if type(o) is OrderedDict:
            for name in _exactly(state, (dict,)):
                if hasattr(OrderedDict, _exactly(name, (str,))):
                    raise UnpicklingError(f"an OrderedDict has an attribute {name} of its own")
            vars(o).update(state)
        elif type(o) in self.allowed.builders:
            self.allowed.builders[type(o)](o, state)
        elif self.allowed.is_the_users(type(o)):
            from tbcast._pickling import _set_state

            self.call(_set_state, o, state)
        else:
            raise UnpicklingError(
                f"Can only build OrderedDict or types allowlisted via `add_safe_globals`, but got {type(o)}"
            )

    def persistent(self) -> None:
        pid = self.pop()
        if type(pid) is not tuple:
            raise UnpicklingError(f"persistent_load id must be tuple or int, but got {type(pid)}")
        if len(pid) == 0 or pid[0] != "storage":
            found = type(pid[0]) if pid else None
            raise UnpicklingError(f"Only persistent_load of storage is allowed, but got {found}")
        self.push(self.call(self.persistent_load, pid))

    # -- containers --

    def append(self) -> None:
        item = self.pop()
        self.extend([item])

    def extend(self, items: list[Any]) -> None:
        target = self.top()
        if type(target) is not list:
            raise UnpicklingError(f"Can only append to lists, but got {type(target)}")
        target.extend(items)

    def set_items(self, items: list[Any]) -> None:
        target = self.top()
        if type(target) not in (dict, OrderedDict, Counter):
            raise UnpicklingError(
                "Can only SETITEM for dict, collections.OrderedDict, collections.Counter, but got "
                f"{type(target)}"
            )
        if len(items) % 2:
            raise UnpicklingError("odd number of items for SETITEMS")
        for key, value in zip(items[::2], items[1::2], strict=True):
            target[check_key(key)] = value

    def set_item(self) -> None:
        value, key = self.pop(), self.pop()
        self.set_items([key, value])

    def add_items(self) -> None:
        items, target = self.pop_mark(), self.top()
        if type(target) is not set:
            raise UnpicklingError(f"Can only add to sets, but got {type(target)}")
        target.update(make_set(items))

    # -- the memo --

    def put(self, index: int) -> None:
        self.memo[index] = self.top()

    # -- texts and numbers --

    def text(self, form: str) -> None:
        self.push(str(self.read(self.number(form)), "utf-8", "surrogatepass"))

    def bytes_(self, form: str) -> None:
        self.push(self.read(self.number(form)))

    def long(self, form: str) -> None:
        n = self.number(form)
        if n < 0:
            raise UnpicklingError("a number of negative length")
        self.push(decode_long(self.read(n)))


def _push(make: Callable[[], Any]) -> Callable[[Unpickler], None]:
    return lambda u: u.push(make())


_STEPS: dict[int, Callable[[Unpickler], Any]] = {
    ord(code): step
    for code, step in {
        "\x80": lambda u: u.read(1),  # PROTO
        "\x95": lambda u: u.read(8),  # FRAME: everything is in memory already
        "(": _push(lambda: _MARK),
        "0": lambda u: u.stack.pop(),
        "1": Unpickler.pop_mark,
        "2": lambda u: u.push(u.top()),
        "c": Unpickler.global_,
        "\x93": Unpickler.stack_global,
        "R": Unpickler.reduce,
        "\x81": Unpickler.newobj,
        "\x92": Unpickler.newobj_ex,
        "b": Unpickler.build,
        "Q": Unpickler.persistent,
        "a": Unpickler.append,
        "e": lambda u: u.extend(u.pop_mark()),
        "s": Unpickler.set_item,
        "u": lambda u: u.set_items(u.pop_mark()),
        "\x90": Unpickler.add_items,
        "\x91": lambda u: u.push(make_frozenset(u.pop_mark())),
        "t": lambda u: u.push(tuple(u.pop_mark())),
        "l": lambda u: u.push(u.pop_mark()),
        "\x85": lambda u: u.tuple_of(1),
        "\x86": lambda u: u.tuple_of(2),
        "\x87": lambda u: u.tuple_of(3),
        ")": _push(tuple),
        "]": _push(list),
        "}": _push(dict),
        "\x8f": _push(set),
        "N": _push(lambda: None),
        "\x88": _push(lambda: True),
        "\x89": _push(lambda: False),
        "J": lambda u: u.push(u.number("<i")),
        "K": lambda u: u.push(u.number("<B")),
        "M": lambda u: u.push(u.number("<H")),
        "\x8a": lambda u: u.long("<B"),
        "\x8b": lambda u: u.long("<i"),
        "G": lambda u: u.push(u.number(">d")),
        "X": lambda u: u.text("<I"),
        "\x8c": lambda u: u.text("<B"),
        "\x8d": lambda u: u.text("<Q"),
        "B": lambda u: u.bytes_("<I"),
        "C": lambda u: u.bytes_("<B"),
        "U": lambda u: u.bytes_("<B"),
        "\x8e": lambda u: u.bytes_("<Q"),
        "\x96": lambda u: u.push(bytearray(u.read(u.number("<Q")))),
        "q": lambda u: u.put(u.number("<B")),
        "r": lambda u: u.put(u.number("<I")),
        "\x94": lambda u: u.put(len(u.memo)),
        "h": lambda u: u.push(u.memo[u.number("<B")]),
        "j": lambda u: u.push(u.memo[u.number("<I")]),
    }.items()
}
