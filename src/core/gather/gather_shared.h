/* gather_shared.h: what the calls of gather.h share. */
#ifndef TB_GATHER_SHARED_H
#define TB_GATHER_SHARED_H

#include "core/copy/clone.h"
#include "core/gather/gather.h"

/* The result's sizes, and whether out= has to be resized for them, which may be a warning. */
void tb_gather_call_set_shape(tb_gather_call *call, const int64_t *size, int ndim);
/* Something of out's sizes for passes that only check indices, in the layout that decides on their order
 * in torch, which writes halves to packed memory first. */
tb_status tb_gather_call_check_target(const tb_gather_call *call, tb_tensor *target, tb_error *err);

/* int64 or int32? */
static inline bool tb_is_index(const tb_tensor *t) { return t->dtype == TB_INT64 || t->dtype == TB_INT32; }
/* Sizes as torch counts those of 0-dim tensors here: one of 1, as tb_size_or_1 has it. */
static inline int tb_dims_at_least_1(const tb_tensor *t) { return t->ndim ? t->ndim : 1; }

/* torch's index_add then calls scatter_add_, with its texts and its sums of halves in float32. */
static inline bool tb_adds_like_scatter(const tb_gather_call *call)
{
    const int last = call->self->ndim - 1;
    return last > 0 && (call->axis == 0 || call->axis == last) && tb_scalar_equals(&call->number, 1) &&
           call->index->dtype == TB_INT64;
}

/* An operand to read while out is written (tb_private_operand). */
static inline tb_status tb_gather_call_private_operand(const tb_gather_call *call, const tb_tensor **in,
                                                       tb_tensor *owned, tb_error *err)
{
    return tb_private_operand(&call->out, 1, false, true, in, owned, err);
}

/* gather_read.c and scatter_prepare.c, by op. */
tb_status tb_prepare_gather(tb_gather_call *call, tb_error *err);
tb_status tb_run_gather(tb_gather_call *call, tb_error *err);
tb_status tb_prepare_scatter(tb_gather_call *call, tb_error *err);
tb_status tb_run_scatter(tb_gather_call *call, tb_error *err);

#endif
