"""What PyTorch with AVX2 draws, in a process of its own, for the reason that torch_random.py gives.

`digests` is what both sides compute: of each expression in turn, after one seed.
"""

import importlib
import json
import os
import subprocess
import sys
import warnings

from oracles.torch_random import digest, flat


def digests(lib, programs):
    """Of [(dtype, n, expression)]; m() is a tensor of n elements, contiguous or not."""
    found = []
    lib.manual_seed(3)
    for dtype, n, layout, text in programs:
        kind = getattr(lib, dtype)
        makers = {
            "contiguous": lambda n=n, d=kind: lib.zeros(n, dtype=d),
            "transposed": lambda n=n, d=kind: lib.zeros(3, n, dtype=d).t(),
            "strided": lambda n=n, d=kind: lib.zeros(2 * n, dtype=d)[::2],
        }
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            result = eval(text, {"torch": lib, "m": makers[layout], "n": n, "d": kind})
        found.append(f"{digest(flat(result.double().flatten()))} {result.dtype} {result.stride()}")
    return found


def torch_digests(programs):
    """`digests` of PyTorch with AVX2, or None if this machine has no AVX2."""
    result = subprocess.run(
        [sys.executable, "-m", "oracles.drawn_numbers"],
        input=json.dumps(programs),
        capture_output=True,
        text=True,
        cwd=os.path.dirname(os.path.dirname(__file__)),
        env={**os.environ, "ATEN_CPU_CAPABILITY": "avx2"},
        check=True,
    )
    return json.loads(result.stdout)


if __name__ == "__main__":
    torch = importlib.import_module("torch")
    known = torch.backends.cpu.get_cpu_capability() == "AVX2"
    print(json.dumps(digests(torch, json.load(sys.stdin)) if known else None))
