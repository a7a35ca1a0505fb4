/* Memory formats: strides, tests and refusals as torch 2.13 gives them. */
#include "geometry.h"

#define CHECK_STRIDES(format, size, ndim, expected)                                          \
    do {                                                                                     \
        int64_t stride_[TB_MAX_DIMS];                                                        \
        tb_format_strides(format, size, NULL, ndim, stride_);                                \
        CHECK(tb_same_sizes(stride_, ndim, expected, ndim));                                 \
        CHECK(tb_has_format(format, size, stride_, ndim)); \
    } while (0)

static void the_channels_run_fastest(void)
{
    CHECK_STRIDES(TB_CHANNELS_LAST, DIMS(2, 3, 4, 5), 4, DIMS(60, 1, 15, 3));
    CHECK_STRIDES(TB_CHANNELS_LAST_3D, DIMS(2, 3, 4, 5, 6), 5, DIMS(360, 1, 90, 18, 3));
    CHECK_STRIDES(TB_CHANNELS_LAST, DIMS(2, 0, 4, 5), 4, DIMS(0, 1, 0, 0));
    CHECK(!tb_has_format(TB_CHANNELS_LAST, DIMS(2, 3, 4), DIMS(12, 1, 3), 3));
    CHECK(tb_has_format(TB_PRESERVE_FORMAT, DIMS(2, 3), DIMS(3, 1), 2));
    CHECK(tb_is_channels_last(DIMS(2, 3, 4, 5), DIMS(60, 1, 15, 3), 4));
}

static void strides_that_fit_both_formats_suggest_contiguous(void)
{
    CHECK_EQ(tb_suggest_format(DIMS(2, 3, 4, 5), DIMS(60, 1, 15, 3), 4), TB_CHANNELS_LAST);
    CHECK_EQ(tb_suggest_format(DIMS(2, 3, 4, 5), DIMS(240, 1, 30, 6), 4), TB_CHANNELS_LAST);
    CHECK_EQ(tb_suggest_format(DIMS(2, 1, 4, 5), DIMS(20, 20, 5, 1), 4), TB_CONTIGUOUS_FORMAT);
    CHECK_EQ(tb_suggest_format(DIMS(2, 1, 1, 1), DIMS(1, 1, 1, 1), 4), TB_CONTIGUOUS_FORMAT);
    CHECK_EQ(tb_suggest_format(DIMS(2, 0, 4, 5), DIMS(0, 1, 0, 0), 4), TB_CONTIGUOUS_FORMAT);
    CHECK_EQ(tb_suggest_format(DIMS(1, 2, 1, 1, 3), DIMS(6, 1, 6, 6, 2), 5), TB_CHANNELS_LAST_3D);
    CHECK_EQ(tb_suggest_format(DIMS(2, 3), DIMS(3, 1), 2), TB_CONTIGUOUS_FORMAT);
}

static void a_copy_takes_the_format(void)
{
    make(DIMS(2, 3, 4, 5), 4);
    CHECK_OK(tb_clone_as(&v, &base, TB_INT16, TB_CHANNELS_LAST, NULL, err));
    CHECK_TENSOR(&v, 4, DIMS(2, 3, 4, 5), DIMS(60, 1, 15, 3));
    CHECK_EQ(v.dtype, TB_INT16);
    tb_tensor_release(&v);
    CHECK_ERROR(tb_clone_as(&v, &base, TB_INT16, TB_CHANNELS_LAST_3D, NULL, &err), TB_RUNTIME_ERROR,
                "required rank 5 tensor to use channels_last_3d format");
    drop();
}

static void resizing_changes_strides_too(void)
{
    make(DIMS(2, 3), 2);
    CHECK_ERROR(tb_resize_as(&base, DIMS(2, 3), 2, TB_CHANNELS_LAST, &err), TB_RUNTIME_ERROR,
                "required rank 4 tensor to use channels_last format");
    CHECK_ERROR(tb_resize_as(&base, DIMS(2, 3), 2, TB_PRESERVE_FORMAT, &err), TB_RUNTIME_ERROR,
                "Unsupported memory formatPreserve");
    CHECK_TENSOR(&base, 2, DIMS(2, 3), DIMS(3, 1));
    CHECK_OK(tb_resize_as(&base, DIMS(2, 3, 4, 5), 4, TB_CHANNELS_LAST, err));
    CHECK_TENSOR(&base, 4, DIMS(2, 3, 4, 5), DIMS(60, 1, 15, 3));
    CHECK_EQ(base.storage->nbytes, 480);
    CHECK_OK(tb_resize_as(&base, DIMS(2, 3, 4, 5), 4, TB_CONTIGUOUS_FORMAT, err));
    CHECK_TENSOR(&base, 4, DIMS(2, 3, 4, 5), DIMS(60, 20, 5, 1));
    drop();
}

int main(void)
{
    CHECK_OK(tb_cpu_select(NULL, err));
    the_channels_run_fastest();
    strides_that_fit_both_formats_suggest_contiguous();
    a_copy_takes_the_format();
    resizing_changes_strides_too();
    return check_report(__FILE__);
}
