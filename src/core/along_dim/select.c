/* select.c: median, nanmedian, kthvalue and mode: one element of each slice, and its index.
 *
 * Elements are compared by their keys (sort_keys.h), among which nan is above everything.  What is sorted
 * needs no selection, bytes are counted, and of other keys digits are.  Among equal elements, earlier ones
 * count as less for the medians, as in torch; kthvalue partitions as torch does, so that it finds the same
 * one; mode takes the last one. */
#include "core/along_dim/along_dim_functions.h"
#include "core/along_dim/sort_records.h"
#include "core/base/arithmetic.h"
#include "core/base/strategies.h"
#include "core/base/tuning.h"
#include "core/copy/clone.h"
#include "core/copy/fill.h"
#include "core/kernels/along_dim/sort_keys.h"
#include "core/kernels/loop_pragmas.h"
#include "core/kernels/math/convert.h"
#include "core/memory/overlap.h"
#include "core/memory/view.h"
#include "core/threads/caller_lock.h"

#include <math.h>
#include <stdio.h>
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

/* ---- elements of each dtype ---- */

typedef enum { UNORDERED, ASCENDS, DESCENDS, EQUAL } order;

/* The key of an element, and its index below. */
typedef tb_uint128 record;
typedef uint64_t short_record; /* with 32 bits of each */

static inline bool is_short_record(size_t itemsize, int64_t n) { return itemsize <= 4 && n <= UINT32_MAX; }

typedef struct {
    uint64_t least, greatest;
} key_range;

typedef struct {
    int itemsize;
    uint64_t nan; /* its key; 0: there is none */
    /* Writes the keys, their range, and how many are nan.  False: interrupted. */
    bool (*load)(const char *in, int64_t n, uint64_t *keys, key_range *range, int64_t *nans);
    /* Writes short records or, if they do not fit, records.  False: interrupted. */
    bool (*records)(const char *in, int64_t n, void *records);
    order (*order)(const char *in, int64_t n);
    /* Counts the elements that are below an element, not nan, that has the key, equal to it, and nan. */
    void (*compare)(const char *in, int64_t n, uint64_t key, int64_t *below, int64_t *equal, int64_t *nans);
    /* The index of the number-th of the elements that have the key. */
    int64_t (*index)(const char *in, int64_t n, uint64_t key, int64_t number);
    /* The last index of the longest run of equal elements in sorted ones; each nan differs from all others. */
    int64_t (*longest)(const char *sorted, int64_t n);
    void (*count)(const char *in, int64_t n, int64_t counts[256]); /* of each key; NULL: not a byte */
} select_type;

/* Elements are looked at this many at a time, without branches, where some of a kind are looked for. */
enum { LOOK_FIRST = 8, LOOK = 64 };
/* Elements that are compared before the counts are added up: no more than a byte counts. */
enum { COMPARED = 192 };

#include "core/along_dim/generated/select_elements.inc"

