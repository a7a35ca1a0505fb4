/* No memory: functions that are not pointwise, each with every one of its allocations
 * failing.  Relies on: allocations.h. */
#include "allocations.h"
#include "core/linalg/distance.h"

/* ---- joins, repeats, flips ---- */

/* t so often that the list is too long for the stack; the last ones through copies. */
static tb_status join_many(tb_error *err)
{
    tb_tensor other;
    const tb_tensor *list[40];
    TB_TRY(tb_clone(&other, &t, TB_INT16, false, err));
    for (int i = 0; i < 40; i++)
        list[i] = i % 2 ? &other : &t;
    tb_join join = {.family = &tb_join_family, .tensor = list, .n = 40, .dim = 5, .out[0].tensor = &made};
    tb_status status = tb_family_prepare(&join.header, err);
    if (status == TB_OK)
        status = tb_family_run(&join.header, err);
    tb_tensor_release(&other);
    return status;
}

/* Two steps of a tensor's memory into the ones between them. */
static tb_status join_into_own_memory(tb_error *err)
{
    tb_tensor whole, part = {0}, out = {0};
    const tb_tensor *list[] = {&part};
    TB_TRY(tb_tensor_new(&whole, TB_INT16, DIMS(8), NULL, 1, true, err));
    tb_status status = tb_view_slice(&part, &whole, 0, 0, 8, 2, err);
    if (status == TB_OK)
        status = tb_view_slice(&out, &whole, 0, 1, 8, 2, err);
    tb_join join = {
        .family = &tb_join_family, .tensor = list, .n = 1, .form = TB_FORM_OUT, .out[0].tensor = &out};
    if (status == TB_OK)
        status = tb_family_prepare(&join.header, err);
    if (status == TB_OK)
        status = tb_family_run(&join.header, err);
    if (status == TB_OK)
        status = tb_view_alias(&made, &whole, err);
    tb_tensor_release(&part);
    tb_tensor_release(&out);
    tb_tensor_release(&whole);
    return status;
}

static tb_status repeat(tb_error *err)
{
    const tb_shape times = {7, {1, 2, 1, 1, 3, 1, 1}};
    return tb_repeat(&made, &t, &times, NULL, err);
}

static tb_status repeat_by(tb_error *err)
{
    const int64_t dim = 2;
    tb_tensor counts;
    TB_TRY(tb_tensor_new(&counts, TB_INT64, DIMS(1), NULL, 1, true, err));
    *(int64_t *)(void *)tb_data(&counts) = 2;
    const tb_status status = tb_repeat_by(&made, &t, &counts, &dim, NULL, err);
    tb_tensor_release(&counts);
    return status;
}

static tb_status roll(tb_error *err)
{
    const tb_shape shifts = {2, {1, 1}}, dims = {2, {0, 2}};
    return tb_roll(&made, &t, &shifts, &dims, NULL, err);
}

static tb_status roll_flat(tb_error *err)
{
    const tb_shape shift = {1, {5}}, none = {.ndim = 0};
    return tb_roll(&made, &t, &shift, &none, NULL, err);
}

static tb_status tril_and_triu(tb_error *err)
{
    tb_tril call = {.family = &tb_tril_family, .in = &t, .part = TB_LOWER, .out[0].tensor = &made};
    TB_TRY(tb_family_prepare(&call.header, err));
    return tb_family_run(&call.header, err);
}

static void *go(void) { return NULL; }
static void come(void *state) { (void)state; }

/* Tensors of two dtypes are copied one by one; without the lock by views of them. */
static tb_status join_without_the_lock(tb_error *err)
{
    static const tb_lock_callbacks lock = {go, come, NULL};
    tb_tensor a, b = {0};
    const tb_tensor *list[] = {&a, &b};
    TB_TRY(tb_tensor_new(&a, TB_INT32, DIMS(TB_RELEASE_COST), NULL, 1, true, err));
    tb_status status = tb_tensor_new(&b, TB_INT64, DIMS(3), NULL, 1, true, err);
    tb_join join = {.family = &tb_join_family, .lock = &lock, .tensor = list, .n = 2, .out[0].tensor = &made};
    if (status == TB_OK)
        status = tb_family_prepare(&join.header, err);
    if (status == TB_OK)
        status = tb_family_run(&join.header, err);
    tb_tensor_release(&a);
    tb_tensor_release(&b);
    return status;
}

/* ---- reductions ---- */

