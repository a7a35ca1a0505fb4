/* tril.c: see tril.h.  One loop over the rows of all matrices copies what is kept and zeroes the rest; where
 * rows are not contiguous on both sides everything is copied before, as any tensor is. */
#include "core/create/tril.h"
#include "core/base/arithmetic.h"
#include "core/base/tuning.h"
#include "core/call/output.h"
#include "core/iterate/copy.h"
#include "core/iterate/cursor.h"
#include "core/iterate/parallel.h"
#include "core/iterate/stream.h"
#include "core/memory/overlap.h"
#include "core/pointwise/pointwise.h"

#include <string.h>

tb_status tb_tril_prepare(tb_tril *call, tb_error *err)
{
    const bool upper = call->part == TB_UPPER, whole = call->part == TB_WHOLE;
    call->warnings = 0;
    call->resize = false;
    tb_set_shape(&call->shape, call->in);
    if (call->in->ndim < 2 && !whole)
        return tb_fail(err, TB_RUNTIME_ERROR, "tri%c: input tensor must have at least 2 dimensions",
                       upper ? 'u' : 'l');
    if (call->form == TB_FORM_OUT) {
        TB_TRY(tb_check_out_dtype(call->in->dtype, call->out->dtype, err));
        call->resize =
            tb_output_resizes(TB_FORM_OUT, call->out, &call->shape, TB_WARNING_RESIZE, &call->warnings);
        if (whole && !call->resize)
            TB_TRY(tb_check_writable(call->out, err));
    }
    if (whole || call->in->numel == 0)
        return TB_OK;
    return tb_refuse_unsigned(call->in->dtype, upper ? "triu" : "tril", err);
}

const char *tb_tril_warning_text(const void *call, unsigned warning, char *text, int64_t room)
{
    const tb_tensor *in = ((const tb_tril *)call)->in, *out = ((const tb_tril *)call)->out;
    (void)warning; /* there is one */
    return tb_resize_warning(text, room, out->size, out->ndim, in->size, in->ndim);
}

/* ---- rows ---- */

/* Dimension 0 of the plan are columns, dimension 1 rows.  Operand 1 is read, and may be operand 0. */
typedef struct {
    tb_plan plan;
    int64_t boundary; /* of row 0; it moves by one column a row */
    bool upper;       /* what is right of the boundary is kept, and not what is left of it */
    bool contiguous;  /* the rows, on both sides */
    bool together;    /* all rows of a matrix are copied whole before: they are short */
    bool stream;
    int itemsize;
} row_work;

/* n elements, zeros if `from` is NULL. */
static inline void put(const row_work *w, tb_stream *stream, char *to, const char *from, int64_t n)
{
    static const char zeros[TB_TRIL_ZEROS];
    const int64_t bytes = n * w->itemsize;
    if (to == from)
        return;
    if (!w->contiguous)
        tb_copy_runs(to, w->plan.stride[0][0], from ? from : zeros, from ? w->plan.stride[1][0] : 0, n,
                     w->itemsize);
    else if (w->stream)
        for (int64_t i = 0; i < bytes; i += TB_TRIL_ZEROS)
            tb_stream_rows(stream, to + i, 0, from ? from + i : zeros, 0, tb_min(bytes - i, TB_TRIL_ZEROS),
                           1);
    else if (from)
        memcpy(to, from, (size_t)bytes);
    else
        memset(to, 0, (size_t)bytes);
}

/* Rows [first, last), counted through all matrices. */
static int run_rows(const void *work, int64_t first, int64_t last)
{
    const row_work *w = work;
    const tb_plan *plan = &w->plan;
    const int64_t columns = plan->size[0];
    const int source = w->together ? 0 : 1; /* operand */
    tb_stream stream = {.held = 0};
    tb_cursor at;
    tb_cursor_locate(&at, plan, 1, 1, first);
    while (first < last) {
        const int64_t row = at.index[1], n = tb_min(plan->size[1] - row, last - first);
        if (w->together)
            memcpy(at.p[0], at.p[1], (size_t)(n * columns * w->itemsize));
        for (int64_t i = 0; i < n; i++) {
            const int64_t left = tb_max(0, tb_min(w->boundary + row + i, columns));
            char *to = at.p[0] + i * plan->stride[0][1], *to_right = to + left * plan->stride[0][0];
            const char *from = at.p[source] + i * plan->stride[source][1];
            put(w, &stream, to, w->upper ? NULL : from, left);
            put(w, &stream, to_right, w->upper ? from + left * plan->stride[source][0] : NULL,
                columns - left);
        }
        first += n;
        tb_cursor_advance(&at, plan, 1, n);
    }
    if (w->stream)
        tb_stream_end(&stream);
    return 0;
}

