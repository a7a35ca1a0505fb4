/* test_iteration.c: the planner, the strategies and packing against a naive loop over
 * indices, for random shapes, layouts, dtype pairs and CPU levels; iteration in
 * arbitrary unit ranges; every level equal to the baseline bit for bit. */
#include "check.h"

#include "core/kernels/levels/tables.h"
#include "core/plan/plan.h"
#include "core/iterate/iterate.h"
#include "core/pointwise/pointwise.h"
#include "core/pointwise/promotion.h"

/* ---- operands of any layout ---- */

/* A tensor that broadcasts to `shape`: dimensions dropped or 1 at random, in a
 * random memory order, some with gaps between elements. */
static void make_operand(tb_tensor *t, const tb_shape *shape, tb_dtype dtype, bool may_broadcast)
{
    int drop = may_broadcast ? (int)draw(3) * (int)draw(shape->ndim + 1) / 2 : 0, ndim = shape->ndim - drop;
    int64_t size[TB_MAX_DIMS], stride[TB_MAX_DIMS], next = 1;
    int order[TB_MAX_DIMS];
    for (int d = 0; d < ndim; d++) {
        size[d] = may_broadcast && draw(4) == 0 ? 1 : shape->size[drop + d];
        order[d] = ndim - 1 - d;
    }
    if (draw(2))
        for (int d = ndim - 1; d > 0; d--) {
            int other = (int)draw(d + 1), keep = order[d];
            order[d] = order[other];
            order[other] = keep;
        }
    for (int d = 0; d < ndim; d++) {
        next *= draw(5) == 0 ? 2 : 1;
        stride[order[d]] = next;
        next *= size[order[d]] ? size[order[d]] : 1;
    }
    if (draw(3) == 0) { /* not at the beginning of a cache line */
        int64_t length = next + 16, at = draw(16);
        tb_tensor memory;
        CHECK(tb_tensor_new(&memory, dtype, &length, NULL, 1, true, NULL) == TB_OK);
        CHECK(tb_tensor_view(t, memory.storage, dtype, size, stride, ndim, at, NULL) == TB_OK);
        tb_tensor_release(&memory);
        return;
    }
    CHECK(tb_tensor_new(t, dtype, size, stride, ndim, true, NULL) == TB_OK);
}

/* An element of a tensor that is expanded to a shape, and how many bytes it is to the next along each
 * dimension. */
typedef struct {
    char *p;
    int64_t step[TB_MAX_DIMS];
} cursor;

static cursor first_of(const tb_tensor *t, const tb_shape *shape)
{
    cursor c = {.p = tb_data(t)};
    for (int d = 0; d < t->ndim; d++)
        if (t->size[d] != 1)
            c.step[shape->ndim - t->ndim + d] = t->stride[d] * t->itemsize;
    return c;
}

/* To the next index, with n cursors; false after the last. */
static bool advance(const tb_shape *shape, int64_t *index, cursor *c, int n)
{
    for (int d = shape->ndim - 1; d >= 0; d--) {
        const bool more = ++index[d] < shape->size[d];
        for (int k = 0; k < n; k++)
            c[k].p += c[k].step[d] * (more ? 1 : 1 - shape->size[d]);
        if (more)
            return true;
        index[d] = 0;
    }
    return false;
}

/* Small integers, exact in every dtype (0 and 1 in bool). */
static void fill_small(tb_tensor *t)
{
    tb_shape shape = {.ndim = t->ndim};
    int64_t index[TB_MAX_DIMS] = {0};
    memcpy(shape.size, t->size, (size_t)t->ndim * sizeof *t->size);
    if (t->numel == 0)
        return;
    char value[40][16];
    for (int64_t i = 0; i < 40; i++)
        tb_convert((tb_dtype)t->dtype, value[i], TB_INT64, &i);
    cursor at = first_of(t, &shape);
    do
        memcpy(at.p, value[draw(t->dtype == TB_BOOL ? 2 : 40)], (size_t)t->itemsize);
    while (advance(&shape, index, &at, 1));
}

