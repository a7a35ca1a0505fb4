/* product_vector.c: a matrix by a vector, and the dot product: memory is read once, in its own order.
 *
 * y = M x.  If M's rows are contiguous, each is summed in parts of TB_DOT_DEPTH, one after the other; threads
 * share the rows or, if there are few, the parts, whose sums are then added in the same order.  If M's
 * columns are contiguous, threads share ranges of y.  Other matrices are gathered part by part. */
#include "core/base/frame.h"
#include "core/base/tuning.h"
#include "core/iterate/parallel.h"
#include "core/kernels/kernels.h"
#include "core/linalg/one_product.h"
#include "core/memory/scratch.h"

#include <stdalign.h>
#include <string.h>

TB_FITS_FRAME(TB_MATVEC_STACK_BYTES);
_Static_assert(TB_DOT_DEPTH * 16 <= TB_SCRATCH_BYTES, "a part of a row");

typedef struct {
    const tb_matmul_kernels *kernels;
    char *matrix, *x, *y; /* x is contiguous; so is y if columns are summed */
    int64_t rows, depth;
    int64_t row, column, x_step, y_step;
    int64_t parts; /* parts per row */
    char *sums;    /* if threads share parts: rows of `parts` sums */
} vector;

/* Copies n elements that are `step` apart to contiguous ones. */
static void gather(const tb_matmul_kernels *kernels, char *to, const char *from, int64_t step, int64_t n)
{
    const int size = __builtin_ctz((unsigned)kernels->itemsize);
    tb_kernels_active->move[size].gather(to, from, step * kernels->itemsize, n);
}

/* Multiplies rows [first, last) by part `at` of x; stores or adds to y. */
static void dot_part(const vector *v, int64_t first, int64_t last, int64_t at, char *y, int64_t y_step,
                     bool add)
{
    const int64_t itemsize = v->kernels->itemsize, start = at * TB_DOT_DEPTH;
    const int64_t depth = tb_min(TB_DOT_DEPTH, v->depth - start);
    const char *x = v->x + start * itemsize;
    const char *from = v->matrix + (first * v->row + start * v->column) * itemsize;
    if (v->column == 1) {
        v->kernels->dots(y, y_step, from, v->row, x, last - first, depth, add);
        return;
    }
    char *const line = tb_scratch_take();
    for (int64_t i = first; i < last; i++) {
        gather(v->kernels, line, from, v->column, depth);
        v->kernels->dots(y, 1, line, 0, x, 1, depth, add);
        from += v->row * itemsize;
        y += y_step * itemsize;
    }
    tb_scratch_give(line);
}

static int rows_range(const void *work, int64_t first, int64_t last)
{
    const vector *v = work;
    char *y = v->y + first * v->y_step * v->kernels->itemsize;
    for (int64_t at = 0; at < v->parts; at++)
        dot_part(v, first, last, at, y, v->y_step, at > 0);
    return 0;
}

/* Computes parts [first, last), counted through the rows. */
static int parts_range(const void *work, int64_t first, int64_t last)
{
    const vector *v = work;
    for (; first < last; first++)
        dot_part(v, first / v->parts, first / v->parts + 1, first % v->parts,
                 v->sums + first * v->kernels->itemsize, 1, false);
    return 0;
}

static int columns_range(const void *work, int64_t first, int64_t last)
{
    const vector *v = work;
    const int64_t itemsize = v->kernels->itemsize;
    v->kernels->columns_sum(v->y + first * itemsize, v->matrix + first * itemsize, v->column, v->x, 1,
                            last - first, v->depth);
    return 0;
}

/* Adds the sums of the parts, in the order in which a single thread adds them. */
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

/* A matrix by a vector; if C is a row, its transpose: (B^T) a. */
static vector vector_of(const tb_one_product *p)
{
    const bool row = p->m == 1;
    const tb_matrix *matrix = row ? &p->b : &p->a;
    const int64_t column = row ? matrix->row : matrix->column;
    return (vector){.kernels = p->kernels,
                    .matrix = matrix->data,
                    .x = row ? p->a.data : p->b.data,
                    .y = p->c.data,
                    .rows = row ? p->n : p->m,
                    .depth = p->k,
                    .row = row ? matrix->column : matrix->row,
                    .column = p->k == 1 ? 1 : column,
                    .x_step = row ? p->a.column : p->b.row,
                    .y_step = row ? p->c.column : p->c.row,
                    .parts = tb_div_up(p->k, TB_DOT_DEPTH)};
}

/* Makes y contiguous for sums of columns, and x contiguous in any case. */
int tb_one_vector_run(const tb_one_product *p)
{
    alignas(TB_CACHE_LINE) char own[TB_MATVEC_STACK_BYTES];
    const int64_t itemsize = p->kernels->itemsize;
    vector v = vector_of(p);
    /* every element is waited for: memory counts, not arithmetic */
    const int64_t cost = tb_saturating_mul(tb_saturating_mul(v.rows, v.depth) / 4, itemsize);
    const int threads = tb_parallel_threads(cost);
    const bool x_apart = v.x_step != 1 && v.depth > 1;
    const bool columns = v.row == 1 && v.column != 1 && v.rows > 1, y_apart = columns && v.y_step != 1;
    const bool few = !columns && threads > 1 && v.parts > 1 && v.rows < threads * TB_POOL_PIECES;
    const int64_t x_bytes = x_apart ? v.depth * itemsize : 0, y_bytes = y_apart ? v.rows * itemsize : 0;
    tb_temporary memory;
    if (!tb_temporary_get(&memory, own, sizeof own,
                          x_bytes + y_bytes + (few ? v.rows * v.parts * itemsize : 0)))
        return 1;
    if (x_apart) {
        gather(p->kernels, memory.start, v.x, v.x_step, v.depth);
        v.x = memory.start;
    }
    if (columns) {
        const bool many = v.rows >= threads * TB_MATVEC_LEAST_COLUMN;
        if (y_apart)
            v.y = memory.start + x_bytes;
        tb_parallel_for(columns_range, &v, v.rows, many ? TB_MATVEC_LEAST_COLUMN : TB_CACHE_LINE, cost);
        for (int64_t i = 0; y_apart && i < v.rows; i++)
            memcpy(p->c.data + i * v.y_step * itemsize, v.y + i * itemsize, (size_t)itemsize);
    } else if (few) {
        v.sums = memory.start + x_bytes;
        tb_parallel_for(parts_range, &v, v.rows * v.parts, 1, cost);
        add_parts(&v);
    } else {
        tb_parallel_for(rows_range, &v, v.rows, 4, cost);
    }
    tb_block_put(&memory.block);
    return 0;
}
