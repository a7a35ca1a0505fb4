/* random_integers.c: torch's discrete uniform distribution (randint) and its
 * shuffle (randperm), bit for bit. */
#include "core/random/random_fill.h"

#include <string.h>

/* From this many numbers on a draw takes 64 bits. */
#define WIDE_RANGE (UINT64_C(1) << 28)
/* A permutation draws 64 bits from this length on. */
#define LONG_PERMUTATION (UINT32_MAX / 20)

/* ---- which integers a dtype holds ---- */

int tb_random_digits(tb_dtype dtype)
{
    switch (dtype) {
    case TB_FLOAT16:
        return 11;
    case TB_BFLOAT16:
        return 8;
    case TB_FLOAT32:
        return 24;
    default:
        return 53;
    }
}

/* An integer rounded to a floating dtype and cut back. */
static int64_t through(tb_dtype dtype, int64_t value)
{
    tb_element element;
    tb_convert(dtype, &element, TB_INT64, &value);
    tb_convert(TB_INT64, &value, dtype, &element);
    return value;
}

/* The distance between adjacent numbers of dtype at this magnitude. */
static int64_t gap_at(tb_dtype dtype, int64_t value)
{
    uint64_t magnitude = value < 0 ? 0 - (uint64_t)value : (uint64_t)value;
    int exponent = 0;
    while (magnitude >>= 1)
        exponent++;
    return (int64_t)(UINT64_C(1) << (exponent - tb_random_digits(dtype) + 1));
}

static tb_status fail_bounds(const char *what, tb_dtype dtype, tb_error *err)
{
    return tb_fail(err, TB_RUNTIME_ERROR, "%s is out of bounds for %s", what, tb_dtypes[dtype].cpp_name);
}

static tb_status check_floating(tb_dtype dtype, int64_t *from, int64_t *to, unsigned *imprecise,
                                tb_error *err)
{
    const int64_t precise = INT64_C(1) << tb_random_digits(dtype);
    const double limit = tb_float_max(dtype);
    const int64_t low = through(dtype, *from + 1), high = through(dtype, *to - 1);
    if (low < *from)
        *from = low + gap_at(dtype, *from + 1);
    if (high >= *to)
        *to = high - gap_at(dtype, *to - 1);
    if (*from >= *to)
        return tb_fail(err, TB_RUNTIME_ERROR,
                       "random_ expects 'from' casted to dtype to be less than 'to' casted to dtype, but got "
                       "from=%lld >= to=%lld",
                       (long long)*from, (long long)*to);
    if (!((double)*from >= -limit && (double)*from <= limit))
        return fail_bounds("from", dtype, err);
    if (!((double)(*to - 1) >= -limit && (double)(*to - 1) <= limit))
        return fail_bounds("to - 1", dtype, err);
    *imprecise =
        (*from < -precise || *from > precise ? 1u : 0u) | (*to - 1 < -precise || *to - 1 > precise ? 2u : 0u);
    return TB_OK;
}

tb_status tb_random_integers_check(tb_dtype dtype, int64_t *from, int64_t *to, unsigned *imprecise,
                                   tb_error *err)
{
    *imprecise = 0;
    if (*from >= *to)
        return tb_fail(err, TB_RUNTIME_ERROR,
                       "random_ expects 'from' to be less than 'to', but got from=%lld >= to=%lld",
                       (long long)*from, (long long)*to);
    if (tb_dtypes[dtype].kind == TB_KIND_COMPLEX)
        return tb_fail(err, TB_RUNTIME_ERROR,
                       "check_random_bounds handles only integral, floating-point and boolean types");
    if (tb_dtypes[dtype].kind == TB_KIND_FLOAT)
        return check_floating(dtype, from, to, imprecise, err);
    const int bits = dtype == TB_BOOL ? 1 : 8 * tb_dtypes[dtype].itemsize - tb_dtypes[dtype].is_signed;
    const int64_t max = bits >= 63 ? INT64_MAX : (INT64_C(1) << bits) - 1;
    const int64_t min = tb_dtypes[dtype].is_signed ? -max - 1 : 0;
    if (*from < min || *from > max)
        return fail_bounds("from", dtype, err);
    return *to - 1 < min || *to - 1 > max ? fail_bounds("to - 1", dtype, err) : TB_OK;
}

/* ---- randint ---- */

typedef struct {
    tb_generator *g;
    tb_dtype dtype;
    uint64_t range;
    int64_t from;
} integers_state;

