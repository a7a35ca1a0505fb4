"""Builds the extension modules with ninja; everything static is in pyproject.toml.

Environment: TBCAST_WERROR=1 turns compiler warnings into errors (CI), TBCAST_DEBUG=1 keeps debug information,
TBCAST_CFLAGS adds options of the compiler after all others, for the linker, too (tests/helpers/variants.py),
TBCAST_KERNEL_CFLAGS after these for the kernels of plain C, which take most of the time.

CPython for Windows is compiled by Microsoft's compiler, which lacks what the C core is written in.  There CC,
gcc or clang of MinGW-w64, compiles instead, and without CC zig, which the package ziglang brings.
"""

import functools
import os
import shlex
import subprocess
import sys
import sysconfig
import tempfile
import zipfile
from pathlib import Path

from setuptools import Extension, setup
from setuptools.command.bdist_wheel import bdist_wheel
from setuptools.command.build import build
from setuptools.command.build_ext import build_ext
from setuptools.errors import CompileError

ROOT = Path(__file__).resolve().parent
FREE_THREADED = bool(sysconfig.get_config_var("Py_GIL_DISABLED"))
# The extension modules, and what they are linked of.  The audit's is small: it has copies of the few files
# that it needs, none of which knows of the state of tbcast._C (src/audit/audit.h).
SOURCES = {
    "tbcast._C": ["src/core/**/*.c", "src/python/**/*.c"],
    "tbcast.audit._watch": [
        "src/audit/*.c",
        "src/core/base/error.c",
        "src/core/base/layout.c",
        "src/core/base/shape.c",
        "src/core/platform/posix.c",
        "src/core/platform/windows.c",
        "src/python/cpython/module_state.c",
        "src/python/base/objects.c",
    ],
}
sys.path.insert(0, str(ROOT / "src"))
from ninja_build import BuildFailed, NinjaBuild  # noqa: E402 - beside the sources that it builds

# Bits must not depend on the compiler's mood: no contraction to fused multiply-add, no -ffast-math or -Ofast
# (which also switch the whole process to flush-to-zero at load), no -march=native (kernels choose at import).
# Tiles and packing read memory as elements of any type of that size: no assumptions from types.
# A kernel's loop that lies across two lines of the instruction cache takes up to twice the time where another
# virtual machine runs on the same core: loops begin with a line.
FLAGS = [
    *("-std=gnu11", "-O3", "-ffp-contract=off", "-fno-math-errno", "-fno-trapping-math"),
    *("-fno-strict-aliasing", "-fvisibility=hidden", "-falign-loops=64"),
]
# gcc for x86 clears and copies half a kilobyte by an instruction that takes longer to begin than small calls
# take; where a compiler knows these, libc does it.
STRATEGY = "unrolled_loop:128:noalign,libcall:-1:noalign"
IF_KNOWN = [f"-mmemset-strategy={STRATEGY}", f"-mmemcpy-strategy={STRATEGY}"]
THREADS = ["-pthread"]
# WebAssembly has threads in a shared memory only, which few pages and no other extension have.  With vectors,
# which browsers have had since 2021 (Safari since 2023), a + b of 100,000 floats takes 0.4 times the time, a
# product of matrices 0.2 times.  Clang spills more there, and there is one stack, of 5 MB.
WEBASSEMBLY = ["-msimd128", "-Wno-frame-larger-than"]
# gcc keeps vectors of 32 bytes on the stack as if it were aligned so, which Windows does not promise.
ON_WINDOWS = ["-Wa,-muse-unaligned-vector-move"]
KERNELS = "src/core/kernels/levels/"
# The kernels of operators: gcc puts the branch for rows of a few elements behind the end of a function
# otherwise, and (3,8,6) + (3,8,1) of float32 takes 6% longer.
POINTWISE = [f"{KERNELS}{level}.c" for level in ("baseline", "avx2", "avx512")]
POINTWISE_IF_KNOWN = ["-freorder-blocks-algorithm=simple"]
# Pointwise kernels gain nothing from loops that are unrolled whole, and the wheel is 190 KB smaller without.
# Few processors lack AVX2: their files are small, too, and their loops begin where they may.  (The
# last -O counts.)
RARE = [
    f"{KERNELS}{what}baseline.c" for what in ("", "along_dim_", "matmul_", "move_", "reduce_", "sequences_")
]
SMALL = [*RARE, f"{KERNELS}avx2.c", f"{KERNELS}libm.c"]
SMALLER = ["-O2", "-ftree-vectorize", "-fvect-cost-model=dynamic"]
# So are functions that are compiled once per dtype and gain nothing, either.
BY_DTYPE = [
    *(f"src/core/along_dim/{what}.c" for what in ("search", "select", "topk")),
    *(f"src/core/gather/{what}.c" for what in ("accumulate", "accumulate_few", "gather_elements")),
    *(f"src/core/create/{what}.c" for what in ("linspace", "range")),
]
# A loop's last elements are computed one by one: shorter vectors for them make the wheel 190 KB larger, and
# reductions and copies of few elements gain nothing.
WITHOUT_EPILOGUES = ["--param", "vect-epilogues-nomask=0"]
WITHOUT_GAPS = ["-falign-loops=16"]
# Where functions lie decides about a tenth of the time of small calls, and every change moves them.  If
# each begins with a line, builds differ less: the spread of old over new of small reductions was .071, and
# is .044.
ALIGNED = ["-falign-functions=64"]
# Nothing but Windows unwinds C: without tables for that, and without the names of static functions, the wheel
# is a tenth smaller.  Debuggers and sanitizers want both.
WITHOUT_TABLES = ["-fno-asynchronous-unwind-tables"]
WITHOUT_NAMES = ["-Wl,-s"]
# Their code is not what compilers make of plain C.
WRITTEN_OUT = f"{KERNELS}vector_math"
# Threads may have small stacks: 128 KiB with musl.
WARNINGS = ["-Wall", "-Wextra", "-Wframe-larger-than=16384"]
# A template that lost a header or a parameter must not compile to something slower: #if takes defined macros
# only.  Python's headers may do otherwise, and count as the system's.
UNDEFINED = ["-Werror=undef"]

