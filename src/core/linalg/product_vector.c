/* product_vector.c: a matrix by a vector, and the dot product: memory is read once, in its own order.
 *
 * y = M x.  Where M's rows are contiguous they are summed in parts of TB_DOT_DEPTH, one after the other;
 * threads share the rows or, where there are few, the parts, whose sums are then added in the same
 * order. Where its columns are contiguous, threads share ranges of y.  Anything else is gathered part by
 * part. */
#include "core/base/tuning.h"
#include "core/kernels/kernels.h"
#include "core/linalg/one_product.h"
#include "core/memory/scratch.h"
#include "core/threads/pool.h"

#include <stdalign.h>
#include <string.h>

_Static_assert(TB_DOT_DEPTH * 16 <= TB_SCRATCH_BYTES, "a part of a row");

typedef struct {
    const tb_matmul_kernels *kernels;
    char *matrix, *x, *y;
    int64_t rows, depth;
    int64_t row, column, x_step, y_step;
    int64_t row_step; /* of a piece */
    int64_t parts;    /* of a row */
    char *sums;       /* where parts are pieces: rows of `parts` sums */
} vector;

static int64_t least(int64_t a, int64_t b) { return a < b ? a : b; }
static int64_t divided(int64_t a, int64_t b) { return (a + b - 1) / b; }

static int log2_size(int64_t itemsize)
{
    int log = 0;
    while (itemsize > 1 << log)
        log++;
    return log;
}

/* Rows [first, last) by part `at` of x, to y or added to it. */
static void dot_part(const vector *v, int64_t first, int64_t last, int64_t at, char *y, int64_t y_step,
                     bool add)
{
    const int64_t itemsize = v->kernels->itemsize, start = at * TB_DOT_DEPTH;
    const int64_t depth = least(TB_DOT_DEPTH, v->depth - start);
    const char *x = v->x + start * itemsize;
    const char *from = v->matrix + (first * v->row + start * v->column) * itemsize;
    if (v->column == 1) {
        v->kernels->dots(y, y_step, from, v->row, x, last - first, depth, add);
        return;
    }
    char *const line = tb_scratch_take();
    const tb_move_kernels *move = &tb_kernels_active->move[log2_size(itemsize)];
    for (int64_t i = first; i < last; i++) {
        move->gather(line, from, v->column * itemsize, depth);
        v->kernels->dots(y, 1, line, 0, x, 1, depth, add);
        from += v->row * itemsize;
        y += y_step * itemsize;
    }
    tb_scratch_give(line);
}

static int rows_piece(const void *work, int64_t index)
{
    const vector *v = work;
    const int64_t first = index * v->row_step, last = least(first + v->row_step, v->rows);
    char *y = v->y + first * v->y_step * v->kernels->itemsize;
    for (int64_t at = 0; at < v->parts; at++)
        dot_part(v, first, last, at, y, v->y_step, at > 0);
    return 0;
}

static int part_piece(const void *work, int64_t index)
{
    const vector *v = work;
    dot_part(v, index / v->parts, index / v->parts + 1, index % v->parts,
             v->sums + index * v->kernels->itemsize, 1, false);
    return 0;
}

static int columns_piece(const void *work, int64_t index)
{
    const vector *v = work;
    const int64_t itemsize = v->kernels->itemsize, first = index * v->row_step;
    v->kernels->columns_sum(v->y + first * itemsize, v->matrix + first * itemsize, v->column, v->x, v->x_step,
                            least(v->row_step, v->rows - first), v->depth);
    return 0;
}

/* A vector with contiguous elements: itself or a copy. */
static bool contiguous(const tb_matmul_kernels *kernels, const char *data, int64_t step, int64_t n,
                       tb_temporary *temporary, char *own, char **use)
{
    const int64_t itemsize = kernels->itemsize;
    *use = (char *)data;
    temporary->block = (tb_block){0};
    if (step == 1 || n == 1)
        return true;
    if (!tb_temporary_get(temporary, own, TB_MATVEC_STACK_BYTES, n * itemsize))
        return false;
    *use = temporary->start;
    tb_kernels_active->move[log2_size(itemsize)].gather(*use, data, step * itemsize, n);
    return true;
}

