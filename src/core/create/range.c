/* range.c: torch.arange: the length, and the values bit for bit.
 *
 * torch computes element i as start + i * step in the dtype's accumulation type (double for float32 and
 * float64, float for the halves, int64 for integers), but two vectors of 32 bytes at a time, and within a
 * vector from its first element, rounded to the dtype.  Its AVX2 build of arange uses fused multiply-add
 * (sequences.h); its torch.range is compiled without.  With several threads, each thread of torch begins its
 * vectors anew; here they begin once.  Relies on: no contraction of a * b + c. */
#include "core/create/range.h"
#include "core/base/arithmetic.h"
#include "core/base/tuning.h"
#include "core/create/sequence.h"
#include "core/kernels/create/sequences.h"
#include "core/kernels/kernels.h"

#include <float.h>
#include <math.h>
#include <stddef.h>

/* ---- values ---- */

/* The number of whole vectors among the elements [first, last). */
static int count_vectors(const tb_range *r, int64_t first, int64_t last, int vector)
{
    const int64_t whole = r->length - r->length % (2 * vector);
    return (int)tb_max((tb_min(last, whole) - first) / vector, 0);
}

/* Describes the values [first, last) of floats or doubles. */
static tb_arange values_of(const tb_range *r, int64_t first, int64_t last, int vector)
{
    const int vectors = count_vectors(r, first, last, vector);
    return (tb_arange){.start = r->fstart,
                       .step = r->fstep,
                       .first = (double)first,
                       .vectors = vectors,
                       .single = (int)(last - first) - vectors * vector};
}

static void fill_half(const tb_range *r, char *to, int64_t first, int64_t last)
{
    const tb_sequence_kernels *kernels = tb_kernels_active->sequences;
    const tb_cast narrow = tb_kernels_active->cast[TB_FLOAT32][r->dtype];
    const tb_cast widen = tb_kernels_active->cast[r->dtype][TB_FLOAT32];
    const int count = count_vectors(r, first, last, TB_VECTOR_OF_HALVES), done = count * TB_VECTOR_OF_HALVES;
    const float start = (float)r->fstart, step = (float)r->fstep;
    float value[TB_SEQUENCE_AT_ONCE], base[TB_SEQUENCE_AT_ONCE / TB_VECTOR_OF_HALVES];
    uint16_t rounded[TB_SEQUENCE_AT_ONCE / TB_VECTOR_OF_HALVES];

    if (count > 0) {
        kernels->line_float(base, 1, start, step, (double)first, TB_VECTOR_OF_HALVES, count);
        narrow(rounded, base, count);
        widen(base, rounded, count);
        kernels->spread_half(value, base, step, count);
    }
    kernels->line_float(value + done, 1, start, step, (double)(first + done), 1, (int)(last - first) - done);
    narrow(to, value, last - first);
}

/* Wraps around, as in torch: int64 truncated to the dtype equals counting in the dtype. */
#define FILL_INTEGER(name, type)                                          \
    static void name(uint64_t value, uint64_t step, void *to, int64_t n)  \
    {                                                                     \
        type next = (type)value, *restrict o = to;                        \
        for (int64_t i = 0; i < n; i++, next = (type)(next + (type)step)) \
            o[i] = next;                                                  \
    }
FILL_INTEGER(fill_8, uint8_t)   /* fill_8 */
FILL_INTEGER(fill_16, uint16_t) /* fill_16 */
FILL_INTEGER(fill_32, uint32_t) /* fill_32 */
FILL_INTEGER(fill_64, uint64_t) /* fill_64 */
#undef FILL_INTEGER

static void fill_integer(const tb_range *r, char *to, int64_t first, int64_t last)
{
    static void (*const of_size[])(uint64_t, uint64_t, void *, int64_t) = {fill_8, fill_16, fill_32, fill_64};
    const uint64_t step = (uint64_t)r->istep, value = (uint64_t)r->istart + step * (uint64_t)first;
    of_size[__builtin_ctz(tb_dtypes[r->dtype].itemsize)](value, step, to, last - first);
}

