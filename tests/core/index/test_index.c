/* Indexing: indices of too many dimensions, order of writes, nothing written on failure, memory that is shared, and a
 * generated comparison with a loop over every element.  What else it gives is compared with PyTorch in tests/index. */
#include "calls.h"

static tb_tensor t, out;

static void integers(tb_tensor *index, const int64_t *size, int ndim, const int64_t *values)
{
    CHECK_OK(tb_tensor_new(index, TB_INT64, size, NULL, ndim, false, err));
    memcpy(tb_data(index), values, (size_t)index->numel * 8);
}

static void bools(tb_tensor *mask, tb_dtype dtype, const int64_t *size, int ndim, const char *values)
{
    CHECK_OK(tb_tensor_new(mask, dtype, size, NULL, ndim, false, err));
    for (int64_t i = 0; i < mask->numel; i++)
        tb_data(mask)[i] = values[i] == '1';
}

#define INDEX(name, size, ...) \
    tb_tensor name;            \
    integers(&name, size, (int)(sizeof(size) / 8), DIMS(__VA_ARGS__))
static const int64_t three[1] = {3};

static void check_values(const tb_tensor *got, const double *expected, int64_t n, int line)
{
    CHECK_EQ(got->numel, n);
    for (int64_t i = 0; i < n && i < got->numel; i++)
        if (at(got, i) != expected[i]) {
            check_failed(__FILE__, line);
            fprintf(stderr, "element %d is %g, expected %g\n", (int)i, at(got, i), expected[i]);
        }
}
#define CHECK_VALUES(got, ...)                                            \
    check_values(got, (const double[]){__VA_ARGS__},                      \
                 (int64_t)(sizeof((const double[]){__VA_ARGS__}) / sizeof(double)), __LINE__)

/* Masks count as one index until their dimensions are looked at. */
static void masks_of_too_many_dimensions_are_refused(void)
{
    tb_tensor t, square, i, deep, deep_mask, out;
    int64_t ones[TB_MAX_DIMS];
    tb_error err;
    for (int d = 0; d < TB_MAX_DIMS; d++)
        ones[d] = 1;
    CHECK_OK(tb_tensor_new(&t, TB_FLOAT32, DIMS(2), NULL, 1, true, err));
    CHECK_OK(tb_tensor_new(&deep, TB_FLOAT32, ones, NULL, TB_MAX_DIMS, true, err));
    bools(&square, TB_BOOL, DIMS(2, 2), 2, (const char[]){1, 0, 0, 1});
    bools(&deep_mask, TB_BOOL, ones, TB_MAX_DIMS, (const char[]){1});
    integers(&i, DIMS(1), 1, DIMS(0));
    CHECK_ERROR(tb_index_get(&out, &t, &(tb_index_tensors){.n = 1, .tensor = {&square}}, NULL, &err),
                TB_INDEX_ERROR, "Dimension out of range (expected to be in range of [-1, 0], but got 1)");
    CHECK_ERROR(
        tb_index_get(&out, &deep, &(tb_index_tensors){.n = 2, .tensor = {&deep_mask, &i}}, NULL, &err),
        TB_INDEX_ERROR, "too many indices for tensor of dimension 64 (got 65)");
    tb_index_item parts[TB_MAX_DIMS + 1];
    for (int k = 0; k <= TB_MAX_DIMS; k++)
        parts[k] = (tb_index_item){.kind = TB_ITEM_TENSOR, .tensor = &i};
    tb_index_tensors indices;
    CHECK_ERROR(tb_index_view(&out, &indices, &deep, parts, TB_MAX_DIMS + 1, TB_MAX_DIMS, false, &err),
                TB_INDEX_ERROR, "too many indices for tensor of dimension 64 (got 65)");
    tb_tensor_release(&t);
    tb_tensor_release(&deep);
    tb_tensor_release(&square);
    tb_tensor_release(&deep_mask);
    tb_tensor_release(&i);
}

static void the_last_value_stays_and_a_bad_index_writes_nothing(void)
{
    INDEX(i, three, 1, 1, 0);
    INDEX(bad, three, 0, 1, -3);
    tb_tensor value;
    count_from(&t, TB_INT64, DIMS(2, 2), 2, 0);
    count_from(&value, TB_INT64, DIMS(3, 2), 2, 10);
    CHECK_ERROR(tb_index_put(&t, &(tb_index_tensors){.n = 1, .tensor = {&bad}}, &value, false, NULL, &err),
                TB_INDEX_ERROR, "index -3 is out of bounds for dimension 0 with size 2");
    CHECK_VALUES(&t, 0, 1, 2, 3);
    CHECK_OK(tb_index_put(&t, &(tb_index_tensors){.n = 1, .tensor = {&i}}, &value, false, NULL, err));
    CHECK_VALUES(&t, 14, 15, 12, 13);
    tb_tensor_release(&t);
    tb_tensor_release(&i);
    tb_tensor_release(&bad);
    tb_tensor_release(&value);
}

