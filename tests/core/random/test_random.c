/* The generator and its distributions, without Python: what needs strides, bounds
 * or a choice of CPU level.  The numbers themselves are compared with PyTorch's
 * in tests/random/test_random.py. */
#include "check.h"

#include <math.h>

static void generator_is_mt19937(void)
{
    tb_generator g;
    tb_generator_init(&g, 5489);
    for (int i = 0; i < 9999; i++)
        tb_generator_u32(&g);
    CHECK_EQ(tb_generator_u32(&g), 4123659995); /* the C++ standard's check value */
}

static void only_the_lower_half_of_a_seed_counts(void)
{
    tb_generator a, b;
    tb_generator_init(&a, 7);
    tb_generator_init(&b, (UINT64_C(9) << 32) | 7);
    CHECK_EQ(b.seed, (INT64_C(9) << 32) | 7);
    uint64_t high = tb_generator_u32(&a), low = tb_generator_u32(&a);
    CHECK(tb_generator_u64(&b) == (high << 32 | low));
}

typedef tb_status (*distribution)(tb_tensor *out, tb_generator *g, double a, double b,
                                  const tb_lock_callbacks *, tb_error *err);

/* n consecutive numbers, drawn one by one. */
static void draw_singly(distribution draw, tb_generator *g, float *values, int n)
{
    for (int i = 0; i < n; i++) {
        tb_tensor one;
        CHECK_OK(tb_tensor_new(&one, TB_FLOAT32, NULL, NULL, 0, true, err));
        CHECK_OK(draw(&one, g, 0.0, 1.0, NULL, err));
        values[i] = *(float *)tb_data(&one);
        tb_tensor_release(&one);
    }
}

/* Memory is written in the order of its addresses, whatever the dimensions are
 * called, and what lies between is left alone. */
static void strides_do_not_change_the_order_in_memory(distribution draw)
{
    static const struct {
        int ndim;
        int64_t size[4], stride[4];
        int64_t gap;
    } cases[] = {
        {2, {4, 3}, {1, 4}, 1}, {3, {2, 3, 2}, {1, 2, 6}, 1}, {3, {2, 2, 3}, {3, 6, 1}, 1},
        {2, {3, 4}, {8, 2}, 2}, {2, {4, 3}, {2, 8}, 2},       {4, {1, 3, 1, 4}, {99, 1, 5, 3}, 1},
        {1, {12}, {3}, 3},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        tb_generator g;
        tb_storage *storage;
        tb_tensor t;
        float expected[12], *memory;
        tb_generator_init(&g, i);
        draw_singly(draw, &g, expected, 12);
        uint32_t next = tb_generator_u32(&g);
        CHECK_OK(tb_storage_new(36 * 4, true, &storage, err));
        CHECK_OK(
            tb_tensor_view(&t, storage, TB_FLOAT32, cases[i].size, cases[i].stride, cases[i].ndim, 0, err));
        CHECK(!t.contiguous);
        tb_generator_init(&g, i);
        CHECK_OK(draw(&t, &g, 0.0, 1.0, NULL, err));
        memory = (float *)storage->data;
        for (int k = 0; k < 36; k++) {
            bool written = k % cases[i].gap == 0 && k / cases[i].gap < 12;
            CHECK(memory[k] == (written ? expected[k / cases[i].gap] : 0.0f));
        }
        CHECK(tb_generator_u32(&g) == next);
        tb_tensor_release(&t);
        tb_storage_release(storage);
    }
}

/* Will both draw the same numbers?  Bytes between the members are nobody's. */
static bool same_state(const tb_generator *a, const tb_generator *b)
{
    return !memcmp(a->state, b->state, sizeof a->state) && a->left == b->left && a->next == b->next &&
           a->seed == b->seed && a->has_next_normal == b->has_next_normal && a->next_normal == b->next_normal;
}

