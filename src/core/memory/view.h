/* view.h: views of a tensor: other sizes, strides and offsets over the same storage, with torch's error
 * texts.  `out` is uninitialised and does not alias; it needs no release after a failure. */
#ifndef TB_VIEW_H
#define TB_VIEW_H

#include "core/memory/tensor.h"

tb_status tb_view_alias(tb_tensor *out, const tb_tensor *t, tb_error *err);
tb_status tb_view_expand(tb_tensor *out, const tb_tensor *t, const int64_t *size, int ndim, tb_error *err);
tb_status tb_view_permute(tb_tensor *out, const tb_tensor *t, const int64_t *dims, int n, tb_error *err);
tb_status tb_view_transpose(tb_tensor *out, const tb_tensor *t, int64_t dim0, int64_t dim1, tb_error *err);
tb_status tb_view_t(tb_tensor *out, const tb_tensor *t, tb_error *err); /* t() */
tb_status tb_view_reversed(tb_tensor *out, const tb_tensor *t, tb_error *err); /* .T */
tb_status tb_view_squeeze(tb_tensor *out, const tb_tensor *t, const int64_t *dims, int n,
                          tb_error *err); /* dims NULL: all */
tb_status tb_view_unsqueeze(tb_tensor *out, const tb_tensor *t, int64_t dim, tb_error *err);
/* Text of indexing, t[index] ("index 5 is out of bounds for dimension 0 with size
 * 2"), with `dim` as it is passed here. */
tb_status tb_view_select(tb_tensor *out, const tb_tensor *t, int64_t dim, int64_t index, tb_error *err);
/* The same with the text of select(). */
tb_status tb_view_select_named(tb_tensor *out, const tb_tensor *t, int64_t dim, int64_t index, tb_error *err);
/* The offset of t[index[0], index[1], ...], one index for each dimension, from the end where negative;
 * false where one is out of bounds. */
bool tb_element_offset(const tb_tensor *t, const int64_t *index, int64_t *offset);
/* [start:stop:step) along dim, already clamped as Python's slice.indices does
 * with positive step; step >= 1. */
tb_status tb_view_slice(tb_tensor *out, const tb_tensor *t, int64_t dim, int64_t start, int64_t stop,
                        int64_t step, tb_error *err);
/* offset in elements of the storage. */
tb_status tb_view_as_strided(tb_tensor *out, const tb_tensor *t, const int64_t *size, const int64_t *stride,
                             int ndim, int64_t offset, tb_error *err);
/* Tensor.view: one -1 allowed; fails when strides do not allow it. */
tb_status tb_view_as(tb_tensor *out, const tb_tensor *t, const int64_t *size, int ndim, tb_error *err);
/* Like tb_view_as, but instead of failing for strides sets *needs_copy (and
 * leaves `out` unfilled); `size` has its -1 replaced. */
tb_status tb_view_reshape(tb_tensor *out, const tb_tensor *t, int64_t *size, int ndim, bool *needs_copy,
                          tb_error *err);

#endif
