/* reduce.h: reductions: sum, mean, max ... over some or all dimensions.  A call is run as family.h says.
 *
 * Sums of float32 and of halves are joined in float32 in blocks of at most 128 rows and
 * in float64 beyond; results do not depend on the number of threads. */
#ifndef TB_REDUCE_H
#define TB_REDUCE_H

#include "core/family/family.h"

typedef enum {
    TB_REDUCTION_SUM,
    TB_REDUCTION_MEAN,
    TB_REDUCTION_PROD,
    TB_REDUCTION_AMAX,
    TB_REDUCTION_AMIN,
    TB_REDUCTION_MAX, /* of all elements; with a dimension: values and indices */
    TB_REDUCTION_MIN,
    TB_REDUCTION_ARGMAX,
    TB_REDUCTION_ARGMIN,
    TB_REDUCTION_ALL,
    TB_REDUCTION_ANY,
    TB_REDUCTION_VAR,
    TB_REDUCTION_STD,
    TB_REDUCTION_VAR_MEAN, /* two results */
    TB_REDUCTION_STD_MEAN,
    TB_REDUCTION_COUNT_NONZERO,
    TB_REDUCTION_AMINMAX,  /* two results */
    TB_REDUCTION_NORM,     /* torch's linalg.vector_norm */
    TB_NREDUCTIONS
} tb_reduction;

/* Warnings beside TB_WARNING_RESIZE (of out[0] or out[1]) and TB_WARNING_COMPLEX_TO_REAL. */
#define TB_WARNING_FREEDOM_REAL TB_WARNING_FAMILY /* of complex numbers' parts, before that of out= */
#define TB_WARNING_FREEDOM_IMAG (TB_WARNING_FAMILY << 1)
#define TB_WARNING_FREEDOM TB_WARNING_FAMILY_LAST

typedef struct {
    /* ---- the caller fills these ---- */
    TB_CALL_HEADER;        /* NEW or OUT */
    tb_reduction op;
    const tb_tensor *self;
    bool keepdim;
    bool given_dims;       /* dims are given; an empty list means all, except for all and any */
    bool without_dims;     /* the overload without dims (mean's checks out= differently) */
    tb_dtype dtype;        /* TB_UNDEFINED: not given */
    tb_dtype default_dtype;
    double number;         /* var: the correction, norm: the order */
    tb_shape dims;

    /* ---- the preparation fills these ---- */
    uint64_t reduced;      /* bit d: dimension d is reduced */
    bool apart;            /* computed in self's dtype, and cast to out='s dtype afterwards */
    int64_t count;         /* number of elements that are reduced to one */
} tb_reduce_call;

extern const char *const tb_reduction_names[TB_NREDUCTIONS]; /* "sum", for messages */
extern const tb_family tb_reduce_family;

/* reduce_prepare.c */
tb_status tb_reduce_prepare(void *reduction, tb_error *err);
tb_warning_words tb_reduce_warning_text;

/* t.sum_to_size(size): a new tensor, summed over the dimensions that size lacks or where it is 1;
 * RuntimeError if size cannot be expanded to t's size. */
tb_status tb_sum_to_size(tb_tensor *out, const tb_tensor *t, const tb_shape *size,
                         const tb_lock_callbacks *lock, tb_error *err);
/* Is sum_to_size t itself?  (An empty size means a sum, which may have another dtype.) */
static inline bool tb_is_summed_size(const tb_tensor *t, const tb_shape *size)
{
    return size->ndim > 0 && tb_same_sizes(t->size, t->ndim, size->size, size->ndim);
}

#endif
