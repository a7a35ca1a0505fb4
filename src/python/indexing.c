/* indexing.c: tensor[index] and tensor[index] = value for integers, slices,
 * None, ... and booleans.
 *
 * An index is converted completely before the tensor is looked at, because
 * __index__ may run anything.  The parts are then applied one after the other as
 * views, in torch's order and with torch's errors; the error of a part that could
 * not be converted waits for its turn.
 * Relies on: tbpy.h. */
#include "tbpy.h"

/* ---- the parts of an index ---- */

typedef enum { PART_INT, PART_SLICE, PART_NONE, PART_ELLIPSIS, PART_BOOL } part_kind;

typedef struct {
    part_kind kind;
    int64_t value; /* of an integer or a boolean */
    Py_ssize_t start, stop, step;
} part;

#define MAX_PARTS 256

typedef struct {
    int n;         /* converted ones */
    int specified; /* parts that are about a dimension of the tensor, converted or not */
    bool alone;    /* one integer or slice, not in a tuple: other texts for 0-dim tensors */
    PyObject *error_type, *error, *traceback; /* of the part after the converted ones, or NULL */
    part part[MAX_PARTS];
} parts;

static int fail_part(PyObject *o)
{
    PyErr_Format(PyExc_IndexError,
                 "only integers, slices (`:`), ellipsis (`...`), None and long or byte Variables are valid "
                 "indices (got %.200s)",
                 tbpy_type_name(o));
    return -1;
}

static int fail_advanced(PyObject *o)
{
    PyErr_Format(PyExc_IndexError,
                 "indexing with sequences, arrays and tensors with dimensions is not implemented yet: use "
                 "integers, slices (`:`), ellipsis (`...`), None or booleans (got %.200s)",
                 tbpy_type_name(o));
    return -1;
}

static int integer_part(PyObject *integer, part *p)
{
    int overflow;
    p->kind = PART_INT;
    p->value = PyLong_AsLongLongAndOverflow(integer, &overflow);
    if (overflow)
        PyErr_SetString(PyExc_ValueError, "Overflow when unpacking long long");
    return overflow || (p->value == -1 && PyErr_Occurred()) ? -1 : 0;
}

/* torch takes a 0-dim bool or uint8 tensor as a boolean, other integers as such. */
static int tensor_part(PyObject *o, part *p)
{
    const tb_tensor *t = &((TbTensor *)o)->t;
    if (tb_dtypes[t->dtype].kind > TB_KIND_INT) {
        PyErr_SetString(PyExc_IndexError, "tensors used as indices must be long, int, byte or bool tensors");
        return -1;
    }
    if (t->ndim != 0)
        return fail_advanced(o);
    p->value = tb_scalar_load((tb_dtype)t->dtype, tb_data(t)).v.i;
    p->kind = t->dtype == TB_BOOL || t->dtype == TB_UINT8 ? PART_BOOL : PART_INT;
    return 0;
}

static int convert_part(PyObject *o, part *p)
{
    if (PyLong_CheckExact(o))
        return integer_part(o, p);
    if (PySlice_Check(o)) {
        p->kind = PART_SLICE;
        return PySlice_Unpack(o, &p->start, &p->stop, &p->step);
    }
    if (o == Py_None || o == Py_Ellipsis) {
        p->kind = o == Py_None ? PART_NONE : PART_ELLIPSIS;
        return 0;
    }
    if (PyBool_Check(o)) {
        p->kind = PART_BOOL;
        p->value = o == Py_True;
        return 0;
    }
    if (TbTensor_Check(o))
        return tensor_part(o, p);
    if (tbpy_is_ndarray(o))
        return fail_advanced(o);
    if (PyIndex_Check(o)) {
        PyObject *integer = PyNumber_Index(o);
        int status = integer ? integer_part(integer, p) : -1;
        Py_XDECREF(integer);
        return status;
    }
    if (PySequence_Check(o) && !PyUnicode_Check(o) && !PyBytes_Check(o))
        return fail_advanced(o);
    return fail_part(o);
}

