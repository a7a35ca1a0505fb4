/* linspace.c: torch.linspace bit for bit: counted from the start in the first
 * half and back from the end in the second, every operation rounded to the dtype
 * (integers: in double precision), and torch.eye.
 * Relies on: linspace.h, range.h, apply.h; no contraction of a + b * c. */
#include "linspace.h"
#include "apply.h"
#include "range.h"

#include <string.h>

/* ---- values ---- */

/* value(i) for i in [0, steps): start + step * i, or end - step * (steps - 1 - i). */
#define FILL_REAL(name, type)                                                       \
    static void name(type start, type end, int64_t steps, int64_t spread, type *out) \
    {                                                                               \
        const type step = (end - start) / (type)(steps - 1);                        \
        for (int64_t i = 0; i < steps; i++)                                         \
            out[i * spread] = i < steps / 2 ? start + step * (type)i : end - step * (type)(steps - i - 1); \
    }
FILL_REAL(fill_float, float)   /* fill_float */
FILL_REAL(fill_double, double) /* fill_double */
#undef FILL_REAL

static void fill_integer(const tb_linspace *l, char *out)
{
    const int itemsize = tb_dtypes[l->dtype].itemsize;
    double start, end;
    tb_convert(TB_FLOAT64, &start, l->dtype, &l->first);
    tb_convert(TB_FLOAT64, &end, l->dtype, &l->last);
    const double step = (end - start) / (double)(l->steps - 1);
    for (int64_t i = 0; i < l->steps; i++) {
        double value = i < l->steps / 2 ? start + step * (double)i : end - step * (double)(l->steps - i - 1);
        tb_convert(l->dtype, out + i * itemsize, TB_FLOAT64, &value);
    }
}

static float rounded(tb_dtype dtype, float value)
{
    char half[2];
    tb_convert(dtype, half, TB_FLOAT32, &value);
    tb_convert(TB_FLOAT32, &value, dtype, half);
    return value;
}

static void fill_half(const tb_linspace *l, char *out)
{
    const tb_dtype dtype = l->dtype;
    float start, end;
    tb_convert(TB_FLOAT32, &start, dtype, &l->first);
    tb_convert(TB_FLOAT32, &end, dtype, &l->last);
    const float step = rounded(dtype, rounded(dtype, end - start) / rounded(dtype, (float)(l->steps - 1)));
    for (int64_t i = 0; i < l->steps; i++) {
        const bool first_half = i < l->steps / 2;
        const float count = rounded(dtype, (float)(first_half ? i : l->steps - i - 1));
        const float way = rounded(dtype, step * count);
        const float value = first_half ? start + way : end - way;
        tb_convert(dtype, out + 2 * i, TB_FLOAT32, &value);
    }
}

static void fill_linspace(const void *state, char *out)
{
    const tb_linspace *l = state;
    const int parts = tb_dtypes[l->dtype].kind == TB_KIND_COMPLEX ? 2 : 1;
    if (tb_is_half(l->dtype)) {
        fill_half(l, out);
    } else if (tb_dtypes[l->dtype].kind == TB_KIND_INT) {
        fill_integer(l, out);
    } else if (tb_to_real(l->dtype) == TB_FLOAT32) {
        float start[2], end[2];
        memcpy(start, &l->first, sizeof start);
        memcpy(end, &l->last, sizeof end);
        for (int p = 0; p < parts; p++)
            fill_float(start[p], end[p], l->steps, parts, (float *)(void *)out + p);
    } else {
        double start[2], end[2];
        memcpy(start, &l->first, sizeof start);
        memcpy(end, &l->last, sizeof end);
        for (int p = 0; p < parts; p++)
            fill_double(start[p], end[p], l->steps, parts, (double *)(void *)out + p);
    }
}

/* ---- the whole ---- */

tb_status tb_linspace_plan(tb_linspace *l, tb_error *err)
{
    if (l->steps == 0)
        return TB_OK;
    if (l->steps == 1)
        return tb_scalar_check_fill(&l->start, l->dtype, 1, err);
    if (l->dtype == TB_BOOL || tb_is_unsigned(l->dtype))
        return tb_fail(err, TB_NOT_IMPLEMENTED_ERROR, "\"linspace_cpu\" not implemented for '%s'",
                       tb_dtypes[l->dtype].scalar_type);
    memset(&l->first, 0, sizeof l->first);
    memset(&l->last, 0, sizeof l->last);
    TB_TRY(tb_scalar_store_checked(&l->start, l->dtype, &l->first, err));
    return tb_scalar_store_checked(&l->end, l->dtype, &l->last, err);
}

tb_status tb_linspace_write(const tb_linspace *l, tb_tensor *out, tb_error *err)
{
    if (l->steps == 0)
        return TB_OK;
    if (l->steps == 1)
        return tb_fill(out, &l->start, err);
    return tb_write_in_order(out, fill_linspace, l, err);
}

tb_status tb_eye_write(tb_tensor *out, tb_error *err)
{
    const tb_scalar zero = {.kind = TB_KIND_INT}, one = {.kind = TB_KIND_INT, .v.i = 1};
    TB_TRY(tb_refuse_unsigned((tb_dtype)out->dtype, "eye", err));
    const int64_t diagonal = out->size[0] < out->size[1] ? out->size[0] : out->size[1];
    TB_TRY(tb_fill(out, &zero, err));
    if (diagonal == 0)
        return TB_OK;
    const int64_t step = (out->stride[0] + out->stride[1]) * out->itemsize;
    for (int64_t i = 0; i < diagonal; i++)
        tb_scalar_store(&one, (tb_dtype)out->dtype, tb_data(out) + i * step);
    return TB_OK;
}