static void values_for_one_element_are_all_added_and_a_bad_index_adds_nothing(void)
{
    INDEX(i, three, 1, 1, -2);
    INDEX(bad, three, 0, 1, 2);
    tb_tensor value, turned;
    count_from(&t, TB_INT64, DIMS(2, 2), 2, 0);
    count_from(&value, TB_INT64, DIMS(3, 2), 2, 10);
    CHECK_ERROR(tb_index_add(&t, &(tb_index_tensors){.n = 1, .tensor = {&bad}}, &value, NULL, &err),
                TB_INDEX_ERROR, "index 2 is out of bounds for dimension 0 with size 2");
    CHECK_VALUES(&t, 0, 1, 2, 3);
    CHECK_OK(tb_index_add(&t, &(tb_index_tensors){.n = 1, .tensor = {&i}}, &value, NULL, err));
    CHECK_VALUES(&t, 14, 16, 24, 27);
    CHECK_OK(tb_view_transpose(&turned, &t, 0, 1, err));
    CHECK_OK(tb_index_add(&turned, &(tb_index_tensors){.n = 1, .tensor = {&i}}, &value, NULL, err));
    CHECK_VALUES(&t, 28, 38, 39, 51);
    CHECK_OK(tb_index_add(&turned, &(tb_index_tensors){.n = 2, .tensor = {&i, &i}}, &i, NULL, err));
    CHECK_VALUES(&t, 26, 38, 39, 53);
    tb_tensor_release(&turned);
    tb_tensor_release(&t);
    tb_tensor_release(&i);
    tb_tensor_release(&bad);
    tb_tensor_release(&value);
}

/* A write to part of the index tensor's own memory must not change a checked index. */
static void indices_in_the_written_memory_are_copied_first(void)
{
    tb_tensor base, target, index, value;
    count_from(&base, TB_INT64, DIMS(8), 1, 0);
    CHECK_OK(tb_view_as_strided(&target, &base, DIMS(4), DIMS(2), 1, 0, err));
    CHECK_OK(tb_view_as_strided(&index, &base, DIMS(4), DIMS(1), 1, 0, err));
    count_from(&value, TB_INT64, DIMS(4), 1, 1000000);
    CHECK_OK(
        tb_index_put(&target, &(tb_index_tensors){.n = 1, .tensor = {&index}}, &value, false, NULL, err));
    CHECK_VALUES(&base, 1000000, 1, 1000001, 3, 1000002, 5, 1000003, 7);
    tb_tensor_release(&index);
    tb_tensor_release(&target);
    tb_tensor_release(&base);
    tb_tensor_release(&value);
}

static void one_value_goes_through_a_mask_in_any_dtype(void)
{
    tb_tensor mask, value;
    for (int dtype = 0; dtype < NCOMPUTED; dtype++) {
        count_from(&t, (tb_dtype)dtype, DIMS(2, 2), 2, 0);
        bools(&mask, TB_BOOL, DIMS(2, 2), 2, "1001");
        count_from(&value, TB_FLOAT32, DIMS(1), 1, 1);
        CHECK_OK(tb_index_put(&t, &(tb_index_tensors){.n = 1, .tensor = {&mask}}, &value, false, NULL, err));
        CHECK_VALUES(&t, 1, 1, dtype == TB_BOOL ? 1 : 2, 1);
        tb_tensor_release(&mask);
        bools(&mask, TB_BOOL, DIMS(2), 1, "01");
        CHECK_OK(
            tb_index_put(&t, &(tb_index_tensors){.n = 2, .tensor = {NULL, &mask}}, &value, false, NULL, err));
        CHECK_VALUES(&t, 1, 1, dtype == TB_BOOL ? 1 : 2, 1);
        tb_tensor_release(&mask);
        tb_tensor_release(&value);
        tb_tensor_release(&t);
    }
}

