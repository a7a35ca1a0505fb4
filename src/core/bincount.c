/* bincount.c: see bincount.h.  Relies on: bincount.h, leaving.h. */
#include "bincount.h"
#include "leaving.h"

#include <inttypes.h>
#include <string.h>

/* A vector: its first element, the distance of two in elements, their number. */
typedef struct {
    const void *data;
    int64_t step, n;
} vector;

/* Runs of equal numbers wait for their own additions: neighbours are counted apart while the counts
 * are this few. */
enum { APART = 4, MOST_APART = 1024 };

/* Numbers are looked at again when they are used: another thread may have changed them. */
#define IS_BELOW(x, size) ((uint64_t)(x) < (uint64_t)(size))

/* By dtype: whether there is a negative number, else the largest; counts; sums of weights. */
#define OF_TYPE(T)                                                                                \
    static bool range_##T(vector v, int64_t *most)                                                \
    {                                                                                             \
        const T *p = v.data;                                                                      \
        int64_t all[APART] = {0}, signs = 0, i = 0;                                               \
        for (; i + APART <= v.n; i += APART)                                                      \
            for (int k = 0; k < APART; k++) {                                                     \
                const int64_t x = p[(i + k) * v.step];                                            \
                signs |= x;                                                                       \
                all[k] = x > all[k] ? x : all[k];                                                 \
            }                                                                                     \
        for (; i < v.n; i++) {                                                                    \
            const int64_t x = p[i * v.step];                                                      \
            signs |= x;                                                                           \
            all[0] = x > all[0] ? x : all[0];                                                     \
        }                                                                                         \
        *most = all[0];                                                                           \
        for (int k = 1; k < APART; k++)                                                           \
            *most = all[k] > *most ? all[k] : *most;                                              \
        return signs >= 0;                                                                        \
    }                                                                                             \
    static void count_##T(int64_t *out, int64_t size, vector v)                                   \
    {                                                                                             \
        const T *p = v.data;                                                                      \
        int64_t apart[APART][MOST_APART];                                                         \
        if (size > MOST_APART || v.n < 2 * size) {                                                \
            for (int64_t i = 0; i < v.n; i++) {                                                   \
                const T x = p[i * v.step];                                                        \
                if (IS_BELOW(x, size))                                                            \
                    out[x]++;                                                                     \
            }                                                                                     \
            return;                                                                               \
        }                                                                                         \
        memset(apart, 0, sizeof apart);                                                           \
        int64_t i = 0;                                                                            \
        for (; i + APART <= v.n; i += APART) {                                                    \
            const T x = p[i * v.step], y = p[(i + 1) * v.step];                                   \
            const T z = p[(i + 2) * v.step], w = p[(i + 3) * v.step];                             \
            if (!(IS_BELOW(x, size) & IS_BELOW(y, size) & IS_BELOW(z, size) & IS_BELOW(w, size))) \
                continue;                                                                         \
            apart[0][x]++;                                                                        \
            apart[1][y]++;                                                                        \
            apart[2][z]++;                                                                        \
            apart[3][w]++;                                                                        \
        }                                                                                         \
        for (; i < v.n; i++)                                                                      \
            if (IS_BELOW(p[i * v.step], size))                                                    \
                apart[0][p[i * v.step]]++;                                                        \
        for (int64_t k = 0; k < size; k++)                                                        \
            out[k] = apart[0][k] + apart[1][k] + apart[2][k] + apart[3][k];                       \
    }                                                                                             \
    static void add_float_##T(void *out, int64_t size, vector v, vector weights)                  \
    {                                                                                             \
        const T *p = v.data;                                                                      \
        const float *w = weights.data;                                                            \
        for (int64_t i = 0; i < v.n; i++) {                                                       \
            const T x = p[i * v.step];                                                            \
            if (IS_BELOW(x, size))                                                                \
                ((float *)out)[x] += w[i * weights.step];                                         \
        }                                                                                         \
    }                                                                                             \
    static void add_double_##T(void *out, int64_t size, vector v, vector weights)                 \
    {                                                                                             \
        const T *p = v.data;                                                                      \
        const double *w = weights.data;                                                           \
        for (int64_t i = 0; i < v.n; i++) {                                                       \
            const T x = p[i * v.step];                                                            \
            if (IS_BELOW(x, size))                                                                \
                ((double *)out)[x] += w[i * weights.step];                                        \
        }                                                                                         \
    }
OF_TYPE(uint8_t)
OF_TYPE(int8_t)
OF_TYPE(int16_t)
OF_TYPE(int32_t)
OF_TYPE(int64_t)
#undef OF_TYPE

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

/* The length of the result, too. */
static tb_status check(const tb_tensor *t, const tb_tensor *weights, int64_t minlength, int64_t *size,
                       tb_error *err)
{
    int64_t most = 0;
    *size = minlength;
    if (tb_dtypes[t->dtype].kind != TB_KIND_INT || tb_is_unsigned(t->dtype))
        return tb_fail(err, TB_NOT_IMPLEMENTED_ERROR, "\"bincount_cpu\" not implemented for '%s'",
                       tb_dtypes[t->dtype].scalar_type);
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

static void run(tb_tensor *out, const tb_tensor *t, const tb_tensor *weights, const tb_lock *lock)
{
    const vector v = vector_of(t), w = weights ? vector_of(weights) : (vector){0};
    const bool narrow = out->dtype == TB_FLOAT32;
    const tb_dtype dtype = t->dtype;
    const int64_t n = out->numel;
    char *const counts = tb_data(out);
    tb_storage *const storages[] = {out->storage, t->storage, weights ? weights->storage : NULL};
    const tb_leaving leaving = tb_leave(lock, v.n, storages, 3);
    if (!w.data)
        by_dtype[dtype].count((int64_t *)(void *)counts, n, v);
    else
        (narrow ? by_dtype[dtype].add_float : by_dtype[dtype].add_double)(counts, n, v, w);
    tb_come_back(&leaving);
}

tb_status tb_bincount(tb_tensor *out, const tb_tensor *t, const tb_tensor *weights, int64_t minlength,
                      const tb_lock *lock, tb_error *err)
{
    tb_tensor cast = {0};
    int64_t size;
    TB_TRY(check(t, weights, minlength, &size, err));
    if (!weights || t->numel == 0) {
        TB_TRY(tb_tensor_new(out, TB_INT64, &size, NULL, 1, true, err));
        if (t->numel > 0)
            run(out, t, NULL, lock);
        return TB_OK;
    }
    const bool narrow = weights->dtype == TB_FLOAT32;
    if (!narrow && weights->dtype != TB_FLOAT64) {
        TB_TRY(tb_clone(&cast, weights, TB_FLOAT64, false, err));
        weights = &cast;
    }
    const tb_status status = tb_tensor_new(out, narrow ? TB_FLOAT32 : TB_FLOAT64, &size, NULL, 1, true, err);
    if (status == TB_OK)
        run(out, t, weights, lock);
    tb_tensor_release(&cast);
    return status;
}
