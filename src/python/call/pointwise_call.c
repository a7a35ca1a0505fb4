/* pointwise_call.c: see pointwise_call.h. */
#include "python/call/pointwise_call.h"

#include "core/base/this_thread.h"
#include "core/kernels/generated/ops_ids.h"
#include "python/args/convert.h"
#include "python/base/errors.h"
#include "python/base/gil.h"
#include "python/base/types.h"
#include "python/call/marks.h"
#include "python/call/policy.h"
#include "python/call/prepare.h"
#include "python/types/dtype.h"

#include <stdio.h>

/* ---- prepare, warn, ask the policy, run ---- */

/* The size of an element of the memory that the result allocates; 0 if it writes existing memory. */
static int new_itemsize(const tb_call *call)
{
    if (call->form == TB_FORM_NEW)
        return tb_dtypes[call->result].itemsize;
    const tb_tensor *out = call->out;
    if (call->fast || tb_same_sizes(out->size, out->ndim, call->shape.size, call->shape.ndim))
        return 0;
    int64_t end = 1; /* out= is resized */
    for (int d = 0; d < call->shape.ndim; d++)
        end = call->shape.size[d] ? tb_saturating_mul(end, call->shape.size[d]) : 0;
    end = tb_saturating_mul(end + (end < INT64_MAX ? out->offset : 0), out->itemsize);
    return end > out->storage->nbytes ? out->itemsize : 0;
}

/* The Tensor of an operand, unless that is 0-dimensional: numbers may have been made tensors on the way. */
static PyObject *object_of(const tb_tensor *operand)
{
    return (PyObject *)((char *)operand - offsetof(TbTensor, t));
}

/* tbpy_ask_policy for a prepared call. */
static __attribute__((cold, noinline)) int ask_policy(const tb_call *call, tbpy_policy_query *query)
{
    char name[64];
    tbpy_broadcast b; /* not zeroed: shapes hold 64 sizes */
    b.n = 0;
    b.data = call->op == TB_OP_ISCLOSE;
    b.fallback = call->fallback;
    b.inplace = call->form == TB_FORM_INPLACE || call->form == TB_FORM_WRITE;
    if (call->form == TB_FORM_WRITE)
        tbpy_add_shape(&b, call->out);
    for (int i = 0; i < tb_ops[call->op].nin; i++)
        if (call->in[i].tensor && call->in[i].tensor->ndim)
            tbpy_add_operand(&b, object_of(call->in[i].tensor));
        else if (call->in[i].tensor)
            tbpy_add_shape(&b, call->in[i].tensor);
    if (!tbpy_broadcasts(&b))
        return 0;
    snprintf(name, sizeof name, "%s%s", tb_ops[call->op].name, b.inplace ? "_" : "");
    b.name = name;
    b.itemsize = new_itemsize(call);
    return tbpy_ask_policy(&b, query);
}

/* query NULL: no policy has ever been set.  Like a warning, a policy may run any code, so the call is
 * prepared again after it.  The final sizes and addresses are from a moment after which nothing can
 * interfere. */
static inline __attribute__((always_inline)) void resolve(tb_call *call, tbpy_preparation *p,
                                                          tbpy_policy_query *query)
{
    int asked = 0;
    do {
        do {
            call->default_dtype = tbpy_default_dtype();
            call->policy = tbpy_policy();
            if (query && tb_this_threads_settings()->meta)
                call->policy |= TB_META;
            p->status = tb_prepare(call, &p->err);
        } while (query && p->status == TB_OK && (asked = ask_policy(call, query)) > 0);
        if (asked < 0) {
            p->status = TB_RUNTIME_ERROR;
            return;
        }
        if (query && query->warned) /* it replaces these warnings */
            p->issued |= TB_WARNING_SHAPES;
    } while (tbpy_again(p, p->status == TB_OK ? call->warnings : 0, tb_warning_text, call));
}

static __attribute__((cold, noinline)) void prepare_asking(tb_call *call, tbpy_preparation *p)
{
    tbpy_policy_query query = {NULL, 0, false};
    resolve(call, p, &query);
    tbpy_end_query(&query);
}

static void prepare(tb_call *call, tbpy_preparation *p)
{
    if (tbpy_policy() & TBPY_ASK_POLICY)
        prepare_asking(call, p);
    else
        resolve(call, p, NULL);
}

/* A result computed from one tensor and numbers keeps that tensor's marks. */
static __attribute__((cold, noinline)) PyObject *mark(const tb_call *call, PyObject *result)
{
    const tb_tensor *operand = NULL;
    int n = 0;
    for (int i = 0; i < tb_ops[call->op].nin; i++)
        if (call->in[i].tensor && call->in[i].tensor->ndim) {
            operand = call->in[i].tensor;
            n++;
        }
    return n == 1 && call->form == TB_FORM_NEW ? tbpy_marked_as(object_of(operand), result) : result;
}

