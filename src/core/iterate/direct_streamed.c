/* direct_streamed.c: the strategies whose rows are where they are and whose results go past the caches:
 *
 *     torch.add(a, b, out=c)       of 16 Mi float32: the kernel streams whole cache lines itself
 *     torch.maximum(a, b, out=c)   another kernel computes 2 KiB into a tile, which is then streamed, and so on
 *     c.copy_(a)                   is streamed from `a`, without a kernel */
#include "core/base/frame.h"
#include "core/base/strategies.h"
#include "core/iterate/rows.h"
#include "core/iterate/stream.h"

#include <stdalign.h>
#include <string.h>

_Static_assert(TB_STREAM_TILE_BYTES >= 16, "an element");
TB_FITS_FRAME(TB_STREAM_TILE_BYTES);

static int run_streaming_kernel(const tb_iteration *iteration, const tb_rows *rows, void *state)
{
    (void)state;
    return tb_call_streaming_kernel(iteration->body, rows->p, rows->inner, rows->outer, rows->n, rows->rows);
}

/* Computes a few rows, or a piece of one, at a time into a tile, and streams the tile to memory. */
static int stream_by_tile(const tb_iteration *iteration, const tb_rows *all, void *stream)
{
    const tb_loop_body *body = iteration->body;
    const int nop = iteration->plan->nop;
    const int64_t itemsize = body->transfer[0].tile_itemsize, room = TB_STREAM_TILE_BYTES / itemsize;
    const int64_t step = tb_min(all->n, room), high = room / step;
    int64_t outer[TB_MAX_OPERANDS];
    alignas(TB_CACHE_LINE) char tile[TB_STREAM_TILE_BYTES];

    memcpy(outer, all->outer, (size_t)nop * sizeof *outer);
    outer[0] = step * itemsize;
    for (int64_t j = 0; j < all->rows; j += high)
        for (int64_t i = 0; i < all->n; i += step) {
            const int64_t n = tb_min(all->n - i, step), rows = tb_min(all->rows - j, high);
            char *p[TB_MAX_OPERANDS] = {tile};
            for (int k = 1; k < nop; k++)
                p[k] = all->p[k] + j * all->outer[k] + i * all->inner[k];
            const int code = body->kernel(p, all->inner, outer, n, rows, &body->context);
            if (code)
                return code;
            tb_stream_rows(stream, all->p[0] + j * all->outer[0] + i * itemsize, all->outer[0], tile,
                           outer[0], n * itemsize, rows);
        }
    return 0;
}

int tb_run_direct_streamed(const tb_iteration *iteration, int64_t first, int64_t last)
{
    tb_stream stream = {.held = 0};
    int code;
    if (iteration->kernel_streams) {
        TB_TOOK(DIRECT_STREAMED_BY_KERNEL);
        code = tb_each_rows(iteration, first, last, run_streaming_kernel, NULL);
    } else {
        TB_TOOK(DIRECT_STREAMED);
        code = tb_each_rows(iteration, first, last, stream_by_tile, &stream);
    }
    tb_stream_end(&stream);
    return code;
}

static int stream_copy(const tb_iteration *iteration, const tb_rows *rows, void *stream)
{
    tb_stream_rows(stream, rows->p[0], rows->outer[0], rows->p[1], rows->outer[1],
                   rows->n * iteration->body->transfer[0].memory_itemsize, rows->rows);
    return 0;
}

int tb_run_streamed_copy(const tb_iteration *iteration, int64_t first, int64_t last)
{
    tb_stream stream = {.held = 0};
    TB_TOOK(STREAMED_COPY);
    tb_each_rows(iteration, first, last, stream_copy, &stream);
    tb_stream_end(&stream);
    return 0;
}
