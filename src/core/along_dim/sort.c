/* sort.c: sort and argsort: the elements of a slice become integers of the same order, which are sorted
 * together with their indices. */
#include "core/along_dim/along_dim_functions.h"
#include "core/base/tuning.h"
#include "core/kernels/along_dim/sort_keys.h"
#include "core/along_dim/sort_records.h"

#include <string.h>

tb_status tb_check_sort_outputs(tb_along_dim_call *c, tb_error *err)
{
    const tb_tensor *in = c->in;
    c->value = c->out[0].dtype = in->dtype;
    c->out[1].dtype = TB_INT64;
    tb_set_shape(&c->shape, in);
    TB_TRY(tb_output_check_dtype(&c->out[0], err));
    return tb_output_check_dtype(&c->out[1], err);
}

tb_status tb_check_sort(tb_along_dim_call *c, tb_error *err)
{
    const tb_tensor *in = c->in;
    TB_TRY(tb_wrap_dim(c->dims.size[0], in->ndim, &c->axis, err));
    if (tb_dtypes[in->dtype].kind == TB_KIND_COMPLEX)
        return tb_fail(err, TB_RUNTIME_ERROR, " Sort does not support complex dtypes on CPU");
    TB_TRY(tb_check_sort_outputs(c, err));
    tb_preserve_strides(in->size, in->stride, in->ndim, c->stride);
    return TB_OK;
}

/* ---- slices ---- */

