/* search.c: see search.h.  Values are looked up by bisection, several at a time, so that their loads
 * overlap.  Where there are about as many values as numbers, the numbers are checked first: if they are
 * sorted, values that ascend are looked up from the position of the previous one on, and those that descend
 * from that of the next. */
#include "core/along_dim/search.h"
#include "core/base/arithmetic.h"
#include "core/base/strategies.h"
#include "core/base/tuning.h"
#include "core/iterate/parallel.h"
#include "core/kernels/loop_pragmas.h"
#include "core/kernels/math/convert.h"

#include <string.h>

/* Values that are looked up at a time. */
enum { TOGETHER = 8 };

typedef struct {
    const void *numbers, *values;
    void *out;
    int64_t size, count; /* numbers, and values that meet them, before both move on */
    bool right, narrow;
} search;

static void put(const search *s, int64_t first, int64_t n, const int64_t *at)
{
    for (int64_t i = 0; i < n; i++)
        if (s->narrow)
            ((int32_t *)s->out)[first + i] = (int32_t)at[i];
        else
            ((int64_t *)s->out)[first + i] = at[i];
}

/* Which numbers come before v.  Comparisons with nan are false: all numbers come before nan, and nan before
 * v. */
#define COMES_BEFORE(x, v, right) ((int)!((right) ? (x) > (v) : (x) >= (v)))

#include "core/along_dim/generated/search_rows.inc"

static const tb_range_run runs[TB_NDTYPES] = {
    [TB_BOOL] = run_uint8,      [TB_UINT8] = run_uint8,       [TB_INT8] = run_int8,
    [TB_INT16] = run_int16,     [TB_INT32] = run_int32,       [TB_INT64] = run_int64,
    [TB_UINT16] = run_uint16,   [TB_UINT32] = run_uint32,     [TB_UINT64] = run_uint64,
    [TB_FLOAT16] = run_float16, [TB_BFLOAT16] = run_bfloat16, [TB_FLOAT32] = run_float32,
    [TB_FLOAT64] = run_float64,
};

static bool is_suitable(const tb_tensor *numbers, const tb_tensor *values)
{
    const int n = numbers->ndim;
    return numbers->contiguous && values->contiguous && numbers->dtype == values->dtype &&
           runs[values->dtype] &&
           (n == 1 || (n > 1 && n == values->ndim &&
                       memcmp(numbers->size, values->size, (size_t)(n - 1) * sizeof *values->size) == 0));
}

tb_status tb_search(tb_tensor *out, const tb_tensor *numbers, const tb_tensor *values, bool right,
                    bool narrow, const tb_lock_callbacks *lock, tb_error *err)
{
    if (!is_suitable(numbers, values))
        return tb_fail(err, TB_RUNTIME_ERROR, "search: other operands were expected");
    TB_TRY(tb_tensor_new(out, narrow ? TB_INT32 : TB_INT64, values->size, NULL, values->ndim, false, err));
    const int64_t n = out->numel;
    if (n == 0)
        return TB_OK;
    const search s = {
        .numbers = tb_data(numbers),
        .values = tb_data(values),
        .out = tb_data(out),
        .size = numbers->size[numbers->ndim - 1],
        .count = numbers->ndim > 1 ? values->size[values->ndim - 1] : n,
        .right = right,
        .narrow = narrow,
    };
    tb_storage *const storages[] = {out->storage, numbers->storage, values->storage};
    const int code = tb_parallel_for_releasing(runs[values->dtype], &s, n, 1,
                                               tb_parallel_cost(n, 4, TB_WEIGHT_SORT), storages, 3, lock);
    return tb_made(out, tb_status_of_code(code, err));
}
