/* tril.c: see tril.h.  Contiguous rows are copied and zeroed in one pass; in other layouts the rest is
 * zeroed in the copy, or in place, by rows or by columns, whichever is contiguous. */
#include "core/create/tril.h"
#include "core/base/tuning.h"
#include "core/call/output.h"
#include "core/iterate/cursor.h"
#include "core/iterate/parallel.h"
#include "core/iterate/stream.h"
#include "core/memory/overlap.h"
#include "core/pointwise/pointwise.h"

#include <string.h>

static tb_shape shape_of(const tb_tensor *t)
{
    tb_shape shape;
    shape.ndim = t->ndim;
    memcpy(shape.size, t->size, (size_t)t->ndim * sizeof *t->size);
    return shape;
}

/* Does out= get other sizes, those of `in`? */
static bool resizes(const tb_tril *call, unsigned *warnings)
{
    const tb_shape shape = shape_of(call->in);
    return tb_output_resizes(call->form, call->out, &shape, TB_WARNING_RESIZE, warnings);
}

tb_status tb_tril_prepare(tb_tril *call, tb_error *err)
{
    const tb_tensor *in = call->in, *out = call->out;
    call->warnings = 0;
    if (in->ndim < 2 && call->part != TB_WHOLE)
        return tb_fail(err, TB_RUNTIME_ERROR, "tri%c: input tensor must have at least 2 dimensions",
                       call->part == TB_UPPER ? 'u' : 'l');
    if (call->form == TB_FORM_OUT) {
        TB_TRY(tb_check_out_dtype(in->dtype, out->dtype, err));
        if (!resizes(call, &call->warnings) && call->part == TB_WHOLE)
            TB_TRY(tb_check_writable(out, err));
    }
    if (call->part == TB_WHOLE || in->numel == 0)
        return TB_OK;
    return tb_refuse_unsigned(in->dtype, call->part == TB_UPPER ? "triu" : "tril", err);
}

const char *tb_tril_warning_text(const void *call, unsigned warning, char *text, int64_t room)
{
    const tb_tensor *in = ((const tb_tril *)call)->in, *out = ((const tb_tril *)call)->out;
    (void)warning; /* there is one */
    return tb_resize_warning(text, room, out->size, out->ndim, in->size, in->ndim);
}

/* ---- rows ---- */

/* Rows of `columns` elements, `step` bytes each, in matrices of `rows` rows.  The boundary moves by one
 * element a row; what is left of it is kept, or (upper) what is right of it. */
typedef struct {
    char *to;
    const char *from; /* the same: in place */
    int64_t rows, columns, itemsize;
    int64_t boundary; /* of row 0 */
    bool upper, stream;
} row_work;

static void zero(const row_work *w, tb_stream *stream, char *to, int64_t bytes)
{
    static const char zeros[TB_TRIL_ZEROS];
    if (!w->stream) {
        memset(to, 0, (size_t)bytes);
        return;
    }
    for (int64_t i = 0; i < bytes; i += TB_TRIL_ZEROS)
        tb_stream_rows(stream, to + i, 0, zeros, 0, bytes - i < TB_TRIL_ZEROS ? bytes - i : TB_TRIL_ZEROS, 1);
}

static void keep(const row_work *w, tb_stream *stream, char *to, const char *from, int64_t bytes)
{
    if (to == from)
        return;
    if (w->stream)
        tb_stream_rows(stream, to, 0, from, 0, bytes, 1);
    else
        memcpy(to, from, (size_t)bytes);
}

static void zero_few(char *p, int64_t bytes)
{
    const uint64_t zero = 0;
    if (bytes < 8) {
        for (int64_t i = 0; i < bytes; i++)
            p[i] = 0;
        return;
    }
    for (int64_t i = 0; i + 8 < bytes; i += 8)
        memcpy(p + i, &zero, 8);
    memcpy(p + bytes - 8, &zero, 8);
}

/* Where the boundary is in row i. */
static inline int64_t boundary_in(int64_t boundary, int64_t i, int64_t columns)
{
    const int64_t at = boundary < columns - i ? boundary + i : columns; /* no overflow */
    return at < 0 ? 0 : at;
}

