"""The scripts of benchmarks/, and what docs/benchmarks says."""

import importlib
import json
import math
import re
import shutil
import sys
import textwrap
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest

import tbcast
from repository import ROOT, python

pytestmark = pytest.mark.full

PAGE = ROOT / "docs/benchmarks"


@pytest.mark.long
def test_the_benchmarks_run(tmp_path):
    result = tmp_path / "result.json"
    groups = ("small", "calls", "cached", "layouts", "unary", "index", "gather")
    options = ("--seconds", "0", "--peers", "tbcast,numpy", "--json", result)
    status, text = python(ROOT / "benchmarks/run.py", *groups, *options, cwd=tmp_path)
    assert status == 0, text
    assert "geometric mean" in text
    rows = json.loads(result.read_text("utf-8"))["rows"]
    assert {row["group"] for row in rows} == set(groups)
    assert all(row["tbcast"]["best_us"] > 0 for row in rows)
    assert all(row["tbcast"]["p5_us"] <= row["tbcast"]["median_us"] for row in rows)


def test_a_build_compared_with_itself_has_a_figure_for_each_case(tmp_path):
    folder = Path(tbcast.__file__).parents[1]
    options = (folder, folder, "calls", "--seconds", "0")
    _, text = python(ROOT / "benchmarks/compare_builds.py", *options, cwd=tmp_path)
    assert re.search(r"^calls +\d\.\d+ \+- \d\.\d+ +11 cases$", text, re.MULTILINE), text
    assert "not here" not in text


CHECK_CASES = """
    import importlib.util, math, sys
    sys.path.insert(0, {folder!r})
    import numpy, tbcast
    from cases import GROUPS
    from timing import check
    peers = {{"tbcast": tbcast, "numpy": numpy}}
    if importlib.util.find_spec("numexpr"):
        peers["numexpr"] = importlib.import_module("numexpr")

    def largest(case):
        sizes = [x.size for x in case.operands.values()]
        sizes += [numpy.broadcast_shapes(*sizes)] if case.text == "a + b" else []
        return max(map(math.prod, sizes), default=0)

    for group in (
        "small", "creation", "cached", "sizes", "random", "reductions", "along_dim", "further",
        "shapes", "products", "unary", "reported",
    ):
        limit = 300_000 if group in ("sizes", "random") else 2_000_000
        count = 0
        for case in GROUPS[group]:
            if largest(case) <= limit and "16 Mi" not in case.name:
                calls = {{name: case.of_peer(peer, name) for name, peer in peers.items()}}
                check(case, {{name: call for name, call in calls.items() if call is not None}})
                count += 1
        print(group, count)
"""


def test_the_benchmarks_of_functions_agree_with_numpy(tmp_path):
    """Once each, large ones apart: to time them as well would take minutes."""
    code = textwrap.dedent(CHECK_CASES.format(folder=str(ROOT / "benchmarks")))
    status, text = python("-c", code, cwd=tmp_path)
    assert status == 0, text
    counts = {group: int(count) for group, count in map(str.split, text.splitlines()[-12:])}
    assert counts["sizes"] == 100  # up to 262144
    assert counts["random"] > 100
    assert sum(counts.values()) > 300


@pytest.fixture
def benchmark(monkeypatch):
    """Imports a file of benchmarks/, as a script there does; helpers of the same names come back."""
    names = [path.stem for path in (ROOT / "benchmarks").glob("*.py")]
    for name in names:
        monkeypatch.delitem(sys.modules, name, raising=False)
    monkeypatch.syspath_prepend(ROOT / "benchmarks")
    yield importlib.import_module
    for name in names:
        sys.modules.pop(name, None)


DTYPES = (
    "float32",
    "float64",
    "float16",
    "bfloat16",
    "int32",
    "int64",
    "int16",
    "int8",
    "uint8",
    "complex64",
    "bool",
)


class Idle(np.ndarray):
    """A peer's tensor whose operators in place leave it as it was."""

    def __iadd__(self, other):
        return self

    add_ = __iadd__

    def to(self, dtype):
        return self


