/* repeat_interleave.c: see repeat_interleave.h.  A single number of repeats is one move; numbers for each
 * slice become the indices of an index_select. */
#include "core/gather/repeat_interleave.h"
#include "core/base/tuning.h"
#include "core/copy/clone.h"
#include "core/gather/gather.h"
#include "core/iterate/copy.h"
#include "core/memory/view.h"

#include <inttypes.h>
#include <string.h>

/* Without a dimension, all elements in their order: a view, or a copy if there is no such view. */
static tb_status flattened(tb_tensor *flat, const tb_tensor *t, const int64_t *dim, tb_error *err)
{
    return dim ? tb_view_alias(flat, t, err) : tb_ravel(flat, t, err);
}

static tb_status repeat_along(tb_tensor *out, const tb_tensor *t, int64_t repeats, int axis,
                              const int64_t *output_size, const tb_lock_callbacks *lock, tb_error *err)
{
    int64_t size[TB_MAX_DIMS], length;
    tb_move move;
    if (__builtin_mul_overflow(t->size[axis], repeats, &length))
        return tb_fail(err, TB_RUNTIME_ERROR, "numel: integer multiplication overflow");
    if (output_size && *output_size != length)
        return tb_fail(err, TB_RUNTIME_ERROR,
                       "repeat_interleave: Invalid output_size, expected %" PRId64 " but got %" PRId64,
                       length, *output_size);
    memcpy(size, t->size, (size_t)t->ndim * sizeof *size);
    size[axis] = length;
    TB_TRY(tb_tensor_new(out, t->dtype, size, NULL, t->ndim, false, err));
    if (out->numel == 0)
        return TB_OK;
    tb_move_begin(&move, out, t);
    for (int d = t->ndim; d-- > 0;) {
        if (d == axis)
            tb_move_add(&move, repeats, out->stride[d], 0);
        tb_move_add(&move, t->size[d], d == axis ? repeats * out->stride[d] : out->stride[d], t->stride[d]);
    }
    return tb_made(out, tb_move_run(&move, lock, err));
}

tb_status tb_repeat_each(tb_tensor *out, const tb_tensor *t, int64_t repeats, const int64_t *dim,
                         const int64_t *output_size, const tb_lock_callbacks *lock, tb_error *err)
{
    tb_tensor flat;
    int axis = 0;
    if (dim)
        TB_TRY(tb_wrap_dim(*dim, t->ndim, &axis, err));
    if (repeats < 0)
        return tb_fail(err, TB_RUNTIME_ERROR, "Repeats must be non-negative");
    if (dim && t->ndim == 0) /* torch adds a dimension behind this one */
        return tb_wrap_dim(axis + 1, 0, &axis, err);
    TB_TRY(flattened(&flat, t, dim, err));
    const tb_status status = repeat_along(out, &flat, repeats, axis, output_size, lock, err);
    tb_tensor_release(&flat);
    return status;
}

/* ---- a number for each ---- */

#define COUNTS(T)                                                                          \
    static int64_t sum_##T(const T *repeats, int64_t step, int64_t n, bool *negative)      \
    {                                                                                      \
        int64_t total = 0;                                                                 \
        bool any = false, overflow = false;                                                \
        for (int64_t i = 0; i < n; i++) {                                                  \
            overflow |= __builtin_add_overflow(total, (int64_t)repeats[i * step], &total); \
            any |= repeats[i * step] < 0;                                                  \
        }                                                                                  \
        *negative = any;                                                                   \
        return overflow ? INT64_MIN : total;                                               \
    }                                                                                      \
    static void spread_##T(const T *repeats, int64_t step, T *to, const T *end)            \
    {                                                                                      \
        for (int64_t i = 0; to < end; i++) {                                               \
            const int64_t count = repeats[i * step];                                       \
            int64_t done = 0;                                                              \
            if (end - to >= TB_REPEATS_AT_ONCE)                                            \
                for (; done < TB_REPEATS_AT_ONCE; done++)                                  \
                    to[done] = (T)i;                                                       \
            for (; done < count; done++)                                                   \
                to[done] = (T)i;                                                           \
            to += count;                                                                   \
        }                                                                                  \
    }
COUNTS(int32_t)
COUNTS(int64_t)
#undef COUNTS

