/* select.c: median, nanmedian, kthvalue and mode: one element of each slice, and its index.
 *
 * Integers are read as int64, floats as float64: their keys (sort_keys.h) have the same order, nan above
 * everything.  Among equal elements, earlier ones count as less for the medians, as in torch; kthvalue
 * partitions as torch does, so that it finds the same one of equal elements; mode takes the last one. */
#include "core/along_dim/along_dim_functions.h"
#include "core/base/tuning.h"
#include "core/copy/clone.h"
#include "core/copy/fill.h"
#include "core/kernels/along_dim/sort_keys.h"
#include "core/kernels/loop_pragmas.h"
#include "core/memory/overlap.h"
#include "core/memory/view.h"
#include "core/threads/caller_lock.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- checks ---- */

static bool is_median(const tb_along_dim_call *c)
{
    return c->function == TB_ALONG_DIM_MEDIAN || c->function == TB_ALONG_DIM_NANMEDIAN;
}

static const char *name_of(const tb_along_dim_call *c)
{
    return is_median(c) ? "median" : c->function == TB_ALONG_DIM_MODE ? "mode" : "kthvalue";
}

/* The type of a tensor as some of torch's messages name it. */
static const char *type_text(char text[40], tb_dtype dtype)
{
    const bool old = tb_dtypes[dtype].kind <= TB_KIND_FLOAT && dtype != TB_BOOL && dtype != TB_BFLOAT16 &&
                     !tb_is_unsigned(dtype);
    snprintf(text, 40, old ? "torch.%sTensor" : "CPU%sType", tb_dtypes[dtype].scalar_type);
    return text;
}

static tb_status check_median_outputs(const tb_along_dim_call *c, tb_error *err)
{
    const tb_dtype own = c->in->dtype, values = c->out[0].tensor->dtype, indices = c->out[1].tensor->dtype;
    char have[40], wanted[40];
    if (indices != TB_INT64)
        return tb_fail(
            err, TB_RUNTIME_ERROR,
            "Expected tensor for argument #1 'indices' to have scalar type Long; but got %s instead "
            "(while checking arguments for median)",
            type_text(have, indices));
    if (values != own)
        return tb_fail(
            err, TB_RUNTIME_ERROR,
            "Expected tensor for 'values' to have the same type as tensor for argument #2 'self'; but "
            "type %s does not equal %s (while checking arguments for median)",
            type_text(have, values), type_text(wanted, own));
    return TB_OK;
}

static tb_status check_mode_outputs(const tb_along_dim_call *c, tb_error *err)
{
    for (int k = 0; k < 2; k++) {
        const tb_dtype wanted = k ? TB_INT64 : c->in->dtype, have = c->out[k].tensor->dtype;
        if (wanted != have)
            return tb_fail(err, TB_RUNTIME_ERROR, "expected scalar type '%s' but got '%s' for %s output",
                           tb_dtypes[wanted].scalar_type, tb_dtypes[have].scalar_type,
                           k ? "indices" : "values");
    }
    return TB_OK;
}

/* Sets the input's sizes without the dimension, or with 1 there if keepdim; over all elements: none. */
static void set_shape(tb_along_dim_call *c)
{
    const tb_tensor *in = c->in;
    c->shape.ndim = 0;
    for (int d = 0; d < in->ndim; d++)
        if (d != c->axis)
            c->shape.size[c->shape.ndim++] = in->size[d];
        else if (c->keepdim)
            c->shape.size[c->shape.ndim++] = 1;
}

/* Sizes with the dimension. */
static tb_shape with_dim(const int64_t *size, int ndim, int axis)
{
    tb_shape shape = {.ndim = ndim + 1};
    for (int d = 0; d <= ndim; d++)
        shape.size[d] = d == axis ? 1 : size[d - (d > axis)];
    return shape;
}

