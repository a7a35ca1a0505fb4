/* random_uniform.c: the uniform distribution.  Relies on: libm. */
#include "core/base/arithmetic.h"
#include "core/kernels/kernels.h"
#include "core/random/random.h"
#include "core/random/random_fill.h"

#include <math.h>

typedef struct {
    tb_generator *g;
    tb_dtype dtype;
    double from, to;
} uniform_state;

/* Rounding may reach the upper bound, which is not in the interval: torch replaces it by the lower bound.
 * Scaling is fused as in torch's AVX2 build; [0, 1) needs no scaling. */
static inline float scale_float(float u, float from, float width)
{
    return from == 0.0f && width == 1.0f ? u : fmaf(u, width, from);
}

static void uniform_row_double(char *data, int64_t stride, int64_t n, void *state)
{
    uniform_state *u = state;
    double from = u->from, to = u->to, width = to - from;
    for (int64_t i = 0; i < n; i++) {
        double value = fma(tb_random_fill_uniform_double(u->g), width, from);
        *(double *)(data + i * stride) = value == to ? from : value;
    }
}

static void uniform_row_float(char *data, int64_t stride, int64_t n, void *state)
{
    uniform_state *u = state;
    float from = (float)u->from, to = (float)u->to, width = to - from;
    for (int64_t i = 0; i < n; i++) {
        float value = scale_float(tb_random_fill_uniform_float(u->g), from, width);
        *(float *)(data + i * stride) = value == to ? from : value;
    }
}

static void uniform_row_half(char *data, int64_t stride, int64_t n, void *state)
{
    enum { SOME = 64 };
    uniform_state *u = state;
    const tb_cast narrow = tb_kernels_active->cast[TB_FLOAT32][u->dtype],
                  widen = tb_kernels_active->cast[u->dtype][TB_FLOAT32];
    const float from = (float)u->from, to = (float)u->to, width = to - from;
    float value[SOME], rounded[SOME], rounded_to;
    uint16_t half[SOME], half_from, half_to;
    narrow(&half_from, &from, 1);
    narrow(&half_to, &to, 1);
    widen(&rounded_to, &half_to, 1);
    for (int64_t i = 0; i < n; i += SOME) {
        const int64_t some = tb_min(n - i, SOME);
        for (int64_t k = 0; k < some; k++)
            value[k] = scale_float(tb_random_fill_uniform_float(u->g), from, width);
        narrow(half, value, some);
        widen(rounded, half, some);
        for (int64_t k = 0; k < some; k++, data += stride)
            *(uint16_t *)(void *)data = rounded[k] == rounded_to ? half_from : half[k];
    }
}

static tb_status check_bounds(tb_dtype dtype, double from, double to, tb_error *err)
{
    const char *c_name = tb_dtypes[dtype].c_name;
    double limit = tb_float_max(dtype);
    if (!(from >= -limit && from <= limit))
        return tb_fail(err, TB_RUNTIME_ERROR, "from is out of bounds for %s", c_name);
    if (!(to >= -limit && to <= limit))
        return tb_fail(err, TB_RUNTIME_ERROR, "to is out of bounds for %s", c_name);
    if (from > to)
        return tb_fail(err, TB_RUNTIME_ERROR,
                       "uniform_ expects to return a [from, to) range, but found from=%g > to=%g", from, to);
    if (to - from > limit)
        return tb_fail(err, TB_RUNTIME_ERROR,
                       "uniform_ expects to-from <= std::numeric_limits<%s>::max(), but found to=%g and "
                       "from=%g which result in to-from to exceed the limit",
                       tb_dtypes[dtype].scalar_type, to, from);
    return TB_OK;
}

static tb_status uniform(tb_tensor *out, tb_generator *g, double from, double to,
                         const tb_lock_callbacks *lock, tb_error *err)
{
    tb_dtype dtype = tb_to_real(out->dtype);
    if (tb_dtypes[dtype].kind != TB_KIND_FLOAT)
        return tb_fail_kernel("check_uniform_bounds", dtype, err);
    TB_TRY(check_bounds(dtype, from, to, err));
    if (out->numel == 0)
        return TB_OK;
    tb_random_fill fill;
    TB_TRY(tb_random_fill_plan(&fill, out, err));
    uniform_state state = {g, dtype, from, to};
    tb_storage *const storage = out->storage;
    int code = 0;
    TB_DRAW_WITHOUT_LOCK (&code, g, lock, fill.numel, &storage, 1)
        tb_random_fill_iterate(&fill,
                               dtype == TB_FLOAT64   ? uniform_row_double
                               : dtype == TB_FLOAT32 ? uniform_row_float
                                                     : uniform_row_half,
                               &state);
    return tb_status_of_code(code, err);
}

tb_status tb_random_uniform(tb_tensor *out, tb_generator *g, double from, double to,
                            const tb_lock_callbacks *lock, tb_error *err)
{
    tb_generator_take(g, lock);
    const tb_status status = uniform(out, g, from, to, lock, err);
    tb_generator_give(g);
    return status;
}
