/* scatter.c: scatter, scatter_add, index_fill, index_copy, index_add and their
 * in-place methods: arguments; the rest is the core's. */
#include "python/indexing/indexing.h"

#include "python/args/convert.h"
#include "python/args/overloads.h"
#include "python/args/signature.h"
#include "python/base/errors.h"
#include "python/base/types.h"
#include "python/call/bodies.h"
#include "python/indexing/indexed.h"
#include "python/indexing/scatter_docs.h"
#include "python/types/tensor.h"

/* Overloads put their arguments here. */
enum { DIM, INDEX, VALUE, REDUCE, OUT, INPUT };
#define AT_DIM {"dim", TBPY_INT, false, false, false, DIM}
#define AT_INDEX {"index", TBPY_TENSOR, false, false, false, INDEX}
#define AT_INPUT {"input", TBPY_TENSOR, false, false, false, INPUT}
#define AT_OUT {"out", TBPY_TENSOR, false, true, true, OUT}
#define AT_REDUCE {"reduce", TBPY_STR, false, false, false, REDUCE}
#define TENSOR(name) {name, TBPY_TENSOR, false, false, false, VALUE}
#define NUMBER(name) {name, TBPY_NUMBER, false, false, false, VALUE}
#define AT_DIM_AND_INDEX AT_DIM, AT_INDEX
#define OVERLOAD(text, npos, ...)                 \
    {text, (const tbpy_parameter[]){__VA_ARGS__}, \
     sizeof((const tbpy_parameter[]){__VA_ARGS__}) / sizeof(tbpy_parameter), npos, false}
#define METHOD_TEXT "int dim, Tensor index, "
#define FUNCTION_TEXT "Tensor input, " METHOD_TEXT

/* ---- index_fill ---- */

static const tbpy_overload fill_overloads[] = {
    OVERLOAD(METHOD_TEXT "Tensor value", 3, AT_DIM_AND_INDEX, TENSOR("value")),
    OVERLOAD(METHOD_TEXT "Number value", 3, AT_DIM_AND_INDEX, NUMBER("value")),
};
static const tbpy_overload function_fill_overloads[] = {
    OVERLOAD(FUNCTION_TEXT "Tensor value", 4, AT_INPUT, AT_DIM_AND_INDEX, TENSOR("value")),
    OVERLOAD(FUNCTION_TEXT "Number value", 4, AT_INPUT, AT_DIM_AND_INDEX, NUMBER("value")),
};

static PyObject *filled(PyObject *self, PyObject *const *given, const char *function, bool in_place)
{
    tb_indexed call;
    tb_indexed_init(&call, TB_INDEX_FILL);
    call.form = TB_FORM_INPLACE;
    if (tbpy_parse_dim_and_index(&call, self, given, 1, function) < 0)
        return NULL;
    if (TbTensor_Check(given[2]) && tbpy_tensor_of(given[2])->ndim != 0)
        return PyErr_Format(
            PyExc_RuntimeError,
            "index_fill_ only supports a 0-dimensional value tensor, but got tensor with %d dimension(s).",
            tbpy_tensor_of(given[2])->ndim);
    if (tbpy_number(given[2], &call.number) < 0)
        return NULL;
    if (in_place)
        return tbpy_indexed(&call, self);
    PyObject *copy = TBPY_NEW_TENSOR(tb_clone, call.self, call.self->dtype, true);
    if (!copy)
        return NULL;
    call.self = tbpy_tensor_of(copy);
    PyObject *result = tbpy_indexed(&call, copy);
    Py_DECREF(copy);
    return result;
}

static PyObject *function_index_fill(PyObject *Py_UNUSED(module), PyObject *const *args, Py_ssize_t nargs,
                                     PyObject *kwnames)
{
    static const tbpy_overloads overloads = {"index_fill", false, function_fill_overloads, 2};
    PyObject *given[TBPY_SLOTS] = {NULL};
    if (tbpy_match(&overloads, args, nargs, kwnames, given) < 0)
        return NULL;
    return filled(given[INPUT], given, "index_fill", false);
}

static PyObject *method_index_fill(PyObject *self, PyObject *const *args, Py_ssize_t nargs, PyObject *kwnames)
{
    static const tbpy_overloads overloads = {"index_fill", true, fill_overloads, 2};
    PyObject *given[TBPY_SLOTS] = {NULL};
    if (tbpy_match(&overloads, args, nargs, kwnames, given) < 0)
        return NULL;
    return filled(self, given, "index_fill", false);
}