/* Sorts the slices of a block by way of records; KEY(element) has the width of U. */
#define SORT(name, KEY, U, WIDTH)                                                               \
    static void name(const tb_along_dim_block *b)                                               \
    {                                                                                           \
        const tb_sort_params *params = b->params;                                               \
        const U flip = params->descending ? (U)~(U)0 : 0;                                       \
        record_##WIDTH *const room = b->scratch;                                                \
        const int64_t n = b->n;                                                                 \
        for (int64_t j = 0; j < b->m; j++) {                                                    \
            const U *in = (const U *)(b->in + j * b->in_step);                                  \
            bool interrupted = false;                                                           \
            TB_FOR_UNLESS_INTERRUPTED (i, n, interrupted) {                                     \
                const U key = (U)(KEY((const char *)(in + i)) ^ flip);                          \
                room[i] = (record_##WIDTH)key << 8 * sizeof(index_##WIDTH) | (record_##WIDTH)i; \
            }                                                                                   \
            const record_##WIDTH *sorted = NULL;                                                \
            if (!interrupted)                                                                   \
                sorted = sort_##WIDTH(room, room + n, n, 8 * (int)sizeof(U));                   \
            if (!sorted)                                                                        \
                return;                                                                         \
            if (b->out[0]) {                                                                    \
                U *value = (U *)(b->out[0] + j * b->out_step[0]);                               \
                TB_FOR_UNLESS_INTERRUPTED (i, n, interrupted)                                   \
                    value[i] = in[(index_##WIDTH)sorted[i]];                                    \
            }                                                                                   \
            if (b->out[1]) {                                                                    \
                int64_t *index = (int64_t *)(b->out[1] + j * b->out_step[1]);                   \
                TB_FOR_UNLESS_INTERRUPTED (i, n, interrupted)                                   \
                    index[i] = (int64_t)(index_##WIDTH)sorted[i];                               \
            }                                                                                   \
        }                                                                                       \
    }
#define SHORT_KEY(type, U)               \
    SORT(sort_##type, key_##type, U, 64) \
    SORT(sort_long_##type, key_##type, U, 128)
#define LONG_KEY(type, U) SORT(sort_##type, key_##type, U, 128)
TB_EACH_SHORT_KEY(SHORT_KEY)
SHORT_KEY(uint16, uint16_t)
SHORT_KEY(uint32, uint32_t)
TB_EACH_LONG_KEY(LONG_KEY)
LONG_KEY(uint64, uint64_t)
#undef LONG_KEY
#undef SHORT_KEY
#undef SORT

/* Narrow elements: how many there are of each, and where they begin. */
#define COUNTING(name, KEY, VALUE)                                                           \
    static void name(const tb_along_dim_block *b)                                            \
    {                                                                                        \
        const tb_sort_params *params = b->params;                                            \
        const uint8_t flip = params->descending ? 255 : 0;                                   \
        for (int64_t j = 0; j < b->m; j++) {                                                 \
            const char *in = b->in + j * b->in_step;                                         \
            char *value = b->out[0] ? b->out[0] + j * b->out_step[0] : NULL;                 \
            int64_t *index = b->out[1] ? (int64_t *)(b->out[1] + j * b->out_step[1]) : NULL; \
            int64_t begin[256] = {0}, at = 0;                                                \
            bool interrupted = false;                                                        \
            TB_FOR_UNLESS_INTERRUPTED (i, b->n, interrupted)                                 \
                begin[KEY(in + i) ^ flip]++;                                                 \
            for (int k = 0; k < 256; k++) {                                                  \
                const int64_t count = begin[k];                                              \
                begin[k] = at;                                                               \
                at += count;                                                                 \
            }                                                                                \
            TB_FOR_UNLESS_INTERRUPTED (i, b->n, interrupted) {                               \
                const int64_t to = begin[KEY(in + i) ^ flip]++;                              \
                if (to >= b->n) /* another thread has changed the slice */                   \
                    break;                                                                   \
                if (value)                                                                   \
                    value[to] = (char)VALUE(in[i]);                                          \
                if (index)                                                                   \
                    index[to] = i;                                                           \
            }                                                                                \
        }                                                                                    \
    }
#define IS_TRUE(x) ((x) != 0)
COUNTING(sort_bool, key_bool, IS_TRUE)
COUNTING(sort_uint8, key_uint8, )
COUNTING(sort_int8, key_int8, )
#undef IS_TRUE
#undef COUNTING

const tb_record_kernels tb_sort_kernels[TB_NDTYPES] = {
    [TB_BOOL] = {sort_bool, sort_bool, 0},
    [TB_UINT8] = {sort_uint8, sort_uint8, 0},
    [TB_INT8] = {sort_int8, sort_int8, 0},
    [TB_INT16] = {sort_int16, sort_long_int16, 8},
    [TB_INT32] = {sort_int32, sort_long_int32, 8},
    [TB_INT64] = {sort_int64, sort_int64, 16},
    [TB_FLOAT16] = {sort_float16, sort_long_float16, 8},
    [TB_BFLOAT16] = {sort_bfloat16, sort_long_bfloat16, 8},
    [TB_FLOAT32] = {sort_float32, sort_long_float32, 8},
    [TB_FLOAT64] = {sort_float64, sort_float64, 16},
    [TB_UINT16] = {sort_uint16, sort_long_uint16, 8},
    [TB_UINT32] = {sort_uint32, sort_long_uint32, 8},
    [TB_UINT64] = {sort_uint64, sort_uint64, 16},
};

tb_status tb_set_up_sort(const tb_along_dim_call *c, tb_along_dim_job *job, tb_error *err)
{
    static const tb_sort_params params[2] = {{false}, {true}};
    const int64_t n = c->in->ndim ? c->in->size[c->axis] : 1;
    const bool is_long = n > UINT32_MAX;
    const tb_record_kernels *kernels = &tb_sort_kernels[c->in->dtype];
    job->kernel[0] = is_long ? kernels->longer : kernels->kernel;
    job->params = &params[c->descending];
    job->tile = c->in->dtype;
    job->weight = TB_WEIGHT_SORT;
    if (__builtin_mul_overflow(n, 2 * (is_long ? 16 : kernels->record), &job->scratch))
        return tb_fail(err, TB_MEMORY_ERROR, "out of memory");
    return TB_OK;
}
