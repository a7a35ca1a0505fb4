/* diagonal.h: tensors that are zero but for a diagonal: diag_embed, diagflat, diag of a vector.
 *
 * The protocol is core/call/call.h's: a failure of tb_diag_embed_prepare comes after the warnings it asks for,
 * and after a warning the call is prepared again. */
#ifndef TB_DIAGONAL_H
#define TB_DIAGONAL_H

#include "core/call/output.h"
#include "core/memory/tensor.h"
#include "core/threads/caller_lock.h"

typedef struct {
    const tb_tensor *in;        /* its last dimension becomes the diagonal ... */
    int64_t offset, dim1, dim2; /* ... of these dimensions of the result, as tb_view_diagonal finds it */
    tb_form form;               /* NEW or OUT */
    tb_output out;              /* its tensor */

    /* ---- tb_diag_embed_prepare fills these ---- */
    unsigned warnings; /* TB_WARNING_RESIZE: tb_output_warning has its text */
    tb_shape shape;    /* of the result */
} tb_diag_embed;

/* Checks everything; allocates and writes nothing. */
tb_status tb_diag_embed_prepare(tb_diag_embed *call, tb_error *err);
/* After a failure a new `out` needs no release.  lock as in tb_run_releasing. */
tb_status tb_diag_embed_run(tb_diag_embed *call, const tb_lock_callbacks *lock, tb_error *err);

#endif
