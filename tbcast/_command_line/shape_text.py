"""Operands on the command line: shapes as text, and .npy files, of which only the header is read."""

from __future__ import annotations

import ast
import re
from pathlib import Path

from tbcast import _C
from tbcast._explain.operands import Operand, contiguous_strides, read

MAGIC = b"\x93NUMPY"
MAX_HEADER = 1 << 16
KINDS = {"u": "uint", "i": "int", "f": "float", "c": "complex"}


def _dtype(descr: object) -> _C.dtype | None:
    """The dtype for NumPy's text, such as "<f4"; None for one that tbcast lacks."""
    kind = str(descr).lstrip("<>=|")
    if kind == "b1":
        return _C.bool
    found = re.fullmatch(r"([uifc])([1-9]\d?)", kind)
    return getattr(_C, f"{KINDS[found[1]]}{8 * int(found[2])}", None) if found else None


def read_npy(path: Path) -> Operand:
    """The shape, order and dtype in the header of a .npy file; the data is not read."""
    with path.open("rb") as file:
        start = file.read(8)
        if len(start) < 8 or not start.startswith(MAGIC) or start[6] not in (1, 2, 3):
            raise ValueError(f"{path}: not a .npy file")
        length = int.from_bytes(file.read(2 if start[6] == 1 else 4), "little")
        if length > MAX_HEADER:
            raise ValueError(f"{path}: the header is too long")
        text = file.read(length)
    try:
        header = ast.literal_eval(text.decode("utf-8" if start[6] == 3 else "latin-1").strip())
        shape, order, dtype = header["shape"], header["fortran_order"], header["descr"]
    except (SyntaxError, ValueError, KeyError, TypeError, MemoryError, RecursionError) as error:
        raise ValueError(f"{path}: the header is damaged") from error
    if not isinstance(shape, tuple) or any(isinstance(size, str) for size in shape):
        raise ValueError(f"{path}: the header is damaged")
    found = read(shape, str(path))
    strides = contiguous_strides(found.shape[::-1])[::-1] if order else contiguous_strides(found.shape)
    return Operand(found.shape, strides, _dtype(dtype))


def parse(text: str) -> object:
    """The operand for `explain`: that of an .npy file, or the text itself."""
    return read_npy(Path(text)) if text.endswith(".npy") else text
