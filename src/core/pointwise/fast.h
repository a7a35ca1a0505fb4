/* fast.h: the calls that one kernel carries out as they stand. */
#ifndef TB_FAST_H
#define TB_FAST_H

#include "core/base/tuning.h"
#include "core/plan/plan.h"
#include "core/pointwise/operator_call.h"

/* To be called when the kernels in force have changed (levels.c). */
void tb_fast_select(void);

/* Promotion, decided beforehand for every row of the table and the kernels in force (promotion.h): bit d says that */
typedef struct {
    uint16_t dtypes; /* a call whose operands all have dtype d computes in it and cannot be refused, */
    uint16_t pairs;  /* and nothing else has to be asked if they are two equal contiguous tensors; */
    uint8_t result[TB_NDTYPES]; /* its result has this dtype */
} tb_plain_row;
extern tb_plain_row tb_plain_rows[]; /* TB_NOPS of them */

/* ---- the simplest of them: two equal tensors, a new result ---- */

static inline bool tb_is_equal_pair(int op, const tb_tensor *a, const tb_tensor *b)
{
    return a->dtype == b->dtype && (tb_plain_rows[op].pairs >> a->dtype & 1) && a->contiguous &&
           b->contiguous && a->numel != 0 && a->numel <= TB_PAIR_NUMEL &&
           tb_same_sizes(a->size, a->ndim, b->size, b->ndim);
}
/* The whole call, for what tb_is_equal_pair holds of. */
tb_status tb_run_equal_pair(tb_tensor *out, int op, const tb_tensor *a, const tb_tensor *b, tb_error *err);

/* ---- two small tensors that broadcast, a new result ---- */

typedef struct {
    int ndim;
    int64_t size[TB_INLINE_DIMS], numel; /* of the result */
    tb_dtype compute;
    bool alike; /* strides other than C's, the same of both and of the result */
    tb_plan plan; /* of the two operands; at least two dimensions */
} tb_small_pair;

/* Operands that broadcast to few elements, of dtypes that a cast or none makes the
 * same, with a C-ordered result: both are so, with steps or gaps perhaps, or the first
 * one decides it. */
bool tb_is_small_pair(int op, const tb_tensor *a, const tb_tensor *b, tb_small_pair *pair);
tb_status tb_run_small_pair(tb_tensor *out, int op, const tb_tensor *a, const tb_tensor *b,
                            tb_small_pair *pair, tb_error *err);

/* ---- all of them ---- */

/* Whether it is such a call; its dtypes, and `lead`, are then set. */
bool tb_try_fast(tb_call *call);
/* Runs it into call->out, which has its memory; returns the kernel's code. */
int tb_run_fast(const tb_call *call);

#endif
