/* gil.c: see gil.h. */
#include "python/base/gil.h"

static void *release(void) { return PyEval_SaveThread(); }
static void reacquire(void *state) { PyEval_RestoreThread(state); }

const tb_lock_callbacks tbpy_gil = {release, reacquire};
