/* One call from end to end: warnings, the fallback, the in-place rule and its texts, what alpha and bools
 * may be, private copies, resized outputs, failures.  Texts are torch 2.13's or the note's. */
#include "calls.h"

#include "core/copy/fill.h"
#include "core/iterate/fill_selected.h"
#include "core/kernels/levels/tables.h"

#define CHECK_WARNING(call, warning, expected)                                     \
    do {                                                                           \
        char text_[TB_WARNING_MAX];                                                \
        CHECK_TEXT(tb_warning_text(call, warning, text_, sizeof text_), expected); \
    } while (0)

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

/* ---- warnings and the fallback ---- */

static void the_fallback_is_asked_for_and_reads_in_row_major_order(void)
{
    tb_tensor a, b, transposed, out;
    count_from(&a, TB_FLOAT32, DIMS(4), 1, 0);
    count_from(&b, TB_INT16, DIMS(2, 2), 2, 10);
    CHECK_OK(tb_view_t(&transposed, &b, err)); /* 10 12 11 13 */
    tb_call call = call_of(TB_OP_ADD, TB_FORM_NEW, &out, &a, &transposed);
    CHECK_ERROR(tb_prepare(&call, &err), TB_RUNTIME_ERROR,
                "The size of tensor a (4) must match the size of tensor b (2) at non-singleton dimension 1");
    call.policy = TB_ALLOW_FALLBACK | TB_WARN_ON_BROADCAST;
    CHECK_EQ(go(&call), TB_OK);
    CHECK(call.fallback);
    CHECK_EQ(call.warnings, TB_WARNING_FALLBACK); /* never both */
    CHECK_WARNING(&call, TB_WARNING_FALLBACK,
                  "self and other not broadcastable, but have the same number of elements.  Falling back to "
                  "deprecated pointwise behavior.");
    CHECK_EQ(out.dtype, TB_FLOAT32);
    CHECK_TENSOR(&out, 1, DIMS(4), DIMS(1));
    static const double sums[] = {10, 13, 13, 16};
    for (int i = 0; i < 4; i++)
        CHECK(at(&out, i) == sums[i]);
    tb_tensor_release(&out);

    /* In place self keeps its own layout. */
    call = call_of(TB_OP_ADD, TB_FORM_INPLACE, &transposed, &transposed, &a);
    call.policy = TB_ALLOW_FALLBACK;
    CHECK_EQ(tb_prepare(&call, &err), TB_RUNTIME_ERROR); /* int16 cannot hold floats */
    count_from(&out, TB_INT8, DIMS(4), 1, 1);
    call.in[1].tensor = &out;
    CHECK_EQ(go(&call), TB_OK);
    CHECK_WARNING(&call, TB_WARNING_FALLBACK,
                  "other is not broadcastable to self, but they have the same number of elements.  Falling "
                  "back to deprecated pointwise behavior.");
    static const double in_memory[] = {11, 14, 14, 17};
    for (int i = 0; i < 4; i++)
        CHECK(at(&b, i) == in_memory[i]);
    tb_tensor_release(&out);
    tb_tensor_release(&transposed);
    tb_tensor_release(&a);
    tb_tensor_release(&b);
}

static void the_fallback_needs_equal_counts_that_are_not_0(void)
{
    tb_tensor a, b, out;
    count_from(&a, TB_FLOAT32, DIMS(2, 3), 2, 0);
    count_from(&b, TB_FLOAT32, DIMS(4), 1, 0);
    tb_call call = call_of(TB_OP_ADD, TB_FORM_NEW, &out, &a, &b);
    call.policy = TB_ALLOW_FALLBACK;
    CHECK_EQ(tb_prepare(&call, &err), TB_RUNTIME_ERROR);
    tb_tensor_release(&a);
    tb_tensor_release(&b);
    count_from(&a, TB_FLOAT32, DIMS(0), 1, 0);
    count_from(&b, TB_FLOAT32, DIMS(0, 2), 2, 0);
    CHECK_ERROR(tb_prepare(&call, &err), TB_RUNTIME_ERROR,
                "The size of tensor a (0) must match the size of tensor b (2) at non-singleton dimension 1");
    tb_tensor_release(&a);
    tb_tensor_release(&b);
}