def test_a_peer_that_writes_nothing_does_not_pass_the_benchmarks_check(benchmark):
    groups, check = benchmark("cases").GROUPS, benchmark("timing").check
    idle = SimpleNamespace(
        from_numpy=lambda array: array.view(Idle),
        add=lambda a, b, out: out,
        **{dtype: getattr(np, dtype, np.float32) for dtype in DTYPES},
    )
    passed, refused = [], 0
    for case in [*groups["small"], *groups["cached"], *groups["layouts"]]:
        if re.search(r"add_|\+=|out=", case.text):
            calls = {"numpy": case.of_peer(np, "numpy")}
            check(case, calls | {"tbcast": case.of_peer(tbcast, "tbcast")})
            try:
                check(case, calls | {"idle": case.of_peer(idle, "idle")})
                passed.append(case.name)
            except AssertionError as error:
                assert "idle and numpy differ" in str(error)
                refused += 1
    assert passed == []
    assert refused >= 14


def test_random_benchmark_cases_are_the_same_for_a_seed_and_within_their_bounds(benchmark):
    random_cases = benchmark("random_cases").random_cases
    cases = random_cases(200)
    assert cases == random_cases(200)
    assert cases != random_cases(200, seed=1)
    sizes = [np.broadcast_shapes(*(x.size for x in case.operands.values())) for case in cases]
    assert {len(size) for size in sizes} == {1, 2, 3, 4, 5}
    counts = [math.prod(size) for size in sizes]
    assert min(counts) >= 1
    assert 1 << 20 < max(counts) <= 8 << 20


NUMEXPR_TEXTS = [
    *(("a + b", "a + b"), ("a += b", "a = a + b"), ("m.exp(a)", "exp(a)"), ("a ** -1", "a ** -1")),
    *(("1 / (1 + np.exp(-a))", "1 / (1 + exp(-a))"), ("m.hypot(a, b)", None), ("a @ b", None)),
    *(("x.sum(axis=0)", None), ("t[i] = 2.0", None), ("m.exp(a, out=o)", None), ("a // b", None)),
]


@pytest.mark.parametrize(("text", "numexprs"), NUMEXPR_TEXTS)
def test_numexprs_text_is_numpys_where_that_is_a_plain_expression(benchmark, text, numexprs):
    assert benchmark("case").numexpr_text(text, {"exp", "sum"}) == numexprs


BAD_OPTIONS = [
    *((("--threads", "0"), "is no number of threads"), (("--threads", "two"), "is no number of threads")),
    *((("--peers", "numpy"), "tbcast must be among the peers"), (("--peers", "tbcast,jax"), "no peer jax")),
    *((("--json", "nowhere/result.json"), "--json: "), (("medium",), "no group medium")),
]


@pytest.mark.parametrize(("options", "text"), BAD_OPTIONS)
def test_the_benchmarks_refuse_bad_options_before_anything_runs(
    benchmark, options, text, tmp_path, monkeypatch, capsys
):
    monkeypatch.chdir(tmp_path)
    with pytest.raises(SystemExit) as stopped:
        benchmark("run").main(options)
    assert stopped.value.code == 2
    printed = capsys.readouterr()
    assert text in printed.err
    assert printed.out == ""


def test_the_benchmarks_do_without_threadpoolctl(benchmark, monkeypatch, capsys):
    monkeypatch.setitem(sys.modules, "threadpoolctl", None)
    benchmark("run").limit_openblas(1)
    assert "OpenBLAS are not limited" in capsys.readouterr().err


LIMITS = {
    "add": lambda a, b: a + b,
    "add_in_place": lambda a, b: a + b,
    "add_number": lambda a, b: a + np.float32(2.5),
    "compare": lambda a, b: a < b,
    "add_wide": lambda a, b: a + b.astype("float64"),
}


def test_the_benchmarks_limits_compute_what_they_stand_for(benchmark):
    limits = benchmark("limit").limits(threads=2)
    if limits is None:
        pytest.skip("no C compiler")
    n, rng = 1280, np.random.default_rng(0)
    a, b = rng.integers(0, 9, (2, n)).astype("float32")

    def memory(key, dtype):
        start = limits.block(key, 0) - limits.memory[key].ctypes.data
        return limits.memory[key][start : start + n * np.dtype(dtype).itemsize].view(dtype)

    for name, expected in LIMITS.items():
        call = limits.calls(f"{name} {n + 5}")  # the rest of a line is left out
        memory("a", "float32")[:] = a
        memory("b", "float64" if name == "add_wide" else "float32")[:] = b
        call.once()
        result = memory("a" if name == "add_in_place" else "out", expected(a, b).dtype)
        assert np.array_equal(result, expected(a, b)), name


