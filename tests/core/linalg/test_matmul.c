/* Matrix products against a scalar loop: every level and dtype, odd sizes, any strides,
 * batches; the same bits with any number of threads; distances; the checks' texts. */
#include "check.h"

#include "core/linalg/product.h"

#include <math.h>

/* ---- products of small whole numbers, which every dtype computes exactly ---- */

#define MOST_K 300

typedef struct {
    char *memory;
    int64_t elements, size[3], step[3]; /* batch, rows, columns */
} block;

static void store(tb_dtype dtype, char *at, int64_t value)
{
    const double complex_value[2] = {(double)value, (double)(value % 2)};
    if (tb_dtypes[dtype].kind == TB_KIND_COMPLEX)
        tb_convert(dtype, at, TB_COMPLEX128, complex_value);
    else
        tb_convert(dtype, at, TB_INT64, &value);
}

/* The element as two numbers. */
static void load(tb_dtype dtype, const char *at, double parts[2])
{
    tb_convert(TB_COMPLEX128, parts, dtype, at);
}

/* Any order of the dimensions, with gaps; the batch may be the same matrix again and again. */
static void make_block(block *b, tb_dtype dtype, int64_t batch, int64_t rows, int64_t columns, bool repeats)
{
    const int itemsize = tb_dtypes[dtype].itemsize;
    const bool transposed = draw(2);
    const int64_t gap = draw(3) ? 1 : 2, padding = draw(3);
    b->size[0] = batch;
    b->size[1] = rows;
    b->size[2] = columns;
    const int inner = transposed ? 1 : 2, outer = 3 - inner;
    b->step[inner] = gap;
    b->step[outer] = gap * b->size[inner] + padding;
    b->step[0] = repeats ? 0 : b->step[outer] * b->size[outer] + padding;
    b->elements = (b->step[outer] * b->size[outer] + padding) * (repeats ? 1 : batch + 1) + 8;
    b->memory = malloc((size_t)(b->elements * itemsize));
    for (int64_t i = 0; i < b->elements; i++)
        store(dtype, b->memory + i * itemsize, draw(9) - 4);
}

static char *at(const block *b, int itemsize, int64_t batch, int64_t row, int64_t column)
{
    return b->memory + (batch * b->step[0] + row * b->step[1] + column * b->step[2]) * itemsize;
}

static tb_matrix matrix(const block *b) { return (tb_matrix){b->memory, b->step[1], b->step[2]}; }

static void describe(tb_product *p, tb_dtype dtype, const block *a, const block *b, const block *c)
{
    p->dtype = dtype;
    p->m = a->size[1];
    p->k = a->size[2];
    p->n = b->size[2];
    p->a = matrix(a);
    p->b = matrix(b);
    p->c = matrix(c);
    p->nbatch = 1;
    p->batch[0] = c->size[0];
    p->step[0][0] = a->step[0];
    p->step[1][0] = b->step[0];
    p->step[2][0] = c->step[0];
}

/* All elements of the block in the order of its sizes, as pairs of numbers; to be freed. */
static double *as_pairs(tb_dtype dtype, const block *b)
{
    const int64_t numel = b->size[0] * b->size[1] * b->size[2];
    double *pairs = malloc((size_t)numel * 2 * sizeof *pairs + 1), *next = pairs;
    for (int64_t i = 0; i < b->size[0]; i++)
        for (int64_t row = 0; row < b->size[1]; row++)
            for (int64_t column = 0; column < b->size[2]; column++, next += 2)
                load(dtype, at(b, tb_dtypes[dtype].itemsize, i, row, column), next);
    return pairs;
}

/* The expected C in c's layout, from the operands; elements between are kept. */
static void expect(tb_dtype dtype, const block *a, const block *b, block *c)
{
    const int itemsize = tb_dtypes[dtype].itemsize;
    const int64_t depth = a->size[2], columns = b->size[2];
    double *of_a = as_pairs(dtype, a), *of_b = as_pairs(dtype, b);
    for (int64_t i = 0; i < c->size[0]; i++)
        for (int64_t row = 0; row < c->size[1]; row++)
            for (int64_t column = 0; column < columns; column++) {
                double sum[2] = {0, 0};
                for (int64_t k = 0; k < depth; k++) {
                    const double *x = of_a + ((i * a->size[1] + row) * depth + k) * 2;
                    const double *y = of_b + ((i * depth + k) * columns + column) * 2;
                    sum[0] += x[0] * y[0] - x[1] * y[1];
                    sum[1] += x[0] * y[1] + x[1] * y[0];
                }
                tb_convert(dtype, at(c, itemsize, i, row, column), TB_COMPLEX128, sum);
            }
    free(of_a);
    free(of_b);
}

