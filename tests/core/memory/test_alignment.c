/* test_alignment.c: complex64 in foreign memory at an address of 4 modulo 8, where its floats are aligned and
 * words of its size are not. */
#include "calls.h"

#include "core/kernels/levels/levels.h"

enum { N = 20, M = 30 };
static tb_tensor apart, aligned; /* the same numbers at such an address and at another one, N x M */

static char block[N * M * 8 + 4] __attribute__((aligned(8)));

static void make_operands(bool transposed)
{
    const int64_t stride[] = {transposed ? 1 : M, transposed ? N : 1};
    tb_storage *storage;
    for (int i = 0; i < N * M * 2; i++) {
        const float value = (float)(i + 1);
        memcpy(block + 4 + 4 * i, &value, 4);
    }
    CHECK_OK(tb_storage_foreign(block + 4, N * M * 8, (tb_owner){0}, &storage, err));
    CHECK_OK(tb_tensor_view(&apart, storage, TB_COMPLEX64, DIMS(N, M), stride, 2, 0, err));
    tb_storage_release(storage);
    CHECK_OK(tb_tensor_new(&aligned, TB_COMPLEX64, DIMS(N, M), stride, 2, false, err));
    memcpy(tb_data(&aligned), block + 4, N * M * 8);
}

static void drop_operands(void)
{
    tb_tensor_release(&apart);
    tb_tensor_release(&aligned);
}

static bool same_element(const tb_tensor *a, const int64_t *i, const tb_tensor *b, const int64_t *j)
{
    return memcmp(tb_data(a) + position(i, a->stride, a->ndim) * 8,
                  tb_data(b) + position(j, b->stride, b->ndim) * 8, 8) == 0;
}

/* Is out[i, j] = expected[rows[i], columns[j]]? */
static bool has_rows(const tb_tensor *out, const tb_tensor *expected, const int64_t *rows,
                     const int64_t *columns)
{
    int64_t index[2] = {0};
    bool same = out->ndim == 2;
    do {
        const int64_t from[] = {rows ? rows[index[0]] : index[0], columns ? columns[index[1]] : index[1]};
        same = same && same_element(out, index, expected, from);
    } while (same && next_index(index, out->size, 2));
    return same;
}

static void reads_and_writes_of_whole_tensors(void)
{
    tb_tensor out, mask;
    CHECK_OK(tb_clone(&out, &apart, TB_COMPLEX64, true, err));
    CHECK(has_rows(&out, &aligned, NULL, NULL));
    tb_tensor_release(&out);
    count_from(&mask, TB_BOOL, DIMS(M), 1, 0);
    tb_call call = call_of(TB_OP_WHERE, TB_FORM_NEW, &out, &mask, &apart);
    call.in[2].tensor = &aligned;
    CHECK_OK(go(&call));
    CHECK(has_rows(&out, &aligned, NULL, NULL));
    tb_tensor_release(&out);
    tb_tensor_release(&mask);

    CHECK_OK(tb_clone(&out, &aligned, TB_COMPLEX64, true, err));
    memset(tb_data(&out), 7, N * M * 8);
    call = call_of(TB_OP_COPY, TB_FORM_WRITE, &apart, &out, NULL);
    CHECK_OK(go(&call));
    CHECK(has_rows(&apart, &out, NULL, NULL));
    call.in[0].tensor = &aligned;
    CHECK_OK(go(&call));
    CHECK(has_rows(&apart, &aligned, NULL, NULL));
    tb_tensor_release(&out);
}

static void moves_along_dimensions(void)
{
    const tb_shape rows = {.ndim = 1, .size = {0}}, columns = {.ndim = 1, .size = {1}};
    const tb_shape twice = {.ndim = 2, .size = {2, 1}};
    int64_t backwards[M], row[2 * N];
    tb_tensor out;
    for (int i = 0; i < 2 * N; i++)
        row[i] = i % N;
    for (int i = 0; i < M; i++)
        backwards[i] = M - 1 - i;
    CHECK_OK(tb_flip(&out, &apart, &columns, NULL, err));
    CHECK(has_rows(&out, &aligned, NULL, backwards));
    tb_tensor_release(&out);
    CHECK_OK(tb_roll(&out, &apart, &(tb_shape){.ndim = 1, .size = {N - 1}}, &rows, NULL, err));
    CHECK(has_rows(&out, &aligned, row + 1, NULL));
    tb_tensor_release(&out);
    CHECK_OK(tb_repeat(&out, &apart, &twice, NULL, err));
    CHECK(has_rows(&out, &aligned, row, NULL));
    tb_tensor_release(&out);
}

