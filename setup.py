"""Builds the extension module tbcast._C; everything static is in pyproject.toml.

Environment: TBCAST_WERROR=1 turns compiler warnings into errors (CI), TBCAST_DEBUG=1 keeps debug information,
TBCAST_CFLAGS adds options of the compiler after all others, for the linker, too (tests/helpers/variants.py).
"""

import itertools
import os
import platform
import subprocess
import sys
import sysconfig
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext

ROOT = Path(__file__).resolve().parent

# Bits must not depend on the compiler's mood: no contraction to fused multiply-add, no -ffast-math or -Ofast
# (which also switch the whole process to flush-to-zero at load), no -march=native (kernels choose at import).
# Tiles and packing read memory as elements of any type of that size: no assumptions from types.
# A kernel's loop that lies across two lines of the instruction cache takes up to twice the time where another
# virtual machine runs on the same core: loops begin with a line.
FLAGS = [
    *("-std=gnu11", "-O3", "-ffp-contract=off", "-fno-math-errno", "-fno-trapping-math"),
    *("-fno-strict-aliasing", "-fvisibility=hidden", "-pthread", "-falign-loops=64"),
]
# gcc for x86 clears and copies half a kilobyte by an instruction that takes longer to begin than small calls
# take; where a compiler knows these, libc does it.
STRATEGY = "unrolled_loop:128:noalign,libcall:-1:noalign"
IF_KNOWN = [f"-mmemset-strategy={STRATEGY}", f"-mmemcpy-strategy={STRATEGY}"]
KERNELS = "src/core/kernels/levels/"
# The kernels of operators: gcc puts the branch for rows of a few elements behind the end of a function
# otherwise, and (3,8,6) + (3,8,1) of float32 takes 6% longer.
POINTWISE = [f"{KERNELS}{level}.c" for level in ("baseline", "avx2", "avx512")]
POINTWISE_IF_KNOWN = ["-freorder-blocks-algorithm=simple"]
# Pointwise kernels gain nothing from loops that are unrolled whole, and the wheel is 190 KB smaller without.
# Few processors lack AVX2: their largest files are small, too, and their loops begin where they may.  (The
# last -O counts.)
X86 = platform.machine() in ("x86_64", "AMD64")
RARE = [f"{KERNELS}baseline.c", f"{KERNELS}reduce_baseline.c"] if X86 else []
SMALL = [*RARE, f"{KERNELS}avx2.c", f"{KERNELS}libm.c"] if X86 else []
SMALLER = ["-O2", "-ftree-vectorize", "-fvect-cost-model=dynamic"]
WITHOUT_GAPS = ["-falign-loops=16"]
# Thousands of small kernels, which nothing unwinds: without tables for that, and without the names of static
# functions, the wheel is a fifteenth smaller.  Debuggers and sanitizers want both.
WITHOUT_TABLES = ["-fno-asynchronous-unwind-tables"]
WITHOUT_NAMES = ["-Wl,-s"] if sys.platform == "linux" else []
# Threads may have small stacks: 128 KiB with musl.
WARNINGS = ["-Wall", "-Wextra", "-Wframe-larger-than=16384"]
# A template that lost a header or a parameter must not compile to something slower: #if takes defined macros
# only.  Python's headers may do otherwise, and count as the system's.
PYTHON_HEADERS = sorted({sysconfig.get_path("include"), sysconfig.get_path("platinclude")})
UNDEFINED = ["-Werror=undef", *(f"-isystem{folder}" for folder in PYTHON_HEADERS)]

NO_MSVC = """
tbcast does not build with Microsoft's compiler yet: the C core uses gcc's and clang's extensions.
On Windows use WSL, or gcc/clang from MSYS2 with a Python that was built by them.
"""


def files(*patterns):
    """Paths below the root that match, relative as setuptools wants them, in a fixed order."""
    return sorted(str(path.relative_to(ROOT)) for pattern in patterns for path in ROOT.glob(pattern))


def knows(compiler, flags):
    """Does this compiler (a list of words) take the flags?"""
    with tempfile.TemporaryDirectory() as folder:
        source = Path(folder) / "empty.c"
        source.write_text("int empty;\n")
        command = [*compiler, *flags, "-Werror", "-c", str(source), "-o", str(source.with_suffix(".o"))]
        return subprocess.run(command, capture_output=True, check=False).returncode == 0


class BuildExtension(build_ext):
    """build_ext with this project's flags, sources compiled side by side."""

    def build_extensions(self):
        """Set the flags that depend on the compiler, then build."""
        if self.compiler.compiler_type == "msvc":
            raise SystemExit(NO_MSVC)
        known = IF_KNOWN if knows(self.compiler.compiler_so, IF_KNOWN) else []
        debug, more = os.environ.get("TBCAST_DEBUG") == "1", os.environ.get("TBCAST_CFLAGS", "").split()
        small = not debug and not more
        for extension in self.extensions:
            extension.extra_compile_args = [*FLAGS, *known, *WARNINGS, *UNDEFINED]
            if os.environ.get("TBCAST_WERROR") == "1":
                extension.extra_compile_args.append("-Werror")
            extension.extra_compile_args += ["-g" if debug else "-g0"]
            extension.extra_link_args += [*more, *(WITHOUT_NAMES if small else [])]
        compile_all = self.compiler.compile
        smaller = SMALLER if knows(self.compiler.compiler_so, SMALLER) else []
        pointwise = POINTWISE_IF_KNOWN if knows(self.compiler.compiler_so, POINTWISE_IF_KNOWN) else []

        def compile_side_by_side(sources, extra_postargs=(), **options):
            done = itertools.count(1)

            def compile_one(source):
                path = Path(source).as_posix()
                flags = [*extra_postargs, *(pointwise if path in POINTWISE else [])]
                flags += smaller if path in SMALL else []
                flags += WITHOUT_GAPS if path in RARE else []
                flags += WITHOUT_TABLES if small and path.startswith(KERNELS) else []
                objects = compile_all([source], extra_postargs=[*flags, *more], **options)
                if self.verbose:  # pip shows it with -v; print() would write the end of the line apart
                    sys.stdout.write(f"[{next(done)}/{len(sources)}] {path}\n")
                    sys.stdout.flush()
                return objects

            with ThreadPoolExecutor(os.cpu_count() or 1) as pool:
                return [name for names in pool.map(compile_one, sources) for name in names]

        self.compiler.compile = compile_side_by_side
        super().build_extensions()


# First, for it may add sources: the C tables and stubs that follow from the operator table.
subprocess.run([sys.executable, "-m", "codegen"], cwd=ROOT / "src", check=True)

setup(
    ext_modules=[
        Extension(
            "tbcast._C",
            sources=files("src/core/**/*.c", "src/python/**/*.c"),
            include_dirs=["src"],
            # Python's headers know of free-threaded builds; the core, which includes none, has to be told.
            define_macros=[("TB_FREE_THREADED", "1")] if sysconfig.get_config_var("Py_GIL_DISABLED") else [],
            libraries=["dl"] if sys.platform == "linux" else [],  # part of libc since glibc 2.34
            extra_link_args=["-pthread"],
            depends=files("src/**/*.h", "src/**/*.inc", "src/codegen/**/*.py", "setup.py", "pyproject.toml"),
        )
    ],
    cmdclass={"build_ext": BuildExtension},
)
