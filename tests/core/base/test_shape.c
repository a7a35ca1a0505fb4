/* Sizes: counting, broadcasting, expanding, view inference. */
#include "check.h"

#define BIG (INT64_C(1) << 62)

static void fill(int64_t *size, int n, int64_t value)
{
    for (int d = 0; d < n; d++)
        size[d] = value;
}

/* ---- counting ---- */

static void sizes_are_counted(void)
{
    int64_t numel = -1;
    CHECK_OK(tb_check_sizes(DIMS(2, 3, 4), 3, 8, &numel, err));
    CHECK_EQ(numel, 24);
    CHECK_OK(tb_check_sizes(NULL, 0, 16, &numel, err));
    CHECK_EQ(numel, 1);
    CHECK_OK(tb_check_sizes(DIMS(2, 0, 4), 3, 8, &numel, err));
    CHECK_EQ(numel, 0);
    CHECK_EQ(tb_numel(DIMS(2, 3, 4), 3), 24);
    CHECK_EQ(tb_numel(NULL, 0), 1);
    CHECK_EQ(tb_numel(DIMS(BIG, 3, 0), 3), 0);
    CHECK(tb_same_sizes(NULL, 0, NULL, 0));
    CHECK(tb_same_sizes(DIMS(2, 3), 2, DIMS(2, 3), 2));
    CHECK(!tb_same_sizes(DIMS(2, 3), 2, DIMS(2, 4), 2));
    CHECK(!tb_same_sizes(DIMS(2, 3), 2, DIMS(2, 3), 1));
}

static void negative_sizes_are_refused(void)
{
    tb_error err;
    int64_t numel;
    CHECK_ERROR(tb_check_sizes(DIMS(-1), 1, 4, &numel, &err), TB_RUNTIME_ERROR,
                "Trying to create tensor with negative dimension -1: [-1]");
    CHECK_ERROR(
        tb_check_sizes(DIMS(0, 2, INT64_MIN), 3, 4, &numel, &err), TB_RUNTIME_ERROR,
        "Trying to create tensor with negative dimension -9223372036854775808: [0, 2, -9223372036854775808]");
    CHECK_ERROR(tb_check_numel(DIMS(3, -2), 2, &numel, &err), TB_RUNTIME_ERROR,
                "numel: integer multiplication overflow");
}

static void products_that_do_not_fit_are_refused(void)
{
    tb_error err;
    int64_t numel = -1;
    CHECK_ERROR(tb_check_sizes(DIMS(BIG, 4), 2, 1, &numel, &err), TB_RUNTIME_ERROR,
                "Storage size calculation overflowed with sizes=[4611686018427387904, 4]");
    CHECK_ERROR(tb_check_sizes(DIMS(BIG), 1, 4, &numel, &err), TB_RUNTIME_ERROR,
                "Storage size calculation overflowed with sizes=[4611686018427387904]");
    CHECK_EQ(tb_check_sizes(DIMS(INT64_MAX), 1, 2, &numel, NULL), TB_RUNTIME_ERROR);
    CHECK_EQ(tb_check_sizes(DIMS(BIG), 1, 2, &numel, NULL), TB_RUNTIME_ERROR); /* 2^63: unsigned fits */
    CHECK_EQ(tb_check_sizes(DIMS(BIG, BIG, BIG), 3, 1, &numel, NULL), TB_RUNTIME_ERROR);
    /* As torch: a 0 saves the product from what follows it only. */
    CHECK_EQ(tb_check_sizes(DIMS(BIG, 4, 0), 3, 1, &numel, NULL), TB_RUNTIME_ERROR);
    CHECK_OK(tb_check_sizes(DIMS(BIG, 0, 2), 3, 16, &numel, err));
    CHECK_EQ(numel, 0);
    CHECK_OK(tb_check_sizes(DIMS(INT64_MAX), 1, 1, &numel, err));
    CHECK_EQ(numel, INT64_MAX);
    CHECK_ERROR(tb_check_sizes(DIMS(0, BIG, 4), 3, 4, &numel, &err), TB_RUNTIME_ERROR,
                "Stride calculation overflowed");
    CHECK_ERROR(tb_check_numel(DIMS(BIG, 2), 2, &numel, &err), TB_RUNTIME_ERROR,
                "numel: integer multiplication overflow");
    CHECK_OK(tb_check_numel(DIMS(INT64_MAX), 1, &numel, err));
    CHECK_EQ(numel, INT64_MAX);
}

