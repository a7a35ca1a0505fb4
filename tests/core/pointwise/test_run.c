/* One call from end to end: masked fills, private copies, resized outputs, failures.  Values, texts and warnings are compared
 * with PyTorch in tests/pointwise and tests/call. */
#include "calls.h"

#include "core/copy/fill.h"
#include "core/iterate/fill_selected.h"
#include "core/kernels/levels/tables.h"

/* ---- fills ---- */

/* Of any strides, and masks of random, whole and empty stretches, expanded or not. */
static void a_masked_fill_writes_what_the_mask_selects(tb_dtype dtype)
{
    const int64_t itemsize = tb_dtypes[dtype].itemsize;
    for (int round = 0; round < 300; round++) {
        const int64_t size[] = {1 + draw(5), 1 + draw(300)};
        int64_t stride[2], wrong = 0;
        tb_tensor out, mask, rows;
        tb_element value;
        draw_strides(stride, size, 2, draw(2), 1 + draw(2));
        CHECK_OK(tb_tensor_new(&out, dtype, size, stride, 2, true, err));
        CHECK_OK(tb_tensor_new(&mask, TB_BOOL, size, NULL, 2, true, err));
        const int64_t kind = draw(3);
        for (int64_t i = 0; i < mask.numel; i++)
            tb_data(&mask)[i] = (char)(kind == 0 ? draw(2) : kind == 1 ? i / 80 % 2 : draw(20) > 0);
        const int64_t row_stride[] = {mask.stride[0], draw(4) ? 1 : 0};
        CHECK_OK(tb_tensor_view(&rows, mask.storage, TB_BOOL, size, row_stride, 2, 0, err));
        memset(tb_data(&out), 1, (size_t)out.storage->nbytes);
        memset(&value, 2, sizeof value);
        CHECK_OK(tb_fill_selected(&out, &rows, &value, NULL, err));
        int64_t selected = 0, written = 0;
        for (int64_t i = 0; i < size[0]; i++)
            for (int64_t j = 0; j < size[1]; j++) {
                const bool is = tb_data(&mask)[i * row_stride[0] + j * row_stride[1]];
                selected += is;
                for (int64_t k = 0; k < itemsize; k++)
                    wrong += tb_data(&out)[(i * stride[0] + j * stride[1]) * itemsize + k] != 1 + is;
            }
        for (int64_t i = 0; i < out.storage->nbytes; i++) /* and nothing between the elements */
            written += tb_data(&out)[i] == 2;
        CHECK_EQ(wrong, 0);
        CHECK_EQ(written, selected * itemsize);
        tb_tensor_release(&rows);
        tb_tensor_release(&mask);
        tb_tensor_release(&out);
    }
}

/* ---- overlap ---- */

static void operands_that_are_overwritten_are_read_first(void)
{
    /* out = memory of x as an empty view, which is resized over x while x is read transposed; more than
     * one tile, so that a later tile would read what an earlier one wrote. */
    enum { ROWS = 60, COLUMNS = 50 };
    tb_tensor x, transposed, ones, out;
    tb_scalar one = integer(1);
    count_from(&x, TB_FLOAT32, DIMS(COLUMNS, ROWS), 2, 0);
    CHECK_OK(tb_view_t(&transposed, &x, err));
    CHECK_OK(tb_tensor_new(&ones, TB_FLOAT32, DIMS(ROWS, COLUMNS), NULL, 2, true, err));
    CHECK_OK(tb_fill(&ones, &one, err));
    CHECK_OK(tb_view_as_strided(&out, &x, DIMS(0), DIMS(1), 1, 0, err));
    tb_call call = call_of(TB_OP_ADD, TB_FORM_OUT, &out, &ones, &transposed);
    CHECK_EQ(go(&call), TB_OK);
    CHECK_TENSOR(&out, 2, DIMS(ROWS, COLUMNS), DIMS(COLUMNS, 1));
    for (int i = 0; i < ROWS * COLUMNS; i++)
        CHECK(at(&out, i) == i / COLUMNS + i % COLUMNS * ROWS + 1);
    tb_tensor_release(&out);
    tb_tensor_release(&ones);
    tb_tensor_release(&transposed);
    tb_tensor_release(&x);
}

static void an_output_that_is_an_operand_is_not_resized(void)
{
    tb_tensor a, b;
    count_from(&a, TB_INT64, DIMS(3, 1), 2, 0);
    count_from(&b, TB_INT64, DIMS(2), 1, 10);
    tb_call call = call_of(TB_OP_ADD, TB_FORM_OUT, &b, &a, &b);
    CHECK_ERROR(tb_prepare(&call, &err), TB_RUNTIME_ERROR,
                "output with shape [2] doesn't match the broadcast shape [3, 2]");
    CHECK_TENSOR(&b, 1, DIMS(2), DIMS(1));
    CHECK(at(&b, 0) == 10 && at(&b, 1) == 11);
    tb_tensor_release(&a);
    tb_tensor_release(&b);
}

