/* along_dim_blocks.h: runs a kernel over all slices along one dimension of a tensor, in blocks of adjacent
 * slices that the kernel takes at once.
 *
 * What a kernel can use in place it gets in place; the rest is packed and cast, and transposed where
 * another dimension is the contiguous one.  Threads share the blocks, which never depend on each other,
 * so results do not depend on the number of threads. */
#ifndef TB_ALONG_DIM_BLOCKS_H
#define TB_ALONG_DIM_BLOCKS_H

#include "core/kernels/along_dim/along_dim_kernels.h"
#include "core/memory/tensor.h"
#include "core/threads/caller_lock.h"

typedef struct {
    const tb_tensor *in;
    tb_tensor *out[2];        /* NULL: not wanted; sizes are in's but along the dimension */
    int axis;                 /* of in and out; a 0-dim tensor is one slice of one element */
    tb_dtype value;           /* what elements are cast to first ... */
    tb_dtype tile; /* ... and then, for the kernel; out[0] has tile elements there, out[1] its own */
    tb_along_dim_kernel kernel[2]; /* ROWS and COLUMNS; NULL: none */
    const void *params;
    int64_t scratch;    /* bytes that a kernel needs ... */
    int column_scratch; /* ... and for each column, in COLUMNS */
    bool passes; /* it passes over a slice several times, which should be contiguous then */
    int weight; /* of an element, in additions */
} tb_along_dim_job;

/* in and out are not empty; they may be the very same elements, but overlap in no
 * other way.  Fails before anything is written, and only for lack of memory. */
tb_status tb_along_dim_job_run(const tb_along_dim_job *job, const tb_lock_callbacks *lock, tb_error *err);

#endif
