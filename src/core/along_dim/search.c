/* search.c: see search.h. */
#include "core/along_dim/search.h"
#include "core/base/tuning.h"
#include "core/iterate/parallel.h"

#include <string.h>

typedef struct {
    const void *numbers, *values;
    int64_t *out;
    int64_t size, count; /* numbers, and values that meet them, before both move on */
    bool right;
} search;

/* The position of v among n numbers.  The steps are torch's, which matters for nan and for numbers that are
 * not sorted; without branches, which would be mispredicted half of the time. */
#define BISECTION(name, T, is_before)                              \
    static int64_t name(const T *numbers, int64_t n, T v)          \
    {                                                              \
        const T *p = numbers;                                      \
        while (n > 0) {                                            \
            const int64_t half = n >> 1, before = is_before;       \
            p += (half + 1) & -before;                             \
            n = half - (before & ~n & 1);                          \
        }                                                          \
        return p - numbers;                                        \
    }
BISECTION(left_of_integer, int64_t, !(p[half] >= v))
BISECTION(right_of_integer, int64_t, !(p[half] > v))
BISECTION(left_of_double, double, !(p[half] >= v))
BISECTION(right_of_double, double, !(p[half] > v))
#undef BISECTION

#define RANGE(name, T, left, right_of)                                                    \
    static int name(const void *work, int64_t first, int64_t last)                        \
    {                                                                                     \
        const search *s = work;                                                           \
        const T *values = s->values;                                                      \
        for (int64_t i = first; i < last; i++) {                                          \
            const T *numbers = (const T *)s->numbers + i / s->count * s->size;            \
            s->out[i] = (s->right ? right_of : left)(numbers, s->size, values[i]);        \
        }                                                                                 \
        return 0;                                                                         \
    }
RANGE(run_integers, int64_t, left_of_integer, right_of_integer)
RANGE(run_doubles, double, left_of_double, right_of_double)
#undef RANGE

static bool is_suitable(const tb_tensor *numbers, const tb_tensor *values)
{
    const int n = numbers->ndim;
    return numbers->contiguous && values->contiguous && numbers->dtype == values->dtype &&
           (values->dtype == TB_INT64 || values->dtype == TB_FLOAT64) &&
           (n == 1 || (n > 1 && n == values->ndim &&
                       memcmp(numbers->size, values->size, (size_t)(n - 1) * sizeof *values->size) == 0));
}

tb_status tb_search(tb_tensor *out, const tb_tensor *numbers, const tb_tensor *values, bool right,
                    const tb_lock_callbacks *lock, tb_error *err)
{
    if (!is_suitable(numbers, values))
        return tb_fail(err, TB_RUNTIME_ERROR, "search: other operands were expected");
    TB_TRY(tb_tensor_new(out, TB_INT64, values->size, NULL, values->ndim, false, err));
    const int64_t n = out->numel;
    if (n == 0)
        return TB_OK;
    const search s = {
        .numbers = tb_data(numbers),
        .values = tb_data(values),
        .out = (int64_t *)(void *)tb_data(out),
        .size = numbers->size[numbers->ndim - 1],
        .count = numbers->ndim > 1 ? values->size[values->ndim - 1] : n,
        .right = right,
    };
    tb_storage *const storages[] = {out->storage, numbers->storage, values->storage};
    const int code = tb_parallel_for_releasing(values->dtype == TB_INT64 ? run_integers : run_doubles, &s, n,
                                               1, tb_parallel_cost(n, 4, TB_WEIGHT_SORT), storages, 3, lock);
    return tb_made(out, tb_status_of_code(code, err));
}