static void moves_by_indices(void)
{
    static const int64_t rows[] = {3, 0, 19, 3};
    int64_t column[M];
    tb_tensor index, grid, out, mask;
    CHECK_OK(tb_tensor_new(&index, TB_INT64, DIMS(4), NULL, 1, true, err));
    memcpy(tb_data(&index), rows, sizeof rows);
    for (int op = 0; op < 2; op++) { /* t[index], index_select(0, index) */
        tb_gather_call call = {.family = &tb_gather_families[TB_INDEX_SELECT],
                               .op = TB_INDEX_SELECT,
                               .self = &apart,
                               .index = &index,
                               .out = {{&out}},
                               .form = TB_FORM_NEW};
        if (op == 0)
            CHECK_OK(tb_index_get(&out, &apart, &(tb_index_tensors){.n = 1, .tensor = {&index}}, NULL, err));
        else {
            CHECK_OK(tb_family_prepare(&call.header, err));
            CHECK_OK(tb_family_run(&call.header, err));
        }
        CHECK(has_rows(&out, &aligned, rows, NULL));
        if (op == 0)
            CHECK_OK(tb_index_put(&apart, &(tb_index_tensors){.n = 1, .tensor = {&index}}, &out, false, NULL,
                                  err));
        CHECK(has_rows(&apart, &aligned, NULL, NULL));
        tb_tensor_release(&out);
    }
    count_from(&grid, TB_INT64, DIMS(N, M), 2, 0);
    for (int i = 0; i < N * M; i++) {
        column[i % M] = (7 * (i % M) + 3) % M;
        ((int64_t *)(void *)tb_data(&grid))[i] = column[i % M];
    }
    tb_gather_call call = {.family = &tb_gather_families[TB_GATHER],
                           .op = TB_GATHER,
                           .self = &apart,
                           .index = &grid,
                           .dim = 1,
                           .out = {{&out}}};
    CHECK_OK(tb_family_prepare(&call.header, err));
    CHECK_OK(tb_family_run(&call.header, err));
    CHECK(has_rows(&out, &aligned, NULL, column));
    call = (tb_gather_call){.family = &tb_gather_families[TB_SCATTER],
                            .op = TB_SCATTER,
                            .form = TB_FORM_INPLACE,
                            .self = &apart,
                            .index = &grid,
                            .src = &out,
                            .dim = 1,
                            .out = {{&apart}}};
    CHECK_OK(tb_family_prepare(&call.header, err));
    CHECK_OK(tb_family_run(&call.header, err));
    CHECK(has_rows(&apart, &aligned, NULL, NULL));
    tb_tensor_release(&out);
    count_from(&mask, TB_BOOL, DIMS(N, M), 2, 1);
    CHECK_OK(tb_masked_select(&out, &apart, &mask, NULL, err));
    CHECK_EQ(out.numel, N * M);
    tb_tensor_release(&out);
    tb_tensor_release(&mask);
    tb_tensor_release(&grid);
    tb_tensor_release(&index);
}

static void joins(void)
{
    const tb_tensor *both[] = {&apart, &apart};
    int64_t column[2 * M];
    tb_tensor out;
    for (int i = 0; i < 2 * M; i++)
        column[i] = i % M;
    tb_join join = {.family = &tb_join_family,
                    .tensor = both,
                    .n = 2,
                    .dim = 1,
                    .form = TB_FORM_NEW,
                    .out[0].tensor = &out};
    CHECK_OK(tb_family_prepare(&join.header, err));
    CHECK_OK(tb_family_run(&join.header, err));
    CHECK(has_rows(&out, &aligned, NULL, column));
    tb_tensor_release(&out);
}

int main(void)
{
    for (const char *const *level = tb_cpu_levels(); *level; level++)
        for (int transposed = 0; transposed < 2; transposed++) {
            CHECK_OK(tb_cpu_select(*level, err));
            make_operands(transposed);
            reads_and_writes_of_whole_tensors();
            moves_along_dimensions();
            moves_by_indices();
            joins();
            drop_operands();
        }
    return check_report(__FILE__);
}
