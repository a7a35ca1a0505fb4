/* operators.c: the one road from Python to a pointwise operator: prepare, warn,
 * run.  Nothing here knows an operator.
 * Relies on: tbpy.h; on the caller holding references to all arguments, as
 * CPython does for slots and vectorcalls. */
#include "tbpy.h"

/* ---- the one road: prepare, warn, run ---- */

static int issue_warnings(const tb_call *call, unsigned todo)
{
    char text[TB_WARNING_MAX];
    for (unsigned warning = 1; todo; warning <<= 1) {
        if (!(todo & warning))
            continue;
        todo &= ~warning;
        if (tbpy_warn(tb_warning_text(call, warning, text, sizeof text)) < 0)
            return -1;
    }
    return 0;
}

/* A warning may run anything, so the call is prepared again after one: sizes and
 * addresses are those of the moment in which nothing can interfere any more. */
static int prepare(tb_call *call)
{
    const unsigned shape_warnings = TB_WARNING_BROADCAST | TB_WARNING_FALLBACK;
    unsigned issued = 0, todo;
    tb_error err;

    do {
        call->default_dtype = tbpy_default_dtype;
        call->policy = tbpy_policy;
        if (tb_prepare(call, &err) != TB_OK) {
            tbpy_raise(&err);
            return -1;
        }
        todo = call->warnings & ~issued;
        if (todo && issue_warnings(call, todo) < 0)
            return -1;
        issued |= todo;
        if (issued & shape_warnings) /* never both for one call */
            issued |= shape_warnings;
    } while (todo);
    return 0;
}

/* The interpreter's lock, which long work leaves to other Python threads. */
static void *leave_interpreter(void) { return PyEval_SaveThread(); }
static void enter_interpreter(void *state) { PyEval_RestoreThread(state); }
const tb_lock tbpy_interpreter = {leave_interpreter, enter_interpreter};

PyObject *tbpy_carry_out(tb_call *call, PyObject *out)
{
    tb_error err;

    if (out)
        call->out = &((TbTensor *)out)->t;
    if (prepare(call) < 0)
        return NULL;
    if (out) {
        Py_INCREF(out);
    } else {
        out = (PyObject *)tbpy_tensor_alloc();
        if (!out)
            return NULL;
        call->out = &((TbTensor *)out)->t;
    }
    if (tb_run_leaving(call, &tbpy_interpreter, &err) != TB_OK) {
        Py_DECREF(out);
        return tbpy_raise(&err);
    }
    return out;
}

PyObject *tbpy_equal_pair(int op, PyObject *a, PyObject *b)
{
    tb_error err;
    TbTensor *out = tbpy_tensor_alloc();
    if (!out)
        return NULL;
    if (tb_run_equal_pair(op, &out->t, &((TbTensor *)a)->t, &((TbTensor *)b)->t, &err) != TB_OK) {
        Py_DECREF(out);
        return tbpy_raise(&err);
    }
    return (PyObject *)out;
}

bool tbpy_small_pair(int op, PyObject *a, PyObject *b, PyObject **result)
{
    tb_small_pair pair;
    tb_error err;
    if (!TbTensor_CheckExact(a) || !TbTensor_CheckExact(b) || (tbpy_policy & TB_WARN_ON_BROADCAST))
        return false;
    const tb_tensor *x = &((TbTensor *)a)->t, *y = &((TbTensor *)b)->t;
    if (!tb_is_small_pair(op, x, y, &pair))
        return false;
    TbTensor *out = tbpy_tensor_alloc();
    if (out && tb_run_small_pair(op, &out->t, x, y, &pair, &err) != TB_OK) {
        Py_CLEAR(out);
        tbpy_raise(&err);
    }
    *result = (PyObject *)out;
    return true;
}

/* +a is a; also in place, where torch then looks at nothing (conj_physical_). */
bool tbpy_is_itself(const tb_call *call)
{
    const tb_op *op = &tb_ops[call->op];
    if (call->form == TB_FORM_OUT || !call->in[0].tensor)
        return false;
    const int kind = tb_dtypes[call->in[0].tensor->dtype].kind;
    const bool copied = call->form == TB_FORM_INPLACE && op->out_layout[kind] == TB_LAYOUT_COPIED;
    return copied || (op->itself >> kind & 1);
}

int tbpy_set_operand(tb_operand *in, PyObject *o)
{
    if (TbTensor_Check(o)) {
        in->tensor = &((TbTensor *)o)->t;
        return 1;
    }
    in->tensor = NULL;
    return tbpy_number(o, &in->number);
}

PyObject *tbpy_pointwise(int op, tb_form form, PyObject *const *operands, PyObject *out)
{
    tb_call call;
    call.op = op;
    call.form = form;
    call.given = 0;
    for (int i = 0; i < tb_ops[op].nin; i++) {
        int known = tbpy_set_operand(&call.in[i], operands[i]);
        if (known == 0)
            PyErr_Format(PyExc_TypeError, "%s(): argument '%s' must be Tensor, not %.200s", tb_ops[op].name,
                         tb_ops[op].operand[i], tbpy_type_name(operands[i]));
        if (known != 1)
            return NULL;
    }
    return tbpy_is_itself(&call) ? Py_NewRef(operands[0]) : tbpy_carry_out(&call, out);
}

PyObject *tbpy_cast_as(PyObject *tensor, tb_dtype dtype, tb_memory_format format)
{
    tb_call call;
    call.op = TB_OP_COPY;
    call.form = TB_FORM_NEW;
    call.given = 0;
    call.forced_dtype = dtype;
    tbpy_set_operand(&call.in[0], tensor);
    if (prepare(&call) < 0) /* for its warnings: a cast keeps more of the layout than an operator does */
        return NULL;
    TBPY_RETURN_TENSOR(tb_clone_as, call.in[0].tensor, dtype, format, &tbpy_interpreter);
}

PyObject *tbpy_cast(PyObject *tensor, tb_dtype dtype)
{
    return tbpy_cast_as(tensor, dtype, TB_PRESERVE_FORMAT);
}
