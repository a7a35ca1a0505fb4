/* index_items.c: see index_items.h.  Sequences and arrays become tensors; everything happens in torch's
 * order. */
#include "python/indexing/index_items.h"

#include "python/args/numpy.h"
#include "python/base/errors.h"
#include "python/base/types.h"
#include "python/create/data.h"

#include <string.h>

/* ---- single items ---- */

static int fail_item(PyObject *o)
{
    PyErr_Format(PyExc_IndexError,
                 "only integers, slices (`:`), ellipsis (`...`), None and long or byte Variables are valid "
                 "indices (got %.200s)",
                 tbpy_type_name(o));
    return -1;
}

static int integer_item(PyObject *integer, tb_index_item *p)
{
    int overflow;
    p->kind = TB_ITEM_INT;
    p->value = PyLong_AsLongLongAndOverflow(integer, &overflow);
    if (overflow)
        PyErr_SetString(PyExc_ValueError, "Overflow when unpacking long long");
    return overflow || (p->value == -1 && PyErr_Occurred()) ? -1 : 0;
}

/* Anything else with __index__; for torch, an object whose __index__ fails is not a valid index. */
static int indexable_item(PyObject *o, tb_index_item *p)
{
    PyObject *integer = PyNumber_Index(o);
    if (!integer) {
        return tbpy_clear_answer() ? fail_item(o) : -1;
    }
    int status = integer_item(integer, p);
    Py_DECREF(integer);
    return status;
}

/* A bound of a slice that Py_ssize_t cannot hold, where that has 32 bits; *bound is what it was clipped to. */
static int wide_bound(PyObject *o, int64_t *bound)
{
    if (o == Py_None || (*bound != PY_SSIZE_T_MAX && *bound != PY_SSIZE_T_MIN))
        return 0;
    PyObject *integer = PyNumber_Index(o);
    if (!integer)
        return -1;
    int overflow;
    const int64_t wide = PyLong_AsLongLongAndOverflow(integer, &overflow);
    Py_DECREF(integer);
    *bound = overflow > 0 ? INT64_MAX : overflow < 0 ? INT64_MIN : wide;
    return 0;
}

static int slice_item(PyObject *o, tb_index_item *p)
{
    const PySliceObject *slice = (PySliceObject *)o;
    Py_ssize_t start = 0, stop = PY_SSIZE_T_MAX, step = 1;
    const bool whole = slice->start == Py_None && slice->stop == Py_None && slice->step == Py_None;
    if (!whole && PySlice_Unpack(o, &start, &stop, &step) < 0)
        return -1;
    p->kind = TB_ITEM_SLICE;
    p->value = start;
    p->stop = slice->stop == Py_None ? INT64_MAX : stop;
    p->step = step;
    if (sizeof(Py_ssize_t) == sizeof(int64_t))
        return 0;
    return wide_bound(slice->start, &p->value) < 0 || wide_bound(slice->stop, &p->stop) < 0 ? -1 : 0;
}

/* A tensor, whose reference moves to out->kept.  A 0-dim one is a boolean (bool, uint8) or an integer. */
static int tensor_item(PyObject *o, bool is_list, tb_index_item *p, tbpy_index *out)
{
    const tb_tensor *t = tbpy_tensor_of(o);
    if (t->ndim > 0 || tb_dtypes[t->dtype].kind > TB_KIND_INT) {
        p->kind = TB_ITEM_TENSOR;
        p->tensor = t;
        out->is_list[out->nkept] = is_list;
        out->kept[out->nkept++] = o;
        return 0;
    }
    p->value = tb_scalar_load(t->dtype, tb_data(t)).v.i;
    p->kind = t->dtype == TB_BOOL || t->dtype == TB_UINT8 ? TB_ITEM_BOOL : TB_ITEM_INT;
    Py_DECREF(o);
    return 0;
}

static bool is_integer(PyObject *o)
{
    return (PyLong_Check(o) && !PyBool_Check(o)) || (tbpy_is_numpy_scalar(o) && PyIndex_Check(o));
}

