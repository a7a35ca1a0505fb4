/* fold_walk.h: a reduction over a tensor of any layout, by one of the fold kernels.
 *
 * Dimensions are merged and sorted by the input's strides; memory that is contiguous
 * along a long dimension is read in place, everything else (steps, short dimensions,
 * casts) through tiles.  Long reductions are cut into pieces whose accumulators are
 * joined as a tree: pieces follow from the shape alone, so that bits do not depend on
 * the number of threads.  Relies on: apply.h, kernels/kernels.h. */
#ifndef TB_FOLD_WALK_H
#define TB_FOLD_WALK_H

#include "apply.h"
#include "kernels/kernels.h"

/* A tensor that is written.  It has the sizes of what is kept and shares no memory with the input. */
typedef struct {
    tb_tensor *tensor;
    tb_dtype produced, result; /* what the kernel makes is cast to `result`, and that to the tensor's dtype */
    tb_fold_end end;
} tb_fold_output;

typedef struct {
    tb_fold fold;
    const tb_tensor *in;
    uint64_t reduced; /* bit d: dimension d is reduced */
    tb_dtype values, tile; /* the input is cast to `values`, and that to what the kernel reads */
    int nout;
    tb_fold_output out[2]; /* of equal strides */
    const int64_t *out_stride; /* elements; one for each dimension of `in`, not looked at where reduced */
    bool in_parts; /* complex numbers are two real ones: all dtypes here are real */
} tb_fold_job;

/* Only memory can be missing.  No tensor is written before everything is allocated. */
tb_status tb_fold_run(const tb_fold_job *job, const tb_lock *lock, tb_error *err);

#endif
