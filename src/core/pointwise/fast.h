/* fast.h: calls that a single kernel call can compute. */
#ifndef TB_FAST_H
#define TB_FAST_H

#include "core/base/tuning.h"
#include "core/plan/plan.h"
#include "core/pointwise/operator_call.h"

/* Must be called when the active kernels have changed (levels.c). */
void tb_fast_select(void);

/* A row's promotion, decided in advance for all rows and the active kernels (promotion.h). */
typedef struct {
    uint16_t dtypes; /* bit d: a call whose operands all have dtype d computes in d and cannot be refused */
    uint16_t pairs;  /* bit d: the same, and two equal contiguous tensors need no further checks */
    uint8_t result[TB_NDTYPES]; /* of operands of this dtype */
} tb_plain_row;
extern tb_plain_row tb_plain_rows[]; /* TB_NOPS of them */

/* ---- the simplest calls: two equal contiguous tensors, a new result ---- */

static inline bool tb_is_equal_pair(int op, const tb_tensor *a, const tb_tensor *b)
{
    return a->dtype == b->dtype && (tb_plain_rows[op].pairs >> a->dtype & 1) && a->contiguous &&
           b->contiguous && a->numel != 0 && a->numel <= TB_PAIR_NUMEL &&
           tb_same_sizes(a->size, a->ndim, b->size, b->ndim);
}
/* Runs the whole call, if tb_is_equal_pair holds. */
tb_status tb_run_equal_pair(tb_tensor *out, int op, const tb_tensor *a, const tb_tensor *b, tb_error *err);

/* ---- two small tensors that broadcast, a new result ---- */

typedef struct {
    int ndim;
    int64_t size[TB_INLINE_DIMS], numel; /* of the result */
    tb_dtype compute;
    bool alike; /* the operands share strides that are not C-ordered, and so does the result */
    tb_plan plan; /* of the two operands; at least two dimensions */
} tb_small_pair;

/* Do the operands broadcast to few elements, with dtypes that at most one cast makes equal, and a C-ordered
 * result?  Either both are C-ordered, perhaps strided or with gaps, or the first one decides the order. */
bool tb_is_small_pair(int op, const tb_tensor *a, const tb_tensor *b, tb_small_pair *pair);
tb_status tb_run_small_pair(tb_tensor *out, int op, const tb_tensor *a, const tb_tensor *b,
                            tb_small_pair *pair, tb_error *err);

/* ---- all fast calls ---- */

/* Is the call fast?  If so, sets its dtypes and `lead`. */
bool tb_try_fast(tb_call *call);
/* Runs the call into call->out, which has its memory; returns the kernel's code. */
int tb_run_fast(const tb_call *call);

#endif
