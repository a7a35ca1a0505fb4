/* lines.h: kernels that compute along the lines of a dimension, several lines at a time.
 *
 * A kernel sees a block of m lines of n elements in one of two forms.  ROWS: the elements
 * of a line are contiguous; COLUMNS: neighbouring lines are.  What is not contiguous was
 * packed before (../lines.c).  The order of the additions is the same in every level of
 * the CPU.  Relies on: ../dtype.h. */
#ifndef TB_KERNEL_LINES_H
#define TB_KERNEL_LINES_H

#include "../dtype.h"

/* Columns of a block at most: what a kernel keeps for each is on its stack. */
#define TB_LINES_MOST_COLUMNS 1024

typedef struct {
    const char *in;
    char *work; /* room of the lines' size, or the lines themselves: `in` is not needed once it is written */
    char *out[2]; /* NULL: not wanted */
    /* bytes from line to line in ROWS, from element to element of a line in COLUMNS */
    int64_t in_step, work_step, out_step[2];
    int64_t n, m;
    void *scratch;
    const void *params;
} tb_line_block;

typedef void (*tb_line_kernel)(const tb_line_block *block);

typedef enum {
    TB_LINES_SUM,
    TB_LINES_PROD,
    TB_LINES_SOFTMAX,
    TB_LINES_LOG_SOFTMAX,
    TB_LINES_LOGSUMEXP, /* one element for each line */
    TB_NLINES
} tb_lines_op;

/* By dtype of the computation: int64, the floats and complex numbers; the halves' kernels
 * take float32; complex numbers have their kernels in the baseline.  [0]: ROWS, [1]: COLUMNS. */
typedef struct {
    tb_line_kernel kernel[TB_NLINES][TB_NDTYPES][2];
} tb_line_kernels;

extern const tb_line_kernels tb_line_kernels_baseline;
#if defined(__x86_64__) && defined(__GNUC__)
extern const tb_line_kernels tb_line_kernels_avx2, tb_line_kernels_avx512;
#endif

#endif
