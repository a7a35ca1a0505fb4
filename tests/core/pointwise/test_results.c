/* What a call gives: rounding in halves, wide scalars, alpha, complex arithmetic, and the strides of new
 * results.  Expected values and strides are torch 2.13's (ATEN_CPU_CAPABILITY=default). */
#include "calls.h"

#include <math.h>

static void alpha_wraps_in_integers(void)
{
    static const struct {
        int op;
        int64_t number, alpha;
        double result;
    } cases[] = {
        {TB_OP_SUB, 1, 200, 57}, {TB_OP_SUB, 5, 3, 242}, {TB_OP_ADD, 2, 255, 255}, {TB_OP_ADD, 7, 1, 8}};
    tb_tensor t, out;
    count_from(&t, TB_UINT8, DIMS(2), 1, 1);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        tb_call call = call_of(cases[i].op, TB_FORM_NEW, &out, &t, NULL);
        call.in[1].number = integer(cases[i].number);
        call.given = 1;
        call.parameter[0] = integer(cases[i].alpha);
        CHECK_EQ(go(&call), TB_OK);
        CHECK_EQ(call.row, cases[i].alpha == 1 ? cases[i].op : TB_OP_ADD_ALPHA);
        CHECK_EQ(out.dtype, TB_UINT8);
        CHECK(at(&out, 0) == cases[i].result);
        tb_tensor_release(&out);
    }
    tb_tensor_release(&t);
}

/* ---- numbers: halves, complex ---- */

enum { NUMBER, ZERO_DIM };

/* `t op 0.1` (or 0.1 op t) in halves, as bits. */
static void check_half(tb_dtype dtype, int op, int way, int place, const double *values,
                       const uint16_t *expected, int n)
{
    tb_tensor t, scalar, out;
    int64_t size = n;
    CHECK_OK(tb_tensor_new(&t, dtype, &size, NULL, 1, true, err));
    for (int i = 0; i < n; i++)
        tb_convert(dtype, tb_data(&t) + 2 * i, TB_FLOAT64, &values[i]);
    CHECK_OK(tb_tensor_new(&scalar, TB_FLOAT32, NULL, NULL, 0, true, err));
    *(float *)tb_data(&scalar) = 0.1f;
    tb_call call = call_of(op, TB_FORM_NEW, &out, &t, &t);
    call.in[place] = way == NUMBER ? (tb_operand){.number = real(0.1)} : (tb_operand){.tensor = &scalar};
    CHECK_EQ(go(&call), TB_OK);
    CHECK_EQ(out.dtype, dtype);
    for (int i = 0; i < n; i++)
        CHECK_EQ(((const uint16_t *)tb_data(&out))[i], expected[i]);
    tb_tensor_release(&out);
    tb_tensor_release(&scalar);
    tb_tensor_release(&t);
}

static void halves_round_once_and_only_a_second_factor_stays_wide(void)
{
    static const double values[] = {1, 3, 0.1, 2049, 60000};
    static const uint16_t sum[] = {0x3c66, 0x4233, 0x3266, 0x6800, 0x7b53};
    static const uint16_t wide_product[] = {0x2e66, 0x34cd, 0x211e, 0x5a66, 0x6ddc};
    static const uint16_t product[] = {0x2e66, 0x34cc, 0x211e, 0x5a66, 0x6ddc};
    static const uint16_t quotient[] = {0x4900, 0x4f80, 0x3c00, 0x7500, 0x7c00};
    static const uint16_t inverse_quotient[] = {0x2e66, 0x2844, 0x3c00, 0x0333, 0x001c};
    for (int way = NUMBER; way <= ZERO_DIM; way++) {
        check_half(TB_FLOAT16, TB_OP_ADD, way, 1, values, sum, 5);
        check_half(TB_FLOAT16, TB_OP_MUL, way, 1, values, wide_product, 5);
        check_half(TB_FLOAT16, TB_OP_DIV, way, 1, values, quotient, 5);
    }
    check_half(TB_FLOAT16, TB_OP_ADD, ZERO_DIM, 0, values, sum, 5);
    check_half(TB_FLOAT16, TB_OP_MUL, ZERO_DIM, 0, values, product, 5);
    check_half(TB_FLOAT16, TB_OP_DIV, ZERO_DIM, 0, values, inverse_quotient, 5);
    static const double coarse[] = {1, 3, 0.1, 257};
    check_half(TB_BFLOAT16, TB_OP_ADD, NUMBER, 1, coarse, (const uint16_t[]){0x3f8d, 0x4046, 0x3e4d, 0x4380},
               4);
    check_half(TB_BFLOAT16, TB_OP_MUL, NUMBER, 1, coarse, (const uint16_t[]){0x3dcd, 0x3e9a, 0x3c24, 0x41cd},
               4);
}

