/* view_dtype.c: the same bytes seen as elements of another dtype. */
#include "core/memory/view_dtype.h"
#include "core/memory/view_geometry.h"

#include <inttypes.h>
#include <stdio.h>

/* "self.WHAT must be CONDITION to view Float as Short (different element sizes), but got 3". */
static tb_status fail(const tb_tensor *t, tb_dtype dtype, const char *what, int64_t divisor, int64_t got,
                      tb_error *err)
{
    char condition[48] = "1";
    if (divisor > 1)
        snprintf(condition, sizeof condition, "divisible by %" PRId64, divisor);
    return tb_fail(err, TB_RUNTIME_ERROR,
                   "self.%s must be %s to view %s as %s (different element sizes), but got %" PRId64, what,
                   condition, tb_dtypes[t->dtype].scalar_type, tb_dtypes[dtype].scalar_type, got);
}

/* Each element becomes `ratio` smaller ones; g begins as t's own geometry. */
static tb_status divide_elements(tb_view_geometry *g, const tb_tensor *t, tb_dtype dtype, int64_t ratio,
                                 tb_error *err)
{
    const int last = t->ndim - 1;
    if (t->stride[last] != 1)
        return fail(t, dtype, "stride(-1)", 1, t->stride[last], err);
    for (int d = 0; d < last; d++)
        g->stride[d] = tb_saturating_mul(t->stride[d], ratio);
    if (__builtin_mul_overflow(t->size[last], ratio, &g->size[last])) /* only of an empty tensor */
        return tb_fail(err, TB_RUNTIME_ERROR, "numel: integer multiplication overflow");
    g->offset = t->offset * ratio;
    return TB_OK;
}

/* `ratio` elements become one larger element. */
static tb_status join_elements(tb_view_geometry *g, const tb_tensor *t, tb_dtype dtype, int64_t ratio,
                               tb_error *err)
{
    const int last = t->ndim - 1;
    if (t->size[last] % ratio != 0)
        return fail(t, dtype, "size(-1)", ratio, t->size[last], err);
    if (t->offset % ratio != 0)
        return fail(t, dtype, "storage_offset()", ratio, t->offset, err);
    if (t->stride[last] != 1)
        return fail(t, dtype, "stride(-1)", 1, t->stride[last], err);
    for (int d = 0; d < last; d++) {
        char name[32];
        snprintf(name, sizeof name, "stride(%d)", d);
        if (t->stride[d] % ratio != 0)
            return fail(t, dtype, name, ratio, t->stride[d], err);
        g->stride[d] = t->stride[d] / ratio;
    }
    g->size[last] = t->size[last] / ratio;
    g->offset = t->offset / ratio;
    return TB_OK;
}

tb_status tb_view_dtype(tb_tensor *out, const tb_tensor *t, tb_dtype dtype, tb_error *err)
{
    const int64_t have = t->itemsize, wanted = tb_dtypes[dtype].itemsize;
    tb_view_geometry g;
    if (t->ndim == 0 && have != wanted)
        return tb_fail(err, TB_RUNTIME_ERROR,
                       "self.dim() cannot be 0 to view %s as %s (different element sizes)",
                       tb_dtypes[t->dtype].scalar_type, tb_dtypes[dtype].scalar_type);
    tb_view_geometry_of(&g, t);
    if (have > wanted)
        TB_TRY(divide_elements(&g, t, dtype, have / wanted, err));
    else if (have < wanted)
        TB_TRY(join_elements(&g, t, dtype, wanted / have, err));
    /* Memory that tbcast allocated is aligned; foreign memory may not be, even for elements of the same size:
     * a complex64 is aligned as its parts are. */
    if (!tb_is_aligned(t->storage->data, dtype))
        return tb_fail(err, TB_RUNTIME_ERROR,
                       "the memory that self shares is not aligned for elements of type %s: clone self first",
                       tb_dtypes[dtype].scalar_type);
    TB_TRY(tb_tensor_view(out, t->storage, dtype, g.size, g.stride, t->ndim, g.offset, err));
    out->is_view = false;
    return TB_OK;
}
