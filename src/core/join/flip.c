/* flip.c: flip, rot90 and roll, see flip.h.  These are moves from the tensor to a new one: flip has negative
 * strides, and roll is one move for each block that stays together. */
#include "core/join/flip.h"
#include "core/copy/clone.h"
#include "core/iterate/copy.h"
#include "core/memory/view.h"

#include <inttypes.h>
#include <string.h>

/* ---- flip ---- */

/* Is a dimension flipped, and none that is not flipped contiguous?  Otherwise torch copies bytes. */
static bool flips_innermost(const tb_tensor *t, uint64_t set)
{
    bool flips = false, contiguous = false;
    for (int d = 0; d < t->ndim; d++) {
        const bool flipped = set >> d & 1 && t->size[d] > 1;
        flips |= flipped;
        contiguous |= t->size[d] > 1 && t->stride[d] == 1 && !flipped;
    }
    return flips && !contiguous;
}

tb_status tb_flip(tb_tensor *out, const tb_tensor *t, const tb_shape *dims, const tb_lock_callbacks *lock,
                  tb_error *err)
{
    int64_t stride[TB_MAX_DIMS];
    uint64_t set;
    tb_move move;
    TB_TRY(tb_wrap_dims(dims->size, dims->ndim, t->ndim, &set, err));
    if (t->numel > 0 && flips_innermost(t, set))
        TB_TRY(tb_refuse_unsigned(t->dtype, "flip_cpu", err));
    tb_preserve_strides(t->size, t->stride, t->ndim, stride);
    TB_TRY(tb_tensor_new(out, t->dtype, t->size, stride, t->ndim, false, err));
    if (out->numel == 0)
        return TB_OK;
    tb_move_begin(&move, out, t);
    for (int d = t->ndim; d-- > 0;) {
        const bool flips = set >> d & 1 && t->size[d] > 1;
        if (flips)
            move.plan.data[1] += (t->size[d] - 1) * t->stride[d] * t->itemsize;
        tb_move_add(&move, t->size[d], out->stride[d], flips ? -t->stride[d] : t->stride[d]);
    }
    return tb_made(out, tb_move_run(&move, lock, err));
}

static tb_status rotate_90(tb_tensor *out, const tb_tensor *t, const tb_shape *dims, int first, int second,
                           const tb_lock_callbacks *lock, tb_error *err)
{
    tb_tensor flipped;
    TB_TRY(tb_flip(&flipped, t, dims, lock, err));
    const tb_status status = tb_view_transpose(out, &flipped, first, second, err);
    tb_tensor_release(&flipped);
    return status;
}

tb_status tb_rot90(tb_tensor *out, const tb_tensor *t, int64_t k, const tb_shape *dims,
                   const tb_lock_callbacks *lock, tb_error *err)
{
    int first, second;
    if (dims->ndim != 2)
        return tb_fail(err, TB_RUNTIME_ERROR, "expected total rotation dims == 2, but got dims = %d",
                       dims->ndim);
    if (t->ndim < 2)
        return tb_fail(err, TB_RUNTIME_ERROR, "expected total dims >= 2, but got total dims = %d", t->ndim);
    TB_TRY(tb_wrap_dim(dims->size[0], t->ndim, &first, err));
    TB_TRY(tb_wrap_dim(dims->size[1], t->ndim, &second, err));
    if (first == second)
        return tb_fail(err, TB_RUNTIME_ERROR,
                       "expected rotation dims to be different, but got dim0 = %" PRId64
                       " and dim1 = %" PRId64,
                       dims->size[0], dims->size[1]);
    const int quarters = (int)((k % 4 + 4) % 4);
    if (quarters == 0)
        return tb_clone(out, t, t->dtype, false, err);
    if (quarters == 2)
        return tb_flip(out, t, dims, lock, err);
    const tb_shape flips = {.ndim = 1, .size = {quarters == 1 ? second : first}};
    return rotate_90(out, t, &flips, first, second, lock, err);
}

/* ---- roll ---- */

/* The source index of element 0 of each dimension. */
typedef struct {
    int64_t start[TB_MAX_DIMS];
} rolling;

/* The source index of element 0 along a dimension of size n. */
static int64_t start_of(int64_t shift, int64_t n)
{
    const int64_t by = shift % n;
    return by > 0 ? n - by : -by;
}

/* The strides of torch's cat of the two halves along d. */
static void cat_strides(const tb_tensor *t, int d, int64_t start, int64_t *stride)
{
    int64_t size[TB_MAX_DIMS];
    memcpy(size, t->size, (size_t)t->ndim * sizeof *size);
    size[d] = t->size[d] - start;
    tb_memory_format format = tb_suggest_format(size, stride, t->ndim);
    size[d] = start;
    if (tb_suggest_format(size, stride, t->ndim) != format)
        format = TB_CONTIGUOUS_FORMAT;
    tb_format_strides(format, t->size, NULL, t->ndim, stride);
}