/* Along columns where they are what is contiguous, if the order does not matter. */
static void describe_rows(row_work *w, const tb_tril *call, const tb_tensor *in, bool in_order)
{
    const tb_tensor *out = call->out;
    const int itemsize = in->itemsize, last = in->ndim - 1;
    const bool by_column =
        !in_order && last > 0 && out->stride[last] != 1 && out->stride[last - 1] < out->stride[last];
    tb_plan *plan = &w->plan;
    tb_plan_begin(plan, 2);
    plan->data[0] = tb_data(out);
    plan->data[1] = tb_data(in);
    for (int i = 0; i <= last; i++) {
        const int d = by_column && i < 2 ? last - 1 + i : last - i;
        const bool single = in->size[d] == 1; /* its stride may be any number */
        const int64_t stride[] = {single ? itemsize : out->stride[d] * itemsize,
                                  single ? itemsize : in->stride[d] * itemsize};
        tb_plan_append(plan, in->size[d], stride);
    }
    while (plan->ndim < 2) /* of a whole tensor */
        tb_plan_append(plan, 1, (const int64_t[]){itemsize, itemsize});
    const int64_t columns = plan->size[by_column], rows = plan->size[!by_column];
    const int64_t diagonal =
        call->part == TB_WHOLE ? columns : tb_max(-rows, tb_min(call->diagonal, columns));
    w->itemsize = itemsize;
    w->contiguous = plan->stride[0][0] == itemsize && plan->stride[1][0] == itemsize;
    w->upper = call->part == TB_UPPER;
    w->boundary = w->upper ? diagonal : diagonal + 1;
    if (by_column) { /* it is the other part of the transpose that is kept */
        w->upper = !w->upper;
        w->boundary = 1 - w->boundary;
    }
}

/* The result has its memory, of which `in` has no part unless it is the result. */
static tb_status fill(const tb_tril *call, const tb_tensor *in, const tb_lock_callbacks *lock, tb_error *err)
{
    tb_tensor *out = call->out;
    const bool in_order = in != out && !tb_is_non_overlapping(out); /* the last value remains, as in torch */
    const bool dense = in != out && in->contiguous && out->contiguous;
    const int64_t bytes = out->numel * out->itemsize;
    tb_status status = TB_OK;
    row_work w;
    if (bytes == 0)
        return TB_OK;
    if (call->part == TB_WHOLE && !in_order)
        return tb_copy_releasing(out, in, lock, err);
    describe_rows(&w, call, dense || in_order ? in : out, in_order);
    w.together = dense && w.plan.size[0] * w.itemsize <= TB_TRIL_SHORT_ROW;
    w.stream = dense && !w.together && tb_should_stream(w.plan.data[0], bytes, 2 * bytes);
    /* it may get another one while it is copied without the lock */
    tb_storage *const storages[] = {tb_storage_retain(out->storage), in->storage};
    const int64_t rows = tb_plan_product(&w.plan, 1, w.plan.ndim);
    const int64_t cost = in_order ? 0 : tb_parallel_cost(out->numel, w.itemsize, 1);
    if (in != out && !dense && !in_order)
        status = tb_copy_releasing(out, in, lock, err);
    if (status == TB_OK)
        tb_parallel_for_releasing(run_rows, &w, rows, 1, cost, storages, 1 + dense, lock);
    tb_storage_release(storages[0]);
    return status;
}

tb_status tb_tril_run(tb_tril *call, const tb_lock_callbacks *lock, tb_error *err)
{
    const tb_output output = {call->form, call->out, call->in->dtype, call->resize, &call->shape, NULL};
    const tb_tensor *in = call->in;
    tb_tensor copy = {0};
    if (in != call->out && tb_output_must_copy(&output, in, false)) {
        TB_TRY(tb_clone(&copy, in, in->dtype, false, err));
        in = &copy;
    }
    tb_status status = tb_output_make(&output, err);
    if (status == TB_OK)
        status = tb_output_end(&output, fill(call, in, lock, err));
    tb_tensor_release(&copy);
    return status;
}
