/* shape_functions.c: broadcasting of shapes and tensors, type promotion,
 * is_tensor.  Relies on: creation.h (TBPY_FUNCTION). */
#include "creation.h"

/* ---- broadcast_shapes ---- */

/* One argument as a tuple or other sequence: an int is a shape of one dimension. */
static PyObject *as_sequence(PyObject *o)
{
    if (PyTuple_Check(o) || PyList_Check(o) || PyRange_Check(o))
        return Py_NewRef(o);
    if (PyIndex_Check(o) && !PySequence_Check(o))
        return PyTuple_Pack(1, o);
    return PyErr_Format(PyExc_RuntimeError,
                        "Input shapes should be of type ints, a tuple of ints, or a list of ints, got %S", o);
}

/* The arguments but None as sequences, and the same as Sizes; *ndim is the
 * largest number of dimensions. */
static int read_shapes(PyObject *const *args, Py_ssize_t nargs, PyObject *sequences, PyObject *sizes,
                       int *ndim)
{
    *ndim = 0;
    for (Py_ssize_t i = 0; i < nargs; i++) {
        if (args[i] == Py_None)
            continue;
        PyObject *sequence = as_sequence(args[i]), *size = NULL;
        if (sequence)
            size = PyObject_CallOneArg((PyObject *)TbSize_Type, sequence);
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

/* Folds shape number `place` into `common`, in torch's order and words, which
 * are not those of the operators. */
static int fold_shape(tb_shape *common, PyObject *size, PyObject *sequence, Py_ssize_t place)
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
                (long long)length, -i, place, sequence,
                tb_shape_text(text, sizeof text, common->size, common->ndim));
            return -1;
        }
    }
    return 0;
}

/* The same for tuples of ints that fit each other, as the ints themselves; false where anything else has to be
 * looked at. */
static bool fold_plain(PyObject *const *args, Py_ssize_t nargs, PyObject **length, Py_ssize_t *ndim)
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