static void broadcasting_equal_counts_warns_when_asked_to(void)
{
    tb_tensor a, b, out;
    count_from(&a, TB_FLOAT32, DIMS(4, 1), 2, 0);
    count_from(&b, TB_FLOAT32, DIMS(4), 1, 0);
    tb_call call = call_of(TB_OP_MUL, TB_FORM_NEW, &out, &a, &b);
    CHECK_OK(tb_prepare(&call, err));
    CHECK_EQ(call.warnings, 0);
    call.policy = TB_WARN_ON_BROADCAST | TB_ALLOW_FALLBACK;
    CHECK_OK(tb_prepare(&call, err));
    CHECK_EQ(call.warnings, TB_WARNING_BROADCAST);
    CHECK_WARNING(
        &call, TB_WARNING_BROADCAST,
        "self and other do not have the same shape, but are broadcastable, and have the same number "
        "of elements.\nChanging behavior in a backwards incompatible manner to broadcasting rather "
        "than viewing as 1-dimensional.");
    call.in[1].tensor = &a; /* the same shape */
    CHECK_OK(tb_prepare(&call, err));
    CHECK_EQ(call.warnings, 0);
    call.in[1] = (tb_operand){.number = integer(2)};
    CHECK_OK(tb_prepare(&call, err));
    CHECK_EQ(call.warnings, 0);
    tb_tensor_release(&a);
    tb_tensor_release(&b);
}

static void a_resized_output_and_a_lost_imaginary_part_warn(void)
{
    tb_tensor a, z, out, empty;
    count_from(&a, TB_FLOAT32, DIMS(2, 3), 2, 0);
    count_from(&z, TB_COMPLEX64, DIMS(3), 1, 5);
    count_from(&out, TB_FLOAT32, DIMS(3), 1, 0);
    count_from(&empty, TB_FLOAT32, DIMS(0), 1, 0);
    tb_call call = call_of(TB_OP_ADD, TB_FORM_OUT, &out, &a, &a);
    CHECK_OK(tb_prepare(&call, err));
    CHECK_EQ(call.warnings, TB_WARNING_RESIZE);
    CHECK_TENSOR(&out, 1, DIMS(3), DIMS(1)); /* preparing resizes nothing */
    char text[TB_WARNING_MAX];
    tb_warning_text(&call, TB_WARNING_RESIZE, text, sizeof text);
    CHECK(strstr(text, "had shape [3], which does not match the required output shape [2, 3]. "));
    call.out = &empty;
    CHECK_EQ(go(&call), TB_OK);
    CHECK_EQ(call.warnings, 0);
    CHECK_TENSOR(&empty, 2, DIMS(2, 3), DIMS(3, 1));
    CHECK(at(&empty, 5) == 10);

    call = call_of(TB_OP_COPY, TB_FORM_WRITE, &out, &z, NULL);
    CHECK_EQ(go(&call), TB_OK);
    CHECK_EQ(call.warnings, TB_WARNING_COMPLEX_TO_REAL);
    CHECK_WARNING(&call, TB_WARNING_COMPLEX_TO_REAL,
                  "Casting complex values to real discards the imaginary part");
    CHECK(at(&out, 2) == 7);
    tb_tensor_release(&a);
    tb_tensor_release(&z);
    tb_tensor_release(&out);
    tb_tensor_release(&empty);
}

/* ---- in place ---- */

static void in_place_asks_whether_operands_expand_to_self(void)
{
    tb_tensor self, other;
    count_from(&self, TB_FLOAT32, DIMS(1, 3, 1), 3, 0);
    count_from(&other, TB_FLOAT32, DIMS(3, 1, 7), 3, 0);
    tb_call call = call_of(TB_OP_ADD, TB_FORM_INPLACE, &self, &self, &other);
    call.policy = TB_ALLOW_FALLBACK;
    CHECK_ERROR(tb_prepare(&call, &err), TB_RUNTIME_ERROR,
                "output with shape [1, 3, 1] doesn't match the broadcast shape [3, 3, 7]\n"
                "The expanded size of the tensor (1) must match the existing size (7) at non-singleton "
                "dimension 2.");
    tb_tensor_release(&other);
    count_from(&other, TB_FLOAT32, DIMS(5, 1, 3, 1), 4, 0); /* only a dimension that self lacks */
    CHECK_ERROR(tb_prepare(&call, &err), TB_RUNTIME_ERROR,
                "output with shape [1, 3, 1] doesn't match the broadcast shape [5, 1, 3, 1]");
    tb_tensor_release(&other);
    count_from(&other, TB_FLOAT32, DIMS(2, 1), 2, 0);
    CHECK_ERROR(tb_prepare(&call, &err), TB_RUNTIME_ERROR,
                "The size of tensor a (3) must match the size of tensor b (2) at non-singleton dimension 1");
    tb_tensor_release(&other);
    count_from(&other, TB_FLOAT32, DIMS(3), 1, 0); /* broadcastable, not expandable: the fallback */
    CHECK_EQ(go(&call), TB_OK);
    CHECK_EQ(call.warnings, TB_WARNING_FALLBACK);
    CHECK(at(&self, 1) == 2 && at(&self, 2) == 4);
    tb_tensor_release(&other);
    tb_tensor_release(&self);
}