PyObject *tbpy_carry_out(tb_call *call, PyObject *out)
{
    TBPY_PREPARATION p;
    call->out = tbpy_begin(&p, out);
    prepare(call, &p);
    TbTensor *result = tbpy_result(&p, out, &call->out);
    PyObject *done = result ? tbpy_finish(result, tb_run_releasing(call, &tbpy_gil, &p.err), &p.err) : NULL;
    return __builtin_expect(tbpy_policy() & TBPY_ASK_POLICY, 0) ? mark(call, done) : done;
}

PyObject *tbpy_equal_pair(int op, PyObject *a, PyObject *b)
{
    return TBPY_NEW_TENSOR(tb_run_equal_pair, op, tbpy_tensor_of(a), tbpy_tensor_of(b));
}

static __attribute__((cold, noinline)) bool may_object(void)
{
    return (tbpy_policy() & TB_WARN_ON_BROADCAST) || tbpy_is_watched();
}

bool tbpy_small_pair(int op, PyObject *a, PyObject *b, PyObject **result)
{
    tb_small_pair pair;
    if ((tbpy_policy() & (TB_WARN_ON_BROADCAST | TBPY_ASK_POLICY)) && may_object())
        return false;
    const tb_tensor *x = tbpy_tensor_of(a), *y = tbpy_tensor_of(b);
    if (!tb_is_small_pair(op, x, y, &pair))
        return false;
    *result = TBPY_NEW_TENSOR(tb_run_small_pair, op, x, y, &pair);
    return true;
}

/* +a is a; in place, too, where torch checks nothing (conj_physical_). */
bool tbpy_is_itself(const tb_call *call)
{
    const tb_op *op = &tb_ops[call->op];
    if (call->form == TB_FORM_OUT || !call->in[0].tensor)
        return false;
    const int kind = tb_dtypes[call->in[0].tensor->dtype].kind;
    const bool copied = call->form == TB_FORM_INPLACE && op->layout.resized[kind] == TB_LAYOUT_COPIED;
    return copied || (op->itself >> kind & 1);
}

int tbpy_set_operand(tb_operand *in, PyObject *o)
{
    if (TbTensor_Check(o)) {
        in->tensor = tbpy_tensor_of(o);
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
            tbpy_fail_type(operands[i], tb_ops[op].name, tb_ops[op].operand[i], 0, "Tensor");
        if (known != 1)
            return NULL;
    }
    return tbpy_is_itself(&call) ? Py_NewRef(operands[0]) : tbpy_carry_out(&call, out);
}

PyObject *tbpy_cast_as(PyObject *tensor, tb_dtype dtype, tb_memory_format format)
{
    TBPY_PREPARATION p;
    tb_call call;
    call.op = TB_OP_COPY;
    call.form = TB_FORM_NEW;
    call.given = 0;
    call.forced_dtype = dtype;
    tbpy_set_operand(&call.in[0], tensor);
    tbpy_begin(&p, NULL);
    prepare(&call, &p); /* only for its warnings: a cast preserves more of the layout than an operator does */
    if (p.status != TB_OK)
        return NULL;
    return TBPY_NEW_TENSOR(tb_clone_as, call.in[0].tensor, dtype, format, &tbpy_gil);
}

PyObject *tbpy_cast(PyObject *tensor, tb_dtype dtype)
{
    return tbpy_cast_as(tensor, dtype, TB_PRESERVE_FORMAT);
}

/* ---- writing ---- */

static bool same_view(const tb_tensor *a, const tb_tensor *b)
{
    return a->storage == b->storage && a->offset == b->offset && a->dtype == b->dtype &&
           tb_same_sizes(a->size, a->ndim, b->size, b->ndim) &&
           tb_same_sizes(a->stride, a->ndim, b->stride, b->ndim);
}

PyObject *tbpy_copy(PyObject *self, PyObject *source)
{
    /* torch then checks nothing, not even whether self is expanded. */
    if (TbTensor_Check(source) && same_view(tbpy_tensor_of(self), tbpy_tensor_of(source)))
        return Py_NewRef(self);
    return tbpy_pointwise(TB_OP_COPY, TB_FORM_WRITE, &source, self);
}

/* A tensor's number is cast like any other, without the range check of a Python number; it may be an
 * element of self. */
PyObject *tbpy_fill(PyObject *self, PyObject *value)
{
    if (!TbTensor_Check(value))
        return tbpy_pointwise(TB_OP_FILL, TB_FORM_WRITE, &value, self);
    PyObject *copy = tbpy_cast(value, tbpy_tensor_of(value)->dtype), *result = NULL;
    if (copy)
        result = tbpy_pointwise(TB_OP_COPY, TB_FORM_WRITE, &copy, self);
    Py_XDECREF(copy);
    return result;
}
