/* cummax.c: cummax and cummin: the largest or smallest element of each slice so far, and its index: that of
 * the last of equal elements; nan counts as better than all others. */
#include "core/along_dim/along_dim_functions.h"
#include "core/base/tuning.h"
#include "core/kernels/math/types.h"

tb_status tb_check_cummax(tb_along_dim_call *c, tb_error *err)
{
    const tb_tensor *in = c->in;
    const int64_t dim = c->dims.size[0];
    const char *name = c->function == TB_ALONG_DIM_CUMMAX ? "cummax" : "cummin";
    c->value = c->out[0].dtype = in->dtype;
    c->out[1].dtype = TB_INT64;
    for (int k = 0; k < 2; k++)
        if (c->form == TB_FORM_OUT && c->out[k].tensor->dtype != c->out[k].dtype)
            return tb_fail(err, TB_RUNTIME_ERROR, "expected scalar_type %s but found %s",
                           tb_dtypes[c->out[k].dtype].scalar_type,
                           tb_dtypes[c->out[k].tensor->dtype].scalar_type);
    if (in->ndim == 0 && dim != 0 && dim != -1)
        return tb_fail(err, TB_INDEX_ERROR, "%s(): Expected reduction dim -1 or 0 for scalar but got %lld",
                       name, (long long)dim);
    c->axis = 0;
    if (in->numel != 0)
        TB_TRY(tb_wrap_dim(dim, in->ndim, &c->axis, err));
    tb_set_shape(&c->shape, in);
    return TB_OK;
}

/* Checked after the outputs are resized. */
tb_status tb_check_cummax_dtype(const tb_along_dim_call *c, tb_error *err)
{
    const bool refused = tb_dtypes[c->in->dtype].kind == TB_KIND_COMPLEX || tb_is_unsigned(c->in->dtype);
    if (!refused || c->in->ndim == 0 || c->in->numel == 0)
        return TB_OK;
    return tb_fail_kernel(c->function == TB_ALONG_DIM_CUMMAX ? "cummax_cpu" : "cummin_cpu", c->in->dtype,
                          err);
}

/* Whether an element is taken, as the maximum so far, depends on the data, and a branch on it would mispredict.  Of
 * two selections of integers by one condition the compiler makes a branch: element and index are one number, whose
 * maximum is kept.  Indices that do not fit its lower half begin again.  `flip`: 0, or -1 for the least element. */
#define RUNNING_PACKED(name, T, READ, flip)                                                      \
    static void name(const tb_along_dim_block *b)                                                \
    {                                                                                            \
        for (int64_t j = 0; j < b->m; j++) {                                                     \
            const T *in = (const T *)(b->in + j * b->in_step);                                   \
            T *value = (T *)(b->out[0] + j * b->out_step[0]);                                    \
            int64_t *index = (int64_t *)(b->out[1] + j * b->out_step[1]), most = INT64_MIN;      \
            for (int64_t begin = 0, end; begin < b->n; begin = end) {                            \
                int64_t i = begin;                                                               \
                end = tb_min(b->n, begin + TB_CUMMAX_PACKED);                                    \
                for (; begin > 0 && i < end && (READ(in[i]) ^ (flip)) < most >> 32; i++) {       \
                    value[i] = value[begin - 1];                                                 \
                    index[i] = index[begin - 1];                                                 \
                }                                                                                \
                for (most = i < end ? INT64_MIN : most; i < end; i++) {                          \
                    most = tb_max(most, (int64_t)(READ(in[i]) ^ (flip)) * ((int64_t)1 << 32) + i - begin); \
                    value[i] = (T)(most >> 32 ^ (flip));                                         \
                    index[i] = begin + (most & UINT32_MAX);                                      \
                }                                                                                \
            }                                                                                    \
        }                                                                                        \
    }

/* From the first nan on only nans are taken. */
#define RUNNING(name, T, MORE)                                                             \
    static void name(const tb_along_dim_block *b)                                          \
    {                                                                                      \
        const int64_t n = b->n;                                                            \
        for (int64_t j = 0; j < b->m; j++) {                                               \
            const T *in = (const T *)(b->in + j * b->in_step);                             \
            T *value = (T *)(b->out[0] + j * b->out_step[0]), most = in[0];                \
            int64_t *index = (int64_t *)(b->out[1] + j * b->out_step[1]), best = 0, i = 0; \
            for (; i < n; i++) {                                                           \
                const T x = in[i];                                                         \
                if (x != x) /* never of integers */                                        \
                    break;                                                                 \
                most = most MORE x ? most : x;                                             \
                best = LATER(T, best, x == most, i);                                       \
                value[i] = most;                                                           \
                index[i] = best;                                                           \
            }                                                                              \
            for (; i < n; i++) {                                                           \
                best = LATER_OF_INTEGERS(best, in[i] != in[i], i);                         \
                value[i] = in[best];                                                       \
                index[i] = best;                                                           \
            }                                                                              \
        }                                                                                  \
    }
#define LATER(T, best, taken, i) ((T)0.5 == 0 ? LATER_OF_INTEGERS(best, taken, i) : (taken) ? (i) : (best))
#define LATER_OF_INTEGERS(best, taken, i) tb_max(best, -(int64_t)(taken) & (i))
#define ITSELF(x) (x)
#define TRUTH(x) ((x) != 0)
#define PACKED(type, T, READ)              \
    RUNNING_PACKED(most_##type, T, READ, 0) \
    RUNNING_PACKED(least_##type, T, READ, -1)
PACKED(bool, uint8_t, TRUTH)
PACKED(uint8, uint8_t, ITSELF)
PACKED(int8, int8_t, ITSELF)
PACKED(int16, int16_t, ITSELF)
PACKED(int32, int32_t, ITSELF)
#define BOTH(type, T)         \
    RUNNING(most_##type, T, >) \
    RUNNING(least_##type, T, <)
BOTH(int64, int64_t)
BOTH(float, float)
BOTH(double, double)
#undef BOTH
#undef PACKED
#undef TRUTH
#undef ITSELF
#undef LATER_OF_INTEGERS
#undef LATER
#undef RUNNING
#undef RUNNING_PACKED

void tb_set_up_cummax(const tb_along_dim_call *c, tb_along_dim_job *job)
{
    static const tb_along_dim_kernel kernels[TB_NDTYPES][2] = {
        [TB_BOOL] = {most_bool, least_bool},      [TB_UINT8] = {most_uint8, least_uint8},
        [TB_INT8] = {most_int8, least_int8},      [TB_INT16] = {most_int16, least_int16},
        [TB_INT32] = {most_int32, least_int32},   [TB_INT64] = {most_int64, least_int64},
        [TB_FLOAT32] = {most_float, least_float}, [TB_FLOAT64] = {most_double, least_double},
    };
    job->tile = tb_dtypes[c->in->dtype].compute; /* the halves as float32 */
    job->kernel[0] = kernels[job->tile][c->function == TB_ALONG_DIM_CUMMIN];
    job->weight = TB_WEIGHT_CUMMAX;
}