static void a_result_that_the_output_cannot_hold_is_refused(void)
{
    tb_tensor t;
    count_from(&t, TB_INT32, DIMS(2), 1, 1);
    tb_call call = call_of(TB_OP_ADD, TB_FORM_INPLACE, &t, &t, NULL);
    call.in[1].number = real(1.5);
    CHECK_ERROR(tb_prepare(&call, &err), TB_RUNTIME_ERROR,
                "result type Float can't be cast to the desired output type Int");
    call.op = TB_OP_DIV;
    call.in[1].number = integer(2);
    CHECK_ERROR(tb_prepare(&call, &err), TB_RUNTIME_ERROR,
                "result type Float can't be cast to the desired output type Int");
    tb_tensor_release(&t);
}

/* ---- alpha and bools ---- */

static void alpha_must_suit_the_result(void)
{
    static const struct {
        tb_dtype dtype;
        tb_scalar alpha;
        const char *text;
    } cases[] = {
        {TB_INT32,
         {.kind = TB_KIND_FLOAT, .v.f = 2.5},
         "For integral input tensors, argument alpha must not be a floating point number."},
        {TB_FLOAT32, {.kind = TB_KIND_BOOL, .v.i = 1}, "Boolean alpha only supported for Boolean results."},
        {TB_FLOAT32,
         {.kind = TB_KIND_COMPLEX, .v.c = {0, 1}},
         "For non-complex input tensors, argument alpha must not be a complex number."},
        {TB_UINT8,
         {.kind = TB_KIND_INT, .v.i = 300},
         "value cannot be converted to type uint8_t without overflow"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        tb_tensor t, out;
        count_from(&t, cases[i].dtype, DIMS(2), 1, 1);
        tb_call call = call_of(TB_OP_ADD, TB_FORM_NEW, &out, &t, &t);
        call.given = 1;
        call.parameter[0] = cases[i].alpha;
        CHECK_ERROR(tb_prepare(&call, &err), TB_RUNTIME_ERROR, cases[i].text);
        tb_tensor_release(&t);
    }
}

static void bools_are_not_subtracted(void)
{
    tb_tensor t, out;
    count_from(&t, TB_BOOL, DIMS(2), 1, 0);
    tb_call call = call_of(TB_OP_SUB, TB_FORM_NEW, &out, &t, &t);
    CHECK_ERROR(tb_prepare(&call, &err), TB_RUNTIME_ERROR,
                "Subtraction, the `-` operator, with two bool tensors is not supported. Use the `^` or "
                "`logical_xor()` operator instead.");
    call.in[1] = (tb_operand){.number = integer(1)};
    CHECK_ERROR(tb_prepare(&call, &err), TB_RUNTIME_ERROR,
                "Subtraction, the `-` operator, with a bool tensor is not supported. If you are trying to "
                "invert a mask, use the `~` or `logical_not()` operator instead.");
    tb_tensor_release(&t);
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
    the_fallback_is_asked_for_and_reads_in_row_major_order();
    the_fallback_needs_equal_counts_that_are_not_0();
    broadcasting_equal_counts_warns_when_asked_to();
    a_resized_output_and_a_lost_imaginary_part_warn();
    in_place_asks_whether_operands_expand_to_self();
    a_result_that_the_output_cannot_hold_is_refused();
    alpha_must_suit_the_result();
    bools_are_not_subtracted();
    operands_that_are_overwritten_are_read_first();
    an_output_that_is_an_operand_is_not_resized();
    a_write_is_refused_or_copied_as_in_torch();
    reshape_copies_only_where_it_must();
    a_kernel_that_gives_up_leaves_nothing_behind();
    return check_report(__FILE__);
}
