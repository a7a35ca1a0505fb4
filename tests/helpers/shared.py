"""What takes long to build is built once, also where several processes of pytest-xdist run the tests.

Everything lies in a folder that the processes of a run share (the fixture shared_folder); locked files say
whose turn it is.
"""

import contextlib
import fcntl
import shutil


@contextlib.contextmanager
def locked(path, wait=True):
    """Holds the lock of a file to be made; without `wait` gives False where another process has it."""
    with open(f"{path}.lock", "w") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | (0 if wait else fcntl.LOCK_NB))
        except BlockingIOError:
            yield False
        else:
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
