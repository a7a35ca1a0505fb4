/* arange: lengths, torch 2.13's values bit for bit, its refusals, outputs of any layout. */
#include "calls.h"

#include <math.h>

static void open_range(tb_tensor *t, tb_dtype dtype, tb_scalar start, tb_scalar end, tb_scalar step)
{
    tb_range r = {.start = start, .end = end, .step = step, .dtype = dtype};
    CHECK_OK(tb_range_plan(&r, err));
    CHECK_OK(tb_tensor_new(t, dtype, &r.length, NULL, 1, false, err));
    CHECK_OK(tb_range_write(&r, t, NULL, err));
}

static void values_are_torchs(void)
{
    tb_tensor t;
    open_range(&t, TB_FLOAT32, integer(0), integer(20), real(0.1));
    CHECK_EQ(t.numel, 200);
    const uint32_t *single = (const uint32_t *)tb_data(&t);
    CHECK(single[1] == 0x3dcccccd && single[7] == 0x3f333333 && single[198] == 0x419e6666);
    CHECK(single[199] == 0x419f3333);
    tb_tensor_release(&t);

    open_range(&t, TB_FLOAT64, integer(0), real(3.3), real(0.1));
    CHECK_EQ(t.numel, 33);
    const uint64_t *wide = (const uint64_t *)tb_data(&t);
    CHECK(wide[3] == 0x3fd3333333333334 && wide[9] == 0x3feccccccccccccd && wide[32] == 0x400999999999999a);
    tb_tensor_release(&t);

    open_range(&t, TB_FLOAT16, integer(0), integer(4), real(0.1));
    CHECK_EQ(t.numel, 40);
    const uint16_t *half = (const uint16_t *)tb_data(&t);
    CHECK(half[3] == 0x34cd && half[9] == 0x3b33 && half[38] == 0x439a && half[39] == 0x43cd);
    tb_tensor_release(&t);

    open_range(&t, TB_INT64, integer(5), integer(-20), integer(-3));
    CHECK_EQ(t.numel, 9);
    for (int64_t i = 0; i < t.numel; i++)
        CHECK_EQ(((const int64_t *)tb_data(&t))[i], 5 - 3 * i);
    tb_tensor_release(&t);

    open_range(&t, TB_UINT8, integer(0), integer(600), integer(50));
    CHECK_EQ(t.numel, 12);
    for (int64_t i = 0; i < t.numel; i++)
        CHECK_EQ(((const uint8_t *)tb_data(&t))[i], (uint8_t)(50 *i));
    tb_tensor_release(&t);

    open_range(&t, TB_FLOAT32, integer(2), integer(2), integer(1));
    CHECK_EQ(t.numel, 0);
    tb_tensor_release(&t);
}

static void ranges_that_make_no_sense_are_refused(void)
{
    const struct {
        tb_dtype dtype;
        tb_scalar start, end, step;
        tb_status status;
        const char *text;
    } cases[] = {
        {TB_INT64, integer(0), integer(5), integer(0), TB_RUNTIME_ERROR, "step must be nonzero"},
        {TB_INT64, integer(0), integer(-1), integer(1), TB_RUNTIME_ERROR,
         "upper bound and lower bound inconsistent with step sign"},
        {TB_FLOAT32, integer(0), real(INFINITY), integer(1), TB_RUNTIME_ERROR, "unsupported range: 0 -> inf"},
        {TB_FLOAT32, integer(0), integer(1), real(NAN), TB_RUNTIME_ERROR, "step must be nonzero"},
        {TB_FLOAT64, integer(0), real(1e300), integer(1), TB_RUNTIME_ERROR,
         "invalid size, possible overflow?"},
        {TB_INT64, integer(INT64_MIN), integer(INT64_MAX), integer(1), TB_RUNTIME_ERROR,
         "invalid size, possible overflow?"},
        {TB_BOOL, integer(0), integer(1), integer(1), TB_NOT_IMPLEMENTED_ERROR,
         "\"arange_cpu\" not implemented for 'Bool'"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        tb_range r = {
            .start = cases[i].start, .end = cases[i].end, .step = cases[i].step, .dtype = cases[i].dtype};
        CHECK_ERROR(tb_range_plan(&r, &err), cases[i].status, cases[i].text);
    }
}

static void an_output_keeps_its_layout(void)
{
    tb_tensor rows, transposed, narrow, wide;
    tb_range r = {.start = integer(0), .end = integer(6), .step = integer(1), .dtype = TB_INT32};
    CHECK_OK(tb_range_plan(&r, err));
    CHECK_OK(tb_tensor_new(&rows, TB_INT32, DIMS(2, 3), NULL, 2, true, err));
    CHECK_OK(tb_view_t(&transposed, &rows, err));
    CHECK_OK(tb_range_write(&r, &transposed, NULL, err));
    static const int32_t in_memory[] = {0, 2, 4, 1, 3, 5};
    CHECK(memcmp(tb_data(&rows), in_memory, sizeof in_memory) == 0);

    CHECK_OK(tb_tensor_new(&narrow, TB_INT32, DIMS(1), NULL, 1, true, err));
    CHECK_OK(tb_view_expand(&wide, &narrow, DIMS(6), 1, err));
    CHECK_EQ(tb_range_write(&r, &wide, NULL, &err), TB_RUNTIME_ERROR);
    CHECK(strstr(err.message, "more than one element of the written-to tensor"));
    CHECK_EQ(*(const int32_t *)tb_data(&narrow), 0);
    tb_tensor_release(&wide);
    tb_tensor_release(&narrow);
    tb_tensor_release(&transposed);
    tb_tensor_release(&rows);
}

int main(void)
{
    CHECK_OK(tb_cpu_select(NULL, err));
    values_are_torchs();
    ranges_that_make_no_sense_are_refused();
    an_output_keeps_its_layout();
    return check_report(__FILE__);
}
