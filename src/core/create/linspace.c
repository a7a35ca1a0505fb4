/* linspace.c: torch.linspace, bit for bit: counted up from the start in the first half and back from the end
 * in the second, in the dtype (integers: in double precision), by fused multiply-add, as in torch's AVX2
 * build; halves round every operation.  torch.logspace: exponents counted in the same way in double
 * precision, but not fused.  And torch.eye.  Relies on: no contraction of a + b * c. */
#include "core/create/linspace.h"
#include "core/base/arithmetic.h"
#include "core/base/tuning.h"
#include "core/copy/fill.h"
#include "core/create/sequence.h"
#include "core/kernels/create/sequences.h"
#include "core/kernels/generated/ops_ids.h"
#include "core/kernels/kernels.h"
#include "core/kernels/scalar.h"

#include <complex.h>
#include <math.h>
#include <string.h>

/* ---- values ---- */

/* The number of values in [first, last) that belong to the first half. */
static int rising_before(int64_t steps, int64_t first, int64_t last)
{
    return (int)tb_max(tb_min(steps / 2, last) - first, 0);
}

/* Writes the values [first, last) of `steps` to every `by`-th element of `to`. */
#define FILL(type)                                                                                    \
    static void fill_##type(type start, type end, int64_t steps, int64_t first, int64_t last, int by, \
                            type *to)                                                                 \
    {                                                                                                 \
        const type step = (end - start) / (type)(steps - 1);                                          \
        const int rising = rising_before(steps, first, last), falling = (int)(last - first) - rising; \
        const tb_sequence_kernels *kernels = tb_kernels_active->sequences;                            \
        const double back = (double)(steps - 1 - first - rising);                                     \
        if (rising > 0)                                                                               \
            kernels->line_##type(to, by, start, step, (double)first, 1, rising);                      \
        if (falling > 0)                                                                              \
            kernels->line_##type(to + by * rising, by, end, -step, back, -1, falling);                \
    }
FILL(float)  /* fill_float */
FILL(double) /* fill_double */
#undef FILL

static void fill_integer(const tb_linspace *l, char *to, int64_t first, int64_t last)
{
    double start, end, value[TB_SEQUENCE_AT_ONCE];
    tb_convert(TB_FLOAT64, &start, l->dtype, &l->first);
    tb_convert(TB_FLOAT64, &end, l->dtype, &l->last);
    fill_double(start, end, l->steps, first, last, 1, value);
    tb_kernels_active->cast[TB_FLOAT64][l->dtype](to, value, last - first);
}

static void round_all(tb_dtype dtype, float *value, int64_t n)
{
    uint16_t half[TB_SEQUENCE_AT_ONCE];
    tb_kernels_active->cast[TB_FLOAT32][dtype](half, value, n);
    tb_kernels_active->cast[dtype][TB_FLOAT32](value, half, n);
}

static float rounded(tb_dtype dtype, float value)
{
    round_all(dtype, &value, 1);
    return value;
}

static void fill_half(const tb_linspace *l, char *to, int64_t first, int64_t last)
{
    const tb_dtype dtype = l->dtype;
    const int n = (int)(last - first), before = rising_before(l->steps, first, last);
    float start, end, value[TB_SEQUENCE_AT_ONCE];
    tb_convert(TB_FLOAT32, &start, dtype, &l->first);
    tb_convert(TB_FLOAT32, &end, dtype, &l->last);
    const float step = rounded(dtype, rounded(dtype, end - start) / rounded(dtype, (float)(l->steps - 1)));
    for (int j = 0; j < before; j++)
        value[j] = (float)((double)first + j);
    for (int j = before; j < n; j++)
        value[j] = (float)((double)(l->steps - 1 - first) - j);
    round_all(dtype, value, n);
    for (int j = 0; j < n; j++)
        value[j] = step * value[j];
    round_all(dtype, value, n);
    for (int j = 0; j < before; j++)
        value[j] = start + value[j];
    for (int j = before; j < n; j++)
        value[j] = end - value[j];
    tb_kernels_active->cast[TB_FLOAT32][dtype](to, value, n);
}

