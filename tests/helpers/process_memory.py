"""What this process has of the machine's memory, in bytes; for programs that tests run."""

import os

if os.name == "nt":
    import ctypes

    class Counters(ctypes.Structure):
        """Windows' PROCESS_MEMORY_COUNTERS."""

        _fields_ = [
            *(("size", ctypes.c_ulong), ("page_faults", ctypes.c_ulong)),
            *((name, ctypes.c_size_t) for name in ("peak", "resident", *"abcdef")),
        ]

    def counters():
        found = Counters(ctypes.sizeof(Counters))
        this_process = ctypes.c_void_p(-1)
        assert ctypes.windll.kernel32.K32GetProcessMemoryInfo(this_process, ctypes.byref(found), found.size)
        return found

    def resident():
        return counters().resident

    def peak():
        """The most that it has had so far."""
        return counters().peak

else:
    import resource

    def resident():
        try:
            with open("/proc/self/statm") as file:
                return int(file.read().split()[1]) * resource.getpagesize()
        except OSError:
            return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024

    def peak():
        """The most that it has had so far."""
        with open("/proc/self/status") as file:
            return next(int(line.split()[1]) for line in file if line.startswith("VmHWM")) * 1024
