/* gather.h: elements and slices that tensors of indices name: index_select, take,
 * gather read them; scatter, scatter_reduce, index_fill, index_copy, index_add, index_reduce write them.
 *
 * The protocol is core/call/call.h's. */
#ifndef TB_GATHER_H
#define TB_GATHER_H

#include "core/base/shape.h"
#include "core/call/output.h"
#include "core/memory/tensor.h"
#include "core/threads/caller_lock.h"
#include <stddef.h>
#include <string.h>

typedef enum {
    TB_INDEX_SELECT,
    TB_TAKE,
    TB_GATHER,
    TB_SCATTER,
    TB_INDEX_FILL,
    TB_INDEX_COPY,
    TB_INDEX_ADD,
    TB_INDEX_REDUCE
} tb_gather_op;

/* What scatter and index_reduce do with what is there; TB_SCATTER_REDUCE_UNKNOWN is refused. */
typedef enum {
    TB_SCATTER_REDUCE_NONE,
    TB_SCATTER_REDUCE_ADD,
    TB_SCATTER_REDUCE_MULTIPLY,
    TB_SCATTER_REDUCE_MAX,
    TB_SCATTER_REDUCE_MIN,
    TB_SCATTER_REDUCE_MEAN,
    TB_SCATTER_REDUCE_UNKNOWN
} tb_scatter_reduce;

/* Warnings beside TB_WARNING_RESIZE. */
#define TB_WARNING_SCATTER_REDUCE TB_WARNING_FAMILY /* torch gives it once a process */
#define TB_WARNING_INDEX_REDUCE TB_WARNING_FAMILY_LAST /* and this one */
#define TB_WARNING_EXPANDED (TB_WARNING_FAMILY << 1) /* index_fill_ of an expanded tensor */

typedef struct {
    /* ---- the caller fills these ---- */
    tb_gather_op op;
    tb_form form;   /* NEW, OUT or INPLACE, where out is self; index_fill: INPLACE only */
    tb_output out;  /* its tensor */
    const tb_tensor *self, *index;
    const tb_tensor *src; /* NULL: scatter's and index_fill's number */
    tb_scalar number;     /* that, or index_add's alpha */
    int64_t dim;
    tb_scatter_reduce reduce;
    const char *word; /* scatter_reduce, index_reduce: what reduce was called */
    bool excludes_self; /* there: what is written to counts for nothing */
    bool deprecated;      /* reduce= was given with a tensor */
    const tb_lock_callbacks *lock;  /* released during long work; NULL: kept */

    /* ---- tb_gather_call_prepare fills these ---- */
    unsigned warnings;
    int axis;             /* dim, wrapped */
    tb_shape shape;       /* of the result ... */
    int64_t stride[TB_MAX_DIMS]; /* ... and what a resized one has */
} tb_gather_call;

/* Zeros where it matters: less work than an initialiser's. */
static inline void tb_gather_call_init(tb_gather_call *call, tb_gather_op op)
{
    memset(call, 0, offsetof(tb_gather_call, shape));
    call->op = op;
}

/* Checks everything but the indices' values, in torch's order and words;
 * allocates and writes nothing. */
tb_status tb_gather_call_prepare(tb_gather_call *call, tb_error *err);
/* Looks at the indices before anything is resized or written.  After a failure a
 * new `out` needs no release and nothing has changed. */
tb_status tb_gather_call_run(tb_gather_call *call, tb_error *err);
tb_warning_words tb_gather_call_warning_text;

/* take_along_dim's operands for gather along dim: self and index broadcast against
 * each other but for that dimension, indices taken modulo its size.  Both are for
 * the caller to release. */
tb_status tb_take_along_dim_operands(tb_tensor *self, tb_tensor *index, const tb_tensor *t,
                                     const tb_tensor *indices, int64_t dim, tb_error *err);

#endif
