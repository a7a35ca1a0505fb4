/* Layouts: contiguity, density, torch's order of dimensions, extents. */
#include "check.h"

static void contiguous_strides_ignore_sizes_of_0(void)
{
    int64_t stride[TB_MAX_DIMS];
    tb_contiguous_strides(DIMS(2, 3, 4), 3, stride);
    CHECK_DIMS(stride, 12, 4, 1);
    tb_contiguous_strides(DIMS(2, 0, 4), 3, stride);
    CHECK_DIMS(stride, 4, 4, 1);
    tb_contiguous_strides(DIMS(5, 1, 0), 3, stride);
    CHECK_DIMS(stride, 1, 1, 1);
    tb_contiguous_strides(NULL, 0, stride);
    /* What no memory could hold saturates instead of wrapping. */
    tb_contiguous_strides(DIMS(0, INT64_C(1) << 40, INT64_C(1) << 40), 3, stride);
    CHECK_DIMS(stride, INT64_MAX, INT64_C(1) << 40, 1);
}

static void contiguity_ignores_strides_of_1_and_of_empty_tensors(void)
{
    CHECK(tb_is_contiguous(NULL, NULL, 0));
    CHECK(tb_is_contiguous(DIMS(2, 3), DIMS(3, 1), 2));
    CHECK(!tb_is_contiguous(DIMS(2, 3), DIMS(1, 2), 2));
    CHECK(!tb_is_contiguous(DIMS(2, 3), DIMS(4, 1), 2));
    CHECK(!tb_is_contiguous(DIMS(2, 3), DIMS(3, 2), 2));
    CHECK(!tb_is_contiguous(DIMS(2, 3), DIMS(0, 1), 2));
    CHECK(tb_is_contiguous(DIMS(1, 3, 1), DIMS(77, 1, 0), 3));
    CHECK(tb_is_contiguous(DIMS(2, 0), DIMS(9, 9), 2));
    CHECK(tb_is_contiguous(DIMS(0, 2), DIMS(9, 9), 2));
    CHECK(tb_is_contiguous(DIMS(1), DIMS(INT64_MAX), 1));
}

static void channels_last_is_the_order_n_h_w_c(void)
{
    int64_t stride[4];
    tb_channels_last_strides(DIMS(2, 3, 4, 5), stride);
    CHECK_DIMS(stride, 60, 1, 15, 3);
    CHECK(tb_is_channels_last(DIMS(2, 3, 4, 5), stride, 4));
    CHECK(!tb_is_channels_last(DIMS(2, 3, 4, 5), DIMS(60, 20, 5, 1), 4));
    CHECK(tb_is_channels_last(DIMS(2, 1, 4, 5), DIMS(20, 20, 5, 1), 4));
    CHECK(!tb_is_channels_last(DIMS(3, 4, 5), DIMS(1, 15, 3), 3));
    tb_channels_last_strides(DIMS(2, 0, 3, 4), stride);
    CHECK_DIMS(stride, 0, 1, 0, 0);
    tb_channels_last_strides(DIMS(2, 3, 0, 4), stride);
    CHECK_DIMS(stride, 0, 1, 12, 3);
    CHECK(tb_is_channels_last(DIMS(2, 3, 0, 4), stride, 4));
    CHECK(!tb_is_channels_last(DIMS(2, 3, 0, 4), DIMS(12, 4, 4, 1), 4));
}

/* Dense means: the elements are exactly those at 0 .. numel-1. */
static bool fills_its_memory(const int64_t *size, const int64_t *stride, int ndim)
{
    int64_t index[8] = {0}, numel = tb_numel(size, ndim);
    bool taken[1024] = {false};
    if (numel == 0)
        return true;
    do {
        int64_t at = position(index, stride, ndim);
        if (at >= numel || taken[at])
            return false;
        taken[at] = true;
    } while (next_index(index, size, ndim));
    return true;
}

static void dense_means_every_place_once(void)
{
    int dense = 0;
    for (int n = 0; n < 20000; n++) {
        int64_t size[5], stride[5], step = 1;
        int ndim = (int)draw(6), from = (int)draw(6);
        for (int i = 0; i < ndim; i++) {
            int d = (i * 5 + from) % ndim; /* visits every dimension once: ndim is 5 or below 5 */
            if (ndim == 5)
                d = (i * 2 + from) % ndim;
            size[d] = 1 + draw(4);
            stride[d] = step;
            step *= size[d];
        }
        if (ndim > 0 && draw(2))
            stride[draw(ndim)] = draw(8);
        if (ndim > 0 && draw(20) == 0)
            size[draw(ndim)] = 0;
        dense += tb_is_dense(size, stride, ndim);
        CHECK_EQ(tb_is_dense(size, stride, ndim), fills_its_memory(size, stride, ndim));
        if (tb_is_contiguous(size, stride, ndim))
            CHECK(tb_is_dense(size, stride, ndim));
    }
    CHECK(dense > 2000 && dense < 18000);
}

