/* triangle.h: copies with an out=: of a whole tensor (expand_copy), or of the lower or upper triangle of
 * its last two dimensions with zeros elsewhere (tril, triu).
 *
 * The protocol is gather.h's: a failure of tb_triangle_prepare comes after the warnings it asks for, and
 * after a warning the call is prepared again.  Relies on: apply.h. */
#ifndef TB_TRIANGLE_H
#define TB_TRIANGLE_H

#include "apply.h"

typedef enum { TB_LOWER, TB_UPPER, TB_WHOLE } tb_part;

typedef struct {
    const tb_tensor *in;
    tb_part part;
    int64_t diagonal; /* the last one that is kept (TB_UPPER: the first), from the main one upwards */
    tb_form form;     /* NEW, OUT, or INPLACE, where out is in */
    tb_tensor *out;   /* NEW: uninitialised */

    unsigned warnings; /* by tb_triangle_prepare: TB_WARNING_RESIZE */
} tb_triangle;

/* Checks everything; allocates and writes nothing. */
tb_status tb_triangle_prepare(tb_triangle *call, tb_error *err);
/* After a failure a new `out` needs no release.  lock as in tb_run_leaving. */
tb_status tb_triangle_run(tb_triangle *call, const tb_lock *lock, tb_error *err);
/* Text of TB_WARNING_RESIZE. */
const char *tb_triangle_warning_text(const tb_triangle *call, unsigned warning, char *text, int64_t room);

#endif