/* torch.range: computes each number independently, in the accumulation type. */
static void fill_closed(const tb_range *r, char *to, int64_t first, int64_t last)
{
    const int n = (int)(last - first);
    const float start = (float)r->fstart, step = (float)r->fstep;
    double wide[TB_SEQUENCE_AT_ONCE];
    float narrow[TB_SEQUENCE_AT_ONCE];
    if (tb_is_half(r->dtype)) {
        for (int j = 0; j < n; j++)
            narrow[j] = start + (float)((double)first + j) * step;
        tb_kernels_active->cast[TB_FLOAT32][r->dtype](to, narrow, n);
        return;
    }
    double *doubles = r->dtype == TB_FLOAT64 ? (double *)(void *)to : wide;
    for (int j = 0; j < n; j++)
        doubles[j] = r->fstart + ((double)first + j) * r->fstep;
    if (r->dtype == TB_FLOAT32)
        tb_kernels_active->cast[TB_FLOAT64][TB_FLOAT32](to, wide, n);
}

static void fill_range(const void *state, char *to, int64_t first, int64_t last)
{
    const tb_range *r = state;
    if (r->closed && tb_dtypes[r->dtype].kind == TB_KIND_FLOAT) {
        fill_closed(r, to, first, last);
    } else if (r->dtype == TB_FLOAT32) {
        const tb_arange values = values_of(r, first, last, TB_VECTOR_OF_FLOATS);
        tb_kernels_active->sequences->arange_float((float *)(void *)to, &values);
    } else if (r->dtype == TB_FLOAT64) {
        const tb_arange values = values_of(r, first, last, TB_VECTOR_OF_DOUBLES);
        tb_kernels_active->sequences->arange_double((double *)(void *)to, &values);
    } else if (tb_is_half(r->dtype)) {
        fill_half(r, to, first, last);
    } else {
        fill_integer(r, to, first, last);
    }
}

/* ---- length ---- */

static tb_status fail_conversion(const char *type, tb_error *err)
{
    return tb_fail(err, TB_RUNTIME_ERROR, "value cannot be converted to type %s without overflow", type);
}

static tb_status as_double(const tb_scalar *value, double *out, tb_error *err)
{
    if (value->kind == TB_KIND_COMPLEX && value->v.c[1] != 0)
        return fail_conversion("double", err);
    *out = value->kind == TB_KIND_COMPLEX ? value->v.c[0]
           : value->kind == TB_KIND_FLOAT ? value->v.f
                                          : tb_scalar_integer(value);
    return TB_OK;
}

static tb_status as_int64(const tb_scalar *value, int64_t *out, tb_error *err)
{
    double real = 0;
    if (value->kind == TB_KIND_BOOL || value->kind == TB_KIND_INT) {
        if (value->above_int64)
            return fail_conversion("int64_t", err);
        *out = value->v.i;
        return TB_OK;
    }
    TB_TRY(as_double(value, &real, err));
    if (!(real >= -0x1p63 && real < 0x1p63))
        return fail_conversion("int64_t", err);
    *out = (int64_t)real;
    return TB_OK;
}

static tb_status check_bounds(double start, double end, double step, tb_error *err)
{
    if (!(step > 0 || step < 0))
        return tb_fail(err, TB_RUNTIME_ERROR, "step must be nonzero");
    if (!isfinite(start) || !isfinite(end))
        return tb_fail(err, TB_RUNTIME_ERROR, "unsupported range: %g -> %g", start, end);
    if (step > 0 ? end < start : end > start)
        return tb_fail(err, TB_RUNTIME_ERROR, "upper bound and lower bound inconsistent with step sign");
    return TB_OK;
}

/* Computes the length for int64 exactly; the bounds are consistent with the step's sign. */
static tb_status length_int64(tb_range *r, tb_error *err)
{
    int64_t end = 0;
    TB_TRY(as_int64(&r->end, &end, err));
    if (r->istep == 0)
        return tb_fail(err, TB_VALUE_ERROR, "step must be nonzero");
    uint64_t span = r->istep > 0 ? (uint64_t)end - (uint64_t)r->istart : (uint64_t)r->istart - (uint64_t)end;
    uint64_t step = r->istep > 0 ? (uint64_t)r->istep : 0 - (uint64_t)r->istep;
    uint64_t length = span / step + (span % step != 0);
    if (length > INT64_MAX)
        return tb_fail(err, TB_RUNTIME_ERROR, "invalid size, possible overflow?");
    r->length = (int64_t)length;
    return TB_OK;
}

