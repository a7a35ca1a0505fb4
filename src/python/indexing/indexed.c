/* indexed.c: see indexed.h. */
#include "python/indexing/indexed.h"

#include "python/base/gil.h"
#include "python/base/types.h"
#include "python/call/prepare.h"

/* One of them torch gives once. */
static const char *warning_text(const void *call, unsigned warning, char *text, int64_t size)
{
    tbpy_state *state = tbpy_get_state();
    if (warning == TB_WARNING_SCATTER_REDUCE && atomic_exchange(&state->warned_of_scatter_reduce, true))
        return NULL;
    return tb_gather_call_warning_text(call, warning, text, size);
}

PyObject *tbpy_indexed(tb_gather_call *call, PyObject *out)
{
    TBPY_PREPARATION p;
    call->lock = &tbpy_gil;
    if (call->form != TB_FORM_INPLACE)
        call->form = out ? TB_FORM_OUT : TB_FORM_NEW;
    call->out.tensor = tbpy_begin(&p, out);
    do
        p.status = tb_gather_call_prepare(call, &p.err);
    while (tbpy_again(&p, call->warnings, warning_text, call));
    TbTensor *result = tbpy_result(&p, out, &call->out.tensor);
    return result ? tbpy_finish(result, tb_gather_call_run(call, &p.err), &p.err) : NULL;
}

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
    if (c->f->inplace)
        call->form = TB_FORM_INPLACE;
    return 0;
}