static PyObject *broadcast_shapes(PyObject *Py_UNUSED(module), PyObject *const *args, Py_ssize_t nargs)
{
    PyObject *length[TB_MAX_DIMS];
    Py_ssize_t ndim;
    tb_shape common;
    if (fold_plain(args, nargs, length, &ndim))
        return tbpy_size_of_ints(length, ndim);
    PyObject *result = NULL, *sequences = PyList_New(0), *sizes = PyList_New(0);

    if (!sequences || !sizes || read_shapes(args, nargs, sequences, sizes, &common.ndim) < 0)
        goto done;
    for (int i = 0; i < common.ndim; i++)
        common.size[i] = 1;
    for (Py_ssize_t i = 0; i < PyList_GET_SIZE(sizes); i++)
        if (fold_shape(&common, PyList_GET_ITEM(sizes, i), PyList_GET_ITEM(sequences, i), i) < 0) {
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

/* ---- broadcast_tensors, broadcast_to ---- */

static PyObject *expanded(const tb_tensor *t, const tb_shape *shape)
{
    TBPY_RETURN_TENSOR(tb_view_expand, t, shape->size, shape->ndim);
}

/* There may be more tensors than an error has room for. */
static PyObject *raise_about(PyObject *const *tensor, Py_ssize_t n, tb_error *err)
{
    PyObject *shapes = PyTuple_New(n);
    for (Py_ssize_t i = 0; shapes && i < n; i++) {
        const tb_tensor *t = &((TbTensor *)tensor[i])->t;
        PyObject *shape = tbpy_shape_tuple(t->size, t->ndim);
        if (shape)
            PyTuple_SET_ITEM(shapes, i, shape);
        else
            Py_CLEAR(shapes);
    }
    PyErr_Clear(); /* without memory there is no note */
    err->about = TB_ABOUT_ELSE;
    tbpy_raise(err);
    if (shapes)
        tbpy_note_shapes(shapes);
    Py_XDECREF(shapes);
    return NULL;
}

static PyObject *broadcast_tensors(PyObject *Py_UNUSED(module), PyObject *const *args, Py_ssize_t nargs)
{
    tb_shape common = {.ndim = 0};
    tb_error err;
    for (Py_ssize_t i = 0; i < nargs; i++)
        if (!TbTensor_Check(args[i]))
            return PyErr_Format(PyExc_TypeError, "expected Tensor as element %zd in argument 0, but got %s",
                                i, tbpy_type_name(args[i]));
    for (Py_ssize_t i = 0; i < nargs; i++) {
        const tb_tensor *t = &((TbTensor *)args[i])->t;
        if (tb_broadcast(&common, t->size, t->ndim, &err) != TB_OK)
            return raise_about(args, nargs, &err);
    }
    PyObject *views = PyTuple_New(nargs);
    for (Py_ssize_t i = 0; views && i < nargs; i++) {
        const tb_tensor *t = &((TbTensor *)args[i])->t;
        PyObject *view = tb_same_sizes(t->size, t->ndim, common.size, common.ndim) ? Py_NewRef(args[i])
                                                                                   : expanded(t, &common);
        if (view)
            PyTuple_SET_ITEM(views, i, view);
        else
            Py_CLEAR(views);
    }
    return views;
}

static PyObject *broadcast_to(PyObject *Py_UNUSED(module), PyObject *const *args, Py_ssize_t nargs,
                              PyObject *kwnames)
{
    static const tbpy_signature signature = {"broadcast_to", 2, 2, 2, {"input", "size"}};
    PyObject *given[TBPY_MAX_PARAMS];
    TbTensor *input;
    tb_shape shape;
    if (tbpy_parse(&signature, args, nargs, kwnames, given) < 0 ||
        tbpy_as_tensor(given[0], "broadcast_to", "input", 1, &input) < 0 ||
        tbpy_as_size_tuple(given[1], "broadcast_to", "size", 2, &shape) < 0)
        return NULL;
    return expanded(&input->t, &shape);
}

/* ---- dtypes ---- */

/* 1 if o is a Tensor or a number, 0 if it is neither, -1 with an exception. */
static int add_operand(tb_promotion *state, PyObject *o)
{
    tb_scalar value;
    if (TbTensor_Check(o)) {
        const tb_tensor *t = tbpy_tensor_of(o);
        tb_promotion_add_tensor(state, t->dtype, t->ndim);
        return 1;
    }
    int known = tbpy_number(o, &value);
    if (known == 1 && value.kind == TB_KIND_INT && value.above_int64)
        tb_promotion_add_above_int64(state);
    else if (known == 1)
        tb_promotion_add_number(state, value.kind, tbpy_default_dtype);
    return known;
}

/* torch's four signatures are symmetric: any two operands under any of their
 * names. */
static bool is_operand_name(PyObject *key)
{
    static const char *const names[] = {"tensor", "other", "scalar", "scalar1", "scalar2"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (PyUnicode_CompareWithASCIIString(key, names[i]) == 0)
            return true;
    return false;
}

static PyObject *result_type(PyObject *Py_UNUSED(module), PyObject *const *args, Py_ssize_t nargs,
                             PyObject *kwnames)
{
    static const char signatures[] =
        " * (Tensor tensor, Tensor other)\n * (Number scalar, Tensor tensor)\n"
        " * (Tensor tensor, Number other)\n * (Number scalar1, Number scalar2)\n";
    const Py_ssize_t nkw = kwnames ? PyTuple_GET_SIZE(kwnames) : 0;
    tb_promotion state = tb_promotion_new();
    bool fits = nargs + nkw == 2;

    for (Py_ssize_t i = 0; fits && i < nkw; i++)
        fits = is_operand_name(PyTuple_GET_ITEM(kwnames, i));
    for (int i = 0; fits && i < 2; i++) {
        int known = add_operand(&state, args[i]);
        if (known < 0)
            return NULL;
        fits = known == 1;
    }
    if (!fits)
        return tbpy_invalid_combination("result_type", args, nargs, kwnames, signatures);
    tb_error err;
    if (tb_promotion_check(&state, &err) != TB_OK)
        return tbpy_raise(&err);
    return tbpy_dtype_object(tb_promotion_result(&state));
}

/* A dtype by position; None is none here. */
static int required_dtype(PyObject *o, const char *function, const char *name, int position, tb_dtype *dtype)
{
    if (o != Py_None && tbpy_as_dtype(o, function, name, dtype) == 0)
        return 0;
    PyErr_Clear();
    PyErr_Format(PyExc_TypeError, "%s(): argument '%s' (position %d) must be torch.dtype, not %s", function,
                 name, position, tbpy_type_name(o));
    return -1;
}

static int two_dtypes(const tbpy_signature *s, PyObject *const *args, Py_ssize_t nargs, PyObject *kwnames,
                      tb_dtype *a, tb_dtype *b)
{
    PyObject *given[TBPY_MAX_PARAMS];
    if (tbpy_parse(s, args, nargs, kwnames, given) < 0 ||
        required_dtype(given[0], s->function, s->name[0], 1, a) < 0)
        return -1;
    return required_dtype(given[1], s->function, s->name[1], 2, b);
}

static PyObject *promote_types(PyObject *Py_UNUSED(module), PyObject *const *args, Py_ssize_t nargs,
                               PyObject *kwnames)
{
    static const tbpy_signature signature = {"promote_types", 2, 2, 2, {"type1", "type2"}};
    tb_dtype a, b;
    if (two_dtypes(&signature, args, nargs, kwnames, &a, &b) < 0)
        return NULL;
    const tb_dtype both = tb_promote(a, b);
    tb_error err;
    if (both == TB_UNDEFINED) {
        tb_fail_promotion(a, b, &err);
        return tbpy_raise(&err);
    }
    return tbpy_dtype_object(both);
}

static PyObject *can_cast(PyObject *Py_UNUSED(module), PyObject *const *args, Py_ssize_t nargs,
                          PyObject *kwnames)
{
    static const tbpy_signature signature = {"can_cast", 2, 2, 2, {"from_", "to"}};
    tb_dtype from, to;
    if (two_dtypes(&signature, args, nargs, kwnames, &from, &to) < 0)
        return NULL;
    return PyBool_FromLong(tb_can_cast(from, to));
}

static PyObject *is_tensor(PyObject *Py_UNUSED(module), PyObject *o)
{
    return PyBool_FromLong(TbTensor_Check(o));
}

PyMethodDef tbpy_shape_functions[] = {
    {"broadcast_shapes", (PyCFunction)(void (*)(void))broadcast_shapes, METH_FASTCALL,
     "broadcast_shapes($module, /, *shapes)\n--\n\n"
     "The Size that shapes (ints, tuples, lists, Sizes) broadcast to; the note, \"General semantics\".\n\n"
     "RuntimeError if they do not broadcast, ValueError for a negative length.  As "
     "torch.broadcast_shapes.\n\n"
     ">>> torch.broadcast_shapes((2,), (3, 1), (1, 1, 1))\ntorch.Size([1, 3, 2])\n"},
    {"broadcast_tensors", (PyCFunction)(void (*)(void))broadcast_tensors, METH_FASTCALL,
     "broadcast_tensors($module, /, *tensors)\n--\n\n"
     "A tuple of views of the tensors, all expanded to the shape they broadcast to, which a tensor of\n"
     "that shape is itself; no memory is copied.\n\n"
     "RuntimeError if the sizes do not broadcast.  As torch.broadcast_tensors.\n\n"
     ">>> a, b = torch.broadcast_tensors(torch.ones(3, 1), torch.ones(2))\n>>> a.shape\ntorch.Size([3, "
     "2])\n"},
    TBPY_FUNCTION(broadcast_to,
                  "broadcast_to($module, input, size)\n--\n\n"
                  "A view of input expanded to size (a tuple, list or Size; -1 keeps a dimension).\n\n"
                  "RuntimeError if input does not expand to size.  As torch.broadcast_to.\n\n"
                  ">>> torch.broadcast_to(torch.tensor([1, 2]), (2, 2))\n"
                  "tensor([[1, 2],\n        [1, 2]])\n"),
    TBPY_FUNCTION(result_type,
                  "result_type($module, tensor, other)\n--\n\n"
                  "The dtype that an operator computes in for these operands: tensors with dimensions\n"
                  "come before 0-dim tensors, which come before numbers.\n\n"
                  "TypeError for anything else.  As torch.result_type.\n\n"
                  ">>> torch.result_type(torch.ones(2, dtype=torch.int8), 1.5)\ntorch.float32\n"),
    TBPY_FUNCTION(promote_types,
                  "promote_types($module, type1, type2)\n--\n\n"
                  "The smallest dtype that both dtypes promote to.  TypeError for what is no dtype.\n"
                  "As torch.promote_types.\n\n"
                  ">>> torch.promote_types(torch.int32, torch.float16)\ntorch.float16\n"),
    TBPY_FUNCTION(
        can_cast,
        "can_cast($module, from_, to)\n--\n\n"
        "May a result of dtype from_ be written to a tensor of dtype to?  No from complex to real,\n"
        "from floating to integral, from anything to bool.  TypeError for what is no dtype.\n"
        "As torch.can_cast.\n\n"
        ">>> torch.can_cast(torch.float64, torch.int64)\nFalse\n"),
    {"is_tensor", is_tensor, METH_O,
     "is_tensor($module, obj, /)\n--\n\n"
     "Is obj a Tensor?  As torch.is_tensor.\n\n>>> torch.is_tensor(torch.ones(1))\nTrue\n"},
    {NULL, NULL, 0, NULL},
};
