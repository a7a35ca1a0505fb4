"""What takes long to build is built once, also where several processes of pytest-xdist run the tests.

Everything lies in a folder that the processes of a run share (the fixture shared_folder); locked files say
whose turn it is.
"""

import contextlib
import shutil
import time

try:
    import fcntl
except ImportError:  # Windows
    import msvcrt

    fcntl = None


def taken(file):
    """Takes the lock of an open file until it is closed; False where another process has it."""
    try:
        if fcntl:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        else:
            msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
    except OSError:
        return False
    return True


@contextlib.contextmanager
def locked(path, wait=True):
    """Holds the lock of a file to be made; without `wait` gives False where another process has it."""
    with open(f"{path}.lock", "w") as file:
        while not taken(file):
            if not wait:
                yield False
                return
            time.sleep(0.02)
        yield True


def once(folder, make):
    """The folder, which `make` fills; who comes later finds it filled, or fails to fill it as well."""
    done = folder.with_name(f"{folder.name}.done")
    with locked(folder):
        if not done.exists():
            shutil.rmtree(folder, ignore_errors=True)
            folder.mkdir()
            make(folder)
            done.touch()
    return folder