/* torch counts before it converts: by type alone. */
static bool is_about_dimension(PyObject *o)
{
    if (TbTensor_Check(o)) {
        const tb_tensor *t = &((TbTensor *)o)->t;
        return (t->dtype != TB_BOOL && t->dtype != TB_UINT8) || t->ndim > 0;
    }
    return o != Py_None && o != Py_Ellipsis && !PyBool_Check(o);
}

/* -1 if the index is hopeless; a part's own error is kept in `out`. */
static int convert_index(PyObject *index, parts *out)
{
    bool tuple = PyTuple_Check(index);
    Py_ssize_t n = tuple ? PyTuple_GET_SIZE(index) : 1;
    if (n > MAX_PARTS) {
        PyErr_Format(PyExc_IndexError, "too many indices for a tensor: %zd", n);
        return -1;
    }
    out->alone = !tuple && ((PyLong_Check(index) && !PyBool_Check(index)) || PySlice_Check(index));
    out->n = out->specified = 0;
    out->error_type = out->error = out->traceback = NULL;
    for (Py_ssize_t i = 0; i < n; i++)
        out->specified += is_about_dimension(tuple ? PyTuple_GET_ITEM(index, i) : index);
    for (; out->n < n; out->n++) {
        if (convert_part(tuple ? PyTuple_GET_ITEM(index, out->n) : index, &out->part[out->n]) < 0) {
            PyErr_Fetch(&out->error_type, &out->error, &out->traceback);
            break;
        }
    }
    return 0;
}

static void drop_error(parts *p)
{
    Py_CLEAR(p->error_type);
    Py_CLEAR(p->error);
    Py_CLEAR(p->traceback);
}

/* ---- applying them ---- */

/* A chain of views; only the current one is held. */
typedef struct {
    tb_tensor slot[2];
    int now;
    int dim;      /* the dimension that the next part is about */
    int bool_dim; /* where the booleans' common dimension is, or -1 */
    bool all_true, adjacent;
} chain;

static tb_tensor *current(chain *c) { return &c->slot[c->now]; }
static tb_tensor *next(chain *c) { return &c->slot[!c->now]; }

/* Takes over what a core function has put into next(). */
static tb_status advance(chain *c, tb_status status)
{
    if (status == TB_OK) {
        tb_tensor_release(current(c));
        c->now = !c->now;
    }
    return status;
}

static tb_status apply_int(chain *c, int64_t index, int position, bool alone, tb_error *err)
{
    const tb_tensor *t = current(c);
    if (t->ndim == 0 && alone && index == 0)
        return tb_fail(
            err, TB_INDEX_ERROR,
            "invalid index of a 0-dim tensor. Use `tensor.item()` in Python or `tensor.item<T>()` in "
            "C++ to convert a 0-dim tensor to a number");
    /* torch names the part's place in the index, not the tensor's dimension. */
    int64_t size = c->dim < t->ndim ? t->size[c->dim] : 0;
    if (index < -size || index >= size)
        return tb_fail(err, TB_INDEX_ERROR, "index %lld is out of bounds for dimension %d with size %lld",
                       (long long)index, position, (long long)size);
    return advance(c, tb_view_select(next(c), t, c->dim, index, err));
}

static tb_status apply_slice(chain *c, const part *p, tb_error *err)
{
    const tb_tensor *t = current(c);
    Py_ssize_t start = p->start, stop = p->stop;
    if (p->step < 1)
        return tb_fail(err, TB_VALUE_ERROR, "step must be greater than zero");
    if (c->dim < t->ndim)
        PySlice_AdjustIndices((Py_ssize_t)t->size[c->dim], &start, &stop, p->step);
    tb_status status = tb_view_slice(next(c), t, c->dim++, start, stop, p->step, err);
    return advance(c, status);
}

