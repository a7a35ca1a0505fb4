/* Reductions: every operation over every choice of dimensions of many layouts, against plain loops in
 * doubles; long ones in pieces; what a failure leaves behind. */
#include "calls.h"

#include <math.h>

typedef struct {
    double sum, largest, smallest, squares;
    int64_t n, nonzero, first_largest;
} seen;

static tb_reduce_call reduction(tb_reduction op, const tb_tensor *t, uint64_t dims, bool keepdim,
                                tb_tensor *out)
{
    tb_reduce_call call = {.family = &tb_reduce_family,
                           .op = op,
                           .form = TB_FORM_NEW,
                           .self = t,
                           .keepdim = keepdim,
                           .given_dims = true};
    call.dtype = TB_UNDEFINED;
    call.default_dtype = TB_FLOAT32;
    call.number = 1;
    call.out[0].tensor = out;
    call.dims.ndim = 0;
    for (int d = 0; d < t->ndim; d++)
        if (dims >> d & 1)
            call.dims.size[call.dims.ndim++] = d;
    return call;
}

static tb_status reduce(tb_reduce_call *call)
{
    memset(&err, 0, sizeof err);
    TB_TRY(tb_family_prepare(&call->header, &err));
    return tb_family_run(&call->header, &err);
}

/* Small integers of both signs, from any layout's memory. */
static void fill_counting(tb_tensor *t)
{
    int64_t n = t->storage->nbytes / t->itemsize;
    for (int64_t i = 0; i < n; i++) {
        tb_scalar value = integer((i * 7 + i / 5) % 11 - (t->dtype == TB_UINT8 ? 0 : 5));
        tb_scalar_store(&value, (tb_dtype)t->dtype, t->storage->data + i * t->itemsize);
    }
}

static double element(const tb_tensor *t, const int64_t *index)
{
    return at(t, position(index, t->stride, t->ndim));
}

static bool step(int64_t *index, const tb_tensor *t, uint64_t dims)
{
    for (int d = t->ndim - 1; d >= 0; d--) {
        if (!(dims >> d & 1))
            continue;
        if (++index[d] < t->size[d])
            return true;
        index[d] = 0;
    }
    return false;
}

/* What a plain loop over the reduced dimensions sees; index holds the others. */
static seen look(const tb_tensor *t, uint64_t dims, int64_t *index)
{
    seen s = {0, -INFINITY, INFINITY, 0, 0, 0, 0};
    do {
        const double x = element(t, index);
        if (x > s.largest)
            s.first_largest = s.n;
        s.largest = x > s.largest ? x : s.largest;
        s.smallest = x < s.smallest ? x : s.smallest;
        s.sum += x;
        s.squares += x * x;
        s.nonzero += x != 0;
        s.n++;
    } while (step(index, t, dims));
    return s;
}

static double expected(tb_reduction op, const seen *s)
{
    switch (op) {
    case TB_REDUCTION_SUM:
        return s->sum;
    case TB_REDUCTION_MEAN:
        return s->sum / (double)s->n;
    case TB_REDUCTION_AMAX:
        return s->largest;
    case TB_REDUCTION_AMIN:
        return s->smallest;
    case TB_REDUCTION_ALL:
        return s->nonzero == s->n;
    case TB_REDUCTION_ANY:
        return s->nonzero > 0;
    case TB_REDUCTION_COUNT_NONZERO:
        return (double)s->nonzero;
    case TB_REDUCTION_ARGMAX:
        return (double)s->first_largest;
    case TB_REDUCTION_NORM:
        return sqrt(s->squares);
    default:
        return (s->squares - s->sum * s->sum / (double)s->n) / (double)(s->n - 1);
    }
}

static const tb_reduction operations[] = {
    TB_REDUCTION_SUM, TB_REDUCTION_MEAN,          TB_REDUCTION_AMAX, TB_REDUCTION_AMIN, TB_REDUCTION_ALL,
    TB_REDUCTION_ANY, TB_REDUCTION_COUNT_NONZERO, TB_REDUCTION_VAR,  TB_REDUCTION_NORM, TB_REDUCTION_ARGMAX,
};

static bool takes(tb_reduction op, const tb_tensor *t, uint64_t dims)
{
    const bool inexact = tb_dtypes[t->dtype].kind >= TB_KIND_FLOAT, one = (dims & (dims - 1)) == 0;
    if (op == TB_REDUCTION_ARGMAX)
        return one && dims && t->dtype != TB_BOOL;
    return inexact || (op != TB_REDUCTION_MEAN && op != TB_REDUCTION_VAR && op != TB_REDUCTION_NORM);
}

static void check_one(tb_reduction op, const tb_tensor *t, uint64_t dims)
{
    const double digits = tb_is_half((tb_dtype)t->dtype) ? 0.02 : 1e-5;
    int64_t index[TB_MAX_DIMS] = {0};
    tb_tensor out;
    tb_reduce_call call = reduction(op, t, dims, true, &out);
    call.number = op == TB_REDUCTION_NORM ? 2 : 1;
    CHECK_EQ(reduce(&call), TB_OK);
    CHECK_EQ(out.ndim, t->ndim);
    do {
        const seen s = look(t, dims, index);
        const double wanted = expected(op, &s), got = element(&out, index);
        CHECK(fabs(got - wanted) <= digits * fabs(wanted) + digits ||
              (op == TB_REDUCTION_VAR && s.n == 1 && isnan(got)));
    } while (step(index, t, ~dims));
    tb_tensor_release(&out);
}