static void dims_are_limited_to_64(void)
{
    const char *text = "only tensors with up to 64 dims are supported";
    tb_error err;
    tb_shape acc = {.ndim = 0};
    int64_t ones[65], out[65], numel;
    fill(ones, 65, 1);
    CHECK_OK(tb_check_sizes(ones, 64, 16, &numel, err));
    CHECK_OK(tb_broadcast(&acc, ones, 64, err));
    CHECK_EQ(acc.ndim, 64);
    CHECK_OK(tb_infer_expand(NULL, NULL, 0, ones, 64, out, out, err));
    CHECK_OK(tb_infer_size(ones, 64, 1, err));
    CHECK_ERROR(tb_check_sizes(ones, 65, 16, &numel, &err), TB_RUNTIME_ERROR, text);
    CHECK_ERROR(tb_check_numel(ones, 65, &numel, &err), TB_RUNTIME_ERROR, text);
    CHECK_ERROR(tb_broadcast(&acc, ones, 65, &err), TB_RUNTIME_ERROR, text);
    CHECK_ERROR(tb_infer_expand(NULL, NULL, 0, ones, 65, out, out, &err), TB_RUNTIME_ERROR, text);
    CHECK_ERROR(tb_infer_size(ones, 65, 1, &err), TB_RUNTIME_ERROR, text);
    fill(ones, 64, 2);
    CHECK_EQ(tb_check_sizes(ones, 64, 1, &numel, NULL), TB_RUNTIME_ERROR);
    CHECK_OK(tb_check_sizes(ones, 62, 1, &numel, err));
    CHECK_EQ(numel, BIG);
}

static void dimensions_wrap_once(void)
{
    tb_error err;
    int d = -1;
    for (int dim = -3; dim < 3; dim++) {
        CHECK_OK(tb_wrap_dim(dim, 3, &d, err));
        CHECK_EQ(d, (dim + 3) % 3);
    }
    CHECK_OK(tb_wrap_dim(-1, 0, &d, err));
    CHECK_EQ(d, 0);
    CHECK_ERROR(tb_wrap_dim(3, 2, &d, &err), TB_INDEX_ERROR,
                "Dimension out of range (expected to be in range of [-2, 1], but got 3)");
    CHECK_ERROR(tb_wrap_dim(-3, 2, &d, &err), TB_INDEX_ERROR,
                "Dimension out of range (expected to be in range of [-2, 1], but got -3)");
    CHECK_ERROR(tb_wrap_dim(1, 0, &d, &err), TB_INDEX_ERROR,
                "Dimension out of range (expected to be in range of [-1, 0], but got 1)");
    CHECK_EQ(tb_wrap_dim(INT64_MIN, 64, &d, NULL), TB_INDEX_ERROR);
    CHECK_EQ(tb_wrap_dim(INT64_MAX, 64, &d, NULL), TB_INDEX_ERROR);
}

/* ---- broadcasting ---- */

static tb_shape shape_of(const int64_t *size, int ndim)
{
    tb_shape shape = {.ndim = ndim};
    for (int d = 0; d < ndim; d++)
        shape.size[d] = size[d];
    return shape;
}

static void shapes_broadcast_from_the_trailing_end(void)
{
    tb_shape acc = shape_of(DIMS(5, 3, 4, 1), 4);
    CHECK_OK(tb_broadcast(&acc, DIMS(3, 1, 1), 3, err));
    CHECK_EQ(acc.ndim, 4);
    CHECK_DIMS(acc.size, 5, 3, 4, 1);
    acc = shape_of(DIMS(1), 1);
    CHECK_OK(tb_broadcast(&acc, DIMS(3, 1, 7), 3, err));
    CHECK_EQ(acc.ndim, 3);
    CHECK_DIMS(acc.size, 3, 1, 7);
    acc = shape_of(NULL, 0);
    CHECK_OK(tb_broadcast(&acc, NULL, 0, err));
    CHECK_EQ(acc.ndim, 0);
    CHECK_OK(tb_broadcast(&acc, DIMS(2, 2), 2, err));
    CHECK_DIMS(acc.size, 2, 2);
    acc = shape_of(DIMS(2, 1), 2);
    CHECK_OK(tb_broadcast(&acc, DIMS(0), 1, err));
    CHECK_DIMS(acc.size, 2, 0);
    CHECK_OK(tb_broadcast(&acc, DIMS(1, 1), 2, err));
    CHECK_DIMS(acc.size, 2, 0);
}

