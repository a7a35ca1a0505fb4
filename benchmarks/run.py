"""Side by side in one process: tbcast, NumPy, PyTorch and numexpr on the same cases.

    python benchmarks/run.py                         all groups, a table
    python benchmarks/run.py small cached --seconds 2
    python benchmarks/run.py products --json result.json

Every result is compared with NumPy's before anything is timed. Beside the memory-bound cases a hand-written
streaming loop is timed, which is the limit. A peer that is not installed is left out. report.py measures a
choice of these cases for the documentation.
"""

import argparse
import importlib
import json
import os
import platform
import sys
from pathlib import Path

# Python puts this file's folder first, not the clone's root: the source folder tbcast/ is not in the way.
from case import WARM_OUT
from cases import GROUPS
from figures import geometric_mean, ratio_of
from limit import limits
from timing import FEWEST_ROUNDS, time_case, turn_of

SUMMARY = "{group}: geometric mean {mean:.2f}, worst {worst:.2f} ({worst_case}), below 1: {below_1:.0%}"
PEERS = ("tbcast", "numpy", "torch", "numexpr")


def limit_openblas(threads):
    """Of NumPy's OpenBLAS, which has no call of NumPy's for that."""
    try:
        from threadpoolctl import threadpool_limits
    except ImportError as error:
        print(f"the threads of NumPy's OpenBLAS are not limited ({error})", file=sys.stderr)
    else:
        threadpool_limits(threads)


def load_peers(names, threads):
    peers = {}
    for name in names:
        try:
            peers[name] = importlib.import_module(name)
        except ImportError as error:
            print(f"{name}: left out ({error})", file=sys.stderr)
    if "tbcast" not in peers:
        sys.exit("install tbcast first: pip install .")
    set_threads(peers, threads)
    return peers


def set_threads(peers, threads):
    """Of every peer that has them."""
    for peer in peers.values():
        if hasattr(peer, "set_num_threads"):
            peer.set_num_threads(threads)
    limit_openblas(threads)


def versions_of(peers):
    return ", ".join(f"{name} {module.__version__}" for name, module in peers.items())


def cpu_name():
    try:
        lines = Path("/proc/cpuinfo").read_text().splitlines()
        return next(line.partition(":")[2].strip() for line in lines if line.startswith("model name"))
    except (OSError, StopIteration):
        return platform.processor() or platform.machine()


def caches():
    """The caches' sizes, the first level first, as far as the C library knows them."""
    names = ("SC_LEVEL1_DCACHE_SIZE", "SC_LEVEL2_CACHE_SIZE", "SC_LEVEL3_CACHE_SIZE")
    sizes = [os.sysconf(name) for name in names if name in getattr(os, "sysconf_names", ())]
    return ", ".join(f"{size >> 10:,} KiB" for size in sizes if size > 0) or "unknown sizes"


def figures_of(found):
    return f"{found.best:.3f} ({found.median:.3f})"


def line_of(name, timing, columns, width):
    line = name[:width].ljust(width)
    for peer in columns:
        line += f"{figures_of(timing[peer]) if peer in timing else '-':>24}"
    ratio = ratio_of(timing)
    line += f"{ratio:9.2f}" if ratio else f"{'':9}"
    return line + (f"{timing['limit'].median / timing['tbcast'].median:8.0%}" if "limit" in timing else "")


def summary(group, timings):
    """The geometric mean and the worst of a group's ratios; the means of the cases without a warm out= and of
    what the limits would have."""
    ratios = {name: ratio_of(timing) for name, timing in timings.items()}
    ratios = {name: ratio for name, ratio in ratios.items() if ratio}
    if not ratios:
        return {"group": group}
    worst = min(ratios, key=ratios.get)
    limits = [ratio_of(timing, of="limit") for timing in timings.values()]
    new = [ratio for name, ratio in ratios.items() if not name.endswith(WARM_OUT)]
    return {
        "group": group,
        "mean": geometric_mean(ratios.values()),
        "new_mean": geometric_mean(new) if len(new) < len(ratios) else None,
        "limit_mean": geometric_mean(limits) if all(limits) else None,
        "worst": ratios[worst],
        "worst_case": worst,
        "below_1": sum(ratio < 1 for ratio in ratios.values()) / len(ratios),
    }