/* Real numbers, or the two parts of complex numbers. */
#define FILL_PARTS(type)                                                                    \
    static void fill_##type##s(const tb_linspace *l, type *to, int64_t first, int64_t last) \
    {                                                                                       \
        type start[2], end[2];                                                              \
        memcpy(start, &l->first, sizeof start);                                             \
        memcpy(end, &l->last, sizeof end);                                                  \
        if (tb_dtypes[l->dtype].kind != TB_KIND_COMPLEX) {                                  \
            fill_##type(start[0], end[0], l->steps, first, last, 1, to);                    \
        } else {                                                                            \
            fill_##type(start[0], end[0], l->steps, first, last, 2, to);                    \
            fill_##type(start[1], end[1], l->steps, first, last, 2, to + 1);                \
        }                                                                                   \
    }
FILL_PARTS(float)  /* fill_floats */
FILL_PARTS(double) /* fill_doubles */
#undef FILL_PARTS

/* ---- powers ---- */

/* end - start in torch's type: rounded, or wrapped around. */
static double distance(const tb_linspace *l, double start, double end)
{
    int64_t a, b;
    if (tb_is_half(l->dtype))
        return rounded(l->dtype, (float)end - (float)start);
    if (l->dtype == TB_FLOAT32)
        return (float)end - (float)start;
    if (l->dtype == TB_FLOAT64)
        return end - start;
    tb_convert(TB_INT64, &a, l->dtype, &l->first);
    tb_convert(TB_INT64, &b, l->dtype, &l->last);
    return (double)(int64_t)((uint64_t)b - (uint64_t)a);
}

static void fill_real_powers(const tb_linspace *l, char *to, int64_t first, int64_t last)
{
    double start, end, value[TB_SEQUENCE_AT_ONCE];
    tb_convert(TB_FLOAT64, &start, l->dtype, &l->first);
    tb_convert(TB_FLOAT64, &end, l->dtype, &l->last);
    const double step = distance(l, start, end) / (double)(l->steps - 1);
    for (int64_t i = first; i < last; i++)
        value[i - first] = pow(l->base, i < l->steps / 2 ? start + step * (double)i
                                                         : end - step * (double)(l->steps - i - 1));
    if (l->dtype == TB_FLOAT64) {
        memcpy(to, value, (size_t)(last - first) * sizeof *value);
    } else if (l->dtype == TB_UINT8) { /* torch converts to uint8 through int32 */
        int32_t whole[TB_SEQUENCE_AT_ONCE];
        tb_kernels_active->cast[TB_FLOAT64][TB_INT32](whole, value, last - first);
        tb_kernels_active->cast[TB_INT32][TB_UINT8](to, whole, last - first);
    } else {
        tb_kernels_active->cast[TB_FLOAT64][l->dtype](to, value, last - first);
    }
}

/* torch divides by steps - 1 as a complex number, that is, multiplies by its reciprocal in double
 * precision. */
#define FILL_COMPLEX(T, cpow)                                                                                \
    static void fill_##T##_powers(const tb_linspace *l, complex T *to, int64_t first, int64_t last)          \
    {                                                                                                        \
        T start[2], end[2];                                                                                  \
        memcpy(start, &l->first, sizeof start);                                                              \
        memcpy(end, &l->last, sizeof end);                                                                   \
        const double scale = 1.0 / (T)(l->steps - 1);                                                        \
        const T step[2] = {(T)((end[0] - start[0]) * scale), (T)((end[1] - start[1]) * scale)};              \
        for (int64_t i = first; i < last; i++) {                                                             \
            const bool early = i < l->steps / 2;                                                             \
            const T *from = early ? start : end, times = early ? (T)i : -(T)(l->steps - i - 1);              \
            to[i - first] = cpow(__builtin_complex((T)l->base, (T)0),                                        \
                                 __builtin_complex(from[0] + step[0] * times, from[1] + step[1] * times));   \
        }                                                                                                    \
    }
FILL_COMPLEX(float, cpowf) /* fill_float_powers */
FILL_COMPLEX(double, cpow) /* fill_double_powers */
#undef FILL_COMPLEX

static void fill_powers(const void *state, char *to, int64_t first, int64_t last)
{
    const tb_linspace *l = state;
    if (l->dtype == TB_COMPLEX64)
        fill_float_powers(l, (complex float *)(void *)to, first, last);
    else if (l->dtype == TB_COMPLEX128)
        fill_double_powers(l, (complex double *)(void *)to, first, last);
    else
        fill_real_powers(l, to, first, last);
}

