/* along_dim_blocks.h: runs a kernel over all slices along one dimension of a tensor, in blocks of adjacent
 * slices that the kernel takes at a time.
 *
 * Operands that a kernel can use in place are used in place; the others are packed and cast, and transposed
 * if another dimension is the contiguous one.  Threads share the blocks, which are independent of each other,
 * so results do not depend on the number of threads. */
#ifndef TB_ALONG_DIM_BLOCKS_H
#define TB_ALONG_DIM_BLOCKS_H

#include "core/kernels/along_dim/along_dim_kernels.h"
#include "core/memory/tensor.h"
#include "core/threads/caller_lock.h"

typedef struct {
    const tb_tensor *in;
    tb_tensor *out[2];        /* NULL: not requested; the sizes are in's, except along the dimension */
    int axis;                 /* of in and out; a 0-dim tensor is one slice of one element */
    tb_dtype value;           /* the dtype that elements are cast to first ... */
    tb_dtype tile; /* ... and then, for the kernel; out[0] has this dtype in the kernel, out[1] its own */
    tb_along_dim_kernel kernel[2]; /* ROWS and COLUMNS; NULL: no such kernel */
    const void *params;
    int64_t scratch;    /* bytes of scratch for a kernel ... */
    int column_scratch; /* ... and per column, for COLUMNS */
    bool passes; /* the kernel reads a slice several times: it should be contiguous */
    int weight; /* cost of one element, in additions */
} tb_along_dim_job;

/* in and out are not empty; they may be the very same elements, but must not overlap otherwise.  Fails before
 * anything is written, and only if out of memory. */
tb_status tb_along_dim_job_run(const tb_along_dim_job *job, const tb_lock_callbacks *lock, tb_error *err);

#endif
