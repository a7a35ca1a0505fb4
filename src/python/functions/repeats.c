/* repeats.c: repeat, tile, repeat_interleave, pad, flip, roll; tril, triu, expand_copy and narrow_copy; diag
 * and the like: new tensors from one tensor's elements. */
#include "python/args/convert.h"
#include "python/base/errors.h"
#include "python/base/gil.h"
#include "python/base/types.h"
#include "python/call/family_call.h"
#include "python/call/given.h"
#include "python/types/tensor.h"

/* A new Tensor filled by a core function whose last argument is `lock`. */
#define NEW_TENSOR(function, ...) TBPY_NEW_TENSOR(function, __VA_ARGS__, &tbpy_gil)

/* ---- repeat, tile, repeat_interleave ---- */

PyObject *tbpy_body_repeat(const tbpy_call *c)
{
    tb_shape repeats;
    if (tbpy_given_ints(c, TBPY_REPEAT_REPEATS, &repeats) < 0)
        return NULL;
    return NEW_TENSOR(tb_repeat, tbpy_tensor_of(c->given[TBPY_REPEAT_INPUT]), &repeats);
}

PyObject *tbpy_body_tile(const tbpy_call *c)
{
    tb_shape dims;
    if (tbpy_given_ints(c, TBPY_TILE_DIMS, &dims) < 0)
        return NULL;
    return NEW_TENSOR(tb_tile, tbpy_tensor_of(c->given[TBPY_TILE_INPUT]), &dims);
}

/* An optional int: *set points to its value, or is NULL. */
static int optional_int(const tbpy_call *c, int slot, int64_t *value, const int64_t **set)
{
    *set = c->given[slot] && c->given[slot] != Py_None ? value : NULL;
    return *set ? tbpy_given_int(c, slot, value) : 0;
}

PyObject *tbpy_body_repeat_interleave(const tbpy_call *c)
{
    PyObject *input = c->given[TBPY_REPEAT_INTERLEAVE_INPUT],
             *repeats = c->given[TBPY_REPEAT_INTERLEAVE_REPEATS];
    int64_t dim_value, size_value, times;
    const int64_t *dim, *size;
    if (optional_int(c, TBPY_REPEAT_INTERLEAVE_DIM, &dim_value, &dim) < 0 ||
        optional_int(c, TBPY_REPEAT_INTERLEAVE_OUTPUT_SIZE, &size_value, &size) < 0)
        return NULL;
    if (!input)
        return TBPY_NEW_TENSOR(tb_repeat_indices, tbpy_tensor_of(repeats), size);
    if (TbTensor_Check(repeats))
        return TBPY_NEW_TENSOR(tb_repeat_by, tbpy_tensor_of(input), tbpy_tensor_of(repeats), dim, size);
    if (tbpy_given_int(c, TBPY_REPEAT_INTERLEAVE_REPEATS, &times) < 0)
        return NULL;
    return NEW_TENSOR(tb_repeat_each, tbpy_tensor_of(input), times, dim, size);
}

/* ---- pad ---- */

/* The numbers of pad(), for the last dimension first; false: not a pair for each of some dimensions. */
static bool pair_up(tb_padding *padding, const tb_shape *pad, int ndim)
{
    if (pad->ndim % 2 || pad->ndim > 2 * ndim)
        return false;
    for (int d = 0; d < ndim; d++)
        padding->before[d] = padding->after[d] = 0;
    for (int k = 0; k < pad->ndim; k += 2) {
        padding->before[ndim - 1 - k / 2] = pad->size[k];
        padding->after[ndim - 1 - k / 2] = pad->size[k + 1];
    }
    return true;
}

/* Is it a call without anything that Python checks, and in one format alone? */
static bool is_plain(const tb_tensor *t, const tb_padding *padding, int n, PyObject *value)
{
    int64_t sum = 0;
    if (n == 0 || (t->ndim > 3 && !t->contiguous))
        return false;
    for (int d = t->ndim - n; d < t->ndim; d++)
        sum |= padding->before[d] | padding->after[d];
    if (padding->mode == TB_PAD_CONSTANT)
        return sum > 0; /* otherwise a clone */
    if (n > 3 || t->ndim < n + 1 || t->ndim > n + 2 || (value && value != Py_None) || t->numel == 0 ||
        t->dtype == TB_BOOL || tb_is_unsigned(t->dtype))
        return false;
    for (int d = 0; d < t->ndim && padding->mode == TB_PAD_CIRCULAR; d++)
        if (tb_max(padding->before[d], padding->after[d]) > t->size[d])
            return false;
    return true;
}

