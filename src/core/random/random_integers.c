/* random_integers.c: torch's discrete uniform distribution (randint, random_) and its
 * shuffle (randperm), bit for bit. */
#include "core/memory/overlap.h"
#include "core/random/random.h"
#include "core/random/random_fill.h"

#include <string.h>

/* A draw takes 64 bits if the range has at least this many numbers. */
#define WIDE_RANGE (UINT64_C(1) << 28)
/* A permutation of at least this length draws 64 bits. */
#define LONG_PERMUTATION (UINT32_MAX / 20)

/* ---- the integers of a dtype ---- */

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

/* Rounds an integer to a floating dtype and truncates it. */
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

/* The largest integer of an integer dtype. */
static int64_t most_of(tb_dtype dtype)
{
    const int bits = dtype == TB_BOOL ? 1 : 8 * tb_dtypes[dtype].itemsize - tb_dtypes[dtype].is_signed;
    return bits >= 63 ? INT64_MAX : (INT64_C(1) << bits) - 1;
}

/* Moves up a lower bound that a floating dtype cannot represent. */
static int64_t moved_up(tb_dtype dtype, int64_t from)
{
    if (from == INT64_MAX) /* torch overflows here */
        return from;
    const int64_t low = through(dtype, from + 1);
    return low < from ? low + gap_at(dtype, from + 1) : from;
}

/* Checks that the dtype can represent first and last.  *imprecise as in tb_random_integers_between. */
static tb_status check_bounds(tb_dtype dtype, int64_t first, int64_t last, unsigned *imprecise, tb_error *err)
{
    if (tb_dtypes[dtype].kind == TB_KIND_FLOAT) {
        const int64_t precise = INT64_C(1) << tb_random_digits(dtype);
        const double limit = tb_float_max(dtype);
        if (!((double)first >= -limit && (double)first <= limit))
            return fail_bounds("from", dtype, err);
        if (!((double)last >= -limit && (double)last <= limit))
            return fail_bounds("to - 1", dtype, err);
        *imprecise =
            (first < -precise || first > precise ? 1u : 0u) | (last < -precise || last > precise ? 2u : 0u);
        return TB_OK;
    }
    const int64_t max = most_of(dtype), min = tb_dtypes[dtype].is_signed ? -max - 1 : 0;
    if (first < min || first > max)
        return fail_bounds("from", dtype, err);
    return last < min || last > max ? fail_bounds("to - 1", dtype, err) : TB_OK;
}

/* ---- ranges ---- */

static void set_range(tb_integer_range *range, int64_t first, int64_t last)
{
    range->from = first;
    range->count = (uint64_t)last - (uint64_t)first + 1;
    range->wide = range->count >= WIDE_RANGE;
}

tb_status tb_random_integers_between(tb_dtype dtype, int64_t from, int64_t to, tb_integer_range *range,
                                     unsigned *imprecise, tb_error *err)
{
    *imprecise = 0;
    if (from >= to)
        return tb_fail(err, TB_RUNTIME_ERROR,
                       "random_ expects 'from' to be less than 'to', but got from=%lld >= to=%lld",
                       (long long)from, (long long)to);
    if (tb_dtypes[dtype].kind == TB_KIND_COMPLEX)
        return tb_fail(err, TB_RUNTIME_ERROR,
                       "check_random_bounds handles only integral, floating-point and boolean types");
    if (tb_dtypes[dtype].kind == TB_KIND_FLOAT) {
        const int64_t high = through(dtype, to - 1);
        from = moved_up(dtype, from);
        if (high >= to)
            to = high - gap_at(dtype, to - 1);
        if (from >= to)
            return tb_fail(
                err, TB_RUNTIME_ERROR,
                "random_ expects 'from' casted to dtype to be less than 'to' casted to dtype, but got "
                "from=%lld >= to=%lld",
                (long long)from, (long long)to);
    }
    TB_TRY(check_bounds(dtype, from, to - 1, imprecise, err));
    set_range(range, from, to - 1);
    return TB_OK;
}