/* The sum of all repeats, checked. */
static tb_status sum_counts(const tb_tensor *repeats, const int64_t *output_size, int64_t *total,
                            tb_error *err)
{
    const void *data = tb_data(repeats);
    bool negative;
    *total = repeats->dtype == TB_INT32 ? sum_int32_t(data, repeats->stride[0], repeats->size[0], &negative)
                                        : sum_int64_t(data, repeats->stride[0], repeats->size[0], &negative);
    if (output_size && *output_size < 0)
        return tb_check_signs(output_size, 1, err);
    if (output_size && *output_size != *total)
        return tb_fail(err, TB_RUNTIME_ERROR, "allocated size does not match required size");
    return negative ? tb_fail(err, TB_RUNTIME_ERROR, "repeats can not be negative") : TB_OK;
}

tb_status tb_repeat_indices(tb_tensor *out, const tb_tensor *repeats, const int64_t *output_size,
                            tb_error *err)
{
    const tb_dtype dtype = repeats->dtype;
    int64_t total = 0;
    if (dtype != TB_INT64 && dtype != TB_INT32)
        return tb_fail_kernel("repeat_interleave_cpu", dtype, err);
    if (repeats->ndim != 1)
        return tb_fail(err, TB_RUNTIME_ERROR, "repeat_interleave only accept 1D vector as repeat");
    if (repeats->size[0] != 0)
        TB_TRY(sum_counts(repeats, output_size, &total, err));
    TB_TRY(tb_tensor_new(out, dtype, &total, NULL, 1, false, err));
    const void *from = tb_data(repeats);
    void *to = tb_data(out);
    if (dtype == TB_INT32)
        spread_int32_t(from, repeats->stride[0], to, (int32_t *)to + total);
    else
        spread_int64_t(from, repeats->stride[0], to, (int64_t *)to + total);
    return TB_OK;
}

/* Expands a single number of repeats to one for each slice. */
static tb_status spread_counts(tb_tensor *spread, const tb_tensor *repeats, const tb_tensor *t, int64_t dim,
                               tb_error *err)
{
    int axis;
    if (repeats->ndim > 1)
        return tb_fail(err, TB_RUNTIME_ERROR, "repeats must be 0-dim or 1-dim tensor");
    if (t->ndim == 0)
        return tb_fail(err, TB_INDEX_ERROR, "Dimension specified as %" PRId64 " but tensor has no dimensions",
                       dim);
    TB_TRY(tb_wrap_dim(dim, t->ndim, &axis, err));
    if (repeats->numel == 1)
        return tb_view_expand(spread, repeats, &t->size[axis], 1, err);
    if (repeats->size[0] != t->size[axis])
        return tb_fail(
            err, TB_RUNTIME_ERROR,
            "repeats must have the same size as input along dim, but got repeats.size(0) = %" PRId64
            " and input.size(%" PRId64 ") = %" PRId64,
            repeats->size[0], dim, t->size[axis]);
    return tb_view_alias(spread, repeats, err);
}

static tb_status select_counted(tb_tensor *out, const tb_tensor *t, const tb_tensor *counts, int64_t dim,
                                const int64_t *output_size, tb_error *err)
{
    tb_tensor index;
    tb_gather_call call;
    TB_TRY(tb_repeat_indices(&index, counts, output_size, err));
    tb_gather_call_init(&call, TB_INDEX_SELECT);
    call.self = t;
    call.index = &index;
    call.dim = dim;
    call.out->tensor = out;
    tb_status status = tb_family_prepare(&call.header, err);
    if (status == TB_OK)
        status = tb_family_run(&call.header, err);
    tb_tensor_release(&index);
    return status;
}

tb_status tb_repeat_by(tb_tensor *out, const tb_tensor *t, const tb_tensor *repeats, const int64_t *dim,
                       const int64_t *output_size, tb_error *err)
{
    const int64_t along = dim ? *dim : 0;
    tb_tensor flat, counts;
    TB_TRY(flattened(&flat, t, dim, err));
    tb_status status = spread_counts(&counts, repeats, &flat, along, err);
    if (status == TB_OK) {
        status = select_counted(out, &flat, &counts, along, output_size, err);
        tb_tensor_release(&counts);
    }
    tb_tensor_release(&flat);
    return status;
}