static tb_status apply_new_dim(chain *c, tb_error *err)
{
    return advance(c, tb_view_unsqueeze(next(c), current(c), c->dim++, err));
}

/* All booleans of an index are broadcast into one dimension, of size 1 if all
 * are True, else 0; it is where they are, or in front if something is between. */
static tb_status apply_bool(chain *c, bool value, tb_error *err)
{
    c->all_true &= value;
    if (c->bool_dim >= 0) {
        c->adjacent &= c->dim == c->bool_dim + 1;
        return TB_OK;
    }
    c->bool_dim = c->dim;
    return apply_new_dim(c, err);
}

static tb_status finish_bools(chain *c, tb_error *err)
{
    int64_t dims[TB_MAX_DIMS];
    if (c->bool_dim < 0)
        return TB_OK;
    if (!c->all_true)
        TB_TRY(advance(c, tb_view_slice(next(c), current(c), c->bool_dim, 0, 0, 1, err)));
    if (c->adjacent)
        return TB_OK;
    int ndim = current(c)->ndim;
    for (int d = 0; d < ndim; d++)
        dims[d] = d == 0 ? c->bool_dim : d <= c->bool_dim ? d - 1 : d;
    return advance(c, tb_view_permute(next(c), current(c), dims, ndim, err));
}

static tb_status apply_parts(chain *c, const parts *index, tb_error *err)
{
    int ndim = current(c)->ndim;
    if (index->specified > ndim && !index->alone)
        return tb_fail(err, TB_INDEX_ERROR, "too many indices for tensor of dimension %d", ndim);
    for (int i = 0; i < index->n; i++) {
        const part *p = &index->part[i];
        switch (p->kind) {
        case PART_INT:
            TB_TRY(apply_int(c, p->value, i, index->alone, err));
            break;
        case PART_SLICE:
            TB_TRY(apply_slice(c, p, err));
            break;
        case PART_NONE:
            TB_TRY(apply_new_dim(c, err));
            break;
        case PART_ELLIPSIS:
            c->dim += ndim - index->specified;
            break;
        case PART_BOOL:
            TB_TRY(apply_bool(c, p->value != 0, err));
            break;
        }
    }
    return finish_bools(c, err);
}

/* The view that the index selects; *has_bool if torch would make a copy of it.
 * Ends the index's error. */
static TbTensor *select_view(PyObject *self, parts *index, bool *has_bool)
{
    chain c = {.bool_dim = -1, .all_true = true, .adjacent = true};
    tb_error err;
    TbTensor *out = tbpy_tensor_alloc();
    if (!out) {
        drop_error(index);
        return NULL;
    }
    tb_status status = tb_view_alias(current(&c), &((TbTensor *)self)->t, &err);
    if (status == TB_OK)
        status = apply_parts(&c, index, &err);
    if (status == TB_OK)
        status = tb_view_alias(&out->t, current(&c), &err);
    *has_bool = c.bool_dim >= 0;
    tb_tensor_release(&c.slot[0]);
    tb_tensor_release(&c.slot[1]);
    if (status == TB_OK && !index->error_type)
        return out;
    Py_DECREF(out);
    if (status == TB_OK) {
        PyErr_Restore(index->error_type, index->error, index->traceback);
        return NULL;
    }
    drop_error(index);
    return (TbTensor *)tbpy_raise(&err);
}

/* tensor[3] of a tensor with dimensions, the one index that loops are made of. */
static PyObject *get_row(PyObject *self, int64_t index)
{
    TBPY_RETURN_TENSOR(tb_view_select, &((TbTensor *)self)->t, 0, index);
}

