/* along_dim_kernels.h: kernels that compute along one dimension, several slices at a time.
 *
 * A slice is the elements along the dimension, with one index in each other dimension.  A kernel sees a
 * block of m slices of n elements in one of two forms.  ROWS: the elements of a slice are contiguous;
 * COLUMNS: element i of slice after slice is.  What is not contiguous was packed before
 * (along_dim_blocks.c).  The order of the additions is the same in every level of the CPU. */
#ifndef TB_ALONG_DIM_KERNELS_H
#define TB_ALONG_DIM_KERNELS_H

#include "core/base/dtype.h"
#include "core/base/tuning.h"

typedef struct {
    const char *in;
    char *work; /* of the slices' size, or the slices themselves: `in` is not needed once it is written */
    char *out[2]; /* NULL: not wanted */
    /* bytes from slice to slice in ROWS, from element to element of a slice in COLUMNS */
    int64_t in_step, work_step, out_step[2];
    int64_t n, m;
    void *scratch;
    const void *params;
    bool (*is_interrupted)(void); /* to be asked after TB_INTERRUPT_ELEMENTS of a slice */
} tb_along_dim_block;

typedef void (*tb_along_dim_kernel)(const tb_along_dim_block *block);

typedef enum {
    TB_ALONG_DIM_KERNEL_SUM,
    TB_ALONG_DIM_KERNEL_PROD,
    TB_ALONG_DIM_KERNEL_SOFTMAX,
    TB_ALONG_DIM_KERNEL_LOG_SOFTMAX,
    TB_ALONG_DIM_KERNEL_LOGSUMEXP, /* one element for each slice */
    TB_NALONG_DIM_KERNELS
} tb_along_dim_kernel_op;

/* By dtype of the computation: int64, the floats and complex numbers; the halves' kernels
 * take float32; complex numbers have their kernels in the baseline.  [0]: ROWS, [1]: COLUMNS. */
typedef struct {
    tb_along_dim_kernel kernel[TB_NALONG_DIM_KERNELS][TB_NDTYPES][2];
} tb_along_dim_kernels;

#endif