static tb_shape random_shape(void)
{
    static const int64_t sizes[] = {1, 2, 3, 4, 5, 7, 16, 17, 40};
    tb_shape shape = {.ndim = (int)draw(6)};
    for (int64_t d = 0, numel = 1; d < shape.ndim; d++) {
        shape.size[d] = sizes[draw(sizeof sizes / sizeof *sizes)];
        if (numel * shape.size[d] > 20000)
            shape.size[d] = 1;
        numel *= shape.size[d];
    }
    if (draw(20) == 0 && shape.ndim)
        shape.size[draw(shape.ndim)] = 0;
    if (draw(40) == 0) /* rows in pieces */
        return (tb_shape){.ndim = 2, .size = {1 + draw(3), 16380 + draw(20000)}};
    if (draw(8) == 0) /* longer than a tile, whatever its dtype */
        shape = (tb_shape){.ndim = 2, .size = {3 + draw(3), 9000}};
    return shape;
}

/* Two or three dimensions and more than a tile or block on both sides, so that
 * operands in another order are walked in blocks, with all sorts of edges. */
static tb_shape large_shape(void)
{
    tb_shape shape = {.ndim = 2, .size = {60 + draw(150), 60 + draw(150)}};
    if (draw(2)) { /* rows that all begin at the same byte of a cache line */
        shape.size[0] = shape.size[0] / 32 * 32 + 32;
        shape.size[1] = shape.size[1] / 32 * 32 + 32;
    } else if (draw(2)) {
        const int at = (int)draw(3);
        shape = (tb_shape){.ndim = 3, .size = {40, 40, 40}};
        for (int d = 0; d < 3; d++)
            shape.size[d] = d == at ? 2 + draw(9) : 20 + draw(60);
    }
    return shape;
}

/* Where several operands are strided they may be read without packing. */
static tb_shape long_rows(void) { return (tb_shape){.ndim = 2, .size = {1 + draw(4), 64 + draw(2500)}}; }

static int64_t as_int(const tb_tensor *t, const char *p)
{
    int64_t value;
    tb_convert(TB_INT64, &value, (tb_dtype)t->dtype, p);
    return value;
}

/* out = a * b over whatever the layouts are; a, b and out of random dtypes. */
static void one_random_call(tb_shape shape)
{
    tb_tensor a, b, out;
    make_operand(&a, &shape, (tb_dtype)draw(NCOMPUTED), true);
    make_operand(&b, &shape, (tb_dtype)draw(NCOMPUTED), true);
    fill_small(&a);
    fill_small(&b);
    tb_call call = {
        .op = TB_OP_ADD, .in = {{.tensor = &a}, {.tensor = &b}}, .out = &out, .default_dtype = TB_FLOAT32};
    tb_error err = {.status = TB_OK};
    tb_shape joint = {.ndim = 0};
    CHECK(tb_broadcast(&joint, a.size, a.ndim, NULL) == TB_OK);
    CHECK(tb_broadcast(&joint, b.size, b.ndim, NULL) == TB_OK);
    if (draw(2)) {
        tb_dtype wanted = tb_promote((tb_dtype)a.dtype, (tb_dtype)b.dtype);
        make_operand(&out, &joint, wanted == TB_BOOL ? TB_BOOL : (tb_dtype)draw(TB_NDTYPES), false);
        call.form = TB_FORM_OUT;
    }
    tb_status status = tb_prepare(&call, &err);
    if (status == TB_OK)
        status = tb_run(&call, &err);
    else if (call.form == TB_FORM_NEW)
        memset(&out, 0, sizeof out);
    CHECK(status == TB_OK || (call.form == TB_FORM_OUT && !tb_can_cast(call.result, (tb_dtype)out.dtype)));
    if (status == TB_OK && out.numel) {
        int64_t index[TB_MAX_DIMS] = {0}, wrong = 0;
        CHECK(tb_same_sizes(out.size, out.ndim, joint.size, joint.ndim));
        cursor at[] = {first_of(&out, &joint), first_of(&a, &joint), first_of(&b, &joint)};
        do {
            int64_t x = as_int(&a, at[1].p), y = as_int(&b, at[2].p);
            int64_t sum = call.result == TB_BOOL ? (x | y) : x + y;
            wrong += as_int(&out, at[0].p) != sum;
        } while (advance(&joint, index, at, 3));
        CHECK(wrong == 0);
    }
    tb_tensor_release(&out);
    tb_tensor_release(&a);
    tb_tensor_release(&b);
}

/* ---- unit ranges ---- */

/* A dtype for each size of elements; sums of their small numbers are exact. */
static const tb_dtype by_size[] = {TB_UINT8, TB_INT16, TB_FLOAT32, TB_INT64, TB_COMPLEX128};