PyObject *tbpy_getitem(PyObject *self, PyObject *index)
{
    parts converted;
    bool has_bool;
    if (convert_index(index, &converted) < 0)
        return NULL;
    if (converted.alone && converted.n && converted.part[0].kind == PART_INT &&
        ((TbTensor *)self)->t.ndim > 0)
        return get_row(self, converted.part[0].value);
    TbTensor *view = select_view(self, &converted, &has_bool);
    if (!view || !has_bool)
        return (PyObject *)view;
    PyObject *copy = tbpy_cast((PyObject *)view, (tb_dtype)view->t.dtype);
    Py_DECREF(view);
    return copy;
}

/* ---- assignment ---- */

/* A number that self's dtype can hold, or a Tensor: -1 with torch's error otherwise. */
static int check_value(PyObject *self, PyObject *value)
{
    tb_dtype dtype = (tb_dtype)((TbTensor *)self)->t.dtype;
    tb_scalar number;
    tb_element ignored;
    tb_error err;
    int overflow = 0;
    if (TbTensor_Check(value))
        return 0;
    if (PyLong_Check(value) && PyLong_AsLongLongAndOverflow(value, &overflow) == -1 && overflow) {
        PyErr_SetString(PyExc_ValueError, "Overflow when unpacking long long");
        return -1;
    }
    int known = tbpy_number(value, &number);
    if (known == 0)
        PyErr_Format(PyExc_TypeError, "can't assign a %.200s to a torch.%sTensor", tbpy_type_name(value),
                     tb_dtypes[dtype].scalar_type);
    if (known != 1)
        return -1;
    if (tb_scalar_store_checked(&number, dtype, &ignored, &err) != TB_OK) {
        tbpy_raise(&err);
        return -1;
    }
    return 0;
}

/* value as a tensor of target's sizes: its leading dimensions of size 1 are
 * dropped, the rest is expanded. */
static TbTensor *expand_value(const tb_tensor *value, const tb_tensor *target)
{
    tb_tensor trimmed;
    tb_error err;
    int drop = 0;
    TbTensor *out = tbpy_tensor_alloc();
    if (!out)
        return NULL;
    if (!tb_same_sizes(value->size, value->ndim, target->size, target->ndim))
        while (drop < value->ndim && value->size[drop] == 1)
            drop++;
    tb_status status = tb_tensor_view(&trimmed, value->storage, (tb_dtype)value->dtype, value->size + drop,
                                      value->stride + drop, value->ndim - drop, value->offset, &err);
    if (status == TB_OK) {
        status = tb_view_expand(&out->t, &trimmed, target->size, target->ndim, &err);
        tb_tensor_release(&trimmed);
    }
    if (status != TB_OK) {
        Py_DECREF(out);
        return (TbTensor *)tbpy_raise(&err);
    }
    return out;
}

static PyObject *assign_number(TbTensor *target, PyObject *number)
{
    tb_error err;
    if (tb_check_writable(&target->t, &err) != TB_OK)
        return tbpy_raise(&err);
    return tbpy_fill((PyObject *)target, number);
}

static PyObject *assign_tensor(TbTensor *target, PyObject *value)
{
    if (((TbTensor *)value)->t.ndim == 0 && target->t.ndim > 0)
        return tbpy_fill((PyObject *)target, value);
    PyObject *expanded = (PyObject *)expand_value(&((TbTensor *)value)->t, &target->t);
    if (!expanded)
        return NULL;
    PyObject *result = tbpy_copy((PyObject *)target, expanded);
    Py_DECREF(expanded);
    return result;
}

int tbpy_setitem(PyObject *self, PyObject *index, PyObject *value)
{
    parts converted;
    bool has_bool;
    if (!value) {
        PyErr_SetString(PyExc_TypeError, "Tensor does not support deleting items");
        return -1;
    }
    if (check_value(self, value) < 0 || convert_index(index, &converted) < 0)
        return -1;
    TbTensor *target = select_view(self, &converted, &has_bool);
    if (!target)
        return -1;
    PyObject *result = TbTensor_Check(value) ? assign_tensor(target, value) : assign_number(target, value);
    Py_DECREF(target);
    Py_XDECREF(result);
    return result ? 0 : -1;
}