static int convert_item(PyObject *o, tb_index_item *p, tbpy_index *out)
{
    if (PyLong_CheckExact(o))
        return integer_item(o, p);
    if (PySlice_Check(o))
        return slice_item(o, p);
    if (o == Py_None || o == Py_Ellipsis) {
        p->kind = o == Py_None ? TB_ITEM_NEW_DIM : TB_ITEM_ELLIPSIS;
        return 0;
    }
    if (PyBool_Check(o)) {
        p->kind = TB_ITEM_BOOL;
        p->value = o == Py_True;
        return 0;
    }
    if (TbTensor_Check(o))
        return tensor_item(Py_NewRef(o), false, p, out);
    if (is_integer(o) || !PySequence_Check(o))
        return indexable_item(o, p);
    PyObject *tensor = tbpy_index_from_data(o);
    return tensor ? tensor_item(tensor, PyList_Check(o) || PyTuple_Check(o), p, out) : -1;
}

/* torch counts before it converts, by type only. */
static int dims_of_item(PyObject *o)
{
    if (o == Py_None || o == Py_Ellipsis || PyBool_Check(o))
        return 0;
    if (PyLong_CheckExact(o) || PySlice_Check(o) || !TbTensor_Check(o))
        return 1;
    const tb_tensor *t = tbpy_tensor_of(o);
    return t->dtype == TB_BOOL || t->dtype == TB_UINT8 ? t->ndim : 1;
}

/* ---- sequences that stand for tuples ---- */

static bool stands_for_tuple(PyObject *item)
{
    return item == Py_None || item == Py_Ellipsis || PySlice_Check(item) || TbTensor_Check(item) ||
           PySequence_Check(item);
}

static bool is_plain_array(PyObject *o)
{
    return tbpy_is_ndarray(o) && strcmp(Py_TYPE(o)->tp_name, "numpy.ndarray") == 0;
}

/* Whether it is a short sequence with something other than numbers in it: 1 or 0, or -1 with an exception
 * that torch would not suppress. */
static int is_tuple_like(PyObject *index)
{
    if (TbTensor_Check(index) || is_plain_array(index) || !PySequence_Check(index))
        return 0;
    Py_ssize_t n = PySequence_Size(index);
    for (Py_ssize_t i = 0; i < n && n < 32; i++) {
        PyObject *item = PySequence_GetItem(index, i);
        bool found = item && stands_for_tuple(item);
        Py_XDECREF(item);
        if (found)
            return 1;
        if (!item)
            break;
    }
    return PyErr_Occurred() && !tbpy_clear_answer() ? -1 : 0;
}

static PyObject *as_tuple(PyObject *index)
{
    if (tbpy_warn("Using a non-tuple sequence for multidimensional indexing is deprecated and will be "
                  "changed in pytorch 2.9; use x[tuple(seq)] instead of x[seq]. In pytorch 2.9 this will be "
                  "interpreted as tensor index, x[torch.tensor(seq)], which will result either in an error "
                  "or a different result") < 0)
        return NULL;
    return PySequence_Tuple(index);
}

/* ---- indices as a whole ---- */

static void convert_items(PyObject *const *items, Py_ssize_t n, tbpy_index *out)
{
    for (Py_ssize_t i = 0; i < n; i++)
        out->specified += dims_of_item(items[i]);
    for (; out->n < n; out->n++) {
        tb_index_item *p = &out->item[out->n];
        if (convert_item(items[out->n], p, out) < 0) {
            out->error = PyErr_GetRaisedException();
            break;
        }
        out->has_tensors |= p->kind == TB_ITEM_BOOL || p->kind == TB_ITEM_TENSOR;
    }
}

int tbpy_index_convert(PyObject *index, tbpy_index *out)
{
    PyObject *tuple = NULL;
    out->n = out->specified = out->nkept = 0;
    out->has_tensors = false;
    out->error = NULL;
    const bool is_tuple = PyTuple_Check(index);
    out->alone = !is_tuple && (PySlice_Check(index) || is_integer(index));
    if (is_tuple) {
        tuple = Py_NewRef(index);
    } else if (!out->alone) {
        int tuple_like = is_tuple_like(index);
        if (tuple_like < 0 || (tuple_like && !(tuple = as_tuple(index))))
            return -1;
    }
    const Py_ssize_t n = tuple ? PyTuple_GET_SIZE(tuple) : 1;
    if (n > TBPY_MAX_INDEX_ITEMS)
        PyErr_Format(PyExc_IndexError, "too many indices for a tensor: %zd", n);
    else
        convert_items(tuple ? &PyTuple_GET_ITEM(tuple, 0) : &index, n, out);
    Py_XDECREF(tuple);
    return n > TBPY_MAX_INDEX_ITEMS ? -1 : 0;
}

void tbpy_index_release(tbpy_index *index)
{
    while (index->nkept > 0)
        Py_DECREF(index->kept[--index->nkept]);
    Py_CLEAR(index->error);
}
