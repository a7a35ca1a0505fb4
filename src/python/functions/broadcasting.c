/* broadcasting.c: broadcast_shapes and broadcast_tensors. */
#include "python/functions/functions.h"

#include "python/args/convert.h"
#include "python/args/row.h"
#include "python/base/errors.h"
#include "python/base/notes.h"
#include "python/base/objects.h"
#include "python/base/types.h"
#include "python/call/policy.h"
#include "python/types/size.h"
#include "python/types/tensor.h"

/* ---- broadcast_shapes ---- */

/* One argument as a tuple or other sequence; an int is a shape of one dimension. */
static PyObject *as_sequence(PyObject *o)
{
    if (PyTuple_Check(o) || PyList_Check(o) || PyRange_Check(o))
        return Py_NewRef(o);
    if (PyIndex_Check(o) && !PySequence_Check(o))
        return PyTuple_Pack(1, o);
    return PyErr_Format(PyExc_RuntimeError,
                        "Input shapes should be of type ints, a tuple of ints, or a list of ints, got %S", o);
}

/* The arguments that are not None, as sequences and as Sizes; *ndim is the largest number of dimensions. */
static int read_shapes(PyObject *const *args, Py_ssize_t nargs, PyObject *sequences, PyObject *sizes,
                       int *ndim)
{
    *ndim = 0;
    for (Py_ssize_t i = 0; i < nargs; i++) {
        if (args[i] == Py_None)
            continue;
        PyObject *sequence = as_sequence(args[i]), *size = NULL;
        if (sequence)
            size = PyObject_CallOneArg((PyObject *)tbpy_get_state()->size_type, sequence);
        int status = size && PyList_Append(sequences, sequence) == 0 ? PyList_Append(sizes, size) : -1;
        Py_ssize_t n = size ? PyTuple_GET_SIZE(size) : 0;
        Py_XDECREF(sequence);
        Py_XDECREF(size);
        if (status < 0)
            return -1;
        if (n > TB_MAX_DIMS) {
            PyErr_Format(PyExc_RuntimeError, "only tensors with up to %d dims are supported", TB_MAX_DIMS);
            return -1;
        }
        if (n > *ndim)
            *ndim = (int)n;
    }
    return 0;
}

/* Merges shape number `index` into `common`, in torch's order and with its messages, which differ from
 * those of operators. */
static int merge_shape(tb_shape *common, PyObject *size, PyObject *sequence, Py_ssize_t index)
{
    char text[TB_SHAPE_TEXT_MAX];
    const Py_ssize_t n = PyTuple_GET_SIZE(size);
    for (Py_ssize_t i = 1; i <= n; i++) {
        const int64_t length = PyLong_AsLongLong(PyTuple_GET_ITEM(size, n - i));
        int64_t *known = &common->size[common->ndim - i];
        if (length == *known)
            continue;
        if (*known == 1) {
            if (length < 0) {
                PyErr_SetString(PyExc_ValueError,
                                "Attempting to broadcast a dimension with negative length!");
                return -1;
            }
            *known = length;
        } else if (length != 1) {
            PyErr_Format(
                PyExc_RuntimeError,
                "Attempting to broadcast a dimension of length %lld at %zd! Mismatching argument at index "
                "%zd had %S; but expected shape should be broadcastable to %s",
                (long long)length, -i, index, sequence,
                tb_shape_text(text, sizeof text, common->size, common->ndim));
            return -1;
        }
    }
    return 0;
}

/* The same for compatible tuples of ints, with the ints themselves; false if it needs a closer look. */
static bool merge_plain(PyObject *const *args, Py_ssize_t nargs, PyObject **length, Py_ssize_t *ndim)
{
    int64_t size[TB_MAX_DIMS];
    *ndim = 0;
    for (Py_ssize_t i = 0; i < nargs; i++) {
        const Py_ssize_t n = PyTuple_Check(args[i]) ? PyTuple_GET_SIZE(args[i]) : TB_MAX_DIMS + 1;
        *ndim = n > *ndim ? n : *ndim;
    }
    if (*ndim > TB_MAX_DIMS)
        return false;
    for (Py_ssize_t d = 0; d < *ndim; d++)
        length[d] = NULL;
    for (Py_ssize_t i = 0; i < nargs; i++) {
        const Py_ssize_t n = PyTuple_GET_SIZE(args[i]);
        for (Py_ssize_t k = 0; k < n; k++) {
            const Py_ssize_t d = *ndim - n + k;
            PyObject *item = PyTuple_GET_ITEM(args[i], k);
            int64_t own;
            if (!tbpy_plain_int(item, &own) || own < 0)
                return false;
            if (length[d] && own != 1 && size[d] != 1 && own != size[d])
                return false;
            if (!length[d] || own != 1) {
                length[d] = item;
                size[d] = own;
            }
        }
    }
    return true;
}