static tb_status reduce(tb_reduction op, tb_dtype dtype, tb_error *err)
{
    tb_reduce_call call = {.family = &tb_reduce_family,
                           .op = op,
                           .form = TB_FORM_NEW,
                           .self = &t,
                           .dtype = dtype,
                           .default_dtype = TB_FLOAT32,
                           .number = 1,
                           .out = {{&made}}};
    TB_TRY(tb_family_prepare(&call.header, err));
    return tb_family_run(&call.header, err);
}

static tb_status sum(tb_error *err) { return reduce(TB_REDUCTION_SUM, TB_UNDEFINED, err); }
static tb_status mean_of_casts(tb_error *err) { return reduce(TB_REDUCTION_MEAN, TB_FLOAT16, err); }
static tb_status argmax(tb_error *err) { return reduce(TB_REDUCTION_ARGMAX, TB_UNDEFINED, err); }

/* Of t in another dtype, whole or over one of its dimensions. */
static tb_status reduce_as(tb_dtype dtype, tb_reduction op, double number, bool whole, tb_error *err)
{
    tb_tensor a, second = {0};
    TB_TRY(tb_clone(&a, &t, dtype, false, err));
    tb_reduce_call call = {.family = &tb_reduce_family,
                           .op = op,
                           .self = &a,
                           .given_dims = !whole,
                           .dtype = TB_UNDEFINED,
                           .default_dtype = TB_FLOAT32,
                           .number = number,
                           .out = {{&made}, {&second}},
                           .dims = {!whole, {2}}};
    tb_status status = tb_family_prepare(&call.header, err);
    if (status == TB_OK)
        status = tb_family_run(&call.header, err);
    tb_tensor_release(&second);
    tb_tensor_release(&a);
    return status;
}

static tb_status complex_var(tb_error *err)
{
    return reduce_as(TB_COMPLEX64, TB_REDUCTION_VAR, 1, true, err);
}
static tb_status complex_std_mean(tb_error *err)
{
    return reduce_as(TB_COMPLEX128, TB_REDUCTION_STD_MEAN, 1, false, err);
}
static tb_status cubic_norm(tb_error *err) { return reduce_as(TB_FLOAT16, TB_REDUCTION_NORM, 3, false, err); }
static tb_status complex_norm(tb_error *err)
{
    return reduce_as(TB_COMPLEX64, TB_REDUCTION_NORM, 3, true, err);
}
static tb_status aminmax(tb_error *err) { return reduce_as(TB_INT16, TB_REDUCTION_AMINMAX, 1, true, err); }
static tb_status aminmax_of_a_dimension(tb_error *err)
{
    return reduce_as(TB_INT16, TB_REDUCTION_AMINMAX, 1, false, err);
}

/* Of so many elements that it is cut into pieces. */
static tb_status sum_in_pieces(tb_error *err)
{
    tb_tensor a;
    TB_TRY(tb_tensor_new(&a, TB_FLOAT32, DIMS(1 << 20), NULL, 1, true, err));
    tb_reduce_call call = {.family = &tb_reduce_family,
                           .op = TB_REDUCTION_SUM,
                           .self = &a,
                           .dtype = TB_UNDEFINED,
                           .default_dtype = TB_FLOAT32,
                           .out = {{&made}}};
    tb_status status = tb_family_prepare(&call.header, err);
    if (status == TB_OK)
        status = tb_family_run(&call.header, err);
    tb_tensor_release(&a);
    return status;
}

static tb_status max_of_a_dimension(tb_error *err)
{
    tb_tensor places;
    tb_reduce_call call = {.family = &tb_reduce_family,
                           .op = TB_REDUCTION_MAX,
                           .form = TB_FORM_NEW,
                           .self = &t,
                           .given_dims = true,
                           .dtype = TB_UNDEFINED,
                           .out = {{&made}, {&places}},
                           .dims = {1, {2}}};
    TB_TRY(tb_family_prepare(&call.header, err));
    TB_TRY(tb_family_run(&call.header, err));
    tb_tensor_release(&places);
    return TB_OK;
}

/* ---- indices ---- */

/* More tensors, of more dimensions, than a plan holds in itself. */
static tb_status index_many(tb_error *err)
{
    tb_index_tensors indices = {.n = 7};
    tb_tensor zero;
    TB_TRY(tb_tensor_new(&zero, TB_INT32, DIMS(1, 1, 1, 1, 1), NULL, 5, true, err));
    for (int i = 0; i < 7; i++)
        indices.tensor[i] = &zero;
    const tb_status status = tb_index_get(&made, &t, &indices, NULL, err);
    tb_tensor_release(&zero);
    return status;
}