tb_status tb_random_integers_from(const tb_tensor *out, int64_t from, tb_integer_range *range,
                                  unsigned *imprecise, tb_error *err)
{
    const tb_dtype dtype = out->dtype;
    const tb_kind kind = tb_dtypes[dtype].kind;
    const char *const all = "random_full_64_bits_range_kernel_cpu";
    int64_t most = -1; /* uint64's largest, in an int64, as in torch */
    *imprecise = 0;
    *range = (tb_integer_range){0};
    if (from == INT64_MIN) { /* all 64-bit integers */
        range->wide = true;
        if (out->numel == 0)
            return TB_OK;
        TB_TRY(tb_check_writable(out, err));
        if (dtype == TB_BOOL || dtype == TB_FLOAT16 || kind == TB_KIND_COMPLEX || tb_is_unsigned(dtype))
            return tb_fail_kernel(all, dtype, err);
        return dtype == TB_INT64 || kind == TB_KIND_FLOAT
                   ? TB_OK
                   : tb_fail(err, TB_RUNTIME_ERROR, "%s handles only int64, double, float and bfloat16", all);
    }
    if (kind == TB_KIND_COMPLEX)
        return tb_fail(err, TB_RUNTIME_ERROR,
                       "random_from_to_impl handles only integral, floating-point and boolean types");
    if (kind == TB_KIND_FLOAT) {
        most = INT64_C(1) << tb_random_digits(dtype);
        from = moved_up(dtype, from);
        if (from >= most)
            return tb_fail(
                err, TB_RUNTIME_ERROR,
                "random_ expects 'from' casted to dtype to be less than or equal to 'to_inc' casted "
                "to dtype, but got from=%lld > to_inc=%lld",
                (long long)from, (long long)most);
    } else if (dtype != TB_UINT64)
        most = most_of(dtype);
    TB_TRY(check_bounds(dtype, from, most, imprecise, err));
    set_range(range, from, most);
    return TB_OK;
}

tb_status tb_random_integers_all(const tb_tensor *out, tb_integer_range *range, tb_error *err)
{
    const tb_dtype dtype = out->dtype;
    const bool is_float = tb_dtypes[dtype].kind == TB_KIND_FLOAT;
    if (out->numel == 0)
        return TB_OK;
    TB_TRY(tb_check_writable(out, err));
    if (tb_dtypes[dtype].kind == TB_KIND_COMPLEX || tb_is_unsigned(dtype))
        return tb_fail_kernel("random_kernel_cpu", dtype, err);
    set_range(range, 0, is_float ? INT64_C(1) << tb_random_digits(dtype) : most_of(dtype));
    range->wide = dtype == TB_INT64 || dtype == TB_FLOAT64;
    return TB_OK;
}

/* ---- randint, random_ ---- */

typedef struct {
    tb_generator *g;
    tb_dtype dtype;
    tb_integer_range range;
} integers_state;

static void integers_row(char *data, int64_t stride, int64_t n, void *state)
{
    const integers_state *s = state;
    for (int64_t i = 0; i < n; i++, data += stride) {
        uint64_t drawn;
        if (s->range.wide) {
            drawn = tb_generator_u64(s->g);
            drawn = s->range.count ? drawn % s->range.count : drawn;
        } else { /* a division of 32 bits is faster */
            drawn = tb_generator_u32(s->g) % (uint32_t)s->range.count;
        }
        const int64_t value = (int64_t)(drawn + (uint64_t)s->range.from);
        const float rounded = (float)value;
        if (s->dtype == TB_INT64)
            memcpy(data, &value, sizeof value);
        else if (s->dtype == TB_FLOAT32)
            memcpy(data, &rounded, sizeof rounded);
        else
            tb_convert(s->dtype, data, TB_INT64, &value);
    }
}

static tb_status integers(tb_tensor *out, tb_generator *g, const tb_integer_range *range,
                          const tb_lock_callbacks *lock, tb_error *err)
{
    tb_random_fill fill;
    if (out->numel == 0)
        return TB_OK;
    TB_TRY(tb_random_fill_plan(&fill, out, err));
    integers_state state = {g, out->dtype, *range};
    tb_storage *const storage = out->storage;
    int code = 0;
    TB_DRAW_WITHOUT_LOCK (&code, g, lock, fill.numel, &storage, 1)
        tb_random_fill_iterate(&fill, integers_row, &state);
    return tb_status_of_code(code, err);
}

tb_status tb_random_integers(tb_tensor *out, tb_generator *g, const tb_integer_range *range,
                             const tb_lock_callbacks *lock, tb_error *err)
{
    tb_generator_take(g, lock);
    const tb_status status = integers(out, g, range, lock, err);
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
        return tb_fail_kernel("randperm", dtype, err);
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
    int code = 0;
    TB_DRAW_WITHOUT_LOCK (&code, g, lock, n, &storage, 1) {
        for (int64_t i = 0; i < n && !tb_interrupted_after(1, &since); i++)
            tb_convert(dtype, data + i * stride, TB_INT64, &i);
        for (int64_t i = 0; i < n - 1 && !tb_interrupted_after(1, &since); i++) {
            uint64_t drawn = n < LONG_PERMUTATION ? tb_generator_u32(g) : tb_generator_u64(g);
            int64_t other = i + (int64_t)(drawn % (uint64_t)(n - i));
            swap(data + i * stride, data + other * stride, itemsize);
        }
    }
    const tb_status status = tb_status_of_code(code, err);
    tb_generator_give(g);
    return status;
}
