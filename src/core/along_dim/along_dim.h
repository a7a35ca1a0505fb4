/* along_dim.h: functions that work along one dimension of a tensor: cumsum, softmax, sort
 * and their kin.
 *
 * The protocol is core/call/call.h's. */
#ifndef TB_ALONG_DIM_H
#define TB_ALONG_DIM_H

#include "core/base/shape.h"
#include "core/call/output.h"
#include "core/kernels/along_dim/along_dim_kernels.h"
#include "core/memory/tensor.h"
#include "core/threads/caller_lock.h"

typedef enum {
    TB_ALONG_DIM_CUMSUM,
    TB_ALONG_DIM_CUMPROD,
    TB_ALONG_DIM_SOFTMAX,
    TB_ALONG_DIM_LOG_SOFTMAX,
    TB_ALONG_DIM_LOGSUMEXP,
    TB_ALONG_DIM_SORT,    /* values and indices */
    TB_ALONG_DIM_ARGSORT, /* the indices alone: out[1] */
    TB_ALONG_DIM_MSORT,   /* the values alone */
    TB_ALONG_DIM_CUMMAX,
    TB_ALONG_DIM_CUMMIN,
    TB_ALONG_DIM_TOPK,
    TB_ALONG_DIM_LOGCUMSUMEXP,
    TB_ALONG_DIM_MEDIAN, /* values and indices; of all elements: the value alone */
    TB_ALONG_DIM_NANMEDIAN,
    TB_ALONG_DIM_KTHVALUE,
    TB_ALONG_DIM_MODE
} tb_along_dim_function;

typedef struct {
    /* ---- the caller fills these, the rest with zeros ---- */
    tb_along_dim_function function;
    tb_form form; /* NEW, OUT, or INPLACE, where out[0] is `in` */
    const tb_tensor *in;
    tb_output out[2];  /* their tensors */
    tb_shape dims;     /* one, but for logsumexp, which may have several */
    bool keepdim;      /* logsumexp, median and its kin */
    bool whole;        /* median: of all elements of `in`, which has one dimension then */
    bool descending;   /* sort; topk: the largest */
    int64_t k;         /* topk, kthvalue */
    tb_dtype dtype;    /* the argument dtype=, or TB_UNDEFINED */
    tb_dtype default_dtype;

    /* ---- tb_along_dim_prepare fills these ---- */
    unsigned warnings;
    int axis;           /* dims[0], wrapped; logsumexp: ... */
    uint64_t reduced;   /* ... bit d: dimension d is one of dims, of which none means all */
    tb_dtype value;     /* what elements are cast to before */
    tb_shape shape;     /* of the results ... */
    int64_t stride[TB_MAX_DIMS]; /* ... and what new ones have */
} tb_along_dim_call;

/* Checks everything; allocates and writes nothing. */
tb_status tb_along_dim_prepare(tb_along_dim_call *call, tb_error *err);
/* After a failure new results need no release and nothing has changed. */
tb_status tb_along_dim_run(tb_along_dim_call *call, const tb_lock_callbacks *lock, tb_error *err);
tb_warning_words tb_along_dim_warning;

#endif
