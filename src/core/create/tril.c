/* tril.c: see tril.h.  One loop over the rows of all matrices copies the part that is kept and zeroes the
 * rest; if rows are not contiguous in both tensors, the whole tensor is copied first. */
#include "core/create/tril.h"
#include "core/base/arithmetic.h"
#include "core/base/tuning.h"
#include "core/copy/clone.h"
#include "core/pack/pack.h"
#include "core/plan/cursor.h"
#include "core/iterate/parallel.h"
#include "core/iterate/stream.h"
#include "core/memory/overlap.h"

#include <string.h>

static tb_status prepare(void *tril, tb_error *err)
{
    tb_tril *call = tril;
    const bool upper = call->part == TB_UPPER, whole = call->part == TB_WHOLE;
    call->in_step = 1;
    tb_set_shape(&call->shape, call->in);
    call->out->dtype = call->in->dtype;
    if (call->in->ndim < 2 && !whole)
        return tb_fail(err, TB_RUNTIME_ERROR, "tri%c: input tensor must have at least 2 dimensions",
                       upper ? 'u' : 'l');
    TB_TRY(tb_output_check_dtype(call->out, err));
    tb_output_fit(call->out, call->quiet ? 0 : TB_WARNING_RESIZE, &call->warnings);
    if (whole)
        TB_TRY(tb_output_check_writable(call->out, err));
    if (whole || call->in->numel == 0)
        return TB_OK;
    return tb_refuse_unsigned(call->in->dtype, upper ? "triu" : "tril", err);
}

/* ---- rows ---- */

/* Dimension 0 of the plan is the columns, dimension 1 the rows.  Operand 1 is read, and may be operand 0. */
typedef struct {
    const tb_plan *plan;
    int64_t boundary; /* the boundary column of row 0; it moves by one column per row */
    int64_t to_step, from_step; /* strides from column to column */
    int itemsize;
    bool upper;       /* keeps what is right of the boundary, rather than left of it */
    bool contiguous;  /* are the rows contiguous in both tensors? */
    bool is_short;    /* rows are short and adjacent: all are copied first, and their rest is zeroed then */
    bool stream;
} row_work;

/* Writes n elements, zeros if `from` is NULL. */
static inline void put(const row_work *w, tb_stream *stream, char *to, const char *from, int64_t n)
{
    static const char zeros[TB_TRIL_ZEROS];
    const int64_t bytes = n * w->itemsize;
    if (to == from)
        return;
    if (!w->contiguous)
        tb_copy_runs(to, w->to_step, from ? from : zeros, from ? w->from_step : 0, n, w->itemsize);
    else if (w->stream)
        for (int64_t i = 0; i < bytes; i += TB_TRIL_ZEROS)
            tb_stream_rows(stream, to + i, 0, from ? from + i : zeros, 0, tb_min(bytes - i, TB_TRIL_ZEROS),
                           1);
    else if (from)
        tb_copy_bytes(to, from, bytes);
    else
        memset(to, 0, (size_t)bytes);
}

/* Zeroes eight bytes at a time; the last eight overlap those before. */
static inline void zero_few(char *p, int64_t bytes)
{
    const uint64_t zero = 0;
    if (bytes >= 8) {
        for (int64_t i = 0; i + 8 < bytes; i += 8)
            memcpy(p + i, &zero, 8);
        memcpy(p + bytes - 8, &zero, 8);
    } else {
        for (int64_t i = 0; i < bytes; i++)
            p[i] = 0;
    }
}

/* Processes n rows of a matrix, beginning with row i. */
static void run_matrix(const row_work *w, tb_stream *stream, char *to, const char *from, int64_t i, int64_t n)
{
    const int64_t columns = w->plan->size[0], to_row = w->plan->stride[0][1],
                  from_row = w->plan->stride[1][1], boundary = w->boundary, itemsize = w->itemsize;
    const bool upper = w->upper;
    if (w->is_short && to != from)
        tb_copy_bytes(to, from, n * columns * itemsize);
    for (; n > 0; n--, i++, to += to_row, from += from_row) {
        const int64_t left = tb_max(0, tb_min(boundary + i, columns)), right = columns - left;
        if (w->is_short) {
            zero_few(upper ? to : to + left * itemsize, (upper ? left : right) * itemsize);
        } else if (upper) {
            put(w, stream, to, NULL, left);
            put(w, stream, to + left * w->to_step, from + left * w->from_step, right);
        } else {
            put(w, stream, to, from, left);
            put(w, stream, to + left * w->to_step, NULL, right);
        }
    }
}

