"""How Python's threads add up: small calls on one thread and on several, each with its own tensors.

    python benchmarks/threads_at_once.py [--threads 2] [--rounds 40] [--calls 30000]

On a free-threaded build of Python several threads do several threads' work; with a lock they do one's. Beside
tbcast's calls stands the same loop with Python's own numbers. A round counts from the first thread's begin to
the last one's end, and the best of the rounds is shown: other programs only take processors away.
"""

import argparse
import sys
import threading
import time

import tbcast as torch

LINE = "{name:20} 1 thread {alone:8.1f} ns   {threads} threads {shared:8.1f} ns, "
LINE += "{times:.2f} times the throughput"


def loop(x, y, calls):
    for _ in range(calls):
        x + y


CASES = {
    "1.5 + 2.5 (floats)": lambda: (1.5, 2.5),
    "(4) + (4)": lambda: (torch.rand(4), torch.rand(4)),
    "(16,16) + (16)": lambda: (torch.rand(16, 16), torch.rand(16)),
    "(64,64) + (64,64)": lambda: (torch.rand(64, 64), torch.rand(64, 64)),
}


def seconds_a_call(threads, operands, calls):
    """Seconds for each call of any of the threads."""
    begin, times = threading.Barrier(threads), []

    def work():
        x, y = operands()
        loop(x, y, calls // 10)
        begin.wait()
        start = time.perf_counter()
        loop(x, y, calls)
        times.append((start, time.perf_counter()))

    workers = [threading.Thread(target=work) for _ in range(threads)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    return (max(end for _, end in times) - min(start for start, _ in times)) / (threads * calls)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--rounds", type=int, default=40)
    parser.add_argument("--calls", type=int, default=30_000)
    options = parser.parse_args()
    locked = getattr(sys, "_is_gil_enabled", lambda: True)()
    print(f"Python {sys.version.split()[0]}, {'with' if locked else 'without'} a lock")
    best = {}
    for _ in range(options.rounds):
        for name, operands in CASES.items():
            for threads in (1, options.threads):
                took = seconds_a_call(threads, operands, options.calls)
                best[name, threads] = min(took, best.get((name, threads), took))
    for name in CASES:
        alone, shared = 1e9 * best[name, 1], 1e9 * best[name, options.threads]
        print(
            LINE.format(name=name, alone=alone, shared=shared, threads=options.threads, times=alone / shared)
        )


if __name__ == "__main__":
    main()
