/* indexed.c: see indexed.h. */
#include "python/indexing/indexed.h"

#include "python/args/convert.h"
#include "python/base/gil.h"
#include "python/base/types.h"
#include "python/call/prepare.h"

/* One of them torch gives once a process. */
static const char *warning_text(const void *call, unsigned warning, char *text, int64_t size)
{
    static bool issued;
    if (warning == TB_WARNING_SCATTER_REDUCE) {
        if (issued)
            return NULL;
        issued = true;
    }
    return tb_indexed_warning_text(call, warning, text, size);
}

PyObject *tbpy_indexed(tb_indexed *call, PyObject *out)
{
    tbpy_preparation p;
    call->lock = &tbpy_gil;
    call->out.tensor = tbpy_begin(&p, out);
    do
        p.status = tb_indexed_prepare(call, &p.err);
    while (tbpy_again(&p, call->warnings, warning_text, call));
    TbTensor *result = tbpy_result(&p, out, &call->out.tensor);
    return result ? tbpy_finish(result, tb_indexed_run(call, &p.err), &p.err) : NULL;
}

int tbpy_parse_out(PyObject **out, const char *function, tb_form *form)
{
    TbTensor *ignored;
    if (*out == Py_None)
        *out = NULL;
    *form = *out ? TB_FORM_OUT : TB_FORM_NEW;
    return *out ? tbpy_as_tensor(*out, function, "out", 0, &ignored) : 0;
}

int tbpy_parse_dim_and_index(tb_indexed *call, PyObject *self, PyObject *const *given, int position,
                             const char *function)
{
    TbTensor *index;
    if (tbpy_as_int64(given[0], function, "dim", position, &call->dim) < 0 ||
        tbpy_as_tensor(given[1], function, "index", position + 1, &index) < 0)
        return -1;
    call->self = tbpy_tensor_of(self);
    call->index = &index->t;
    return 0;
}
