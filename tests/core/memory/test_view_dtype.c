/* The bytes of a tensor as another dtype: geometry, ownership and texts as torch 2.13 gives them. */
#include "geometry.h"

static void the_last_dimension_holds_more_or_fewer_elements(void)
{
    make(DIMS(2, 3, 4), 3);
    CHECK_VIEW(tb_view_dtype(&v, &base, TB_INT32, err), 3, DIMS(2, 3, 4), DIMS(12, 4, 1), 0);
    CHECK_VIEW(tb_view_dtype(&v, &base, TB_INT8, err), 3, DIMS(2, 3, 16), DIMS(48, 16, 1), 0);
    CHECK_VIEW(tb_view_dtype(&v, &base, TB_COMPLEX128, err), 3, DIMS(2, 3, 1), DIMS(3, 1, 1), 0);
    drop();
}

static void offsets_follow(void)
{
    tb_tensor part;
    make(DIMS(3, 4), 2);
    CHECK_OK(tb_view_narrow(&part, &base, 0, 1, 2, err));
    CHECK_VIEW(tb_view_dtype(&v, &part, TB_FLOAT64, err), 2, DIMS(2, 2), DIMS(2, 1), 2);
    CHECK_VIEW(tb_view_dtype(&v, &part, TB_BFLOAT16, err), 2, DIMS(2, 8), DIMS(8, 1), 8);
    tb_tensor_release(&part);
    CHECK_OK(tb_view_narrow(&part, &base, 1, 1, 2, err));
    CHECK_ERROR(tb_view_dtype(&v, &part, TB_FLOAT64, &err), TB_RUNTIME_ERROR,
                "self.storage_offset() must be divisible by 2 to view Float as Double (different element "
                "sizes), but got 1");
    tb_tensor_release(&part);
    drop();
}

static void what_does_not_divide_is_refused(void)
{
    tb_tensor transposed;
    make(DIMS(2, 3), 2);
    CHECK_ERROR(tb_view_dtype(&v, &base, TB_INT64, &err), TB_RUNTIME_ERROR,
                "self.size(-1) must be divisible by 2 to view Float as Long (different element sizes), but "
                "got 3");
    CHECK_OK(tb_view_t(&transposed, &base, err));
    CHECK_ERROR(tb_view_dtype(&v, &transposed, TB_BOOL, &err), TB_RUNTIME_ERROR,
                "self.stride(-1) must be 1 to view Float as Bool (different element sizes), but got 3");
    tb_tensor_release(&transposed);
    CHECK_OK(tb_view_as_strided(&transposed, &base, DIMS(2, 2), DIMS(3, 1), 2, 0, err));
    CHECK_ERROR(tb_view_dtype(&v, &transposed, TB_INT64, &err), TB_RUNTIME_ERROR,
                "self.stride(0) must be divisible by 2 to view Float as Long (different element sizes), but "
                "got 3");
    tb_tensor_release(&transposed);
    drop();
    make(DIMS(1), 0);
    CHECK_VIEW(tb_view_dtype(&v, &base, TB_INT32, err), 0, DIMS(1), DIMS(1), 0);
    CHECK_ERROR(tb_view_dtype(&v, &base, TB_INT16, &err), TB_RUNTIME_ERROR,
                "self.dim() cannot be 0 to view Float as Short (different element sizes)");
    drop();
    make(DIMS(0, BIG), 2);
    CHECK_ERROR(tb_view_dtype(&v, &base, TB_INT8, &err), TB_RUNTIME_ERROR,
                "numel: integer multiplication overflow");
    drop();
}

static void foreign_memory_must_be_aligned(void)
{
    static _Alignas(16) char bytes[24];
    tb_storage *storage;
    CHECK_OK(tb_storage_foreign(bytes + 1, 16, (tb_owner){0}, &storage, err));
    CHECK_OK(tb_tensor_view(&base, storage, TB_UINT8, DIMS(16), DIMS(1), 1, 0, err));
    tb_storage_release(storage);
    CHECK_ERROR(tb_view_dtype(&v, &base, TB_INT32, &err), TB_RUNTIME_ERROR,
                "the memory that self shares is not aligned for elements of type Int: clone self first");
    CHECK_VIEW(tb_view_dtype(&v, &base, TB_BOOL, err), 1, DIMS(16), DIMS(1), 0);
    drop();
}

/* A copy of bools holds 0 and 1, whatever bytes stood for true. */
static void copied_bools_are_0_or_1(void)
{
    tb_tensor copy;
    CHECK_OK(tb_tensor_new(&base, TB_UINT8, DIMS(256), NULL, 1, false, err));
    for (int i = 0; i < 256; i++)
        tb_data(&base)[i] = (char)i;
    CHECK_OK(tb_view_dtype(&v, &base, TB_BOOL, err));
    CHECK_OK(tb_clone(&copy, &v, TB_BOOL, true, err));
    for (int i = 0; i < 256; i++)
        CHECK_EQ(tb_data(&copy)[i], i != 0);
    tb_tensor_release(&copy);
    tb_tensor_release(&v);
    drop();
}

int main(void)
{
    CHECK_OK(tb_cpu_select(NULL, err));
    the_last_dimension_holds_more_or_fewer_elements();
    offsets_follow();
    what_does_not_divide_is_refused();
    foreign_memory_must_be_aligned();
    copied_bools_are_0_or_1();
    return check_report(__FILE__);
}
