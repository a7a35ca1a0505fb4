"""Fuzz programs of the core, in C (fuzz/core/), and of the extension, in Python (fuzz/python/).

Each subject makes calls of bytes and compares what comes of them with a model. The short lane runs each
over the inputs that are kept: `fuzz/corpus/SUBJECT.txt`, one a line in hexadecimal, which together reach
most of what a long run does, and the files of `fuzz/crashes/SUBJECT/`, which once crashed and say in
their names why. That needs nothing but the compiler and the extension that are tested. With --long
clang's libFuzzer looks for new ones, --fuzz-seconds each, with AddressSanitizer and
UndefinedBehaviorSanitizer watching (Debian's packages clang and libclang-rt-dev).

libFuzzer comes to Python as a library that is loaded before it (fuzz/python/driver.c), which needs no
libpython and works with any interpreter.
"""

from __future__ import annotations

import platform
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from children import python
from core_programs import Core, run, sanitized_core
from shared import once
from under_test import STAND_IN
from variants import Variant

FUZZ = Path(__file__).resolve().parent / "fuzz"
OF_CORE = sorted(path.stem for path in (FUZZ / "core").glob("*.c") if path.stem != "replay")
OF_EXTENSION = sorted(
    path.stem for path in (FUZZ / "python").glob("*.py") if path.stem not in ("fuzz", "taken")
)
# Most that finding a planted fault may take; it takes a few, a minute on a busy machine.
PLANTED_SECONDS = 180

COVERED = ["-g1", "-O1", "-fsanitize=fuzzer-no-link,address,undefined", "-fno-sanitize-recover=all"]
UNWATCHED = FUZZ / "python" / "unwatched.txt"
IGNORING = ("-fsanitize-ignorelist", "-fsanitize-coverage-ignorelist")
# gcc's warnings are what the sources are written for.
UNWARNED = ["-Wno-error", "-Wno-bitwise-instead-of-logical", "-Wno-frame-larger-than"]

pytestmark = pytest.mark.skipif(STAND_IN, reason="PyTorch is not what is fuzzed")


def kept_inputs(subject: str, folder: Path) -> Path:
    """A folder of the subject's inputs."""
    folder.mkdir(parents=True)
    corpus = FUZZ / "corpus" / f"{subject}.txt"
    for line in corpus.read_text().split() if corpus.exists() else ():
        (folder / f"kept-{line[:40]}-{len(line) // 2}").write_bytes(bytes.fromhex(line))
    for path in sorted((FUZZ / "crashes" / subject).glob("*")):
        shutil.copy(path, folder)
    return folder


def test_every_kept_input_has_a_subject():
    subjects = {*OF_CORE, *OF_EXTENSION}
    assert len(subjects) == len(OF_CORE) + len(OF_EXTENSION)
    assert {path.stem for path in (FUZZ / "corpus").iterdir()} == subjects
    assert {path.name for path in (FUZZ / "crashes").iterdir()} <= subjects


# ---- the inputs that are kept ----


@pytest.fixture(scope="session")
def core(tmp_path_factory: pytest.TempPathFactory) -> Core:
    return sanitized_core(tmp_path_factory.mktemp("probe"))


@pytest.mark.full
@pytest.mark.parametrize("subject", OF_CORE)
def test_the_core_agrees_with_its_models(core: Core, subject: str, tmp_path: Path) -> None:
    inputs = sorted(map(str, kept_inputs(subject, tmp_path / "inputs").iterdir()))
    objects = [*map(str, core.objects(kernels=False))]
    for source in (FUZZ / "core" / f"{subject}.c", FUZZ / "core" / "replay.c"):
        objects.append(str(core.compile(source, tmp_path / f"{source.stem}.o")))
    done = run([*core.cc, "-pthread", *objects, "-lm", "-o", str(tmp_path / subject)])
    assert done.returncode == 0, done.stderr
    done = run([str(tmp_path / subject), *inputs])
    assert (done.returncode, done.stdout) == (0, f"{len(inputs)} inputs\n"), done.stderr[-4000:]


def test_the_extension_agrees_with_its_models(tmp_path: Path) -> None:
    count = sum(len([*kept_inputs(each, tmp_path / each).iterdir()]) for each in OF_EXTENSION)
    done = python("-X", "faulthandler", str(FUZZ / "python" / "fuzz.py"), "replay", str(tmp_path))
    assert (done.returncode, done.stdout) == (0, f"{count} inputs\n"), done.stderr[-4000:]


# ---- looking for new ones ----


def libfuzzer(tmp_path: Path, subject: str, seconds: int, planted: bool) -> list[str]:
    """Options, and folders of inputs: first the one for new ones; a planted fault is found without others."""
    (tmp_path / "new").mkdir()
    kept = tmp_path / "new" if planted else kept_inputs(subject, tmp_path / "kept")
    return [
        *(f"-max_total_time={seconds}", "-timeout=60", "-rss_limit_mb=4096", "-max_len=128"),
        *("-print_final_stats=1", f"-artifact_prefix={tmp_path}/crash-"),
        *(str(tmp_path / "new"), str(kept)),
    ]


def found_nothing(done: subprocess.CompletedProcess[str]) -> None:
    """What was found is in what is printed: the input, as text, in hexadecimal and in base64."""
    text = done.stdout + done.stderr
    assert done.returncode == 0, text[-8000:]
    assert "stat::number_of_executed_units" in text, text[-8000:]


def found_the_fault(done: subprocess.CompletedProcess[str], words: str) -> None:
    text = done.stdout + done.stderr
    assert done.returncode != 0 and words in text and "Base64: " in text, text[-8000:]


