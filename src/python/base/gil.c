/* gil.c: see gil.h. */
#include "python/base/gil.h"
#include "core/platform/platform.h"
#include "python/base/state.h"

static void *release(void) { return PyEval_SaveThread(); }
static void reacquire(void *state) { PyEval_RestoreThread(state); }

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
    if (!tb_is_first_thread()) /* Python handles signals in that one alone */
        return false;
    const int64_t process = tb_this_process();
    PyEval_RestoreThread(state);
    bool interrupted = tbpy_handle_signals() < 0;
    if (!interrupted && tb_this_process() != process) {
        PyErr_SetString(PyExc_RuntimeError, "a signal handler has forked the process: the operation that it "
                                            "interrupted is not finished in the child");
        interrupted = true;
    }
    PyEval_SaveThread();
    return interrupted;
}

const tb_lock_callbacks tbpy_gil = {release, reacquire, is_interrupted};