static void a_clash_names_both_sizes_and_changes_nothing(void)
{
    tb_error err;
    tb_shape acc = shape_of(DIMS(5, 2, 4, 1), 4);
    CHECK_ERROR(tb_broadcast(&acc, DIMS(3, 1, 1), 3, &err), TB_RUNTIME_ERROR,
                "The size of tensor a (2) must match the size of tensor b (3) at non-singleton dimension 1");
    CHECK_EQ(acc.ndim, 4);
    CHECK_DIMS(acc.size, 5, 2, 4, 1);
    /* The first clash from the trailing end, counted in the result. */
    acc = shape_of(DIMS(2, 3), 2);
    CHECK_ERROR(tb_broadcast(&acc, DIMS(9, 4, 2), 3, &err), TB_RUNTIME_ERROR,
                "The size of tensor a (3) must match the size of tensor b (2) at non-singleton dimension 2");
    CHECK_EQ(acc.ndim, 2);
    acc = shape_of(DIMS(0), 1);
    CHECK_ERROR(tb_broadcast(&acc, DIMS(2, 2), 2, &err), TB_RUNTIME_ERROR,
                "The size of tensor a (0) must match the size of tensor b (2) at non-singleton dimension 1");
}

static void expandable_tells_the_clash(void)
{
    int clash = 99;
    CHECK(tb_expandable(DIMS(3, 1), 2, DIMS(2, 3, 4), 3, &clash));
    CHECK(tb_expandable(NULL, 0, NULL, 0, &clash));
    CHECK(tb_expandable(DIMS(1), 1, DIMS(0), 1, &clash));
    CHECK_EQ(clash, 99);
    CHECK(!tb_expandable(DIMS(3, 3, 7), 3, DIMS(1, 3, 1), 3, &clash));
    CHECK_EQ(clash, 2);
    CHECK(!tb_expandable(DIMS(1, 3), 2, DIMS(3), 1, &clash));
    CHECK_EQ(clash, -1);
    CHECK(!tb_expandable(DIMS(5, 2, 3), 3, DIMS(4, 3), 2, &clash));
    CHECK_EQ(clash, 0);
    CHECK(!tb_expandable(DIMS(0), 1, DIMS(1), 1, NULL));
}

static void expanding_repeats_with_stride_0(void)
{
    int64_t stride[8];
    tb_expand_strides(DIMS(3, 1), DIMS(5, 7), 2, DIMS(2, 3, 4), 3, stride);
    CHECK_DIMS(stride, 0, 5, 0);
    tb_expand_strides(DIMS(3, 1), DIMS(5, 7), 2, DIMS(1, 3, 1), 3, stride);
    CHECK_DIMS(stride, 0, 5, 7);
    tb_expand_strides(DIMS(1), DIMS(5), 1, DIMS(0), 1, stride);
    CHECK_DIMS(stride, 0);
}

static void expand_gives_torchs_strides(void)
{
    int64_t size[8], stride[8];
    CHECK_OK(tb_infer_expand(DIMS(2, 3), DIMS(7, 2), 2, DIMS(4, 1, -1, 3), 4, size, stride, err));
    CHECK_DIMS(size, 4, 1, 2, 3);
    CHECK_DIMS(stride, 0, 14, 7, 2);
    CHECK_OK(tb_infer_expand(DIMS(1, 3), DIMS(7, 1), 2, DIMS(5, 1, 3), 3, size, stride, err));
    CHECK_DIMS(stride, 0, 7, 1);
    CHECK_OK(tb_infer_expand(DIMS(1, 3), DIMS(7, 1), 2, DIMS(0, 3), 2, size, stride, err));
    CHECK_DIMS(size, 0, 3);
    CHECK_DIMS(stride, 0, 1);
    CHECK_OK(tb_infer_expand(NULL, NULL, 0, DIMS(2, 3), 2, size, stride, err));
    CHECK_DIMS(stride, 0, 0);
    CHECK_OK(tb_infer_expand(DIMS(0, 3), DIMS(BIG, BIG), 2, DIMS(1, 1, 0, 3), 4, size, stride, err));
    CHECK_OK(tb_infer_expand(DIMS(4, 0), DIMS(BIG, 1), 2, DIMS(1, 4, 0), 3, size, stride, err));
    CHECK_DIMS(stride, INT64_MAX, BIG, 1);
}

