"""Fuzzes the command line of `tbcast explain`: words that are shapes or nearly so, options, and .npy files
whose header is anything. Of shapes that are plain to read it is known whether they broadcast."""

import contextlib
import io
import json
import re
import tempfile
from pathlib import Path

from taken import PLANTED, Taken, torch

from tbcast import cli

FOLDER = Path(tempfile.mkdtemp(prefix="tbcast-fuzz-"))
OPTIONS = ("--inplace", "--json", "--plain", "--svg")
PIECES = (
    "1",
    "2",
    "3",
    "0",
    ",",
    "x",
    "(",
    ")",
    "[",
    "]",
    " ",
    "\u00d7",
    "-",
    "-1",
    "99999999999999999999",
    "a",
    ".",
    "1,",
    "5x2",
    "\n",
    "\t",
    "\u0661",
    "\ufeff",
    "4294967296",
    "9223372036854775807",
    "\0",
    "'",
    '"',
    "{",
    "\x1b[",
)
HEADERS = (
    "{'descr': '<f4', 'fortran_order': False, 'shape': (2, 3), }",
    "'shape'",
    "(",
    ")",
    "{",
    "}",
    ":",
    ",",
    "3",
    "True",
    "None",
    "'descr'",
    "'<f4'",
    "'fortran_order'",
    "-1",
    "1e9",
    "[",
    "]",
    "'|O'",
    "b'a'",
    "99999999999999999999",
    "[('a', '<f4')]",
    "{'shape': ",
    "2,",
    "\n",
    "\0",
    "\u00e9",
    "()",
    "((1,),)",
    "(" * 200,
    "'",
    "1j",
    "...",
)


def word(taken):
    if taken.below(3):
        sep = taken.one_of((",", "x", ", ", "\u00d7"))
        return sep.join(str(taken.below(5)) for _ in range(taken.below(5)))
    return "".join(taken.one_of(PIECES) for _ in range(taken.below(7)))


def npy(taken, n):
    header = "".join(taken.one_of(HEADERS) for _ in range(taken.below(9))) if taken.below(3) else HEADERS[0]
    raw = header.encode()
    version = taken.one_of((1, 2, 3, 0, 255))
    length = taken.one_of((len(raw), len(raw), len(raw) + 1, 0, 0xFFFF))
    start = b"\x93NUMPY" if taken.below(8) else bytes(taken.byte() for _ in range(6))
    path = FOLDER / f"{n}.npy"
    path.write_bytes(start + bytes([version, 0]) + length.to_bytes(2 if version == 1 else 4, "little") + raw)
    return str(path)


def broadcastable(shapes, inplace):
    """As the note says; None where a word is not plainly a shape."""
    read = []
    for each in shapes:
        if not re.fullmatch(r"[0-9]{1,6}(,[0-9]{1,6})*", each):
            return None
        read.append([int(n) for n in each.split(",")][::-1])
    joint = []
    for i in range(max(map(len, read))):
        sizes = {shape[i] for shape in read if i < len(shape)} - {1}
        if len(sizes) > 1:
            return False
        joint.append(sizes.pop() if sizes else 1)
    return not inplace or joint == read[0]


def fuzz(data):
    taken = Taken(data)
    options, words = [], []
    for n in range(taken.below(5)):
        words.append(npy(taken, n) if taken.below(5) == 4 else word(taken))
    for option in OPTIONS:
        if taken.below(3) == 0:
            options.append(option)
    words = [each for each in words if not each.startswith("-")]
    arguments = [*words, *(each for each in options if each != "--svg")]
    if "--svg" in options:
        arguments += ["--svg", str(FOLDER / "picture.svg")]
    out, err = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        try:
            status = cli.main(["explain", *arguments])
        except SystemExit as stopped:
            status = stopped.code
    assert status in (0, 1, 2), (arguments, status)
    if status == 2:
        assert err.getvalue().count("\n") >= 1 and "Traceback" not in err.getvalue()
        return
    if PLANTED and len(words) == 3 and status == 1:
        raise AssertionError("planted")
    if "--json" in options:
        assert json.loads(out.getvalue())["broadcastable"] is (status == 0)
    wanted = broadcastable(words, "--inplace" in options) if len(words) > 1 else None
    assert wanted is None or wanted is (status == 0), (arguments, status)
    if wanted and "--inplace" not in options and all(int(n) for each in words for n in each.split(",")):
        shapes = [tuple(map(int, each.split(","))) for each in words]
        assert torch.explain(*shapes).shape == torch.broadcast_shapes(*shapes)
