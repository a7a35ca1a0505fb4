/* random_normal.c: normal numbers by Box and Muller's transform, in torch's three ways: one pair at a time in
 * double precision (the second number is cached in the generator for the next call), 16 at a time in double
 * precision, and 16 at a time in single precision with the polynomials of Cephes.
 *
 * The results are bit for bit those of torch with AVX2 and FMA.  The result depends on which products are
 * fused, so these are written as fmaf() and are the same on every machine.  Relies on: libm. */
#include "core/kernels/kernels.h"
#include "core/random/random.h"
#include "core/random/random_fill.h"
#include "core/random/random_normal.h"

#include "core/kernels/levels/levels.h"
#include <math.h>
#include <string.h>

#define TWO_PI 6.283185307179586

#if defined(__GNUC__)
#define INLINE static inline __attribute__((always_inline))
#else
#define INLINE static inline
#endif

enum { BLOCK = 16, HALF_BLOCK = BLOCK / 2 };

typedef struct {
    tb_generator *g;
    tb_dtype dtype;
    double mean, std;
    bool fma;
} normal_state;

/* ---- one pair at a time ---- */

double tb_random_next_normal(tb_generator *g)
{
    if (g->has_next_normal) {
        g->has_next_normal = false;
        return g->next_normal;
    }
    double u1 = tb_random_fill_uniform_double(g), u2 = tb_random_fill_uniform_double(g);
    double radius = sqrt(-2.0 * log1p(-u2)), theta = TWO_PI * u1;
    g->next_normal = radius * sin(theta);
    g->has_next_normal = true;
    return radius * cos(theta);
}

static void normal_row(char *data, int64_t stride, int64_t n, void *state)
{
    normal_state *s = state;
    for (int64_t i = 0; i < n; i++, data += stride) {
        double value = fma(tb_random_next_normal(s->g), s->std, s->mean);
        if (s->dtype == TB_FLOAT64)
            *(double *)data = value;
        else if (s->dtype == TB_FLOAT32)
            *(float *)data = (float)value;
        else
            tb_random_fill_store_half(s->dtype, data, (float)value); /* double rounding, as in torch */
    }
}

/* ---- single-precision logarithm, sine and cosine (Cephes Math Library) ---- */

/* log(x) for x in (0, 1], denormals excluded. */
INLINE float cephes_log(float x)
{
    uint32_t bits;
    memcpy(&bits, &x, sizeof bits);
    float e = (float)((int32_t)(bits >> 23) - 126);
    bits = (bits & 0x007fffffu) | 0x3f000000u; /* mantissa in [0.5, 1) */
    memcpy(&x, &bits, sizeof x);
    bool low = x < 0.707106781186547524f;
    e -= low ? 1.0f : 0.0f;
    x = (x - 1.0f) + (low ? x : 0.0f);
    float z = x * x;
    float y = 7.0376836292e-2f;
    y = fmaf(y, x, -1.1514610310e-1f);
    y = fmaf(y, x, 1.1676998740e-1f);
    y = fmaf(y, x, -1.2420140846e-1f);
    y = fmaf(y, x, 1.4249322787e-1f);
    y = fmaf(y, x, -1.6668057665e-1f);
    y = fmaf(y, x, 2.0000714765e-1f);
    y = fmaf(y, x, -2.4999993993e-1f);
    y = fmaf(y, x, 3.3333331174e-1f);
    y = fmaf(y * x, z, e * -2.12194440e-4f);
    y = fmaf(z, -0.5f, y);
    return fmaf(e, 0.693359375f, x + y);
}

/* sin(x) and cos(x) for x in [0, 2 pi). */
INLINE void cephes_sincos(float x, float *sine, float *cosine)
{
    int32_t octant = ((int32_t)(x * 1.27323954473516f) + 1) & ~1;
    float y = (float)octant;
    x = fmaf(y, -0.78515625f, x);
    x = fmaf(y, -2.4187564849853515625e-4f, x);
    x = fmaf(y, -3.77489497744594108e-8f, x);
    float z = x * x;
    float c = 2.443315711809948e-5f;
    c = fmaf(c, z, -1.388731625493765e-3f);
    c = fmaf(c, z, 4.166664568298827e-2f);
    c = fmaf(c * z, z, z * -0.5f) + 1.0f;
    float s = -1.9515295891e-4f;
    s = fmaf(s, z, 8.3321608736e-3f);
    s = fmaf(s, z, -1.6666654611e-1f);
    s = fmaf(s * z, x, x);
    bool swap = (octant & 2) != 0;
    float sin_value = (swap ? c : s) + 0.0f, cos_value = (swap ? s : c) + 0.0f; /* turns -0 into 0 */
    *sine = (octant & 4) ? -sin_value : sin_value;
    *cosine = ((octant - 2) & 4) ? cos_value : -cos_value;
}

/* ---- 16 at a time: numbers j and j + 8 come from the uniforms j and j + 8 ---- */