def test_the_page_of_benchmarks_says_what_the_csv_file_holds(benchmark):
    text = benchmark("page").page(PAGE)
    assert (PAGE / "index.md").read_text("utf-8") == text
    pictures = re.findall(r"\]\((\w+\.svg)\)", text)
    assert set(pictures) == {path.name for path in PAGE.glob("*.svg")}
    assert not list(PAGE.glob("*.json"))


def test_the_csv_file_has_each_chosen_case_with_one_thread_and_with_more(benchmark):
    chosen, figures = benchmark("chosen"), benchmark("figures")
    facts, rows = figures.read(PAGE / "benchmarks.csv")
    assert {"commit", "date", "processor", "load", "python", "versions"} <= set(facts)
    threads = sorted({row["threads"] for row in rows})
    assert threads[0] == 1 and len(threads) == 2
    measured = [(row["group"], row["case"], row["threads"]) for row in rows if row["group"] in chosen.CHOSEN]
    wanted = [(g, case, n) for g, cases in chosen.CHOSEN.items() for case in cases for n in threads]
    assert sorted(measured) == sorted(wanted)
    assert {row["group"] for row in rows} == {*chosen.CHOSEN, "random", "import"}
    for row in rows:
        for peer in figures.PEERS:
            if f"{peer}_best" in row:
                best, p5, median, p95 = (row[f"{peer}_{part}"] for part in figures.PARTS)
                assert (best > 0 or row["group"] == "import") and p5 <= median <= p95
        peers = [row[f"{peer}_best"] for peer in ("numpy", "torch", "numexpr") if f"{peer}_best" in row]
        if peers and "tbcast_best" in row:
            assert row["ratio"] == pytest.approx(min(peers) / row["tbcast_best"], rel=2e-3)


def test_a_written_csv_file_is_read_as_it_was(benchmark, tmp_path):
    figures, timing = benchmark("figures"), benchmark("timing")
    rounds = {"tbcast": [2.0, 1.0, 4.0], "numpy": [3.0, 6.0, 9.0]}
    row = figures.row("small", "a + b, 4", 1, {name: timing.timing_of(x) for name, x in rounds.items()})
    assert (row["ratio"], row["median_ratio"]) == (3, 3)
    assert (row["tbcast_best"], row["tbcast_median"]) == (1, 2)
    figures.write(tmp_path / "one.csv", {"commit": "abc: d"}, [row])
    assert figures.read(tmp_path / "one.csv") == ({"commit": "abc: d"}, [row])


def test_each_claim_is_on_its_page_and_its_cases_are_measured(benchmark):
    chosen = benchmark("chosen")
    for group in chosen.CHOSEN:
        chosen.chosen(group)  # a KeyError names a case that is gone
    for claim in chosen.CLAIMS:
        text = " ".join((ROOT / claim.page).read_text("utf-8").split())
        assert claim.text in text, claim
        assert set(claim.cases) <= set(chosen.CHOSEN[claim.group]), claim


@pytest.mark.parametrize(("least", "most", "holds"), [(0, 1, False), (1, 9, True), (1.5, 9, False)])
def test_a_claim_holds_if_every_ratio_is_within_its_bounds(benchmark, tmp_path, least, most, holds):
    page, claim = benchmark("page"), benchmark("chosen").Claim
    lines = [
        "# commit: abc",
        "group,case,threads,ratio",
        "small,one,1,1.2",
        "small,two,1,3",
        "small,one,2,0.5",
    ]
    (tmp_path / "one.csv").write_text("\n".join(lines), "utf-8")
    figures = page.Figures(tmp_path / "one.csv")
    one_thread = claim("README.md", "fast", "small", ("one", "two"), least, most)
    assert page.judged(one_thread, figures) == ([1.2, 3], holds)
    assert page.judged(claim("README.md", "fast", "small", ("one",), 0, 1, "all"), figures) == ([0.5], True)
    assert page.judged(claim("README.md", "fast", "small", ("gone",)), figures) == ([], None)


