/* product_one.c: one matrix product by packed panels.
 *
 * B is packed a block at a time, as much as the second-level cache holds; then the panels of C's rows are
 * independent of each other, and so are parts of them.  The pool's threads share both steps.  If a matrix is
 * multiplied by its own transpose, the elements below the diagonal are copied from above. */
#include "core/base/caches.h"
#include "core/base/frame.h"
#include "core/base/strategies.h"
#include "core/base/tuning.h"
#include "core/pack/pack.h"
#include "core/iterate/parallel.h"
#include "core/linalg/one_product.h"
#include "core/memory/scratch.h"

#include <stdalign.h>
#include <string.h>

/* Rows [0, rows) of columns [column, column + columns) of C, from [depth_at, ... + depth) of the inner
 * dimension. */
typedef struct {
    const tb_one_product *p;
    char *panels;
    int64_t rows, column, columns, depth_at, depth;
    int64_t strips, group; /* of C: strips of a kernel's rows, by columns that a piece has at most */
} part;

/* Calls the kernel's `block` for a product whose B is packed or not. */
static void multiply_block(const tb_one_product *p)
{
    char *const scratch = tb_scratch_take();
    p->kernels->block(p, scratch);
    tb_scratch_give(scratch);
}

/* Packs columns [first, last) of the part into panels. */
static int pack_range(const void *work, int64_t first, int64_t last)
{
    const part *w = work;
    const tb_one_product *p = w->p;
    const int64_t itemsize = p->kernels->itemsize;
    const int64_t at = w->depth_at * p->b.row + (w->column + first) * p->b.column;
    p->kernels->pack(w->panels + first * w->depth * itemsize, p->b.data + at * itemsize, p->b.row,
                     p->b.column, w->depth, last - first);
    return 0;
}

static void multiply_rows(const part *w, int64_t row, int64_t rows, int64_t column, int64_t columns)
{
    const tb_one_product *p = w->p;
    const int64_t itemsize = p->kernels->itemsize;
    const int64_t b_row = p->kernels->columns * (p->kernels->lanes ? 1 : 2); /* of a panel */
    tb_one_product some = {
        .kernels = p->kernels, .m = rows, .n = columns, .k = w->depth, .a = p->a, .c = p->c};
    some.a.data += (row * p->a.row + w->depth_at * p->a.column) * itemsize;
    some.b = (tb_matrix){w->panels + column * w->depth * itemsize, b_row, w->depth * b_row};
    some.c.data += (row * p->c.row + (w->column + column) * p->c.column) * itemsize;
    some.add = w->depth_at > 0;
    multiply_block(&some);
}

/* Computes strips [first, last), counted through the groups of columns; whole groups in one call. */
static int multiply_range(const void *work, int64_t first, int64_t last)
{
    const part *w = work;
    const int64_t high = w->p->kernels->rows;
    for (int64_t end; first < last; first = end) {
        const int64_t group = first / w->strips, strip = first % w->strips, column = group * w->group;
        const int64_t groups = strip == 0 ? tb_max((last - first) / w->strips, 1) : 1;
        end = tb_min(last, (group + groups) * w->strips);
        multiply_rows(w, strip * high, tb_min((end - first) * high, w->rows - strip * high), column,
                      tb_min(groups * w->group, w->columns - column));
    }
    return 0;
}

/* Divides the rows first, and the columns if there are too few rows. */
static void multiply(part *w)
{
    const tb_one_product *p = w->p;
    const int64_t cost = tb_product_cost(p->kernels, w->rows, w->columns, w->depth);
    const int64_t wide = p->kernels->columns, pieces = tb_parallel_threads(cost) * TB_POOL_PIECES;
    if (cost < TB_POOL_LEAST) {
        multiply_rows(w, 0, w->rows, 0, w->columns);
        return;
    }
    w->strips = tb_div_up(w->rows, p->kernels->rows);
    w->group = tb_div_up(tb_div_up(w->columns, wide), tb_div_up(pieces, w->strips)) * wide;
    tb_parallel_for(multiply_range, w, w->strips * tb_div_up(w->columns, w->group), 1, cost);
}

/* ---- A times its own transpose ---- */

/* Does B equal the transpose of A?  Then C is symmetric to the bit: a tile adds up the same products in the
 * same order on both sides. */
static bool is_symmetric(const tb_one_product *p)
{
    return p->m == p->n && p->n >= 2 * TB_MATMUL_MIRRORED && p->k >= TB_MATMUL_MIRRORED &&
           p->a.data == p->b.data && p->a.row == p->b.column && p->a.column == p->b.row;
}

/* Rows and columns of C that are transposed at a time, through a tile. */
enum { SIDE = 32, SIDE_BYTES = SIDE * SIDE * 8 };
static int64_t mirrored_side(const tb_one_product *p) { return p->kernels->itemsize > 8 ? SIDE / 2 : SIDE; }