static void check_product(tb_dtype dtype, const block *a, const block *b)
{
    block c;
    tb_product p;
    tb_storage *const storage[3] = {NULL};
    make_block(&c, dtype, a->size[0], a->size[1], b->size[2], false);
    const size_t bytes = (size_t)(c.elements * tb_dtypes[dtype].itemsize);
    char *before = malloc(bytes), *got = c.memory;
    memcpy(before, c.memory, bytes);
    describe(&p, dtype, a, b, &c);
    CHECK_OK(tb_product_run(&p, storage, NULL, err));
    c.memory = before;
    expect(dtype, a, b, &c);
    const bool same = memcmp(got, before, bytes) == 0;
    CHECK(same);
    if (!same)
        fprintf(stderr, "%s %s: batch %d, %d x %d x %d\n", tb_cpu_level(), tb_dtypes[dtype].name,
                (int)a->size[0], (int)a->size[1], (int)a->size[2], (int)b->size[2]);
    free(before);
    free(got);
}

static void one_case(tb_dtype dtype, int64_t batch, int64_t m, int64_t k, int64_t n)
{
    block a, b;
    make_block(&a, dtype, batch, m, k, draw(3) == 0);
    make_block(&b, dtype, batch, k, n, draw(3) == 0);
    check_product(dtype, &a, &b);
    free(a.memory);
    free(b.memory);
}

/* Of a matrix and its own transpose. */
static void symmetric_case(tb_dtype dtype, int64_t batch, int64_t m, int64_t k)
{
    block a;
    make_block(&a, dtype, batch, m, k, false);
    block b = a;
    b.size[1] = k;
    b.size[2] = m;
    b.step[1] = a.step[2];
    b.step[2] = a.step[1];
    check_product(dtype, &a, &b);
    free(a.memory);
}

static const tb_dtype computed[] = {TB_FLOAT32, TB_FLOAT64,   TB_INT16,     TB_INT32,
                                    TB_INT64,   TB_COMPLEX64, TB_COMPLEX128};
enum { NTYPES = sizeof computed / sizeof *computed };

static void products_equal_a_scalar_loop(void)
{
    static const int64_t sizes[] = {1, 1, 2, 3, 4, 5, 7, 8, 9, 12, 13, 16, 17, 31, 32, 33, 50, 65};
    const int n = (int)(sizeof sizes / sizeof *sizes);
    for (const char *const *level = tb_cpu_levels(); *level; level++) {
        CHECK_OK(tb_cpu_select(*level, err));
        for (int i = 0; i < NTYPES; i++)
            for (int repeat = 0; repeat < 150; repeat++) {
                const int64_t batch = repeat % 3 ? 1 : 1 + draw(11);
                const int64_t k = repeat % 20 == 1 ? MOST_K : sizes[draw(n)];
                one_case(computed[i], batch, sizes[draw(n)], k, sizes[draw(n)]);
            }
    }
    CHECK_OK(tb_cpu_select(NULL, err));
}

static void a_matrix_times_its_own_transpose_is_symmetric(void)
{
    static const tb_dtype slow[] = {TB_INT16, TB_COMPLEX128};
    for (const char *const *level = tb_cpu_levels(); *level; level++) {
        CHECK_OK(tb_cpu_select(*level, err));
        symmetric_case(TB_FLOAT32, 1 + draw(2), 2 * TB_MATMUL_MIRRORED + draw(9),
                       TB_MATMUL_MIRRORED + draw(3));
        symmetric_case(TB_FLOAT64, 1, 2 * TB_MATMUL_MIRRORED - 1, TB_MATMUL_MIRRORED);
    }
    CHECK_OK(tb_cpu_select(tb_cpu_levels()[0], err));
    for (int i = 0; i < 2; i++)
        symmetric_case(slow[i], 1 + draw(2), 2 * TB_MATMUL_MIRRORED + draw(9), TB_MATMUL_MIRRORED + draw(3));
    symmetric_case(TB_FLOAT64, 1, 2 * TB_MATMUL_MIRRORED, TB_MATMUL_DEPTH + 1);
    CHECK_OK(tb_cpu_select(NULL, err));
}