static void expand_refuses_with_torchs_texts(void)
{
    tb_error err;
    int64_t size[8], stride[8];
    CHECK_ERROR(
        tb_infer_expand(DIMS(2), DIMS(1), 1, DIMS(3), 1, size, stride, &err), TB_RUNTIME_ERROR,
        "The expanded size of the tensor (3) must match the existing size (2) at non-singleton dimension 0.  "
        "Target sizes: [3].  Tensor sizes: [2]");
    CHECK_ERROR(
        tb_infer_expand(DIMS(0, 3), DIMS(3, 1), 2, DIMS(4, 1, -1), 3, size, stride, &err), TB_RUNTIME_ERROR,
        "The expanded size of the tensor (1) must match the existing size (0) at non-singleton dimension 1.  "
        "Target sizes: [4, 1, -1].  Tensor sizes: [0, 3]");
    CHECK_ERROR(tb_infer_expand(DIMS(3), DIMS(1), 1, DIMS(-1, 3), 2, size, stride, &err), TB_RUNTIME_ERROR,
                "The expanded size of the tensor (-1) isn't allowed in a leading, non-existing dimension 0");
    CHECK_ERROR(
        tb_infer_expand(DIMS(2, 3), DIMS(3, 1), 2, DIMS(3), 1, size, stride, &err), TB_RUNTIME_ERROR,
        "the number of sizes provided (1) must be greater or equal to the number of dimensions in the tensor "
        "(2)");
}

/* ---- views ---- */

static void one_size_is_inferred(void)
{
    int64_t size[4] = {2, -1, 3};
    CHECK_OK(tb_infer_size(size, 3, 24, err));
    CHECK_DIMS(size, 2, 4, 3);
    size[0] = -1;
    CHECK_OK(tb_infer_size(size, 1, 0, err));
    CHECK_DIMS(size, 0);
    CHECK_OK(tb_infer_size(size, 0, 1, err));
    size[0] = -1, size[1] = 3;
    CHECK_OK(tb_infer_size(size, 2, 0, err));
    CHECK_DIMS(size, 0, 3);
    size[0] = BIG, size[1] = 0, size[2] = 4;
    CHECK_OK(tb_infer_size(size, 3, 0, err));
}

static void sizes_that_do_not_fit_are_refused(void)
{
    static const struct {
        int ndim;
        int64_t size[3], numel;
        const char *text;
    } cases[] = {
        {1, {3}, 2, "shape '[3]' is invalid for input of size 2"},
        {0, {0}, 2, "shape '[]' is invalid for input of size 2"},
        {2, {-1, 4}, 6, "shape '[-1, 4]' is invalid for input of size 6"},
        {2, {0, -1}, 6, "shape '[0, -1]' is invalid for input of size 6"},
        {2, {-1, -1}, 6, "only one dimension can be inferred"},
        {3, {-1, 2, -2}, 6, "invalid shape dimension -2 at index 2 of shape [-1, 2, -2]"},
        {2,
         {0, -1},
         0,
         "cannot reshape tensor of 0 elements into shape [0, -1] because the unspecified dimension size -1 "
         "can be any "
         "value and is ambiguous"},
        {2, {BIG, 4}, 6, "shape '[4611686018427387904, 4]' is invalid for input of size 6"},
        {2, {BIG, 4}, 0, "shape '[4611686018427387904, 4]' is invalid for input of size 0"},
        {3, {BIG, 4, -1}, 0, "shape '[4611686018427387904, 4, -1]' is invalid for input of size 0"},
    };
    tb_error err;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        int64_t size[3];
        memcpy(size, cases[i].size, sizeof size);
        CHECK_ERROR(tb_infer_size(size, cases[i].ndim, cases[i].numel, &err), TB_RUNTIME_ERROR,
                    cases[i].text);
        CHECK_EQ(memcmp(size, cases[i].size, sizeof size), 0);
    }
}

