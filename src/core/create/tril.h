/* tril.h: copies with an out=: of a whole tensor (expand_copy, narrow_copy), or of the lower or upper triangle of
 * its last two dimensions with zeros in the rest (tril, triu).
 *
 * The protocol is core/call/call.h's: a failure of tb_tril_prepare comes after the warnings it asks for, and
 * after a warning the call is prepared again. */
#ifndef TB_TRIL_H
#define TB_TRIL_H

#include "core/call/output.h"
#include "core/memory/tensor.h"
#include "core/threads/caller_lock.h"

typedef enum { TB_LOWER, TB_UPPER, TB_WHOLE } tb_triangle_part;

typedef struct {
    const tb_tensor *in;
    tb_triangle_part part;
    int64_t diagonal; /* the last one that is kept (TB_UPPER: the first), from the main one upwards */
    tb_form form; /* NEW, OUT, or INPLACE, where out is in */
    bool quiet; /* out is resized without a warning */
    tb_output out; /* its tensor */

    /* ---- tb_tril_prepare fills these ---- */
    unsigned warnings; /* TB_WARNING_RESIZE: tb_output_warning has its text */
    tb_shape shape; /* of the result */
} tb_tril;

/* Checks everything; allocates and writes nothing. */
tb_status tb_tril_prepare(tb_tril *call, tb_error *err);
/* After a failure a new `out` needs no release.  lock as in tb_run_releasing. */
tb_status tb_tril_run(tb_tril *call, const tb_lock_callbacks *lock, tb_error *err);

#endif