/* Adds up all rolls of each dimension; `stride` follows torch's results, step by step. */
static tb_status add_rolls(const tb_tensor *t, const tb_shape *shifts, const tb_shape *dims, rolling *r,
                           int64_t *stride, tb_error *err)
{
    memset(r->start, 0, (size_t)t->ndim * sizeof *r->start);
    for (int i = 0; i < dims->ndim; i++) {
        int d;
        if (t->ndim == 0)
            return tb_fail(err, TB_INDEX_ERROR,
                           "Dimension specified as %" PRId64 " but tensor has no dimensions", dims->size[i]);
        TB_TRY(tb_wrap_dim(dims->size[i], t->ndim, &d, err));
        const int64_t size = t->size[d], start = start_of(shifts->size[i], size);
        cat_strides(t, d, start, stride);
        r->start[d] = (int64_t)(((uint64_t)r->start[d] + (uint64_t)start) % (uint64_t)size);
    }
    return TB_OK;
}

/* Rolls contiguous memory along one dimension of n steps of `inner` elements, as rows of two segments. */
static tb_status roll_rows(const tb_tensor *out, const tb_tensor *t, int64_t n, int64_t inner, int64_t start,
                           const tb_lock_callbacks *lock, tb_error *err)
{
    const int64_t step = inner * t->itemsize, row = n * step;
    const tb_segment segment[] = {{tb_data(t) + start * step, row - start * step, row},
                                  {tb_data(t), start * step, row}};
    tb_storage *const storages[] = {out->storage, t->storage};
    tb_segments work = {.to = tb_data(out),
                        .rows = t->numel * t->itemsize / row,
                        .row_bytes = row,
                        .n = start ? 2 : 1,
                        .segment = segment};
    return tb_segments_run(&work, storages, 2, lock, err);
}

/* Moves one block: along the rolled dimensions, the end of the source (bit set) or its beginning. */
static tb_status roll_block(const tb_tensor *out, const tb_tensor *t, const rolling *r, uint64_t ends,
                            const tb_lock_callbacks *lock, tb_error *err)
{
    tb_move move;
    tb_move_begin(&move, out, t);
    for (int d = t->ndim; d-- > 0;) {
        const int64_t start = r->start[d], left = t->size[d] - start;
        const bool end = start == 0 || ends >> d & 1;
        move.plan.data[0] += end ? 0 : left * out->stride[d] * t->itemsize;
        move.plan.data[1] += end ? start * t->stride[d] * t->itemsize : 0;
        tb_move_add(&move, end ? left : start, out->stride[d], t->stride[d]);
    }
    return tb_move_run(&move, lock, err);
}

static tb_status roll_all(const tb_tensor *out, const tb_tensor *t, const rolling *r,
                          const tb_lock_callbacks *lock, tb_error *err)
{
    uint64_t rolled = 0;
    int last = 0;
    for (int d = 0; d < t->ndim; d++) {
        if (r->start[d] == 0)
            continue;
        rolled |= UINT64_C(1) << d;
        last = d;
    }
    if (t->contiguous && out->contiguous && rolled && (rolled & (rolled - 1)) == 0)
        return roll_rows(out, t, t->size[last], t->stride[last], r->start[last], lock, err);
    for (uint64_t ends = rolled;; ends = (ends - 1) & rolled) { /* every subset */
        TB_TRY(roll_block(out, t, r, ends, lock, err));
        if (ends == 0)
            return TB_OK;
    }
}

/* torch rolls a contiguous tensor as if it had one dimension. */
static tb_status roll_flat(tb_tensor *out, const tb_tensor *t, int64_t shift, const tb_lock_callbacks *lock,
                           tb_error *err)
{
    tb_tensor copy = {0};
    const tb_tensor *source = t;
    if (!t->contiguous) {
        TB_TRY(tb_clone(&copy, t, t->dtype, false, err));
        source = &copy;
    }
    tb_status status = tb_tensor_new(out, t->dtype, t->size, NULL, t->ndim, false, err);
    if (status == TB_OK && t->numel != 0)
        status = tb_made(out, roll_rows(out, source, t->numel, 1, start_of(shift, t->numel), lock, err));
    tb_tensor_release(&copy);
    return status;
}

tb_status tb_roll(tb_tensor *out, const tb_tensor *t, const tb_shape *shifts, const tb_shape *dims,
                  const tb_lock_callbacks *lock, tb_error *err)
{
    int64_t stride[TB_MAX_DIMS];
    tb_tensor source;
    rolling r;
    if (shifts->ndim == 0)
        return tb_fail(err, TB_RUNTIME_ERROR, "`shifts` required");
    if (dims->ndim == 0 && shifts->ndim == 1)
        return roll_flat(out, t, shifts->size[0], lock, err);
    if (dims->ndim != shifts->ndim)
        return tb_fail(err, TB_RUNTIME_ERROR, "shifts and dimensions must align. shifts: %d, dims:%d",
                       shifts->ndim, dims->ndim);
    if (t->numel == 0)
        return tb_clone(out, t, t->dtype, true, err);
    memcpy(stride, t->stride, (size_t)t->ndim * sizeof *stride);
    TB_TRY(add_rolls(t, shifts, dims, &r, stride, err));
    TB_TRY(tb_view_alias(&source, t, err)); /* t may be changed between the blocks */
    tb_status status = tb_tensor_new(out, t->dtype, t->size, stride, t->ndim, false, err);
    if (status == TB_OK)
        status = tb_made(out, roll_all(out, &source, &r, lock, err));
    tb_tensor_release(&source);
    return status;
}