static void a_write_is_refused_or_copied_as_in_torch(void)
{
    tb_tensor line, row, same_place, odd, even, wide;
    tb_scalar seven = integer(7);
    count_from(&line, TB_FLOAT32, DIMS(8), 1, 0);
    CHECK_OK(tb_view_as_strided(&row, &line, DIMS(1, 3), DIMS(3, 1), 2, 0, err));
    CHECK_OK(tb_view_as_strided(&same_place, &line, DIMS(1, 3), DIMS(7, 1), 2, 0, err));
    tb_call call = call_of(TB_OP_ADD, TB_FORM_INPLACE, &row, &row, &same_place);
    CHECK_EQ(tb_prepare(&call, &err), TB_RUNTIME_ERROR); /* contiguous both, but not by the same strides */
    CHECK(strstr(err.message, "some elements of the input tensor and the written-to tensor"));

    CHECK_OK(tb_view_as_strided(&odd, &line, DIMS(3), DIMS(2), 1, 1, err));
    CHECK_OK(tb_view_as_strided(&even, &line, DIMS(3), DIMS(2), 1, 3, err));
    call = call_of(TB_OP_COPY, TB_FORM_WRITE, &even, &odd, NULL); /* 1 3 5 moves two indices up */
    CHECK_EQ(go(&call), TB_OK);
    static const double moved[] = {0, 1, 2, 1, 4, 3, 6, 5};
    for (int i = 0; i < 8; i++)
        CHECK(at(&line, i) == moved[i]);

    CHECK_OK(tb_view_as_strided(&wide, &line, DIMS(2, 3), DIMS(1, 0), 2, 0, err));
    CHECK_EQ(tb_copy(&wide, &row, &err), TB_RUNTIME_ERROR);
    CHECK_OK(tb_fill(&wide, &seven, err)); /* the same value everywhere */
    CHECK(at(&line, 0) == 7 && at(&line, 1) == 7 && at(&line, 2) == 2);
    tb_tensor *all[] = {&line, &row, &same_place, &odd, &even, &wide};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        tb_tensor_release(all[i]);
}

static void reshape_copies_only_where_it_must(void)
{
    tb_tensor t, transposed, view, copy;
    tb_shape flat = {.ndim = 1, .size = {-1}};
    count_from(&t, TB_INT32, DIMS(2, 3), 2, 0);
    CHECK_OK(tb_view_t(&transposed, &t, err));
    CHECK_OK(tb_reshape(&view, &t, &flat, err));
    CHECK_OK(tb_reshape(&copy, &transposed, &flat, err));
    CHECK_TENSOR(&view, 1, DIMS(6), DIMS(1));
    CHECK_TENSOR(&copy, 1, DIMS(6), DIMS(1));
    CHECK(view.storage == t.storage && copy.storage != t.storage);
    for (int i = 0; i < 6; i++)
        CHECK(at(&copy, i) == i / 2 + i % 2 * 3);
    tb_tensor_release(&copy);
    tb_tensor_release(&view);
    tb_tensor_release(&transposed);
    tb_tensor_release(&t);
}

/* ---- failures ---- */

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

static int give_up(char *const p[], const int64_t inner[], const int64_t outer[], int64_t n0, int64_t n1,
                   const tb_kernel_context *context)
{
    (void)p, (void)inner, (void)outer, (void)n0, (void)n1, (void)context;
    return 1;
}

static void a_kernel_that_gives_up_leaves_nothing_behind(void)
{
    static tb_kernel rows[TB_NOPS][TB_NDTYPES];
    memcpy(rows, tb_kernels_active->pointwise, sizeof rows);
    rows[TB_OP_DIV][TB_FLOAT32] = give_up;
    tb_kernels_table.pointwise = rows;
    for (int fast = 0; fast < 2; fast++) {
        tb_tensor a, b, out;
        count_from(&a, TB_FLOAT32, DIMS(3), 1, 0);
        count_from(&b, TB_FLOAT32, fast ? DIMS(3) : DIMS(3, 1), fast ? 1 : 2, 0);
        tb_call call = call_of(TB_OP_DIV, TB_FORM_NEW, &out, &a, &b);
        CHECK_ERROR(go(&call), TB_RUNTIME_ERROR, "ZeroDivisionError");
        CHECK_EQ(call.fast, fast);
        tb_tensor_release(&a);
        tb_tensor_release(&b);
    }
    CHECK_OK(tb_cpu_select(NULL, err));
}

int main(void)
{
    CHECK_OK(tb_cpu_select(NULL, err));
    static const tb_dtype of_sizes[] = {TB_UINT8, TB_FLOAT16, TB_FLOAT32, TB_INT64, TB_COMPLEX128};
    for (int i = 0; i < 5; i++)
        a_masked_fill_writes_what_the_mask_selects(of_sizes[i]);
    operands_that_are_overwritten_are_read_first();
    an_output_that_is_an_operand_is_not_resized();
    a_write_is_refused_or_copied_as_in_torch();
    reshape_copies_only_where_it_must();
    a_result_too_large_is_refused();
    a_kernel_that_gives_up_leaves_nothing_behind();
    return check_report(__FILE__);
}
