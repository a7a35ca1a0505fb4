/* indexed.h: what the calls of gather.h share: checks of the output and of what
 * overlaps it. */
#ifndef TB_INDEXED_H
#define TB_INDEXED_H

#include "core/call/output.h"
#include "core/gather/gather.h"

/* "Expected out tensor to have dtype float, but got double instead". */
tb_status tb_indexed_out_dtype(const tb_indexed *call, tb_error *err);
/* The result's sizes, contiguous strides, and whether out= has to be resized for
 * them, which may be a warning. */
void tb_indexed_set_shape(tb_indexed *call, const int64_t *size, int ndim);
tb_output tb_indexed_output(const tb_indexed *call);
static inline tb_status tb_indexed_target(const tb_indexed *call, tb_tensor *target, tb_error *err)
{
    const tb_output output = tb_indexed_output(call);
    return tb_output_target(&output, target, err);
}
static inline tb_status tb_indexed_make_out(const tb_indexed *call, tb_error *err)
{
    const tb_output output = tb_indexed_output(call);
    return tb_output_make(&output, err);
}
/* Something of out's sizes for passes that only check indices, in the layout that decides on their order
 * in torch, which writes halves to packed memory first. */
tb_status tb_indexed_check_target(const tb_indexed *call, tb_tensor *target, tb_error *err);
/* torch's assert_no_overlap, or assert_no_partial_overlap, of that and an operand. */
tb_status tb_indexed_check_no_overlap(const tb_tensor *target, const tb_tensor *in, tb_error *err);
tb_status tb_indexed_check_partial_overlap(const tb_tensor *target, const tb_tensor *in, tb_error *err);

/* int64 or int32? */
static inline bool tb_is_index(const tb_tensor *t) { return t->dtype == TB_INT64 || t->dtype == TB_INT32; }
/* Sizes as torch counts those of 0-dim tensors here: one of 1. */
static inline int tb_dims_at_least_1(const tb_tensor *t) { return t->ndim ? t->ndim : 1; }
static inline int64_t tb_size_or_1(const tb_tensor *t, int d) { return t->ndim ? t->size[d] : 1; }

/* An operand to read while out is written: itself, or a private copy in *owned (zero-filled before; to
 * be released) where they may share memory. */
tb_status tb_indexed_private_operand(const tb_indexed *call, const tb_tensor *in, tb_tensor *owned,
                                     const tb_tensor **use, tb_error *err);
/* As an index of int64, which gather_elements.h takes. */
tb_status tb_indexed_int64_index(const tb_tensor **index, tb_tensor *owned, tb_error *err);

/* gather_read.c and scatter_prepare.c, by op. */
tb_status tb_prepare_gather(tb_indexed *call, tb_error *err);
tb_status tb_run_gather(tb_indexed *call, tb_error *err);
tb_status tb_prepare_scatter(tb_indexed *call, tb_error *err);
tb_status tb_run_scatter(tb_indexed *call, tb_error *err);

#endif