static void alpha_in_halves_rounds_the_product_first(void)
{
    static const double values[] = {1, 3, 0.1, 2049, 60000};
    static const uint16_t sum[] = {0x3c66, 0x429a, 0x2f0a, 0x6866, 0x7c00};
    static const uint16_t difference[] = {0x3b33, 0x4166, 0x2dc2, 0x6733, 0x7a98};
    tb_tensor t, out;
    CHECK_OK(tb_tensor_new(&t, TB_FLOAT16, DIMS(5), NULL, 1, true, err));
    for (int i = 0; i < 5; i++)
        tb_convert(TB_FLOAT16, tb_data(&t) + 2 * i, TB_FLOAT64, &values[i]);
    for (int subtract = 0; subtract < 2; subtract++) {
        tb_call call = call_of(subtract ? TB_OP_SUB : TB_OP_ADD, TB_FORM_NEW, &out, &t, &t);
        call.given = 1;
        call.parameter[0] = real(0.1);
        CHECK_EQ(go(&call), TB_OK);
        for (int i = 0; i < 5; i++)
            CHECK_EQ(((const uint16_t *)tb_data(&out))[i], (subtract ? difference : sum)[i]);
        tb_tensor_release(&out);
    }
    tb_tensor_release(&t);
}

/* torch multiplies by alpha even when it is 1. */
static void complex_add_multiplies_by_one(void)
{
    static const struct {
        int op;
        double a[2], b[2], result[2];
    } cases[] = {
        {TB_OP_ADD, {1, 2}, {3, INFINITY}, {NAN, INFINITY}},
        {TB_OP_SUB, {1, 2}, {3, INFINITY}, {NAN, -INFINITY}},
        {TB_OP_MUL, {1, 2}, {3, INFINITY}, {-INFINITY, INFINITY}},
        {TB_OP_ADD, {-0.0, -0.0}, {-0.0, -0.0}, {0.0, -0.0}},
        {TB_OP_SUB, {0, 0}, {0, 0}, {0, 0}},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        tb_tensor a, b, out;
        CHECK_OK(tb_tensor_new(&a, TB_COMPLEX128, DIMS(1), NULL, 1, true, err));
        CHECK_OK(tb_tensor_new(&b, TB_COMPLEX128, DIMS(1), NULL, 1, true, err));
        memcpy(tb_data(&a), cases[i].a, 16);
        memcpy(tb_data(&b), cases[i].b, 16);
        tb_call call = call_of(cases[i].op, TB_FORM_NEW, &out, &a, &b);
        CHECK_EQ(go(&call), TB_OK);
        const double *got = (const double *)tb_data(&out);
        for (int part = 0; part < 2; part++) {
            double want = cases[i].result[part];
            CHECK(isnan(want) ? isnan(got[part]) : got[part] == want && signbit(got[part]) == signbit(want));
        }
        tb_tensor_release(&a);
        tb_tensor_release(&b);
        tb_tensor_release(&out);
    }
}

/* ---- strides of results ---- */

typedef struct {
    int ndim;
    int64_t size[4], stride[4];
    tb_dtype dtype;
} layout;