def run_group(group, cases, peers, seconds, threads, loops):
    """{name of the case: timing}; prints each line when it is known."""
    columns = [*peers, *(["limit"] if any(case.limit for case in cases) else [])]
    width = min(70, max(len(case.name) for case in cases) + 2)
    heading = f"\n{group}: microseconds, best (median)".ljust(width + 1)
    print(heading + "".join(f"{name:>24}" for name in columns) + f"{'ratio':>9}")
    timings = {}
    for case in cases:
        timings[case.name] = time_case(case, peers, seconds, loops, turn_of(group, threads))
        print(line_of(case.name, timings[case.name], columns, width), flush=True)
    return timings


def thread_count(text):
    if not text.isdecimal() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"{text!r} is no number of threads: 1 or more")
    return int(text)


def parsed(argv):
    """The options, all of them checked before anything runs."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("group", nargs="*", help=f"groups to run: {', '.join(GROUPS)} (all)")
    parser.add_argument("--peers", default=",".join(PEERS), help="comma-separated, tbcast among them (all)")
    about_seconds = f"for each peer and case (at least {FEWEST_ROUNDS} rounds; 0: one, to try the cases)"
    parser.add_argument("--seconds", type=float, default=0.3, help=about_seconds)
    parser.add_argument(
        "--threads", type=thread_count, default=os.cpu_count(), help="of every peer that has them"
    )
    parser.add_argument("--json", metavar="FILE", help="write the figures there, too")
    options = parser.parse_args(argv)
    options.peers = options.peers.split(",")
    for kind, given, known in (("group", options.group, GROUPS), ("peer", options.peers, PEERS)):
        unknown = sorted(set(given) - set(known))
        if unknown:
            parser.error(f"no {kind} {', '.join(unknown)}; there are {', '.join(known)}")
    if "tbcast" not in options.peers:
        parser.error("tbcast must be among the peers")
    if options.json:
        try:
            Path(options.json).open("a").close()  # the figures of an hour are not lost for want of a folder
        except OSError as error:
            parser.error(f"--json: {error}")
    return options


def main(argv=None):
    """Run the chosen groups; returns the exit status."""
    options = parsed(argv)
    peers = load_peers(options.peers, options.threads)
    versions = versions_of(peers)
    machine = f"{cpu_name()}, {os.cpu_count()} cores"
    print(f"{machine}; Python {platform.python_version()}, {versions}; {options.threads} threads")
    loops = limits(options.threads)
    results = {
        group: run_group(group, GROUPS[group], peers, options.seconds, options.threads, loops)
        for group in options.group or GROUPS
    }
    summaries = [summary(group, timings) for group, timings in results.items()]
    print()
    for found in summaries:
        if "mean" in found:
            print(SUMMARY.format(**found))
            if found["new_mean"]:
                print(f"  without the cases of a warm out= {found['new_mean']:.2f}")
            if found["limit_mean"]:
                print(f"  the limit's own times would have the geometric mean {found['limit_mean']:.2f}")
    if options.json:
        rows = [
            {"group": group, "case": name, "ratio": ratio_of(timing)}
            | {
                peer: {f"{key}_us": us for key, us in found._asdict().items()}
                for peer, found in timing.items()
            }
            for group, timings in results.items()
            for name, timing in timings.items()
        ]
        about = {"machine": machine, "python": platform.python_version(), "versions": versions}
        about |= {"threads": options.threads, "seconds": options.seconds}
        text = json.dumps(about | {"summaries": summaries, "rows": rows}, indent=1)
        Path(options.json).write_text(text + "\n", encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
