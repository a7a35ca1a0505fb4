/* pad.c: see pad.h.  The tensor is moved to its place.  Then each dimension, from the last one on, gets its two
 * borders, from what is there by then: moves within `out`, of which reflection goes backwards, and replication stays
 * in its place. */
#include "core/join/pad.h"
#include "core/copy/fill.h"
#include "core/iterate/copy.h"

typedef struct {
    tb_tensor *out;
    const tb_tensor *t;
    const tb_padding *padding;
    const tb_scalar *value;
    const tb_lock_callbacks *lock;
} filling;

bool tb_can_pad(const tb_tensor *t, const tb_padding *padding)
{
    for (int d = 0; d < t->ndim; d++) {
        const int64_t n = t->size[d], most = tb_max(padding->before[d], padding->after[d]);
        int64_t sum;
        if (padding->before[d] < 0 || padding->after[d] < 0 ||
            __builtin_add_overflow(padding->before[d], padding->after[d], &sum) ||
            __builtin_add_overflow(sum, n, &sum))
            return false;
        if (padding->mode != TB_PAD_CONSTANT && most > 0 &&
            (padding->mode == TB_PAD_REFLECT ? most >= n : n == 0))
            return false;
    }
    return true;
}

/* Dimensions above d are whole already, those below have only t's elements. */
static int64_t size_of(const filling *p, int e, int d) { return e > d ? p->out->size[e] : p->t->size[e]; }
static int64_t start_of(const filling *p, int e, int d) { return e > d ? 0 : p->padding->before[e]; }

static tb_status fill_border(const filling *p, int d, int64_t at, int64_t n, tb_error *err)
{
    const tb_tensor *out = p->out;
    int64_t size[TB_MAX_DIMS], offset = out->offset;
    tb_tensor view;
    for (int e = 0; e < out->ndim; e++) {
        size[e] = e == d ? n : size_of(p, e, d);
        offset += (e == d ? at : start_of(p, e, d)) * out->stride[e];
    }
    TB_TRY(tb_tensor_view(&view, out->storage, out->dtype, size, out->stride, out->ndim, offset, err));
    const tb_status status = tb_fill_releasing(&view, p->value, p->lock, err);
    tb_tensor_release(&view);
    return status;
}

/* n elements of dimension d at `at`, from those at `from`, `from + step`, ... */
static tb_status move_border(const filling *p, int d, int64_t at, int64_t n, int64_t from, int64_t step,
                             tb_error *err)
{
    const tb_tensor *out = p->out;
    int64_t start = 0;
    tb_move move;
    tb_move_begin(&move, out, out);
    for (int e = out->ndim; e-- > 0;) {
        const int64_t size = e == d ? n : size_of(p, e, d);
        start += e == d ? 0 : start_of(p, e, d) * out->stride[e];
        tb_move_add(&move, size, out->stride[e], e == d ? step * out->stride[e] : out->stride[e]);
    }
    move.plan.data[0] += (start + at * out->stride[d]) * out->itemsize;
    move.plan.data[1] += (start + from * out->stride[d]) * out->itemsize;
    return tb_move_run(&move, p->lock, err);
}

/* One of the borders of dimension d: n elements. */
static tb_status make_border(const filling *p, int d, bool is_left, int64_t n, tb_error *err)
{
    const int64_t size = p->t->size[d], first = p->padding->before[d], end = first + size,
                  at = is_left ? 0 : end;
    switch (p->padding->mode) {
    case TB_PAD_CONSTANT:
        return fill_border(p, d, at, n, err);
    case TB_PAD_REFLECT:
        return move_border(p, d, at, n, is_left ? 2 * first : end - 2, -1, err);
    case TB_PAD_REPLICATE:
        return move_border(p, d, at, n, is_left ? first : end - 1, 0, err);
    case TB_PAD_CIRCULAR:
        for (int64_t done = 0; done < n; done += size) { /* again, if it is longer than t */
            const int64_t more = tb_min(n - done, size), to = is_left ? first - done - more : end + done;
            TB_TRY(move_border(p, d, to, more, is_left ? to + size : to - size, 1, err));
        }
    }
    return TB_OK;
}

static tb_status fill(const filling *p, tb_error *err)
{
    const tb_tensor *t = p->t;
    bool is_skipped[TB_MAX_DIMS]; /* as there are no elements; fill_border also checks the value */
    if (t->numel > 0) {
        tb_move move;
        tb_move_begin(&move, p->out, t);
        for (int d = t->ndim; d-- > 0;) {
            move.plan.data[0] += p->padding->before[d] * p->out->stride[d] * t->itemsize;
            tb_move_add(&move, t->size[d], p->out->stride[d], t->stride[d]);
        }
        TB_TRY(tb_move_run(&move, p->lock, err));
    }
    for (int d = 0; d < t->ndim; d++)
        is_skipped[d] =
            p->padding->mode != TB_PAD_CONSTANT && d > 0 && (is_skipped[d - 1] || t->size[d - 1] == 0);
    for (int d = t->ndim; d-- > 0;) {
        if (p->padding->before[d] && !is_skipped[d])
            TB_TRY(make_border(p, d, true, p->padding->before[d], err));
        if (p->padding->after[d] && !is_skipped[d])
            TB_TRY(make_border(p, d, false, p->padding->after[d], err));
    }
    return TB_OK;
}

tb_status tb_pad(tb_tensor *out, const tb_tensor *t, const tb_padding *padding, const tb_scalar *value,
                 tb_memory_format format, const tb_lock_callbacks *lock, tb_error *err)
{
    int64_t size[TB_MAX_DIMS], stride[TB_MAX_DIMS], numel;
    if (!tb_can_pad(t, padding))
        return tb_fail(err, TB_RUNTIME_ERROR, "pad: the tensor has too few elements for these pads");
    for (int d = 0; d < t->ndim; d++)
        size[d] = padding->before[d] + t->size[d] + padding->after[d];
    TB_TRY(tb_check_format(format, t->ndim, err));
    TB_TRY(tb_check_sizes(size, t->ndim, t->itemsize, &numel, err));
    tb_format_strides(format, size, NULL, t->ndim, stride);
    TB_TRY(tb_tensor_new(out, t->dtype, size, stride, t->ndim, false, err));
    if (numel == 0 && padding->mode != TB_PAD_CONSTANT)
        return TB_OK;
    return tb_made(out, fill(&(filling){out, t, padding, value, lock}, err));
}
