"""The package built in other ways than for use: under a sanitizer, with allocations that fail, with coverage.

A variant is built by setup.py, once a run, into a folder of its own (shared.py); programs and tests that are
to see it run in a child whose PYTHONPATH begins with that folder.
"""

import os
import shlex
import shutil
import subprocess
import sys

import pytest

from core_programs import compiler_trouble
from repository import ROOT, copy_of_the_clone, run
from shared import once

# Folders of tests whose subject is the package; helpers, documents and the repository's own need no watching.
FOLDERS = (
    *("along_dim", "audit", "base", "call", "create", "index", "interop", "join", "linalg", "memory"),
    *("package", "pointwise", "random", "reduce", "threads", "types", "views"),
)
COMPILER = shlex.split(os.environ.get("CC", "cc"))


class Variant:
    """Options of the compiler, and what programs that import the result have in their environment."""

    def __init__(
        self,
        name,
        options,
        compiler=COMPILER,
        interpreter=sys.executable,
        preload=(),
        sources=(),
        keeps_objects=False,
        **environment,
    ):
        self.name = name
        self.options = options
        self.compiler = compiler
        self.interpreter = interpreter
        self.preload = preload  # run-times that must be loaded first, by the names that the compiler knows
        self.sources = sources  # C files that become part of the extension
        self.keeps_objects = keeps_objects  # in "objects", beside "built" and the sources in "clone"
        self.environment = environment

    def available(self, tmp_path):
        """Does the compiler know these options, and does what it makes with them run?"""
        found = shutil.which(self.compiler[0])
        return bool(found) and compiler_trouble([*self.compiler, *self.options], tmp_path) is None

    def build(self, shared_folder):
        """Build it, unless another test of this run has; the environment of programs that import it."""
        folder = self.folder(shared_folder)
        preload = [self.library(name) for name in self.preload]
        inherited = {k: v for k, v in os.environ.items() if not k.startswith(("PYTEST_", "PYTHON"))}
        return {
            **inherited,
            **self.environment,
            "PYTHONPATH": str(folder / "built"),
            **({"LD_PRELOAD": ":".join(preload)} if preload else {}),
        }

    def folder(self, shared_folder):
        """Where it is built, once a run."""
        return once(shared_folder / f"variant-{self.name}", self.make)

    def make(self, folder):
        clone = copy_of_the_clone(folder / "clone")
        for source in self.sources:
            shutil.copy(source, clone / "src" / "python" / "module")
        self.compile(folder)
        if not self.keeps_objects:
            shutil.rmtree(folder / "objects")

    def compile(self, folder):
        """Bring "objects" and "built" up to date with "clone"; a copy of all three may be brought so, too."""
        status, text = run(
            *(self.interpreter, "setup.py", "-q", "build"),
            *("--build-temp", "../objects", "--build-lib", "../built"),
            cwd=folder / "clone",
            TBCAST_CFLAGS=shlex.join(self.options),
            CC=shlex.join(self.compiler),
            LDSHARED=shlex.join([*self.compiler, "-shared"]),
        )
        if status:
            pytest.fail(f"the variant {self.name} does not build:\n{text}", pytrace=False)

    def library(self, name):
        """The path of a library of the compiler."""
        command = [*self.compiler, f"-print-file-name={name}"]
        return subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip()

    def run_tests(self, shared_folder, *arguments, clone=ROOT, timeout=3000, **environment):
        """Run pytest --full on this build, in one process; gives the process as subprocess.run does."""
        plugins = [f"-pno:{name}" for name in ("cacheprovider", "xdist", "randomly")]
        return subprocess.run(
            [self.interpreter, "-m", "pytest", "-q", "--full", *plugins, *arguments],
            cwd=clone,
            env=self.build(shared_folder) | environment,
            capture_output=True,
            text=True,
            timeout=timeout,
        )

    def python(self, shared_folder, *arguments, timeout=600, **options):
        """Run its interpreter, outside the clone; the process as subprocess.run gives it."""
        return subprocess.run(
            [self.interpreter, *map(str, arguments)],
            **{"capture_output": True, "text": True, "cwd": shared_folder, **options},
            timeout=timeout,
            env=self.build(shared_folder),
        )


SANITIZED = Variant(
    "sanitized",
    ["-g1", "-O1", "-Wno-frame-larger-than", "-fsanitize=address,undefined", "-fno-sanitize-recover=all"],
    preload=["libasan.so", "libubsan.so"],
    # The interpreter's objects are seen, too; its own memory at the end is no leak of ours.
    PYTHONMALLOC="malloc",
    ASAN_OPTIONS="detect_leaks=0:allocator_may_return_null=1:detect_stack_use_after_return=0",
    UBSAN_OPTIONS="print_stacktrace=1",
)

THREADED = Variant(
    "threaded",
    ["-g1", "-O1", "-Wno-frame-larger-than", "-fsanitize=thread"],
    preload=["libtsan.so"],
    # Races are not looked for among all that were suppressed before, and forked children may begin threads.
    TSAN_OPTIONS="exitcode=66:history_size=7:halt_on_error=1:suppress_equal_addresses=0:die_after_fork=0",
)

# libc's allocations can be told to fail.  Faults are planted in it, too, so that one build does for both.
WRAPPED = ("malloc", "calloc", "realloc", "aligned_alloc", "free", "mmap", "pthread_create")
FAILING = Variant(
    "failing-allocations",
    ["-O1", "-g1", "-Wno-frame-larger-than", *(f"-Wl,--wrap={name}" for name in WRAPPED)],
    sources=[ROOT / "tests" / "trust" / "failing_allocations.c"],
    keeps_objects=True,
)