/* Recorded: torch.empty_like(x).stride() of non-dense x. */
static const struct {
    int ndim;
    int64_t size[5], stride[5], kept[5];
} preserved[] = {
    {4, {3, 2, 1, 1}, {1, 4, 12, 2}, {1, 3, 6, 3}},
    {5, {1, 2, 3, 3, 2}, {1, 3, 4, 3, 12}, {1, 1, 6, 2, 18}},
    {5, {2, 1, 1, 3, 1}, {4, 3, 1, 3, 4}, {3, 1, 1, 1, 3}},
    {4, {2, 1, 1, 2}, {2, 2, 2, 6}, {1, 1, 1, 2}},
    {5, {3, 2, 2, 1, 2}, {3, 12, 3, 3, 4}, {2, 12, 1, 1, 6}},
    {3, {1, 2, 2}, {12, 3, 4}, {4, 1, 2}},
    {4, {2, 2, 1, 2}, {4, 4, 2, 2}, {4, 2, 1, 1}},
    {4, {2, 3, 2, 1}, {6, 12, 2, 2}, {2, 4, 1, 1}},
    {2, {1, 2}, {2, 4}, {1, 1}},
    {3, {1, 3, 2}, {0, 2, 12}, {6, 1, 3}},
    {4, {2, 3, 2, 3}, {2, 0, 0, 3}, {1, 4, 2, 12}},
    {5, {1, 3, 2, 2, 2}, {6, 12, 6, 2, 3}, {4, 8, 4, 1, 2}},
    {5, {3, 1, 1, 1, 1}, {3, 0, 1, 6, 2}, {1, 3, 1, 3, 1}},
};

static void preserve_format_packs_in_torchs_order(void)
{
    int64_t stride[TB_MAX_DIMS];
    for (size_t i = 0; i < sizeof preserved / sizeof *preserved; i++) {
        CHECK(!tb_is_dense(preserved[i].size, preserved[i].stride, preserved[i].ndim));
        tb_preserve_strides(preserved[i].size, preserved[i].stride, preserved[i].ndim, stride);
        check_dims(__FILE__, __LINE__, "kept stride", stride, preserved[i].kept, preserved[i].ndim);
    }
}

static void preserve_format_keeps_dense_strides_exactly(void)
{
    int64_t stride[TB_MAX_DIMS];
    tb_preserve_strides(DIMS(2, 1, 3), DIMS(1, 99, 2), 3, stride);
    CHECK_DIMS(stride, 1, 99, 2);
    tb_preserve_strides(DIMS(2, 0, 3), DIMS(7, 8, 9), 3, stride);
    CHECK_DIMS(stride, 7, 8, 9);
    tb_preserve_strides(DIMS(4), DIMS(3), 1, stride);
    CHECK_DIMS(stride, 1);
    tb_preserve_strides(NULL, NULL, 0, stride);
}

/* Recorded: the order of the strides of torch's a + b, fastest dimension first. */
static const struct {
    int ndim;
    int64_t size[5], a[5], b[5];
    int order[5];
} sorted[] = {
    {5, {3, 2, 2, 2, 3}, {1, 0, 3, 18, 6}, {6, 2, 2, 6, 0}, {2, 4, 1, 0, 3}},
    {5, {3, 3, 3, 2, 2}, {2, 18, 6, 1, 0}, {0, 0, 2, 0, 1}, {4, 3, 0, 2, 1}},
    {2, {4, 3}, {0, 2}, {1, 4}, {0, 1}},
    {5, {4, 3, 2, 3, 2}, {0, 0, 2, 0, 3}, {1, 24, 72, 8, 4}, {0, 4, 3, 1, 2}},
    {3, {3, 3, 3}, {3, 0, 6}, {1, 3, 0}, {0, 2, 1}},
    {2, {2, 2}, {1, 2}, {1, 0}, {0, 1}},
    {3, {4, 4, 2}, {1, 0, 6}, {0, 6, 6}, {0, 1, 2}},
    {5, {3, 2, 4, 3, 2}, {6, 1, 0, 2, 0}, {0, 0, 1, 0, 4}, {2, 1, 4, 3, 0}},
    {5, {2, 3, 2, 2, 3}, {0, 3, 1, 1, 6}, {2, 8, 1, 4, 0}, {2, 0, 3, 4, 1}},
    {5, {2, 2, 3, 2, 2}, {6, 3, 1, 0, 6}, {1, 0, 0, 2, 4}, {3, 2, 1, 0, 4}},
    {4, {2, 2, 3, 3}, {3, 6, 0, 1}, {0, 0, 3, 1}, {3, 2, 0, 1}},
    {4, {3, 2, 3, 3}, {9, 0, 3, 1}, {3, 9, 0, 1}, {3, 2, 0, 1}},
};

