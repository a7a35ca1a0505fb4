/* iteration.c: which strategy, and the direct one; see iterate.h. */
#include "core/base/frame.h"
#include "core/base/strategies.h"
#include "core/iterate/cursor.h"
#include "core/iterate/iterate.h"
#include "core/iterate/stream.h"

#include <stdalign.h>
#include <string.h>

/* ---- choosing ---- */

/* Contiguous ones or of one repeated element, without casts, and not too short? */
static bool has_plain_rows(const tb_plan *plan, const tb_loop_body *work)
{
    const int64_t n = plan->size[0], bytes = n * work->transfer[0].memory_itemsize;
    if (plan->ndim > (work->any_rows ? 2 : 1) && (n < TB_MIN_DIRECT_ROW || bytes < TB_MIN_DIRECT_BYTES))
        return false;
    if (plan->ndim > 2 && work->is_copy && !work->stream_output && bytes <= TB_COPY_MOST_RUN &&
        plan->stride[1][1] == 0 && plan->size[1] <= TB_COPY_FEW_REPEATS)
        return false; /* few repeats, which a tile has of many rows */
    for (int k = 0; k < plan->nop; k++) {
        const tb_transfer *transfer = &work->transfer[k];
        int64_t stride = plan->stride[k][0];
        if (transfer->cast[0] || (stride != transfer->memory_itemsize && (stride != 0 || k == 0)))
            return false;
    }
    return true;
}

/* Packing is faster for one operand that the caches hold, or beside a kernel that streams, for small
 * elements, and in the first-level cache. */
static bool can_run_strided(const tb_plan *plan, const tb_loop_body *work)
{
    const int least = work->exceeds_cache && !(work->stream_output && work->streaming_kernel) ? 1 : 2;
    if (!work->strided_kernel || plan->size[0] < TB_MIN_STRIDED_ROW ||
        tb_strided_operands(plan, work) < least)
        return false;
    int64_t reach = 0;
    bool apart = work->exceeds_cache;
    for (int k = 0; k < plan->nop; k++) {
        const tb_transfer *transfer = &work->transfer[k];
        const int64_t stride = plan->stride[k][0] < 0 ? -plan->stride[k][0] : plan->stride[k][0];
        if (transfer->cast[0] || (k > 0 && transfer->memory_itemsize < 4))
            return false;
        reach += plan->size[0] * stride;
        apart |= stride != transfer->memory_itemsize && stride >= TB_MIN_SPREAD_BYTES;
    }
    return apart && reach * tb_plan_product(plan, 1, plan->ndim) >= TB_MIN_STRIDED_BYTES;
}

void tb_iteration_init(tb_iteration *iteration, const tb_plan *plan, const tb_loop_body *work)
{
    iteration->plan = plan;
    iteration->work = work;
    bool direct = has_plain_rows(plan, work);
    if (!direct) {
        tb_tiles_init(iteration);
        direct = iteration->rows == 1 && can_run_strided(plan, work);
    }
    iteration->direct = direct;
    if (direct) {
        iteration->chunk = tb_min(plan->size[0], TB_DIRECT_PIECE);
        iteration->units = tb_plan_pieces(plan, 0, iteration->chunk);
    }
}

/* ---- DIRECT ---- */

_Static_assert(TB_STREAM_TILE_BYTES >= 16, "an element");
TB_FITS_FRAME(TB_STREAM_TILE_BYTES);

/* A kernel call over rows of n elements that are streamed: a few at a time into a tile, and from there to
 * memory.  What is only copied needs no kernel. */
static int run_streamed(tb_stream *stream, const tb_loop_body *work, int nop, char *const p[],
                        const int64_t inner[], const int64_t outer[], int64_t n, int64_t rows)
{
    const int64_t itemsize = work->transfer[0].tile_itemsize, room = TB_STREAM_TILE_BYTES / itemsize;
    const int64_t step = tb_min(n, room), high = room / step;
    int64_t stride[TB_MAX_OPERANDS];
    alignas(TB_CACHE_LINE) char tile[TB_STREAM_TILE_BYTES];

    if (work->is_copy && inner[1] == itemsize) {
        TB_TOOK(STREAMED_COPY);
        tb_stream_rows(stream, p[0], outer[0], p[1], outer[1], n * itemsize, rows);
        return 0;
    }
    TB_TOOK(DIRECT_STREAMED);
    memcpy(stride, outer, (size_t)nop * sizeof *stride);
    stride[0] = step * itemsize;
    for (int64_t j = 0; j < rows; j += high)
        for (int64_t i = 0; i < n; i += step) {
            const int64_t m = tb_min(n - i, step), r = tb_min(rows - j, high);
            char *q[TB_MAX_OPERANDS] = {tile};
            for (int k = 1; k < nop; k++)
                q[k] = p[k] + j * outer[k] + i * inner[k];
            int code = work->kernel(q, inner, stride, m, r, &work->context);
            if (code)
                return code;
            tb_stream_rows(stream, p[0] + j * outer[0] + i * itemsize, outer[0], tile, stride[0],
                           m * itemsize, r);
        }
    return 0;
}

static int run_direct(const tb_iteration *iteration, int64_t first, int64_t last)
{
    const tb_plan *plan = iteration->plan;
    const tb_loop_body *work = iteration->work;
    const bool whole_rows = iteration->chunk == plan->size[0];
    int64_t inner[TB_MAX_OPERANDS], outer[TB_MAX_OPERANDS];
    tb_cursor at;
    int code = 0;

    for (int k = 0; k < plan->nop; k++) {
        inner[k] = plan->stride[k][0];
        outer[k] = plan->ndim > 1 ? plan->stride[k][1] : 0;
        at.p[k] = plan->data[k] + first * outer[k];
    }
    if (tb_strided_operands(plan, work) == 0)
        TB_TOOK(DIRECT);
    else
        TB_TOOK(DIRECT_STRIDED);
    if (plan->ndim <= 2 && whole_rows && !work->stream_output) /* one call */
        return work->kernel(at.p, inner, outer, plan->size[0], last - first, &work->context);
    const int64_t itemsize = work->transfer[0].memory_itemsize;
    const bool streams = work->stream_output && inner[0] == itemsize,
               plain = tb_strided_operands(plan, work) == 0,
               together = whole_rows && plan->ndim > 1; /* rows in pieces go one by one */
    tb_stream stream = {.held = 0};
    tb_cursor_locate(&at, plan, 0, iteration->chunk, first);
    while (first < last && code == 0) {
        const int64_t n = tb_min(plan->size[0] - at.index[0], iteration->chunk),
                      rows = together ? tb_min(plan->size[1] - at.index[1], last - first) : 1;
        const bool itself =
            streams && plain && tb_kernel_streams(work, at.p[0], outer[0], n * itemsize, rows);
        if (itself)
            TB_TOOK(DIRECT_STREAMED_BY_KERNEL);
        code = itself    ? tb_call_streaming_kernel(work, at.p, inner, outer, n, rows)
               : streams ? run_streamed(&stream, work, plan->nop, at.p, inner, outer, n, rows)
                         : work->kernel(at.p, inner, outer, n, rows, &work->context);
        first += rows;
        tb_cursor_advance(&at, plan, together, together ? rows : n);
    }
    if (work->stream_output)
        tb_stream_end(&stream);
    return code;
}

/* ---- all ---- */

int tb_iteration_run(const tb_iteration *iteration, int64_t first, int64_t last)
{
    return (iteration->direct ? run_direct : tb_tiles_run)(iteration, first, last);
}
