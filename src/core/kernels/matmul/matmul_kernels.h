/* matmul_kernels.h: the loops of matrix products for one CPU level, a table for each compute dtype.
 *
 * The scheme is that of GotoBLAS and BLIS: B is packed in panels of `columns` columns, and A, a few rows at a
 * time, in panels of as many rows; a tile of C stays in registers while one panel of each is read from front
 * to back.  Small products and vectors are not packed.  Steps are in elements.  Sums of floats are fused
 * multiply-adds where the level has them, so that bits depend on the level, but never on how C is cut into
 * pieces. */
#ifndef TB_MATMUL_KERNELS_H
#define TB_MATMUL_KERNELS_H

#include "core/base/dtype.h"
#include "core/base/tuning.h"

/* A multiple of every kernel's panel columns. */
#define TB_MATMUL_MOST_COLUMNS 32

/* Steps in elements. */
typedef struct {
    char *data;
    int64_t row, column;
} tb_matrix;

typedef struct tb_matmul_kernels tb_matmul_kernels;

/* C = A B, or C += A B: m x n, k products an element. */
typedef struct {
    const tb_matmul_kernels *kernels;
    int64_t m, n, k;
    tb_matrix a, b, c;
    bool add;
} tb_one_product;

struct tb_matmul_kernels {
    int rows, columns; /* of the largest tile; `columns` is also the width of a packed panel of B */
    int lanes; /* 0: B is always packed */
    bool masked; /* B may be read where it is, whatever the number of its columns */
    int itemsize;
    int at_once; /* about the number of products in the time that adding one float32 from memory takes */
    /* Packs columns [0, n) of B, `depth` deep, into panels; the last panel is filled up with zeros. */
    void (*pack)(void *panels, const void *b, int64_t row, int64_t column, int64_t depth, int64_t n);
    /* k is at most TB_MATMUL_DEPTH.  B is packed: b.column is the step from panel to panel, b.row that of
     * the rows of one (in parts of complex numbers); or it is not, but has contiguous rows, and b.column
     * is `columns`.  A panel of A is packed in scratch (TB_SCRATCH_BYTES). */
    void (*block)(const tb_one_product *p, void *scratch);
    /* C = A B for few elements, with any steps. */
    void (*small)(const tb_one_product *p);
    /* y = or += A x, where A's rows and x are contiguous ... */
    void (*dots)(void *y, int64_t y_step, const void *a, int64_t a_row, const void *x, int64_t m,
                 int64_t depth, bool add);
    /* ... and y = A x where A's columns and y are contiguous. */
    void (*columns_sum)(void *y, const void *a, int64_t a_column, const void *x, int64_t x_step, int64_t m,
                        int64_t depth);
    /* y += x for one element */
    void (*add)(void *y, const void *x);
};

/* The kernels of the active level (levels/levels.c) by dtype: float32, float64, the complex ones, int16,
 * int32 and int64; NULL for the others, which are computed in one of these. */
extern const tb_matmul_kernels *tb_matmul_active[TB_NDTYPES];

#endif