static PyObject *method_index_fill_(PyObject *self, PyObject *const *args, Py_ssize_t nargs,
                                    PyObject *kwnames)
{
    static const tbpy_overloads overloads = {"index_fill_", true, fill_overloads, 2};
    PyObject *given[TBPY_SLOTS] = {NULL};
    if (tbpy_match(&overloads, args, nargs, kwnames, given) < 0)
        return NULL;
    return filled(self, given, "index_fill_", true);
}

/* ---- index_copy, index_add, scatter_add: src is a tensor ---- */

static const tbpy_signature index_copy_signature = {
    "index_copy", 5, 4, 4, {"input", "dim", "index", "source", "out"}};
static const tbpy_signature index_copy__signature = {
    "index_copy_", 5, 4, 4, {"input", "dim", "index", "source", "out"}};
static const tbpy_signature index_add_signature = {
    "index_add", 6, 4, 4, {"input", "dim", "index", "source", "alpha", "out"}};
static const tbpy_signature index_add__signature = {
    "index_add_", 6, 4, 4, {"input", "dim", "index", "source", "alpha", "out"}};
static const tbpy_signature scatter_add_signature = {
    "scatter_add", 5, 4, 4, {"input", "dim", "index", "src", "out"}};
static const tbpy_signature scatter_add__signature = {
    "scatter_add_", 5, 4, 4, {"input", "dim", "index", "src", "out"}};

/* given: dim, index, src, perhaps alpha, out. */
static PyObject *written(const tbpy_signature *s, tb_indexed *call, bool in_place, PyObject *self,
                         PyObject *const *given, int position)
{
    PyObject *alpha = s->nparams == 6 ? given[3] : NULL, *out = given[s->nparams - 2];
    TbTensor *src;
    call->number = (tb_scalar){.kind = TB_KIND_INT, .v.i = 1};
    if (tbpy_parse_dim_and_index(call, self, given, position, s->function) < 0 ||
        tbpy_as_tensor(given[2], s->function, s->name[3], position + 2, &src) < 0)
        return NULL;
    const int known = alpha ? tbpy_number(alpha, &call->number) : 1;
    if (known == 0)
        tbpy_fail_type(alpha, s->function, "alpha", 0, "Number");
    if (known != 1 || tbpy_parse_out(&out, s->function, &call->form) < 0)
        return NULL;
    call->src = &src->t;
    if (in_place)
        call->form = TB_FORM_INPLACE;
    return tbpy_indexed(call, in_place ? self : out);
}