@pytest.fixture(scope="session")
def covered_core(tmp_path_factory: pytest.TempPathFactory) -> Core:
    """The core with clang's coverage and sanitizers; the kernels without."""
    probe = tmp_path_factory.mktemp("probe")
    (probe / "probe.c").write_text(
        "#include <stddef.h>\n#include <stdint.h>\n"
        "int LLVMFuzzerTestOneInput(const uint8_t *p, size_t n) { return p == 0 && n != 0; }\n"
    )
    clang = shutil.which("clang")
    command = [
        clang,
        "-fsanitize=fuzzer,address,undefined",
        str(probe / "probe.c"),
        "-o",
        str(probe / "probe"),
    ]
    if not clang or run(command).returncode or run([str(probe / "probe"), "-runs=1"]).returncode:
        pytest.skip("no clang with libFuzzer and sanitizers on this machine")
    return Core([clang, *COVERED], *UNWARNED)


def fuzz_the_core(core: Core, subject: str, seconds: int, tmp_path: Path, planted: bool = False):
    source, exe = FUZZ / "core" / f"{subject}.c", tmp_path / subject
    objects = [
        *core.objects(kernels=False),
        core.compile(source, tmp_path / f"{subject}.o", *(["-DPLANTED_FAULT"] if planted else [])),
    ]
    done = run([*core.cc, "-fsanitize=fuzzer", "-pthread", *map(str, objects), "-lm", "-o", str(exe)])
    assert done.returncode == 0, done.stderr
    return run([str(exe), *libfuzzer(tmp_path, subject, seconds, planted)], timeout=seconds + 300)


@pytest.mark.long
@pytest.mark.parametrize("subject", OF_CORE)
def test_fuzzing_the_core_finds_nothing(covered_core, subject, tmp_path, pytestconfig):
    found_nothing(fuzz_the_core(covered_core, subject, pytestconfig.getoption("--fuzz-seconds"), tmp_path))


@pytest.mark.long
@pytest.mark.parametrize("subject", OF_CORE)
def test_a_fault_planted_in_a_model_of_the_core_is_found(covered_core, subject, tmp_path):
    done = fuzz_the_core(covered_core, subject, PLANTED_SECONDS, tmp_path, planted=True)
    found_the_fault(done, "the core and the model differ")


def run_time(name: str) -> str:
    """clang's name of a library, which depends on how it was built."""
    for whole in (f"libclang_rt.{name}-{platform.machine()}", f"libclang_rt.{name}"):
        for suffix in (".so", ".a"):
            done = run(["clang", f"-print-file-name={whole}{suffix}"]) if shutil.which("clang") else None
            if done and Path(done.stdout.strip()).is_absolute():
                return f"{whole}{suffix}"
    pytest.skip(f"no clang with {name} on this machine")


def covered_extension() -> Variant:
    return Variant(
        "covered",
        [*COVERED, "-shared-libasan", *(f"{option}={UNWATCHED}" for option in IGNORING), *UNWARNED],
        compiler=["clang"],
        preload=[run_time("asan")],
        PYTHONMALLOC="malloc",
        # libFuzzer's library comes first: this run-time has functions of the same names that do nothing.
        ASAN_OPTIONS="detect_leaks=0:allocator_may_return_null=1:detect_stack_use_after_return=0:"
        "max_allocation_size_mb=256:verify_asan_link_order=0",
        UBSAN_OPTIONS="print_stacktrace=1",
    )


def make_driver(folder: Path) -> None:
    archive = covered_extension().library(run_time("fuzzer_no_main"))
    done = run(
        [
            *(
                "clang",
                "-shared",
                "-fPIC",
                "-o",
                str(folder / "driver.so"),
                str(FUZZ / "python" / "driver.c"),
            ),
            *(
                "-Wl,--whole-archive",
                archive,
                "-Wl,--no-whole-archive",
                "-lstdc++",
                "-lpthread",
                "-ldl",
                "-lm",
            ),
        ]
    )
    if done.returncode:
        pytest.skip(f"libFuzzer cannot be linked to a library here:\n{done.stderr}")


def fuzz_the_extension(
    shared_folder: Path, subject: str, seconds: int, tmp_path: Path, planted: bool = False
):
    if not sys.platform.startswith("linux"):
        pytest.skip("libraries are loaded before Python on Linux only")
    variant = covered_extension()
    driver = once(shared_folder / "fuzz-driver", make_driver) / "driver.so"
    built = variant.build(shared_folder)
    built["LD_PRELOAD"] = f"{driver}:{built['LD_PRELOAD']}"
    options = libfuzzer(tmp_path, subject, seconds, planted)
    return subprocess.run(
        [sys.executable, str(FUZZ / "python" / "fuzz.py"), subject, *options],
        capture_output=True,
        encoding="utf-8",
        errors="replace",
        cwd=tmp_path,
        timeout=seconds + 300,
        env=built | ({"TBCAST_PLANTED_FAULT": "1"} if planted else {}),
    )


@pytest.mark.long
@pytest.mark.parametrize("subject", OF_EXTENSION)
def test_fuzzing_the_extension_finds_nothing(shared_folder, subject, tmp_path, pytestconfig):
    seconds = pytestconfig.getoption("--fuzz-seconds")
    found_nothing(fuzz_the_extension(shared_folder, subject, seconds, tmp_path))


@pytest.mark.long
@pytest.mark.parametrize("subject", OF_EXTENSION)
def test_a_fault_planted_in_a_model_of_the_extension_is_found(shared_folder, subject, tmp_path):
    done = fuzz_the_extension(shared_folder, subject, PLANTED_SECONDS, tmp_path, planted=True)
    found_the_fault(done, "AssertionError: planted")
