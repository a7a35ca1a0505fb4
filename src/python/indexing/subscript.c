/* subscript.c: tensor[index] and tensor[index] = value, and index_put.  The index and the value are converted
 * completely before the tensor is read, because __index__ and the like may run any code.  The core then makes the
 * view.  If tensors or booleans remain, warnings are issued and the core reads or writes the elements. */
#include "python/indexing/subscript.h"

#include "python/args/convert.h"
#include "python/args/numpy.h"
#include "python/base/errors.h"
#include "python/base/gil.h"
#include "python/base/objects.h"
#include "python/base/types.h"
#include "python/call/pointwise_call.h"
#include "python/call/function_codes.h"
#include "python/call/given.h"
#include "python/call/marks.h"
#include "python/call/overrides.h"
#include "python/call/policy.h"
#include "python/indexing/index_items.h"
#include "python/indexing/nonzero.h"
#include "python/interop/ndarray.h"
#include "python/types/tensor.h"

#include <string.h>

/* Each has a frame of several thousand bytes for an index and an error's shapes. */
#define APART __attribute__((noinline))

/* Makes the view for the index, and collects the remaining tensors.  *out is uninitialised; on failure
 * there is nothing to release.  The error of an item that could not be converted is raised here, after
 * those of the preceding items. */
static APART int make_view(tb_tensor *out, tb_index_tensors *indices, PyObject *self, tbpy_index *index)
{
    tb_error err;
    if (tb_index_view(out, indices, tbpy_tensor_of(self), index->item, index->n, index->specified,
                      index->alone, &err) != TB_OK) {
        tbpy_raise(&err);
        return -1;
    }
    if (!index->error)
        return 0;
    tb_index_tensors_release(indices);
    tb_tensor_release(out);
    PyErr_SetRaisedException(index->error);
    index->error = NULL;
    return -1;
}

/* A warning may run any code, so only what the core finds when it is called afterwards is known about the
 * tensors. */
static int warn(const tb_tensor *view, const tb_index_tensors *indices, const tb_tensor *value, bool aliased)
{
    unsigned warnings = tb_index_warnings(view, indices, value, aliased);
    if (warnings & TB_INDEX_WARNS_PUT_EXPANDED && tbpy_warn(tb_warning_put_expanded) < 0)
        return -1;
    if (warnings & TB_INDEX_WARNS_FILL_EXPANDED && tbpy_warn(tb_warning_fill_expanded) < 0)
        return -1;
    for (; warnings >= TB_INDEX_WARNS_BYTE_MASK; warnings -= TB_INDEX_WARNS_BYTE_MASK)
        if (tbpy_warn(tb_warning_byte_mask) < 0)
            return -1;
    return 0;
}

/* ---- policies about indices ---- */

static bool is_mask(PyObject *tensor)
{
    const tb_dtype dtype = tbpy_tensor_of(tensor)->dtype;
    return dtype == TB_BOOL || dtype == TB_UINT8;
}

/* A new reference to the tensor itself, or for a mask, to its indices. */
static PyObject *as_indices(PyObject *tensor)
{
    if (!is_mask(tensor))
        return Py_NewRef(tensor);
    PyObject *found = tbpy_nonzero_tuple(tensor);
    PyObject *first = found && PyTuple_GET_SIZE(found) > 0 ? Py_NewRef(PyTuple_GET_ITEM(found, 0)) : NULL;
    Py_XDECREF(found);
    return first;
}

/* Asks policies about broadcasting the indices against each other.  1: a policy warned, -1: an exception.
 * Nested lists have the dimensions of their brackets.  Leaves errors to the call. */
