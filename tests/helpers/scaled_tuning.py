"""The core with its measured constants halved or doubled: a header that hides src/core/base/tuning.h.

REFUSED names the builds that a _Static_assert refuses, and why that is right.
"""

from __future__ import annotations

import re
from pathlib import Path

from core_programs import CORE, FLAGS, run

HEADER = CORE / "base" / "tuning.h"
CONSTANT = re.compile(r"^#define (TB_\w+) (.+?)(?= */\*|$)", re.MULTILINE)
WAYS = {"halved": "/ 2", "doubled": "* 2"}
INCLUDE = re.compile(r'^#include "(core/[^"]+)"', re.MULTILINE)

CONSTANTS = {
    name: value
    for name, value in CONSTANT.findall(HEADER.read_text(encoding="utf-8"))
    if "TB_" not in value  # those that follow from others
}
SCRATCH = "a thread's scratch does not hold it: TB_SCRATCH_BYTES has to grow with it"
FRAME = "too much for the stack of a thread (base/frame.h)"
RANKED = "sort has a case for each number of elements that are ranked"
REFUSED: dict[tuple[str, str], str] = {
    ("TB_SCRATCH_BYTES", "halved"): "what is kept there has the size that it had",
    ("TB_TILE_BYTES", "doubled"): SCRATCH,
    ("TB_TILES_EXCEEDING_CACHE", "doubled"): SCRATCH,
    ("TB_REDUCE_TILE", "doubled"): SCRATCH,
    ("TB_REDUCE_ACCUMULATOR_BYTES", "doubled"): SCRATCH,
    ("TB_REDUCE_PART_BYTES", "doubled"): SCRATCH,
    ("TB_CACHE_LINE", "doubled"): FRAME,  # the lines that rows of a block hold
    ("TB_BLOCK_ROWS", "doubled"): FRAME,
    ("TB_SEQUENCE_AT_ONCE", "doubled"): FRAME,
    ("TB_REDUCE_WIDE_ROW", "doubled"): FRAME,
    ("TB_MATMUL_STACK_BYTES", "doubled"): FRAME,
    ("TB_SMALL_LISTS", "doubled"): "storages as large as mapped blocks would be kept as small ones",
    ("TB_SHORT_RUN", "doubled"): "a short run is two moves of 32 bytes at most",
    ("TB_SORT_RANKED", "halved"): RANKED,
    ("TB_SORT_RANKED", "doubled"): RANKED,
    ("TB_REDUCE_ROWS", "doubled"): "bytes count the rows of a block",
}


def overlay(folder: Path, way: str, names: set[str]) -> Path:
    """A folder that comes first among those of headers, whose tuning.h has these constants scaled."""

    def scaled(match: re.Match[str]) -> str:
        name, value = match.groups()
        return f"#define {name} (({value}) {WAYS[way]})" if name in names else match[0]

    header = folder / "core" / "base" / "tuning.h"
    header.parent.mkdir(parents=True, exist_ok=True)
    header.write_text(CONSTANT.sub(scaled, HEADER.read_text(encoding="utf-8")), encoding="utf-8")
    return folder


def accepted(way: str) -> set[str]:
    """What is scaled at once: all that is not refused by itself."""
    return {name for name in CONSTANTS if (name, way) not in REFUSED}


def users(name: str) -> list[Path]:
    """The sources in which the constant is used, be it by way of a header or a template."""
    word = re.compile(rf"\b{name}\b")
    texts = {path: path.read_text(encoding="utf-8") for path in CORE.rglob("*.[chi]*")}
    using = {path for path, text in texts.items() if path != HEADER and word.search(text)}
    grown = True
    while grown:
        more = {
            path
            for path, text in texts.items()
            if any(CORE.parent / included in using for included in INCLUDE.findall(text))
        }
        grown = not more <= using
        using |= more
    return sorted(path for path in using if path.suffix == ".c")


def refusals(cc: list[str], folder: Path, way: str, name: str) -> list[str]:
    """What the compiler says against the constant alone, half or twice as large."""
    options = [f"-I{overlay(folder, way, {name})}", *FLAGS, "-w", "-fsyntax-only"]
    said = []
    for source in users(name):
        done = run([*cc, *options, str(source)])
        lines = [line for line in done.stderr.splitlines() if "error:" in line]
        assert bool(lines) == (done.returncode != 0)
        said += lines
    return said
