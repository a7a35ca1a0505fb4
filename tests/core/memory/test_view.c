/* Views: sizes, strides, offsets and texts as torch 2.13 gives them. */
#include "geometry.h"

static void expand_repeats_or_says_why_not(void)
{
    make(DIMS(2, 1), 2);
    CHECK_VIEW(tb_view_expand(&v, &base, DIMS(4, 1, -1, 3), 4, err), 4, DIMS(4, 1, 2, 3), DIMS(0, 2, 1, 0),
               0);
    CHECK_VIEW(tb_view_expand(&v, &base, DIMS(2, 0), 2, err), 2, DIMS(2, 0), DIMS(1, 0), 0);
    CHECK_ERROR(tb_view_expand(&v, &base, DIMS(3), 1, &err), TB_RUNTIME_ERROR,
                "expand(torch.FloatTensor{[2, 1]}, size=[3]): the number of sizes provided (1) must be "
                "greater or equal "
                "to the number of dimensions in the tensor (2)");
    CHECK_ERROR(
        tb_view_expand(&v, &base, DIMS(4, 3), 2, &err), TB_RUNTIME_ERROR,
        "The expanded size of the tensor (4) must match the existing size (2) at non-singleton dimension 0.  "
        "Target sizes: [4, 3].  Tensor sizes: [2, 1]");
    CHECK_ERROR(tb_view_expand(&v, &base, DIMS(2, BIG), 2, &err), TB_RUNTIME_ERROR,
                "numel: integer multiplication overflow");
    CHECK_ERROR(tb_view_expand(&v, &base, DIMS(-2, 2, 1), 3, &err), TB_RUNTIME_ERROR,
                "numel: integer multiplication overflow");
    base.dtype = TB_COMPLEX64;
    CHECK_ERROR(
        tb_view_expand(&v, &base, NULL, 0, &err), TB_RUNTIME_ERROR,
        "expand(CPUComplexFloatType{[2, 1]}, size=[]): the number of sizes provided (0) must be greater or "
        "equal to the number of dimensions in the tensor (2)");
    drop();
}

static void permutations_reorder(void)
{
    make(DIMS(2, 3, 4), 3);
    CHECK_VIEW(tb_view_permute(&v, &base, DIMS(2, -3, 1), 3, err), 3, DIMS(4, 2, 3), DIMS(1, 12, 4), 0);
    CHECK_VIEW(tb_view_transpose(&v, &base, -1, 0, err), 3, DIMS(4, 3, 2), DIMS(1, 4, 12), 0);
    CHECK_VIEW(tb_view_transpose(&v, &base, 1, 1, err), 3, DIMS(2, 3, 4), DIMS(12, 4, 1), 0);
    CHECK_VIEW(tb_view_reversed(&v, &base, err), 3, DIMS(4, 3, 2), DIMS(1, 4, 12), 0);
    CHECK_ERROR(tb_view_permute(&v, &base, DIMS(0, 1, -2), 3, &err), TB_RUNTIME_ERROR,
                "permute(): duplicate dims are not allowed.");
    CHECK_ERROR(tb_view_permute(&v, &base, DIMS(0, 1, 3), 3, &err), TB_INDEX_ERROR,
                "Dimension out of range (expected to be in range of [-3, 2], but got 3)");
    CHECK_ERROR(tb_view_permute(&v, &base, DIMS(0, 1), 2, &err), TB_RUNTIME_ERROR,
                "permute(sparse_coo): number of dimensions in the tensor input does not match the length of "
                "the desired "
                "ordering of dimensions i.e. input.dim() = 3 is not equal to len(dims) = 2");
    CHECK_ERROR(tb_view_t(&v, &base, &err), TB_RUNTIME_ERROR,
                "t() expects a tensor with <= 2 dimensions, but self is 3D");
    CHECK_ERROR(tb_view_transpose(&v, &base, 3, 9, &err), TB_INDEX_ERROR,
                "Dimension out of range (expected to be in range of [-3, 2], but got 3)");
    drop();

    make(DIMS(3, 2), 2);
    CHECK_VIEW(tb_view_t(&v, &base, err), 2, DIMS(2, 3), DIMS(1, 2), 0);
    drop();
    make(DIMS(3), 1);
    CHECK_VIEW(tb_view_t(&v, &base, err), 1, DIMS(3), DIMS(1), 0);
    drop();
    make(NULL, 0);
    CHECK_VIEW(tb_view_t(&v, &base, err), 0, base.size, base.stride, 0);
    CHECK_VIEW(tb_view_permute(&v, &base, NULL, 0, err), 0, base.size, base.stride, 0);
    CHECK_VIEW(tb_view_transpose(&v, &base, 0, -1, err), 0, base.size, base.stride, 0);
    CHECK_ERROR(tb_view_transpose(&v, &base, 0, 1, &err), TB_INDEX_ERROR,
                "Dimension out of range (expected to be in range of [-1, 0], but got 1)");
    drop();
}

