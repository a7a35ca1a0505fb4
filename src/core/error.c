/* error.c: filling the caller's tb_error.  Relies on: error.h, libc's stdio. */
#include "error.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>

tb_status tb_fail(tb_error *err, tb_status status, const char *format, ...)
{
    if (err) {
        va_list args;
        va_start(args, format);
        vsnprintf(err->message, sizeof err->message, format, args);
        va_end(args);
        err->status = status;
    }
    return status;
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