/* The sums of the parts, in the order in which one thread adds them. */
static void add_parts(const vector *v)
{
    const int64_t itemsize = v->kernels->itemsize;
    for (int64_t i = 0; i < v->rows; i++) {
        char *y = v->y + i * v->y_step * itemsize;
        const char *sum = v->sums + i * v->parts * itemsize;
        memcpy(y, sum, (size_t)itemsize);
        for (int64_t at = 1; at < v->parts; at++)
            v->kernels->add(y, sum + at * itemsize);
    }
}

/* Every part of every row a piece. */
static int share_parts(vector *v)
{
    tb_temporary temporary;
    const int64_t pieces = v->rows * v->parts;
    if (!tb_temporary_get(&temporary, NULL, 0, pieces * v->kernels->itemsize))
        return 1;
    v->sums = temporary.start;
    tb_pool_run(part_piece, v, (int)pieces);
    add_parts(v);
    tb_block_put(&temporary.block);
    return 0;
}

static int run_rows(vector *v, int threads)
{
    v->parts = divided(v->depth, TB_DOT_DEPTH);
    v->row_step = v->rows;
    if (threads == 1)
        return rows_piece(v, 0);
    if (v->rows < threads * TB_POOL_PIECES && v->parts > 1 && v->rows * v->parts <= TB_POOL_MOST_PIECES)
        return share_parts(v);
    v->row_step = divided(v->rows, threads * TB_POOL_PIECES);
    v->row_step = divided(v->row_step, 4) * 4;
    return tb_pool_run(rows_piece, v, (int)divided(v->rows, v->row_step));
}

static int run_columns(vector *v, int threads)
{
    v->row_step = v->rows;
    if (threads == 1)
        return columns_piece(v, 0);
    v->row_step = divided(divided(v->rows, threads * TB_POOL_PIECES), TB_CACHE_LINE) * TB_CACHE_LINE;
    if (v->row_step < TB_MATVEC_LEAST_COLUMN && v->rows >= threads * TB_MATVEC_LEAST_COLUMN)
        v->row_step = TB_MATVEC_LEAST_COLUMN;
    return tb_pool_run(columns_piece, v, (int)divided(v->rows, v->row_step));
}

static int run(vector *v, bool share)
{
    /* every element is waited for: memory counts, not arithmetic */
    const int64_t cost = tb_saturating_mul(tb_saturating_mul(v->rows, v->depth) / 4, v->kernels->itemsize);
    const int threads = share ? tb_pool_enter(cost) : 1;
    const bool columns = v->row == 1 && v->column != 1 && v->rows > 1;
    return columns ? run_columns(v, threads) : run_rows(v, threads);
}

/* y's elements are contiguous for sums of columns, x's for those of rows. */
int tb_one_vector_run(const tb_one_product *p)
{
    alignas(TB_CACHE_LINE) char own_x[TB_MATVEC_STACK_BYTES], own_y[TB_MATVEC_STACK_BYTES];
    const bool row = p->m == 1; /* of C: (B^T) a */
    const int64_t itemsize = p->kernels->itemsize;
    tb_temporary x = {.start = NULL}, y = {.start = NULL};
    vector v = {.kernels = p->kernels, .rows = row ? p->n : p->m, .depth = p->k};
    v.matrix = row ? p->b.data : p->a.data;
    v.row = row ? p->b.column : p->a.row;
    v.column = p->k == 1 ? 1 : row ? p->b.row : p->a.column;
    v.x_step = row ? p->a.column : p->b.row;
    v.y_step = row ? p->c.column : p->c.row;
    v.y = p->c.data;
    int failed = !contiguous(p->kernels, row ? p->a.data : p->b.data, v.x_step, v.depth, &x, own_x, &v.x);
    v.x_step = 1;
    const bool columns = v.row == 1 && v.column != 1 && v.rows > 1, apart = columns && v.y_step != 1;
    if (!failed && apart)
        failed = !tb_temporary_get(&y, own_y, TB_MATVEC_STACK_BYTES, v.rows * itemsize);
    if (!failed && apart)
        v.y = y.start;
    failed = failed || run(&v, p->share);
    for (int64_t i = 0; apart && !failed && i < v.rows; i++)
        memcpy(p->c.data + i * v.y_step * itemsize, v.y + i * itemsize, (size_t)itemsize);
    tb_block_put(&x.block);
    tb_block_put(&y.block);
    return failed;
}