INLINE void box_muller_body(float *block, float mean, float std)
{
    for (int j = 0; j < HALF_BLOCK; j++) {
        float sine, cosine, u1 = 1.0f - block[j], u2 = block[j + HALF_BLOCK];
        float radius = sqrtf(-2.0f * cephes_log(u1));
        cephes_sincos((float)TWO_PI * u2, &sine, &cosine);
        block[j] = fmaf(radius * cosine, std, mean);
        block[j + HALF_BLOCK] = fmaf(radius * sine, std, mean);
    }
}

#if defined(__GNUC__) && defined(__x86_64__)
/* The same source and the same bits, but here fmaf() is one instruction rather than a call. */
__attribute__((target("avx2,fma"))) static void box_muller_avx2(float *block, float mean, float std)
{
    box_muller_body(block, mean, std);
}

static bool has_fma(void) { return strcmp(tb_cpu_level(), "baseline") != 0; }
#else
#define box_muller_avx2 box_muller_body
static bool has_fma(void) { return false; }
#endif

static void box_muller_float(const normal_state *s, float *block)
{
    if (s->fma)
        box_muller_avx2(block, (float)s->mean, (float)s->std);
    else
        box_muller_body(block, (float)s->mean, (float)s->std);
}

static void box_muller_double(double *block, double mean, double std)
{
    for (int j = 0; j < HALF_BLOCK; j++) {
        double u1 = 1.0 - block[j], u2 = block[j + HALF_BLOCK];
        double radius = sqrt(-2.0 * log(u1)), theta = TWO_PI * u2;
        block[j] = fma(radius * cos(theta), std, mean);
        block[j + HALF_BLOCK] = fma(radius * sin(theta), std, mean);
    }
}

static void draw_block(const normal_state *s, char *data)
{
    if (s->dtype == TB_FLOAT64) {
        double *block = (double *)data;
        for (int i = 0; i < BLOCK; i++)
            block[i] = tb_random_fill_uniform_double(s->g);
        box_muller_double(block, s->mean, s->std);
        return;
    }
    float scratch[BLOCK], *block = s->dtype == TB_FLOAT32 ? (float *)data : scratch;
    for (int i = 0; i < BLOCK; i++)
        block[i] = tb_random_fill_uniform_float(s->g);
    box_muller_float(s, block);
    if (s->dtype != TB_FLOAT32)
        tb_kernels_active->cast[TB_FLOAT32][s->dtype](data, scratch, BLOCK);
}

/* Draws n >= 16 contiguous numbers.  If n % 16 != 0, the last 16 are drawn anew; except for the half dtypes,
 * torch has drawn uniforms for the remainder by then. */
static void normal_blocks(char *data, int64_t n, const normal_state *s)
{
    int64_t itemsize = tb_dtypes[s->dtype].itemsize, rest = n % BLOCK;
    int64_t since = 0;
    for (int64_t i = 0; i < n - rest; i += BLOCK) {
        draw_block(s, data + i * itemsize);
        if (tb_interrupted_after(BLOCK, &since))
            return;
    }
    if (rest == 0)
        return;
    if (s->dtype == TB_FLOAT32 || s->dtype == TB_FLOAT64)
        for (int64_t i = 0; i < (s->dtype == TB_FLOAT64 ? 2 * rest : rest); i++)
            tb_generator_u32(s->g);
    draw_block(s, data + (n - BLOCK) * itemsize);
}

static tb_status normal(tb_tensor *out, tb_generator *g, double mean, double std,
                        const tb_lock_callbacks *lock, tb_error *err)
{
    if (!(std >= 0.0))
        return tb_fail(err, TB_RUNTIME_ERROR, "normal expects std >= 0.0, but found std %g", std);
    if (out->numel == 0)
        return TB_OK;
    if (tb_dtypes[tb_to_real(out->dtype)].kind != TB_KIND_FLOAT)
        return tb_fail_kernel("normal_kernel_cpu", out->dtype, err);
    tb_random_fill fill;
    TB_TRY(tb_random_fill_plan(&fill, out, err));
    /* A complex number's variance is divided between its two parts. */
    normal_state state = {g, fill.dtype, mean, out->dtype == fill.dtype ? std : std / sqrt(2.0), has_fma()};
    tb_storage *const storage = out->storage;
    int code = 0;
    TB_DRAW_WITHOUT_LOCK (&code, g, lock, fill.numel, &storage, 1) {
        if (fill.contiguous && fill.numel >= BLOCK)
            normal_blocks(fill.plan.data[0], fill.numel, &state);
        else
            tb_random_fill_iterate(&fill, normal_row, &state);
    }
    return tb_status_of_code(code, err);
}

tb_status tb_random_normal(tb_tensor *out, tb_generator *g, double mean, double std,
                           const tb_lock_callbacks *lock, tb_error *err)
{
    tb_generator_take(g, lock);
    const tb_status status = normal(out, g, mean, std, lock, err);
    tb_generator_give(g);
    return status;
}
