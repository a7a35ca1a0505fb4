/* prepare.c: see prepare.h. */
#include "python/call/prepare.h"

#ifdef Py_GIL_DISABLED
/* A call that resizes is prepared once more before it runs, while nothing else can change anything. */
static bool begins_changing(tbpy_preparation *p, unsigned warnings, bool runs_code)
{
    if (runs_code)
        tbpy_end_changing(&p->changing);
    else if (p->status == TB_OK && warnings & TB_WARNING_CHANGE && !p->changing.held) {
        p->changing = tbpy_begin_changing();
        return p->changing.held;
    }
    return false;
}
#else
#define begins_changing(p, warnings, runs_code) false
#endif

bool tbpy_warn_again(tbpy_preparation *p, unsigned warnings, tb_warning_words *words, const void *call)
{
    char text[TB_WARNING_MAX];
    const unsigned todo = warnings & ~p->issued & ~TB_WARNING_CHANGE;
    if (begins_changing(p, warnings, todo))
        return true;
    for (unsigned left = todo; left; left &= left - 1) {
        const char *said = words(call, left & -left, text, sizeof text);
        if (said && tbpy_warn(said) < 0) {
            p->status = TB_RUNTIME_ERROR;
            return false;
        }
    }
    p->issued |= todo;
    if (todo & TB_WARNING_SHAPES) /* one warning covers both */
        p->issued |= TB_WARNING_SHAPES;
    if (!todo && p->status != TB_OK)
        tbpy_raise(&p->err);
    return todo != 0;
}
