/* bincount.c: see bincount.h. */
#include "core/gather/bincount.h"
#include "core/offsets/bounds.h"
#include "core/base/strategies.h"
#include "core/copy/clone.h"
#include "core/memory/scratch.h"

#include <inttypes.h>
#include <string.h>

/* A vector: its first element, the stride in elements, the number of elements. */
typedef struct {
    const void *data;
    int64_t step, n;
} vector;

/* Numbers are checked again when they are used, since another thread may have changed them. */
static inline bool is_below(int64_t x, int64_t size) { return tb_is_within(x, 0, size); }

_Static_assert(TB_BINCOUNT_APART * TB_BINCOUNT_APART_SIZE * sizeof(int64_t) <= TB_SCRATCH_BYTES,
               "the counts");

#include "core/gather/generated/bincount_loops.inc"

#define ROW(T) {range_##T, count_##T, add_float_##T, add_double_##T}
static const struct {
    bool (*range)(vector v, int64_t *most);
    void (*count)(int64_t *out, int64_t size, vector v);
    void (*add_float)(void *out, int64_t size, vector v, vector weights);
    void (*add_double)(void *out, int64_t size, vector v, vector weights);
} by_dtype[TB_NDTYPES] = {
    [TB_UINT8] = ROW(uint8_t), [TB_INT8] = ROW(int8_t),   [TB_INT16] = ROW(int16_t),
    [TB_INT32] = ROW(int32_t), [TB_INT64] = ROW(int64_t),
};
#undef ROW

static vector vector_of(const tb_tensor *t)
{
    return (vector){tb_data(t), t->size[0] > 1 ? t->stride[0] : 0, t->size[0]};
}

/* Checks the operands and computes the length of the result. */
static tb_status check(const tb_tensor *t, const tb_tensor *weights, int64_t minlength, int64_t *size,
                       tb_error *err)
{
    int64_t most = 0;
    *size = minlength;
    if (tb_dtypes[t->dtype].kind != TB_KIND_INT || tb_is_unsigned(t->dtype))
        return tb_fail_kernel("bincount_cpu", t->dtype, err);
    if (minlength < 0)
        return tb_fail(err, TB_RUNTIME_ERROR, "minlength should be >= 0");
    if (t->ndim == 1 && t->numel == 0)
        return TB_OK;
    if (t->ndim != 1 || !by_dtype[t->dtype].range(vector_of(t), &most))
        return tb_fail(err, TB_RUNTIME_ERROR, "bincount only supports 1-d non-negative integral inputs.");
    if (most == INT64_MAX)
        return tb_fail(err, TB_RUNTIME_ERROR,
                       "maximum value of input overflowed, it should be < %" PRId64 " but got %" PRId64,
                       INT64_MAX, most);
    if (weights && (weights->ndim != 1 || weights->size[0] != t->size[0]))
        return tb_fail(err, TB_RUNTIME_ERROR, "weights should be 1-d and have the same length as input");
    if (most >= minlength)
        *size = most + 1;
    return TB_OK;
}

/* The `count` elements of v from the i-th on. */
static vector part_of(const vector *v, int itemsize, int64_t i, int64_t count)
{
    return (vector){(const char *)v->data + i * v->step * itemsize, v->step, count};
}

static tb_status run(tb_tensor *out, const tb_tensor *t, const tb_tensor *weights,
                     const tb_lock_callbacks *lock, tb_error *err)
{
    const vector v = vector_of(t), w = weights ? vector_of(weights) : (vector){0};
    const int itemsize = t->itemsize, wide = weights ? weights->itemsize : 0;
    const bool narrow = out->dtype == TB_FLOAT32;
    const tb_dtype dtype = t->dtype;
    const int64_t n = out->numel;
    char *const counts = tb_data(out);
    tb_storage *const storages[] = {out->storage, t->storage, weights ? weights->storage : NULL};
    int code = 0;
    TB_WITHOUT_LOCK (&code, lock, v.n, storages, 3)
        for (int64_t i = 0; i < v.n && !(i && tb_is_interrupted()); i += TB_INTERRUPT_ELEMENTS) {
            const int64_t count = tb_min(v.n - i, TB_INTERRUPT_ELEMENTS);
            const vector part = part_of(&v, itemsize, i, count);
            if (!w.data)
                by_dtype[dtype].count((int64_t *)(void *)counts, n, part);
            else
                (narrow ? by_dtype[dtype].add_float
                        : by_dtype[dtype].add_double)(counts, n, part, part_of(&w, wide, i, count));
        }
    return tb_status_of_code(code, err);
}

tb_status tb_bincount(tb_tensor *out, const tb_tensor *t, const tb_tensor *weights, int64_t minlength,
                      const tb_lock_callbacks *lock, tb_error *err)
{
    tb_tensor cast = {0};
    int64_t size;
    TB_TRY(check(t, weights, minlength, &size, err));
    if (!weights || t->numel == 0) {
        TB_TRY(tb_tensor_new(out, TB_INT64, &size, NULL, 1, true, err));
        return t->numel > 0 ? tb_made(out, run(out, t, NULL, lock, err)) : TB_OK;
    }
    const bool narrow = weights->dtype == TB_FLOAT32;
    if (!narrow && weights->dtype != TB_FLOAT64) {
        TB_TRY(tb_clone(&cast, weights, TB_FLOAT64, false, err));
        weights = &cast;
    }
    tb_status status = tb_tensor_new(out, narrow ? TB_FLOAT32 : TB_FLOAT64, &size, NULL, 1, true, err);
    if (status == TB_OK)
        status = tb_made(out, run(out, t, weights, lock, err));
    tb_tensor_release(&cast);
    return status;
}
