/* change.c: see change.h. */
#include "core/memory/change.h"

#ifdef TB_FREE_THREADED
static bool change_directly(void (*change)(void *what), void *what)
{
    change(what);
    return true;
}

bool (*tb_run_change)(void (*change)(void *what), void *what) = change_directly;
#endif
