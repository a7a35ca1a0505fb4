/* along_dim_kernels.h: kernels that compute along one dimension, several slices at a time.
 *
 * A slice is the elements along the dimension, with one index in each other dimension.  A kernel computes a
 * block of m slices of n elements in one of two forms.  ROWS: the elements of a slice are contiguous;
 * COLUMNS: the i-th elements of all slices are contiguous.  Operands with other layouts have been packed
 * (along_dim_blocks.c).  The order of additions is the same on every CPU level. */
#ifndef TB_ALONG_DIM_KERNELS_H
#define TB_ALONG_DIM_KERNELS_H

#include "core/base/dtype.h"
#include "core/base/tuning.h"

typedef struct {
    const char *in;
    char *work; /* of the slices' size, or the slices themselves: `in` is not read once it is written */
    char *out[2]; /* NULL: not requested */
    /* bytes from slice to slice for ROWS, from element to element of a slice for COLUMNS */
    int64_t in_step, work_step, out_step[2];
    int64_t n, m;
    void *scratch;
    const void *params;
    bool (*is_interrupted)(void); /* to be called after each TB_INTERRUPT_ELEMENTS of a slice */
} tb_along_dim_block;

typedef struct {
    const void *weight, *bias; /* of a slice's size and the kernel's dtype; NULL: none */
    double eps;
} tb_layer_norm_params;

typedef void (*tb_along_dim_kernel)(const tb_along_dim_block *block);

typedef enum {
    TB_ALONG_DIM_KERNEL_SUM,
    TB_ALONG_DIM_KERNEL_PROD,
    TB_ALONG_DIM_KERNEL_SOFTMAX,
    TB_ALONG_DIM_KERNEL_LOG_SOFTMAX,
    TB_ALONG_DIM_KERNEL_LOGSUMEXP,  /* one element per slice */
    TB_ALONG_DIM_KERNEL_LAYER_NORM, /* only ROWS; params: tb_layer_norm_params */
    TB_NALONG_DIM_KERNELS
} tb_along_dim_kernel_op;

/* What sort_records (below) may write behind the integers that it sorts. */
enum { TB_SORT_PADDING = 64 };

/* By compute dtype: int64, the floats and complex numbers; kernels for halves take float32; only the baseline
 * has kernels for complex numbers.  [0]: ROWS, [1]: COLUMNS. */
typedef struct {
    tb_along_dim_kernel kernel[TB_NALONG_DIM_KERNELS][TB_NDTYPES][2];
    /* Sorts n integers in a, with b's help; each has room for TB_SORT_PADDING more.  The result is in
     * either.  NULL: the level has no vectors for it. */
    uint64_t *(*sort_records)(uint64_t *a, uint64_t *b, int64_t n);
    int merged_per_byte; /* up to this many elements per byte of their keys are merged */
} tb_along_dim_kernels;

#endif
