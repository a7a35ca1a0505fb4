/* error.c: filling the caller's tb_error.  Relies on: libc's stdio. */
#include "core/base/error.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

tb_status tb_fail(tb_error *err, tb_status status, const char *format, ...)
{
    if (err) {
        va_list args;
        va_start(args, format);
        vsnprintf(err->message, sizeof err->message, format, args);
        va_end(args);
        err->status = status;
        err->about = TB_ABOUT_NOTHING;
    }
    return status;
}

void tb_fail_about(tb_error *err, tb_about about)
{
    if (!err)
        return;
    err->about = about;
    err->nshapes = 0;
}

void tb_fail_shape(tb_error *err, const int64_t *size, int ndim)
{
    int used = 0;
    if (!err || err->about == TB_ABOUT_NOTHING)
        return;
    for (int i = 0; i < err->nshapes; i++)
        used += err->ndim[i];
    if (err->nshapes == TB_ABOUT_MAX || used + ndim > TB_ABOUT_SIZES) {
        err->about = TB_ABOUT_NOTHING;
        return;
    }
    memcpy(err->size + used, size, (size_t)ndim * sizeof *size);
    err->ndim[err->nshapes++] = ndim;
}

char *tb_shape_text(char *text, int64_t room, const int64_t *size, int ndim)
{
    int64_t used = 0;
    if (room <= 0)
        return text;
    text[0] = '\0';
    for (int d = 0; d <= ndim && used < room; d++) {
        const char *before = d == 0 ? "[" : d < ndim ? ", " : "";
        int n;
        if (d < ndim)
            n = snprintf(text + used, (size_t)(room - used), "%s%" PRId64, before, size[d]);
        else
            n = snprintf(text + used, (size_t)(room - used), "%s]", before);
        used += n;
    }
    return text;
}