/* n rows from the i-th of a matrix on; they have been copied. */
static void zero_short_rows(row_work w, char *to, int64_t i, int64_t n)
{
    const int64_t bytes = w.columns * w.itemsize;
    for (; n > 0; n--, to += bytes) {
        const int64_t at = boundary_in(w.boundary, i, w.columns) * w.itemsize;
        if (w.upper)
            zero_few(to, at);
        else
            zero_few(to + at, bytes - at);
        if (++i == w.rows)
            i = 0;
    }
}

/* Rows [first, last), counted through all matrices. */
static void run_rows(const void *work, int64_t first, int64_t last)
{
    const row_work *w = work;
    const int64_t bytes = w->columns * w->itemsize;
    int64_t i = first % w->rows;
    char *to = w->to + first * bytes;
    const char *from = w->from + first * bytes;
    tb_stream stream = {.held = 0};
    if (bytes <= TB_TRIL_SHORT_ROW && !w->stream) {
        if (to != from)
            memcpy(to, from, (size_t)((last - first) * bytes));
        zero_short_rows(*w, to, i, last - first);
        return;
    }
    for (; first < last; first++, to += bytes, from += bytes) {
        const int64_t at = boundary_in(w->boundary, i, w->columns) * w->itemsize;
        if (w->upper) {
            zero(w, &stream, to, at);
            keep(w, &stream, to + at, from + at, bytes - at);
        } else {
            keep(w, &stream, to, from, at);
            zero(w, &stream, to + at, bytes - at);
        }
        if (++i == w->rows)
            i = 0;
    }
    if (w->stream)
        tb_stream_end(&stream);
}

/* Column 0's distance from the boundary in row 0: lower keeps up to the diagonal, upper from it on. */
static int64_t boundary_of(bool upper, int64_t diagonal)
{
    return upper || diagonal == INT64_MAX ? diagonal : diagonal + 1;
}

/* Both contiguous. */
static void run_contiguous(const tb_tril *call, const tb_lock_callbacks *lock)
{
    const tb_tensor *in = call->in, *out = call->out;
    const int64_t columns = in->size[in->ndim - 1], bytes = in->numel * in->itemsize;
    const row_work work = {.to = tb_data(out),
                           .from = tb_data(in),
                           .rows = in->size[in->ndim - 2],
                           .columns = columns,
                           .itemsize = in->itemsize,
                           .boundary = boundary_of(call->part == TB_UPPER, call->diagonal),
                           .upper = call->part == TB_UPPER,
                           .stream = tb_data(out) != tb_data(in) &&
                                     tb_should_stream(tb_data(out), bytes, 2 * bytes)};
    tb_storage *const storages[] = {out->storage, in->storage};
    const int64_t cost = tb_parallel_cost(in->numel, in->itemsize, 1);
    if (cost < TB_POOL_LEAST)
        run_rows(&work, 0, in->numel / columns);
    else
        tb_parallel_for_releasing(run_rows, &work, in->numel / columns, 1, cost, storages, 2, lock);
}

/* ---- other layouts ---- */

/* One matrix, in place. */
static void zero_matrix(char *data, int64_t rows, int64_t columns, int64_t row_step, int64_t column_step,
                        bool upper, int64_t boundary, int itemsize)
{
    for (int64_t i = 0; i < rows; i++, data += row_step) {
        const int64_t at = boundary_in(boundary, i, columns);
        char *p = upper ? data : data + at * column_step;
        const int64_t n = upper ? at : columns - at;
        if (column_step == itemsize)
            memset(p, 0, (size_t)(n * itemsize));
        else
            for (int64_t j = 0; j < n; j++, p += column_step)
                memset(p, 0, (size_t)itemsize);
    }
}