static tb_status index_by_a_mask(tb_error *err)
{
    tb_tensor mask;
    TB_TRY(tb_clone(&mask, &t, TB_UINT8, false, err));
    const tb_index_tensors indices = {.n = 1, .tensor = {&mask}};
    const tb_status status = tb_index_get(&made, &t, &indices, NULL, err);
    tb_tensor_release(&mask);
    return status;
}

/* Every second number says where the others are written, or what is added to. */
static tb_status write_by_indices(bool adds, tb_error *err)
{
    tb_tensor whole, a = {0}, index = {0}, one = {0};
    TB_TRY(tb_tensor_new(&whole, TB_INT64, DIMS(6), NULL, 1, true, err));
    const tb_index_tensors indices = {.n = 1, .tensor = {&index}};
    tb_status status = tb_view_slice(&a, &whole, 0, 0, 6, 2, err);
    if (status == TB_OK)
        status = tb_view_slice(&index, &whole, 0, 1, 6, 2, err);
    if (status == TB_OK)
        status = tb_tensor_new(&one, TB_INT64, NULL, NULL, 0, true, err);
    if (status == TB_OK)
        status = adds ? tb_index_add(&a, &indices, &one, NULL, err)
                      : tb_index_put(&a, &indices, &one, false, NULL, err);
    if (status == TB_OK)
        status = tb_view_alias(&made, &whole, err);
    tb_tensor_release(&one);
    tb_tensor_release(&index);
    tb_tensor_release(&a);
    tb_tensor_release(&whole);
    return status;
}
static tb_status write_by_indices_of_the_same_memory(tb_error *err) { return write_by_indices(false, err); }
static tb_status add_by_indices_of_the_same_memory(tb_error *err) { return write_by_indices(true, err); }

static tb_status find_nonzero(tb_error *err) { return tb_nonzero(&made, &t, NULL, err); }

static tb_status select_masked(tb_error *err)
{
    tb_tensor mask;
    TB_TRY(tb_clone(&mask, &t, TB_BOOL, false, err));
    const tb_status status = tb_masked_select(&made, &t, &mask, NULL, err);
    tb_tensor_release(&mask);
    return status;
}

/* ---- scans ---- */

static tb_status lines(tb_along_dim_function function, int64_t dim, tb_error *err)
{
    tb_tensor places;
    const bool pair = function == TB_ALONG_DIM_SORT || function == TB_ALONG_DIM_TOPK;
    tb_along_dim_call call = {.family = &tb_along_dim_family,
                              .function = function,
                              .form = TB_FORM_NEW,
                              .in = &t,
                              .out = {{&made}, {pair ? &places : NULL}},
                              .dims = {1, {dim}},
                              .k = 1,
                              .dtype = TB_UNDEFINED,
                              .default_dtype = TB_FLOAT32};
    TB_TRY(tb_family_prepare(&call.header, err));
    TB_TRY(tb_family_run(&call.header, err));
    if (pair)
        tb_tensor_release(&places);
    return TB_OK;
}

static tb_status cumsum(tb_error *err) { return lines(TB_ALONG_DIM_CUMSUM, 2, err); }
static tb_status logsumexp(tb_error *err) { return lines(TB_ALONG_DIM_LOGSUMEXP, 5, err); }
static tb_status sort(tb_error *err) { return lines(TB_ALONG_DIM_SORT, 2, err); }
static tb_status topk(tb_error *err) { return lines(TB_ALONG_DIM_TOPK, 2, err); }

static tb_status sort_many(tb_error *err)
{
    tb_tensor a, places;
    TB_TRY(tb_tensor_new(&a, TB_FLOAT64, DIMS(20000), NULL, 1, true, err));
    tb_along_dim_call call = {.family = &tb_along_dim_family,
                              .function = TB_ALONG_DIM_SORT,
                              .in = &a,
                              .out = {{&made}, {&places}},
                              .dims = {1, {0}},
                              .dtype = TB_UNDEFINED,
                              .default_dtype = TB_FLOAT32};
    tb_status status = tb_family_prepare(&call.header, err);
    if (status == TB_OK)
        status = tb_family_run(&call.header, err);
    if (status == TB_OK)
        tb_tensor_release(&places);
    tb_tensor_release(&a);
    return status;
}

/* ---- products ---- */

