/* indexed.c: what the calls that follow indices share: see indexed.h.
 * Relies on: indexed.h. */
#include "indexed.h"

/* ---- the road of every call ---- */

/* torch says this once. */
static bool said_scatter_reduce;

static int issue_warnings(const tb_indexed *call, unsigned todo)
{
    static const unsigned in_order[] = {TB_WARNING_SCATTER_REDUCE, TB_WARNING_EXPANDED, TB_WARNING_RESIZE};
    char text[TB_WARNING_MAX];
    for (size_t i = 0; i < sizeof in_order / sizeof *in_order; i++) {
        if (!(todo & in_order[i]))
            continue;
        if (in_order[i] == TB_WARNING_SCATTER_REDUCE) {
            if (said_scatter_reduce)
                continue;
            said_scatter_reduce = true;
        }
        if (tbpy_warn(tb_indexed_warning_text(call, in_order[i], text, sizeof text)) < 0)
            return -1;
    }
    return 0;
}

/* Prepares, warns and prepares again, since a warning may run anything. */
static int prepare(tb_indexed *call)
{
    unsigned issued = 0, todo;
    tb_status status;
    tb_error err;
    do {
        status = tb_indexed_prepare(call, &err);
        todo = call->warnings & ~issued;
        if (todo && issue_warnings(call, todo) < 0)
            return -1;
        issued |= todo;
    } while (todo);
    if (status == TB_OK)
        return 0;
    tbpy_raise(&err);
    return -1;
}

PyObject *tbpy_indexed(tb_indexed *call, PyObject *out)
{
    tb_error err;
    if (out)
        call->out = tbpy_tensor_of(out);
    if (prepare(call) < 0)
        return NULL;
    if (out) {
        Py_INCREF(out);
    } else {
        out = (PyObject *)tbpy_tensor_alloc();
        if (!out)
            return NULL;
        call->out = tbpy_tensor_of(out);
    }
    return tbpy_finish((TbTensor *)out, tb_indexed_run(call, &err), &err);
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
