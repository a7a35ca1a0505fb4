/* view.h: views of a tensor: other sizes, strides and offsets over the same storage, with torch's error
 * texts.  `out` is uninitialised and does not alias; a failure leaves nothing in it to release. */
#ifndef TB_VIEW_H
#define TB_VIEW_H

#include "core/memory/tensor.h"

tb_status tb_view_alias(tb_tensor *out, const tb_tensor *t, tb_error *err);
/* The same; the result does not count as a view (Tensor.detach). */
tb_status tb_detach(tb_tensor *out, const tb_tensor *t, tb_error *err);
tb_status tb_view_expand(tb_tensor *out, const tb_tensor *t, const int64_t *size, int ndim, tb_error *err);
tb_status tb_view_permute(tb_tensor *out, const tb_tensor *t, const int64_t *dims, int n, tb_error *err);
tb_status tb_view_transpose(tb_tensor *out, const tb_tensor *t, int64_t dim0, int64_t dim1, tb_error *err);
tb_status tb_view_t(tb_tensor *out, const tb_tensor *t, tb_error *err); /* t() */
tb_status tb_view_reversed(tb_tensor *out, const tb_tensor *t, tb_error *err); /* .T */
tb_status tb_view_squeeze(tb_tensor *out, const tb_tensor *t, const int64_t *dims, int n,
                          tb_error *err); /* dims NULL: all */
tb_status tb_view_unsqueeze(tb_tensor *out, const tb_tensor *t, int64_t dim, tb_error *err);
/* Error text of indexing, t[index] ("index 5 is out of bounds for dimension 0 with size 2"), with `dim` as
 * passed. */
tb_status tb_view_select(tb_tensor *out, const tb_tensor *t, int64_t dim, int64_t index, tb_error *err);
/* The same with select()'s error text. */
tb_status tb_view_select_named(tb_tensor *out, const tb_tensor *t, int64_t dim, int64_t index, tb_error *err);
/* The offset of t[index[0], index[1], ...], with one index per dimension, negative ones counted from the end;
 * false if one is out of bounds. */
bool tb_element_offset(const tb_tensor *t, const int64_t *index, int64_t *offset);
/* [start:stop:step) along dim, already clamped as by Python's slice.indices with positive step; step >= 1. */
tb_status tb_view_slice(tb_tensor *out, const tb_tensor *t, int64_t dim, int64_t start, int64_t stop,
                        int64_t step, tb_error *err);
/* `offset` counts elements from the storage's start. */
tb_status tb_view_as_strided(tb_tensor *out, const tb_tensor *t, const int64_t *size, const int64_t *stride,
                             int ndim, int64_t offset, tb_error *err);
/* Tensor.view: one -1 is inferred; fails if the strides do not allow the view. */
tb_status tb_view_as(tb_tensor *out, const tb_tensor *t, const int64_t *size, int ndim, tb_error *err);
/* Like tb_view_as, but sets *needs_copy (and leaves `out` unfilled) where the strides do not allow the view;
 * the -1 in `size` is replaced. */
tb_status tb_view_reshape(tb_tensor *out, const tb_tensor *t, int64_t *size, int ndim, bool *needs_copy,
                          tb_error *err);

#endif
