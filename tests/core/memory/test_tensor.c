/* Tensors: making, sharing, releasing, resizing. */
#include "check.h"

static void new_tensors_are_contiguous_and_own_their_memory(void)
{
    tb_tensor t;
    CHECK_OK(tb_tensor_new(&t, TB_FLOAT64, DIMS(2, 3), NULL, 2, true, err));
    CHECK_TENSOR(&t, 2, DIMS(2, 3), DIMS(3, 1));
    CHECK(t.contiguous);
    CHECK_EQ(t.numel, 6);
    CHECK_EQ(t.offset, 0);
    CHECK_EQ(t.dtype, TB_FLOAT64);
    CHECK_EQ(t.itemsize, 8);
    CHECK_EQ(t.storage->nbytes, 48);
    CHECK_EQ(t.storage->refs, 1);
    CHECK(t.size == t.dims);
    for (int i = 0; i < 6; i++)
        CHECK(((double *)tb_data(&t))[i] == 0.0);
    tb_tensor_release(&t);
}

static void every_rank_works(void)
{
    int64_t size[TB_MAX_DIMS + 1];
    tb_error err;
    tb_tensor t, view;
    for (int d = 0; d <= TB_MAX_DIMS; d++)
        size[d] = d % 8 == 7 ? 2 : 1;
    for (int ndim = 0; ndim <= TB_MAX_DIMS; ndim++) {
        CHECK_OK(tb_tensor_new(&t, TB_INT16, size, NULL, ndim, false, err));
        CHECK_OK(tb_view_alias(&view, &t, err));
        CHECK_EQ(t.ndim, ndim);
        CHECK_EQ(t.numel, tb_numel(size, ndim));
        CHECK_EQ(t.size == t.dims, ndim <= TB_INLINE_DIMS);
        CHECK(t.contiguous && view.contiguous);
        CHECK_EQ(memcmp(view.size, size, (size_t)ndim * sizeof *size), 0);
        CHECK_EQ(memcmp(view.stride, t.stride, (size_t)ndim * sizeof *size), 0);
        CHECK_EQ(t.storage->refs, 2);
        tb_tensor_release(&t);
        CHECK_EQ(view.storage->refs, 1);
        tb_tensor_release(&view);
    }
    CHECK_ERROR(tb_tensor_new(&t, TB_INT16, size, NULL, TB_MAX_DIMS + 1, false, &err), TB_RUNTIME_ERROR,
                "only tensors with up to 64 dims are supported");
    CHECK_EQ(tb_tensor_new(&t, TB_INT16, size, size, TB_MAX_DIMS + 1, false, NULL), TB_RUNTIME_ERROR);
}

static void explicit_strides_get_the_memory_they_reach(void)
{
    tb_error err;
    tb_tensor t;
    CHECK_OK(tb_tensor_new(&t, TB_INT32, DIMS(2, 3), DIMS(1, 2), 2, false, err));
    CHECK_EQ(t.storage->nbytes, 24);
    CHECK(!t.contiguous);
    tb_tensor_release(&t);
    CHECK_OK(tb_tensor_new(&t, TB_UINT8, DIMS(2, 3), DIMS(100, 0), 2, false, err));
    CHECK_EQ(t.storage->nbytes, 101);
    tb_tensor_release(&t);
    CHECK_OK(tb_tensor_new(&t, TB_UINT8, DIMS(2, 0), DIMS(INT64_MAX, 7), 2, false, err));
    CHECK_EQ(t.storage->nbytes, 0);
    CHECK(t.contiguous);
    CHECK_TENSOR(&t, 2, DIMS(2, 0), DIMS(INT64_MAX, 7));
    tb_tensor_release(&t);
    CHECK_ERROR(tb_tensor_new(&t, TB_UINT8, DIMS(2, 2), DIMS(1, -1), 2, false, &err), TB_RUNTIME_ERROR,
                "Storage size calculation overflowed with sizes=[2, 2] and strides=[1, -1]");
    CHECK_ERROR(tb_tensor_new(&t, TB_UINT8, DIMS(-2, 2), DIMS(1, 1), 2, false, &err), TB_RUNTIME_ERROR,
                "Trying to create tensor with negative dimension -2: [-2, 2]");
    CHECK_ERROR(tb_tensor_new(&t, TB_UINT8, DIMS(INT64_MAX, 4), DIMS(0, 0), 2, false, &err), TB_RUNTIME_ERROR,
                "numel: integer multiplication overflow");
}

