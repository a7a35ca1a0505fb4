/* The fast paths: for each one a call that must take it.  One that no call takes fails. */
#include "calls.h"

#include "core/base/strategies.h"
#include "core/kernels/matmul/matmul_kernels.h"

static const char *const names[] = {
#define NAME(name) #name,
    TB_EACH_STRATEGY(NAME)
#undef NAME
};
static bool met[TB_NSTRATEGIES];

/* The call takes this path, perhaps among others. */
#define TAKES(name, call)                                 \
    do {                                                  \
        const long before = tb_taken[TB_STRATEGY_##name]; \
        call;                                             \
        met[TB_STRATEGY_##name] = true;                   \
        checks_done++;                                    \
        if (tb_taken[TB_STRATEGY_##name] == before) {     \
            check_failed(__FILE__, __LINE__);             \
            fprintf(stderr, "%s was not taken\n", #name); \
        }                                                 \
    } while (0)

/* ---- tensors ---- */

/* Of zeros that have been written: such memory may be streamed to. */
static tb_tensor *strided(tb_dtype dtype, const int64_t *size, const int64_t *stride, int ndim,
                          int64_t offset)
{
    tb_tensor memory, *t = calloc(1, sizeof *t);
    int64_t n = offset + 1;
    for (int d = 0; d < ndim; d++)
        n += (size[d] - 1) * stride[d];
    CHECK_OK(tb_tensor_new(&memory, dtype, &n, NULL, 1, false, err));
    memset(tb_data(&memory), 0, (size_t)(n * memory.itemsize));
    CHECK_OK(tb_tensor_view(t, memory.storage, dtype, size, stride, ndim, offset, err));
    tb_tensor_release(&memory);
    return t;
}

static tb_tensor *vector(tb_dtype dtype, int64_t n, int64_t step) { return strided(dtype, &n, &step, 1, 0); }

/* The first element is the largest, as is one in the middle: neither ascends nor descends. */
static tb_tensor *unsorted(tb_dtype dtype, int64_t n)
{
    tb_tensor *t = vector(dtype, n, 1);
    tb_data(t)[1] = tb_data(t)[n / 2 * t->itemsize + 1] = 1;
    return t;
}

static tb_tensor *descending(int64_t n)
{
    tb_tensor *t = vector(TB_FLOAT32, n, 1);
    for (int64_t i = 0; i < n; i++)
        ((float *)tb_data(t))[i] = (float)-i;
    return t;
}

/* All elements differ. */
static tb_tensor *scattered(int64_t n)
{
    tb_tensor *t = vector(TB_FLOAT32, n, 1);
    for (int64_t i = 0; i < n; i++)
        ((float *)tb_data(t))[i] = (float)(i * 7919 % n);
    return t;
}

static tb_tensor *matrix(tb_dtype dtype, int64_t rows, int64_t columns)
{
    return strided(dtype, DIMS(rows, columns), DIMS(columns, 1), 2, 0);
}

static tb_tensor *transposed(tb_dtype dtype, int64_t rows, int64_t columns)
{
    return strided(dtype, DIMS(rows, columns), DIMS(1, rows), 2, 0);
}

static void drop(tb_tensor *t)
{
    if (!t)
        return;
    tb_tensor_release(t);
    free(t);
}

/* ---- calls; they release their operands ---- */

static void add(int op, tb_tensor *out, tb_tensor *a, tb_tensor *b)
{
    tb_tensor made = {0};
    tb_call call = call_of(op, out ? TB_FORM_OUT : TB_FORM_NEW, out ? out : &made, a, b);
    CHECK_EQ(go(&call), TB_OK);
    tb_tensor_release(&made);
    drop(out), drop(a);
    if (b && b != a)
        drop(b);
}

static void pair(tb_tensor *a, tb_tensor *b)
{
    tb_tensor out;
    tb_small_pair plan;
    if (tb_is_equal_pair(TB_OP_ADD, a, b))
        CHECK_OK(tb_run_equal_pair(&out, TB_OP_ADD, a, b, err));
    else if (tb_is_small_pair(TB_OP_ADD, a, b, &plan))
        CHECK_OK(tb_run_small_pair(&out, TB_OP_ADD, a, b, &plan, err));
    tb_tensor_release(&out);
    drop(a), drop(b);
}

static void fill(tb_tensor *t)
{
    const tb_scalar one = integer(1);
    CHECK_OK(tb_fill(t, &one, err));
    drop(t);
}

static void copy(tb_tensor *to, tb_tensor *from)
{
    CHECK_OK(tb_copy(to, from, err));
    drop(to), drop(from);
}

static void reduce(tb_tensor *t, int dim)
{
    tb_tensor out = {0};
    tb_reduce_call call = {.family = &tb_reduce_family,
                           .op = TB_REDUCTION_SUM,
                           .form = TB_FORM_NEW,
                           .self = t,
                           .given_dims = dim >= 0};
    call.dtype = TB_UNDEFINED;
    call.default_dtype = TB_FLOAT32;
    call.out[0].tensor = &out;
    call.dims = (tb_shape){.ndim = dim >= 0, .size = {dim}};
    CHECK_OK(tb_family_prepare(&call.header, err));
    CHECK_OK(tb_family_run(&call.header, err));
    tb_tensor_release(&out);
    drop(t);
}

static void along(tb_along_dim_function function, tb_tensor *t, int dim)
{
    tb_tensor out[2] = {0};
    tb_along_dim_call call = {.family = &tb_along_dim_family,
                              .function = function,
                              .form = TB_FORM_NEW,
                              .in = t,
                              .k = t->size[dim] / 2, /* of topk */
                              .dims = {.ndim = 1}};
    call.dims.size[0] = dim;
    call.dtype = TB_UNDEFINED;
    call.default_dtype = TB_FLOAT32;
    call.out[0].tensor = &out[0];
    call.out[1].tensor = &out[1];
    CHECK_OK(tb_family_prepare(&call.header, err));
    CHECK_OK(tb_family_run(&call.header, err));
    tb_tensor_release(&out[0]);
    tb_tensor_release(&out[1]);
    drop(t);
}

static void search(tb_tensor *numbers, tb_tensor *values)
{
    tb_tensor out;
    CHECK_OK(tb_search(&out, numbers, values, false, false, NULL, err));
    tb_tensor_release(&out);
    drop(numbers);
    drop(values);
}

static void indexed(tb_gather_op op, tb_tensor *t, tb_tensor *index)
{
    tb_tensor out = {0};
    tb_gather_call call;
    tb_gather_call_init(&call, op);
    call.self = t;
    call.index = index;
    call.out[0].tensor = &out;
    CHECK_OK(tb_family_prepare(&call.header, err));
    CHECK_OK(tb_family_run(&call.header, err));
    tb_tensor_release(&out);
    drop(t), drop(index);
}

static void nonzero(tb_tensor *mask)
{
    tb_tensor out = {0};
    tb_data(mask)[mask->numel - 1] = 1;
    CHECK_OK(tb_nonzero(&out, mask, NULL, err));
    tb_tensor_release(&out);
    drop(mask);
}

/* Adds to the elements at index. */
static void scatter(tb_tensor *t, tb_tensor *index)
{
    tb_tensor *src = strided(t->dtype, index->size, index->stride, index->ndim, 0);
    tb_gather_call call;
    tb_gather_call_init(&call, TB_SCATTER);
    call.form = TB_FORM_INPLACE;
    call.self = call.out[0].tensor = t;
    call.index = index;
    call.src = src;
    call.reduce = TB_SCATTER_REDUCE_ADD;
    CHECK_OK(tb_family_prepare(&call.header, err));
    CHECK_OK(tb_family_run(&call.header, err));
    drop(t), drop(index), drop(src);
}

static void reduced(tb_tensor *t, tb_tensor *index, tb_tensor *src)
{
    tb_tensor out = {0};
    tb_gather_call call;
    tb_gather_call_init(&call, TB_INDEX_REDUCE);
    call.self = t;
    call.index = index;
    call.src = src;
    call.reduce = TB_SCATTER_REDUCE_MAX;
    call.out[0].tensor = &out;
    CHECK_OK(tb_family_prepare(&call.header, err));
    CHECK_OK(tb_family_run(&call.header, err));
    tb_tensor_release(&out);
    drop(t), drop(index), drop(src);
}

static void subscript(tb_tensor *t, tb_tensor *index)
{
    const tb_index_item item = {.kind = TB_ITEM_TENSOR, .tensor = index};
    tb_index_tensors indices;
    tb_tensor view, out;
    CHECK_OK(tb_index_view(&view, &indices, t, &item, 1, 1, false, err));
    CHECK_OK(tb_index_get(&out, &view, &indices, NULL, err));
    tb_index_tensors_release(&indices);
    tb_tensor_release(&view);
    tb_tensor_release(&out);
    drop(t), drop(index);
}

static void bincount(tb_tensor *t)
{
    tb_tensor out;
    CHECK_OK(tb_bincount(&out, t, NULL, 10, NULL, err));
    tb_tensor_release(&out);
    drop(t);
}

static void flip(tb_tensor *t, int dim)
{
    tb_tensor out;
    const tb_shape dims = {.ndim = 1, .size = {dim}};
    CHECK_OK(tb_flip(&out, t, &dims, NULL, err));
    tb_tensor_release(&out);
    drop(t);
}

static void stack(tb_tensor *a, tb_tensor *b)
{
    const tb_tensor *const both[] = {a, b};
    tb_tensor out;
    tb_join join = {.family = &tb_join_family,
                    .tensor = both,
                    .n = 2,
                    .dim = 1,
                    .stacks = true,
                    .form = TB_FORM_NEW,
                    .out[0].tensor = &out};
    CHECK_OK(tb_family_prepare(&join.header, err));
    CHECK_OK(tb_family_run(&join.header, err));
    tb_tensor_release(&out);
    drop(a), drop(b);
}

static void multiply(tb_tensor *a, tb_tensor *b)
{
    tb_tensor out = {0};
    tb_matmul call = {.family = &tb_matmul_family,
                      .op = TB_MATMUL,
                      .form = TB_FORM_NEW,
                      .a = a,
                      .b = b,
                      .out[0].tensor = &out};
    CHECK_OK(tb_family_prepare(&call.header, err));
    CHECK_OK(tb_family_run(&call.header, err));
    tb_tensor_release(&out);
    drop(a), drop(b);
}

static void multiply_by_own_transpose(int64_t rows, int64_t columns)
{
    tb_tensor *a = matrix(TB_FLOAT32, rows, columns), *b = calloc(1, sizeof *b);
    CHECK_OK(tb_tensor_view(b, a->storage, TB_FLOAT32, DIMS(columns, rows), DIMS(1, columns), 2, 0, err));
    multiply(a, b);
}

/* ---- the table ---- */

#define F TB_FLOAT32
#define D TB_FLOAT64
#define I TB_INT32
#define L TB_INT64
#define S TB_INT16
#define ADD TB_OP_ADD
#define MAX TB_OP_MAXIMUM
/* Beyond the caches: three of so many float32. */
enum { MANY = 3000000 };

static void pointwise_calls(void)
{
    TAKES(EQUAL_PAIR, pair(vector(F, 4, 1), vector(F, 4, 1)));
    TAKES(SMALL_PAIR, pair(matrix(F, 3, 1), vector(F, 4, 1)));
    TAKES(FAST, add(ADD, NULL, vector(F, 5000, 1), vector(F, 5000, 1)));
    TAKES(FILL_SMALL, fill(vector(F, 4, 1)));
    TAKES(CAST_ONCE, add(ADD, NULL, vector(I, 100, 1), matrix(F, 100, 100)));
    TAKES(CAST_SINGLE, add(ADD, NULL, vector(I, 1, 1), vector(F, 5000, 1)));
    TAKES(COPY_WITHOUT_TILE, copy(matrix(F, 100, 100), transposed(F, 100, 100)));
    TAKES(COPY_BY_CAST, copy(vector(F, 5000, 1), vector(I, 5000, 1)));
}

static void iterations(void)
{
    TAKES(DIRECT, add(ADD, NULL, matrix(F, 100, 100), vector(F, 100, 1)));
    TAKES(DIRECT_STRIDED, add(ADD, NULL, vector(D, 10000, 2), vector(D, 10000, 2)));
    TAKES(DIRECT_STRIDED, add(ADD, NULL, vector(D, 10000, 3), vector(D, 10000, 1)));
    TAKES(DIRECT_STRIDED, add(ADD, vector(D, 10000, 2), vector(D, 10000, 1), vector(D, 10000, 1)));
    TAKES(DIRECT_STREAMED, add(MAX, vector(F, MANY, 1), vector(F, MANY, 1), vector(F, MANY, 1)));
    TAKES(DIRECT_STREAMED_BY_KERNEL, add(ADD, vector(F, MANY, 1), vector(F, MANY, 1), vector(F, MANY, 1)));
    TAKES(STREAMED_COPY, copy(vector(F, 2 * MANY, 1), vector(F, 2 * MANY, 1)));
    TAKES(TILED, add(ADD, NULL, vector(F, 10000, 2), vector(F, 10000, 1)));
    TAKES(TILED_BLOCKS, add(ADD, NULL, matrix(F, 200, 200), transposed(F, 200, 200)));
    const int64_t images[] = {8, 64, 14, 14};
    TAKES(TILED_BLOCKS, add(ADD, NULL, strided(F, images, (int64_t[]){12544, 196, 14, 1}, 4, 0),
                            strided(F, images, (int64_t[]){12544, 1, 896, 64}, 4, 0)));
    TAKES(TILED_BLOCKS_SHORTENED, add(ADD, strided(F, DIMS(2048, 1600), DIMS(1600, 1), 2, 1),
                                      transposed(F, 2048, 1600), matrix(F, 2048, 1600)));
    TAKES(TILED_STREAMED, add(MAX, vector(F, MANY, 1), vector(I, MANY, 1), vector(F, MANY, 1)));
    TAKES(TILED_STREAMED_BY_KERNEL, add(ADD, vector(F, MANY, 1), vector(I, MANY, 1), vector(F, MANY, 1)));
    TAKES(PACKED, copy(vector(F, 5000, 1), vector(F, 5000, 2)));
    TAKES(GATHER_AHEAD, add(ADD, matrix(F, 2048, 1600), transposed(F, 2048, 1600), matrix(F, 2048, 1600)));
    TAKES(CAST_BEFORE_REPEAT, add(ADD, NULL, matrix(I, 270000, 1), matrix(F, 270000, 16)));
}

static void moves(void)
{
    TAKES(FUSE_RUNS, flip(matrix(F, 3000, 2), 0));
    TAKES(PACK_TRANSPOSED, copy(matrix(F, 100, 100), transposed(F, 100, 100)));
    TAKES(PACK_COLLECTED, copy(strided(F, DIMS(16, 50, 2), DIMS(100, 2, 1), 3, 0),
                               strided(F, DIMS(16, 50, 2), DIMS(1, 16, 800), 3, 0)));
    TAKES(PACK_RUNS, copy(matrix(F, 1000, 5), strided(F, DIMS(1000, 5), DIMS(8, 1), 2, 0)));
    TAKES(PACK_REPEATED, add(ADD, NULL, matrix(F, 20000, 3), matrix(F, 20000, 1)));
    TAKES(CAST_ROWS, add(ADD, NULL, strided(S, DIMS(50, 100), DIMS(200, 1), 2, 0), matrix(F, 50, 100)));
    TAKES(PACK_REVERSED, flip(matrix(F, 1000, 5), 1));
    TAKES(PACK_SHORT_ROWS, copy(matrix(F, 1000, 3), strided(F, DIMS(1000, 3), DIMS(16, 4), 2, 0)));
    TAKES(INTERLEAVE, stack(vector(F, 100, 1), vector(F, 100, 1)));
}

static void reductions(void)
{
    TAKES(REDUCE_DIRECT_RUNS, reduce(matrix(F, 100, 100), 1));
    TAKES(REDUCE_DIRECT_PAIRS, reduce(matrix(TB_COMPLEX64, 100, 100), 1));
    TAKES(REDUCE_DIRECT_ROWS, reduce(matrix(F, 500, 100), 0));
    TAKES(REDUCE_DIRECT_RUNS, reduce(vector(S, 5000, 1), -1));
    TAKES(REDUCE_DIRECT_ROWS, reduce(matrix(S, 500, 100), 0));
    TAKES(REDUCE_DIRECT_RUNS, reduce(vector(TB_FLOAT16, 5000, 1), -1));
    TAKES(REDUCE_DIRECT_ROWS, reduce(matrix(TB_BFLOAT16, 100, 100), 0));
    TAKES(REDUCE_TILED_RUNS, reduce(vector(F, 5000, 2), -1));
    TAKES(REDUCE_TILED_ROWS, reduce(strided(F, DIMS(100, 100), DIMS(200, 2), 2, 0), 0));
    TAKES(REDUCE_SHORT_ROWS, reduce(matrix(F, 10000, 3), 0));
    TAKES(REDUCE_FEW_ROWS, reduce(matrix(F, 50, 100), 0));
    TAKES(REDUCE_PIECES, reduce(vector(F, 1 << 20, 1), -1));
}

static void along_one_dimension(void)
{
    TAKES(ALONG_DIM_ROWS, along(TB_ALONG_DIM_SOFTMAX, matrix(F, 3, 1000), 1));
    TAKES(ALONG_DIM_ROWS, along(TB_ALONG_DIM_CUMSUM, matrix(D, 1000, 3), 1)); /* however short */
    TAKES(ALONG_DIM_COLUMNS, along(TB_ALONG_DIM_SOFTMAX, matrix(F, 50, 50), 0));
    TAKES(ALONG_DIM_PACKED, along(TB_ALONG_DIM_SOFTMAX, matrix(TB_FLOAT16, 50, 50), 1));
    TAKES(SORT_SORTED, along(TB_ALONG_DIM_SORT, vector(F, 20000, 1), 0));
    TAKES(SORT_BYTES, along(TB_ALONG_DIM_SORT, unsorted(F, 3000), 0));
    TAKES(SORT_DIGITS, along(TB_ALONG_DIM_SORT, unsorted(F, 20000), 0));
    if (tb_kernels_active->along_dim->sort_records)
        TAKES(SORT_IN_VECTORS, along(TB_ALONG_DIM_SORT, unsorted(F, 100), 0));
    else
        met[TB_STRATEGY_SORT_IN_VECTORS] = true; /* no level of this machine has it */
    TAKES(SORT_RANKED, along(TB_ALONG_DIM_SORT, matrix(F, 100, 8), 1));
    TAKES(TOPK_DROPPED, along(TB_ALONG_DIM_TOPK, unsorted(F, 20000), 0));
    TAKES(SORT_SORTED, along(TB_ALONG_DIM_TOPK, vector(F, 20000, 1), 0));
    TAKES(SELECT_DIGITS, along(TB_ALONG_DIM_MEDIAN, scattered(20000), 0));
    TAKES(SELECT_IN_ORDER, along(TB_ALONG_DIM_MEDIAN, vector(F, 20000, 1), 0));
    TAKES(SELECT_PREVAILING, along(TB_ALONG_DIM_MEDIAN, unsorted(F, 20000), 0));
    TAKES(SELECT_IN_ORDER, along(TB_ALONG_DIM_KTHVALUE, descending(20000), 0));
    TAKES(SELECT_EQUAL, along(TB_ALONG_DIM_KTHVALUE, vector(F, 20000, 1), 0));
    TAKES(SELECT_BYTES, along(TB_ALONG_DIM_MEDIAN, unsorted(TB_UINT8, 20000), 0));
    TAKES(SEARCH_FROM_PREVIOUS, search(vector(F, 100, 1), vector(F, 100, 1)));
    TAKES(SEARCH_FROM_NEXT, search(vector(F, 100, 1), descending(100)));
    CHECK_OK(tb_cpu_select("baseline", err));
    TAKES(SORT_MERGE, along(TB_ALONG_DIM_SORT, unsorted(F, 100), 0));
    CHECK_OK(tb_cpu_select(NULL, err));
}

static void indexing(void)
{
    TAKES(SELECT_FROM_VECTOR, indexed(TB_INDEX_SELECT, vector(F, 100, 1), vector(L, 50, 1)));
    TAKES(SELECT_SLICES, indexed(TB_INDEX_SELECT, matrix(F, 100, 10), vector(L, 50, 1)));
    TAKES(GATHER_ROWS, indexed(TB_GATHER, matrix(F, 100, 20), strided(L, DIMS(50, 20), DIMS(1, 0), 2, 0)));
    TAKES(INDEX_REDUCE_ROWS, reduced(matrix(F, 100, 20), vector(L, 50, 1), matrix(F, 50, 20)));
    TAKES(INDEX_PLAIN, subscript(vector(F, 100, 1), vector(L, 50, 1)));
    TAKES(BINCOUNT_APART, bincount(vector(L, 5000, 1)));
    TAKES(TAKE_FROM_STRIDED, indexed(TB_TAKE, vector(F, 1000, 2), vector(L, 50, 1)));
    TAKES(ACCUMULATE_MANY, scatter(vector(TB_FLOAT16, 100, 1), vector(L, 50, 1)));
    TAKES(MASK_BLOCK_IS_FALSE, nonzero(vector(TB_BOOL, 1000, 1)));
    TAKES(ACCUMULATE_FEW, scatter(vector(TB_FLOAT16, 10000, 1), vector(L, 50, 1)));
}

static void products(void)
{
    TAKES(PRODUCT_DOT, multiply(matrix(F, 1, 9), matrix(F, 9, 1)));
    TAKES(PRODUCT_DOT, multiply(strided(F, DIMS(5, 1, 9), DIMS(9, 9, 1), 3, 0),
                                strided(F, DIMS(5, 9, 1), DIMS(9, 1, 1), 3, 0)));
    TAKES(PRODUCT_SMALL, multiply(matrix(F, 2, 2), matrix(F, 2, 2)));
    TAKES(PRODUCT_SMALL_BATCH, multiply(strided(F, DIMS(5, 3, 3), DIMS(9, 3, 1), 3, 0),
                                        strided(F, DIMS(5, 3, 1), DIMS(3, 1, 1), 3, 0)));
    TAKES(PRODUCT_SMALL_BATCH, multiply(strided(F, DIMS(5, 1, 3), DIMS(3, 3, 1), 3, 0),
                                        strided(F, DIMS(5, 3, 1), DIMS(3, 1, 1), 3, 0)));
    TAKES(PRODUCT_VECTOR, multiply(matrix(F, 100, 100), vector(F, 100, 1)));
    TAKES(PRODUCT_FEW, multiply(matrix(F, 100, 3), matrix(F, 3, 3)));
    TAKES(PRODUCT_FEW, multiply(matrix(F, 100, 3), vector(F, 3, 1)));
    TAKES(PRODUCT_DIRECT, multiply(matrix(F, 8, 64), matrix(F, 64, 64)));
    if (tb_matmul_active[F]->masked) /* the ends of 13 columns */
        TAKES(PRODUCT_DIRECT, multiply(matrix(F, 1000, 16), matrix(F, 16, 13)));
    else
        TAKES(PRODUCT_PACKED, multiply(matrix(F, 1000, 16), matrix(F, 16, 13)));
    TAKES(PRODUCT_PACKED, multiply(matrix(F, 100, 100), matrix(F, 100, 100)));
    TAKES(PRODUCT_SYMMETRIC, multiply_by_own_transpose(300, 200));
}

int main(void)
{
    tb_error err;
    tb_caches = (tb_cache_sizes){32 << 10, 1 << 20, 16 << 20}; /* smaller than what is streamed here */
    CHECK_EQ(tb_cpu_select(NULL, &err), TB_OK);
    pointwise_calls();
    iterations();
    moves();
    reductions();
    along_one_dimension();
    indexing();
    products();
    for (int i = 0; i < TB_NSTRATEGIES; i++)
        if (!met[i]) {
            check_failed(__FILE__, __LINE__);
            fprintf(stderr, "no call of the table takes %s\n", names[i]);
        }
    return check_report(__FILE__);
}