static void every_operation_over_every_choice_of_dimensions(void)
{
    static const int64_t sizes[][3] = {{2, 3, 4},  {1, 5, 40}, {40, 3, 1}, {33, 2, 3},
                                       {3, 70, 2}, {2, 2, 90}, {70, 1, 5}, {20, 20, 20}};
    static const int64_t orders[][3] = {{0, 1, 2}, {2, 1, 0}, {1, 0, 2}, {2, 0, 1}};
    static const tb_dtype dtypes[] = {TB_FLOAT32, TB_FLOAT64, TB_INT32, TB_UINT8,
                                      TB_INT64,   TB_FLOAT16, TB_INT8};
    tb_tensor base, transposed, part;
    for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++)
        for (size_t o = 0; o < sizeof orders / sizeof *orders; o++) {
            const tb_dtype dtype = dtypes[(s + o) % (sizeof dtypes / sizeof *dtypes)];
            CHECK_OK(tb_tensor_new(&base, dtype, sizes[s], NULL, 3, true, err));
            fill_counting(&base);
            CHECK_OK(tb_view_permute(&transposed, &base, orders[o], 3, err));
            CHECK_OK(tb_view_slice(&part, &transposed, (int64_t)o % 3, 0, transposed.size[o % 3],
                                   1 + (int64_t)(s % 2), err));
            for (size_t k = 0; k < sizeof operations / sizeof *operations; k++)
                for (uint64_t dims = 1; dims < 8; dims++)
                    if (takes(operations[k], &part, dims))
                        check_one(operations[k], &part, dims);
            tb_tensor_release(&part);
            tb_tensor_release(&transposed);
            tb_tensor_release(&base);
        }
}

/* ---- long ones ---- */

static void pieces_give_the_same_bits_with_any_number_of_threads(void)
{
    static const int64_t sizes[][2] = {{600, 1100}, {1, 700001}, {700001, 1}, {90000, 7}, {7, 90000}};
    static const tb_reduction ops[] = {TB_REDUCTION_SUM, TB_REDUCTION_VAR, TB_REDUCTION_ARGMAX};
    const int before = tb_get_num_threads();
    tb_tensor t, one, four;
    for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++) {
        CHECK_OK(tb_tensor_new(&t, TB_FLOAT32, sizes[s], NULL, 2, true, err));
        for (int64_t i = 0; i < t.numel; i++)
            ((float *)tb_data(&t))[i] = (float)(i * 37 % 1009) / 1009;
        for (int k = 0; k < 3; k++)
            for (uint64_t dims = 1; dims < (ops[k] == TB_REDUCTION_ARGMAX ? 3 : 4); dims++) {
                tb_reduce_call a = reduction(ops[k], &t, dims, false, &one);
                tb_reduce_call b = reduction(ops[k], &t, dims, false, &four);
                tb_set_num_threads(1);
                CHECK_EQ(reduce(&a), TB_OK);
                tb_set_num_threads(4);
                CHECK_EQ(reduce(&b), TB_OK);
                CHECK(memcmp(tb_data(&one), tb_data(&four), (size_t)(one.numel * one.itemsize)) == 0);
                tb_tensor_release(&one);
                tb_tensor_release(&four);
            }
        tb_tensor_release(&t);
    }
    tb_set_num_threads(before);
}

/* Numbers whose sums and products are exact, so that order does not matter. */
static void fill_exact(tb_tensor *t, tb_reduction op)
{
    for (int64_t i = 0; i < t->numel; i++) {
        const int64_t x = op == TB_REDUCTION_PROD ? 1 - 2 * (i % 7 == 0) : (i * 7 + i / 5) % 11 - 5;
        const tb_scalar value = integer(tb_dtypes[t->dtype].is_signed ? x : x < 0 ? 1 : x);
        tb_scalar_store(&value, (tb_dtype)t->dtype, tb_data(t) + i * t->itemsize);
    }
}

