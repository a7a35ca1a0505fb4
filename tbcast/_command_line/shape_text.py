"""Operands of the command line: shapes in a few spellings, and .npy files by their header."""

from __future__ import annotations

import ast
import re
from pathlib import Path

from tbcast import _C
from tbcast._explain.operands import Operand, contiguous_strides, read

MAGIC = b"\x93NUMPY"
MAX_HEADER = 1 << 16
KINDS = {
    "b1": "bool",
    "u1": "uint8",
    "u2": "uint16",
    "u4": "uint32",
    "u8": "uint64",
    "i1": "int8",
    "i2": "int16",
    "i4": "int32",
    "i8": "int64",
    "f2": "float16",
    "f4": "float32",
    "f8": "float64",
    "c8": "complex64",
    "c16": "complex128",
}
SHAPE = re.compile(r"[(\[]?\s*(?:\d+\s*(?:[,x\u00d7]\s*\d+\s*)*,?)?\s*[)\]]?")


def _column_strides(shape: tuple[int, ...]) -> tuple[int, ...]:
    return contiguous_strides(shape[::-1])[::-1]


def read_npy(path: Path, position: int) -> Operand:
    """The shape, order and dtype that the header of a .npy file tells; the data is not read."""
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
    found = read(shape, position)
    strides = _column_strides(found.shape) if order else contiguous_strides(found.shape)
    kind = KINDS.get(dtype.lstrip("<>=|")) if isinstance(dtype, str) else None
    return Operand(found.shape, strides, getattr(_C, kind) if kind else None)


def parse(text: str, position: int) -> Operand:
    """`5,2,4,1`, `5x2x4x1`, `(5, 2, 4, 1)`, `()` or a .npy file; ValueError for anything else."""
    if text.endswith(".npy"):
        return read_npy(Path(text), position)
    text = text.strip()
    brackets = "".join(sign for sign in text[:1] + text[-1:] if sign in "([)]")
    if not text or not SHAPE.fullmatch(text) or brackets not in ("", "()", "[]"):
        raise ValueError(
            f"'{text}' is not a shape; write 5,2,4,1 or 5x2x4x1 or '(5, 2, 4, 1)', () for a number"
        )
    # int() refuses thousands of digits with advice for programmers; fifty are as many too many.
    return read(tuple(int(size.lstrip("0")[:50] or "0") for size in re.findall(r"\d+", text)), position)