static __attribute__((cold, noinline)) int ask_about_indices(const char *name, const tb_tensor *view,
                                                             const tb_index_tensors *indices,
                                                             const tbpy_index *index)
{
    PyObject *operand[TBPY_MAX_INDEX_ITEMS];
    tb_shape ignored;
    int n = 0, status = 0;
    if (index->nkept < 2 || !tbpy_is_watched() || tb_index_shape(&ignored, view, indices, NULL) != TB_OK)
        return 0;
    for (int i = 0; i < index->nkept && status == 0; i++) {
        if (index->is_list[i] && tbpy_tensor_of(index->kept[i])->ndim > 1)
            continue;
        operand[n] = as_indices(index->kept[i]);
        status = operand[n] ? 0 : -1;
        n += status == 0;
    }
    if (status == 0)
        status = tbpy_ask_about_tensors(name, operand, n, 0, false);
    while (n > 0)
        Py_DECREF(operand[--n]);
    return status;
}

/* ---- reading ---- */

/* tensor[3] for a tensor with dimensions, the usual index in loops. */
static PyObject *get_row(PyObject *self, int64_t index)
{
    return TBPY_NEW_TENSOR(tb_view_select, tbpy_tensor_of(self), 0, index);
}

static PyObject *get_view(PyObject *self, tbpy_index *index)
{
    tb_index_tensors none;
    TbTensor *out = tbpy_tensor_alloc();
    if (out && make_view(&out->t, &none, self, index) < 0)
        TBPY_DROP(out);
    if (out)
        tbpy_follow_storage(out);
    return (PyObject *)out;
}

static APART PyObject *get_elements(PyObject *self, tbpy_index *index)
{
    tb_tensor view;
    tb_index_tensors indices;
    tb_error err;
    PyObject *result = NULL;
    if (make_view(&view, &indices, self, index) < 0)
        return NULL;
    if ((tbpy_policy() & TBPY_ASK_POLICY) && ask_about_indices("__getitem__", &view, &indices, index) < 0)
        goto done;
    TbTensor *out = warn(&view, &indices, NULL, false) < 0 ? NULL : tbpy_tensor_alloc();
    if (out)
        result = tbpy_finish(out, tb_index_get(&out->t, &view, &indices, &tbpy_gil, &err), &err);
done:
    tb_index_tensors_release(&indices);
    tb_tensor_release(&view);
    return result;
}

static PyObject *get_any(PyObject *self, PyObject *index)
{
    tbpy_index converted;
    if (tbpy_index_convert(index, &converted) < 0)
        return NULL;
    PyObject *result = converted.has_tensors ? get_elements(self, &converted) : get_view(self, &converted);
    tbpy_index_release(&converted);
    return result;
}

/* The offset of t[i, j, ...] if index has a Python int in range for every dimension; else false without an
 * exception. */
static bool find_element(const tb_tensor *t, PyObject *index, int64_t *offset)
{
    int64_t at[TB_MAX_DIMS];
    return PyTuple_CheckExact(index) && PyTuple_GET_SIZE(index) == t->ndim &&
           tbpy_plain_ints(&PyTuple_GET_ITEM(index, 0), t->ndim, at) && tb_element_offset(t, at, offset);
}

static PyObject *get_element(const tb_tensor *t, int64_t offset)
{
    return TBPY_NEW_TENSOR(tb_tensor_view, t->storage, t->dtype, NULL, NULL, 0, offset);
}

static PyObject *get(PyObject *self, PyObject *index)
{
    const tb_tensor *t = tbpy_tensor_of(self);
    int64_t offset;
    if (t->ndim > 0 && find_element(t, index, &offset))
        return get_element(t, offset);
    if (PyLong_CheckExact(index) && t->ndim > 0) {
        int overflow;
        const int64_t value = PyLong_AsLongLongAndOverflow(index, &overflow);
        if (!overflow)
            return get_row(self, value);
    }
    return get_any(self, index);
}

PyObject *tbpy_getitem(PyObject *self, PyObject *index)
{
    const tbpy_given_call as_given = {"__getitem__", self, &index, 1, NULL};
    PyObject *result;
    if (tbpy_override_by_subclass(&as_given, &result))
        return result;
    result = get(self, index);
    if (!result)
        return tbpy_override_failed(&as_given);
    return __builtin_expect(tbpy_policy() & TBPY_ASK_POLICY, 0) ? tbpy_marked_by_index(self, index, result)
                                                                : result;
}

/* ---- values ---- */

