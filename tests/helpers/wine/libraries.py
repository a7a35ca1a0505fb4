"""What is made of libraries for Windows by the tools of mingw-w64.

libraries.py import PYTHON.DLL PYTHON.LIB   an import library, what a linker wants
libraries.py complex FOLDER MODULES...      The C library of Wine (8 to 10) lacks C99's functions of complex
    numbers: FOLDER gets a library that has them and leaves everything else to Wine's, and what is below the
    folders MODULES calls that one.
"""

import re
import subprocess
import sys
import tempfile
from pathlib import Path

TOOLS = "x86_64-w64-mingw32-"
THEIRS, OURS = b"api-ms-win-crt-math-l1-1-0.dll", b"complex-functions-for-wine.dll"
OF_ONE = {
    *("cacos", "casin", "catan", "cacosh", "casinh", "catanh", "ccos", "csin", "ctan"),
    *("ccosh", "csinh", "ctanh", "cexp", "clog", "csqrt", "conj"),
}
REAL = {"creal", "cimag", "cabs", "carg"}


def dumped(path):
    return subprocess.run([f"{TOOLS}objdump", "-p", path], capture_output=True, text=True, check=True).stdout


def import_library(dll, target):
    """The names that the library exports, as dlltool wants them."""
    table = dumped(dll).partition("[Ordinal/Name Pointer] Table")[2].partition("\n\n")[0]
    names = re.findall(r"\s(\w+)$", table, re.MULTILINE)
    with tempfile.TemporaryDirectory() as folder:
        definition = Path(folder, "names.def")
        definition.write_text("\n".join([f"LIBRARY {dll.name}", "EXPORTS", *names]))
        subprocess.run([f"{TOOLS}dlltool", "-d", definition, "-l", target], check=True)


def imports(path):
    """What a module or library takes of the C library's mathematics."""
    for part in dumped(path).split("DLL Name: ")[1:]:
        if part.startswith((THEIRS.decode(), OURS.decode())):
            lines = part.partition("\n\n")[0]
            yield from re.findall(r"^\s+[0-9a-f]+\s+(?:[0-9a-f]+\s+)?\d+\s+(\w+)$", lines, re.MULTILINE)


def definition(name):
    """C of a function that takes and returns complex numbers as Microsoft's structures, or None."""
    for base, suffix in ((name, ""), (name[:-1], name[-1])):
        if suffix in ("", "f", "l") and base in OF_ONE | REAL | {"cpow"}:
            number, struct, end = ("float", "F", "f") if suffix == "f" else ("double", "D", "")
            x, y = (f"__builtin_complex({letter}.real, {letter}.imag)" for letter in "xy")
            if base in REAL:
                return f"{number} our_{name}({struct} x) {{ return {base}{end}({x}); }}"
            more, given = (f", {struct} y", f"{x}, {y}") if base == "cpow" else ("", x)
            return (
                f"{struct} our_{name}({struct} x{more}) {{ {number} _Complex z = {base}{end}({given});"
                f" return ({struct}){{__real__ z, __imag__ z}}; }}"
            )
    return None


def complex_library(folder, below):
    """Write it with all that is imported, and change the name of what these import."""
    names = set()
    for path in (path for root in below for path in Path(root).rglob("*.*")):
        if path.suffix not in (".dll", ".exe", ".pyd"):
            continue
        code = path.read_bytes()
        if THEIRS in code or OURS in code:
            names.update(imports(path))
            path.write_bytes(code.replace(THEIRS, OURS))
    functions = {name: definition(name) for name in sorted(names)}
    types = "#include <complex.h>\n"
    for number, struct in (("double", "D"), ("float", "F")):
        types += f"typedef struct {{ {number} real, imag; }} {struct};\n"
    exports = [f"{name} = {'our_' if text else 'ucrtbase.'}{name}" for name, text in functions.items()]
    with tempfile.TemporaryDirectory() as work:
        source, definitions = Path(work, "complex.c"), Path(work, "complex.def")
        source.write_text(types + "\n".join(filter(None, functions.values())) + "\n")
        definitions.write_text("\n".join(["EXPORTS", *exports, ""]))
        target = Path(folder, OURS.decode())
        command = [f"{TOOLS}gcc", "-O1", "-static", "-shared", source, definitions, "-o", target]
        subprocess.run(command, check=True)


if __name__ == "__main__":
    if sys.argv[1] == "import":
        import_library(Path(sys.argv[2]), sys.argv[3])
    else:
        complex_library(sys.argv[2], sys.argv[3:])
