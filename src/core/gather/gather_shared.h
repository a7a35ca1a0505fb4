/* gather_shared.h: code that the calls of gather.h share. */
#ifndef TB_GATHER_SHARED_H
#define TB_GATHER_SHARED_H

#include "core/gather/gather.h"

/* Sets the result's sizes, and whether out= has to be resized, which may be a warning. */
void tb_gather_call_set_shape(tb_gather_call *call, const int64_t *size, int ndim);
/* A tensor with out's sizes for passes that only check indices, in the layout that decides their order in
 * torch, which writes halves to packed memory first. */
tb_status tb_gather_call_check_target(const tb_gather_call *call, tb_tensor *target, tb_error *err);

/* A copy of index, which points into a tensor read as 1-dimensional, in bounds: offsets into the tensor's memory, */
tb_status tb_offsets_into(tb_tensor *offsets, const tb_tensor *t, const tb_tensor *index, tb_error *err);
/* and that memory, from its first element to its last, as a vector. */
tb_status tb_view_memory(tb_tensor *out, const tb_tensor *t, tb_error *err);
tb_status tb_fail_take(const tb_tensor *t, int64_t index, tb_error *err);

/* int64 or int32? */
static inline bool tb_is_index(const tb_tensor *t) { return t->dtype == TB_INT64 || t->dtype == TB_INT32; }
/* The number of dimensions where torch treats a 0-dim tensor as one of size 1 (tb_size_or_1 has its size). */
static inline int tb_dims_at_least_1(const tb_tensor *t) { return t->ndim ? t->ndim : 1; }

/* What the rows of gather_call.c name: of gather_read.c, */
tb_status tb_prepare_select(void *call, tb_error *err);
tb_status tb_prepare_take(void *call, tb_error *err);
tb_status tb_prepare_gather(void *call, tb_error *err);
tb_status tb_check_select_indices(void *call, tb_operands *operands, tb_error *err);
tb_status tb_check_gather_indices(void *call, tb_operands *operands, tb_error *err);
tb_status tb_compute_select(void *call, tb_error *err);
tb_status tb_compute_gather(void *call, tb_error *err);
/* of scatter_prepare.c, */
tb_status tb_prepare_scatter(void *call, tb_error *err);
tb_status tb_prepare_put(void *call, tb_error *err);
tb_status tb_prepare_index_fill(void *call, tb_error *err);
tb_status tb_prepare_index_copy(void *call, tb_error *err);
tb_status tb_prepare_index_add(void *call, tb_error *err);
tb_status tb_prepare_index_reduce(void *call, tb_error *err);
/* and of scatter_run.c. */
tb_status tb_check_scatter_indices(void *call, tb_operands *operands, tb_error *err);
tb_status tb_check_put_indices(void *call, tb_operands *operands, tb_error *err);
tb_status tb_check_slices(void *call, tb_operands *operands, tb_error *err);
tb_status tb_check_added(void *call, tb_operands *operands, tb_error *err);
tb_status tb_check_reduced(void *call, tb_operands *operands, tb_error *err);
tb_dtype tb_scatter_apart(const void *call);
tb_status tb_compute_scatter(void *call, tb_error *err);
tb_status tb_compute_put(void *call, tb_error *err);
tb_status tb_compute_slices(void *call, tb_error *err);

/* Operands, as the families number them. */
enum { TB_GATHER_SELF, TB_GATHER_INDEX, TB_GATHER_SRC };

/* Sets the result's dtype; self is in step where the output begins as its copy. */
static inline tb_gather_call *tb_gather_begin(void *call, bool copies_self)
{
    tb_gather_call *c = call;
    c->out->dtype = c->self->dtype;
    c->in_step = copies_self ? 1u << TB_GATHER_SELF : 0;
    return c;
}

#endif
