/* Single elements: the casts' rules, the halves against exact arithmetic, numbers into elements and back,
 * what a dtype cannot hold.  Expected values are torch 2.13's on x86. */
#include "calls.h"

#include <math.h>

/* `value` cast to an integer dtype. */
static int64_t cast_to_int(tb_dtype to, tb_dtype from, double value)
{
    tb_element source, element;
    int64_t result;
    tb_convert(from, &source, TB_FLOAT64, &value);
    tb_convert(to, &element, from, &source);
    tb_convert(TB_INT64, &result, to, &element);
    return result;
}

static void floats_become_integers_as_on_x86(void)
{
    static const struct {
        tb_dtype to, from;
        double value;
        int64_t result;
    } cases[] = {
        {TB_INT32, TB_FLOAT64, -2.9, -2},
        {TB_INT32, TB_FLOAT64, 2147483647.9, INT32_MAX},
        {TB_INT32, TB_FLOAT64, -2147483648.9, INT32_MIN},
        {TB_INT32, TB_FLOAT64, 2147483648.0, INT32_MIN},
        {TB_INT32, TB_FLOAT32, 3e9, INT32_MIN},
        {TB_INT32, TB_FLOAT64, NAN, INT32_MIN},
        {TB_INT16, TB_FLOAT64, 65537, 1}, /* through int32, then wrapped */
        {TB_INT8, TB_FLOAT32, -129, 127},
        {TB_INT8, TB_FLOAT32, INFINITY, 0},
        {TB_UINT8, TB_FLOAT32, -1, 255},
        {TB_UINT8, TB_FLOAT64, 4294967299.0, 3}, /* through int64 */
        {TB_UINT8, TB_FLOAT32, 4294967296.0 + 512, 0},
        {TB_INT64, TB_FLOAT64, 9223372036854775808.0, INT64_MIN},
        {TB_INT64, TB_FLOAT64, -9223372036854775808.0, INT64_MIN},
        {TB_INT64, TB_FLOAT32, 9223371487098961920.0, INT64_C(9223371487098961920)},
        {TB_INT64, TB_BFLOAT16, NAN, INT64_MIN},
        {TB_INT64, TB_COMPLEX128, 7.5, 7},
        {TB_UINT16, TB_FLOAT64, -1.5, 65535},
        {TB_UINT16, TB_FLOAT32, NAN, 0},
        {TB_UINT32, TB_FLOAT32, 3e9, INT64_C(3000000000)},
        {TB_UINT32, TB_FLOAT64, -1.5, INT64_C(4294967295)},
        {TB_UINT32, TB_BFLOAT16, INFINITY, 0},
        {TB_UINT64, TB_FLOAT32, -1.5, -1},
        {TB_UINT64, TB_FLOAT64, 9223372036854777856.0, INT64_MIN + 2048},
        {TB_UINT64, TB_FLOAT64, NAN, INT64_MIN},
        {TB_UINT64, TB_COMPLEX64, 18446744073709551616.0, 0},
        {TB_BOOL, TB_FLOAT16, 0.5, 1},
        {TB_BOOL, TB_FLOAT64, NAN, 1},
        {TB_BOOL, TB_FLOAT64, -0.0, 0},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        CHECK_EQ(cast_to_int(cases[i].to, cases[i].from, cases[i].value), cases[i].result);
}

static void integers_wrap(void)
{
    tb_element element;
    for (int64_t i = -1000; i < 1000; i++) {
        tb_convert(TB_UINT8, &element, TB_INT64, &i);
        CHECK_EQ(element.bytes[0], (uint8_t)i);
        tb_convert(TB_INT8, &element, TB_INT64, &i);
        CHECK_EQ((int8_t)element.bytes[0], (int8_t)i);
    }
}

/* ---- halves ---- */

/* x rounded to nearest even in a format of `bits` significant bits and least exponent `low`. */
static double rounded(double x, int bits, int low, double largest)
{
    int exponent;
    if (x == 0 || !isfinite(x))
        return x;
    frexp(x, &exponent); /* |x| in [2^(exponent-1), 2^exponent) */
    double unit = ldexp(1, (exponent - 1 < low ? low : exponent - 1) - (bits - 1));
    double result = nearbyint(x / unit) * unit;
    return fabs(result) > largest ? copysign(INFINITY, x) : result;
}

static void halves_round_to_nearest_even(void)
{
    for (int i = 0; i < 200000; i++) {
        uint32_t bits = (uint32_t)draw(INT64_C(1) << 31) << (i & 1) ^ (uint32_t)i;
        float x;
        if (i % 4 == 0) /* near what float16 has, ties included */
            bits = (bits & 0x8fffffffu) | 0x30000000u;
        if (i % 3 == 0)
            bits &= 0xfffff000u;
        memcpy(&x, &bits, 4);
        for (int b = 0; b < 2; b++) {
            tb_dtype dtype = b ? TB_BFLOAT16 : TB_FLOAT16;
            uint16_t half;
            double got, want = b ? rounded(x, 8, -126, 0x1.fep127) : rounded(x, 11, -14, 65504);
            tb_convert(dtype, &half, TB_FLOAT32, &x);
            tb_convert(TB_FLOAT64, &got, dtype, &half);
            CHECK(isnan(x) ? isnan(got) : got == want && signbit(got) == signbit(want));
        }
    }
}

static void every_half_comes_back(void)
{
    static const tb_dtype halves[] = {TB_FLOAT16, TB_BFLOAT16};
    for (int k = 0; k < 2; k++)
        for (uint32_t i = 0; i < 0x10000; i++) {
            uint16_t half = (uint16_t)i, again;
            float x;
            tb_convert(TB_FLOAT32, &x, halves[k], &half);
            tb_convert(halves[k], &again, TB_FLOAT32, &x);
            CHECK(isnan(x) || again == half);
        }
}

/* ---- numbers ---- */

static void numbers_that_do_not_fit_are_refused(void)
{
    const tb_scalar above = {.kind = TB_KIND_INT, .above_int64 = true, .v.i = INT64_MIN};
    const tb_scalar imaginary = {.kind = TB_KIND_COMPLEX, .v.c = {1, 1}};
    const tb_scalar plain = {.kind = TB_KIND_COMPLEX, .v.c = {1, 0}};
    const struct {
        tb_dtype dtype;
        tb_scalar value;
        bool fits;
    } cases[] = {
        {TB_UINT8, integer(255), true},
        {TB_UINT8, integer(256), false},
        {TB_UINT8, integer(-255), true},
        {TB_UINT8, integer(-256), false}, /* it wraps */
        {TB_INT8, integer(-128), true},
        {TB_INT8, integer(-129), false},
        {TB_INT8, integer(127), true},
        {TB_INT8, integer(128), false},
        {TB_INT32, real(2147483647.0), true},
        {TB_INT32, real(2147483648.0), false},
        {TB_INT32, real(NAN), false},
        {TB_UINT8, real(-1), false},
        {TB_INT64, integer(INT64_MIN), true},
        {TB_INT64, above, false},
        {TB_UINT64, above, true},
        {TB_UINT32, above, false},
        {TB_UINT64, integer(-1), true}, /* wraps */
        {TB_UINT64, real(-0.5), false},
        {TB_UINT64, real(1e19), true},
        {TB_UINT32, real(4294967295.0), true},
        {TB_UINT32, real(4294967296.0), false},
        {TB_UINT16, integer(-65535), true},
        {TB_UINT16, integer(65536), false},
        {TB_INT64, real(9223372036854775808.0), true}, /* as torch: compared as doubles */
        {TB_INT64, real(9223372036854777856.0), false},
        {TB_INT16, imaginary, false},
        {TB_INT16, plain, true},
        {TB_FLOAT16, real(65504), true},
        {TB_FLOAT16, real(65505), false},
        {TB_FLOAT16, real(INFINITY), true},
        {TB_FLOAT16, real(NAN), true},
        {TB_FLOAT32, real(3.5e38), false},
        {TB_FLOAT64, real(1.7e308), true},
        {TB_BFLOAT16, above, true},
        {TB_FLOAT32, imaginary, false},
        {TB_COMPLEX64, imaginary, true},
        {TB_COMPLEX64, real(1e39), false},
        {TB_BOOL, real(1e300), true},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        tb_error err = {.status = TB_OK};
        tb_element element;
        char text[120];
        memset(&element, 0x55, sizeof element);
        CHECK_EQ(tb_scalar_store_checked(&cases[i].value, cases[i].dtype, &element, &err),
                 cases[i].fits ? TB_OK : TB_RUNTIME_ERROR);
        snprintf(text, sizeof text, "value cannot be converted to type %s without overflow",
                 tb_dtypes[cases[i].dtype].c_name);
        CHECK_TEXT(err.message, cases[i].fits ? "" : text);
        CHECK(cases[i].fits || element.bytes[0] == 0x55);
    }
}

static void one_half_is_filled_through_double(void)
{
    tb_scalar value = real(1e6);
    CHECK_EQ(tb_scalar_check_fill(&value, TB_FLOAT16, 1, NULL), TB_OK);
    CHECK_EQ(tb_scalar_check_fill(&value, TB_FLOAT16, 2, NULL), TB_RUNTIME_ERROR);
    CHECK_EQ(tb_scalar_check_fill(&value, TB_FLOAT32, 2, NULL), TB_OK);
    value = real(1e40);
    CHECK_EQ(tb_scalar_check_fill(&value, TB_FLOAT32, 1, NULL), TB_RUNTIME_ERROR);
}

static void integers_above_int64_keep_their_bits_or_round_once(void)
{
    const tb_scalar top = {.kind = TB_KIND_INT, .above_int64 = true, .v.i = -1}; /* 2**64 - 1 */
    uint8_t byte;
    double wide;
    float narrow;
    CHECK(tb_scalar_integer(&top) == 0x1p64);
    tb_scalar_store(&top, TB_UINT8, &byte);
    tb_scalar_store(&top, TB_FLOAT64, &wide);
    tb_scalar_store(&top, TB_FLOAT32, &narrow);
    CHECK_EQ(byte, 255);
    CHECK(wide == 0x1p64 && narrow == 0x1p64f);
}

static void an_element_becomes_the_number_of_its_kind(void)
{
    for (int i = 0; i < TB_NDTYPES; i++) {
        tb_element element;
        tb_scalar one = integer(1), value;
        tb_scalar_store(&one, (tb_dtype)i, &element);
        value = tb_scalar_load((tb_dtype)i, &element);
        CHECK_EQ(value.kind, tb_dtypes[i].kind);
        CHECK(!value.above_int64);
        CHECK(value.kind <= TB_KIND_INT     ? value.v.i == 1
              : value.kind == TB_KIND_FLOAT ? value.v.f == 1
                                            : value.v.c[0] == 1 && value.v.c[1] == 0);
    }
}

int main(void)
{
    for (const char *const *level = tb_cpu_levels(); *level; level++) {
        CHECK_OK(tb_cpu_select(*level, err));
        floats_become_integers_as_on_x86();
        integers_wrap();
        halves_round_to_nearest_even();
        every_half_comes_back();
    }
    numbers_that_do_not_fit_are_refused();
    one_half_is_filled_through_double();
    integers_above_int64_keep_their_bits_or_round_once();
    an_element_becomes_the_number_of_its_kind();
    return check_report(__FILE__);
}
