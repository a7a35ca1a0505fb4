"""The page docs/benchmarks in one command: about a hundred cases (chosen.py) with one thread and with all,
the random cases, the imports.

    python benchmarks/report.py docs/benchmarks

Writes benchmarks.csv, the page and its pictures, and says which claims do not hold; takes about 15 minutes on
a quiet machine. The page names the commit, so src/, tbcast/ and benchmarks/ must be as they are committed,
and the installed tbcast must be built from them. Under another Python, or with other versions of the peers,

    python3.13 benchmarks/report.py docs/benchmarks --name python-3.13

writes python-3.13.csv, of which the page has the means. Needs matplotlib; a peer that is not installed is
left out.
"""

import argparse
import datetime
import os
import platform
import subprocess
import sys
from pathlib import Path

import draw  # noqa: F401  (fails now without matplotlib, and not after minutes)
import figures
import import_time
import page
from cases import GROUPS
from chosen import CHOSEN, chosen
from growth_cases import count_of
from limit import limits
from run import PEERS, caches, cpu_name, load_peers, run_group, set_threads, thread_count, versions_of

ROOT = Path(__file__).parents[1]
MEASURED = ("src", "tbcast", "benchmarks", "setup.py")
BUSY = 0.3  # a load above it is another program's


def git(*arguments):
    """The output of a command, or None where there is no repository."""
    try:
        done = subprocess.run(["git", *arguments], cwd=ROOT, capture_output=True, text=True, check=True)
    except (OSError, subprocess.CalledProcessError):
        return None
    return done.stdout.strip()


def differences(package):
    """Why what is measured is not the commit, one sentence each; package: the installed tbcast's folder."""
    if git("rev-parse", "HEAD") is None:
        return ["this is no clone"]
    found = []
    if changed := git("status", "--porcelain", "--", *MEASURED):
        found.append(
            f"uncommitted changes of {', '.join(line.split()[-1] for line in changed.splitlines()[:3])}"
        )
    sources = sorted((ROOT / "tbcast").rglob("*.py"))
    others = [
        path.relative_to(ROOT) for path in sources if not same(path, package.parent / path.relative_to(ROOT))
    ]
    if others:
        found.append(f"the installed tbcast differs from the clone's: {', '.join(map(str, others[:3]))}")
    committed = int(git("log", "-1", "--format=%ct", "--", "src", "setup.py"))
    if any(path.stat().st_mtime < committed for path in package.glob("_C*.so")):
        found.append("the installed tbcast was built before the last commit that changes src/")
    return found


def same(path, installed):
    return installed.exists() and path.read_bytes() == installed.read_bytes()


def measure_groups(peers, threads, seconds, groups, elements):
    """Rows of the chosen cases; those of the group `sizes` have at most so many elements."""
    loops = limits(threads)
    for group in groups:
        cases = chosen(group)
        if group == "sizes":
            cases = [case for case in cases if count_of(case.name) <= elements]
        timings = run_group(group, cases, peers, seconds, threads, loops)
        yield from (figures.row(group, name, threads, timing) for name, timing in timings.items())


def measure_random(peers, threads, seconds, count):
    """A row for all random cases, and one of the worst."""
    if not count:
        return
    timings = run_group("random", GROUPS["random"][:count], peers, seconds, threads, None)
    ratios = {name: figures.ratio_of(timing) for name, timing in timings.items()}
    ratios = {name: ratio for name, ratio in ratios.items() if ratio}
    if ratios:
        below = sum(ratio < 1 for ratio in ratios.values())
        mean = figures.geometric_mean(ratios.values())
        name = f"geometric mean, {below / len(ratios):.0%} below 1"
        yield {"group": "random", "case": name, "threads": threads, "ratio": mean}
        worst = min(ratios, key=ratios.get)
        yield figures.row("random", f"worst, number {worst.lstrip('#')}", threads, timings[worst])


def parsed(argv):
    """The options."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("--name", default=Path(page.MAIN).stem, help="of the CSV file")
    parser.add_argument("--seconds", type=float, default=0.1, help="for each peer and case (0: to try it)")
    parser.add_argument("--threads", type=thread_count, default=os.cpu_count(), help="beside 1")
    parser.add_argument("--groups", nargs="*", choices=CHOSEN, default=tuple(CHOSEN), metavar="GROUP")
    parser.add_argument("--elements", type=int, default=10**8, help="at most, where size is what varies")
    parser.add_argument("--random", type=int, default=len(GROUPS["random"]), help="how many random cases")
    parser.add_argument("--peers", default=",".join(PEERS), help="comma-separated, tbcast among them (all)")
    parser.add_argument(
        "--uncommitted", action="store_true", help="measure what is not the commit; the page says so"
    )
    return parser.parse_args(argv)


def main(argv=None):
    """Measure, then write the folder; returns the exit status."""
    options = parsed(argv)
    load = os.getloadavg()[0]
    if load > BUSY:
        print(f"this machine is not quiet: load {load:.2f}", file=sys.stderr)
    peers = load_peers(options.peers.split(","), 1)
    reasons = differences(Path(peers["tbcast"].__file__).parent)
    if reasons and not options.uncommitted:
        sys.exit("\n".join([*reasons, "--uncommitted measures nevertheless, and the page says so"]))
    commit = (git("rev-parse", "HEAD") or "unknown")[:12]
    options.folder.mkdir(parents=True, exist_ok=True)
    rows = []
    for threads in sorted({1, options.threads}):
        set_threads(peers, threads)
        rows += measure_groups(peers, threads, options.seconds, options.groups, options.elements)
        rows += measure_random(peers, threads, options.seconds / 4, options.random)
    times = import_time.added(import_time.measure(20 if options.seconds else 1))
    rows.append(figures.row("import", "import", 1, times))
    order = list(page.TITLES)
    rows.sort(key=lambda row: order.index(row["group"]))  # stable: threads and cases keep their order
    facts = {
        "commit": f"{commit}, {page.NOT_MEASURED} ({'; '.join(reasons)})" if reasons else commit,
        "date": datetime.datetime.now(datetime.timezone.utc).date(),
        "processor": cpu_name(),
        "processors": f"{os.cpu_count()} processors, caches of {caches()}",
        "load": f"{load:.2f}",
        "python": platform.python_version(),
        "versions": versions_of(peers),
        "seconds": f"{options.seconds} for each peer and case",
        "random cases": options.random,
    }
    figures.write(options.folder / f"{options.name}.csv", facts, rows)
    if not (options.folder / page.MAIN).exists():
        return 0
    for sentence in page.write(options.folder):
        print(sentence, file=sys.stderr)
    return 0


if __name__ == "__main__":
    sys.exit(main())
