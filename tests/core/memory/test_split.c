/* split, select and permuted dimensions: geometry, ownership and texts as torch 2.13 gives them. */
#include "geometry.h"

static void narrowed_views_start_and_end_where_they_should(void)
{
    make(DIMS(2, 3, 4), 3);
    CHECK_VIEW(tb_view_select_named(&v, &base, -1, -1, err), 2, DIMS(2, 3), DIMS(12, 4), 3);
    CHECK_VIEW(tb_view_narrow(&v, &base, 1, -2, 2, err), 3, DIMS(2, 2, 4), DIMS(12, 4, 1), 4);
    CHECK_VIEW(tb_view_narrow(&v, &base, 1, 3, 0, err), 3, DIMS(2, 0, 4), DIMS(12, 4, 1), 12);
    CHECK_ERROR(tb_view_select_named(&v, &base, -1, 4, &err), TB_INDEX_ERROR,
                "select(): index 4 out of range for tensor of size [2, 3, 4] at dimension 2");
    CHECK_ERROR(tb_view_narrow(&v, &base, 1, 4, 0, &err), TB_INDEX_ERROR,
                "start out of range (expected to be in range of [-3, 3], but got 4)");
    CHECK_ERROR(tb_view_narrow(&v, &base, 1, 1, INT64_MAX, &err), TB_RUNTIME_ERROR,
                "start (1) + length (9223372036854775807) exceeds dimension size (3).");
    drop();
}

static void diagonals_end_at_the_corners(void)
{
    make(DIMS(2, 3, 4), 3);
    CHECK_VIEW(tb_view_diagonal(&v, &base, 1, 1, 2, err), 2, DIMS(2, 3), DIMS(12, 5), 1);
    CHECK_VIEW(tb_view_diagonal(&v, &base, -1, 0, 1, err), 2, DIMS(4, 1), DIMS(1, 16), 12);
    CHECK_VIEW(tb_view_diagonal(&v, &base, 4, 1, 2, err), 2, DIMS(2, 0), DIMS(12, 5), 0);
    CHECK_VIEW(tb_view_diagonal(&v, &base, INT64_MAX, 0, 1, err), 2, DIMS(4, 0), DIMS(1, 16), 0);
    CHECK_VIEW(tb_view_diagonal(&v, &base, INT64_MIN, 0, 1, err), 2, DIMS(4, 0), DIMS(1, 16), 0);
    CHECK_ERROR(tb_view_diagonal(&v, &base, 0, 1, -2, &err), TB_RUNTIME_ERROR,
                "diagonal dimensions cannot be identical 1, -2");
    drop();
}

static void pieces_cover_a_dimension_once(void)
{
    tb_pieces pieces;
    make(DIMS(7, 2), 2);
    for (int64_t length = 1; length <= 8; length++) {
        int64_t start = 0, covered = 0;
        CHECK_OK(tb_pieces_of_length(&pieces, &base, length, 0, err));
        for (int64_t i = 0; i < pieces.count; i++) {
            CHECK_OK(tb_view_piece(&v, &base, &pieces, i, &start, err));
            CHECK_EQ(v.offset, 2 * covered);
            covered += v.size[0];
            CHECK(v.size[0] > 0);
            tb_tensor_release(&v);
        }
        CHECK_EQ(covered, 7);
    }
    CHECK_OK(tb_pieces_chunks(&pieces, &base, INT64_MAX, 0, err));
    CHECK_EQ(pieces.count, 7);
    CHECK_OK(tb_pieces_chunks(&pieces, &base, 5, 0, err));
    CHECK_EQ(pieces.count, 4);
    CHECK_ERROR(tb_pieces_of_lengths(&pieces, &base, DIMS(BIG, BIG, BIG), 3, 0, &err), TB_RUNTIME_ERROR,
                "split_with_sizes expects split_sizes to sum exactly to 7 (input tensor's size at dimension "
                "0), but got split_sizes=[4611686018427387904, 4611686018427387904, 4611686018427387904]");
    drop();
}

static void complex_numbers_have_two_halves(void)
{
    CHECK_OK(tb_tensor_new(&base, TB_COMPLEX64, DIMS(2, 3), NULL, 2, true, err));
    CHECK_VIEW(tb_view_real(&v, &base, err), 2, DIMS(2, 3), DIMS(6, 2), 0);
    CHECK_VIEW(tb_view_imag(&v, &base, err), 2, DIMS(2, 3), DIMS(6, 2), 1);
    CHECK_OK(tb_view_imag(&v, &base, err));
    CHECK_EQ(v.dtype, TB_FLOAT32);
    CHECK_EQ(tb_data(&v) - tb_data(&base), 4);
    tb_tensor same;
    CHECK_OK(tb_view_real(&same, &v, err)); /* of a real tensor: itself */
    CHECK(same.dtype == TB_FLOAT32 && tb_data(&same) == tb_data(&v));
    tb_tensor_release(&same);
    CHECK_ERROR(tb_view_imag(&base, &v, &err), TB_RUNTIME_ERROR,
                "imag is not implemented for tensors with non-complex dtypes.");
    tb_tensor_release(&v);
    drop();
}