static void empty_sizes_give_zeros_or_nothing(void)
{
    for (int i = 0; i < NTYPES; i++)
        for (int where = 0; where < 4; where++)
            one_case(computed[i], where == 3 ? 0 : 2, where == 0 ? 0 : 3, where == 1 ? 0 : 4,
                     where == 2 ? 0 : 5);
}

/* ---- threads ---- */

/* Products of m x k and k x n floats with this many threads. */
static float *product_of(int threads, int64_t batch, int64_t m, int64_t k, int64_t n, int64_t a_row,
                         int64_t a_column)
{
    tb_storage *const storage[3] = {NULL};
    const int64_t na = batch * m * k, nb = batch * k * n;
    float *a = malloc((size_t)na * 4), *b = malloc((size_t)nb * 4), *c = malloc((size_t)(batch * m * n) * 4);
    random_state = 3; /* the same numbers every time */
    for (int64_t i = 0; i < na; i++)
        a[i] = (float)draw(1000003) / 1000;
    for (int64_t i = 0; i < nb; i++)
        b[i] = (float)draw(1000003) / 1000;
    tb_product p = {.dtype = TB_FLOAT32, .m = m, .n = n, .k = k, .nbatch = 1, .batch = {batch}};
    p.a = (tb_matrix){(char *)a, a_row, a_column};
    p.b = (tb_matrix){(char *)b, n, 1};
    p.c = (tb_matrix){(char *)c, n, 1};
    p.step[0][0] = m * k;
    p.step[1][0] = k * n;
    p.step[2][0] = m * n;
    tb_set_num_threads(threads);
    CHECK_OK(tb_product_run(&p, storage, NULL, err));
    free(a);
    free(b);
    return c;
}

static void threads_do_not_change_bits(void)
{
    static const int64_t cases[][6] = {
        {1, 150, 300, 170, 300, 1}, {1, 7, 300, 900, 300, 1}, {1, 900, 300, 5, 300, 1},
        {1, 500, 700, 1, 700, 1},   {1, 500, 700, 1, 1, 500}, {1, 1, 60000, 1, 60000, 1},
        {1, 3, 60000, 1, 60000, 1}, {40, 30, 40, 35, 40, 1},  {2, 150, 260, 100, 260, 1},
        {1, 20000, 3, 4, 3, 1},     {1, 1, 300, 700, 300, 1}, {1, 400, 9000, 1, 9000, 1},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const int64_t *s = cases[i];
        float *one = product_of(1, s[0], s[1], s[2], s[3], s[4], s[5]);
        for (int threads = 2; threads <= 5; threads++)
            for (int repeat = 0; repeat < 3; repeat++) {
                float *many = product_of(threads, s[0], s[1], s[2], s[3], s[4], s[5]);
                CHECK(memcmp(one, many, (size_t)(s[0] * s[1] * s[3]) * 4) == 0);
                free(many);
            }
        free(one);
    }
}

/* ---- calls ---- */

static void make(tb_tensor *t, tb_dtype dtype, const int64_t *size, int ndim)
{
    CHECK_OK(tb_tensor_new(t, dtype, size, NULL, ndim, true, err));
    const tb_scalar two = {.kind = TB_KIND_INT, .v.i = 2};
    CHECK_OK(tb_fill(t, &two, err));
}

static double first(const tb_tensor *t) { return number_at((tb_dtype)t->dtype, tb_data(t)); }

