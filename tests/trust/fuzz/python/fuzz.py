"""Runs the extension's fuzz programs.

    python fuzz.py replay FOLDER            every file FOLDER/SUBJECT/* once
    python fuzz.py SUBJECT [OPTION ...]     libFuzzer, with its options and folders of inputs

For the latter the library of driver.c and libFuzzer has to be loaded before Python is, by LD_PRELOAD, and
the extension built with clang's coverage (tests/trust/test_fuzzing.py). libFuzzer then sees the
extension's branches and the lines of tbcast's Python files. What ends the process, an exception that is
no answer to a bad argument or another result than the oracle's, is a crash: libFuzzer prints the input.
"""

import ctypes
import gc
import importlib
import os
import sys
import traceback
import zlib
from pathlib import Path

import tbcast

FOLDER = Path(__file__).resolve().parent
SUBJECTS = sorted(path.stem for path in FOLDER.glob("*.py") if path.stem not in ("fuzz", "taken"))
PACKAGE = str(Path(tbcast.__file__).parent)
LINES = 1 << 14
CALLBACK = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.POINTER(ctypes.c_char), ctypes.c_size_t)


def replay(folder):
    count = 0
    for subject in SUBJECTS:
        fuzz = importlib.import_module(subject).fuzz
        for path in sorted(Path(folder, subject).iterdir() if Path(folder, subject).exists() else ()):
            print(
                f"{subject}/{path.name}", file=sys.stderr, flush=True
            )  # the last one is the one that failed
            fuzz(path.read_bytes())
            count += 1
    print(f"{count} inputs")


def count_lines(counters):
    """Every line of the package that runs adds 1 to a counter."""
    first = {}

    def begin_of(code):
        if code not in first:
            text = f"{Path(code.co_filename).name}:{code.co_name}"
            first[code] = zlib.crc32(text.encode()) if code.co_filename.startswith(PACKAGE) else None
        return first[code]

    def count(code, line):
        place = (first[code] + 31 * line) % LINES
        counters[place] = (counters[place] + 1) & 255 or 1

    if hasattr(sys, "monitoring"):
        watch = sys.monitoring

        def on_line(code, line):
            if begin_of(code) is None:
                return watch.DISABLE
            return count(code, line)

        watch.use_tool_id(watch.COVERAGE_ID, "fuzz")
        watch.register_callback(watch.COVERAGE_ID, watch.events.LINE, on_line)
        watch.set_events(watch.COVERAGE_ID, watch.events.LINE)
        return

    def on_event(frame, event, _argument):
        if event == "line":
            count(frame.f_code, frame.f_lineno)
        return on_event

    sys.settrace(lambda frame, *_: on_event if begin_of(frame.f_code) is not None else None)


def run_libfuzzer(subject, options):
    fuzz = importlib.import_module(subject).fuzz
    driver = ctypes.CDLL(None)
    done = 0

    @CALLBACK
    def one(data, size):
        nonlocal done
        done += 1
        try:
            fuzz(data[:size])
        except BaseException:
            traceback.print_exc()
            sys.stderr.flush()
            os.abort()
        if done % 1000 == 0:
            gc.collect()
        return 0

    words = [b"fuzz", *(option.encode() for option in options)]
    argv = (ctypes.c_char_p * (len(words) + 1))(*words, None)
    pointer = ctypes.cast(argv, ctypes.POINTER(ctypes.c_char_p))
    count = ctypes.c_int(len(words))
    count_lines((ctypes.c_uint8 * LINES).in_dll(driver, "tb_line_counters"))
    return driver.LLVMFuzzerRunDriver(ctypes.byref(count), ctypes.byref(pointer), one)


def main():
    sys.path.insert(0, str(FOLDER.parents[2] / "helpers"))  # dlpack_makers
    if sys.argv[1] == "replay":
        return replay(sys.argv[2])
    return run_libfuzzer(sys.argv[1], sys.argv[2:])


if __name__ == "__main__":
    sys.exit(main())