static tb_status convert_bounds(tb_range *r, double start, double step, tb_error *err)
{
    const bool narrow = tb_is_half(r->dtype);
    if (tb_dtypes[r->dtype].kind == TB_KIND_INT) {
        TB_TRY(as_int64(&r->start, &r->istart, err));
        return as_int64(&r->step, &r->istep, err);
    }
    if (narrow && ((isfinite(start) && fabs(start) > FLT_MAX) || (isfinite(step) && fabs(step) > FLT_MAX)))
        return fail_conversion("float", err);
    r->fstart = narrow ? (float)start : start;
    r->fstep = narrow ? (float)step : step;
    return TB_OK;
}

/* torch.range: converts first; the length is (end - start) / step + 1 in the accumulation type, truncated to
 * an integer. */
static tb_status plan_closed(tb_range *r, double start, double end, double step, tb_error *err)
{
    int64_t iend = 0;
    uint64_t count;
    TB_TRY(convert_bounds(r, start, step, err));
    if (tb_dtypes[r->dtype].kind == TB_KIND_INT) {
        TB_TRY(as_int64(&r->end, &iend, err));
        TB_TRY(check_bounds(start, end, step, err));
        if (r->istep == 0) /* the step was a fraction; torch crashes */
            return tb_fail(err, TB_RUNTIME_ERROR, "step must be nonzero");
        count = r->istep > 0 ? ((uint64_t)iend - (uint64_t)r->istart) / (uint64_t)r->istep
                             : ((uint64_t)r->istart - (uint64_t)iend) / (0 - (uint64_t)r->istep);
        if ((r->istep > 0 ? iend < r->istart : iend > r->istart) || count >= INT64_MAX)
            return tb_fail(err, TB_RUNTIME_ERROR, "invalid size, possible overflow?");
        r->length = (int64_t)count + 1;
        return TB_OK;
    }
    const bool narrow = tb_is_half(r->dtype);
    if (narrow && isfinite(end) && fabs(end) > FLT_MAX)
        return fail_conversion("float", err);
    TB_TRY(check_bounds(start, end, step, err));
    double length = narrow ? (double)(((float)end - (float)r->fstart) / (float)r->fstep + 1)
                           : (end - r->fstart) / r->fstep + 1;
    if (!(length >= 0 && length < 0x1p63))
        return tb_fail(err, TB_RUNTIME_ERROR, "invalid size, possible overflow?");
    r->length = (int64_t)length;
    return TB_OK;
}

tb_status tb_range_plan(tb_range *r, tb_error *err)
{
    double start = 0, end = 0, step = 0;
    if (tb_dtypes[r->dtype].kind == TB_KIND_BOOL || tb_dtypes[r->dtype].kind == TB_KIND_COMPLEX ||
        tb_is_unsigned(r->dtype))
        return tb_fail_kernel(r->closed ? "range_cpu" : "arange_cpu", r->dtype, err);
    TB_TRY(as_double(&r->start, &start, err));
    TB_TRY(as_double(&r->end, &end, err));
    TB_TRY(as_double(&r->step, &step, err));
    if (r->closed)
        return plan_closed(r, start, end, step, err);
    TB_TRY(check_bounds(start, end, step, err));
    TB_TRY(convert_bounds(r, start, step, err));
    if (r->dtype == TB_INT64)
        return length_int64(r, err);
    double length = ceil((end - start) / step);
    if (!(length >= 0 && length < 0x1p63))
        return tb_fail(err, TB_RUNTIME_ERROR, "invalid size, possible overflow?");
    r->length = (int64_t)length;
    return TB_OK;
}

/* ---- writing ---- */

tb_status tb_range_write(const tb_range *r, tb_tensor *out, const tb_lock_callbacks *lock, tb_error *err)
{
    return tb_write_sequence(out, fill_range, r, lock, err);
}
