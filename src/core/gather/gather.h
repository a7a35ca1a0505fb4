/* gather.h: elements and slices that tensors of indices name: index_select, take,
 * gather read them; scatter, scatter_reduce, put, index_fill, index_copy, index_add, index_reduce write them.  A
 * call is run as family.h says. */
#ifndef TB_GATHER_H
#define TB_GATHER_H

#include "core/family/family.h"

#include <string.h>

typedef enum {
    TB_INDEX_SELECT,
    TB_TAKE,
    TB_GATHER,
    TB_SCATTER,
    TB_PUT,
    TB_INDEX_FILL,
    TB_INDEX_COPY,
    TB_INDEX_ADD,
    TB_INDEX_REDUCE,
    TB_NGATHER_OPS
} tb_gather_op;

/* How scatter, put and index_reduce combine a value with the element that is there; TB_SCATTER_REDUCE_UNKNOWN is
 * refused. */
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
#define TB_WARNING_SCATTER_REDUCE TB_WARNING_FAMILY /* torch issues it once per process */
#define TB_WARNING_INDEX_REDUCE TB_WARNING_FAMILY_LAST /* this one as well */
#define TB_WARNING_EXPANDED (TB_WARNING_FAMILY << 1) /* index_fill_ of an expanded tensor */

typedef struct {
    /* ---- the caller fills these ---- */
    TB_CALL_HEADER; /* NEW, OUT or INPLACE, where out is self; put, index_fill: INPLACE only */
    tb_gather_op op;
    const tb_tensor *self, *index;
    const tb_tensor *src; /* NULL: the number of scatter or index_fill */
    tb_scalar number;     /* the number, or index_add's alpha */
    int64_t dim;
    tb_scatter_reduce reduce;
    const char *word;   /* scatter_reduce, index_reduce: the name given as reduce */
    bool excludes_self; /* scatter_reduce, index_reduce: the old value of a written element does not count */
    bool deprecated; /* reduce= was given with a tensor: to be warned of */

    /* ---- the preparation fills these ---- */
    int axis; /* dim, wrapped */
    bool widens; /* sums of halves are made in float32 */
} tb_gather_call;

/* By op.  The indices are looked at before anything is resized or written. */
extern const tb_family tb_gather_families[TB_NGATHER_OPS];

/* Zeros but for the header, of which the form is NEW. */
static inline void tb_gather_call_init(tb_gather_call *call, tb_gather_op op)
{
    memset(&call->op, 0, sizeof *call - offsetof(tb_gather_call, op));
    call->family = &tb_gather_families[op];
    call->form = TB_FORM_NEW;
    call->op = op;
}

/* Turns take_along_dim's operands into those of gather along dim: self and index are broadcast against each
 * other except along dim, and indices are taken modulo its size.  The caller releases both. */
tb_status tb_take_along_dim_operands(tb_tensor *self, tb_tensor *index, const tb_tensor *t,
                                     const tb_tensor *indices, int64_t dim, tb_error *err);

#endif