/* Everything beyond the diagonal, in any layout; t is not empty. */
static void zero_rest(const tb_tensor *t, const tb_tril *call)
{
    if (call->part == TB_WHOLE)
        return;
    const bool upper = call->part == TB_UPPER;
    const int n = t->ndim - 2;
    const int64_t rows = t->size[n], columns = t->size[n + 1];
    const int64_t row_step = t->stride[n] * t->itemsize, column_step = t->stride[n + 1] * t->itemsize;
    const bool by_column = row_step < column_step; /* then the triangle is the other one of the transpose */
    int64_t boundary = boundary_of(upper, call->diagonal);
    if (by_column) /* row i keeps columns below boundary + i: column j keeps rows above j - boundary */
        boundary = boundary < -INT64_MAX + 2 ? INT64_MAX : 1 - boundary;
    const tb_layout layout = {tb_data(t), t->size, t->stride, n, t->itemsize};
    tb_shape batch;
    tb_plan plan;
    tb_cursor at;
    batch.ndim = n;
    memcpy(batch.size, t->size, (size_t)n * sizeof *t->size);
    tb_plan_build(&plan, &batch, &layout, 1);
    tb_cursor_begin(&at, &plan, 0);
    do {
        if (by_column)
            zero_matrix(at.p[0], columns, rows, column_step, row_step, !upper, boundary, t->itemsize);
        else
            zero_matrix(at.p[0], rows, columns, row_step, column_step, upper, boundary, t->itemsize);
    } while (tb_cursor_advance(&at, &plan, 0, 1));
}

/* ---- the whole ---- */

/* Where several elements share memory: as in torch, the last value written remains. */
static tb_status run_shared(const tb_tril *call, tb_error *err)
{
    const tb_tensor *out = call->out;
    tb_tensor copy;
    tb_plan plan;
    tb_cursor at;
    TB_TRY(tb_clone(&copy, call->in, call->in->dtype, false, err));
    zero_rest(&copy, call);
    const tb_layout layout[] = {{tb_data(out), out->size, out->stride, out->ndim, out->itemsize},
                                {tb_data(&copy), copy.size, copy.stride, copy.ndim, copy.itemsize}};
    const tb_shape shape = shape_of(out);
    tb_plan_in_order(&plan, &shape, layout, 2);
    tb_cursor_begin(&at, &plan, 0);
    do
        memcpy(at.p[0], at.p[1], out->itemsize);
    while (tb_cursor_advance(&at, &plan, 0, 1));
    tb_tensor_release(&copy);
    return TB_OK;
}

/* out has the sizes of `in`, and nothing in common with it unless it is `in` itself. */
static tb_status fill(const tb_tril *call, const tb_lock_callbacks *lock, tb_error *err)
{
    const tb_tensor *in = call->in;
    tb_tensor *out = call->out;
    if (out->numel == 0)
        return TB_OK;
    if (in->contiguous && out->contiguous && call->part != TB_WHOLE) {
        run_contiguous(call, lock);
        return TB_OK;
    }
    if (in != out && !tb_is_non_overlapping(out))
        return run_shared(call, err);
    if (in != out)
        TB_TRY(tb_copy_releasing(out, in, lock, err));
    zero_rest(out, call);
    return TB_OK;
}

static tb_status run_out(tb_tril *call, const tb_lock_callbacks *lock, tb_error *err)
{
    const tb_tensor *in = call->in;
    tb_tensor *out = call->out, copy;
    const bool resize = !tb_same_sizes(out->size, out->ndim, in->size, in->ndim);
    const bool meets = resize ? tb_storages_overlap(out->storage, in->storage) : tb_extents_overlap(out, in);
    if (meets && in != out) { /* read from a private copy */
        tb_tril inner = *call;
        TB_TRY(tb_clone(&copy, in, in->dtype, false, err));
        inner.in = &copy;
        const tb_status status = run_out(&inner, lock, err);
        tb_tensor_release(&copy);
        return status;
    }
    if (resize)
        TB_TRY(tb_tensor_resize(out, in->size, NULL, in->ndim, err));
    return fill(call, lock, err);
}

tb_status tb_tril_run(tb_tril *call, const tb_lock_callbacks *lock, tb_error *err)
{
    const tb_tensor *in = call->in;
    if (call->form != TB_FORM_NEW)
        return run_out(call, lock, err);
    TB_TRY(tb_tensor_new(call->out, in->dtype, in->size, NULL, in->ndim, false, err));
    const tb_status status = fill(call, lock, err);
    if (status != TB_OK)
        tb_tensor_release(call->out);
    return status;
}