/* kthvalue does not warn about an output that has kept the dimension; its dtypes are checked one by one. */
static tb_status fit_kthvalue_outputs(tb_along_dim_call *c, tb_error *err)
{
    static const unsigned warning[2] = {TB_WARNING_RESIZE, TB_WARNING_RESIZE_SECOND};
    for (int k = 0; k < 2 && c->form == TB_FORM_OUT; k++) {
        const tb_tensor *t = c->out[k].tensor;
        if (t->dtype != (k ? TB_INT64 : c->in->dtype))
            return tb_fail(err, TB_RUNTIME_ERROR,
                           k ? "output indices must be of scalar type Long"
                             : "output values must be of same type as input");
        bool kept = !c->keepdim && c->in->ndim > 0;
        if (kept) {
            const tb_shape whole = with_dim(c->shape.size, c->shape.ndim, c->axis);
            kept = tb_same_sizes(t->size, t->ndim, whole.size, whole.ndim);
        }
        tb_output_fit(&c->out[k], kept ? 0 : warning[k], &c->warnings);
    }
    return TB_OK;
}

static tb_status fit_outputs(tb_along_dim_call *c, tb_error *err)
{
    const bool quiet = c->function == TB_ALONG_DIM_MODE && c->in->ndim == 0;
    if (c->function == TB_ALONG_DIM_KTHVALUE)
        return fit_kthvalue_outputs(c, err);
    tb_output_fit(&c->out[0], quiet ? 0 : TB_WARNING_RESIZE, &c->warnings);
    tb_output_fit(&c->out[1], quiet ? 0 : TB_WARNING_RESIZE_SECOND, &c->warnings);
    return TB_OK;
}

/* torch has no kernel for these dtypes; except for the medians, it needs none if nothing is compared. */
tb_status tb_check_select_dtype(const tb_along_dim_call *c, tb_error *err)
{
    const tb_dtype dtype = c->in->dtype;
    const bool refused = tb_dtypes[dtype].kind == TB_KIND_COMPLEX || tb_is_unsigned(dtype) ||
                         (dtype == TB_BOOL && c->function != TB_ALONG_DIM_MODE);
    if (!refused)
        return TB_OK;
    if (is_median(c))
        return c->whole && c->in->numel == 0
                   ? TB_OK
                   : tb_fail_kernel(c->whole ? "median_cpu" : "median_out", dtype, err);
    if (c->in->ndim == 0 || (c->function == TB_ALONG_DIM_MODE && c->in->numel == 0))
        return TB_OK;
    return tb_fail_kernel(c->function == TB_ALONG_DIM_MODE ? "mode_cpu" : "kthvalue_cpu", dtype, err);
}

tb_status tb_check_select(tb_along_dim_call *c, tb_error *err)
{
    const tb_tensor *in = c->in;
    const bool out = c->form == TB_FORM_OUT;
    c->value = c->out[0].dtype = in->dtype;
    c->out[1].dtype = TB_INT64;
    if (out && c->function == TB_ALONG_DIM_MODE)
        TB_TRY(check_mode_outputs(c, err));
    TB_TRY(tb_wrap_dim(c->dims.size[0], in->ndim, &c->axis, err));
    const int64_t n = tb_size_or_1(in, c->axis);
    if (n == 0 && !c->whole)
        return tb_fail(err, TB_INDEX_ERROR, "%s(): Expected reduction dim %d to have non-zero size.",
                       name_of(c), c->axis);
    if (c->function == TB_ALONG_DIM_KTHVALUE && (c->k < 1 || c->k > n))
        return tb_fail(err, TB_RUNTIME_ERROR, "kthvalue(): selected number k out of range for dimension %d",
                       c->axis);
    if (out && is_median(c))
        TB_TRY(check_median_outputs(c, err));
    set_shape(c);
    if (c->function == TB_ALONG_DIM_MODE)
        TB_TRY(tb_check_select_dtype(c, err));
    return fit_outputs(c, err);
}