# zig's names of processors; it compiles for the one that it runs on if it is not told.
ZIG_TARGETS = {"win-amd64": "x86_64", "win-arm64": "aarch64", "win32": "x86"}
UNSUPPORTED = (
    "tbcast builds with gcc, clang or zig, whose C it is written in; {} is none of them, or does not run here"
)


def files(*patterns):
    """Paths below the root that match, relative to it, in a fixed order."""
    return sorted(path.relative_to(ROOT).as_posix() for pattern in patterns for path in ROOT.glob(pattern))


@functools.cache
def knows(compiler, flags, text="int empty;\n"):
    """Does this compiler take the flags, and this text?  The first two are tuples of words."""
    with tempfile.TemporaryDirectory() as folder:
        source = Path(folder) / "probe.c"
        source.write_text(text)
        command = [*compiler, *flags, "-Werror", "-c", str(source), "-o", str(source.with_suffix(".o"))]
        try:
            return subprocess.run(command, capture_output=True, check=False).returncode == 0
        except OSError:
            return False


class BuildExtension(build_ext):
    """build_ext that lets ninja make the objects, and the generated files that they include."""

    def build_extensions(self):
        """Bring the objects of all modules up to date, and link them as setuptools does."""
        if not knows(self.cc, (), "typedef float vector __attribute__((vector_size(16)));\n"):
            raise SystemExit(UNSUPPORTED.format(shlex.join(self.cc)))
        debug, more = os.environ.get("TBCAST_DEBUG") == "1", os.environ.get("TBCAST_CFLAGS", "").split()
        small = not debug and not more
        self.of_platform = WEBASSEMBLY if self.plat_name.startswith("emscripten") else THREADS
        folder = self.folder_of_objects()
        steps = NinjaBuild(folder, ROOT)
        generated = files("src/*/generated/*", "src/core/*/generated/*", "tbcast/**/*.pyi")
        steps.generate(generated, files("src/codegen/**/*.py"), [sys.executable, "src/codegen"])
        command = self.compile_command(debug)
        sources = {source for patterns in SOURCES.values() for source in files(*patterns)}
        objects = {source: f"{folder / source[:-2]}.o" for source in sorted(sources)}
        for source, target in objects.items():
            flags = [*command, *self.flags_of(source, small), *more, *self.last_flags_of(source)]
            steps.compile(source, target, flags, generated[:1])
        try:
            steps.run(show=bool(self.verbose))
        except BuildFailed as failure:
            raise CompileError(str(failure)) from None
        for ext in self.extensions:
            ext.extra_objects += [objects[source] for source in files(*SOURCES[ext.name])]
            ext.depends = ext.extra_objects
            if self.plat_name.startswith(("linux", "win")):
                ext.extra_link_args += WITHOUT_NAMES if small else []
            ext.extra_link_args += [*self.of_platform, *more]
        super().build_extensions()

    def build_extension(self, ext):
        """Link one module: as setuptools does, but for Windows."""
        if self.compiler.compiler_type != "msvc":
            super().build_extension(ext)
            return
        target = Path(self.get_ext_fullpath(ext.name))
        target.parent.mkdir(parents=True, exist_ok=True)
        version = sysconfig.get_config_var("py_version_nodot") + ("t" if FREE_THREADED else "")
        python = Path(sys.base_exec_prefix, "libs", f"python{version}.lib")
        words = [*ext.extra_objects, str(python), *ext.extra_link_args]
        names = Path(self.folder_of_objects()) / f"{ext.name}.txt"  # a command of Windows has 32 KiB at most
        names.write_text("\n".join(f'"{Path(word).as_posix()}"' for word in words), encoding="utf-8")
        command = [*self.cc, "-shared", "-o", target.as_posix(), f"@{names.as_posix()}"]
        if subprocess.run(command, check=False).returncode:
            raise CompileError(f"{target.name} is not linked")

    @functools.cached_property
    def cc(self):
        """The compiler, a tuple of words."""
        if self.compiler.compiler_type != "msvc":
            return tuple(self.compiler.compiler_so)
        given = os.environ.get("CC")
        if given:
            return tuple(shlex.split(given, posix=False))
        target = f"{ZIG_TARGETS[self.plat_name]}-windows-gnu"
        return (sys.executable, "-m", "ziglang", "cc", "-target", target)

    def folder_of_objects(self):
        """Where they stay for the next build; an editable install would delete its own."""
        if not getattr(self, "editable_mode", False):
            return Path(self.build_temp)
        lasting = build(self.distribution)
        lasting.ensure_finalized()
        return Path(lasting.build_temp)

    def compile_command(self, debug):
        """The compiler, with the flags of all sources."""
        # Python's headers know of free-threaded builds; the core, which includes none, has to be told.
        macros = ["-DTB_FREE_THREADED=1"] if FREE_THREADED else []
        if os.name == "nt":  # where Python's headers know what Microsoft's compiler and build tell
            macros += ["-DPy_GIL_DISABLED=1"] if FREE_THREADED else []
            macros += ["-DMS_WIN64"] if sys.maxsize > 2**32 else []
        folders = ["-Isrc"]
        folders += [f"-isystem{folder}" for folder in self.compiler.include_dirs]
        known = self.if_known([*IF_KNOWN, *(ON_WINDOWS if os.name == "nt" else [])])
        errors = ["-Werror"] if os.environ.get("TBCAST_WERROR") == "1" else []
        warnings = [*WARNINGS, *UNDEFINED, *errors]
        flags = [*FLAGS, *known, *warnings, *self.of_platform]
        return [*self.cc, *macros, *folders, *flags, "-g" if debug else "-g0"]

    def flags_of(self, source, small):
        """What one source has beside them."""
        x86 = self.plat_name.endswith(("x86_64", "amd64"))
        return [
            *(self.if_known(POINTWISE_IF_KNOWN) if source in POINTWISE else []),
            *self.if_known(WITHOUT_EPILOGUES),
            *(self.if_known(SMALLER) if x86 and source in (*SMALL, *BY_DTYPE) else []),
            *(WITHOUT_GAPS if x86 and source in RARE else []),
            *(WITHOUT_TABLES if small and os.name != "nt" else []),
            *(ALIGNED if not source.startswith(KERNELS) else []),
        ]

    def last_flags_of(self, source):
        """What one source has behind all others."""
        plain = source.startswith(KERNELS) and not source.startswith(WRITTEN_OUT)
        return os.environ.get("TBCAST_KERNEL_CFLAGS", "").split() if plain else []

    def if_known(self, flags):
        """The flags, if the compiler takes them."""
        return flags if knows(self.cc, tuple(flags)) else []


class SmallWheel(bdist_wheel):
    """Compresses as well as deflate can, which setuptools cannot be told."""

    def run(self):
        """Write the wheel, then write it again."""
        super().run()
        path = Path(self.distribution.dist_files[-1][2])
        with zipfile.ZipFile(path) as wheel:
            files = [(entry, wheel.read(entry)) for entry in wheel.infolist()]
        with zipfile.ZipFile(path, "w") as wheel:
            for entry, content in files:
                wheel.writestr(entry, content, zipfile.ZIP_DEFLATED, compresslevel=9)


class BuildExtensionFirst(build):
    """build_ext may write stubs, which build_py then copies."""

    sub_commands = sorted(build.sub_commands, key=lambda command: command[0] != "build_ext")


setup(
    ext_modules=[Extension(name, sources=[]) for name in SOURCES],
    cmdclass={"bdist_wheel": SmallWheel, "build": BuildExtensionFirst, "build_ext": BuildExtension},
)