/* A number that self's dtype can hold, a Tensor, or a Tensor over an array's memory: a new reference; NULL
 * with torch's error otherwise. */
static APART PyObject *convert_value(PyObject *self, PyObject *value)
{
    tb_scalar number;
    tb_element ignored;
    tb_error err;
    int overflow = 0;
    if (TbTensor_Check(value))
        return Py_NewRef(value);
    if (tbpy_is_ndarray(value))
        return tbpy_from_ndarray(value, false);
    if (PyLong_Check(value) && PyLong_AsLongLongAndOverflow(value, &overflow) == -1 && overflow) {
        PyErr_SetString(PyExc_ValueError, "Overflow when unpacking long long");
        return NULL;
    }
    int known = tbpy_number(value, &number);
    tb_dtype dtype = ((TbTensor *)self)->t.dtype;
    if (known == 0)
        PyErr_Format(PyExc_TypeError, "can't assign a %.200s to a torch.%sTensor", tbpy_type_name(value),
                     tb_dtypes[dtype].scalar_type);
    if (known != 1)
        return NULL;
    if (tb_scalar_store_checked(&number, dtype, &ignored, &err) != TB_OK)
        return tbpy_raise(&err);
    return Py_NewRef(value);
}

/* A view of value without its leading dimensions of size 1.  Other dimensions of size 1 may get other
 * strides, which affects torch's overlap check. */
static tb_status trim(tb_tensor *out, const tb_tensor *value, tb_error *err)
{
    int drop = 0;
    while (drop < value->ndim && value->size[drop] == 1)
        drop++;
    return tb_view_as(out, value, value->size + drop, value->ndim - drop, err);
}

/* ---- policies ---- */

/* tbpy_ask_policy for a value that is expanded to these sizes.  It had `ones` more dimensions of size 1,
 * of which those that the sizes lack do not count. */
static int ask_policy(const char *name, const int64_t *size, int ndim, const tb_tensor *value, int ones,
                      tbpy_policy_query *query)
{
    const int spare = ndim - value->ndim, kept = ones < spare ? ones : spare;
    tbpy_broadcast b = {.name = name, .inplace = true, .n = 2};
    b.shape[0].ndim = ndim;
    memcpy(b.shape[0].size, size, (size_t)ndim * sizeof *size);
    b.shape[1].ndim = value->ndim + kept;
    for (int d = 0; d < kept; d++)
        b.shape[1].size[d] = 1;
    memcpy(b.shape[1].size + kept, value->size, (size_t)value->ndim * sizeof *size);
    return tbpy_ask_policy(&b, query);
}

static bool may_object(const tb_tensor *value) { return value->numel != 1 && tbpy_is_watched(); }

/* Asks policies about the value of t[indices].  Returns 0, or -1 with an exception.  The shapes of the
 * indices may change until the policy has seen the last of them.  Leaves errors to the write. */
static __attribute__((cold, noinline)) int ask_about_value(const char *name, const tb_tensor *view,
                                                           const tb_index_tensors *indices,
                                                           const tb_tensor *value, int ones,
                                                           tbpy_policy_query *query)
{
    tb_shape shape;
    int asked = 0;
    if (!may_object(value))
        return 0;
    do {
        if (tb_index_shape(&shape, view, indices, NULL) != TB_OK ||
            !tb_expandable(value->size, value->ndim, shape.size, shape.ndim, NULL))
            return 0;
        asked = ask_policy(name, shape.size, shape.ndim, value, ones, query);
    } while (asked > 0);
    return asked;
}

/* ---- writing to a view ---- */

/* Asks policies about the value of a view.  No other code has either tensor. */
static __attribute__((cold, noinline)) int ask_about_view(const tb_tensor *target, const tb_tensor *trimmed,
                                                          int ones)
{
    tbpy_policy_query query = {NULL, 0, false};
    const int asked = may_object(trimmed)
                          ? ask_policy("__setitem__", target->size, target->ndim, trimmed, ones, &query)
                          : 0;
    tbpy_end_query(&query);
    return asked < 0 ? -1 : 0;
}