/* The output with the dimension, of size 1; the caller releases it. */
static tb_status view_output(const tb_along_dim_call *c, int k, tb_tensor *view, tb_error *err)
{
    const tb_tensor *out = c->out[k].tensor;
    if (c->in->ndim == 0 || c->keepdim)
        return tb_view_alias(view, out, err);
    return tb_view_unsqueeze(view, out, c->axis, err);
}

/* torch reads a copy of strided slices, unless they have the copy's layout. */
static bool is_copied(const tb_tensor *in, int axis)
{
    int64_t size[TB_MAX_DIMS], stride[TB_MAX_DIMS];
    if (in->ndim == 0 || in->stride[axis] <= 1)
        return false;
    for (int d = 0; d < in->ndim; d++) {
        const int at = d == axis ? in->ndim - 1 : d - (d > axis);
        size[at] = in->size[d];
        stride[at] = in->stride[d];
    }
    return !tb_is_contiguous(size, stride, in->ndim);
}

tb_status tb_check_select_overlap(const tb_along_dim_call *c, int k, tb_error *err)
{
    const tb_tensor *out = c->out[k].tensor;
    tb_tensor kept;
    if (c->out[k].resize)
        return TB_OK;
    if (c->function == TB_ALONG_DIM_KTHVALUE)
        return k == 0 && c->in->ndim > 0 ? tb_check_no_overlap(out, c->in, err) : TB_OK;
    if (is_median(c) ? is_copied(c->in, c->axis) : c->in->ndim == 0)
        return TB_OK;
    TB_TRY(view_output(c, k, &kept, err));
    const tb_status status = tb_check_partial_overlap(&kept, c->in, err);
    tb_tensor_release(&kept);
    return status;
}

const char *tb_along_dim_warning(const void *call, unsigned warning, char *text, int64_t room)
{
    const tb_along_dim_call *c = call;
    const tb_tensor *t = c->out[warning == TB_WARNING_RESIZE_SECOND].tensor;
    const bool mode = c->function == TB_ALONG_DIM_MODE;
    if ((!mode && c->function != TB_ALONG_DIM_KTHVALUE) || c->keepdim || c->in->ndim == 0 ||
        t->ndim == TB_MAX_DIMS || (mode && c->in->numel == 0))
        return tb_output_warning(c->out, warning, text, room);
    const tb_shape wanted = with_dim(c->shape.size, c->shape.ndim, c->axis);
    tb_shape have = {.ndim = t->ndim};
    memcpy(have.size, t->size, (size_t)t->ndim * sizeof *t->size);
    if (mode ? t->ndim >= c->axis : t->ndim == c->in->ndim - 1)
        have = with_dim(t->size, t->ndim, c->axis);
    return tb_resize_warning(text, room, have.size, have.ndim, wanted.size, wanted.ndim);
}

/* ---- slices ---- */

typedef unsigned __int128 record; /* the key of an element, and its index */

typedef struct {
    tb_along_dim_function function;
    bool is_float;
    int64_t k;
    tb_along_dim_kernel sort;
} select_params;

static inline uint64_t key_of(const char *element, bool is_float)
{
    return is_float ? key_float64(element) : key_int64(element);
}

#define IS_NAN(key) ((key) == UINT64_MAX) /* of a float */

static inline void swap(record *a, int64_t i, int64_t j)
{
    const record x = a[i];
    a[i] = a[j];
    a[j] = x;
}

static int compare(const void *x, const void *y)
{
    const record a = *(const record *)x, b = *(const record *)y;
    return (a > b) - (a < b);
}

/* Hoare's quickselect with the median of three as pivot, step by step as in torch, which decides which of
 * several equal keys comes to a[k].  Whole records are all different, so that their order is unique, and they
 * may be sorted if pivots are bad.  `shift` is 64 for keys alone and 0 for whole records.  False:
 * interrupted. */
