/* repeat.c: see repeat.h; repeat, tile and repeat_interleave.  The result is seen with a dimension more
 * for each one that is repeated, along which the source has stride 0: one move fills it.
 * Relies on: repeat.h, gather.h, move.h, parts.h. */
#include "repeat.h"
#include "gather.h"
#include "move.h"
#include "parts.h"

#include <inttypes.h>
#include <string.h>

/* ---- one move ---- */

/* A move that is put together dimension by dimension; those of size 1 are left out, so that there are no
 * more than elements that can be counted. */
typedef struct {
    tb_move move;
    int64_t to[TB_MAX_DIMS], from[TB_MAX_DIMS];
} builder;

static void add(builder *b, int64_t size, int64_t to, int64_t from)
{
    const int d = b->move.shape.ndim;
    if (size == 1)
        return;
    b->move.shape.size[d] = size;
    b->to[d] = to;
    b->from[d] = from;
    b->move.shape.ndim++;
}

/* out is not empty, nor is t. */
static void run(builder *b, const tb_tensor *out, const tb_tensor *t, const tb_lock *lock)
{
    tb_move *move = &b->move;
    move->out = out;
    move->in = t;
    move->to = (tb_layout){tb_data(out), move->shape.size, b->to, move->shape.ndim, t->itemsize};
    move->from = (tb_layout){tb_data(t), move->shape.size, b->from, move->shape.ndim, t->itemsize};
    tb_move_run(move, lock);
}

/* ---- repeat, tile ---- */

tb_status tb_repeat(tb_tensor *out, const tb_tensor *t, const tb_shape *repeats, const tb_lock *lock,
                    tb_error *err)
{
    const int ndim = repeats->ndim, more = ndim - t->ndim;
    int64_t size[TB_MAX_DIMS];
    builder b;
    if (more < 0)
        return tb_fail(err, TB_RUNTIME_ERROR,
                       "Number of dimensions of repeat dims can not be smaller than number of dimensions of "
                       "tensor");
    for (int d = 0; d < ndim; d++)
        if (__builtin_mul_overflow(d < more ? 1 : t->size[d - more], repeats->size[d], &size[d]))
            return tb_fail(err, TB_RUNTIME_ERROR, "numel: integer multiplication overflow");
    TB_TRY(tb_tensor_new(out, t->dtype, size, NULL, ndim, false, err));
    if (out->numel == 0)
        return TB_OK;
    b.move.shape.ndim = 0;
    for (int d = 0; d < ndim; d++) {
        const int64_t length = d < more ? 1 : t->size[d - more];
        add(&b, repeats->size[d], length * out->stride[d], 0);
        if (d >= more)
            add(&b, length, out->stride[d], t->stride[d - more]);
    }
    run(&b, out, t, lock);
    return TB_OK;
}

tb_status tb_tile(tb_tensor *out, const tb_tensor *t, const tb_shape *repeats, const tb_lock *lock,
                  tb_error *err)
{
    tb_shape wider;
    const int more = t->ndim - repeats->ndim;
    if (more <= 0)
        return tb_repeat(out, t, repeats, lock, err);
    wider.ndim = t->ndim;
    for (int d = 0; d < t->ndim; d++)
        wider.size[d] = d < more ? 1 : repeats->size[d - more];
    return tb_repeat(out, t, &wider, lock, err);
}

/* ---- repeat_interleave ---- */

/* Without a dimension all elements in their order: a view, or a copy where that is no view. */
static tb_status flattened(tb_tensor *flat, const tb_tensor *t, const int64_t *dim, tb_error *err)
{
    return dim ? tb_view_alias(flat, t, err) : tb_ravel(flat, t, err);
}

static tb_status repeat_along(tb_tensor *out, const tb_tensor *t, int64_t repeats, int axis,
                              const int64_t *output_size, const tb_lock *lock, tb_error *err)
{
    int64_t size[TB_MAX_DIMS], length;
    builder b;
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
    b.move.shape.ndim = 0;
    for (int d = 0; d < t->ndim; d++) {
        add(&b, t->size[d], d == axis ? repeats * out->stride[d] : out->stride[d], t->stride[d]);
        if (d == axis)
            add(&b, repeats, out->stride[d], 0);
    }
    run(&b, out, t, lock);
    return TB_OK;
}

tb_status tb_repeat_each(tb_tensor *out, const tb_tensor *t, int64_t repeats, const int64_t *dim,
                         const int64_t *output_size, const tb_lock *lock, tb_error *err)
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

/* For both dtypes: the sum of n numbers, `step` apart, no size if it overflows; and number i repeats[i]
 * times, from `to` up to `end`.  Few repeats are written without a look at how many they are. */
#define AT_ONCE 4
#define COUNTS(T)                                                                                 \
    static int64_t sum_##T(const T *repeats, int64_t step, int64_t n, bool *negative)             \
    {                                                                                             \
        int64_t total = 0;                                                                        \
        bool any = false, overflow = false;                                                       \
        for (int64_t i = 0; i < n; i++) {                                                         \
            overflow |= __builtin_add_overflow(total, (int64_t)repeats[i * step], &total);        \
            any |= repeats[i * step] < 0;                                                         \
        }                                                                                         \
        *negative = any;                                                                          \
        return overflow ? INT64_MIN : total;                                                      \
    }                                                                                             \
    static void spread_##T(const T *repeats, int64_t step, T *to, const T *end)                   \
    {                                                                                             \
        for (int64_t i = 0; to < end; i++) {                                                      \
            const int64_t count = repeats[i * step];                                              \
            int64_t done = 0;                                                                     \
            if (end - to >= AT_ONCE)                                                              \
                for (; done < AT_ONCE; done++)                                                    \
                    to[done] = (T)i;                                                              \
            for (; done < count; done++)                                                          \
                to[done] = (T)i;                                                                  \
            to += count;                                                                          \
        }                                                                                         \
    }
COUNTS(int32_t)
COUNTS(int64_t)
#undef COUNTS

/* The sum of all, checked. */
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
        return tb_fail(err, TB_NOT_IMPLEMENTED_ERROR, "\"repeat_interleave_cpu\" not implemented for '%s'",
                       tb_dtypes[dtype].scalar_type);
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

/* One number for all is that number for each. */
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
    tb_indexed call;
    TB_TRY(tb_repeat_indices(&index, counts, output_size, err));
    tb_indexed_init(&call, TB_INDEX_SELECT);
    call.form = TB_FORM_NEW;
    call.self = t;
    call.index = &index;
    call.dim = dim;
    call.out = out;
    tb_status status = tb_indexed_prepare(&call, err);
    if (status == TB_OK)
        status = tb_indexed_run(&call, err);
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