static void nonzero_gives_columns(void)
{
    for (int dtype = 0; dtype < NCOMPUTED; dtype++) {
        count_from(&t, (tb_dtype)dtype, DIMS(2, 3), 2, 0);
        CHECK_OK(tb_nonzero(&out, &t, NULL, err));
        CHECK_TENSOR(&out, 2, DIMS(5, 2), DIMS(1, 5));
        CHECK_VALUES(&out, 0, 0, 1, 1, 1, 1, 2, 0, 1, 2);
        tb_tensor_release(&out);
        tb_tensor_release(&t);
    }
    count_from(&t, TB_FLOAT32, DIMS(0), 0, 5);
    CHECK_OK(tb_nonzero(&out, &t, NULL, err));
    CHECK_TENSOR(&out, 2, DIMS(1, 0), DIMS(1, 1));
    tb_tensor_release(&out);
    tb_tensor_release(&t);
}

static void masked_select_broadcasts_both_ways(void)
{
    tb_tensor mask;
    count_from(&t, TB_FLOAT32, DIMS(2, 1), 2, 1);
    bools(&mask, TB_BOOL, DIMS(3), 1, "101");
    CHECK_OK(tb_masked_select(&out, &t, &mask, NULL, err));
    CHECK_TENSOR(&out, 1, DIMS(4), DIMS(1));
    CHECK_VALUES(&out, 1, 1, 2, 2);
    tb_tensor_release(&out);
    CHECK_ERROR(tb_masked_select(&out, &t, &t, NULL, &err), TB_RUNTIME_ERROR,
                "masked_select: expected BoolTensor for mask");
    tb_tensor_release(&mask);
    tb_tensor_release(&t);
}

/* ---- generated ---- */

/* Reads t[i, :, j] (or t[i, j]) of random strides and compares with a plain loop; then writes the same
 * elements of another tensor through the same indices. */
static void check_generated(tb_dtype dtype)
{
    int64_t size[3], wide[3], n[2];
    tb_tensor base, i, j, back;
    for (int d = 0; d < 3; d++)
        wide[d] = 1 + draw(5);
    n[0] = 1 + draw(3);
    n[1] = 1 + draw(40);
    count_from(&base, dtype, wide, 3, 0);
    CHECK_OK(tb_view_transpose(&t, &base, draw(3), draw(3), err));
    memcpy(size, t.size, sizeof size);
    CHECK_OK(tb_tensor_new(&i, TB_INT64, n, NULL, 2, false, err));
    CHECK_OK(tb_tensor_new(&j, TB_INT64, n + 1, NULL, 1, false, err));
    int64_t *vi = (int64_t *)tb_data(&i), *vj = (int64_t *)tb_data(&j);
    for (int64_t k = 0; k < i.numel; k++)
        vi[k] = draw(2 * size[0]) - size[0];
    for (int64_t k = 0; k < j.numel; k++)
        vj[k] = draw(2 * size[2]) - size[2];
    const tb_index_tensors indices = {.n = 3, .tensor = {&i, NULL, &j}};
    CHECK_OK(tb_index_get(&out, &t, &indices, NULL, err));
    CHECK_OK(tb_clone(&back, &t, dtype, true, err));
    CHECK_OK(tb_index_put(&back, &indices, &out, false, NULL, err));
    int wrong = 0;
    for (int64_t k = 0; k < i.numel; k++) {
        for (int64_t m = 0; m < size[1]; m++) {
            int64_t a = vi[k] + (vi[k] < 0 ? size[0] : 0),
                    c = vj[k % n[1]] + (vj[k % n[1]] < 0 ? size[2] : 0);
            int64_t from = a * t.stride[0] + m * t.stride[1] + c * t.stride[2];
            int64_t to = k / n[1] * out.stride[0] + k % n[1] * out.stride[1] + m * out.stride[2];
            wrong +=
                memcmp(tb_data(&t) + from * t.itemsize, tb_data(&out) + to * t.itemsize, t.itemsize) != 0;
        }
    }
    CHECK_EQ(wrong, 0);
    CHECK_EQ(memcmp(tb_data(&back), tb_data(&t), (size_t)(t.numel * t.itemsize)), 0);
    tb_tensor_release(&back);
    tb_tensor_release(&out);
    tb_tensor_release(&i);
    tb_tensor_release(&j);
    tb_tensor_release(&t);
    tb_tensor_release(&base);
}

int main(void)
{
    CHECK_OK(tb_cpu_select(NULL, err));
    masks_of_too_many_dimensions_are_refused();
    the_last_value_stays_and_a_bad_index_writes_nothing();
    values_for_one_element_are_all_added_and_a_bad_index_adds_nothing();
    indices_in_the_written_memory_are_copied_first();
    one_value_goes_through_a_mask_in_any_dtype();
    nonzero_gives_columns();
    masked_select_broadcasts_both_ways();
    for (int k = 0; k < 3000; k++)
        check_generated((tb_dtype)(k % NCOMPUTED));
    return check_report(__FILE__);
}