static void place(tb_tensor *t, const layout *l)
{
    tb_dtype dtype = l->dtype ? l->dtype : TB_FLOAT32;
    CHECK_OK(tb_tensor_new(t, dtype, l->size, l->stride, l->ndim, true, err));
}

static void results_are_laid_out_as_torchs(void)
{
    static const struct {
        layout a, b;
        int64_t stride[4];
    } cases[] = {
        {{2, {2, 3}, {1, 2}, 0}, {2, {2, 3}, {1, 2}, 0}, {1, 2}},
        {{2, {2, 3}, {1, 2}, 0}, {2, {2, 3}, {3, 1}, 0}, {1, 2}}, /* the first operand wins ... */
        {{2, {2, 3}, {3, 1}, 0}, {2, {2, 3}, {1, 2}, 0}, {3, 1}},
        {{2, {2, 3}, {1, 2}, 0}, {1, {3}, {1}, 0}, {1, 2}},
        {{2, {2, 1}, {1, 1}, 0}, {2, {2, 3}, {1, 2}, 0}, {1, 2}}, /* ... that has an opinion */
        {{2, {2, 3}, {6, 2}, 0}, {2, {2, 3}, {6, 2}, 0}, {3, 1}},
        {{3, {2, 3, 4}, {1, 8, 2}, 0}, {0, {0}, {0}, 0}, {1, 8, 2}},
        {{4, {2, 3, 4, 5}, {60, 1, 15, 3}, 0}, {4, {2, 3, 4, 5}, {60, 1, 15, 3}, 0}, {60, 1, 15, 3}},
        {{4, {2, 3, 4, 5}, {60, 1, 15, 3}, 0}, {3, {3, 1, 1}, {1, 1, 1}, 0}, {60, 1, 15, 3}},
        {{3, {2, 1, 3}, {3, 7, 1}, 0}, {3, {2, 1, 3}, {3, 7, 1}, 0}, {3, 3, 1}},
        {{3, {2, 1, 3}, {1, 9, 2}, 0}, {3, {2, 1, 3}, {1, 9, 2}, 0}, {1, 9, 2}}, /* dense: kept exactly */
        {{2, {2, 3}, {0, 1}, 0}, {2, {2, 3}, {0, 1}, 0}, {3, 1}},
        {{2, {3, 1}, {1, 3}, 0}, {2, {1, 4}, {1, 1}, 0}, {4, 1}},
        {{3, {4, 0, 3}, {1, 4, 8}, 0}, {3, {4, 0, 3}, {1, 4, 8}, 0}, {3, 3, 1}},
        {{3, {4, 0, 3}, {1, 4, 4}, 0}, {1, {3}, {1}, 0}, {1, 4, 0}}, /* a size of 0 multiplies */
        {{2, {4, 3}, {1, 4}, 0}, {3, {0, 4, 3}, {12, 1, 4}, 0}, {12, 1, 4}},
        {{2, {2, 3}, {2, 4}, 0}, {2, {2, 3}, {2, 4}, TB_FLOAT64}, {1, 2}},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        tb_tensor a, b, out;
        place(&a, &cases[i].a);
        place(&b, &cases[i].b);
        tb_call call = call_of(TB_OP_ADD, TB_FORM_NEW, &out, &a, &b);
        CHECK_EQ(go(&call), TB_OK);
        check_dims(__FILE__, __LINE__, "stride", out.stride, cases[i].stride, out.ndim);
        tb_tensor_release(&out);
        tb_tensor_release(&a);
        tb_tensor_release(&b);
    }
}

