/* product_one.c: one matrix product by packed panels.
 *
 * B is packed a block at a time, as much as the second-level cache holds; then panels of C's rows are
 * independent of one another, and so are parts of them.  Both steps are shared among the pool's threads. */
#include "core/base/tuning.h"
#include "core/linalg/one_product.h"
#include "core/memory/scratch.h"
#include "core/threads/pool.h"

#include <stdalign.h>
#include <string.h>

/* Columns [column, column + columns) of C from [depth_at, ... + depth) of the inner dimension. */
typedef struct {
    const tb_one_product *p;
    char *panels;
    int64_t column, columns, depth_at, depth;
    int64_t row_step, column_step; /* of a piece of C; column_step also of a piece of packing */
    int64_t across;                /* pieces side by side */
    int64_t b_row;                 /* of a panel */
} part;

static int64_t least(int64_t a, int64_t b) { return a < b ? a : b; }
static int64_t divided(int64_t a, int64_t b) { return (a + b - 1) / b; }

/* The kernel's `block` of a product, its B packed or not. */
static void multiply_block(const tb_one_product *p, char *c, const char *a, const char *b, int64_t b_row,
                           int64_t b_panel, int64_t m, int64_t n, int64_t depth, bool add)
{
    char *const scratch = tb_scratch_take();
    p->kernels->block(c, p->c.row, p->c.column, a, p->a.row, p->a.column, b, b_row, b_panel, m, n, depth, add,
                      scratch);
    tb_scratch_give(scratch);
}

static int pack_piece(const void *work, int64_t index)
{
    const part *w = work;
    const tb_one_product *p = w->p;
    const int64_t itemsize = p->kernels->itemsize, first = index * w->column_step;
    const int64_t at = w->depth_at * p->b.row + (w->column + first) * p->b.column;
    p->kernels->pack(w->panels + first * w->depth * itemsize, p->b.data + at * itemsize, p->b.row,
                     p->b.column, w->depth, least(w->column_step, w->columns - first));
    return 0;
}

static int block_piece(const void *work, int64_t index)
{
    const part *w = work;
    const tb_one_product *p = w->p;
    const int64_t itemsize = p->kernels->itemsize;
    const int64_t row = index / w->across * w->row_step, column = index % w->across * w->column_step;
    const int64_t c = row * p->c.row + (w->column + column) * p->c.column;
    const int64_t a = row * p->a.row + w->depth_at * p->a.column;
    multiply_block(p, p->c.data + c * itemsize, p->a.data + a * itemsize,
                   w->panels + column * w->depth * itemsize, w->b_row, w->depth * w->b_row,
                   least(w->row_step, p->m - row), least(w->column_step, w->columns - column), w->depth,
                   w->depth_at > 0);
    return 0;
}

static void pack(part *w)
{
    const int64_t wide = w->p->kernels->columns, panels = divided(w->columns, wide);
    const int threads = w->p->share ? tb_pool_enter(w->columns * w->depth * TB_WEIGHT_PACKED_PANEL) : 1;
    w->column_step = w->columns;
    if (threads == 1) {
        pack_piece(w, 0);
        return;
    }
    w->column_step = divided(panels, threads * TB_POOL_PIECES) * wide;
    tb_pool_run(pack_piece, w, (int)divided(w->columns, w->column_step));
}

/* Rows are cut first; columns where there are too few of them. */
static void multiply(part *w)
{
    const tb_one_product *p = w->p;
    const int64_t wide = p->kernels->columns, strip = p->kernels->rows, strips = divided(p->m, strip);
    const int64_t cost = tb_product_cost(p->kernels, p->m, w->columns, w->depth);
    const int threads = p->share ? tb_pool_enter(cost) : 1;
    w->row_step = p->m;
    w->column_step = w->columns;
    w->across = 1;
    if (threads == 1) {
        block_piece(w, 0);
        return;
    }
    const int64_t wanted = threads * TB_POOL_PIECES, down = least(strips, wanted);
    w->row_step = divided(strips, down) * strip;
    w->column_step = divided(divided(w->columns, wide), divided(wanted, down)) * wide;
    w->across = divided(w->columns, w->column_step);
    tb_pool_run(block_piece, w, (int)(divided(p->m, w->row_step) * w->across));
}

