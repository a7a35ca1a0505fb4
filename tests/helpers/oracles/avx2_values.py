"""Complex functions whose special values tbcast takes from PyTorch's AVX2 build, loop over vectors.

The other tests hold PyTorch to its portable kernels (ATEN_CPU_CAPABILITY=default), which divide complex
numbers by complex numbers where AVX2 divides their parts.  `parts` gives what AVX2 does from functions in
which the two agree.  Run as a program, this prints what PyTorch gives with AVX2, as JSON, or null on a
machine without it.
"""

import itertools
import json
import math
import os
import subprocess
import sys

import numpy as np

NAMES = ("log2", "sgn", "acos")
LIMITS = {"complex64": np.finfo(np.float32), "complex128": np.finfo(np.float64)}


def parts(module, name, z):
    """The real and imaginary parts of AVX2's log2, sgn or acos as arrays; z: a contiguous complex tensor."""
    kind = np.float32 if str(z.dtype).endswith("complex64") else np.float64
    w = z if name == "sgn" else module.log(z) if name == "log2" else module.acos(z)
    values = np.array(w.tolist(), np.complex128)
    re, im = values.real.astype(kind), values.imag.astype(kind)
    with np.errstate(all="ignore"):
        if name == "log2":
            return re / kind(math.log(2)), im / kind(math.log(2))
        if name == "sgn":
            size = np.array(module.abs(z).tolist(), kind)
            return np.where(size == 0, kind(0), re / size), np.where(size == 0, kind(0), im / size)
    return re, im if kind is np.float32 else np.where(im == 0, 0.0, im)


def grid(dtype):
    """All pairs of special values, in a number that is whole vectors of any processor."""
    tiny, most = float(LIMITS[dtype].tiny), float(LIMITS[dtype].max)
    values = [sign * x for x in (0.0, 1.0, 0.5, 2.0, tiny, most, math.inf) for sign in (1, -1)] + [math.nan]
    pairs = [complex(a, b) for a, b in itertools.product(values, values)]
    return pairs + [0j] * (-len(pairs) % 64)


def function_of(module, name):
    """A row's function; those of nn.functional have a prefix in tables."""
    stem = name.removeprefix("_nn_")
    return getattr(module if stem == name else module.nn.functional, stem)


def results(module, names):
    """{"name dtype": what the function gives for the grid, as text}."""
    found = {}
    for name, dtype in itertools.product(names, LIMITS):
        result = function_of(module, name)(module.tensor(grid(dtype), dtype=getattr(module, dtype)))
        found[f"{name} {dtype}"] = [repr(x).replace("-nan", "nan") for x in result.tolist()]
    return found


def torch_results(names):
    """`results` of PyTorch with AVX2, or None."""
    environment = {**os.environ, "ATEN_CPU_CAPABILITY": "avx2"}
    result = subprocess.run(
        [sys.executable, __file__, *names], capture_output=True, text=True, env=environment, check=True
    )
    return json.loads(result.stdout)


if __name__ == "__main__":
    import torch

    known = torch.backends.cpu.get_cpu_capability() == "AVX2"
    print(json.dumps(results(torch, sys.argv[1:]) if known else None))
