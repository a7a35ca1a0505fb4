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

static tb_status prepare(void *call, tb_error *err) { return tb_indexed_prepare(call, err); }
static tb_status run(void *call, tb_error *err) { return tb_indexed_run(call, err); }

PyObject *tbpy_indexed(tb_indexed *call, PyObject *out)
{
    static const tbpy_protocol protocol = {
        prepare, warning_text, run, {TB_WARNING_SCATTER_REDUCE, TB_WARNING_EXPANDED, TB_WARNING_RESIZE}};
    call->lock = &tbpy_gil;
    return tbpy_prepare_and_run(&protocol, call, &call->warnings, &call->out, out);
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
