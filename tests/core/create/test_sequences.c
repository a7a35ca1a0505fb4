/* arange, linspace, eye, the closed range, negative strides and the discrete distributions in the core. */
#include "calls.h"

static void a_range_of_every_dtype_counts(void)
{
    for (int dtype = TB_UINT8; dtype <= TB_FLOAT64; dtype++) {
        tb_tensor t;
        tb_range r = {.start = integer(1), .end = integer(80), .step = integer(2), .dtype = (tb_dtype)dtype};
        CHECK_OK(tb_range_plan(&r, err));
        CHECK_EQ(r.length, 40);
        CHECK_OK(tb_tensor_new(&t, (tb_dtype)dtype, &r.length, NULL, 1, false, err));
        CHECK_OK(tb_range_write(&r, &t, NULL, err));
        for (int64_t i = 0; i < t.numel; i++)
            CHECK(at(&t, i) == (double)(1 + 2 * i));
        tb_tensor_release(&t);
    }
}

static void linspace_counts_from_both_ends(void)
{
    tb_tensor t;
    const int64_t size[] = {5};
    tb_linspace l = {.start = integer(0), .end = integer(10), .steps = 5, .dtype = TB_UINT8};
    CHECK_OK(tb_linspace_plan(&l, err));
    CHECK_OK(tb_tensor_new(&t, TB_UINT8, size, NULL, 1, false, err));
    CHECK_OK(tb_linspace_write(&l, &t, NULL, err));
    const uint8_t *element = (const uint8_t *)tb_data(&t);
    CHECK(element[0] == 0 && element[1] == 2 && element[2] == 5 && element[3] == 7 && element[4] == 10);
    tb_tensor_release(&t);

    l.end = integer(300);
    CHECK_ERROR(tb_linspace_plan(&l, &err), TB_RUNTIME_ERROR,
                "value cannot be converted to type uint8_t without overflow");
    l.dtype = TB_BOOL;
    CHECK_ERROR(tb_linspace_plan(&l, &err), TB_NOT_IMPLEMENTED_ERROR,
                "\"linspace_cpu\" not implemented for 'Bool'");
}

static void eye_follows_the_strides(void)
{
    tb_tensor t;
    const int64_t size[] = {2, 3}, stride[] = {1, 2};
    CHECK_OK(tb_tensor_new(&t, TB_INT64, size, stride, 2, false, err));
    CHECK_OK(tb_eye_write(&t, false, NULL, err));
    for (int64_t place = 0; place < 6; place++)
        CHECK_EQ(at(&t, place), place == 0 || place == 3);
    tb_tensor_release(&t);
}

static void a_closed_range_has_its_end(void)
{
    tb_range r = {
        .start = integer(1), .end = real(2.5), .step = real(0.5), .dtype = TB_FLOAT32, .closed = true};
    CHECK_OK(tb_range_plan(&r, err));
    CHECK_EQ(r.length, 4);
    r.dtype = TB_INT64; /* a step of 0.5 is 0 there */
    CHECK_ERROR(tb_range_plan(&r, &err), TB_RUNTIME_ERROR, "step must be nonzero");
}

static void negative_strides_are_replaced_or_refused(void)
{
    const int64_t one[] = {1, 3}, three[] = {2, 3};
    int64_t stride[] = {-5, 2};
    CHECK_OK(tb_replace_negative_strides(one, stride, 2, err));
    CHECK_EQ(stride[0], 6);
    stride[1] = -1;
    CHECK_ERROR(tb_replace_negative_strides(three, stride, 2, &err), TB_RUNTIME_ERROR,
                "Storage size calculation overflowed with sizes=[2, 3] and strides=[6, -1]");
}

static void a_permutation_holds_each_number_once(void)
{
    tb_tensor t;
    tb_generator g;
    const int64_t size[] = {100};
    bool seen[100] = {false};
    tb_generator_init(&g, 7);
    CHECK_OK(tb_tensor_new(&t, TB_INT16, size, NULL, 1, false, err));
    CHECK_OK(tb_random_permutation(&t, &g, NULL, err));
    for (int64_t i = 0; i < 100; i++)
        seen[(int)at(&t, i)] = true;
    for (int i = 0; i < 100; i++)
        CHECK(seen[i]);
    tb_tensor_release(&t);
}

static void integers_stay_in_their_bounds(void)
{
    tb_tensor t;
    tb_generator g;
    unsigned imprecise;
    tb_integer_range range;
    const int64_t size[] = {20, 20};
    tb_generator_init(&g, 7);
    CHECK_OK(tb_random_integers_between(TB_INT8, -3, 5, &range, &imprecise, err));
    CHECK_OK(tb_tensor_new(&t, TB_INT8, size, NULL, 2, false, err));
    CHECK_OK(tb_random_integers(&t, &g, &range, NULL, err));
    for (int64_t i = 0; i < t.numel; i++)
        CHECK(at(&t, i) >= -3 && at(&t, i) < 5);
    tb_tensor_release(&t);
    CHECK_ERROR(tb_random_integers_between(TB_INT8, -3, 129, &range, &imprecise, &err), TB_RUNTIME_ERROR,
                "to - 1 is out of bounds for signed char");
    CHECK_OK(tb_random_integers_between(TB_FLOAT16, -3, 3000, &range, &imprecise, err));
    CHECK_EQ(imprecise, 2);
}

int main(void)
{
    CHECK_OK(tb_cpu_select(NULL, err));
    a_range_of_every_dtype_counts();
    linspace_counts_from_both_ends();
    eye_follows_the_strides();
    a_closed_range_has_its_end();
    negative_strides_are_replaced_or_refused();
    a_permutation_holds_each_number_once();
    integers_stay_in_their_bounds();
    return check_report(__FILE__);
}
