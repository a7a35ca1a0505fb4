/* gil.c: see gil.h.  Relies on: Python.h defines _GNU_SOURCE, which syscall() needs. */
#include "python/base/gil.h"
#include "python/base/state.h"

#include <pthread.h>
#include <unistd.h>
#ifdef __linux__
#include <sys/syscall.h>
#endif

static void *release(void) { return PyEval_SaveThread(); }
static void reacquire(void *state) { PyEval_RestoreThread(state); }

/* Python handles signals in the process's first thread, or where that cannot be told, in one of all. */
static bool handles_signals(void)
{
#if defined(__linux__)
    return syscall(SYS_gettid) == getpid();
#elif defined(__APPLE__)
    return pthread_main_np();
#else
    return true;
#endif
}

/* Long work that a handler does is not interrupted: signals that come faster than their handler is done would
 * nest until the stack ends. */
int tbpy_handle_signals(void)
{
    _Atomic bool *const handling = &tbpy_get_state()->handling;
    if (atomic_exchange(handling, true))
        return 0;
    const int status = PyErr_CheckSignals();
    atomic_store(handling, false);
    return status;
}

/* Ctrl-C above all: its handler runs now, and raises KeyboardInterrupt. */
static bool is_interrupted(void *state)
{
    if (!handles_signals())
        return false;
    const pid_t process = getpid();
    PyEval_RestoreThread(state);
    bool interrupted = tbpy_handle_signals() < 0;
    if (!interrupted && getpid() != process) {
        PyErr_SetString(PyExc_RuntimeError, "a signal handler has forked the process: the operation that it "
                                            "interrupted is not finished in the child");
        interrupted = true;
    }
    PyEval_SaveThread();
    return interrupted;
}

const tb_lock_callbacks tbpy_gil = {release, reacquire, is_interrupted};