/* None for a call that Python has to check first; with a memory format it has been checked. */
PyObject *tbpy_body_padded(const tbpy_call *c)
{
    static const char *const modes[] = {"constant", "reflect", "replicate", "circular"};
    const tb_tensor *t = tbpy_tensor_of(c->given[TBPY_PADDED_INPUT]);
    PyObject *const given = c->given[TBPY_PADDED_VALUE];
    tb_memory_format format = TB_CONTIGUOUS_FORMAT;
    tb_scalar value = {.kind = TB_KIND_INT};
    tb_shape pad;
    tb_padding padding;
    int mode = 0;
    if (tbpy_given_ints(c, TBPY_PADDED_PAD, &pad) < 0)
        return NULL;
    while (mode < 4 && PyUnicode_CompareWithASCIIString(c->given[TBPY_PADDED_MODE], modes[mode]) != 0)
        mode++;
    padding.mode = (tb_pad_mode)mode;
    if (mode == 4 || !pair_up(&padding, &pad, t->ndim) || !tb_can_pad(t, &padding) ||
        (!c->given[TBPY_PADDED_MEMORY_FORMAT] && !is_plain(t, &padding, pad.ndim / 2, given)))
        Py_RETURN_NONE;
    if (given && given != Py_None && tbpy_number(given, &value) < 0)
        return NULL;
    tbpy_given_format(c, TBPY_PADDED_MEMORY_FORMAT, &format);
    return NEW_TENSOR(tb_pad, t, &padding, &value, format);
}

/* ---- flip, roll ---- */

PyObject *tbpy_body_flip(const tbpy_call *c)
{
    tb_shape dims;
    if (tbpy_given_ints(c, TBPY_FLIP_DIMS, &dims) < 0)
        return NULL;
    return NEW_TENSOR(tb_flip, tbpy_tensor_of(c->given[TBPY_FLIP_INPUT]), &dims);
}

PyObject *tbpy_body_fliplr(const tbpy_call *c)
{
    const tb_tensor *t = tbpy_tensor_of(c->given[0]);
    const tb_shape dims = {.ndim = 1, .size = {c->f->code}};
    if (t->ndim <= c->f->code)
        return PyErr_Format(PyExc_RuntimeError, "Input must be >= %d-d.", c->f->code + 1);
    return NEW_TENSOR(tb_flip, t, &dims);
}

PyObject *tbpy_body_reversed(const tbpy_call *c)
{
    const tb_tensor *t = tbpy_tensor_of(c->given[0]);
    tb_shape dims;
    dims.ndim = 1;
    dims.size[0] = 0;
    return t->ndim == 0 ? Py_NewRef(c->given[0]) : NEW_TENSOR(tb_flip, t, &dims);
}

PyObject *tbpy_body_rot90(const tbpy_call *c)
{
    tb_shape dims = {.ndim = 2, .size = {0, 1}};
    int64_t k = 1;
    if (tbpy_given_int(c, TBPY_ROT90_K, &k) < 0 || tbpy_given_ints(c, TBPY_ROT90_DIMS, &dims) < 0)
        return NULL;
    return NEW_TENSOR(tb_rot90, tbpy_tensor_of(c->given[TBPY_ROT90_INPUT]), k, &dims);
}

PyObject *tbpy_body_roll(const tbpy_call *c)
{
    tb_shape shifts, dims = {.ndim = 0};
    if (tbpy_given_ints(c, TBPY_ROLL_SHIFTS, &shifts) < 0 ||
        (c->given[TBPY_ROLL_DIMS] && c->given[TBPY_ROLL_DIMS] != Py_None &&
         tbpy_given_ints(c, TBPY_ROLL_DIMS, &dims) < 0))
        return NULL;
    return NEW_TENSOR(tb_roll, tbpy_tensor_of(c->given[TBPY_ROLL_INPUT]), &shifts, &dims);
}

/* ---- tril, triu, expand_copy, narrow_copy ---- */

PyObject *tbpy_body_tril(const tbpy_call *c)
{
    PyObject *input = c->given[TBPY_TRIL_INPUT], *out = c->f->inplace ? input : c->given[TBPY_TRIL_OUT];
    tb_tril call; /* not zeroed: its shape holds 64 sizes */
    call.in = tbpy_tensor_of(input);
    call.part = (tb_triangle_part)c->f->code;
    call.diagonal = 0;
    call.quiet = false;
    if (tbpy_given_int(c, TBPY_TRIL_DIAGONAL, &call.diagonal) < 0)
        return NULL;
    return tbpy_run_one(&tb_tril_family, &call.header, c->f->inplace, out);
}

/* Copies the view, which it releases.  quiet: out= is resized without a warning. */
static PyObject *copied(tb_tensor *view, bool quiet, PyObject *out)
{
    tb_tril call = {.in = view, .part = TB_WHOLE, .quiet = quiet};
    PyObject *result = tbpy_run_one(&tb_tril_family, &call.header, false, out);
    tb_tensor_release(view);
    return result;
}