def test_a_page_shows_medians_and_spread_and_doubts_a_commit_that_was_not_measured(benchmark, tmp_path):
    page, figures, timing = benchmark("page"), benchmark("figures"), benchmark("timing")
    names = ("date", "processor", "processors", "load", "python", "versions", "random cases")
    facts = dict.fromkeys(names, "any") | {"seconds": "0.1 for each"}
    facts["commit"] = f"abc, {page.NOT_MEASURED} (uncommitted changes of tb.h)"
    rows = []
    for threads, numpys in ((1, 30.0), (2, 10.0)):
        timings = {"tbcast": timing.Timing(2.0, 3.0, 4.0, 5.0), "numpy": timing.Timing(*[numpys] * 4)}
        rows.append(figures.row("calls", "x.T", threads, timings))
    figures.write(tmp_path / page.MAIN, facts, rows)
    text = page.page(tmp_path)
    assert "commit\nabc, **not what was measured** (uncommitted changes of tb.h)." in text
    assert "| Calls that compute nothing | 1 | 15.00 | 5.00 | 5.00: x.T, 2 threads |" in text
    assert "| x.T | 2 (4 ±25%) | 10 (10 ±0%) | 5.00 | 2.50 | 15.00 |" in text
    assert page.TRIED not in text
    assert "Nowhere by the best rounds and by the medians." in text
    figures.write(tmp_path / page.MAIN, facts | {"seconds": "0.0 for each"}, rows)
    assert page.TRIED in page.page(tmp_path)


def test_the_page_lists_what_is_slower_by_best_rounds_and_medians_and_why(benchmark, monkeypatch, tmp_path):
    page, figures, timing = benchmark("page"), benchmark("figures"), benchmark("timing")
    names = ("date", "processor", "processors", "load", "python", "versions", "random cases", "commit")
    facts = dict.fromkeys(names, "any") | {"seconds": "0.1 for each"}
    tbcasts, rows = timing.Timing(4.0, 4.0, 5.0, 6.0), []
    for case, best, median in (
        ("both", 3.0, 4.0),
        ("lucky", 3.0, 6.0),
        ("noisy", 5.0, 4.0),
        ("known", 3.0, 4.0),
    ):
        other = timing.Timing(best, best, median, median)
        rows.append(figures.row("calls", case, 1, {"tbcast": tbcasts, "numpy": other}))
    figures.write(tmp_path / page.MAIN, facts, rows)
    monkeypatch.setitem(page.SLOWER, ("calls", "known"), "NumPy does less.")
    text = page.page(tmp_path)
    _, _, section = text.partition("## Where another library is faster")
    section, _, _ = section.partition("##")
    assert "| both | 1 | 0.75 | 0.80 |  |" in section
    assert "| known | 1 | 0.75 | 0.80 | NumPy does less. |" in section
    assert "lucky" not in section and "noisy" not in section
    pytest.importorskip("matplotlib")
    assert "slower, and nobody says why: calls: both" in page.write(tmp_path)
    assert not any("known" in sentence for sentence in page.write(tmp_path))


@pytest.mark.long
def test_a_report_has_a_table_the_page_and_the_pictures(benchmark, tmp_path):
    pytest.importorskip("matplotlib")
    options = ("--seconds", "0", "--groups", "calls", "sizes", "--random", "3", "--peers", "tbcast,numpy")
    options += ("--elements", "4096")
    report = (ROOT / "benchmarks/report.py", tmp_path / "out", *options, "--threads", "2", "--uncommitted")
    for more in ((), ("--name", "other")):
        status, text = python(*report, *more, cwd=tmp_path)
        assert status == 0, text
    page = (tmp_path / "out/index.md").read_text("utf-8")
    assert "## Calls that compute nothing" in page and "| broadcast_shapes |" in page
    operations = {name.rpartition(", ")[0] for name in benchmark("chosen").CHOSEN["sizes"]}
    ratios = r"( \d+\.\d\d \|)" + f"{{{len(operations)}}}"
    assert re.search(rf"^\| 4,096 \|{ratios}$", page, re.MULTILINE)
    assert "| 16,384 |" not in page
    assert "3 random shapes" in page and "[other.csv](other.csv)" in page
    names = {path.name for path in (tmp_path / "out").iterdir()}
    pictures = {"benchmark_groups.svg", "benchmark_sizes.svg"}
    assert names == {"index.md", "benchmarks.csv", "other.csv"} | pictures


