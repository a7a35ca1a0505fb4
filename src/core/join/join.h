/* join.h: tensors one after the other along a dimension (cat), or along a new one (stack).
 *
 * The protocol is core/call/call.h's: a failure of tb_join_prepare comes after the warnings it has asked for,
 * and after a warning, which may run anything, the call is prepared again. */
#ifndef TB_JOIN_H
#define TB_JOIN_H

#include "core/base/shape.h"
#include "core/call/output.h"
#include "core/memory/tensor.h"
#include "core/threads/caller_lock.h"

typedef struct {
    /* ---- the caller fills these ---- */
    const tb_tensor *const *tensor; /* n of them */
    int64_t n, dim;
    bool stacks;    /* along a new dimension */
    tb_form form;   /* NEW or OUT */
    tb_output out;  /* its tensor */

    /* ---- tb_join_prepare fills these ---- */
    unsigned warnings; /* TB_WARNING_RESIZE: tb_output_warning has its text */
    int axis;          /* dim, wrapped */
    bool skips;        /* all tensors are of shape (0,), which are joined with anything */
    tb_shape shape;              /* of the result ... */
    int64_t stride[TB_MAX_DIMS]; /* ... and what a fresh or resized one has */
} tb_join;

/* Checks everything in torch's order and words; allocates and writes nothing. */
tb_status tb_join_prepare(tb_join *join, tb_error *err);
/* After a failure a new `out` needs no release.  `lock` as in tb_run_releasing: the tensors may be changed
 * meanwhile, but neither they nor the list of them may go. */
tb_status tb_join_run(tb_join *join, const tb_lock_callbacks *lock, tb_error *err);

#endif