static void squeezing_drops_sizes_of_1(void)
{
    make(DIMS(1, 2, 1, 3), 4);
    CHECK_VIEW(tb_view_squeeze(&v, &base, NULL, 0, err), 2, DIMS(2, 3), DIMS(3, 1), 0);
    CHECK_VIEW(tb_view_squeeze(&v, &base, DIMS(0), 1, err), 3, DIMS(2, 1, 3), DIMS(3, 3, 1), 0);
    CHECK_VIEW(tb_view_squeeze(&v, &base, DIMS(1, -2), 2, err), 3, DIMS(1, 2, 3), DIMS(6, 3, 1), 0);
    CHECK_VIEW(tb_view_squeeze(&v, &base, DIMS(0), 0, err), 4, DIMS(1, 2, 1, 3), DIMS(6, 3, 3, 1), 0);
    CHECK_ERROR(tb_view_squeeze(&v, &base, DIMS(0, -4), 2, &err), TB_RUNTIME_ERROR,
                "dim 0 appears multiple times in the list of dims");
    CHECK_ERROR(tb_view_squeeze(&v, &base, DIMS(0, 4), 2, &err), TB_INDEX_ERROR,
                "Dimension out of range (expected to be in range of [-4, 3], but got 4)");
    drop();
    make(NULL, 0);
    CHECK_VIEW(tb_view_squeeze(&v, &base, DIMS(-1), 1, err), 0, base.size, base.stride, 0);
    drop();
}

static void unsqueezing_adds_torchs_stride(void)
{
    make(DIMS(2, 3), 2);
    CHECK_VIEW(tb_view_unsqueeze(&v, &base, 0, err), 3, DIMS(1, 2, 3), DIMS(6, 3, 1), 0);
    CHECK_VIEW(tb_view_unsqueeze(&v, &base, -2, err), 3, DIMS(2, 1, 3), DIMS(3, 3, 1), 0);
    CHECK_VIEW(tb_view_unsqueeze(&v, &base, 2, err), 3, DIMS(2, 3, 1), DIMS(3, 1, 1), 0);
    CHECK_ERROR(tb_view_unsqueeze(&v, &base, 3, &err), TB_INDEX_ERROR,
                "Dimension out of range (expected to be in range of [-3, 2], but got 3)");
    drop();
    make(NULL, 0);
    CHECK_VIEW(tb_view_unsqueeze(&v, &base, -1, err), 1, DIMS(1), DIMS(1), 0);
    CHECK_ERROR(tb_view_unsqueeze(&v, &base, 1, &err), TB_INDEX_ERROR,
                "Dimension out of range (expected to be in range of [-1, 0], but got 1)");
    drop();
    CHECK_OK(tb_tensor_new(&base, TB_BOOL, DIMS(0, 4), DIMS(1, BIG), 2, true, err));
    CHECK_VIEW(tb_view_unsqueeze(&v, &base, 1, err), 3, DIMS(0, 1, 4), DIMS(1, INT64_MAX, BIG), 0);
    drop();
}