/* What torch makes in several steps, seen in strides: its own temporaries have decided. */
static void results_of_several_steps_are_laid_out_as_torchs(void)
{
    static const struct {
        int op;
        tb_form form;
        layout a;
        int64_t stride[4];
    } cases[] = {
        {TB_OP_ISINF, TB_FORM_NEW, {4, {2, 1, 2, 3}, {6, 7, 3, 1}, 0}, {6, 6, 3, 1}},
        {TB_OP_ISINF, TB_FORM_NEW, {4, {2, 1, 2, 3}, {6, 7, 3, 1}, TB_INT32}, {6, 7, 3, 1}},
        {TB_OP_ISINF, TB_FORM_NEW, {4, {2, 1, 2, 3}, {6, 7, 3, 1}, TB_COMPLEX64}, {6, 12, 3, 1}},
        {TB_OP_ISFINITE, TB_FORM_NEW, {4, {2, 1, 2, 3}, {6, 7, 3, 1}, TB_COMPLEX64}, {6, 6, 3, 1}},
        {TB_OP_ISFINITE, TB_FORM_NEW, {3, {2, 1, 2}, {5, 1, 2}, 0}, {2, 2, 1}},
        {TB_OP_ISFINITE, TB_FORM_NEW, {3, {2, 1, 2}, {1, 9, 2}, 0}, {1, 4, 2}},
        {TB_OP_ISREAL, TB_FORM_NEW, {3, {2, 1, 2}, {1, 9, 2}, 0}, {1, 9, 2}},
        {TB_OP_ISREAL, TB_FORM_NEW, {3, {2, 1, 2}, {1, 9, 2}, TB_COMPLEX64}, {1, 4, 2}},
        {TB_OP_ABS, TB_FORM_NEW, {3, {2, 1, 3}, {3, 1, 1}, TB_COMPLEX64}, {3, 1, 1}},
        {TB_OP_ABS, TB_FORM_OUT, {3, {2, 1, 2}, {1, 9, 2}, TB_COMPLEX64}, {2, 2, 1}},
        {TB_OP_ANGLE, TB_FORM_NEW, {3, {2, 1, 2}, {1, 9, 2}, TB_COMPLEX64}, {2, 2, 1}},
        {TB_OP_DEG2RAD, TB_FORM_NEW, {4, {2, 1, 2, 3}, {6, 7, 3, 1}, 0}, {6, 7, 3, 1}},
        {TB_OP_DEG2RAD, TB_FORM_OUT, {4, {2, 1, 2, 3}, {6, 7, 3, 1}, 0}, {6, 12, 3, 1}},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        tb_tensor a, out;
        place(&a, &cases[i].a);
        if (cases[i].form == TB_FORM_OUT)
            CHECK_OK(tb_tensor_new(&out, TB_FLOAT32, DIMS(0), NULL, 1, false, err));
        tb_call call = call_of(cases[i].op, cases[i].form, &out, &a, NULL);
        CHECK_EQ(go(&call), TB_OK);
        check_dims(__FILE__, __LINE__, "stride", out.stride, cases[i].stride, out.ndim);
        tb_tensor_release(&out);
        tb_tensor_release(&a);
    }
}

/* Strides are worked out before the shape is known to fit: no undefined arithmetic on the way. */
static void a_result_too_large_is_refused(void)
{
    const int64_t huge = INT64_C(1) << 40;
    tb_tensor a, b, out;
    CHECK_OK(tb_tensor_new(&a, TB_FLOAT32, DIMS(huge, 3, 2), DIMS(0, 1, 3), 3, true, err));
    CHECK_OK(tb_tensor_new(&b, TB_FLOAT32, DIMS(huge, 1, 1, 1), DIMS(0, 1, 1, 1), 4, true, err));
    tb_call call = call_of(TB_OP_ADD, TB_FORM_NEW, &out, &a, &b);
    CHECK_EQ(go(&call), TB_RUNTIME_ERROR);
    CHECK(strlen(err.message) > 0);
    tb_tensor_release(&a);
    tb_tensor_release(&b);
}

int main(void)
{
    for (const char *const *level = tb_cpu_levels(); *level; level++) {
        CHECK_OK(tb_cpu_select(*level, err));
        halves_round_once_and_only_a_second_factor_stays_wide();
        alpha_in_halves_rounds_the_product_first();
        complex_add_multiplies_by_one();
        alpha_wraps_in_integers();
    }
    results_are_laid_out_as_torchs();
    results_of_several_steps_are_laid_out_as_torchs();
    a_result_too_large_is_refused();
    return check_report(__FILE__);
}
