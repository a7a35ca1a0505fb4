/* test_vector_math.c: functions in vectors give what libm's give, of every special value and every pair of
 * them: what lanes compute that are left to others is thrown away, and must be defined nevertheless. */
#include "check.h"

#include "core/kernels/levels/levels.h"
#include "core/kernels/levels/tables.h"

#include <float.h>
#include <math.h>

#if TB_HAVE_AVX2
static const double special[] = {
    0.0,      -0.0,     1,         -1,        2,         -2,        0.5,      -0.5,     3,
    -3,       2.5,      -2.5,      INFINITY,  -INFINITY, NAN,       -NAN,     5e-324,   -5e-324,
    1e-310,   -1e-310,  DBL_MIN,   -DBL_MIN,  DBL_MAX,   -DBL_MAX,  1e-45,    -1e-45,   1e-40,
    FLT_MIN,  -FLT_MIN, FLT_MAX,   -FLT_MAX,  16777216,  -16777217, 0x1p39,   -0x1p53,  0x1p62,
    1e300,    -1e-300,  709,       -745,      127,       -149,      1e9 + .5, 1 / 3.0,  0x1.fffffep-1,
    0x1.66p0, 0x1.4cp0, 0x1.665p0, 0x1.664p0, 0x1p-1000, -0x1p1000, 0x1p-100, -0x1p100, 88.72,
    -88.72,   89.41,    -89.5,     -17.5,     85.5,      0.75,      -0.78,    0.0468,   9.01,
    -131071,  131072,   0.3,       10.05,     -104,      0x1p60,
};
enum { N = sizeof special / sizeof *special };

static void store(tb_dtype dtype, double value, char *to)
{
    const float narrow = (float)value;
    memcpy(to, dtype == TB_FLOAT32 ? (const void *)&narrow : (const void *)&value,
           (size_t)tb_dtypes[dtype].itemsize);
}

/* Within four units in the last place; nan is nan, 0 has its sign. */
static bool alike(tb_dtype dtype, double got, double expected)
{
    const double epsilon = dtype == TB_FLOAT32 ? FLT_EPSILON : DBL_EPSILON;
    const double least = dtype == TB_FLOAT32 ? 0x1p-149 : 0x1p-1074;
    if (got == expected || got != got || expected != expected)
        return (got != got) == (expected != expected) && (got != 0 || signbit(got) == signbit(expected));
    return fabs(got - expected) <= fmax(4 * epsilon * fabs(expected), 4 * least);
}

/* Each value beside every other one, which is also each of the row's parameters. */
static void a_row_gives_what_libm_gives(int op, tb_dtype dtype)
{
    const int64_t itemsize = tb_dtypes[dtype].itemsize;
    const int64_t inner[] = {itemsize, itemsize, itemsize}, outer[] = {0, 0, 0};
    char a[N * 8], b[N * 8], got[N * 8], expected[N * 8];
    for (int i = 0; i < N; i++)
        store(dtype, special[i], a + i * itemsize);
    for (int j = 0; j < N; j++) {
        char params[3 * 16];
        for (int k = 0; k < 3; k++) /* an exponent is always a double */
            store(op == TB_OP_POW_NUMBER ? TB_FLOAT64 : dtype, special[j], params + 16 * k);
        const tb_kernel_context context = {.params = params};
        for (int i = 0; i < N; i++)
            store(dtype, special[j], b + i * itemsize);
        const tb_kernel kernel = tb_kernels_active->pointwise[op][dtype];
        CHECK_EQ(kernel((char *[]){got, a, b}, inner, outer, N, 1, &context), 0);
        const tb_kernel libm = tb_kernels_libm.pointwise[op][dtype];
        CHECK_EQ(libm((char *[]){expected, a, b}, inner, outer, N, 1, &context), 0);
        for (int i = 0; i < N; i++) {
            const double x = number_at(dtype, got + i * itemsize),
                         y = number_at(dtype, expected + i * itemsize);
            CHECK(alike(dtype, x, y));
            if (!alike(dtype, x, y))
                fprintf(stderr, "level %s, %s(%a, %a) of %s is %a, expected %a\n", tb_cpu_level(),
                        tb_ops[op].name, special[i], special[j], tb_dtypes[dtype].name, x, y);
        }
    }
}
#endif

int main(void)
{
    for (const char *const *level = tb_cpu_levels(); *level; level++) {
        tb_error err;
        CHECK_EQ(tb_cpu_select(*level, &err), TB_OK);
#if TB_HAVE_AVX2
        int rows = 0;
        for (const tb_kernel_row *row = tb_vector_rows_32; row->kernel; row++)
            if (row->dtype == TB_FLOAT32 || row->dtype == TB_FLOAT64) {
                a_row_gives_what_libm_gives(row->op, row->dtype);
                rows++;
            }
        CHECK(rows >= 40);
#endif
    }
    return check_report(__FILE__);
}