static void impossible_sizes_are_refused_before_memory_is_asked_for(void)
{
    tb_error err;
    tb_tensor t;
    CHECK_ERROR(tb_tensor_new(&t, TB_FLOAT32, DIMS(INT64_C(1) << 62, 4), NULL, 2, false, &err),
                TB_RUNTIME_ERROR, "Storage size calculation overflowed with sizes=[4611686018427387904, 4]");
    CHECK_ERROR(tb_tensor_new(&t, TB_FLOAT32, DIMS(3, -1), NULL, 2, false, &err), TB_RUNTIME_ERROR,
                "Trying to create tensor with negative dimension -1: [3, -1]");
    CHECK_EQ(tb_tensor_new(&t, TB_COMPLEX128, DIMS(INT64_C(1) << 56, 1, 1, 1, 1, 1, 1), NULL, 7, false, &err),
             TB_RUNTIME_ERROR);
    CHECK(strncmp(err.message, "DefaultCPUAllocator: can't allocate memory", 42) == 0);
}

static void release_may_be_repeated(void)
{
    tb_tensor zero;
    memset(&zero, 0, sizeof zero);
    tb_tensor_release(&zero);
    tb_tensor_release(&zero);
    tb_tensor t;
    CHECK_OK(tb_tensor_new(&t, TB_BOOL, DIMS(1, 1, 1, 1, 1, 1, 1, 1), NULL, 8, true, err));
    tb_tensor_release(&t);
    tb_tensor_release(&t);
    CHECK(t.storage == NULL);
}

static void a_view_refuses_offsets_that_do_not_fit(void)
{
    tb_error err;
    tb_tensor t, view;
    CHECK_OK(tb_tensor_new(&t, TB_FLOAT64, DIMS(0), NULL, 1, true, err));
    CHECK_ERROR(tb_tensor_view(&view, t.storage, TB_FLOAT64, DIMS(0), DIMS(1), 1, INT64_C(1) << 60, &err),
                TB_RUNTIME_ERROR, "Tensor: invalid storage offset 1152921504606846976");
    CHECK_EQ(tb_tensor_view(&view, t.storage, TB_FLOAT64, DIMS(0), DIMS(1), 1, -1, &err), TB_RUNTIME_ERROR);
    CHECK_EQ(t.storage->refs, 1);
    tb_tensor_release(&t);
}

static void resizing_keeps_elements_and_grows_when_needed(void)
{
    tb_tensor t;
    CHECK_OK(tb_tensor_new(&t, TB_INT32, DIMS(2, 3), NULL, 2, true, err));
    int32_t *p = (int32_t *)tb_data(&t);
    for (int i = 0; i < 6; i++)
        p[i] = i;
    CHECK_OK(tb_tensor_resize(&t, DIMS(4), NULL, 1, err));
    CHECK_TENSOR(&t, 1, DIMS(4), DIMS(1));
    CHECK_EQ(t.storage->nbytes, 24); /* never shrinks */
    CHECK_OK(tb_tensor_resize(&t, DIMS(2, 1, 1, 1, 1, 1, 1, 3), NULL, 8, err));
    CHECK(t.size != t.dims && t.contiguous);
    CHECK_OK(tb_tensor_resize(&t, DIMS(5, 2), DIMS(1, 5), 2, err));
    CHECK_TENSOR(&t, 2, DIMS(5, 2), DIMS(1, 5));
    CHECK(t.size == t.dims && !t.contiguous);
    CHECK_EQ(t.numel, 10);
    CHECK_EQ(t.storage->nbytes, 40);
    p = (int32_t *)tb_data(&t);
    for (int i = 0; i < 6; i++)
        CHECK_EQ(p[i], i);
    CHECK_OK(tb_tensor_resize(&t, NULL, NULL, 0, err));
    CHECK_EQ(t.numel, 1);
    CHECK_OK(tb_tensor_resize(&t, DIMS(0, 3), NULL, 2, err));
    CHECK_EQ(t.numel, 0);
    tb_tensor_release(&t);
}

static void resizing_counts_the_offset_and_takes_own_arrays(void)
{
    tb_tensor t, tail;
    CHECK_OK(tb_tensor_new(&t, TB_INT64, DIMS(4), NULL, 1, true, err));
    CHECK_OK(tb_view_slice(&tail, &t, 0, 2, 4, 1, err));
    CHECK_OK(tb_tensor_resize(&tail, DIMS(3, 2), NULL, 2, err));
    CHECK_EQ(tail.storage->nbytes, (2 + 6) * 8);
    CHECK_EQ(tail.offset, 2);
    CHECK(tail.storage == t.storage);
    /* The arguments are the tensor's own arrays, swapped. */
    CHECK_OK(tb_tensor_resize(&tail, tail.stride, tail.size, 2, err));
    CHECK_TENSOR(&tail, 2, DIMS(2, 1), DIMS(3, 2));
    tb_tensor_release(&t);
    tb_tensor_release(&tail);
}