/* value as a tensor of target's sizes: expanded, and trimmed unless it has them. */
static TbTensor *expand_value(const tb_tensor *value, const tb_tensor *target)
{
    tb_tensor trimmed;
    tb_error err;
    TbTensor *out = tbpy_tensor_alloc();
    if (!out)
        return NULL;
    tb_status status = tb_same_sizes(value->size, value->ndim, target->size, target->ndim)
                           ? tb_view_alias(&trimmed, value, &err)
                           : trim(&trimmed, value, &err);
    const int ones = status == TB_OK ? value->ndim - trimmed.ndim : 0;
    int asked = 0;
    if (status == TB_OK) {
        status = tb_view_expand(&out->t, &trimmed, target->size, target->ndim, &err);
        if (status == TB_OK && (tbpy_policy() & TBPY_ASK_POLICY))
            asked = ask_about_view(target, &trimmed, ones);
        tb_tensor_release(&trimmed);
    }
    if (asked < 0) {
        Py_DECREF(out);
        return NULL;
    }
    if (status != TB_OK && err.about == TB_ABOUT_EXPAND)
        err.about = TB_ABOUT_VALUE;
    return (TbTensor *)tbpy_finish(out, status, &err);
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
    PyObject *expanded = (PyObject *)expand_value(tbpy_tensor_of(value), &target->t);
    if (!expanded)
        return NULL;
    PyObject *result = tbpy_copy((PyObject *)target, expanded);
    Py_DECREF(expanded);
    return result;
}

static APART int set_view(PyObject *self, tbpy_index *index, PyObject *value)
{
    TbTensor *target = (TbTensor *)get_view(self, index);
    if (!target)
        return -1;
    PyObject *result = TbTensor_Check(value) ? assign_tensor(target, value) : assign_number(target, value);
    Py_DECREF(target);
    Py_XDECREF(result);
    return result ? 0 : -1;
}

/* ---- writing to elements ---- */

/* Makes a number, which is known to fit, a tensor of self's dtype. */
static tb_status value_tensor(tb_tensor *out, PyObject *value, tb_dtype dtype, bool trims, tb_error *err)
{
    tb_scalar number;
    if (TbTensor_Check(value)) {
        const tb_tensor *t = tbpy_tensor_of(value);
        return trims && t->ndim > 0 && t->size[0] == 1 ? trim(out, t, err) : tb_view_alias(out, t, err);
    }
    TB_TRY(tb_tensor_new(out, dtype, NULL, NULL, 0, false, err));
    tbpy_number(value, &number);
    return tb_scalar_store_checked(&number, dtype, tb_data(out), err);
}

/* What tells the calls that write apart. */
typedef struct {
    const char *name; /* for policies */
    bool trims; /* drops the value's leading dimensions of size 1 */
    bool accumulates;
} writing;

static APART int set_elements(PyObject *self, tbpy_index *index, PyObject *value, const writing *how)
{
    tb_tensor view, from;
    tb_index_tensors indices;
    tb_error err;
    tbpy_policy_query query = {NULL, 0, false};
    int status = -1;
    if (make_view(&view, &indices, self, index) < 0)
        return -1;
    if (value_tensor(&from, value, view.dtype, how->trims, &err) != TB_OK) {
        tbpy_raise(&err);
        goto done;
    }
    const bool aliased = value == self && indices.same && from.ndim == ((TbTensor *)self)->t.ndim;
    const int ones = TbTensor_Check(value) ? ((TbTensor *)value)->t.ndim - from.ndim : 0;
    const bool asks = tbpy_policy() & TBPY_ASK_POLICY;
    const int asked = asks ? ask_about_indices(how->name, &view, &indices, index) : 0;
    query.warned = asked > 0; /* warn once per call */
    if (asked >= 0 && (!asks || ask_about_value(how->name, &view, &indices, &from, ones, &query) == 0) &&
        (how->accumulates || warn(&view, &indices, &from, aliased) == 0) &&
        (!asks || ask_about_value(how->name, &view, &indices, &from, ones, &query) ==
                      0)) { /* a warning may have run any code */
        const tb_status done = how->accumulates
                                   ? tb_index_add(&view, &indices, &from, &tbpy_gil, &err)
                                   : tb_index_put(&view, &indices, &from, aliased, &tbpy_gil, &err);
        status = done == TB_OK ? 0 : -1;
        if (status < 0)
            tbpy_raise(&err);
    }
    tbpy_end_query(&query);
    tb_tensor_release(&from);
done:
    tb_index_tensors_release(&indices);
    tb_tensor_release(&view);
    return status;
}