static void refusals_draw_and_write_nothing(void)
{
    static const struct {
        distribution draw;
        tb_dtype dtype;
        double a, b;
        tb_status status;
        const char *text;
    } cases[] = {
        {tb_random_uniform, TB_INT64, 0, 1, TB_NOT_IMPLEMENTED_ERROR,
         "\"check_uniform_bounds\" not implemented for 'Long'"},
        {tb_random_uniform, TB_BOOL, 0, 1, TB_NOT_IMPLEMENTED_ERROR,
         "\"check_uniform_bounds\" not implemented for 'Bool'"},
        {tb_random_normal, TB_UINT8, 0, 1, TB_NOT_IMPLEMENTED_ERROR,
         "\"normal_kernel_cpu\" not implemented for 'Byte'"},
        {tb_random_uniform, TB_FLOAT32, 2, 1, TB_RUNTIME_ERROR,
         "uniform_ expects to return a [from, to) range, but found from=2 > to=1"},
        {tb_random_uniform, TB_FLOAT16, -1e5, 1, TB_RUNTIME_ERROR, "from is out of bounds for c10::Half"},
        {tb_random_uniform, TB_FLOAT32, 0, INFINITY, TB_RUNTIME_ERROR, "to is out of bounds for float"},
        {tb_random_uniform, TB_FLOAT64, NAN, 1, TB_RUNTIME_ERROR, "from is out of bounds for double"},
        {tb_random_uniform, TB_FLOAT16, -6e4, 6e4, TB_RUNTIME_ERROR,
         "uniform_ expects to-from <= std::numeric_limits<Half>::max(), but found to=60000 and from=-60000 "
         "which "
         "result in to-from to exceed the limit"},
        {tb_random_normal, TB_FLOAT32, 0, -1, TB_RUNTIME_ERROR,
         "normal expects std >= 0.0, but found std -1"},
        {tb_random_normal, TB_FLOAT32, 0, NAN, TB_RUNTIME_ERROR,
         "normal expects std >= 0.0, but found std nan"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        tb_error err;
        tb_generator g, before;
        tb_tensor t;
        tb_generator_init(&g, 1);
        before = g;
        CHECK_OK(tb_tensor_new(&t, cases[i].dtype, DIMS(4), NULL, 1, true, err));
        CHECK_ERROR(cases[i].draw(&t, &g, cases[i].a, cases[i].b, NULL, &err), cases[i].status,
                    cases[i].text);
        CHECK_EQ(cases[i].draw(&t, &g, cases[i].a, cases[i].b, NULL, NULL), cases[i].status);
        for (int k = 0; k < 4 * t.itemsize; k++)
            CHECK_EQ(tb_data(&t)[k], 0);
        CHECK(same_state(&g, &before));
        tb_tensor_release(&t);
    }
}

static void elements_that_share_memory_are_refused(distribution draw)
{
    tb_error err;
    tb_generator g;
    tb_tensor one, t;
    tb_generator_init(&g, 1);
    CHECK_OK(tb_tensor_new(&one, TB_FLOAT32, DIMS(1), NULL, 1, true, err));
    CHECK_OK(tb_view_expand(&t, &one, DIMS(20), 1, err));
    CHECK_ERROR(
        draw(&t, &g, 0.0, 1.0, NULL, &err), TB_RUNTIME_ERROR,
        "unsupported operation: more than one element of the written-to tensor refers to a single memory "
        "location. Please clone() the tensor before performing the operation.");
    CHECK(*(float *)tb_data(&one) == 0.0f);
    tb_tensor_release(&t);
    tb_tensor_release(&one);
}

static void empty_tensors_draw_nothing(void)
{
    tb_generator g, before;
    tb_tensor t;
    tb_generator_init(&g, 1);
    before = g;
    CHECK_OK(tb_tensor_new(&t, TB_FLOAT32, DIMS(3, 0), NULL, 2, true, err));
    CHECK_OK(tb_random_uniform(&t, &g, 0.0, 1.0, NULL, err));
    CHECK_OK(tb_random_normal(&t, &g, 0.0, 1.0, NULL, err));
    tb_tensor_release(&t);
    CHECK_OK(tb_tensor_new(&t, TB_INT64, DIMS(0), NULL, 1, true, err)); /* torch looks at the size first */
    CHECK_OK(tb_random_normal(&t, &g, 0.0, 1.0, NULL, err));
    tb_tensor_release(&t);
    CHECK(same_state(&g, &before));
}

/* Numbers lie in [from, to), also where rounding to a half dtype reaches `to`. */
static void uniform_numbers_stay_below_the_upper_bound(void)
{
    static const tb_dtype dtypes[] = {TB_FLOAT16, TB_BFLOAT16, TB_FLOAT32, TB_FLOAT64};
    static const double bounds[][2] = {{0, 1}, {-3.5, 12}, {-0.125, 0}, {1, 1.0078125}, {2, 2}};
    for (size_t d = 0; d < 4; d++)
        for (size_t b = 0; b < 5; b++) {
            double lowest = INFINITY, from = bounds[b][0], to = bounds[b][1];
            tb_generator g;
            tb_tensor t;
            tb_generator_init(&g, d);
            CHECK_OK(tb_tensor_new(&t, dtypes[d], DIMS(20000), NULL, 1, true, err));
            CHECK_OK(tb_random_uniform(&t, &g, from, to, NULL, err));
            for (int i = 0; i < 20000; i++) {
                double value;
                tb_convert(TB_FLOAT64, &value, dtypes[d], tb_data(&t) + i * t.itemsize);
                CHECK(value >= from && (value < to || from == to));
                lowest = value < lowest ? value : lowest;
            }
            CHECK(lowest - from <= 0.01 * (to - from));
            tb_tensor_release(&t);
        }
}

/* Every level computes the same bits. */
static void levels_agree(void)
{
    enum { N = 4099 };
    tb_tensor first, t;
    CHECK_OK(tb_tensor_new(&first, TB_FLOAT32, DIMS(N), NULL, 1, true, err));
    CHECK_OK(tb_tensor_new(&t, TB_FLOAT32, DIMS(N), NULL, 1, true, err));
    const char *const *levels = tb_cpu_levels();
    for (int i = 0; levels[i]; i++) {
        tb_generator g;
        CHECK_OK(tb_cpu_select(levels[i], err));
        tb_generator_init(&g, 42);
        CHECK_OK(tb_random_normal(i ? &t : &first, &g, 0.5, 2.0, NULL, err));
        if (i)
            CHECK_EQ(memcmp(tb_data(&t), tb_data(&first), N * sizeof(float)), 0);
    }
    CHECK_OK(tb_cpu_select(NULL, err));
    tb_tensor_release(&t);
    tb_tensor_release(&first);
}

static tb_status cauchy(tb_tensor *t, tb_generator *g, double a, double b, const tb_lock_callbacks *lock,
                        tb_error *err)
{
    return tb_random_distribution(t, g, TB_CAUCHY, a, b, lock, err);
}

static tb_status log_normal(tb_tensor *t, tb_generator *g, double a, double b, const tb_lock_callbacks *lock,
                            tb_error *err)
{
    return tb_random_distribution(t, g, TB_LOG_NORMAL, a, b, lock, err);
}

static void columns_without_weight_are_not_drawn(void)
{
    tb_error err;
    tb_generator g;
    tb_tensor weights, drawn;
    tb_generator_init(&g, 1);
    CHECK_OK(tb_tensor_new(&weights, TB_FLOAT32, DIMS(2, 3), NULL, 2, true, err));
    float *w = (float *)tb_data(&weights);
    CHECK_ERROR(tb_random_columns(&drawn, &g, &weights, 4, NULL, &err), TB_RUNTIME_ERROR,
                "invalid multinomial distribution (sum of probabilities <= 0)");
    w[1] = w[5] = 2;
    CHECK_OK(tb_random_columns(&drawn, &g, &weights, 4, NULL, err));
    for (int i = 0; i < 8; i++)
        CHECK_EQ(((int64_t *)tb_data(&drawn))[i], i < 4 ? 1 : 2);
    tb_tensor_release(&drawn);
    w[0] = NAN;
    CHECK_EQ(tb_random_columns(&drawn, &g, &weights, 4, NULL, NULL), TB_RUNTIME_ERROR);
    CHECK_EQ(tb_random_columns(&drawn, &g, &weights, -1, NULL, NULL), TB_RUNTIME_ERROR);
    tb_tensor_release(&weights);
}

static void probabilities_are_looked_at_before_anything_is_drawn(void)
{
    tb_error err;
    tb_generator g, before;
    tb_tensor p, t;
    tb_generator_init(&g, 1);
    before = g;
    CHECK_OK(tb_tensor_new(&p, TB_FLOAT64, DIMS(3), NULL, 1, true, err));
    CHECK_OK(tb_tensor_new(&t, TB_INT8, DIMS(2, 3), NULL, 2, true, err));
    ((double *)tb_data(&p))[2] = 1.5;
    CHECK_EQ(tb_random_bernoulli(&t, &g, &p, NULL, &err), TB_RUNTIME_ERROR);
    CHECK(same_state(&g, &before));
    ((double *)tb_data(&p))[2] = 1;
    CHECK_OK(tb_random_bernoulli(&t, &g, &p, NULL, err));
    for (int i = 0; i < 6; i++)
        CHECK_EQ(tb_data(&t)[i], i % 3 == 2);
    tb_tensor_release(&t);
    tb_tensor_release(&p);
}

int main(void)
{
    CHECK_OK(tb_cpu_select(NULL, err));
    generator_is_mt19937();
    only_the_lower_half_of_a_seed_counts();
    strides_do_not_change_the_order_in_memory(tb_random_uniform);
    strides_do_not_change_the_order_in_memory(tb_random_normal);
    strides_do_not_change_the_order_in_memory(cauchy);
    strides_do_not_change_the_order_in_memory(log_normal);
    columns_without_weight_are_not_drawn();
    probabilities_are_looked_at_before_anything_is_drawn();
    refusals_draw_and_write_nothing();
    elements_that_share_memory_are_refused(tb_random_uniform);
    elements_that_share_memory_are_refused(tb_random_normal);
    elements_that_share_memory_are_refused(cauchy);
    empty_tensors_draw_nothing();
    uniform_numbers_stay_below_the_upper_bound();
    levels_agree();
    return check_report(__FILE__);
}
