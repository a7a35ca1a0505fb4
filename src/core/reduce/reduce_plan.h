/* reduce_plan.h: how a reduction iterates: merged dimensions, tiles, tasks, pieces. */
#ifndef TB_REDUCE_PLAN_H
#define TB_REDUCE_PLAN_H

#include "core/pack/pack_cast.h"
#include "core/plan/plan.h"
#include "core/kernels/kernels.h"
#include "core/memory/tensor.h"

/* An output.  It has the sizes of the kept dimensions and shares no memory with the input. */
typedef struct {
    tb_tensor *tensor;
    tb_dtype produced, result; /* the kernel's result is cast to `result`, and then to the tensor's dtype */
    tb_reduce_finish end;
} tb_reduce_output;

typedef struct {
    tb_reducer reducer;
    const tb_tensor *in;
    uint64_t reduced; /* bit d: dimension d is reduced */
    tb_dtype values, tile; /* the input is cast to `values`, and then to the dtype that the kernel reads */
    int nout;
    tb_reduce_output out[2]; /* of equal strides */
    const int64_t *out_stride; /* in elements; one for each dimension of `in`, not read for reduced ones */
    bool in_parts; /* complex numbers are read as two real ones: all dtypes here are real */
} tb_reduce_job;

typedef enum {
    TB_REDUCE_DIRECT_RUNS, /* the innermost dimension is reduced, contiguous and long */
    TB_REDUCE_DIRECT_PAIRS, /* the same for the two parts of complex numbers */
    TB_REDUCE_DIRECT_ROWS, /* it is kept, contiguous and long, or short with adjacent rows */
    TB_REDUCE_TILED_RUNS, /* through tiles of one run each */
    TB_REDUCE_TILED_ROWS /* through tiles of rows */
} tb_reduce_strategy;

typedef struct {
    const tb_reduce_job *job;
    const tb_reduce_kernel *kernel;
    tb_reduce_strategy strategy;
    tb_plan kept, reduced; /* kept: of the input and the outputs; reduced: of the input */
    int64_t columns, rows; /* number of elements of each */
    tb_transfer load, store[2]; /* of the input to the kernel; of what it makes to the outputs */
    tb_plan_part task; /* of `kept`: the columns of a task */
    tb_plan_part tile; /* of `reduced`: the rows of a tile */
    int64_t tasks;
    int64_t pieces, step; /* the reduced dimensions are cut into `pieces` pieces of `step` ... */
    int cut; /* ... elements of this dimension, if there are several pieces */
} tb_reduce_plan;

/* False if indices cannot be counted in this layout: the input must be made contiguous. */
bool tb_reduce_plan_build(tb_reduce_plan *plan, const tb_reduce_job *job);

#endif
