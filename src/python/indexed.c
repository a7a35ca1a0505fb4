/* indexed.c: what the calls that follow indices share: see indexed.h.
 * Relies on: indexed.h, prepare.h. */
#include "indexed.h"
#include "prepare.h"

/* ---- the road of every call ---- */

/* One of them torch gives once a process. */
static const char *warning_text(const tb_indexed *call, unsigned warning, char *text, int64_t room)
{
    static bool said_scatter_reduce;
    if (warning == TB_WARNING_SCATTER_REDUCE) {
        if (said_scatter_reduce)
            return NULL;
        said_scatter_reduce = true;
    }
    return tb_indexed_warning_text(call, warning, text, room);
}

TBPY_PREPARE_OF(tb_indexed, tb_indexed_prepare, warning_text, TB_WARNING_SCATTER_REDUCE, TB_WARNING_EXPANDED,
                TB_WARNING_RESIZE)

TBPY_CARRY_OUT_OF(tb_indexed, tb_indexed_run(call, err))

PyObject *tbpy_indexed(tb_indexed *call, PyObject *out)
{
    call->lock = &tbpy_interpreter;
    return carry_out(call, out);
}

int tbpy_parse_out(PyObject **out, const char *function, tb_form *form)
{
    TbTensor *ignored;
    if (*out == Py_None)
        *out = NULL;
    *form = *out ? TB_FORM_OUT : TB_FORM_NEW;
    return *out ? tbpy_as_tensor(*out, function, "out", 0, &ignored) : 0;
}

int tbpy_parse_place(tb_indexed *call, PyObject *self, PyObject *const *given, int position,
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

PyObject *tbpy_call_outless(const tbpy_signature *function, tbpy_body body, PyObject *self,
                            PyObject *const *args, Py_ssize_t nargs, PyObject *kwnames)
{
    tbpy_signature signature = *function;
    signature.nparams--;
    return tbpy_call_method(&signature, body, self, args, nargs, kwnames);
}