/* Strided shapes seen as other shapes: each element must stay at its place. */
static void a_view_keeps_every_element_in_its_place(void)
{
    int views = 0;
    for (int n = 0; n < 20000; n++) {
        int64_t old_size[4], old_stride[4], new_size[6], new_stride[6], i[4] = {0}, j[6] = {0}, left;
        int old_ndim = (int)draw(5), new_ndim = 0;
        for (int d = old_ndim - 1; d >= 0; d--) {
            old_size[d] = 1 + draw(4);
            old_stride[d] = d + 1 < old_ndim && draw(3) ? old_size[d + 1] * old_stride[d + 1] : draw(5);
        }
        left = tb_numel(old_size, old_ndim);
        while (new_ndim < 5 && draw(5)) {
            int64_t factor = 1 + draw(4);
            if (left % factor == 0) {
                new_size[new_ndim++] = factor;
                left /= factor;
            }
        }
        if (left > 1)
            new_size[new_ndim++] = left;
        if (!tb_view_strides(old_size, old_stride, old_ndim, new_size, new_ndim, new_stride))
            continue;
        views++;
        bool more_old, more_new, same = true;
        do {
            same &= position(i, old_stride, old_ndim) == position(j, new_stride, new_ndim);
            more_old = next_index(i, old_size, old_ndim);
            more_new = next_index(j, new_size, new_ndim);
        } while (more_old && more_new);
        CHECK(same && !more_old && !more_new);
    }
    CHECK(views > 2000);
}

static void view_strides_are_torchs(void)
{
    int64_t stride[4];
    CHECK(tb_view_strides(DIMS(3, 2), DIMS(1, 3), 2, DIMS(1, 3, 2, 1), 4, stride));
    CHECK_DIMS(stride, 3, 1, 3, 3);
    CHECK(!tb_view_strides(DIMS(3, 2), DIMS(1, 3), 2, DIMS(6), 1, stride));
    CHECK(tb_view_strides(DIMS(1, 1), DIMS(5, 9), 2, DIMS(1, 1, 1), 3, stride));
    CHECK_DIMS(stride, 9, 9, 9);
    CHECK(tb_view_strides(DIMS(1, 3), DIMS(5, 1), 2, DIMS(1, 3), 2, stride));
    CHECK_DIMS(stride, 3, 1);
    CHECK(tb_view_strides(NULL, NULL, 0, DIMS(1, 1), 2, stride));
    CHECK_DIMS(stride, 1, 1);
    CHECK(tb_view_strides(DIMS(1, 1), DIMS(4, 4), 2, NULL, 0, stride));
    /* An empty tensor keeps its strides for its own sizes and takes contiguous ones else. */
    CHECK(tb_view_strides(DIMS(0, 3), DIMS(5, 9), 2, DIMS(0, 3), 2, stride));
    CHECK_DIMS(stride, 5, 9);
    CHECK(tb_view_strides(DIMS(0, 3), DIMS(5, 9), 2, DIMS(3, 0), 2, stride));
    CHECK_DIMS(stride, 1, 1);
    CHECK(tb_view_strides(DIMS(2, 1), DIMS(1, INT64_MAX), 2, DIMS(1, 2), 2, stride));
    CHECK_DIMS(stride, 2, 1);
}

int main(void)
{
    sizes_are_counted();
    negative_sizes_are_refused();
    products_that_do_not_fit_are_refused();
    dims_are_limited_to_64();
    dimensions_wrap_once();
    shapes_broadcast_from_the_trailing_end();
    a_clash_names_both_sizes_and_changes_nothing();
    expandable_tells_the_clash();
    expanding_repeats_with_stride_0();
    expand_gives_torchs_strides();
    expand_refuses_with_torchs_texts();
    one_size_is_inferred();
    sizes_that_do_not_fit_are_refused();
    a_view_keeps_every_element_in_its_place();
    view_strides_are_torchs();
    return check_report(__FILE__);
}