TB_INLINE bool quick_select(record *a, int64_t n, int64_t k, const int shift)
{
#define GREATER(x, y) ((x) >> shift > (y) >> shift)
    int64_t left = 0, right = n - 1, work = 0, since = 0;
    while (right > left + 1) {
        swap(a, left + (right - left) / 2, left + 1);
        if (GREATER(a[left + 1], a[right]))
            swap(a, left + 1, right);
        if (GREATER(a[left], a[right]))
            swap(a, left, right);
        if (GREATER(a[left + 1], a[left]))
            swap(a, left + 1, left);
        const record pivot = a[left];
        int64_t i = left + 1, j = right;
        for (;;) {
            do
                i++;
            while (GREATER(pivot, a[i]));
            do
                j--;
            while (GREATER(a[j], pivot));
            if (j < i)
                break;
            swap(a, i, j);
        }
        swap(a, left, j);
        work += right - left;
        if (tb_interrupted_after(right - left, &since))
            return false;
        if (j <= k)
            left = i;
        if (j >= k)
            right = j - 1;
        if (shift == 0 && work > TB_SELECT_MOST_PASSES * n && right > left) {
            qsort(a + left, (size_t)(right - left + 1), sizeof *a, compare);
            return true;
        }
    }
    if (right == left + 1 && GREATER(a[left], a[right]))
        swap(a, left, right);
    return true;
#undef GREATER
}

/* The index of nanmedian if all elements are nan: the one that nth_element, which torch calls, leaves
 * first. */
static int64_t first_of_equal(record *a, int64_t n)
{
    while (n > 3) {
        int64_t i = 1;
        swap(a, 0, n / 2);
        for (int64_t j = n - 1; i < j; i++, j--)
            swap(a, i, j);
        n = i;
    }
    return (int64_t)a[0];
}

/* The index of the chosen element of a slice; -1: interrupted. */
static int64_t select_index(const select_params *p, const char *in, int64_t n, record *a)
{
    int64_t nans = 0, first_nan = -1, k = p->k - 1;
    bool interrupted = false;
    TB_FOR_UNLESS_INTERRUPTED(i, n, interrupted)
    {
        const uint64_t key = key_of(in + i * 8, p->is_float);
        a[i] = (record)key << 64 | (uint64_t)i;
        if (p->is_float && IS_NAN(key))
            first_nan = nans++ ? first_nan : i;
    }
    if (interrupted)
        return -1;
    if (p->function == TB_ALONG_DIM_KTHVALUE)
        return quick_select(a, n, k, 64) ? (int64_t)a[k] : -1;
    if (nans > 0 && p->function == TB_ALONG_DIM_MEDIAN)
        return first_nan;
    if (nans == n)
        return first_of_equal(a, n);
    k = ((p->function == TB_ALONG_DIM_MEDIAN ? n : n - nans) - 1) / 2;
    return quick_select(a, n, k, 0) ? (int64_t)a[k] : -1;
}

static void select_kernel(const tb_along_dim_block *b)
{
    const select_params *p = b->params;
    for (int64_t j = 0; j < b->m; j++) {
        const char *in = b->in + j * b->in_step;
        const int64_t at = select_index(p, in, b->n, b->scratch);
        if (at < 0)
            return;
        memcpy(b->out[0] + j * b->out_step[0], in + at * 8, 8);
        if (b->out[1])
            *(int64_t *)(b->out[1] + j * b->out_step[1]) = at;
    }
}