/* Copies strips [first, last) of the part's columns to rows, as far as they are above the diagonal. */
static int mirror_range(const void *work, int64_t first, int64_t last)
{
    const part *w = work;
    const int itemsize = w->p->kernels->itemsize;
    const int64_t row = w->p->c.row * itemsize, column = w->p->c.column * itemsize;
    const int64_t down[] = {row, column}, across[] = {column, row};
    const int64_t side = mirrored_side(w->p);
    alignas(TB_CACHE_LINE) char tile[SIDE_BYTES];
    for (; first < last; first++) {
        const int64_t strip = first * side, here = w->column + strip;
        for (int64_t at = 0; at < w->column; at += side) {
            const int64_t size[] = {tb_min(side, w->column - at), tb_min(side, w->columns - strip)};
            char *const c = w->p->c.data;
            tb_pack(tile, c + at * row + here * column, size, down, 2, itemsize);
            tb_unpack(c + here * row + at * column, across, tile, size, 2, itemsize);
        }
    }
    return 0;
}

/* ---- blocks of columns ---- */

_Static_assert(TB_MATMUL_MIRRORED % TB_MATMUL_MOST_COLUMNS == 0, "blocks are whole panels");
TB_FITS_FRAME(TB_MATMUL_STACK_BYTES);

static int run_packed(const tb_one_product *p)
{
    alignas(TB_CACHE_LINE) char own[TB_MATMUL_STACK_BYTES];
    const bool symmetric = is_symmetric(p);
    const int64_t wide = p->kernels->columns, itemsize = p->kernels->itemsize;
    const int64_t panels =
        tb_caches.second / TB_MATMUL_BLOCK_PART / (TB_MATMUL_DEPTH * itemsize * TB_MATMUL_MOST_COLUMNS);
    const int64_t most = symmetric ? TB_MATMUL_MIRRORED : tb_max(panels, 1) * TB_MATMUL_MOST_COLUMNS;
    const int64_t columns = tb_min(tb_div_up(p->n, wide) * wide, most), depth = tb_min(p->k, TB_MATMUL_DEPTH);
    tb_temporary temporary;
    part w = {.p = p};
    if (!tb_temporary_get(&temporary, own, sizeof own, columns * depth * itemsize))
        return 1;
    w.panels = temporary.start;
    if (symmetric)
        TB_TOOK(PRODUCT_SYMMETRIC);
    else
        TB_TOOK(PRODUCT_PACKED);
    for (w.column = 0; w.column < p->n; w.column += columns) {
        w.columns = tb_min(columns, p->n - w.column);
        w.rows = symmetric ? w.column + w.columns : p->m;
        for (w.depth_at = 0; w.depth_at < p->k; w.depth_at += depth) {
            w.depth = tb_min(depth, p->k - w.depth_at);
            tb_parallel_for(pack_range, &w, w.columns, wide, w.columns * w.depth * TB_WEIGHT_PACKED_PANEL);
            multiply(&w);
        }
        if (symmetric)
            tb_parallel_for(mirror_range, &w, tb_div_up(w.columns, mirrored_side(p)), 1,
                            w.columns * w.column);
    }
    tb_block_put(&temporary.block);
    return 0;
}

/* Is B read too few times to be worth packing, or small enough to be read where it is? */
static bool may_read_directly(const tb_one_product *p)
{
    const int lanes = p->kernels->lanes;
    return lanes && p->b.column == 1 && p->k <= TB_MATMUL_DEPTH &&
           (p->kernels->masked || p->n % lanes == 0) &&
           (p->m <= TB_MATMUL_DIRECT_ROWS ||
            (2 * p->n >= lanes && p->n * p->k * p->kernels->itemsize <= TB_MATMUL_DIRECT_BYTES));
}

/* Computes rows [first, last) of C. */
static int direct_range(const void *work, int64_t first, int64_t last)
{
    tb_one_product some = *(const tb_one_product *)work;
    some.m = last - first;
    some.a.data += first * some.a.row * some.kernels->itemsize;
    some.c.data += first * some.c.row * some.kernels->itemsize;
    multiply_block(&some);
    return 0;
}

static void run_direct(const tb_one_product *p)
{
    tb_one_product direct = *p;
    const int64_t cost = tb_product_cost(p->kernels, p->m, p->n, p->k);
    direct.b.column = p->kernels->columns;
    if (cost < TB_POOL_LEAST)
        multiply_block(&direct);
    else
        tb_parallel_for(direct_range, &direct, p->m, p->kernels->rows, cost);
}

static void clear(const tb_one_product *p)
{
    const int64_t itemsize = p->kernels->itemsize;
    for (int64_t i = 0; i < p->m; i++)
        for (int64_t j = 0; j < p->n; j++)
            memset(p->c.data + (i * p->c.row + j * p->c.column) * itemsize, 0, (size_t)itemsize);
}

/* Swaps the operands: describes the transposed product. */
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
    };
}

/* Should C be computed transposed?  Its rows should be contiguous, and a panel full. */
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
    if (tb_one_product_is_dot(p)) {
        tb_one_dot_run(p);
        return 0;
    }
    if (tb_one_product_is_small(p)) {
        TB_TOOK(PRODUCT_SMALL);
        p->kernels->small(p);
        return 0;
    }
    if (tb_one_few_run(p)) {
        TB_TOOK(PRODUCT_FEW);
        return 0;
    }
    if (p->m == 1 || p->n == 1) {
        TB_TOOK(PRODUCT_VECTOR);
        return tb_one_vector_run(p);
    }
    const bool is_direct = may_read_directly(p);
    if (should_exchange(p) && !(is_direct && p->c.column == 1)) {
        const tb_one_product other = exchanged(p);
        return run_packed(&other);
    }
    if (!is_direct)
        return run_packed(p);
    TB_TOOK(PRODUCT_DIRECT);
    run_direct(p);
    return 0;
}
