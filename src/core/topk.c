/* topk.c: the largest or smallest elements of each line, in order: of the elements seen so far the best
 * are kept, with some more that are sorted when there is no room for another.  Of equal elements the
 * first ones are taken.  Relies on: line_functions.h, kernels/keys.h, kernels/records.h. */
#include "kernels/keys.h"
#include "kernels/records.h"
#include "line_functions.h"

tb_status tb_check_topk(tb_line_call *c, tb_error *err)
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

/* ---- lines ---- */

typedef struct {
    bool largest;
    int64_t k, room; /* records of the two halves of the scratch, each */
} topk_params;

#define KEEP_BEST(WIDTH, K)                                                                       \
    static void keep_best_##WIDTH(K *best, int64_t n, const topk_params *params, int key_bits)    \
    {                                                                                             \
        const K *sorted = sort_##WIDTH(best, best + params->room, n, key_bits);                   \
        if (sorted != best)                                                                       \
            memcpy(best, sorted, (size_t)(n < params->k ? n : params->k) * sizeof(K));            \
    }
KEEP_BEST(64, uint64_t)
KEEP_BEST(128, u128)

#define TOPK(name, KEY, U, WIDTH, K, SHIFT, PLACE)                                                \
    static void name(const tb_line_block *b)                                                      \
    {                                                                                             \
        const topk_params *params = b->params;                                                    \
        const U flip = params->largest ? (U)~(U)0 : 0;                                            \
        const int64_t n = b->n, k = params->k;                                                    \
        K *const best = b->scratch;                                                               \
        for (int64_t j = 0; j < b->m; j++) {                                                      \
            const U *in = (const U *)(b->in + j * b->in_step);                                    \
            U *value = (U *)(b->out[0] + j * b->out_step[0]);                                     \
            int64_t *index = (int64_t *)(b->out[1] + j * b->out_step[1]), count = 0;              \
            K limit = ~(K)0;                                                                      \
            for (int64_t i = 0; i < n; i++) {                                                     \
                const K x = (K)(U)(KEY((const char *)(in + i)) ^ flip) << SHIFT | (K)i;           \
                if (x >= limit)                                                                   \
                    continue;                                                                     \
                if (count == params->room) {                                                      \
                    keep_best_##WIDTH(best, count, params, 8 * (int)sizeof(U));                   \
                    limit = best[k - 1];                                                          \
                    count = k;                                                                    \
                    if (x >= limit)                                                               \
                        continue;                                                                 \
                }                                                                                 \
                best[count++] = x;                                                                \
            }                                                                                     \
            keep_best_##WIDTH(best, count, params, 8 * (int)sizeof(U));                           \
            for (int64_t i = 0; i < k; i++) {                                                     \
                value[i] = in[(PLACE)best[i]];                                                    \
                index[i] = (int64_t)(PLACE)best[i];                                               \
            }                                                                                     \
        }                                                                                         \
    }
#define TOPKS(type, U)                                                                            \
    TOPK(topk_##type, key_##type, U, 64, uint64_t, 32, uint32_t)                                  \
    TOPK(topk_long_##type, key_##type, U, 128, u128, 64, uint64_t)
TOPKS(uint8, uint8_t)
TOPKS(int8, uint8_t)
TOPKS(int16, uint16_t)
TOPKS(int32, uint32_t)
TOPKS(float16, uint16_t)
TOPKS(bfloat16, uint16_t)
TOPKS(float32, uint32_t)
TOPK(topk_int64, key_int64, uint64_t, 128, u128, 64, uint64_t)
TOPK(topk_float64, key_float64, uint64_t, 128, u128, 64, uint64_t)

static const struct {
    tb_line_kernel kernel, longer;
} by_dtype[TB_NDTYPES] = {
    [TB_UINT8] = {topk_uint8, topk_long_uint8},
    [TB_INT8] = {topk_int8, topk_long_int8},
    [TB_INT16] = {topk_int16, topk_long_int16},
    [TB_INT32] = {topk_int32, topk_long_int32},
    [TB_INT64] = {topk_int64, topk_int64},
    [TB_FLOAT16] = {topk_float16, topk_long_float16},
    [TB_BFLOAT16] = {topk_bfloat16, topk_long_bfloat16},
    [TB_FLOAT32] = {topk_float32, topk_long_float32},
    [TB_FLOAT64] = {topk_float64, topk_float64},
};

/* Room for some times what is kept, so that it is sorted seldom. */
#define LEAST_ROOM 64

static int64_t room_for(int64_t k, int64_t n)
{
    const int64_t room = k < LEAST_ROOM / 4 ? LEAST_ROOM : 4 * k;
    return k > n / 8 || room > n / 2 ? n : room;
}

tb_status tb_run_topk(const tb_line_call *c, tb_line_walk *walk, const tb_lock *lock, tb_error *err)
{
    const int64_t n = c->in->ndim ? c->in->size[c->axis] : 1;
    topk_params params = {.largest = c->descending, .k = c->k, .room = room_for(c->k, n)};
    const bool is_long = n > UINT32_MAX;
    const int record = is_long || c->in->itemsize == 8 ? 16 : 8;
    walk->kernel[0] = is_long ? by_dtype[c->in->dtype].longer : by_dtype[c->in->dtype].kernel;
    walk->params = &params;
    walk->tile = c->in->dtype;
    walk->weight = 6;
    if (__builtin_mul_overflow(params.room, 2 * record, &walk->scratch))
        return tb_fail(err, TB_MEMORY_ERROR, "out of memory");
    return tb_line_walk_run(walk, lock, err);
}
