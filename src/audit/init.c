/* init.c: the module tbcast.audit._watch: what of the audits runs for each operator and call of a program.  It is
 * imported when an audit starts; tbcast._C knows nothing of it. */
#include "audit/instrumented.h"
#include "audit/torch_mode.h"
#include "audit/watched.h"
#include "python/base/objects.h"

static int exec_module(PyObject *module)
{
    const int first = watch_begin_state(module);
    if (first <= 0)
        return first;
    if (tbpy_add_functions(module, watch_watched_functions) == 0 &&
        tbpy_add_functions(module, watch_instrumented_functions) == 0 && watch_init_torch_mode(module) == 0)
        return 0;
    tbpy_end_module_state(tbpy_find_module_state()); /* the next module is not to have what this one got to */
    return -1;
}

TBPY_EXPORT_MODULE(_watch, "tbcast.audit._watch", "The compiled part of tbcast.audit.", sizeof(watch_state),
                   exec_module, watch_traverse_state, watch_clear_state, watch_free_state)
