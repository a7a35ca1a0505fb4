/* topk.c: the largest or smallest elements of each slice, in order.  The best so far are kept in a
 * buffer, which is sorted and cut whenever it is full.  Of equal elements the first ones are taken. */
#include "core/along_dim/along_dim_functions.h"
#include "core/base/tuning.h"
#include "core/kernels/along_dim/sort_keys.h"
#include "core/along_dim/sort_records.h"

tb_status tb_check_topk(tb_along_dim_call *c, tb_error *err)
{
    const tb_tensor *in = c->in;
    TB_TRY(tb_wrap_dim(c->dims.size[0], in->ndim, &c->axis, err));
    if (c->k < 0 || c->k > (in->ndim ? in->size[c->axis] : 1))
        return tb_fail(err, TB_RUNTIME_ERROR, "selected index k out of range");
    if (tb_dtypes[in->dtype].kind == TB_KIND_COMPLEX)
        return tb_fail(err, TB_RUNTIME_ERROR, " topk does not support complex dtypes on CPU");
    if (in->dtype == TB_BOOL)
        return tb_fail(err, TB_RUNTIME_ERROR, "topk does not support bool dtypes on CPU");
    TB_TRY(tb_check_sort_outputs(c, err));
    if (in->ndim > 0)
        TB_TRY(tb_refuse_unsigned(in->dtype, "topk_cpu", err));
    if (in->ndim)
        c->shape.size[c->axis] = c->k;
    return TB_OK;
}

/* ---- slices ---- */

#define KEEP_BEST(WIDTH)                                                                                    \
    static void keep_best_##WIDTH(record_##WIDTH *best, int64_t n, const tb_topk_params *params,            \
                                  int key_bits)                                                             \
    {                                                                                                       \
        const record_##WIDTH *sorted = sort_##WIDTH(best, best + params->room, n, key_bits);                \
        if (!sorted) /* whose records are still some of the slice's */                                      \
            return;                                                                                         \
        if (sorted != best)                                                                                 \
            memcpy(best, sorted, (size_t)(n < params->k ? n : params->k) * sizeof *best);                   \
    }
KEEP_BEST(64)
KEEP_BEST(128)
#undef KEEP_BEST

#define TOPK(name, KEY, U, WIDTH)                                                    \
    static void name(const tb_along_dim_block *b)                                    \
    {                                                                                \
        const tb_topk_params *params = b->params;                                    \
        const U flip = params->largest ? (U)~(U)0 : 0;                               \
        const int64_t n = b->n, k = params->k;                                       \
        record_##WIDTH *const best = b->scratch;                                     \
        for (int64_t j = 0; j < b->m; j++) {                                         \
            const U *in = (const U *)(b->in + j * b->in_step);                       \
            U *value = (U *)(b->out[0] + j * b->out_step[0]);                        \
            int64_t *index = (int64_t *)(b->out[1] + j * b->out_step[1]), count = 0; \
            record_##WIDTH limit = ~(record_##WIDTH)0;                               \
            for (int64_t i = 0; i < n; i++) {                                        \
                const U key = (U)(KEY((const char *)(in + i)) ^ flip);               \
                record_##WIDTH x = (record_##WIDTH)key << 8 * sizeof(index_##WIDTH); \
                x |= (record_##WIDTH)i;                                              \
                if (x >= limit)                                                      \
                    continue;                                                        \
                if (count == params->room) {                                         \
                    keep_best_##WIDTH(best, count, params, 8 * (int)sizeof(U));      \
                    limit = best[k - 1];                                             \
                    count = k;                                                       \
                    if (x >= limit)                                                  \
                        continue;                                                    \
                }                                                                    \
                best[count++] = x;                                                   \
            }                                                                        \
            keep_best_##WIDTH(best, count, params, 8 * (int)sizeof(U));              \
            for (int64_t i = 0; i < k; i++) {                                        \
                value[i] = in[(index_##WIDTH)best[i]];                               \
                index[i] = (int64_t)(index_##WIDTH)best[i];                          \
            }                                                                        \
        }                                                                            \
    }
#define SHORT_KEY(type, U)               \
    TOPK(topk_##type, key_##type, U, 64) \
    TOPK(topk_long_##type, key_##type, U, 128)
#define LONG_KEY(type, U) TOPK(topk_##type, key_##type, U, 128)
SHORT_KEY(uint8, uint8_t)
SHORT_KEY(int8, uint8_t)
TB_EACH_SHORT_KEY(SHORT_KEY)
TB_EACH_LONG_KEY(LONG_KEY)
#undef LONG_KEY
#undef SHORT_KEY
#undef TOPK

const tb_record_kernels tb_topk_kernels[TB_NDTYPES] = {
    [TB_UINT8] = {topk_uint8, topk_long_uint8, 8},
    [TB_INT8] = {topk_int8, topk_long_int8, 8},
    [TB_INT16] = {topk_int16, topk_long_int16, 8},
    [TB_INT32] = {topk_int32, topk_long_int32, 8},
    [TB_INT64] = {topk_int64, topk_int64, 16},
    [TB_FLOAT16] = {topk_float16, topk_long_float16, 8},
    [TB_BFLOAT16] = {topk_bfloat16, topk_long_bfloat16, 8},
    [TB_FLOAT32] = {topk_float32, topk_long_float32, 8},
    [TB_FLOAT64] = {topk_float64, topk_float64, 16},
};

_Static_assert(TB_TOPK_CAPACITY >= 2 && TB_TOPK_ALL >= TB_TOPK_CAPACITY, "there is room for more than k");
static int64_t room_for(int64_t k, int64_t n)
{
    const int64_t room =
        k < TB_TOPK_LEAST_CAPACITY / TB_TOPK_CAPACITY ? TB_TOPK_LEAST_CAPACITY : TB_TOPK_CAPACITY * k;
    return k > n / TB_TOPK_ALL || room > n / 2 ? n : room;
}

tb_status tb_run_topk(const tb_along_dim_call *c, tb_along_dim_job *job, const tb_lock_callbacks *lock,
                      tb_error *err)
{
    const int64_t n = c->in->ndim ? c->in->size[c->axis] : 1;
    tb_topk_params params = {.largest = c->descending, .k = c->k, .room = room_for(c->k, n)};
    const bool is_long = n > UINT32_MAX;
    const tb_record_kernels *kernels = &tb_topk_kernels[c->in->dtype];
    job->kernel[0] = is_long ? kernels->longer : kernels->kernel;
    job->params = &params;
    job->tile = c->in->dtype;
    job->weight = TB_WEIGHT_TOPK;
    if (__builtin_mul_overflow(params.room, 2 * (is_long ? 16 : kernels->record), &job->scratch))
        return tb_fail(err, TB_MEMORY_ERROR, "out of memory");
    return tb_along_dim_job_run(job, lock, err);
}