/* Walks out = a + b, or a + b in place of b, in pieces of units or in one; was it DIRECT? */
static int walks_of_rows, shortened_walks, strided_walks;

static bool walk_over(tb_tensor *out, const tb_tensor *a, const tb_tensor *b, tb_dtype dtype, bool in_pieces)
{
    const tb_tensor *operand[] = {out, a, b};
    tb_loop_body body = {.kernel = tb_kernels_active->pointwise[TB_OP_ADD][dtype],
                         .strided_kernel = draw(2),
                         .streaming_kernel = (dtype == TB_FLOAT32 || dtype == TB_INT64) && draw(2)};
    /* As if it were a part of a large one. */
    const tb_iteration whole = {.body = &body, .exceeds_cache = draw(2), .streams = out != b && draw(2)};
    tb_layout layout[3];
    tb_shape shape = {.ndim = out->ndim};
    tb_plan plan;
    tb_iteration iteration;
    memcpy(shape.size, out->size, (size_t)out->ndim * sizeof *out->size);
    for (int k = 0; k < 3; k++) {
        const tb_tensor *t = operand[k];
        const tb_dtype from = k ? (tb_dtype)t->dtype : dtype, to = k ? dtype : (tb_dtype)t->dtype;
        layout[k] = (tb_layout){tb_data(t), t->size, t->stride, t->ndim, t->itemsize};
        body.transfer[k] =
            (tb_transfer){.memory_itemsize = t->itemsize, .tile_itemsize = tb_dtypes[dtype].itemsize};
        if (from != to)
            body.transfer[k].cast[0] = tb_kernels_active->cast[from][to];
    }
    tb_plan_build(&plan, &shape, layout, 3);
    tb_choose_part(&iteration, &whole, &plan);
    const bool direct = iteration.strategy != TB_TILED, rows = !direct && iteration.rows > 1;
    walks_of_rows += rows;
    strided_walks += direct && tb_strided_operands(&plan, &body) > 0;
    shortened_walks += rows && (iteration.chunk_short || iteration.rows_short);
    for (int64_t first = 0, last; first < iteration.units; first = last) {
        last = in_pieces ? first + 1 + draw(5) : iteration.units;
        last = last < iteration.units ? last : iteration.units;
        CHECK(tb_iteration_run(&iteration, first, last) == 0);
    }
    return direct;
}

static bool same_elements(const tb_tensor *a, const tb_tensor *b)
{
    tb_shape shape = {.ndim = a->ndim};
    int64_t index[TB_MAX_DIMS] = {0};
    memcpy(shape.size, a->size, (size_t)a->ndim * sizeof *a->size);
    cursor at[] = {first_of(a, &shape), first_of(b, &shape)};
    do {
        if (memcmp(at[0].p, at[1].p, a->itemsize) != 0)
            return false;
    } while (advance(&shape, index, at, 2));
    return true;
}

static bool walk_in_pieces_equals_walk_in_one(tb_shape shape, bool casts)
{
    const tb_dtype dtype = by_size[draw(5)];
    tb_tensor a, b, whole, pieces;
    bool direct = false;
    make_operand(&a, &shape, casts ? by_size[draw(5)] : dtype, true);
    make_operand(&b, &shape, dtype, true);
    make_operand(&whole, &shape, casts ? by_size[draw(5)] : dtype, false);
    make_operand(&pieces, &shape, (tb_dtype)whole.dtype, false);
    fill_small(&a);
    fill_small(&b);
    if (whole.numel) {
        direct = walk_over(&whole, &a, &b, dtype, false);
        walk_over(&pieces, &a, &b, dtype, true);
        CHECK(same_elements(&whole, &pieces));
        fill_small(&pieces); /* in place: a + pieces, and the same in another tensor */
        if (pieces.dtype == dtype) {
            walk_over(&whole, &a, &pieces, dtype, false);
            walk_over(&pieces, &a, &pieces, dtype, true);
            CHECK(same_elements(&whole, &pieces));
        }
    }
    tb_tensor_release(&a);
    tb_tensor_release(&b);
    tb_tensor_release(&whole);
    tb_tensor_release(&pieces);
    return direct;
}