/* A matrix of the dtype times itself, in both orders of memory. */
static tb_status multiply(tb_dtype dtype, int64_t n, tb_error *err)
{
    tb_tensor a, b;
    tb_status status = TB_OK;
    TB_TRY(tb_tensor_new(&a, dtype, DIMS(n, n), NULL, 2, true, err));
    status = tb_view_t(&b, &a, err);
    if (status == TB_OK) {
        tb_matmul call = {.family = &tb_matmul_family,
                          .op = TB_MATMUL,
                          .form = TB_FORM_NEW,
                          .a = &a,
                          .b = &b,
                          .out[0].tensor = &made};
        status = tb_family_prepare(&call.header, err);
        if (status == TB_OK)
            status = tb_family_run(&call.header, err);
        tb_tensor_release(&b);
    }
    tb_tensor_release(&a);
    return status;
}

static tb_status multiply_small(tb_error *err) { return multiply(TB_FLOAT32, 3, err); }
static tb_status multiply_packed(tb_error *err) { return multiply(TB_FLOAT64, 120, err); }
static tb_status multiply_halves(tb_error *err) { return multiply(TB_BFLOAT16, 70, err); }
static tb_status multiply_bytes(tb_error *err) { return multiply(TB_UINT8, 70, err); }

static tb_status product(const tb_tensor *a, const tb_tensor *b, tb_error *err)
{
    tb_matmul call = {.family = &tb_matmul_family,
                      .op = TB_MATMUL,
                      .form = TB_FORM_NEW,
                      .a = a,
                      .b = b,
                      .out[0].tensor = &made};
    TB_TRY(tb_family_prepare(&call.header, err));
    return tb_family_run(&call.header, err);
}

/* The vector's elements are apart, and too many for the stack. */
static tb_status multiply_vector(tb_error *err)
{
    tb_tensor a, x = {0}, column = {0};
    TB_TRY(tb_tensor_new(&a, TB_FLOAT64, DIMS(3, 20000), NULL, 2, true, err));
    tb_status status = tb_tensor_new(&x, TB_FLOAT64, DIMS(20000, 2), NULL, 2, true, err);
    if (status == TB_OK)
        status = tb_view_select(&column, &x, 1, 0, err);
    if (status == TB_OK)
        status = product(&a, &column, err);
    tb_tensor_release(&column);
    tb_tensor_release(&x);
    tb_tensor_release(&a);
    return status;
}

static tb_status multiply_batch(tb_error *err)
{
    tb_tensor a;
    TB_TRY(tb_tensor_new(&a, TB_FLOAT64, DIMS(3, 120, 120), NULL, 3, true, err));
    const tb_status status = product(&a, &a, err);
    tb_tensor_release(&a);
    return status;
}

static tb_status distances(tb_error *err)
{
    tb_tensor a;
    TB_TRY(tb_tensor_new(&a, TB_FLOAT32, DIMS(90, 3000), NULL, 2, true, err));
    const tb_status status = tb_cdist(&made, &a, &a, 1, NULL, err);
    tb_tensor_release(&a);
    return status;
}

static const step steps[] = {
    {"join_many", join_many},
    {"join_into_own_memory", join_into_own_memory},
    {"repeat", repeat},
    {"repeat_by", repeat_by},
    {"roll", roll},
    {"roll_flat", roll_flat},
    {"tril and triu", tril_and_triu},
    {"sum", sum},
    {"mean_of_casts", mean_of_casts},
    {"argmax", argmax},
    {"max_of_a_dimension", max_of_a_dimension},
    {"cumsum", cumsum},
    {"logsumexp", logsumexp},
    {"sort", sort},
    {"topk", topk},
    {"multiply_small", multiply_small},
    {"multiply_packed", multiply_packed},
    {"multiply_halves", multiply_halves},
    {"multiply_bytes", multiply_bytes},
    {"complex_var", complex_var},
    {"complex_std_mean", complex_std_mean},
    {"cubic_norm", cubic_norm},
    {"complex_norm", complex_norm},
    {"aminmax", aminmax},
    {"aminmax_of_a_dimension", aminmax_of_a_dimension},
    {"index_many", index_many},
    {"index_by_a_mask", index_by_a_mask},
    {"write_by_indices_of_the_same_memory", write_by_indices_of_the_same_memory},
    {"add_by_indices_of_the_same_memory", add_by_indices_of_the_same_memory},
    {"find_nonzero", find_nonzero},
    {"select_masked", select_masked},
    {"multiply_vector", multiply_vector},
    {"multiply_batch", multiply_batch},
    {"distances", distances},
    {"sum_in_pieces", sum_in_pieces},
    {"sort_many", sort_many},
    {"join_without_the_lock", join_without_the_lock},
};

int main(void)
{
    every_allocation_of_steps(steps, sizeof steps / sizeof *steps);
    return check_report(__FILE__);
}