/* Processes rows [first, last), counted through all matrices. */
static int run_rows(const void *work, int64_t first, int64_t last)
{
    const row_work *w = work;
    const tb_plan *plan = w->plan;
    tb_stream stream;
    tb_cursor at;
    stream.held = 0;
    if (plan->ndim == 2) { /* the overhead of a cursor shows in small calls */
        run_matrix(w, &stream, plan->data[0] + first * plan->stride[0][1],
                   plan->data[1] + first * plan->stride[1][1], first, last - first);
        first = last;
    } else {
        tb_cursor_locate(&at, plan, 1, 1, first);
    }
    while (first < last) {
        const int64_t n = tb_min(plan->size[1] - at.index[1], last - first);
        run_matrix(w, &stream, at.p[0], at.p[1], at.index[1], n);
        first += n;
        tb_cursor_advance(&at, plan, 1, n);
    }
    if (w->stream)
        tb_stream_end(&stream);
    return 0;
}

/* Iterates along columns if these are contiguous and rows are not, unless the order of writes matters. */
static void describe_rows(row_work *w, tb_plan *plan, const tb_tril *call, const tb_tensor *in, bool in_order)
{
    const tb_tensor *out = call->out->tensor;
    const int itemsize = in->itemsize, last = in->ndim - 1;
    const bool by_column =
        !in_order && last > 0 && out->stride[last] != 1 && out->stride[last - 1] < out->stride[last];
    tb_plan_begin(plan, 2);
    plan->data[0] = tb_data(out);
    plan->data[1] = tb_data(in);
    for (int i = 0; i <= last; i++) {
        const int d = by_column && i < 2 ? last - 1 + i : last - i;
        const bool single = in->size[d] == 1; /* then its stride may be any number */
        const int64_t stride[] = {single ? itemsize : out->stride[d] * itemsize,
                                  single ? itemsize : in->stride[d] * itemsize};
        tb_plan_append(plan, in->size[d], stride);
    }
    while (plan->ndim < 2) /* for a copy of the whole tensor */
        tb_plan_append(plan, 1, (const int64_t[]){itemsize, itemsize});
    const int64_t columns = plan->size[by_column], rows = plan->size[!by_column];
    const int64_t diagonal =
        call->part == TB_WHOLE ? columns : tb_max(-rows, tb_min(call->diagonal, columns));
    w->plan = plan;
    w->itemsize = itemsize;
    w->upper = call->part == TB_UPPER;
    w->boundary = w->upper ? diagonal : diagonal + 1;
    if (by_column) { /* the other triangle of the transpose is kept */
        w->upper = !w->upper;
        w->boundary = 1 - w->boundary;
    }
    w->to_step = plan->stride[0][0];
    w->from_step = plan->stride[1][0];
    w->contiguous = w->to_step == itemsize && w->from_step == itemsize;
}

static tb_status compute(void *tril, tb_error *err)
{
    const tb_tril *call = tril;
    const tb_tensor *in = call->in;
    tb_tensor *out = call->out->tensor;
    const bool dense = in->contiguous && out->contiguous;
    /* where elements share memory, the last value stays, as in torch */
    const bool in_order = in != out && !dense && !tb_is_non_overlapping(out);
    const bool copies_first = in != out && !dense && !in_order;
    const int64_t bytes = out->numel * out->itemsize;
    tb_status status = TB_OK;
    int code = 0;
    tb_plan plan;
    row_work w;
    if (bytes == 0)
        return TB_OK;
    if (call->part == TB_WHOLE && !in_order)
        return tb_copy_releasing(out, in, call->lock, err);
    describe_rows(&w, &plan, call, copies_first ? out : in, in_order);
    w.is_short = dense && plan.size[0] * w.itemsize <= TB_TRIL_SHORT_ROW;
    w.stream = dense && in != out && !w.is_short &&
               tb_should_stream(plan.data[0], bytes, 2 * bytes, TB_STREAM_STORED);
    const int64_t rows = tb_plan_product(&plan, 1, plan.ndim);
    const int64_t cost = tb_parallel_cost(out->numel, w.itemsize, 1);
    tb_storage *const storages[] = {out->storage, in->storage};
    if (copies_first) {
        tb_storage_retain(storages[0]); /* another thread may give `out` other memory */
        status = tb_copy_releasing(out, in, call->lock, err);
    }
    if (status == TB_OK && (cost < TB_POOL_LEAST || in_order))
        run_rows(&w, 0, rows);
    else if (status == TB_OK)
        code = tb_parallel_for_releasing(run_rows, &w, rows, 1, cost, storages, copies_first ? 1 : 2,
                                         call->lock);
    if (copies_first)
        tb_storage_release(storages[0]);
    return code == TB_RANGE_INTERRUPTED ? tb_fail_interrupted(err) : status;
}

const tb_family tb_tril_family = {.prepare = prepare, .compute = compute, .reads = {offsetof(tb_tril, in)}};
