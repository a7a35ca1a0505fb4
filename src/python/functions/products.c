/* products.c: matmul, @ and the products behind matmul, with and without adding another tensor. */
#include "python/functions/functions.h"

#include "core/kernels/generated/ops_ids.h"
#include "python/args/convert.h"
#include "python/args/numpy.h"
#include "python/base/errors.h"
#include "python/base/gil.h"
#include "python/base/types.h"
#include "python/call/pointwise_call.h"
#include "python/call/overrides.h"
#include "python/call/policy.h"
#include "python/call/family_call.h"
#include "python/call/function_codes.h"
#include "python/call/given.h"
#include "python/interop/ndarray.h"
#include "python/types/dtype.h"
#include "python/types/tensor.h"

/* ---- functions and methods ---- */

/* torch has no CPU kernel for the overload with out_dtype. */
static PyObject *refuse_out_dtype(const tbpy_call *c)
{
    return PyErr_Format(PyExc_NotImplementedError,
                        "Could not run 'aten::%s.dtype' with arguments from the 'CPU' backend.",
                        c->f->overloads.function);
}

PyObject *tbpy_body_product(const tbpy_call *c)
{
    PyObject *const operands[] = {c->given[TBPY_PRODUCT_INPUT], c->given[TBPY_PRODUCT_OTHER]};
    if (c->given[TBPY_PRODUCT_OUT_DTYPE])
        return refuse_out_dtype(c);
    tb_matmul call;
    call.op = (tb_matmul_op)c->f->code;
    call.self = NULL;
    call.a = tbpy_tensor_of(operands[0]);
    call.b = tbpy_tensor_of(operands[1]);
    return call.op == TB_MATMUL && tbpy_ask_about("matmul", operands, 2, 2) < 0
               ? NULL
               : tbpy_run_one(&tb_matmul_family, &call.header, false, c->given[TBPY_PRODUCT_OUT]);
}

static int number(PyObject *o, tb_scalar *value)
{
    *value = (tb_scalar){.kind = TB_KIND_INT, .v.i = 1};
    return o ? tbpy_number(o, value) : 1;
}

/* Asks policies about expanding self to the product's sizes.  Leaves errors to the call. */
static __attribute__((cold, noinline)) int ask_about_sum(const tbpy_call *c, const tb_matmul *call)
{
    const tb_tensor *a = call->a, *b = call->b;
    const bool vector = call->op == TB_ADDMV;
    const int ndim = call->op == TB_ADDBMM || call->op == TB_BADDBMM ? 3 : 2;
    tbpy_broadcast asked = {.name = c->f->overloads.function, .n = 0};
    tb_shape product = {.ndim = 0};
    if (a->ndim != ndim || b->ndim != ndim - vector || a->size[ndim - 1] != b->size[ndim - 2] ||
        (ndim == 3 && a->size[0] != b->size[0]))
        return 0;
    if (call->op == TB_BADDBMM)
        product.size[product.ndim++] = a->size[0];
    product.size[product.ndim++] = a->size[ndim - 2];
    if (!vector)
        product.size[product.ndim++] = b->size[ndim - 1];
    if (!tb_expandable(call->self->size, call->self->ndim, product.size, product.ndim, NULL))
        return 0;
    tbpy_add_operand(&asked, c->given[TBPY_PRODUCT_SUM_INPUT]);
    asked.shape[asked.n++] = product;
    return tbpy_ask_once(&asked);
}

PyObject *tbpy_body_product_sum(const tbpy_call *c)
{
    PyObject *out = c->given[c->f->inplace ? TBPY_PRODUCT_SUM_INPUT : TBPY_PRODUCT_SUM_OUT];
    if (c->given[TBPY_PRODUCT_SUM_OUT_DTYPE])
        return refuse_out_dtype(c);
    tb_matmul call;
    call.op = (tb_matmul_op)c->f->code;
    call.self = tbpy_tensor_of(c->given[TBPY_PRODUCT_SUM_INPUT]);
    call.a = tbpy_tensor_of(c->given[TBPY_PRODUCT_SUM_MAT1]);
    call.b = tbpy_tensor_of(c->given[TBPY_PRODUCT_SUM_MAT2]);
    if (number(c->given[TBPY_PRODUCT_SUM_BETA], &call.beta) < 0 ||
        number(c->given[TBPY_PRODUCT_SUM_ALPHA], &call.alpha) < 0)
        return NULL;
    call.default_dtype = tbpy_default_dtype();
    if ((tbpy_policy() & TBPY_ASK_POLICY) && !c->f->inplace && ask_about_sum(c, &call) < 0)
        return NULL; /* in place, nothing is expanded */
    return tbpy_run_one(&tb_matmul_family, &call.header, c->f->inplace, out);
}

