"""Writes what PyTorch gives: torch_results.txt.xz for the cases of differential/recorded_cases.py, and
torch_expressions.txt.xz for the lists of differential/recorded_expressions.py, both in helpers/.

    python tests/recorded/record.py

Needs PyTorch (and not tbcast).  The operands come from differential/operand_values.py, so that the file can
be replayed where PyTorch is missing: tests/parity/test_recorded.py.
"""

import json
import lzma
import os
import sys
from pathlib import Path

os.environ["ATEN_CPU_CAPABILITY"] = "default"
os.environ["TBCAST_TEST_MODULE"] = "torch"
HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE.parent / "helpers"), str(HERE.parents[1] / "src")]

import torch  # noqa: E402

from differential import recorded_expressions  # noqa: E402
from differential.recorded_cases import FILE, FORMAT, LIBC, groups, outcome_of  # noqa: E402


def main():
    meanings, lines = {}, []
    count = 0
    for name, cases in groups():
        entries = []
        for case in cases():
            meaning, values = outcome_of(case, torch)
            number = meanings.setdefault(meaning, len(meanings))
            entries.append(f"{number}:{values}" if values else str(number))
            count += 1
        lines.append(f"{name}\t{' '.join(entries)}")
    header = {
        "format": FORMAT,
        "torch": torch.__version__,
        "cpu_capability": torch.backends.cpu.get_cpu_capability(),
        "libc": LIBC,
        "groups": len(lines),
        "cases": count,
        "meanings": len(meanings),
    }
    text = "\n".join([json.dumps(header), *map(json.dumps, meanings), *lines]) + "\n"
    data = lzma.compress(text.encode(), preset=9 | lzma.PRESET_EXTREME)
    FILE.write_bytes(data)
    print(
        f"{FILE.name}: {count} cases in {len(lines)} groups, {len(text)} characters, {len(data)} bytes "
        f"compressed"
    )
    torch.set_warn_always(True)
    lines, size = recorded_expressions.write(torch)
    print(f"{recorded_expressions.FILE.name}: {lines} expressions, {size} bytes compressed")


if __name__ == "__main__":
    main()
