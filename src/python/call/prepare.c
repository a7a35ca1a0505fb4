/* prepare.c: see prepare.h. */
#include "python/call/prepare.h"

bool tbpy_warn_again(tbpy_preparation *p, unsigned warnings, tb_warning_words *words, const void *call)
{
    char text[TB_WARNING_MAX];
    const unsigned todo = warnings & ~p->issued;
    for (unsigned left = todo; left; left &= left - 1) {
        const char *said = words(call, left & -left, text, sizeof text);
        if (said && tbpy_warn(said) < 0) {
            p->status = TB_RUNTIME_ERROR;
            return false;
        }
    }
    p->issued |= todo;
    if (todo & TB_WARNING_SHAPES) /* one stands for both */
        p->issued |= TB_WARNING_SHAPES;
    if (!todo && p->status != TB_OK)
        tbpy_raise(&p->err);
    return todo != 0;
}
