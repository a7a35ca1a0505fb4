"""save and load, for files that PyTorch can read, and for PyTorch's own.

The format is torch.save's: a zip archive of `data.pkl`, a pickle in which storages are references, one record
of bytes for each storage, their byte order and a version.  Loading is safe with weights_only=True, which is
the default; the modules of tbcast._serialization explain why.
"""

from __future__ import annotations

import contextlib
import io
import os
import pickle
import sys
from collections.abc import Iterable
from typing import Any

from tbcast import _C
from tbcast._serialization.loading import ALLOWED, FullUnpickler, Storages, load_data
from tbcast._serialization.records import Reader, Writer
from tbcast._serialization.saving import Pickler

__all__ = ["add_safe_globals", "clear_safe_globals", "get_safe_globals", "load", "safe_globals", "save"]

_ZIP = b"PK\x03\x04"
_OLD = b"\x80\x02\x8a\nl\xfc\x9cF\xf9 j\xa8P\x19."
_UNSAFE = (
    "Re-running `torch.load` with `weights_only` set to `False` will likely succeed, but it can result in "
    "arbitrary code execution. Do it only if you got the file from a trusted source."
)


def _is_path(f: Any) -> bool:
    return isinstance(f, (str, os.PathLike))


# ---- save ----


def save(
    obj: Any,
    f: Any,
    pickle_module: Any = pickle,
    pickle_protocol: int = 2,
    _use_new_zipfile_serialization: bool = True,
) -> None:
    """Write an object to a file that `load` and torch.load read.

    Tensors may be anywhere in lists, tuples, dicts, sets and other picklable objects; views that are saved
    together share memory after loading. A tensor's whole storage is written, so clone() a small view first.

    Args:
        obj: the object.
        f: a path, or a binary file that can be written to.
        pickle_module: only Python's pickle.
        pickle_protocol: PyTorch's safe loading reads only 2, tbcast's 2 to 5.

    Raises AttributeError if `f` is neither; RuntimeError for tensors of different dtypes in the same memory,
    and for PyTorch's old format; and pickle's errors for objects that it cannot pickle. A file at that path
    is not changed until the object is pickled.  As torch.save.

    Example:
        >>> import io, tbcast as torch
        >>> file = io.BytesIO()
        >>> torch.save({"weight": torch.ones(2), "steps": 3}, file)
        >>> _ = file.seek(0)
        >>> torch.load(file)
        {'weight': tensor([1., 1.]), 'steps': 3}
    """
    if not _is_path(f) and not hasattr(f, "write"):
        text = "expected 'f' to be string, path, or a file-like object with a 'write' attribute"
        raise AttributeError(text)
    if not _use_new_zipfile_serialization:
        raise RuntimeError("tbcast writes only the zip format of torch.save, not the one before PyTorch 1.6")
    if pickle_module is not pickle:
        raise RuntimeError("tbcast saves with Python's pickle only")
    data = io.BytesIO()
    pickler = Pickler(data, pickle_protocol)
    pickler.dump(obj)
    with contextlib.ExitStack() as stack:
        file = stack.enter_context(open(f, "wb")) if _is_path(f) else f
        records = stack.enter_context(Writer(file))
        records.write("data.pkl", data.getvalue())  # CPython 3.12.1 crashes when it collects a getbuffer()
        records.write("byteorder", sys.byteorder.encode())
        for key, storage in pickler.storages.items():
            records.write(f"data/{key}", storage._elements(_C.uint8))
        records.write("version", b"3\n")


# ---- load ----