static int set(PyObject *self, PyObject *index, PyObject *value)
{
    static const writing item = {.name = "__setitem__", .trims = true};
    tbpy_index converted;
    int status = -1;
    value = convert_value(self, value);
    if (!value)
        return -1;
    if (index == Py_False) { /* torch does not even check the shapes */
        status = 0;
    } else if (tbpy_index_convert(index == Py_True ? Py_None : index, &converted) == 0) {
        status = converted.has_tensors ? set_elements(self, &converted, value, &item)
                                       : set_view(self, &converted, value);
        tbpy_index_release(&converted);
    }
    Py_DECREF(value);
    return status;
}

int tbpy_setitem(PyObject *self, PyObject *index, PyObject *value)
{
    PyObject *const args[] = {index, value};
    const tbpy_given_call as_given = {"__setitem__", self, args, 2, NULL};
    PyObject *result;
    if (!value) {
        PyErr_SetString(PyExc_TypeError, "Tensor does not support deleting items");
        return -1;
    }
    if (!tbpy_override_by_subclass(&as_given, &result)) {
        if (set(self, index, value) == 0)
            return 0;
        result = tbpy_override_failed(&as_given);
    }
    Py_XDECREF(result);
    return result ? 0 : -1;
}

/* ---- index_put ---- */

/* Tensors alone, which index the first dimensions. */
static int put_at(PyObject *self, PyObject *tensors, PyObject *values, const writing *how)
{
    const Py_ssize_t n = PyTuple_GET_SIZE(tensors);
    tbpy_index index;
    index.n = index.specified = index.nkept = 0;
    index.alone = false;
    index.error = NULL;
    if (n == 0) { /* torch raises an internal error */
        PyErr_SetString(PyExc_RuntimeError, "index_put_: at least one index is needed");
        return -1;
    }
    if (n > tbpy_tensor_of(self)->ndim) {
        PyErr_Format(PyExc_IndexError, "too many indices for tensor of dimension %d (got %zd)",
                     tbpy_tensor_of(self)->ndim, n);
        return -1;
    }
    for (; index.n < n; index.n++) {
        PyObject *tensor = PyTuple_GET_ITEM(tensors, index.n);
        index.item[index.n] = (tb_index_item){.kind = TB_ITEM_TENSOR, .tensor = tbpy_tensor_of(tensor)};
        index.is_list[index.n] = false;
        index.kept[index.nkept++] = Py_NewRef(tensor);
    }
    const int status = set_elements(self, &index, values, how);
    tbpy_index_release(&index);
    return status;
}

PyObject *tbpy_body_index_put(const tbpy_call *c)
{
    writing how = {.name = c->f->overloads.function};
    PyObject *self = c->given[c->f->own], *tensors;
    if (tbpy_given_tensors(c, TBPY_INDEX_PUT_INDICES, &tensors) < 0)
        return NULL;
    tbpy_given_bool(c, TBPY_INDEX_PUT_ACCUMULATE, &how.accumulates);
    PyObject *target = c->f->code == TBPY_PUT_IN_PLACE ? Py_NewRef(self)
                                                       : TBPY_NEW_TENSOR(tb_clone, tbpy_tensor_of(self),
                                                                         tbpy_tensor_of(self)->dtype, true);
    if (target && put_at(target, tensors, c->given[TBPY_INDEX_PUT_VALUES], &how) < 0)
        TBPY_DROP(target);
    Py_DECREF(tensors);
    return target;
}