/* The slice is sorted in scratch; each nan counts as different from all others. */
static void mode_kernel(const tb_along_dim_block *b)
{
    static const tb_sort_params ascending = {false};
    const select_params *p = b->params;
    const int64_t n = b->n;
    char *const values = (char *)b->scratch + 32 * n;
    int64_t *const indices = (int64_t *)(values + 8 * n);
    for (int64_t j = 0; j < b->m && !(j && b->is_interrupted()); j++) {
        const tb_along_dim_block slice = {.in = b->in + j * b->in_step,
                                          .out = {values, (char *)indices},
                                          .n = n,
                                          .m = 1,
                                          .scratch = b->scratch,
                                          .params = &ascending,
                                          .is_interrupted = b->is_interrupted};
        int64_t most = 0, best = 0, begin = 0;
        p->sort(&slice);
        for (int64_t i = 0; i < n; i++) {
            const uint64_t key = key_of(values + i * 8, p->is_float);
            if (i + 1 < n && key == key_of(values + (i + 1) * 8, p->is_float) &&
                !(p->is_float && IS_NAN(key)))
                continue;
            if (i + 1 - begin > most) {
                most = i + 1 - begin;
                best = i;
            }
            begin = i + 1;
        }
        memcpy(b->out[0] + j * b->out_step[0], values + best * 8, 8);
        *(int64_t *)(b->out[1] + j * b->out_step[1]) = indices[best];
    }
}
#undef IS_NAN

/* ---- running ---- */

static tb_status run_job(const tb_along_dim_call *c, tb_tensor *const out[2], tb_error *err)
{
    const bool mode = c->function == TB_ALONG_DIM_MODE;
    tb_along_dim_job job = {.in = c->in, .out = {out[0], out[1]}, .axis = c->axis, .value = c->value};
    const int64_t n = tb_size_or_1(c->in, c->axis);
    job.tile = tb_dtypes[c->value].kind == TB_KIND_FLOAT ? TB_FLOAT64 : TB_INT64;
    const select_params params = {c->function, job.tile == TB_FLOAT64, c->k,
                                  n > UINT32_MAX ? tb_sort_kernels[job.tile].longer
                                                 : tb_sort_kernels[job.tile].kernel};
    job.kernel[0] = mode ? mode_kernel : select_kernel;
    job.params = &params;
    job.weight = mode ? TB_WEIGHT_SORT : TB_WEIGHT_TOPK;
    if (__builtin_mul_overflow(n, mode ? 48 : (int)sizeof(record), &job.scratch))
        return tb_fail(err, TB_MEMORY_ERROR, "out of memory");
    return tb_along_dim_job_run(&job, c->lock, err);
}

/* The median of no elements is nan, cast to the dtype. */
static tb_status run_of_nothing(tb_tensor *out, tb_error *err)
{
    const tb_scalar nan = {.kind = TB_KIND_FLOAT, .v.f = NAN};
    tb_tensor t;
    TB_TRY(tb_tensor_new(&t, TB_FLOAT64, NULL, NULL, 0, false, err));
    tb_status status = tb_fill(&t, &nan, err);
    if (status == TB_OK)
        status = tb_copy(out, &t, err);
    tb_tensor_release(&t);
    return status;
}

/* A single element is the result, for any dtype. */
static tb_status run_without_kernel(const tb_along_dim_call *c, tb_error *err)
{
    const tb_scalar zero = {.kind = TB_KIND_INT};
    if (c->in->numel == 0)
        return c->whole ? run_of_nothing(c->out[0].tensor, err) : TB_OK;
    TB_TRY(tb_copy(c->out[0].tensor, c->in, err));
    return c->out[1].tensor ? tb_fill(c->out[1].tensor, &zero, err) : TB_OK;
}

tb_status tb_run_select(const tb_along_dim_call *c, tb_error *err)
{
    tb_tensor view[2] = {0}, *out[2] = {NULL, NULL};
    tb_status status = TB_OK;
    if (c->in->numel == 0 || c->in->ndim == 0)
        return run_without_kernel(c, err);
    for (int k = 0; k < 2 && status == TB_OK; k++)
        if (c->out[k].tensor) {
            status = view_output(c, k, &view[k], err);
            out[k] = &view[k];
        }
    if (status == TB_OK)
        status = run_job(c, out, err);
    tb_tensor_release(&view[0]);
    tb_tensor_release(&view[1]);
    return status;
}
