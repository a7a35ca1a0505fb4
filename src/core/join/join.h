/* join.h: tensors one after the other along a dimension (cat), or along a new one (stack).  A call
 * is run as family.h says. */
#ifndef TB_JOIN_H
#define TB_JOIN_H

#include "core/family/family.h"

typedef struct {
    /* ---- the caller fills these; without the lock the tensors may be changed, but neither they nor the list of
     * them may go ---- */
    TB_CALL_HEADER; /* NEW or OUT */
    const tb_tensor *const *tensor; /* n of them */
    int64_t n, dim;
    bool stacks;    /* along a new dimension */

    /* ---- the preparation fills these ---- */
    int axis;       /* dim, wrapped */
    bool skips;     /* all tensors have the shape (0,), which can be joined with any */
} tb_join;

extern const tb_family tb_join_family;

/* join_run.c */
tb_dtype tb_join_apart(const void *call);
tb_status tb_join_compute(void *call, tb_error *err);

#endif
