/* view_geometry.h: a view under construction: sizes, strides and offset that start as a tensor's own and are
 * changed step by step, without a tensor for each step.  Only for the files that make views. */
#ifndef TB_VIEW_GEOMETRY_H
#define TB_VIEW_GEOMETRY_H

#include "core/base/layout.h"
#include "core/memory/tensor.h"

typedef struct {
    int ndim;
    int64_t offset;
    int64_t size[TB_MAX_DIMS], stride[TB_MAX_DIMS];
} tb_view_geometry;

void tb_view_geometry_of(tb_view_geometry *g, const tb_tensor *t);

/* Does not set or clear sizes and strides: clearing would take longer than everything else. */
static inline void tb_view_geometry_begin(tb_view_geometry *g, const tb_tensor *t, int ndim)
{
    g->ndim = ndim;
    g->offset = t->offset;
}

/* d is a dimension of g; the index is within bounds, negative ones counted from the end. */
tb_status tb_view_geometry_select(tb_view_geometry *g, int d, int64_t index, tb_error *err);
/* start and stop are clamped to the dimension; step >= 1. */
tb_status tb_view_geometry_slice(tb_view_geometry *g, int d, int64_t start, int64_t stop, int64_t step,
                                 tb_error *err);
/* Inserts a dimension of size 1 before dimension d, or after the last one; fails beyond 64 dimensions. */
tb_status tb_view_geometry_insert(tb_view_geometry *g, int d, tb_error *err);

/* The view of t's storage that g describes. */
static inline tb_status tb_view_of_geometry(tb_tensor *out, const tb_tensor *t, const tb_view_geometry *g,
                                            tb_error *err)
{
    return tb_tensor_view(out, t->storage, t->dtype, g->size, g->stride, g->ndim, g->offset, err);
}

#endif