def load(
    f: Any,
    map_location: Any = None,
    pickle_module: Any = None,
    *,
    weights_only: bool | None = None,
    mmap: bool | None = None,
    **pickle_load_args: Any,
) -> Any:
    """Read an object from a file that `save` or torch.save wrote.

    With weights_only=True (the default) this is safe: a file can only make tensors, storages, numbers,
    strings, bytes, lists, tuples, dicts, sets, OrderedDicts, Counters, Sizes, dtypes, devices, generators and
    what add_safe_globals allows; nothing in it is run, and no tensor reaches beyond its own record.

    Args:
        f: a path, or a binary file that can be read and sought, from where it is.
        map_location: "cpu" or torch.device("cpu") for storages of other devices; a dict from their names;
            or a function of storage and name, which gives a storage, or None.
        pickle_module: only None or Python's pickle.
        weights_only: False also makes objects of any class, which can run any code: for files you trust.
        mmap: True maps the file and does not read it (writes are not written to it).  Needs a path.
        pickle_load_args: `encoding` and `errors` for weights_only=False.

    Raises pickle.UnpicklingError for a file that is not such an archive or has anything that safe loading
    does not allow; RuntimeError for a damaged archive, storages on other devices and tensors beyond their
    storage; AttributeError if `f` is neither; EOFError for an empty file; OSError for a path that cannot be
    opened.  Parameters and tensors that require gradients are loaded as plain tensors.  As torch.load.

    Example:
        >>> import io, tbcast as torch
        >>> file = io.BytesIO()
        >>> torch.save([torch.arange(3), "note"], file)
        >>> _ = file.seek(0)
        >>> torch.load(file)
        [tensor([0, 1, 2]), 'note']
    """
    safe = weights_only is None or weights_only
    if safe and pickle_module is not None:
        raise RuntimeError("Can not safely load weights when explicit pickle_module is specified")
    if pickle_module not in (None, pickle):
        raise RuntimeError("tbcast loads with Python's pickle only")
    with contextlib.ExitStack() as stack:
        if _is_path(f):
            file = stack.enter_context(open(f, "rb"))
        else:
            file = _check_readable(f)
            if mmap:
                raise ValueError("f must be a file path in order to use the mmap argument")
        _check_magic(file)
        reader = Reader(file)
        storages = Storages(reader, map_location, _mapped(file) if mmap else None)
        data = reader.read("data.pkl")
        if not safe:
            return FullUnpickler(io.BytesIO(data), storages, {"encoding": "utf-8", **pickle_load_args}).load()
        try:
            return load_data(data, storages)
        except pickle.UnpicklingError as error:
            text = f"Weights only load failed. {error}"
            if "GLOBAL" in text or "allowlisted" in text:  # if it would help
                text += f"\n{_UNSAFE}"
            raise pickle.UnpicklingError(text) from error.__cause__


def _check_readable(f: Any) -> Any:
    for name in ("seek", "tell", "read"):
        if not hasattr(f, name):
            raise AttributeError(
                f"'{type(f).__name__}' object has no attribute '{name}'. You can only torch.load from a file "
                "that is seekable. Please pre-load the data into a buffer like io.BytesIO and try to load "
                "from it instead."
            )
    return f


def _check_magic(file: Any) -> None:
    start = file.tell()
    magic = file.read(len(_OLD))
    file.seek(start)
    if not isinstance(magic, bytes):
        raise TypeError(f"expected a file of bytes, but reading gave {type(magic).__name__}")
    if not magic:
        raise EOFError("Ran out of input")
    if magic.startswith(_OLD):
        raise pickle.UnpicklingError(
            "this is a file of torch.save before PyTorch 1.6, which tbcast does not read: load and save it "
            "with PyTorch to have it in the zip format"
        )
    if not magic.startswith(_ZIP):
        raise pickle.UnpicklingError("Weights only load failed. This is no file that torch.save wrote.")


def _mapped(file: Any) -> Any:
    import mmap

    return mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_COPY)


# ---- further classes and functions for safe loading ----


def _name_of(item: Any) -> tuple[str, Any]:
    if isinstance(item, tuple):
        if len(item) != 2 or not isinstance(item[1], str):
            raise ValueError(f"Expected tuple of 2 items (callable, str), got {item}")
        return item[1], item[0]
    return f"{item.__module__}.{item.__qualname__}", item


def add_safe_globals(safe_globals: Iterable[Any]) -> None:
    """Let safe loading make objects of these classes and call these functions.

    Args:
        safe_globals: classes and functions, or pairs of one and its name in files.

    Raises ValueError for a tuple that is not such a pair.  As torch.serialization.add_safe_globals.

    Example:
        >>> import fractions, tbcast as torch
        >>> torch.serialization.add_safe_globals([fractions.Fraction])
        >>> torch.serialization.get_safe_globals()
        [<class 'fractions.Fraction'>]
        >>> torch.serialization.clear_safe_globals()
    """
    ALLOWED.classes.update([_name_of(item) for item in safe_globals])


def get_safe_globals() -> list[Any]:
    """The list of what add_safe_globals added. As torch.serialization.get_safe_globals.

    >>> import tbcast as torch
    >>> torch.serialization.get_safe_globals()
    []
    """
    return list(ALLOWED.classes.values())


def clear_safe_globals() -> None:
    """Remove everything that add_safe_globals added. As torch.serialization.clear_safe_globals.

    >>> import tbcast as torch
    >>> torch.serialization.clear_safe_globals()
    """
    ALLOWED.classes.clear()


class safe_globals(contextlib.ContextDecorator):
    """add_safe_globals for the duration of a `with` block.

    Raises ValueError for a tuple that is not a pair of a class and its name.  As
    torch.serialization.safe_globals.

    Example:
        >>> import fractions, tbcast as torch
        >>> with torch.serialization.safe_globals([fractions.Fraction]):
        ...     len(torch.serialization.get_safe_globals())
        1
    """

    def __init__(self, safe_globals: Iterable[Any]) -> None:
        self._added = list(safe_globals)

    def __enter__(self) -> None:
        self._before = dict(ALLOWED.classes)
        add_safe_globals(self._added)

    def __exit__(self, *exception: object) -> None:
        ALLOWED.classes.clear()
        ALLOWED.classes.update(self._before)