def test_a_report_tells_what_is_not_the_commit(benchmark, monkeypatch, tmp_path):
    report = benchmark("report") if importlib.util.find_spec("matplotlib") else pytest.skip("no matplotlib")
    package = tmp_path / "tbcast"
    shutil.copytree(ROOT / "tbcast", package, ignore=shutil.ignore_patterns("_C*.so", "__pycache__"))
    (package / "_C.so").touch()
    answers = {"rev-parse": "abc", "status": "", "log": "1"}
    monkeypatch.setattr(report, "git", lambda command, *_: answers[command])
    assert report.differences(package) == []
    answers["status"] = " M src/core/tb.h"
    assert report.differences(package) == ["uncommitted changes of src/core/tb.h"]
    answers |= {"status": "", "log": str(1 << 40)}
    assert "built before the last commit" in report.differences(package)[0]
    answers["log"] = "1"
    (package / "cli.py").write_text("", "utf-8")
    assert report.differences(package) == ["the installed tbcast differs from the clone's: tbcast/cli.py"]
    answers["rev-parse"] = None
    assert report.differences(package) == ["this is no clone"]


def test_each_turn_begins_with_a_pause_and_with_calls_that_are_not_timed(benchmark, monkeypatch):
    timing = benchmark("timing")
    done, now = [], [0.0]

    def many(steps):
        done.append(len(steps))
        now[0] += len(steps) * (1.0 if done[-2:-1] == ["pause"] else 1e-3)  # slow after a pause

    clock = SimpleNamespace(perf_counter=lambda: now[0], sleep=lambda seconds: done.append("pause"))
    monkeypatch.setattr(timing, "time", clock)
    for threads in (1, 2):
        found = timing.interleave(
            {"one": SimpleNamespace(many=many)}, 0.1, timing.turn_of("products", threads)
        )
        assert found["one"].p95 == pytest.approx(1e3)
    assert timing.turn_of("small", 2).pause < timing.turn_of("products", 2).pause
    assert done.count("pause") >= 2 * timing.FEWEST_ROUNDS


@pytest.mark.long
def test_busy_processors_are_measured(tmp_path):
    result = tmp_path / "busy_processors.json"
    options = ("--seconds", "0", "--peers", "tbcast", "--json", result)
    status, text = python(ROOT / "benchmarks/busy_processors.py", *options, cwd=tmp_path)
    assert status == 0, text
    rows = json.loads(result.read_text("utf-8"))
    assert {row["peer"] for row in rows} == {"tbcast"}
    assert all(row["alone"] > 0 and row["busy"] > 0 and row["crowded"] > 0 for row in rows)


@pytest.mark.long
def test_the_script_of_threads_runs(tmp_path):
    options = ("--rounds", "1", "--calls", "100")
    status, text = python(ROOT / "benchmarks/threads_at_once.py", *options, cwd=tmp_path)
    assert status == 0, text
    assert text.count("times the throughput") == 4


@pytest.mark.long
def test_the_import_time_script_runs(tmp_path):
    status, text = python(ROOT / "benchmarks/import_time.py", "--rounds", "1", cwd=tmp_path)
    assert status == 0, text
    assert re.search(r"^tbcast\s+[\d.]+ ms", text, re.MULTILINE)


def test_the_page_has_another_processor_beside_the_first(benchmark, tmp_path):
    page, figures, timing = benchmark("page"), benchmark("figures"), benchmark("timing")
    names = ("date", "processors", "load", "python", "versions", "random cases", "commit")
    facts = dict.fromkeys(names, "any") | {"seconds": "0.1 for each"}

    def row(case, other):
        return figures.row(
            "calls", case, 1, {"tbcast": timing.Timing(*[2.0] * 4), "numpy": timing.Timing(*[other] * 4)}
        )

    figures.write(tmp_path / page.MAIN, facts | {"processor": "A"}, [row("x.T", 8.0), row("x.H", 8.0)])
    assert "by medians | why" not in page.page(tmp_path)
    figures.write(tmp_path / "b.csv", facts | {"processor": "B"}, [row("x.T", 1.0), row("x.H", 2.0)])
    text = page.page(tmp_path)
    assert "| | cases | A, 1 thread | B, 1 thread | worst |" in text
    assert "| Calls that compute nothing | 2 | 4.00 | 0.71 | 0.50: x.T, 1 thread, B |" in text
    assert "| group | case | threads | A: ratio | by medians | B: ratio | by medians | why |" in text
    assert "| Calls that compute nothing | x.T | 1 | 4.00 | 4.00 | 0.50 | 0.50 |" in text
    assert "| Calls that compute nothing | x.H |" not in text