/* Every way is met often enough for the comparisons to mean something. */
static void iterations_of_random_layouts(void)
{
    int met[2] = {0}; /* TILED, DIRECT */
    for (int i = 0; i < 1000; i++)
        met[walk_in_pieces_equals_walk_in_one(random_shape(), i % 2)]++;
    for (int i = 0; i < 300; i++)
        met[walk_in_pieces_equals_walk_in_one(large_shape(), i % 2)]++;
    for (int i = 0; i < 300; i++)
        met[walk_in_pieces_equals_walk_in_one(long_rows(), false)]++;
    for (int i = 0; i < 150; i++)
        one_random_call(large_shape());
    for (int i = 0; i < 50; i++)
        one_random_call(long_rows());
    CHECK(met[true] > 50 && met[false] > 100);
    CHECK(walks_of_rows > 50);
    CHECK(strided_walks > 3);
    CHECK(shortened_walks > 10);
}

static void merged_dimensions_leave_the_fewest_loops(void)
{
    int64_t size[] = {4, 5, 6}, stride[] = {30, 6, 1}, row[] = {6}, one[] = {1};
    tb_shape shape = {.ndim = 3, .size = {4, 5, 6}};
    float data[120];
    tb_layout contiguous = {(char *)data, size, stride, 3, 4}, bias = {(char *)data, row, one, 1, 4};
    tb_plan plan;
    tb_plan_build(&plan, &shape, (tb_layout[]){contiguous, contiguous, contiguous}, 3);
    CHECK(plan.ndim == 1 && plan.size[0] == 120);
    tb_plan_build(&plan, &shape, (tb_layout[]){contiguous, contiguous, bias}, 3);
    CHECK(plan.ndim == 2 && plan.size[0] == 6 && plan.size[1] == 20 && plan.stride[2][1] == 0);
    CHECK(tb_plan_bytes(&plan, 0, 4) == 480 && tb_plan_bytes(&plan, 2, 4) == 24); /* the row is read once */
    int64_t t_size[] = {6, 5, 4}, t_stride[] = {1, 6, 30};
    tb_shape t_shape = {.ndim = 3, .size = {6, 5, 4}};
    tb_layout transposed = {(char *)data, t_size, t_stride, 3, 4};
    tb_plan_build(&plan, &t_shape, (tb_layout[]){transposed, transposed, transposed}, 3);
    CHECK(plan.ndim == 1 && plan.size[0] == 120);
}

static void the_dimension_that_leaves_least_to_permute_is_innermost(void)
{
    enum { C = TB_MIN_LEADING + 8, R = C + 10 };
    int64_t size[] = {R, C}, rows[] = {C, 1}, columns[] = {1, R}, wide[] = {R, 1}, none[] = {1, 0};
    tb_shape shape = {.ndim = 2, .size = {R, C}};
    float data[R * C];
    tb_layout c = {(char *)data, size, rows, 2, 4}, f = {(char *)data, size, columns, 2, 4};
    tb_layout column = {(char *)data, wide, none, 2, 4};
    tb_plan plan;
    tb_plan_build(&plan, &shape, (tb_layout[]){c, f, c}, 3);
    CHECK(plan.size[0] == C && plan.stride[0][0] == 4);
    tb_plan_build(&plan, &shape, (tb_layout[]){f, c, c}, 3);
    CHECK(plan.size[0] == C && plan.stride[0][0] == 4 * R && plan.stride[1][0] == 4);
    tb_plan_build(&plan, &shape, (tb_layout[]){f, c}, 2); /* a tie is the output's */
    CHECK(plan.size[0] == R && plan.stride[0][0] == 4);
    tb_plan_build(&plan, &shape, (tb_layout[]){c, column, column}, 3); /* one element a row is no trouble */
    CHECK(plan.size[0] == C && plan.stride[0][0] == 4);
}

/* ---- levels ---- */

static void random_bits(char *p, int64_t n)
{
    for (int64_t i = 0; i < n; i++)
        p[i] = (char)draw(256);
}

/* NaNs compare equal whatever their sign and payload. */
static bool same_values(tb_dtype dtype, const char *a, const char *b, int64_t n)
{
    int itemsize = tb_dtypes[dtype].itemsize;
    for (int64_t i = 0; i < n; i++) {
        double x[2], y[2];
        if (memcmp(a + i * itemsize, b + i * itemsize, (size_t)itemsize) == 0)
            continue;
        tb_convert(TB_COMPLEX128, x, dtype, a + i * itemsize);
        tb_convert(TB_COMPLEX128, y, dtype, b + i * itemsize);
        for (int part = 0; part < 2; part++)
            if (memcmp(&x[part], &y[part], 8) != 0 && !(x[part] != x[part] && y[part] != y[part]))
                return false;
    }
    return true;
}