static void of_two_tensors_both_are_resized_or_none(void)
{
    tb_error err;
    tb_tensor a, b;
    CHECK_OK(tb_tensor_new(&a, TB_FLOAT32, DIMS(2, 3), NULL, 2, true, err));
    CHECK_OK(tb_tensor_new(&b, TB_INT64, DIMS(2), NULL, 1, true, err));
    const int64_t *deep = DIMS(1, 1, 1, 1, 1, 1, 7);
    tb_storage_pin(b.storage);
    CHECK_ERROR(tb_tensors_resize((tb_resizing[]){{&a, deep, NULL, 7}, {&b, deep, NULL, 7}}, 2, &err),
                TB_RUNTIME_ERROR, "Trying to resize storage that is not resizable");
    tb_storage_unpin(b.storage);
    CHECK_TENSOR(&a, 2, DIMS(2, 3), DIMS(3, 1));
    CHECK_EQ(a.storage->nbytes, 24);
    CHECK_EQ(tb_tensors_resize((tb_resizing[]){{&a, deep, NULL, 7}, {&b, DIMS(INT64_C(1) << 56), NULL, 1}}, 2,
                               &err),
             TB_RUNTIME_ERROR); /* the memory is not there */
    CHECK_TENSOR(&a, 2, DIMS(2, 3), DIMS(3, 1));
    CHECK_TENSOR(&b, 1, DIMS(2), DIMS(1));
    CHECK_OK(tb_tensors_resize((tb_resizing[]){{&a, deep, NULL, 7}, {&a, DIMS(2, 2), NULL, 2}}, 2, err));
    CHECK_TENSOR(&a, 2, DIMS(2, 2), DIMS(2, 1)); /* the same one twice */
    CHECK_OK(tb_tensors_resize((tb_resizing[]){{&a, DIMS(3), NULL, 1}, {&b, deep, NULL, 7}}, 2, err));
    CHECK_TENSOR(&a, 1, DIMS(3), DIMS(1));
    CHECK_TENSOR(&b, 7, deep, DIMS(7, 7, 7, 7, 7, 7, 1));
    tb_tensor_release(&a);
    tb_tensor_release(&b);
}

static void a_failed_resize_changes_nothing(void)
{
    tb_error err;
    tb_tensor t;
    CHECK_OK(tb_tensor_new(&t, TB_FLOAT32, DIMS(2, 3), DIMS(1, 2), 2, true, err));
    tb_storage_pin(t.storage);
    CHECK_ERROR(tb_tensor_resize(&t, DIMS(1, 1, 1, 1, 1, 1, 7), NULL, 7, &err), TB_RUNTIME_ERROR,
                "Trying to resize storage that is not resizable");
    tb_storage_unpin(t.storage);
    CHECK_ERROR(tb_tensor_resize(&t, DIMS(INT64_C(1) << 62, 4), NULL, 2, &err), TB_RUNTIME_ERROR,
                "numel: integer multiplication overflow");
    CHECK_ERROR(tb_tensor_resize(&t, DIMS(INT64_C(1) << 62), NULL, 1, &err), TB_RUNTIME_ERROR,
                "Storage size calculation overflowed with sizes=[4611686018427387904]");
    CHECK_ERROR(tb_tensor_resize(&t, DIMS(0, INT64_C(1) << 40, INT64_C(1) << 40), NULL, 3, &err),
                TB_RUNTIME_ERROR, "Stride calculation overflowed");
    CHECK_EQ(tb_tensor_resize(&t, DIMS(2, -3), NULL, 2, &err), TB_RUNTIME_ERROR);
    CHECK_EQ(tb_tensor_resize(&t, DIMS(INT64_C(1) << 56), NULL, 1, &err), TB_RUNTIME_ERROR);
    CHECK_TENSOR(&t, 2, DIMS(2, 3), DIMS(1, 2));
    CHECK_EQ(t.numel, 6);
    CHECK_EQ(t.storage->nbytes, 24);
    CHECK(!t.contiguous);
    tb_tensor_release(&t);
}

int main(void)
{
    new_tensors_are_contiguous_and_own_their_memory();
    every_rank_works();
    explicit_strides_get_the_memory_they_reach();
    impossible_sizes_are_refused_before_memory_is_asked_for();
    release_may_be_repeated();
    a_view_refuses_offsets_that_do_not_fit();
    resizing_keeps_elements_and_grows_when_needed();
    resizing_counts_the_offset_and_takes_own_arrays();
    of_two_tensors_both_are_resized_or_none();
    a_failed_resize_changes_nothing();
    return check_report(__FILE__);
}