static void dimensions_move_and_merge(void)
{
    tb_shape shape, from = {2, {0, 1}}, to = {2, {1, 2}}, twice = {2, {1, -2}};
    bool same;
    make(DIMS(2, 3, 4), 3);
    CHECK_VIEW(tb_view_movedim(&v, &base, &from, &to, err), 3, DIMS(4, 2, 3), DIMS(1, 12, 4), 0);
    CHECK_ERROR(tb_view_movedim(&v, &base, &from, &twice, &err), TB_RUNTIME_ERROR,
                "movedim: repeated dim in `destination` ([1, -2])");
    CHECK_VIEW(tb_view_unflatten(&v, &base, -1, DIMS(2, -1), 2, err), 4, DIMS(2, 3, 2, 2), DIMS(12, 4, 2, 1),
               0);
    CHECK_ERROR(tb_view_unflatten(&v, &base, 2, DIMS(3, 2), 2, &err), TB_RUNTIME_ERROR,
                "unflatten: Provided sizes [3, 2] don't multiply up to the size of dim 2 (4) in the input "
                "tensor");
    CHECK_EQ(tb_view_unflatten(&v, &base, 2, DIMS(3, 2), 2, NULL), TB_RUNTIME_ERROR);
    CHECK_OK(tb_flatten_shape(&base, 1, -1, &shape, &same, err));
    CHECK_EQ(shape.ndim, 2);
    CHECK_DIMS(shape.size, 2, 12);
    CHECK(!same);
    CHECK_OK(tb_flatten_shape(&base, 1, -2, &shape, &same, err));
    CHECK(same);
    drop();
}

static void tensors_have_enough_dimensions(void)
{
    make(DIMS(3), 1);
    CHECK_VIEW(tb_view_atleast(&v, &base, 2, err), 2, DIMS(1, 3), DIMS(3, 1), 0);
    CHECK_VIEW(tb_view_atleast(&v, &base, 3, err), 3, DIMS(1, 3, 1), DIMS(3, 1, 1), 0);
    drop();
    make(NULL, 0);
    CHECK_VIEW(tb_view_atleast(&v, &base, 3, err), 3, DIMS(1, 1, 1), DIMS(1, 1, 1), 0);
    drop();
}

static void a_tensor_takes_over_another(void)
{
    tb_tensor other;
    make(DIMS(2, 3), 2);
    CHECK_OK(tb_view_unsqueeze(&v, &base, 0, err));
    tb_tensor_take(&base, &v);
    CHECK_TENSOR(&base, 3, DIMS(1, 2, 3), DIMS(6, 3, 1));
    CHECK(base.size == base.dims);
    tb_tensor_release(&v); /* idempotent */
    /* Beyond 6 dimensions the arrays are a block of their own. */
    CHECK_OK(tb_view_expand(&v, &base, DIMS(1, 1, 1, 1, 1, 1, 2, 3), 8, err));
    tb_tensor_take(&base, &v);
    CHECK_EQ(base.ndim, 8);
    CHECK(base.size != base.dims);
    CHECK_OK(tb_tensor_new(&other, TB_INT64, DIMS(4), NULL, 1, true, err));
    tb_tensor_take(&base, &other);
    CHECK_EQ(base.dtype, TB_INT64);
    CHECK_TENSOR(&base, 1, DIMS(4), DIMS(1));
    drop();
}

static void resizing_keeps_strides_of_the_same_sizes(void)
{
    make(DIMS(2, 3), 2);
    CHECK_OK(tb_view_t(&v, &base, err));
    CHECK_OK(tb_resize(&v, DIMS(3, 2), 2, err));
    CHECK_TENSOR(&v, 2, DIMS(3, 2), DIMS(1, 3));
    CHECK_OK(tb_resize(&v, DIMS(2, 2), 2, err));
    CHECK_TENSOR(&v, 2, DIMS(2, 2), DIMS(2, 1));
    tb_storage_pin(base.storage);
    CHECK_ERROR(tb_resize(&v, DIMS(7), 1, &err), TB_RUNTIME_ERROR,
                "Trying to resize storage that is not resizable");
    CHECK_TENSOR(&v, 2, DIMS(2, 2), DIMS(2, 1));
    tb_storage_unpin(base.storage);
    CHECK_OK(tb_resize(&v, DIMS(7), 1, err));
    CHECK_EQ(base.storage->nbytes, 28);
    tb_tensor_release(&v);
    drop();
}

int main(void)
{
    narrowed_views_start_and_end_where_they_should();
    diagonals_end_at_the_corners();
    pieces_cover_a_dimension_once();
    complex_numbers_have_two_halves();
    dimensions_move_and_merge();
    tensors_have_enough_dimensions();
    a_tensor_takes_over_another();
    resizing_keeps_strides_of_the_same_sizes();
    return check_report(__FILE__);
}