/* A kernel never meets an integer divisor of 0: run.c refuses it before. */
static void no_zeros(char *p, tb_dtype dtype, int64_t n)
{
    if (tb_dtypes[dtype].kind <= TB_KIND_INT)
        for (int64_t i = 0; i < n; i++)
            p[i * tb_dtypes[dtype].itemsize] |= 1;
}

static void every_level_equals_the_baseline(void)
{
    enum { N = 1003 };
    static char in[TB_MAX_INPUTS][N * 16], params[64], a[N * 16], x[N * 16], y[N * 16];
    const char *const *levels = tb_cpu_levels();
    const int64_t outer[TB_MAX_OPERANDS] = {0};
    const tb_kernel_context context = {.params = params};
    for (; *levels; levels++) {
        CHECK(tb_cpu_select(*levels, NULL) == TB_OK);
        const tb_kernels *level = tb_kernels_active;
        for (int op = 0; op < TB_NOPS; op++)
            for (int dtype = 0; dtype < TB_NDTYPES; dtype++) {
                if (level->takes_halves[op] >> dtype & 1) /* test_levels.c */
                    continue;
                tb_dtype in_tile =
                    tb_ops[op].computation.by_size ? (tb_dtype)dtype : (tb_dtype)tb_dtypes[dtype].compute;
                /* rows that libm or vectors compute (test_vector_math.c) are not in the baseline's table */
                if (!tb_kernels_baseline.pointwise[op][dtype])
                    continue;
                for (unsigned mask = 0; mask < (2u << tb_ops[op].nin); mask += 2) {
                    random_bits(in[0], sizeof in);
                    random_bits(params, sizeof params);
                    if (tb_ops[op].computation.divisor >= 0)
                        no_zeros(in[tb_ops[op].computation.divisor], (tb_dtype)dtype, N);
                    char *p[] = {x, in[0], in[1], in[2]};
                    int64_t inner[] = {tb_dtypes[tb_result_dtype(&tb_ops[op], in_tile)].itemsize, 0, 0, 0};
                    for (int k = 1; k <= tb_ops[op].nin; k++)
                        if (!(mask >> k & 1))
                            inner[k] = tb_dtypes[tb_input_dtype(&tb_ops[op], k - 1, in_tile)].itemsize;
                    level->pointwise[op][dtype](p, inner, outer, N, 1, &context);
                    p[0] = y;
                    tb_kernels_baseline.pointwise[op][dtype](p, inner, outer, N, 1, &context);
                    CHECK(same_values(in_tile, x, y, N));
                }
            }
        for (int from = 0; from < TB_NDTYPES; from++)
            for (int to = 0; to < TB_NDTYPES; to++) {
                if (from == to)
                    continue;
                random_bits(a, sizeof a);
                level->cast[from][to](x, a, N);
                tb_kernels_baseline.cast[from][to](y, a, N);
                CHECK(same_values((tb_dtype)to, x, y, N));
            }
    }
}

static void an_unknown_level_is_refused_and_the_old_one_stays(void)
{
    tb_error err;
    CHECK(tb_cpu_select("baseline", NULL) == TB_OK);
    CHECK(tb_cpu_select("mmx", &err) == TB_RUNTIME_ERROR);
    CHECK(strstr(err.message, "mmx") && strstr(err.message, "baseline"));
    CHECK(strcmp(tb_cpu_level(), "baseline") == 0);
}

int main(int argc, char **argv)
{
    const bool quick = argc > 1 && strcmp(argv[1], "short") == 0; /* the best level alone */
    merged_dimensions_leave_the_fewest_loops();
    the_dimension_that_leaves_least_to_permute_is_innermost();
    every_level_equals_the_baseline();
    an_unknown_level_is_refused_and_the_old_one_stays();
    for (const char *const *level = tb_cpu_levels(); *level; level++) {
        if (quick && level[1])
            continue;
        CHECK(tb_cpu_select(*level, NULL) == TB_OK);
        for (int i = 0; i < 3000; i++)
            one_random_call(random_shape());
        iterations_of_random_layouts();
    }
    return check_report(__FILE__);
}