static void integers_row(char *data, int64_t stride, int64_t n, void *state)
{
    const integers_state *s = state;
    for (int64_t i = 0; i < n; i++, data += stride) {
        uint64_t drawn = s->range >= WIDE_RANGE ? tb_generator_u64(s->g) : tb_generator_u32(s->g);
        int64_t value = (int64_t)(drawn % s->range + (uint64_t)s->from);
        if (s->dtype == TB_INT64)
            memcpy(data, &value, sizeof value);
        else
            tb_convert(s->dtype, data, TB_INT64, &value);
    }
}

static tb_status integers(tb_tensor *out, tb_generator *g, int64_t from, int64_t to,
                          const tb_lock_callbacks *lock, tb_error *err)
{
    tb_random_fill fill;
    if (out->numel == 0)
        return TB_OK;
    TB_TRY(tb_random_fill_plan(&fill, out, err));
    integers_state state = {g, out->dtype, (uint64_t)to - (uint64_t)from, from};
    tb_storage *const storage = out->storage;
    tb_released_lock released;
    tb_random_release_lock(&released, g, lock, fill.numel, &storage);
    tb_random_fill_iterate(&fill, integers_row, &state);
    return tb_random_reacquire_lock(&released, g, err);
}

tb_status tb_random_integers(tb_tensor *out, tb_generator *g, int64_t from, int64_t to,
                             const tb_lock_callbacks *lock, tb_error *err)
{
    tb_generator_take(g, lock);
    const tb_status status = integers(out, g, from, to, lock, err);
    tb_generator_give(g);
    return status;
}

/* ---- randperm ---- */

tb_status tb_random_permutation_check(tb_dtype dtype, int64_t n, tb_error *err)
{
    const tb_scalar last = {.kind = TB_KIND_INT, .v.i = n > 0 ? n - 1 : n};
    TB_TRY(tb_scalar_check_fill(&last, dtype, 1, err));
    if (dtype == TB_FLOAT16 && n > (1 << 11) + 1)
        return tb_fail(err, TB_RUNTIME_ERROR, "n cannot be greater than 2049 for Half type.");
    if (dtype == TB_FLOAT32 && n > (1 << 24) + 1)
        return tb_fail(err, TB_RUNTIME_ERROR, "n cannot be greater than 2^24+1 for Float type.");
    if (dtype == TB_FLOAT64 && n > (INT64_C(1) << 53) + 1)
        return tb_fail(err, TB_RUNTIME_ERROR, "n cannot be greater than 2^53+1 for Double type.");
    if (tb_dtypes[dtype].kind == TB_KIND_BOOL || tb_dtypes[dtype].kind == TB_KIND_COMPLEX ||
        tb_is_unsigned(dtype))
        return tb_fail(err, TB_NOT_IMPLEMENTED_ERROR, "\"randperm\" not implemented for '%s'",
                       tb_dtypes[dtype].scalar_type);
    return TB_OK;
}

static void swap(char *a, char *b, int itemsize)
{
    tb_element kept;
    memcpy(&kept, a, (size_t)itemsize);
    memmove(a, b, (size_t)itemsize);
    memcpy(b, &kept, (size_t)itemsize);
}

tb_status tb_random_permutation(tb_tensor *out, tb_generator *g, const tb_lock_callbacks *lock, tb_error *err)
{
    tb_generator_take(g, lock);
    const tb_dtype dtype = out->dtype;
    const int itemsize = out->itemsize;
    const int64_t n = out->numel, stride = n ? out->stride[0] * itemsize : 0;
    tb_storage *const storage = out->storage;
    char *data = tb_data(out);
    int64_t since = 0;
    tb_released_lock released;
    tb_random_release_lock(&released, g, lock, n, &storage);
    for (int64_t i = 0; i < n && !tb_interrupted_after(1, &since); i++)
        tb_convert(dtype, data + i * stride, TB_INT64, &i);
    for (int64_t i = 0; i < n - 1 && !tb_interrupted_after(1, &since); i++) {
        uint64_t drawn = n < LONG_PERMUTATION ? tb_generator_u32(g) : tb_generator_u64(g);
        int64_t other = i + (int64_t)(drawn % (uint64_t)(n - i));
        swap(data + i * stride, data + other * stride, itemsize);
    }
    const tb_status status = tb_random_reacquire_lock(&released, g, err);
    tb_generator_give(g);
    return status;
}
