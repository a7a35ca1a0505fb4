/* scatter.c: bodies of scatter, scatter_add, scatter_reduce, put, index_fill, index_copy, index_add,
 * index_reduce and their in-place methods: arguments.  The core does the rest. */
#include "python/args/convert.h"
#include "python/base/errors.h"
#include "python/indexing/indexed.h"
#include "python/types/tensor.h"

/* Runs the call in place: on the tensor itself or, for the function without underscore, on a clone of it, which
 * has its layout. */
static PyObject *run_in_place(tb_gather_call *call, const tbpy_call *c)
{
    PyObject *target = c->f->inplace ? Py_NewRef(c->given[c->f->own])
                                     : TBPY_NEW_TENSOR(tb_clone, call->self, call->self->dtype, true);
    if (!target)
        return NULL;
    call->self = tbpy_tensor_of(target);
    PyObject *result = tbpy_run_one(&tb_gather_families[call->op], &call->header, true, target);
    Py_DECREF(target);
    return result;
}

PyObject *tbpy_body_index_fill(const tbpy_call *c)
{
    PyObject *value = c->given[TBPY_INDEXED_VALUE];
    tb_gather_call call;
    if (tbpy_begin_indexed(&call, c, TB_INDEX_FILL) < 0)
        return NULL;
    if (TbTensor_Check(value) && tbpy_tensor_of(value)->ndim != 0)
        return PyErr_Format(
            PyExc_RuntimeError,
            "index_fill_ only supports a 0-dimensional value tensor, but got tensor with %d dimension(s).",
            tbpy_tensor_of(value)->ndim);
    if (tbpy_number(value, &call.number) < 0)
        return NULL;
    return run_in_place(&call, c);
}

PyObject *tbpy_body_put(const tbpy_call *c)
{
    bool accumulates = false;
    tb_gather_call call;
    if (tbpy_begin_indexed(&call, c, TB_PUT) < 0)
        return NULL;
    tbpy_given_bool(c, TBPY_INDEXED_ACCUMULATE, &accumulates);
    call.src = tbpy_given_tensor(c, TBPY_INDEXED_SRC);
    call.reduce = accumulates ? TB_SCATTER_REDUCE_ADD : TB_SCATTER_REDUCE_NONE;
    return run_in_place(&call, c);
}

/* index_copy, index_add, scatter_add: the source is a tensor. */
PyObject *tbpy_body_index_write(const tbpy_call *c)
{
    PyObject *alpha = c->given[TBPY_INDEXED_ALPHA];
    tb_gather_call call;
    if (tbpy_begin_indexed(&call, c, (tb_gather_op)c->f->code) < 0)
        return NULL;
    call.number = (tb_scalar){.kind = TB_KIND_INT, .v.i = 1};
    if (alpha && tbpy_number(alpha, &call.number) < 0)
        return NULL;
    call.reduce = c->f->code == TB_SCATTER ? TB_SCATTER_REDUCE_ADD : TB_SCATTER_REDUCE_NONE;
    call.src = tbpy_given_tensor(c, TBPY_INDEXED_SRC);
    return tbpy_run_indexed(&call, c);
}

PyObject *tbpy_body_scatter(const tbpy_call *c)
{
    PyObject *reduce = c->given[TBPY_INDEXED_REDUCE];
    const tb_tensor *src = tbpy_given_tensor(c, TBPY_INDEXED_SRC);
    tb_gather_call call;
    if (tbpy_begin_indexed(&call, c, TB_SCATTER) < 0 ||
        (!src && tbpy_number(c->given[TBPY_INDEXED_VALUE], &call.number) < 0))
        return NULL;
    call.src = src;
    if (reduce) {
        call.deprecated = src && !atomic_exchange(&tbpy_get_state()->warned_of_scatter_reduce, true);
        call.reduce = tbpy_is_word(reduce, "add")        ? TB_SCATTER_REDUCE_ADD
                      : tbpy_is_word(reduce, "multiply") ? TB_SCATTER_REDUCE_MULTIPLY
                                                         : TB_SCATTER_REDUCE_UNKNOWN;
    }
    return tbpy_run_indexed(&call, c);
}

static tb_scatter_reduce reduction_of(PyObject *word, bool adds)
{
    return adds && tbpy_is_word(word, "sum") ? TB_SCATTER_REDUCE_ADD
           : tbpy_is_word(word, "prod")      ? TB_SCATTER_REDUCE_MULTIPLY
           : tbpy_is_word(word, "mean")      ? TB_SCATTER_REDUCE_MEAN
           : tbpy_is_word(word, "amax")      ? TB_SCATTER_REDUCE_MAX
           : tbpy_is_word(word, "amin")      ? TB_SCATTER_REDUCE_MIN
                                             : TB_SCATTER_REDUCE_UNKNOWN;
}

/* scatter_reduce, index_reduce */
PyObject *tbpy_body_index_reduce(const tbpy_call *c)
{
    const tb_gather_op op = (tb_gather_op)c->f->code;
    bool includes_self = true;
    tb_gather_call call;
    if (tbpy_begin_indexed(&call, c, op) < 0)
        return NULL;
    PyObject *word = tbpy_as_text(c->given[TBPY_INDEXED_REDUCE]);
    if (!word)
        return NULL;
    tbpy_given_bool(c, TBPY_INDEXED_INCLUDE_SELF, &includes_self);
    call.src = tbpy_given_tensor(c, TBPY_INDEXED_SRC);
    call.reduce = reduction_of(word, op == TB_SCATTER);
    call.word = PyUnicode_AsUTF8(word);
    call.excludes_self = !includes_self;
    PyObject *result = tbpy_run_indexed(&call, c);
    Py_DECREF(word);
    return result;
}