static int run_packed(const tb_one_product *p)
{
    alignas(TB_CACHE_LINE) char own[TB_MATMUL_STACK_BYTES];
    const int64_t wide = p->kernels->columns, itemsize = p->kernels->itemsize;
    const int64_t most = TB_MATMUL_BLOCK_BYTES / (TB_MATMUL_DEPTH * itemsize);
    const int64_t columns = least(divided(p->n, wide) * wide, most), depth = least(p->k, TB_MATMUL_DEPTH);
    tb_temporary temporary;
    part w = {.p = p, .b_row = wide * (p->kernels->lanes ? 1 : 2)};
    if (!tb_temporary_get(&temporary, own, sizeof own, columns * depth * itemsize))
        return 1;
    w.panels = temporary.start;
    for (w.column = 0; w.column < p->n; w.column += columns)
        for (w.depth_at = 0; w.depth_at < p->k; w.depth_at += depth) {
            w.columns = least(columns, p->n - w.column);
            w.depth = least(depth, p->k - w.depth_at);
            pack(&w);
            multiply(&w);
        }
    tb_block_put(&temporary.block);
    return 0;
}

/* Is B read too few times to be worth packing? */
static bool may_read_directly(const tb_one_product *p)
{
    const int lanes = p->kernels->lanes;
    return lanes && p->m <= TB_MATMUL_DIRECT_ROWS && p->b.column == 1 && p->n % lanes == 0 &&
           p->k <= TB_MATMUL_DEPTH;
}

static void clear(const tb_one_product *p)
{
    const int64_t itemsize = p->kernels->itemsize;
    for (int64_t i = 0; i < p->m; i++)
        for (int64_t j = 0; j < p->n; j++)
            memset(p->c.data + (i * p->c.row + j * p->c.column) * itemsize, 0, (size_t)itemsize);
}

/* The transposed product. */
static tb_one_product exchanged(const tb_one_product *p)
{
    return (tb_one_product){
        .kernels = p->kernels,
        .m = p->n,
        .n = p->m,
        .k = p->k,
        .a = {p->b.data, p->b.column, p->b.row},
        .b = {p->a.data, p->a.column, p->a.row},
        .c = {p->c.data, p->c.column, p->c.row},
        .share = p->share,
    };
}

/* Is C better computed transposed?  Its rows should be contiguous, and a panel full. */
static bool should_exchange(const tb_one_product *p)
{
    if (p->n < p->kernels->columns && p->m > p->n && p->m > p->kernels->columns)
        return true;
    return p->c.row == 1 && p->c.column != 1 && p->m >= p->kernels->columns;
}

int tb_one_product_run(const tb_one_product *p)
{
    if (p->k == 0) {
        clear(p);
        return 0;
    }
    if (p->m * p->n <= TB_MATMUL_SMALL && tb_saturating_mul(p->m * p->n, p->k) <= TB_MATMUL_SMALL) {
        p->kernels->small(p->c.data, p->c.row, p->c.column, p->a.data, p->a.row, p->a.column, p->b.data,
                          p->b.row, p->b.column, p->m, p->n, p->k);
        return 0;
    }
    if (p->m == 1 || p->n == 1)
        return tb_one_vector_run(p);
    if (tb_one_few_run(p))
        return 0;
    if (!should_exchange(p) && may_read_directly(p)) {
        multiply_block(p, p->c.data, p->a.data, p->b.data, p->b.row, p->kernels->columns, p->m, p->n, p->k,
                       false);
        return 0;
    }
    if (!should_exchange(p))
        return run_packed(p);
    const tb_one_product other = exchanged(p);
    return run_packed(&other);
}
