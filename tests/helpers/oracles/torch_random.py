"""PyTorch's random numbers as digests, computed in a process of its own.

The other tests hold PyTorch to its portable kernels (ATEN_CPU_CAPABILITY=default),
but tbcast's numbers are those of its AVX2 kernels.  Run as a program, this prints
{key: digest} of the calls it is given as JSON, or null on a machine without AVX2;
`digests` is what both sides compute.
"""

import hashlib
import json
import os
import struct
import subprocess
import sys


def flat(tensor):
    """The elements as Python floats (complex: both parts), exact for every floating dtype."""
    values = tensor.tolist()
    values = values if isinstance(values, list) else [values]
    if values and isinstance(values[0], complex):
        values = [part for value in values for part in (value.real, value.imag)]
    return values


def digest(values):
    """A short digest of floats, bit for bit."""
    return hashlib.sha256(struct.pack(f"<{len(values)}d", *values)).hexdigest()[:16]


def digests(module, programs):
    """For each (seed, [(function, n, dtype), ...]): seed, then call in turn; a digest a call."""
    results = []
    for seed, calls in programs:
        module.manual_seed(seed)
        for function, n, dtype in calls:
            results.append(digest(flat(getattr(module, function)(n, dtype=getattr(module, dtype)))))
    return results


def torch_digests(programs):
    """`digests` of PyTorch with AVX2, or None if this machine has no AVX2."""
    environment = {**os.environ, "ATEN_CPU_CAPABILITY": "avx2"}
    result = subprocess.run(
        [sys.executable, __file__],
        input=json.dumps(programs),
        capture_output=True,
        text=True,
        env=environment,
        check=True,
    )
    return json.loads(result.stdout)


if __name__ == "__main__":
    import torch

    known = torch.backends.cpu.get_cpu_capability() == "AVX2"
    print(json.dumps(digests(torch, json.load(sys.stdin)) if known else None))
