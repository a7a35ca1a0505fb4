/* gil.c: see gil.h.  Python.h defines _GNU_SOURCE, which syscall() needs. */
#include "python/base/gil.h"
#include "python/base/state.h"

#include <pthread.h>
#include <unistd.h>
#ifdef __linux__
#include <sys/syscall.h>
#endif

static void *release(void) { return PyEval_SaveThread(); }
static void reacquire(void *state) { PyEval_RestoreThread(state); }

/* Python handles signals in the process's first thread, or if that cannot be determined, in one of all. */
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

/* Not reentrant: signals that arrive faster than their handler returns would otherwise nest until the
 * stack overflows. */
int tbpy_handle_signals(void)
{
    _Atomic bool *const handling = &tbpy_get_state()->handling;
    if (atomic_exchange(handling, true))
        return 0;
    const int status = PyErr_CheckSignals();
    atomic_store(handling, false);
    return status;
}

/* Mostly for Ctrl-C, whose handler runs here and raises KeyboardInterrupt. */
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