static void selecting_and_slicing_move_the_start(void)
{
    make(DIMS(5, 3), 2);
    CHECK_VIEW(tb_view_select(&v, &base, 0, 4, err), 1, DIMS(3), DIMS(1), 12);
    CHECK_VIEW(tb_view_select(&v, &base, -1, -3, err), 1, DIMS(5), DIMS(3), 0);
    CHECK_VIEW(tb_view_slice(&v, &base, 0, 1, 4, 2, err), 2, DIMS(2, 3), DIMS(6, 1), 3);
    CHECK_VIEW(tb_view_slice(&v, &base, -1, 0, 3, 2, err), 2, DIMS(5, 2), DIMS(3, 2), 0);
    CHECK_VIEW(tb_view_slice(&v, &base, 0, 4, 1, 1, err), 2, DIMS(0, 3), DIMS(3, 1), 12);
    CHECK_VIEW(tb_view_slice(&v, &base, 0, 5, 5, 1, err), 2, DIMS(0, 3), DIMS(3, 1), 15);
    CHECK_VIEW(tb_view_slice(&v, &base, 0, -9, 99, 1, err), 2, DIMS(5, 3), DIMS(3, 1), 0);
    CHECK_VIEW(tb_view_slice(&v, &base, 0, 99, 100, 1, err), 2, DIMS(0, 3), DIMS(3, 1), 15);
    /* A step beyond everything is Python's right: one element (torch fails here). */
    CHECK_VIEW(tb_view_slice(&v, &base, 0, 2, 5, INT64_MAX, err), 2, DIMS(1, 3), DIMS(INT64_MAX, 1), 6);
    CHECK_ERROR(tb_view_select(&v, &base, 0, 5, &err), TB_INDEX_ERROR,
                "index 5 is out of bounds for dimension 0 with size 5");
    CHECK_ERROR(tb_view_select(&v, &base, 1, -4, &err), TB_INDEX_ERROR,
                "index -4 is out of bounds for dimension 1 with size 3");
    CHECK_EQ(tb_view_select(&v, &base, 0, INT64_MIN, NULL), TB_INDEX_ERROR);
    CHECK_ERROR(tb_view_slice(&v, &base, 0, 0, 5, 0, &err), TB_VALUE_ERROR, "step must be greater than zero");
    CHECK_ERROR(tb_view_slice(&v, &base, 2, 0, 5, 1, &err), TB_INDEX_ERROR,
                "Dimension out of range (expected to be in range of [-2, 1], but got 2)");
    drop();
    make(NULL, 0);
    CHECK_ERROR(tb_view_select(&v, &base, 0, 0, &err), TB_INDEX_ERROR,
                "select() cannot be applied to a 0-dim tensor.");
    CHECK_ERROR(tb_view_slice(&v, &base, 0, 0, 1, 1, &err), TB_INDEX_ERROR,
                "slice() cannot be applied to a 0-dim tensor.");
    drop();
    CHECK_OK(tb_tensor_new(&base, TB_BOOL, DIMS(0, 4), DIMS(1, BIG), 2, true, err));
    CHECK_EQ(tb_view_select(&v, &base, 1, 3, &err), TB_RUNTIME_ERROR);
    CHECK(strncmp(err.message, "Tensor: invalid storage offset", 30) == 0);
    drop();
}

static void as_strided_stays_inside_the_storage(void)
{
    make(DIMS(3), 1);
    CHECK_VIEW(tb_view_as_strided(&v, &base, DIMS(2, 2), DIMS(1, 1), 2, 0, err), 2, DIMS(2, 2), DIMS(1, 1),
               0);
    CHECK_VIEW(tb_view_as_strided(&v, &base, NULL, NULL, 0, 2, err), 0, base.size, base.stride, 2);
    CHECK_VIEW(tb_view_as_strided(&v, &base, DIMS(0, 2), DIMS(2, 2), 2, 100, err), 2, DIMS(0, 2), DIMS(2, 2),
               100);
    CHECK_VIEW(tb_view_as_strided(&v, &base, DIMS(1), DIMS(INT64_MAX), 1, 2, err), 1, DIMS(1),
               DIMS(INT64_MAX), 2);
    CHECK_ERROR(tb_view_as_strided(&v, &base, DIMS(2, 2), DIMS(2, 2), 2, 0, &err), TB_RUNTIME_ERROR,
                "setStorage: sizes [2, 2], strides [2, 2], storage offset 0, and itemsize 4 requiring a "
                "storage size of "
                "20 are out of bounds for storage of size 12");
    CHECK_ERROR(tb_view_as_strided(&v, &base, NULL, NULL, 0, 3, &err), TB_RUNTIME_ERROR,
                "setStorage: sizes [], strides [], storage offset 3, and itemsize 4 requiring a storage size "
                "of 16 are "
                "out of bounds for storage of size 12");
    CHECK_ERROR(tb_view_as_strided(&v, &base, DIMS(2, 2), DIMS(2, -2), 2, -1, &err), TB_RUNTIME_ERROR,
                "as_strided: Negative strides are not supported at the moment, got strides: [2, -2]");
    CHECK_ERROR(tb_view_as_strided(&v, &base, DIMS(2, 2), DIMS(2, 2), 2, -1, &err), TB_RUNTIME_ERROR,
                "Tensor: invalid storage offset -1");
    CHECK_ERROR(tb_view_as_strided(&v, &base, DIMS(2, 2), DIMS(BIG, 2), 2, 0, &err), TB_RUNTIME_ERROR,
                "Storage size calculation overflowed with sizes=[2, 2] and strides=[4611686018427387904, 2]");
    CHECK_ERROR(tb_view_as_strided(&v, &base, DIMS(-2, 2), DIMS(2, 2), 2, 0, &err), TB_RUNTIME_ERROR,
                "Storage size calculation overflowed with sizes=[-2, 2] and strides=[2, 2]");
    CHECK_ERROR(tb_view_as_strided(&v, &base, DIMS(BIG, 4), DIMS(0, 0), 2, 0, &err), TB_RUNTIME_ERROR,
                "numel: integer multiplication overflow");
    CHECK_EQ(tb_view_as_strided(&v, &base, DIMS(2), DIMS(1), 1, INT64_MAX, &err), TB_RUNTIME_ERROR);
    CHECK_EQ(tb_view_as_strided(&v, &base, DIMS(0), DIMS(1), 1, INT64_MAX, &err), TB_RUNTIME_ERROR);
    drop();
}