static void calls_give_tensors_of_every_dtype(void)
{
    for (int dtype = TB_UINT8; dtype < NCOMPUTED; dtype++) {
        tb_tensor a, b, self, out;
        make(&a, (tb_dtype)dtype, DIMS(2, 3, 4), 3);
        make(&b, (tb_dtype)dtype, DIMS(4, 5), 2);
        make(&self, (tb_dtype)dtype, DIMS(5), 1);
        tb_matmul call = {.family = &tb_matmul_family,
                          .op = TB_MATMUL,
                          .form = TB_FORM_NEW,
                          .a = &a,
                          .b = &b,
                          .out[0].tensor = &out};
        CHECK_OK(tb_family_prepare(&call.header, err));
        CHECK_OK(tb_family_run(&call.header, err));
        CHECK_TENSOR(&out, 3, DIMS(2, 3, 5), DIMS(15, 5, 1));
        CHECK_EQ(first(&out), 16);
        call.form = TB_FORM_OUT; /* which is also an operand: its values are those before */
        call.b = &out;
        call.a = &out;
        CHECK_EQ(tb_family_prepare(&call.header, NULL), TB_RUNTIME_ERROR);
        tb_tensor_release(&out);
        tb_tensor_release(&a);
        make(&a, (tb_dtype)dtype, DIMS(3, 4), 2);
        call = (tb_matmul){.family = &tb_matmul_family,
                           .op = TB_ADDMM,
                           .form = TB_FORM_NEW,
                           .self = &self,
                           .a = &a,
                           .b = &b,
                           .out[0].tensor = &out};
        call.beta = (tb_scalar){.kind = TB_KIND_INT, .v.i = 3};
        call.alpha = (tb_scalar){.kind = TB_KIND_INT, .v.i = 2};
        CHECK_OK(tb_family_prepare(&call.header, err));
        CHECK_OK(tb_family_run(&call.header, err));
        CHECK_EQ(first(&out), 38);
        tb_tensor_release(&out);
        tb_tensor_release(&a);
        tb_tensor_release(&b);
        tb_tensor_release(&self);
    }
}

static void an_output_may_be_an_operand(void)
{
    tb_tensor a;
    make(&a, TB_FLOAT32, DIMS(3, 3), 2);
    tb_matmul call = {
        .family = &tb_matmul_family, .op = TB_MM, .form = TB_FORM_OUT, .a = &a, .b = &a, .out[0].tensor = &a};
    CHECK_OK(tb_family_prepare(&call.header, err));
    CHECK_OK(tb_family_run(&call.header, err));
    CHECK_EQ(first(&a), 12);
    CHECK_EQ(((float *)tb_data(&a))[8], 12);
    tb_tensor_release(&a);
}

/* ---- distances ---- */

static double distance_of(const tb_tensor *a, const tb_tensor *b, int64_t i, int64_t j, double p)
{
    double sum = 0;
    for (int64_t k = 0; k < a->size[1]; k++) {
        const double d = fabs(((float *)tb_data(a))[i * a->stride[0] + k * a->stride[1]] -
                              ((float *)tb_data(b))[j * b->stride[0] + k * b->stride[1]]);
        sum = p == INFINITY ? fmax(sum, d) : p == 0 ? sum + (d != 0) : sum + pow(d, p);
    }
    return p == 0 || p == INFINITY ? sum : pow(sum, 1 / p);
}

static void distances_equal_a_scalar_loop(void)
{
    static const double ps[] = {0, 1, 2, INFINITY, 3, 0.5};
    static const int64_t sizes[][3] = {{1, 1, 1}, {3, 5, 2}, {7, 600, 9}, {200, 40, 30}, {2, 3, 300}};
    for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++) {
        tb_tensor a, b, out, transposed;
        make(&a, TB_FLOAT32, DIMS(sizes[s][0], sizes[s][2]), 2);
        make(&transposed, TB_FLOAT32, DIMS(sizes[s][2], sizes[s][1]), 2);
        CHECK_OK(tb_view_t(&b, &transposed, err));
        for (int64_t i = 0; i < a.numel; i++)
            ((float *)tb_data(&a))[i] = (float)draw(10);
        for (int64_t i = 0; i < b.numel; i++)
            ((float *)tb_data(&b))[i] = (float)draw(10);
        for (size_t i = 0; i < sizeof ps / sizeof *ps; i++) {
            double worst = 0;
            CHECK_OK(tb_cdist(&out, &a, &b, ps[i], NULL, err));
            for (int64_t at = 0; at < out.numel; at++) {
                const double want = distance_of(&a, &b, at / out.size[1], at % out.size[1], ps[i]);
                worst = fmax(worst, fabs(((float *)tb_data(&out))[at] - want) / (want + 1));
            }
            CHECK(worst < 1e-5);
            tb_tensor_release(&out);
        }
        tb_tensor_release(&a);
        tb_tensor_release(&b);
        tb_tensor_release(&transposed);
    }
}

int main(void)
{
    tb_error err;
    tb_cpu_select(NULL, &err);
    products_equal_a_scalar_loop();
    a_matrix_times_its_own_transpose_is_symmetric();
    empty_sizes_give_zeros_or_nothing();
    threads_do_not_change_bits();
    calls_give_tensors_of_every_dtype();
    an_output_may_be_an_operand();
    distances_equal_a_scalar_loop();
    return check_report(__FILE__);
}