/* Every kernel of every level: runs long and short, rows few and many. */
static void levels_give_the_same_numbers(void)
{
    static const int64_t sizes[][2] = {{3, 6000}, {6000, 3}, {40, 300}, {300, 40}, {70, 9}, {5, 33}};
    static const double powers[] = {0, 1, 2, INFINITY, -INFINITY};
    const char *const *levels = tb_cpu_levels();
    tb_tensor t, expected, out;
    for (int dtype = 0; dtype < NCOMPUTED; dtype++)
        for (int op = 0; op < TB_NREDUCTIONS; op++)
            for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++) {
                CHECK_OK(tb_tensor_new(&t, (tb_dtype)dtype, sizes[s], NULL, 2, true, err));
                fill_exact(&t, (tb_reduction)op);
                for (int k = 0; k < (op == TB_REDUCTION_NORM ? 5 : 1); k++)
                    for (uint64_t dims = 1; dims < 3; dims++)
                        for (int level = 0; levels[level]; level++) {
                            tb_tensor *to = level ? &out : &expected, second = {0};
                            tb_reduce_call call = reduction((tb_reduction)op, &t, dims, false, to);
                            call.out[1].tensor = &second;
                            call.number = op == TB_REDUCTION_NORM ? powers[k] : 1;
                            CHECK_OK(tb_cpu_select(levels[level], err));
                            if (reduce(&call) != TB_OK) {
                                CHECK_EQ(level, 0); /* no level refuses what another one takes */
                                break;
                            }
                            tb_tensor_release(&second);
                            if (level == 0)
                                continue;
                            CHECK(memcmp(tb_data(&out), tb_data(&expected),
                                         (size_t)(out.numel * out.itemsize)) == 0);
                            tb_tensor_release(&out);
                            if (!levels[level + 1])
                                tb_tensor_release(&expected);
                        }
                tb_tensor_release(&t);
            }
    CHECK_OK(tb_cpu_select(NULL, err));
}

static void a_long_sum_is_as_exact_as_its_blocks(void)
{
    const int64_t n = 3000017;
    tb_tensor t, out;
    double exact = 0;
    CHECK_OK(tb_tensor_new(&t, TB_FLOAT32, &n, NULL, 1, true, err));
    for (int64_t i = 0; i < n; i++)
        exact += ((float *)tb_data(&t))[i] = (float)(i * 7919 % 10007) / 10007;
    tb_reduce_call call = reduction(TB_REDUCTION_SUM, &t, 1, false, &out);
    CHECK_EQ(reduce(&call), TB_OK);
    CHECK(fabs(at(&out, 0) - exact) <= 1e-7 * exact);
    tb_tensor_release(&out);
    tb_tensor_release(&t);
}

/* ---- results, refusals ---- */

static void several_results_have_the_same_sizes(void)
{
    tb_tensor t, values, places;
    count_from(&t, TB_INT16, (const int64_t[]){3, 4}, 2, 5);
    tb_reduce_call call = reduction(TB_REDUCTION_MAX, &t, 2, false, &values);
    call.out[1].tensor = &places;
    CHECK_EQ(reduce(&call), TB_OK);
    CHECK_EQ(values.numel, 3);
    CHECK_EQ(values.dtype, TB_INT16);
    CHECK_EQ(places.dtype, TB_INT64);
    CHECK(at(&values, 2) == 16 && at(&places, 2) == 3);
    tb_tensor_release(&values);
    tb_tensor_release(&places);
    tb_tensor_release(&t);
}

static void an_output_may_be_a_part_of_the_input(void)
{
    tb_tensor t, row;
    count_from(&t, TB_FLOAT32, (const int64_t[]){2, 3}, 2, 0);
    CHECK_OK(tb_view_select(&row, &t, 0, 0, err));
    tb_reduce_call call = reduction(TB_REDUCTION_SUM, &t, 1, false, &row);
    call.form = TB_FORM_OUT;
    CHECK_EQ(reduce(&call), TB_OK);
    CHECK(at(&t, 0) == 3 && at(&t, 1) == 5 && at(&t, 2) == 7);
    tb_tensor_release(&row);
    tb_tensor_release(&t);
}

static void a_refused_call_resizes_and_writes_nothing(void)
{
    tb_tensor t, out;
    count_from(&t, TB_FLOAT32, (const int64_t[]){2, 3}, 2, 0);
    count_from(&out, TB_INT64, (const int64_t[]){7}, 1, 0);
    tb_reduce_call call = reduction(TB_REDUCTION_AMAX, &t, 1, false, &out);
    call.form = TB_FORM_OUT;
    CHECK_ERROR(reduce(&call), TB_RUNTIME_ERROR,
                "Expected the dtype for input and out to match, but got Float for input's dtype and Long for "
                "out's dtype.");
    CHECK_EQ(out.numel, 7);
    call = reduction(TB_REDUCTION_MEAN, &out, 1, false, &t);
    CHECK_ERROR(
        reduce(&call), TB_RUNTIME_ERROR,
        "mean(): could not infer output dtype. Input dtype must be either a floating point or complex "
        "dtype. Got: Long");
    call = reduction(TB_REDUCTION_SUM, &t, 1, false, &out);
    call.dims.ndim = 2;
    call.dims.size[1] = -2;
    CHECK_ERROR(reduce(&call), TB_RUNTIME_ERROR, "dim 0 appears multiple times in the list of dims");
    tb_tensor_release(&out);
    tb_tensor_release(&t);
}

int main(void)
{
    CHECK_OK(tb_cpu_select(NULL, err));
    every_operation_over_every_choice_of_dimensions();
    pieces_give_the_same_bits_with_any_number_of_threads();
    levels_give_the_same_numbers();
    a_long_sum_is_as_exact_as_its_blocks();
    several_results_have_the_same_sizes();
    an_output_may_be_a_part_of_the_input();
    a_refused_call_resizes_and_writes_nothing();
    return check_report(__FILE__);
}