#define WRITER(name, kind, how)                                                           \
    static PyObject *body_##name(PyObject *self, PyObject *const *given, int position)    \
    {                                                                                     \
        tb_indexed call;                                                                  \
        tb_indexed_init(&call, kind);                                                     \
        call.reduce = how;                                                                \
        return written(&name##_signature, &call, false, self, given, position);           \
    }                                                                                     \
    static PyObject *body_##name##_(PyObject *self, PyObject *const *given, int position) \
    {                                                                                     \
        tb_indexed call;                                                                  \
        tb_indexed_init(&call, kind);                                                     \
        call.reduce = how;                                                                \
        return written(&name##__signature, &call, true, self, given, position);           \
    }                                                                                     \
    TBPY_BOTH_WITH_OUT_OF(name, body_##name)                                              \
    TBPY_METHOD_WITHOUT_OUT_OF(name##_, body_##name##_)
WRITER(index_copy, TB_INDEX_COPY, TB_SCATTER_REDUCE_NONE)
WRITER(index_add, TB_INDEX_ADD, TB_SCATTER_REDUCE_NONE)
WRITER(scatter_add, TB_SCATTER, TB_SCATTER_REDUCE_ADD)
#undef WRITER

/* ---- scatter: src is a tensor or a number ---- */

static const tbpy_overload scatter_overloads[] = {
    OVERLOAD(METHOD_TEXT "Tensor src", 3, AT_DIM_AND_INDEX, TENSOR("src")),
    OVERLOAD(METHOD_TEXT "Tensor src, *, str reduce", 3, AT_DIM_AND_INDEX, TENSOR("src"), AT_REDUCE),
    OVERLOAD(METHOD_TEXT "Number value", 3, AT_DIM_AND_INDEX, NUMBER("value")),
    OVERLOAD(METHOD_TEXT "Number value, *, str reduce", 3, AT_DIM_AND_INDEX, NUMBER("value"), AT_REDUCE),
};
static const tbpy_overload function_scatter_overloads[] = {
    OVERLOAD(FUNCTION_TEXT "Tensor src, *, Tensor out = None", 4, AT_INPUT, AT_DIM_AND_INDEX, TENSOR("src"),
             AT_OUT),
    OVERLOAD(FUNCTION_TEXT "Tensor src, *, str reduce, Tensor out = None", 4, AT_INPUT, AT_DIM_AND_INDEX,
             TENSOR("src"), AT_REDUCE, AT_OUT),
    OVERLOAD(FUNCTION_TEXT "Number value, *, Tensor out = None", 4, AT_INPUT, AT_DIM_AND_INDEX,
             NUMBER("value"), AT_OUT),
    OVERLOAD(FUNCTION_TEXT "Number value, *, str reduce, Tensor out = None", 4, AT_INPUT, AT_DIM_AND_INDEX,
             NUMBER("value"), AT_REDUCE, AT_OUT),
};

/* `overload`: 0 and 1 have a tensor, 2 and 3 a number. */
static PyObject *scattered(PyObject *self, PyObject *const *given, int overload, const char *function,
                           tb_form form, PyObject *out)
{
    tb_indexed call;
    PyObject *reduce = given[REDUCE];
    tb_indexed_init(&call, TB_SCATTER);
    call.form = form;
    if (tbpy_parse_dim_and_index(&call, self, given, 1, function) < 0)
        return NULL;
    if (overload < 2)
        call.src = tbpy_tensor_of(given[VALUE]);
    else if (tbpy_number(given[VALUE], &call.number) < 0)
        return NULL;
    if (reduce) {
        call.deprecated = overload < 2;
        call.reduce = PyUnicode_CompareWithASCIIString(reduce, "add") == 0        ? TB_SCATTER_REDUCE_ADD
                      : PyUnicode_CompareWithASCIIString(reduce, "multiply") == 0 ? TB_SCATTER_REDUCE_MULTIPLY
                                                                                  : TB_SCATTER_REDUCE_UNKNOWN;
    }
    return tbpy_indexed(&call, out);
}

static PyObject *function_scatter(PyObject *Py_UNUSED(module), PyObject *const *args, Py_ssize_t nargs,
                                  PyObject *kwnames)
{
    static const tbpy_overloads overloads = {"scatter", false, function_scatter_overloads, 4};
    PyObject *given[TBPY_SLOTS] = {NULL};
    tb_form form;
    const int overload = tbpy_match(&overloads, args, nargs, kwnames, given);
    if (overload < 0)
        return NULL;
    PyObject *out = given[OUT];
    if (tbpy_parse_out(&out, "scatter", &form) < 0)
        return NULL;
    return scattered(given[INPUT], given, overload, "scatter", form, out);
}

static PyObject *method_scatter(PyObject *self, PyObject *const *args, Py_ssize_t nargs, PyObject *kwnames)
{
    static const tbpy_overloads overloads = {"scatter", true, scatter_overloads, 4};
    PyObject *given[TBPY_SLOTS] = {NULL};
    const int overload = tbpy_match(&overloads, args, nargs, kwnames, given);
    return overload < 0 ? NULL : scattered(self, given, overload, "scatter", TB_FORM_NEW, NULL);
}

static PyObject *method_scatter_(PyObject *self, PyObject *const *args, Py_ssize_t nargs, PyObject *kwnames)
{
    static const tbpy_overloads overloads = {"scatter_", true, scatter_overloads, 4};
    PyObject *given[TBPY_SLOTS] = {NULL};
    const int overload = tbpy_match(&overloads, args, nargs, kwnames, given);
    return overload < 0 ? NULL : scattered(self, given, overload, "scatter_", TB_FORM_INPLACE, self);
}

PyMethodDef tbpy_scatter_functions[] = {
    TBPY_FUNCTION_ROW(index_fill, index_fill_doc),   TBPY_FUNCTION_ROW(index_copy, index_copy_doc),
    TBPY_FUNCTION_ROW(index_add, index_add_doc),     TBPY_FUNCTION_ROW(scatter, scatter_doc),
    TBPY_FUNCTION_ROW(scatter_add, scatter_add_doc), {NULL, NULL, 0, NULL},
};

PyMethodDef tbpy_scatter_methods[] = {
    TBPY_METHOD_ROW(index_fill, method_index_fill_doc),
    TBPY_METHOD_ROW(index_fill_, index_fill__doc),
    TBPY_METHOD_ROW(index_copy, method_index_copy_doc),
    TBPY_METHOD_ROW(index_copy_, index_copy__doc),
    TBPY_METHOD_ROW(index_add, method_index_add_doc),
    TBPY_METHOD_ROW(index_add_, index_add__doc),
    TBPY_METHOD_ROW(scatter, method_scatter_doc),
    TBPY_METHOD_ROW(scatter_, scatter__doc),
    TBPY_METHOD_ROW(scatter_add, method_scatter_add_doc),
    TBPY_METHOD_ROW(scatter_add_, scatter_add__doc),
    {NULL, NULL, 0, NULL},
};
