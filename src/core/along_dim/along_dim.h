/* along_dim.h: functions that work along one dimension of a tensor: cumsum, softmax, sort
 * and their kin.  A call is run as family.h says. */
#ifndef TB_ALONG_DIM_H
#define TB_ALONG_DIM_H

#include "core/family/family.h"
#include "core/kernels/along_dim/along_dim_kernels.h"

typedef enum {
    TB_ALONG_DIM_CUMSUM,
    TB_ALONG_DIM_CUMPROD,
    TB_ALONG_DIM_SOFTMAX,
    TB_ALONG_DIM_LOG_SOFTMAX,
    TB_ALONG_DIM_LOGSUMEXP,
    TB_ALONG_DIM_SORT,    /* values and indices */
    TB_ALONG_DIM_ARGSORT, /* only the indices: out[1] */
    TB_ALONG_DIM_MSORT,   /* only the values */
    TB_ALONG_DIM_CUMMAX,
    TB_ALONG_DIM_CUMMIN,
    TB_ALONG_DIM_TOPK,
    TB_ALONG_DIM_LOGCUMSUMEXP,
    TB_ALONG_DIM_MEDIAN, /* values and indices; of all elements: only the value */
    TB_ALONG_DIM_NANMEDIAN,
    TB_ALONG_DIM_KTHVALUE,
    TB_ALONG_DIM_MODE,
    TB_ALONG_DIM_LAYER_NORM
} tb_along_dim_function;

typedef struct {
    /* ---- the caller fills these ---- */
    TB_CALL_HEADER; /* NEW, OUT, or INPLACE, where out[0] is `in` */
    tb_along_dim_function function;
    const tb_tensor *in;
    tb_shape dims; /* one, except for logsumexp, which may have several; layer_norm: sizes of the last ones */
    bool keepdim; /* logsumexp, median, nanmedian, kthvalue, mode */
    bool whole; /* median: over all elements of `in`, which then has one dimension */
    bool descending; /* sort; topk: the largest */
    int64_t k; /* topk, kthvalue */
    tb_dtype dtype; /* the argument dtype=, or TB_UNDEFINED */
    tb_dtype default_dtype;
    const tb_tensor *parameter[2]; /* layer_norm: weight and bias, or NULL */
    double eps;

    /* ---- the preparation fills these ---- */
    int axis; /* dims[0], wrapped; logsumexp: ... */
    uint64_t reduced; /* ... bit d: dimension d is one of dims; none means all */
    tb_dtype value; /* the dtype that elements are cast to first */
} tb_along_dim_call;

extern const tb_family tb_along_dim_family;

#endif