/* ---- a @ b ---- */

/* A new reference to o, or to a Tensor over an array's memory; NULL with an exception, or without one for
 * anything else. */
static PyObject *as_operand(PyObject *o)
{
    if (TbTensor_Check(o))
        return Py_NewRef(o);
    return tbpy_is_ndarray(o) ? tbpy_from_ndarray(o, false) : NULL;
}

PyObject *tbpy_nb_matrix_multiply(PyObject *a, PyObject *b)
{
    PyObject *result = NULL;
    if (__builtin_expect(tbpy_policy() & TBPY_HAS_OVERRIDES, 0) &&
        tbpy_override_operator("matrix_multiply", false, a, b, &result))
        return result;
    PyObject *left = as_operand(a), *right = left ? as_operand(b) : NULL;
    if (right) {
        tb_matmul call;
        call.op = TB_MATMUL;
        call.self = NULL;
        call.a = tbpy_tensor_of(left);
        call.b = tbpy_tensor_of(right);
        PyObject *const operands[] = {left, right};
        result = tbpy_ask_about("matmul", operands, 2, 2) < 0
                     ? NULL
                     : tbpy_run_one(&tb_matmul_family, &call.header, false, NULL);
    } else if (!PyErr_Occurred()) {
        if (!tbpy_override_operator("matrix_multiply", false, a, b, &result))
            result = Py_NewRef(Py_NotImplemented);
    }
    Py_XDECREF(left);
    Py_XDECREF(right);
    return result;
}

/* ---- outer, cdist ---- */

static int check_vector(PyObject *o, const char *name)
{
    const int ndim = tbpy_tensor_of(o)->ndim;
    if (ndim != 1)
        PyErr_Format(PyExc_RuntimeError, "outer: Expected 1-D argument %s, but got %d-D", name, ndim);
    return ndim == 1 ? 0 : -1;
}

/* A vector repeated as columns or rows, so that the multiplication does not broadcast, and nothing is
 * reported. */
static PyObject *repeated(PyObject *o, const int64_t size[2], int dim)
{
    const tb_tensor *t = tbpy_tensor_of(o);
    const int64_t stride[2] = {dim == 0 ? t->stride[0] : 0, dim == 1 ? t->stride[0] : 0};
    return TBPY_NEW_TENSOR(tb_tensor_view, t->storage, t->dtype, size, stride, 2, t->offset);
}

PyObject *tbpy_body_outer(const tbpy_call *c)
{
    PyObject *input = c->given[TBPY_OUTER_INPUT], *vec2 = c->given[TBPY_OUTER_VEC2];
    PyObject *out = c->given[TBPY_OUTER_OUT], *operands[2] = {NULL, NULL}, *result = NULL;
    if (out && c->f->code == TBPY_GER &&
        tbpy_warn("torch.ger is deprecated and will be removed in a future PyTorch release. Use torch.outer "
                  "instead.") < 0)
        return NULL;
    if (check_vector(input, "self") < 0 || check_vector(vec2, "vec2") < 0)
        return NULL;
    const int64_t size[2] = {tbpy_tensor_of(input)->size[0], tbpy_tensor_of(vec2)->size[0]};
    operands[0] = repeated(input, size, 0);
    if (operands[0])
        operands[1] = repeated(vec2, size, 1);
    if (operands[1])
        result = tbpy_pointwise(TB_OP_MUL, out ? TB_FORM_OUT : TB_FORM_NEW, operands, out);
    Py_XDECREF(operands[0]);
    Py_XDECREF(operands[1]);
    return result;
}

PyObject *tbpy_body_cdist(const tbpy_call *c)
{
    PyObject *const operands[] = {c->given[TBPY_CDIST_X1], c->given[TBPY_CDIST_X2]};
    double p = 2;
    if (tbpy_given_double(c, TBPY_CDIST_P, &p) < 0 || tbpy_ask_about("cdist", operands, 2, 2) < 0)
        return NULL;
    return TBPY_NEW_TENSOR(tb_cdist, tbpy_tensor_of(operands[0]), tbpy_tensor_of(operands[1]), p, &tbpy_gil);
}