PyObject *tbpy_body_broadcast_shapes(const tbpy_call *c)
{
    PyObject *const *args = c->args;
    const Py_ssize_t nargs = c->nargs;
    PyObject *length[TB_MAX_DIMS];
    Py_ssize_t ndim;
    tb_shape common;
    if (merge_plain(args, nargs, length, &ndim))
        return tbpy_size_of_ints(length, ndim);
    PyObject *result = NULL, *sequences = PyList_New(0), *sizes = PyList_New(0);

    if (!sequences || !sizes || read_shapes(args, nargs, sequences, sizes, &common.ndim) < 0)
        goto done;
    for (int i = 0; i < common.ndim; i++)
        common.size[i] = 1;
    for (Py_ssize_t i = 0; i < PyList_GET_SIZE(sizes); i++)
        if (merge_shape(&common, PyList_GET_ITEM(sizes, i), PyList_GET_ITEM(sequences, i), i) < 0) {
            if (PyErr_ExceptionMatches(PyExc_RuntimeError))
                tbpy_note_shapes(sizes);
            goto done;
        }
    result = tbpy_size_new(common.size, common.ndim);
done:
    Py_XDECREF(sequences);
    Py_XDECREF(sizes);
    return result;
}

static PyObject *try_broadcast(PyObject *Py_UNUSED(module), PyObject *const *args, Py_ssize_t nargs)
{
    PyObject *length[TB_MAX_DIMS];
    Py_ssize_t ndim;
    if (!merge_plain(args, nargs, length, &ndim))
        Py_RETURN_NONE;
    PyObject *result = PyTuple_New(ndim);
    for (Py_ssize_t d = 0; result && d < ndim; d++)
        PyTuple_SET_ITEM(result, d, Py_NewRef(length[d]));
    return result;
}

/* ---- broadcast_tensors ---- */

static PyObject *expanded(const tb_tensor *t, const tb_shape *shape)
{
    return TBPY_NEW_TENSOR(tb_view_expand, t, shape->size, shape->ndim);
}

/* There may be more tensors than an error can hold. */
static PyObject *raise_about(PyObject *const *tensor, Py_ssize_t n, tb_error *err)
{
    PyObject *shapes = PyTuple_New(n);
    for (Py_ssize_t i = 0; shapes && i < n; i++) {
        const tb_tensor *t = &((TbTensor *)tensor[i])->t;
        tbpy_put_item(&shapes, i, tbpy_int_tuple(t->size, t->ndim));
    }
    PyErr_Clear(); /* out of memory: no note */
    err->about = TB_ABOUT_NOTHING;
    tbpy_raise(err);
    if (shapes)
        tbpy_note_shapes(shapes);
    Py_XDECREF(shapes);
    return NULL;
}

PyObject *tbpy_body_broadcast_tensors(const tbpy_call *c)
{
    PyObject *const *args = c->args;
    const Py_ssize_t nargs = c->nargs;
    tb_shape common = {.ndim = 0};
    tb_error err;
    if (tbpy_check_tensors(args, nargs, 0) < 0 || tbpy_ask_about("broadcast_tensors", args, nargs, 0) < 0)
        return NULL;
    for (Py_ssize_t i = 0; i < nargs; i++) {
        const tb_tensor *t = &((TbTensor *)args[i])->t;
        if (tb_broadcast(&common, t->size, t->ndim, &err) != TB_OK)
            return raise_about(args, nargs, &err);
    }
    PyObject *views = PyTuple_New(nargs);
    for (Py_ssize_t i = 0; views && i < nargs; i++) {
        const tb_tensor *t = &((TbTensor *)args[i])->t;
        const bool same = tb_same_sizes(t->size, t->ndim, common.size, common.ndim);
        tbpy_put_item(&views, i, same ? Py_NewRef(args[i]) : expanded(t, &common));
    }
    return views;
}

const PyMethodDef tbpy_broadcasting_functions[] = {
    {"_try_broadcast", (PyCFunction)(void (*)(void))try_broadcast, METH_FASTCALL,
     "_try_broadcast($module, /, *shapes)\n--\n\n"
     "The broadcast shape of tuples of ints as a tuple, or None if they do not broadcast."},
    {NULL, NULL, 0, NULL},
};