PyObject *tbpy_body_expand_copy(const tbpy_call *c)
{
    tb_tensor view;
    tb_shape size;
    tb_error err;
    if (tbpy_given_ints(c, TBPY_EXPAND_COPY_SIZE, &size) < 0)
        return NULL;
    if (tb_view_expand(&view, tbpy_tensor_of(c->given[TBPY_EXPAND_COPY_INPUT]), size.size, size.ndim, &err) !=
        TB_OK)
        return tbpy_raise(&err);
    return copied(&view, false, c->given[TBPY_EXPAND_COPY_OUT]);
}

PyObject *tbpy_body_narrow_copy(const tbpy_call *c)
{
    const tb_tensor *t = tbpy_self_of(c), *out = tbpy_given_tensor(c, TBPY_NARROW_COPY_OUT);
    int64_t dim, start, length;
    tb_tensor view;
    tb_error err;
    if (tbpy_given_int(c, TBPY_NARROW_COPY_DIM, &dim) < 0 ||
        tbpy_given_index(c, TBPY_NARROW_COPY_START, &start) < 0 ||
        tbpy_given_index(c, TBPY_NARROW_COPY_LENGTH, &length) < 0)
        return NULL;
    if (t->ndim > 0 && out && out->dtype != t->dtype)
        return PyErr_Format(PyExc_RuntimeError,
                            "Expected self.dtype() == output.dtype() to be true, but got false.  (Could this "
                            "error message be improved?  If so, please report an enhancement request to "
                            "PyTorch.)");
    if (tb_view_narrow_to_copy(&view, t, dim, start, length, &err) != TB_OK)
        return tbpy_raise(&err);
    return copied(&view, true, c->given[TBPY_NARROW_COPY_OUT]);
}

/* ---- diag, diag_embed, diagflat ---- */

/* A tensor of zeros with t on a diagonal. */
static PyObject *embedded(const tb_tensor *t, int64_t offset, int64_t dim1, int64_t dim2, PyObject *out)
{
    tb_diag_embed call = {.in = t, .offset = offset, .dim1 = dim1, .dim2 = dim2};
    return tbpy_run_one(&tb_diag_embed_family, &call.header, false, out);
}

PyObject *tbpy_body_diag(const tbpy_call *c)
{
    const tb_tensor *t = tbpy_self_of(c);
    PyObject *out = c->given[TBPY_DIAG_OUT];
    int64_t diagonal = 0;
    tb_tensor view;
    tb_error err;
    if (tbpy_given_int(c, TBPY_DIAG_DIAGONAL, &diagonal) < 0)
        return NULL;
    if (t->ndim != 1 && t->ndim != 2)
        return PyErr_Format(PyExc_RuntimeError, "%sSupports 1D or 2D tensors. Got %dD",
                            out ? "" : "diag(): ", t->ndim);
    if (t->ndim == 1 && out && !tb_can_cast(t->dtype, tbpy_tensor_of(out)->dtype))
        return PyErr_Format(
            PyExc_RuntimeError, "diag: result type %s can't be cast to the desired out= type %s",
            tb_dtypes[t->dtype].scalar_type, tb_dtypes[tbpy_tensor_of(out)->dtype].scalar_type);
    if (t->ndim == 1)
        return embedded(t, diagonal, 0, 1, out);
    if (tb_view_diagonal(&view, t, diagonal, 0, 1, &err) != TB_OK)
        return tbpy_raise(&err);
    return copied(&view, false, out);
}

PyObject *tbpy_body_diag_embed(const tbpy_call *c)
{
    int64_t offset = 0, dim1 = -2, dim2 = -1;
    if (tbpy_given_int(c, TBPY_DIAG_EMBED_OFFSET, &offset) < 0 ||
        tbpy_given_int(c, TBPY_DIAG_EMBED_DIM1, &dim1) < 0 ||
        tbpy_given_int(c, TBPY_DIAG_EMBED_DIM2, &dim2) < 0)
        return NULL;
    return embedded(tbpy_self_of(c), offset, dim1, dim2, NULL);
}

PyObject *tbpy_body_diagflat(const tbpy_call *c)
{
    int64_t offset = 0;
    tb_tensor flat;
    tb_error err;
    if (tbpy_given_int(c, TBPY_DIAGFLAT_OFFSET, &offset) < 0)
        return NULL;
    if (tb_ravel(&flat, tbpy_self_of(c), &err) != TB_OK)
        return tbpy_raise(&err);
    PyObject *result = embedded(&flat, offset, 0, 1, NULL);
    tb_tensor_release(&flat);
    return result;
}