/* Counts four elements at a time apart: neighbours are often equal. */
#define COUNT(type)                                                                        \
    static void count_##type(const char *in, int64_t n, int64_t counts[256])               \
    {                                                                                      \
        int64_t apart[3][256] = {{0}};                                                     \
        int64_t i = 0;                                                                     \
        memset(counts, 0, 256 * sizeof *counts);                                           \
        for (; i + 4 <= n; i += 4) {                                                       \
            counts[key_##type(in + i)]++;                                                  \
            for (int k = 0; k < 3; k++)                                                    \
                apart[k][key_##type(in + i + k + 1)]++;                                    \
        }                                                                                  \
        for (; i < n; i++)                                                                 \
            counts[key_##type(in + i)]++;                                                  \
        for (int k = 0; k < 256; k++)                                                      \
            counts[k] += apart[0][k] + apart[1][k] + apart[2][k];                          \
    }
COUNT(uint8)
COUNT(int8)
#undef COUNT

#define SHARED(type) load_##type, records_##type, order_##type, compare_##type, index_##type, longest_##type
#define TYPE(type, U, nan) {sizeof(U), nan, SHARED(type), NULL}
#define BYTE(type) {1, 0, SHARED(type), count_##type}
static const select_type types[TB_NDTYPES] = {
    [TB_BOOL] = BYTE(uint8),
    [TB_UINT8] = BYTE(uint8),
    [TB_INT8] = BYTE(int8),
    [TB_INT16] = TYPE(int16, uint16_t, 0),
    [TB_INT32] = TYPE(int32, uint32_t, 0),
    [TB_INT64] = TYPE(int64, uint64_t, 0),
    [TB_FLOAT16] = TYPE(float16, uint16_t, UINT16_MAX),
    [TB_BFLOAT16] = TYPE(bfloat16, uint16_t, UINT16_MAX),
    [TB_FLOAT32] = TYPE(float32, uint32_t, UINT32_MAX),
    [TB_FLOAT64] = TYPE(float64, uint64_t, UINT64_MAX),
};
#undef BYTE
#undef TYPE
#undef SHARED

typedef struct {
    tb_along_dim_function function;
    const select_type *type;
    int64_t k;
    tb_along_dim_kernel sort;
} select_params;

/* ---- the k-th key, whatever the order and however many are equal ---- */

/* Digits of this many bits tell keys apart. */
enum { DIGIT = 10, DIGITS = 1 << DIGIT };
_Static_assert(2 * DIGITS * sizeof(int64_t) <= TB_SCRATCH_BYTES, "two counts for each digit");

/* The digit at `shift` of the k-th key, counted from the least one; *k becomes its number among those that have
 * the digit.  Adjacent keys, which may be equal, are counted apart. */
static uint64_t digit_of_kth(const uint64_t *keys, int64_t n, uint64_t least, int shift, int64_t *k,
                             bool *interrupted)
{
    char *const scratch = tb_scratch_take();
    int64_t *const count = (int64_t *)(void *)scratch;
    uint64_t digit = 0;
    memset(count, 0, 2 * DIGITS * sizeof *count);
    TB_FOR_UNLESS_INTERRUPTED(i, n, *interrupted)
    count[2 * ((keys[i] - least) >> shift & (DIGITS - 1)) + (uint64_t)(i & 1)]++;
    for (; digit < DIGITS - 1 && *k >= count[2 * digit] + count[2 * digit + 1]; digit++)
        *k -= count[2 * digit] + count[2 * digit + 1];
    tb_scratch_give(scratch);
    return digit;
}

static key_range range_of(const uint64_t *keys, int64_t n)
{
    key_range r = {keys[0], keys[0]};
    for (int64_t i = 1; i < n; i++) {
        r.least = keys[i] < r.least ? keys[i] : r.least;
        r.greatest = keys[i] > r.greatest ? keys[i] : r.greatest;
    }
    return r;
}

/* The k-th of n keys of a range, and its number among its equals; overwrites the keys, and the room behind
 * them.  False: interrupted. */
static bool find_kth(uint64_t *keys, int64_t n, int64_t k, key_range range, uint64_t *found, int64_t *number)
{
    bool interrupted = false;
    while (range.least < range.greatest && !is_merged_64(n, 64)) {
        TB_TOOK(SELECT_DIGITS);
        const uint64_t least = range.least;
        const int shift = (int)tb_max(64 - __builtin_clzll(range.greatest - least) - DIGIT, 0);
        const uint64_t digit = digit_of_kth(keys, n, least, shift, &k, &interrupted);
        int64_t kept = 0;
        TB_FOR_UNLESS_INTERRUPTED(i, n, interrupted)
        {
            const uint64_t key = keys[i];
            keys[kept] = key;
            kept += ((key - least) >> shift & (DIGITS - 1)) == digit;
        }
        if (interrupted)
            return false;
        n = kept;
        range = range_of(keys, n);
    }
    *number = k;
    *found = keys[0];
    if (range.least >= range.greatest)
        return true;
    const uint64_t *const sorted = sort_64(keys, keys + tb_sort_room(n), n, 0, 64);
    if (!sorted)
        return false;
    *found = sorted[k];
    *number = 0;
    while (*number < k && sorted[k - *number - 1] == *found)
        ++*number;
    return true;
}

/* ---- which of equal elements ---- */

#define NAME(what) what##_64
#define K short_record
#include "core/along_dim/quick_select.inc"
#define NAME(what) what##_128
#define K record
#include "core/along_dim/quick_select.inc"

/* The index that torch's kthvalue finds; -1: interrupted. */
static int64_t index_of_quick_select(const select_params *p, const char *in, int64_t n, order order,
                                     void *scratch)
{
    const int64_t k = p->k - 1;
    short_record *const a = scratch;
    record *const wide = scratch;
    if (order == EQUAL && n <= UINT32_MAX) { /* their keys tell nothing */
        TB_TOOK(SELECT_EQUAL);
        for (int64_t i = 0; i < n; i++)
            a[i] = (uint64_t)i;
    } else if (!p->type->records(in, n, scratch))
        return -1;
    else if (!is_short_record((size_t)p->type->itemsize, n))
        return quick_select_128(wide, n, k) ? (int64_t)wide[k] : -1;
    return quick_select_64(a, n, k) ? (int64_t)(a[k] & UINT32_MAX) : -1;
}

/* The index of nanmedian if all elements are nan: the one that nth_element, which torch calls, leaves
 * first. */
static int64_t first_of_equal(short_record *a, int64_t n)
{
    for (int64_t i = 0; i < n; i++)
        a[i] = (uint64_t)i;
    while (n > 3) {
        int64_t i = 1;
        swap_64(a, 0, n / 2);
        for (int64_t j = n - 1; i < j; i++, j--)
            swap_64(a, i, j);
        n = i;
    }
    return (int64_t)a[0];
}

/* ---- slices ---- */

/* The index of the k-th smallest in a slice that ascends or descends; of equal elements earlier ones count
 * as less. */
static int64_t index_in_order(const select_type *t, order order, const char *in, int64_t n, int64_t k)
{
    uint64_t key[2];
    key_range range;
    int64_t nans, begin = n - 1 - k, end = begin + 1;
    TB_TOOK(SELECT_IN_ORDER);
    if (order != DESCENDS)
        return k;
    for (; begin > 0; begin--) { /* equal ones are together */
        t->load(in + (begin - 1) * t->itemsize, 2, key, &range, &nans);
        if (range.least < range.greatest)
            break;
    }
    for (; end < n; end++) {
        t->load(in + (end - 1) * t->itemsize, 2, key, &range, &nans);
        if (range.least < range.greatest)
            break;
    }
    return begin + k - (n - end);
}

/* The index of the k-th smallest byte, of equal ones as above. */
static int64_t index_of_byte(const select_type *t, const char *in, int64_t n, int64_t k)
{
    int64_t counts[256];
    int key = 0;
    t->count(in, n, counts);
    for (; k >= counts[key]; key++)
        k -= counts[key];
    return tb_max(t->index(in, n, (uint64_t)key, k), 0); /* another thread may change the slice */
}

/* Does an element of a slice that ascends or descends equal a neighbour? */
static bool is_equal_to_neighbour(const select_type *t, const char *in, int64_t n, int64_t at)
{
    const int64_t begin = tb_max(at - 1, 0), end = tb_min(at + 2, n);
    uint64_t key[3];
    key_range range;
    int64_t nans;
    t->load(in + begin * t->itemsize, end - begin, key, &range, &nans);
    const uint64_t own = key[at - begin];
    return (at > begin && key[0] == own) || (at + 1 < end && key[end - begin - 1] == own);
}

/* The index that kthvalue finds in a slice; -1: interrupted. */
static int64_t kth_index(const select_params *p, const char *in, int64_t n, void *scratch)
{
    const order order = p->type->order(in, n);
    const int64_t at = order == ASCENDS ? p->k - 1 : n - p->k;
    if (order == UNORDERED || order == EQUAL || is_equal_to_neighbour(p->type, in, n, at))
        return index_of_quick_select(p, in, n, order, scratch);
    TB_TOOK(SELECT_IN_ORDER);
    return at;
}

/* If one value prevails in a slice (in masks, counts, images), it is among a few elements and may be the wanted one,
 * which one look at each element tells: its index, otherwise -1. */
static int64_t index_of_prevailing(const select_params *p, const char *in, int64_t n)
{
    enum { FEW = 31, LEAST = FEW / 4 };
    const select_type *t = p->type;
    uint64_t few[FEW];
    key_range range;
    int64_t nans, below, equal;
    if (n < TB_PREVAILING_LEAST)
        return -1;
    for (int i = 0, at; i < FEW; i++) {
        uint64_t key;
        t->load(in + n / FEW * i * t->itemsize, 1, &key, &range, &nans);
        for (at = i; at > 0 && few[at - 1] > key; at--)
            few[at] = few[at - 1];
        few[at] = key;
    }
    for (nans = 0; nans < FEW && t->nan && few[FEW - 1 - nans] == t->nan; nans++) {
    }
    if (FEW - nans < LEAST)
        return -1;
    const uint64_t key = few[(FEW - nans - 1) / 2];
    int have = 0;
    for (int i = 0; i < FEW; i++)
        have += few[i] == key;
    if (have < LEAST)
        return -1;
    t->compare(in, n, key, &below, &equal, &nans);
    const int64_t k = (n - nans - 1) / 2;
    if (k < below || k >= below + equal)
        return -1;
    TB_TOOK(SELECT_PREVAILING);
    return t->index(in, n, key, k - below);
}

/* The index that the median functions find in a slice; -1: interrupted. */
static int64_t median_index(const select_params *p, const char *in, int64_t n, void *scratch)
{
    const select_type *t = p->type;
    uint64_t *const keys = scratch, found;
    key_range range;
    int64_t nans = 0, number, at;
    if (t->nan && p->function == TB_ALONG_DIM_MEDIAN && (at = t->index(in, n, t->nan, 0)) >= 0)
        return at;
    const order order = t->order(in, n); /* there is no nan in what ascends or descends */
    if (order != UNORDERED)
        return index_in_order(t, order, in, n, (n - 1) / 2);
    if (t->count) {
        TB_TOOK(SELECT_BYTES);
        return index_of_byte(t, in, n, (n - 1) / 2);
    }
    if ((at = index_of_prevailing(p, in, n)) >= 0)
        return at;
    if (!t->load(in, n, keys, &range, &nans))
        return -1;
    if (nans == n)
        return first_of_equal(scratch, n);
    if (!find_kth(keys, n, (n - nans - 1) / 2, range, &found, &number))
        return -1;
    return tb_max(t->index(in, n, found, number), 0);
}

static void select_kernel(const tb_along_dim_block *b)
{
    const select_params *p = b->params;
    const int itemsize = p->type->itemsize;
    const bool is_kth = p->function == TB_ALONG_DIM_KTHVALUE;
    for (int64_t j = 0; j < b->m; j++) {
        const char *in = b->in + j * b->in_step;
        const int64_t at =
            is_kth ? kth_index(p, in, b->n, b->scratch) : median_index(p, in, b->n, b->scratch);
        if (at < 0)
            return;
        memcpy(b->out[0] + j * b->out_step[0], in + at * itemsize, (size_t)itemsize);
        if (b->out[1])
            *(int64_t *)(b->out[1] + j * b->out_step[1]) = at;
    }
}

/* The slice is sorted in scratch. */
static void mode_kernel(const tb_along_dim_block *b)
{
    static const tb_sort_params ascending = {false};
    const select_params *p = b->params;
    const int64_t n = b->n;
    const int itemsize = p->type->itemsize;
    int64_t *const indices = (int64_t *)(void *)((char *)b->scratch + 32 * tb_sort_room(n));
    char *const values = (char *)(indices + n);
    for (int64_t j = 0; j < b->m && !(j && b->is_interrupted()); j++) {
        const tb_along_dim_block slice = {.in = b->in + j * b->in_step,
                                          .out = {values, (char *)indices},
                                          .n = n,
                                          .m = 1,
                                          .scratch = b->scratch,
                                          .params = &ascending,
                                          .is_interrupted = b->is_interrupted};
        p->sort(&slice);
        const int64_t best = p->type->longest(values, n);
        memcpy(b->out[0] + j * b->out_step[0], values + best * itemsize, (size_t)itemsize);
        *(int64_t *)(b->out[1] + j * b->out_step[1]) = indices[best];
    }
}

/* ---- running ---- */

static tb_status run_job(const tb_along_dim_call *c, tb_tensor *const out[2], tb_error *err)
{
    const bool mode = c->function == TB_ALONG_DIM_MODE;
    tb_along_dim_job job = {.in = c->in, .out = {out[0], out[1]}, .axis = c->axis, .value = c->value};
    const int64_t n = tb_size_or_1(c->in, c->axis);
    job.tile = c->value;
    const select_params params = {c->function, &types[c->value], c->k,
                                  n > UINT32_MAX ? tb_sort_kernels[c->value].longer
                                                 : tb_sort_kernels[c->value].kernel};
    job.kernel[0] = mode ? mode_kernel : select_kernel;
    job.params = &params;
    job.weight = mode ? TB_WEIGHT_SORT : TB_WEIGHT_TOPK;
    if (__builtin_mul_overflow(tb_sort_room(n), mode ? 48 : (int)sizeof(record), &job.scratch))
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