/* The single value if steps is 1: base ** start. */
static tb_scalar one_power(const tb_linspace *l)
{
    const tb_scalar *s = &l->start;
    double x[2] = {0, 0};
    if (s->kind == TB_KIND_COMPLEX)
        memcpy(x, s->v.c, sizeof x);
    else
        x[0] = s->kind == TB_KIND_FLOAT ? s->v.f : (double)s->v.i;
    if (tb_dtypes[l->dtype].kind != TB_KIND_COMPLEX)
        return (tb_scalar){.kind = TB_KIND_FLOAT, .v.f = pow(l->base, x[0])};
    const complex double power = l->base > 0
                                     ? pow(l->base, x[0]) * cexp(__builtin_complex(0.0, x[1] * log(l->base)))
                                     : cpow(__builtin_complex(l->base, 0.0), __builtin_complex(x[0], x[1]));
    return (tb_scalar){.kind = TB_KIND_COMPLEX, .v.c = {creal(power), cimag(power)}};
}

/* ---- whole tensors ---- */

static void fill_linspace(const void *state, char *to, int64_t first, int64_t last)
{
    const tb_linspace *l = state;
    if (tb_is_half(l->dtype))
        fill_half(l, to, first, last);
    else if (tb_dtypes[l->dtype].kind == TB_KIND_INT)
        fill_integer(l, to, first, last);
    else if (tb_to_real(l->dtype) == TB_FLOAT32)
        fill_floats(l, (float *)(void *)to, first, last);
    else
        fill_doubles(l, (double *)(void *)to, first, last);
}

tb_status tb_linspace_plan(tb_linspace *l, tb_error *err)
{
    if (l->steps == 0)
        return TB_OK;
    if (l->steps == 1 && l->powers)
        l->start = one_power(l);
    if (l->steps == 1)
        return tb_scalar_check_fill(&l->start, l->dtype, 1, err);
    if (l->dtype == TB_BOOL || tb_is_unsigned(l->dtype))
        return tb_fail(err, TB_NOT_IMPLEMENTED_ERROR, "\"%s_cpu\" not implemented for '%s'",
                       l->powers ? "logspace" : "linspace", tb_dtypes[l->dtype].scalar_type);
    memset(&l->first, 0, sizeof l->first);
    memset(&l->last, 0, sizeof l->last);
    TB_TRY(tb_scalar_store_checked(&l->start, l->dtype, &l->first, err));
    return tb_scalar_store_checked(&l->end, l->dtype, &l->last, err);
}

tb_status tb_linspace_write(const tb_linspace *l, tb_tensor *out, const tb_lock_callbacks *lock,
                            tb_error *err)
{
    if (l->steps == 0)
        return TB_OK;
    if (l->steps == 1)
        return tb_fill(out, &l->start, err);
    return tb_write_sequence(out, l->powers ? fill_powers : fill_linspace, l, lock, err);
}

tb_status tb_eye_write(tb_tensor *out, bool zeroed, const tb_lock_callbacks *lock, tb_error *err)
{
    const tb_scalar zero = {.kind = TB_KIND_INT}, one = {.kind = TB_KIND_INT, .v.i = 1};
    const tb_dtype dtype = out->dtype;
    tb_tensor diagonal;
    tb_element element;
    TB_TRY(tb_refuse_unsigned(dtype, "eye", err));
    const int64_t n = tb_min(out->size[0], out->size[1]);
    const int64_t step = out->stride[0] + out->stride[1];
    /* The view is made before the lock is released: another thread may resize `out` then. */
    TB_TRY(tb_tensor_view(&diagonal, out->storage, dtype, &n, &step, 1, out->offset, err));
    const tb_status status = zeroed ? TB_OK : tb_fill_releasing(out, &zero, lock, err);
    if (status == TB_OK && n > 0) {
        const int64_t inner[] = {diagonal.itemsize, 0}, outer[] = {step * diagonal.itemsize, 0};
        char *p[TB_MAX_OPERANDS] = {tb_data(&diagonal), (char *)&element};
        tb_scalar_store(&one, dtype, &element);
        tb_kernels_active->pointwise[TB_OP_FILL][dtype](p, inner, outer, 1, n, &tb_no_context);
    }
    tb_tensor_release(&diagonal);
    return status;
}