static void view_and_reshape_differ_only_where_a_copy_is_needed(void)
{
    tb_tensor t;
    bool needs_copy = true;
    int64_t size[3] = {-1, 2, 1};
    make(DIMS(2, 3), 2);
    CHECK_VIEW(tb_view_as(&v, &base, DIMS(3, -1), 2, err), 2, DIMS(3, 2), DIMS(2, 1), 0);
    CHECK_VIEW(tb_view_reshape(&v, &base, size, 3, &needs_copy, err), 3, DIMS(3, 2, 1), DIMS(2, 1, 1), 0);
    CHECK(!needs_copy);
    CHECK_ERROR(tb_view_as(&v, &base, DIMS(7), 1, &err), TB_RUNTIME_ERROR,
                "shape '[7]' is invalid for input of size 6");
    CHECK_ERROR(tb_view_reshape(&v, &base, size, 1, &needs_copy, &err), TB_RUNTIME_ERROR,
                "shape '[3]' is invalid for input of size 6");
    CHECK_OK(tb_view_t(&t, &base, err));
    CHECK_VIEW(tb_view_as(&v, &t, DIMS(3, 1, 2), 3, err), 3, DIMS(3, 1, 2), DIMS(1, 6, 3), 0);
    CHECK_ERROR(tb_view_as(&v, &t, DIMS(-1), 1, &err), TB_RUNTIME_ERROR,
                "view size is not compatible with input tensor's size and stride (at least one dimension "
                "spans across "
                "two contiguous subspaces). Use .reshape(...) instead.");
    size[0] = -1;
    CHECK_OK(tb_view_reshape(&v, &t, size, 1, &needs_copy, err));
    CHECK(needs_copy);
    CHECK_EQ(size[0], 6);
    tb_tensor_release(&t);
    drop();
    make(NULL, 0);
    CHECK_VIEW(tb_view_as(&v, &base, DIMS(1, -1), 2, err), 2, DIMS(1, 1), DIMS(1, 1), 0);
    CHECK_VIEW(tb_view_as(&v, &base, NULL, 0, err), 0, base.size, base.stride, 0);
    drop();
    make(DIMS(0), 1);
    CHECK_VIEW(tb_view_as(&v, &base, DIMS(4, 0, 7), 3, err), 3, DIMS(4, 0, 7), DIMS(7, 7, 1), 0);
    CHECK_ERROR(tb_view_as(&v, &base, DIMS(BIG, 4, 0), 3, &err), TB_RUNTIME_ERROR,
                "numel: integer multiplication overflow");
    drop();
}

static void no_view_has_more_than_64_dims(void)
{
    const char *text = "only tensors with up to 64 dims are supported";
    int64_t ones[65], dims[65];
    for (int d = 0; d < 65; d++) {
        ones[d] = 1;
        dims[d] = d - 64;
    }
    make(ones, 64);
    CHECK_ERROR(tb_view_unsqueeze(&v, &base, 0, &err), TB_RUNTIME_ERROR, text);
    CHECK_ERROR(tb_view_expand(&v, &base, ones, 65, &err), TB_RUNTIME_ERROR, text);
    CHECK_ERROR(tb_view_as_strided(&v, &base, ones, ones, 65, 0, &err), TB_RUNTIME_ERROR, text);
    CHECK_ERROR(tb_view_as(&v, &base, ones, 65, &err), TB_RUNTIME_ERROR, text);
    CHECK_VIEW(tb_view_permute(&v, &base, dims, 64, err), 64, ones, ones, 0);
    CHECK_VIEW(tb_view_squeeze(&v, &base, dims, 64, err), 0, ones, ones, 0);
    CHECK_VIEW(tb_view_select(&v, &base, 63, 0, err), 63, ones, ones, 0);
    CHECK_VIEW(tb_view_as(&v, &base, ones, 64, err), 64, ones, ones, 0);
    drop();
}

int main(void)
{
    expand_repeats_or_says_why_not();
    permutations_reorder();
    squeezing_drops_sizes_of_1();
    unsqueezing_adds_torchs_stride();
    selecting_and_slicing_move_the_start();
    as_strided_stays_inside_the_storage();
    view_and_reshape_differ_only_where_a_copy_is_needed();
    no_view_has_more_than_64_dims();
    return check_report(__FILE__);
}
