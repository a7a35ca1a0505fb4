/* indexed.c: see indexed.h. */
#include "python/indexing/indexed.h"

#define SAME_SLOTS(row)                                \
    (TBPY_SAME_SLOT(TBPY_##row##_DIM, TBPY_GATHER_DIM) && \
     TBPY_SAME_SLOT(TBPY_##row##_INDEX, TBPY_GATHER_INDEX))
_Static_assert(SAME_SLOTS(INDEX_SELECT) && SAME_SLOTS(SCATTER) && SAME_SLOTS(SCATTER_ADD) &&
                   SAME_SLOTS(INDEX_FILL) && SAME_SLOTS(INDEX_COPY) && SAME_SLOTS(INDEX_ADD) &&
                   SAME_SLOTS(SCATTER_REDUCE) && SAME_SLOTS(INDEX_REDUCE),
               "the rows begin alike");

int tbpy_begin_indexed(tb_gather_call *call, const tbpy_call *c, tb_gather_op op)
{
    tb_gather_call_init(call, op);
    if (tbpy_given_int(c, TBPY_GATHER_DIM, &call->dim) < 0)
        return -1;
    call->self = tbpy_self_of(c);
    call->index = tbpy_given_tensor(c, TBPY_GATHER_INDEX);
    return 0;
}
