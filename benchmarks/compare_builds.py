"""The judge of a change: two builds of tbcast on the same cases, each in a process of its own, turn by turn.

    python benchmarks/compare_builds.py OLD NEW             wheels, folders of an installation, or commits
    python benchmarks/compare_builds.py main HEAD small cached --seconds 0.5

A ratio is OLD's time over NEW's: above 1, NEW is faster. What differs is measured again in new
processes, whose memory has other addresses, and the figure nearest to 1 is believed. The exit status is
1 where NEW falls below the limits: a geometric mean of 0.98, 0.95 for a group, 0.90 for a case, 3 ns
more for a + b of 4 floats.
"""

import argparse
import math
import os
import random
import shutil
import statistics
import subprocess
import sys
import tarfile
import tempfile
import time
from dataclasses import dataclass
from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path

from cases import GROUPS

MEAN_LIMIT, GROUP_LIMIT, CASE_LIMIT = 0.98, 0.95, 0.90
SMALLEST, SMALLEST_MICROSECONDS = ("small", "a + b, 4"), 0.003
SUSPECT = 0.03  # measured again if the ratio is so far from 1
MOST_LOOKS = 3
TURN_SECONDS = 0.005
PAUSE_SECONDS = 0.005


# ---- the process of one build ----


def serve(folder, threads):
    """Answer requests, a line each: `case GROUP NUMBER` prepares a case, `count SECONDS` says how many calls
    take so long, `time CALLS` how many seconds so many take."""
    sys.path.insert(0, folder)
    import tbcast
    from timing import calls_a_round

    if Path(folder).resolve() not in Path(tbcast.__file__).resolve().parents:
        raise ImportError(f"tbcast comes from {tbcast.__file__}, not from {folder}")
    tbcast.set_num_threads(threads)
    call = None
    padding = []
    for line in sys.stdin:
        kind, *words = line.split()
        if kind == "case":
            call = None  # its memory goes first
            padding[:] = [bytearray(random.randrange(1 << 18))]  # and the next one's has other addresses
            try:
                call = GROUPS[words[0]][int(words[1])].of_peer(tbcast, "tbcast")
                call.once()
                answer = "ready"
            except Exception as error:
                answer = f"not here: {type(error).__name__}: {str(error).splitlines()[0]}"
        elif kind == "count":
            answer = calls_a_round(call, float(words[0]))
        else:
            steps = range(int(words[0]))
            call.many(range(max(1, len(steps) // 10)))
            start = time.perf_counter()
            call.many(steps)
            answer = time.perf_counter() - start
        print(answer, flush=True)


class Build:
    """A process that has imported one of the builds."""

    def __init__(self, folder, threads):
        command = [sys.executable, __file__, "--serve", str(folder), "--threads", str(threads), "-", "-"]
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def ask(self, *words):
        """The answer to a request."""
        print(*words, file=self.process.stdin, flush=True)
        answer = self.process.stdout.readline().strip()
        if not answer:
            sys.exit(f"a build's process ended with {self.process.wait()}")
        return answer

    def close(self):
        """End the process."""
        self.process.stdin.close()
        self.process.wait()


# ---- measuring ----


@dataclass
class Figure:
    """What was seen of a case: microseconds a call at best, and the ratios of adjacent turns."""

    old: float
    new: float
    ratios: list

    @property
    def ratio(self):
        """OLD's best time over NEW's."""
        return self.old / self.new

    @property
    def distance(self):
        """From no difference."""
        return abs(math.log(self.ratio))

    @property
    def spread(self):
        """Half the distance of the quartiles of the ratios."""
        low, _, high = statistics.quantiles(self.ratios, n=4)
        return (high - low) / 2


def measure(builds, group, number, seconds):
    """The figure of a case, or the reason why a build has none."""
    for build in builds:
        answer = build.ask("case", group, number)
        if answer != "ready":
            return answer
    steps = builds[0].ask("count", TURN_SECONDS)
    best, ratios, turns = [math.inf, math.inf], [], 0
    end = time.perf_counter() + 2 * seconds
    while turns < 6 or time.perf_counter() < end:
        times = [0.0, 0.0]
        for i in (0, 1) if turns % 2 else (1, 0):
            time.sleep(PAUSE_SECONDS)
            times[i] = float(builds[i].ask("time", steps))
        best = list(map(min, best, times))
        ratios.append(times[0] / times[1])
        turns += 1
    return Figure(*(seconds / int(steps) * 1e6 for seconds in best), ratios)


def is_suspect(group, case, figure):
    """Is this worth another look?"""
    slower = figure.new - figure.old > SMALLEST_MICROSECONDS
    return figure.distance > SUSPECT or (slower and (group, case.name) == SMALLEST)


def look(folders, group, number, options):
    """The figure of a case in two new processes."""
    builds = [Build(folder, options.threads) for folder in folders]
    figure = measure(builds, group, number, options.seconds)
    for build in builds:
        build.close()
    return figure


def compare(folders, groups, options):
    """{(group, case): figure}; prints each when it is believed."""
    figures = {}
    builds = [Build(folder, options.threads) for folder in folders]
    for group in groups:
        print(f"\n{group}: microseconds\n{'old':>12}{'new':>12}{'ratio':>8}{'+-':>7}")
        for number, case in enumerate(GROUPS[group]):
            figure = measure(builds, group, number, options.seconds)
            looks = 1
            while isinstance(figure, Figure) and is_suspect(group, case, figure) and looks < MOST_LOOKS:
                figure = min(figure, look(folders, group, number, options), key=lambda f: f.distance)
                looks += 1
            if isinstance(figure, Figure):
                figures[group, case.name] = figure
                times = f"{figure.old:12.3f}{figure.new:12.3f}{figure.ratio:8.2f}{figure.spread:7.2f}"
                print(f"{times}  {case.name}{f'  ({looks} looks)' if looks > 1 else ''}", flush=True)
            else:
                print(f"{'':39}  {case.name}: {figure}", flush=True)
    for build in builds:
        build.close()
    return figures


def geometric_mean(figures):
    """Of the ratios."""
    return math.exp(statistics.fmean(math.log(figure.ratio) for figure in figures))


def verdict(figures):
    """Print the means; returns what is below the limits."""
    below, by_group = [], {}
    for (group, _), figure in figures.items():
        by_group.setdefault(group, []).append(figure)
    print()
    for group, found in by_group.items():
        mean, spread = geometric_mean(found), statistics.median(figure.spread for figure in found)
        print(f"{group:12} {mean:6.3f} +- {spread:.3f}   {len(found)} cases")
        if mean < GROUP_LIMIT:
            below.append(f"group {group}: {mean:.3f}")
    mean = geometric_mean(figures.values())
    print(f"{'all':12} {mean:6.3f}            {len(figures)} cases")
    if mean < MEAN_LIMIT:
        below.append(f"all: {mean:.3f}")
    for (group, case), figure in figures.items():
        if figure.ratio < CASE_LIMIT:
            below.append(f"{group}, {case}: {figure.ratio:.2f}")
        elif (group, case) == SMALLEST and figure.new - figure.old > SMALLEST_MICROSECONDS:
            below.append(f"{group}, {case}: {(figure.new - figure.old) * 1000:.1f} ns more")
    return below


# ---- builds ----


def installed(source, folder):
    """A folder with this build of tbcast: the one that was given, or a new one."""
    if any((Path(source) / "tbcast" / f"_C{suffix}").exists() for suffix in EXTENSION_SUFFIXES):
        return Path(source).resolve()
    wheel = source
    if not source.endswith(".whl"):
        sources = folder / "sources"
        sources.mkdir(parents=True)
        archive = folder / "sources.tar"
        subprocess.run(["git", "archive", "-o", archive, source], cwd=Path(__file__).parents[1], check=True)
        with tarfile.open(archive) as tar:
            tar.extractall(sources, **({"filter": "data"} if hasattr(tarfile, "data_filter") else {}))
        wheel = sources
    target = folder / "installed"
    print(f"building {source}", file=sys.stderr)
    pip = [sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--target", target]
    subprocess.run([*pip, str(wheel)], check=True)
    shutil.rmtree(folder / "sources", ignore_errors=True)
    return target


def parsed(argv):
    """The options."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("old")
    parser.add_argument("new")
    parser.add_argument("group", nargs="*", help=f"groups to run: {', '.join(GROUPS)} (all)")
    parser.add_argument("--seconds", type=float, default=0.15, help="for each build and case (0: six turns)")
    parser.add_argument("--threads", type=int, default=os.cpu_count())
    parser.add_argument("--serve", metavar="FOLDER", help=argparse.SUPPRESS)
    options = parser.parse_intermixed_args(argv)
    if unknown := sorted(set(options.group) - set(GROUPS)):
        parser.error(f"no group {', '.join(unknown)}; there are {', '.join(GROUPS)}")
    return options


def main(argv=None):
    """Compare; returns the exit status."""
    options = parsed(argv)
    if options.serve:
        serve(options.serve, options.threads)
        return 0
    with tempfile.TemporaryDirectory() as made:
        sources = {"old": options.old, "new": options.new}
        folders = [installed(source, Path(made) / name) for name, source in sources.items()]
        below = verdict(compare(folders, options.group or GROUPS, options))
    print("\n".join(["", "below the limits:", *below] if below else ["", "within the limits"]))
    return 1 if below else 0


if __name__ == "__main__":
    sys.exit(main())