static void dimensions_sort_as_in_tensor_iterator(void)
{
    int perm[TB_MAX_DIMS];
    for (size_t i = 0; i < sizeof sorted / sizeof *sorted; i++) {
        const int64_t *stride[2] = {sorted[i].a, sorted[i].b};
        tb_sort_dims(sorted[i].size, sorted[i].ndim, stride, 2, perm);
        for (int d = 0; d < sorted[i].ndim; d++)
            CHECK_EQ(perm[d], sorted[i].order[d]);
    }
    /* No operand has an opinion: row-major. */
    tb_sort_dims(DIMS(2, 3, 4), 3, (const int64_t *[]){DIMS(0, 0, 0)}, 1, perm);
    CHECK(perm[0] == 2 && perm[1] == 1 && perm[2] == 0);
    tb_sort_dims(DIMS(2, 3, 4), 3, NULL, 0, perm);
    CHECK(perm[0] == 2 && perm[1] == 1 && perm[2] == 0);
}

static void the_extent_reaches_the_last_element(void)
{
    for (int n = 0; n < 2000; n++) {
        int64_t size[4], stride[4], index[4] = {0}, last = -1, elements = -1;
        int ndim = (int)draw(5);
        int64_t offset = draw(9);
        for (int d = 0; d < ndim; d++) {
            size[d] = draw(30) ? 1 + draw(3) : 0;
            stride[d] = draw(9);
        }
        if (tb_numel(size, ndim) > 0) {
            do {
                int64_t at = offset + position(index, stride, ndim);
                last = at > last ? at : last;
            } while (next_index(index, size, ndim));
        }
        CHECK_OK(tb_storage_extent(size, stride, ndim, offset, 8, &elements, err));
        CHECK_EQ(elements, last + 1);
    }
}

static void an_extent_that_does_not_fit_is_an_error(void)
{
    tb_error err;
    int64_t elements, big = INT64_C(1) << 62;
    CHECK_ERROR(tb_storage_extent(DIMS(2, 2), DIMS(big, big), 2, 0, 1, &elements, &err), TB_RUNTIME_ERROR,
                "Storage size calculation overflowed with sizes=[2, 2] and strides=[4611686018427387904, "
                "4611686018427387904]");
    CHECK_EQ(tb_storage_extent(DIMS(5), DIMS(big), 1, 0, 1, &elements, NULL), TB_RUNTIME_ERROR);
    CHECK_EQ(tb_storage_extent(DIMS(2), DIMS(1), 1, INT64_MAX, 1, &elements, NULL), TB_RUNTIME_ERROR);
    CHECK_EQ(tb_storage_extent(NULL, NULL, 0, INT64_MAX, 1, &elements, NULL), TB_RUNTIME_ERROR);
    CHECK_EQ(tb_storage_extent(NULL, NULL, 0, INT64_MAX / 8, 8, &elements, NULL), TB_RUNTIME_ERROR);
    CHECK_EQ(tb_storage_extent(DIMS(2), DIMS(-1), 1, 5, 1, &elements, NULL), TB_RUNTIME_ERROR);
    CHECK_EQ(tb_storage_extent(DIMS(-2, 0), DIMS(1, 1), 2, 0, 1, &elements, NULL), TB_RUNTIME_ERROR);
    CHECK_EQ(tb_storage_extent(DIMS(2), DIMS(1), 1, -1, 1, &elements, NULL), TB_RUNTIME_ERROR);
    CHECK_OK(tb_storage_extent(DIMS(1, 0), DIMS(big, big), 2, big, 8, &elements, err));
    CHECK_EQ(elements, 0);
    CHECK_OK(tb_storage_extent(NULL, NULL, 0, INT64_MAX / 8 - 1, 8, &elements, err));
    CHECK_EQ(elements, INT64_MAX / 8);
}

int main(void)
{
    contiguous_strides_ignore_sizes_of_0();
    contiguity_ignores_strides_of_1_and_of_empty_tensors();
    channels_last_is_the_order_n_h_w_c();
    dense_means_every_place_once();
    preserve_format_packs_in_torchs_order();
    preserve_format_keeps_dense_strides_exactly();
    dimensions_sort_as_in_tensor_iterator();
    the_extent_reaches_the_last_element();
    an_extent_that_does_not_fit_is_an_error();
    return check_report(__FILE__);
}
