/* range.c: torch.arange: the length, and values that are torch's bit for bit.
 *
 * torch computes element i as start + i * step in the dtype's accumulation type
 * (double for float32 and float64, float for the halves, int64 for integers),
 * but two vectors of 32 bytes at a time, and within a vector from its first
 * element rounded to the dtype.  Relies on: range.h, apply.h, overlap.h; no
 * contraction of a * b + c. */
#include "range.h"
#include "apply.h"
#include "overlap.h"

#include <float.h>
#include <math.h>
#include <stddef.h>

enum { VECTOR_BYTES = 32 };

/* ---- values ---- */

static void fill_float32(const tb_range *r, float *out)
{
    const int64_t vector = VECTOR_BYTES / sizeof *out, whole = r->length - r->length % (2 * vector);
    for (int64_t i = 0; i < whole; i += vector) {
        float base = (float)(r->fstart + r->fstep * (double)i);
        for (int64_t j = 0; j < vector; j++)
            out[i + j] = (float)(base + (double)j * r->fstep);
    }
    for (int64_t i = whole; i < r->length; i++)
        out[i] = (float)(r->fstart + r->fstep * (double)i);
}

static void fill_float64(const tb_range *r, double *out)
{
    const int64_t vector = VECTOR_BYTES / sizeof *out, whole = r->length - r->length % (2 * vector);
    for (int64_t i = 0; i < whole; i += vector) {
        double base = r->fstart + r->fstep * (double)i;
        for (int64_t j = 0; j < vector; j++)
            out[i + j] = base + (double)j * r->fstep;
    }
    for (int64_t i = whole; i < r->length; i++)
        out[i] = r->fstart + r->fstep * (double)i;
}

static void fill_half(const tb_range *r, char *out)
{
    const int64_t vector = VECTOR_BYTES / 2, whole = r->length - r->length % (2 * vector);
    const float start = (float)r->fstart, step = (float)r->fstep;
    for (int64_t i = 0; i < r->length; i++) {
        int64_t first = i < whole ? i - i % vector : i;
        float value = start + step * (float)first;
        if (i < whole) {
            char base[2];
            tb_convert(r->dtype, base, TB_FLOAT32, &value);
            tb_convert(TB_FLOAT32, &value, r->dtype, base);
            value = value + (float)(i - first) * step;
        }
        tb_convert(r->dtype, out + 2 * i, TB_FLOAT32, &value);
    }
}

static void fill_integer(const tb_range *r, char *out)
{
    const int itemsize = tb_dtypes[r->dtype].itemsize;
    uint64_t value = (uint64_t)r->istart; /* wraps, as in torch */
    for (int64_t i = 0; i < r->length; i++, value += (uint64_t)r->istep) {
        const int64_t wide = (int64_t)value;
        tb_convert(r->dtype, out + i * itemsize, TB_INT64, &wide);
    }
}

/* torch.range: each number by itself, in the accumulation type. */
static void fill_closed(const tb_range *r, char *out)
{
    const int itemsize = tb_dtypes[r->dtype].itemsize;
    for (int64_t i = 0; i < r->length; i++) {
        double wide = r->fstart + (double)i * r->fstep;
        float narrow = (float)r->fstart + (float)i * (float)r->fstep;
        if (tb_is_half(r->dtype))
            tb_convert(r->dtype, out + i * itemsize, TB_FLOAT32, &narrow);
        else
            tb_convert(r->dtype, out + i * itemsize, TB_FLOAT64, &wide);
    }
}

static void fill_range(const void *state, char *out)
{
    const tb_range *r = state;
    if (r->closed && tb_dtypes[r->dtype].kind == TB_KIND_FLOAT)
        fill_closed(r, out);
    else if (r->dtype == TB_FLOAT32)
        fill_float32(r, (float *)(void *)out);
    else if (r->dtype == TB_FLOAT64)
        fill_float64(r, (double *)(void *)out);
    else if (tb_is_half(r->dtype))
        fill_half(r, out);
    else
        fill_integer(r, out);
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

/* int64: exactly; the bounds are consistent with the step's sign. */
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

/* torch.range: converted first, then (end - start) / step + 1 in the accumulation
 * type, cut to an integer. */
static tb_status plan_closed(tb_range *r, double start, double end, double step, tb_error *err)
{
    int64_t iend = 0;
    uint64_t count;
    TB_TRY(convert_bounds(r, start, step, err));
    if (tb_dtypes[r->dtype].kind == TB_KIND_INT) {
        TB_TRY(as_int64(&r->end, &iend, err));
        TB_TRY(check_bounds(start, end, step, err));
        if (r->istep == 0) /* of a fraction; torch crashes */
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
        return tb_fail(err, TB_NOT_IMPLEMENTED_ERROR, "\"%s\" not implemented for '%s'",
                       r->closed ? "range_cpu" : "arange_cpu", tb_dtypes[r->dtype].scalar_type);
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

/* ---- memory ---- */

tb_status tb_write_in_order(tb_tensor *out, void (*fill)(const void *state, char *memory), const void *state,
                            tb_error *err)
{
    tb_tensor flat = {0}, shaped = {0};
    tb_status status;

    TB_TRY(tb_check_writable(out, err));
    if (out->contiguous) {
        if (out->numel > 0)
            fill(state, tb_data(out));
        return TB_OK;
    }
    TB_TRY(tb_tensor_new(&flat, (tb_dtype)out->dtype, &out->numel, NULL, 1, false, err));
    fill(state, tb_data(&flat));
    status = tb_view_as(&shaped, &flat, out->size, out->ndim, err);
    if (status == TB_OK) {
        status = tb_copy(out, &shaped, err);
        tb_tensor_release(&shaped);
    }
    tb_tensor_release(&flat);
    return status;
}

tb_status tb_range_write(const tb_range *r, tb_tensor *out, tb_error *err)
{
    return tb_write_in_order(out, fill_range, r, err);
}
