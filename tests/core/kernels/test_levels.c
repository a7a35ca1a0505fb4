/* test_levels.c: what levels have beyond the baseline's table gives its bits: every
 * cast, the kernels that take halves themselves, the rows that AVX-512 has of its own;
 * rows that go past the caches have those of the others.
 * With the argument `long` all float32 are cast to halves, not every 4,099th. */
#include "check.h"

#include "core/kernels/levels/levels.h"
#include "core/kernels/levels/tables.h"
#include "core/iterate/stream.h"

static bool every_float;
/* Any bits, small integers of both signs, and numbers around every power of two. */
static void draw_element(tb_dtype dtype, char *to)
{
    const uint64_t bits = draw_bits();
    const int64_t integer = draw(3) ? (int64_t)bits >> draw(64) : draw(300) - 150;
    const double number = draw(4) ? (double)integer : (double)integer / 64;
    const int itemsize = tb_dtypes[dtype].itemsize, part = dtype == TB_COMPLEX128 ? 8 : itemsize;
    if (draw(3) == 0 || tb_dtypes[dtype].kind == TB_KIND_BOOL) {
        for (int i = 0; i < itemsize; i += part)
            memcpy(to + i, &bits, (size_t)part);
    } else {
        const tb_dtype from = tb_dtypes[dtype].kind == TB_KIND_INT ? TB_INT64 : TB_FLOAT64;
        const void *value = from == TB_INT64 ? (const void *)&integer : (const void *)&number;
        if (from == dtype)
            memcpy(to, value, 8);
        else
            tb_kernels_baseline.cast[from][dtype](to, value, 1);
    }
}

/* A block of exactly n elements, so that the sanitizer sees one more. */
static char *draw_elements(tb_dtype dtype, int64_t n)
{
    const int itemsize = tb_dtypes[dtype].itemsize;
    char *block = malloc((size_t)(n * itemsize));
    for (int64_t i = 0; i < n; i++)
        draw_element(dtype, block + i * itemsize);
    return block;
}

/* ---- casts ---- */

/* n elements at `from` become the same under the level as under the baseline. */
static bool casts_alike(tb_dtype source, tb_dtype target, const void *from, int64_t n)
{
    const size_t bytes = (size_t)(n * tb_dtypes[target].itemsize);
    char *expected = malloc(bytes), *got = malloc(bytes);
    tb_kernels_baseline.cast[source][target](expected, from, n);
    tb_kernels_active->cast[source][target](got, from, n);
    const bool same = memcmp(got, expected, bytes) == 0;
    if (!same)
        fprintf(stderr, "level %s, cast from %s to %s: ", tb_cpu_level(), tb_dtypes[source].name,
                tb_dtypes[target].name);
    free(expected);
    free(got);
    return same;
}

static void casts_give_the_baselines_bits(void)
{
    for (int source = 0; source < TB_NDTYPES; source++)
        for (int target = 0; target < TB_NDTYPES; target++)
            for (int round = 0; round < 40 && source != target; round++) {
                const int64_t n = round < 35 ? 1 + round : 3000;
                char *from = draw_elements((tb_dtype)source, n);
                CHECK(casts_alike((tb_dtype)source, (tb_dtype)target, from, n));
                free(from);
            }
}

static void every_half_becomes_what_it_was(void)
{
    static uint16_t halves[65536];
    for (int i = 0; i < 65536; i++)
        halves[i] = (uint16_t)i;
    for (int target = 0; target < TB_NDTYPES; target++) {
        CHECK(target == TB_FLOAT16 || casts_alike(TB_FLOAT16, (tb_dtype)target, halves, 65536));
        CHECK(target == TB_BFLOAT16 || casts_alike(TB_BFLOAT16, (tb_dtype)target, halves, 65536));
    }
}

/* The baseline's halves are computed once for all levels: there may be 2^32 of each. */
static void floats_are_rounded_to_halves_alike(void)
{
    enum { BLOCK = 65536 };
    static const tb_dtype halves[] = {TB_FLOAT16, TB_BFLOAT16};
    static uint32_t bits[BLOCK];
    static uint16_t expected[BLOCK], got[BLOCK];
    const uint64_t step = every_float ? 1 : 4099;
    for (uint64_t next = 0; next >> 32 == 0;) {
        int64_t n = 0;
        for (; n < BLOCK && next >> 32 == 0; next += step)
            bits[n++] = (uint32_t)next;
        for (int i = 0; i < 2; i++) {
            tb_kernels_baseline.cast[TB_FLOAT32][halves[i]](expected, bits, n);
            for (const char *const *level = tb_cpu_levels(); *level; level++) {
                tb_error err;
                CHECK_EQ(tb_cpu_select(*level, &err), TB_OK);
                if (strcmp(*level, "baseline") == 0)
                    continue;
                tb_kernels_active->cast[TB_FLOAT32][halves[i]](got, bits, n);
                CHECK(memcmp(got, expected, (size_t)n * sizeof *got) == 0);
            }
        }
    }
}

/* ---- kernels ---- */

static tb_kernel baseline_kernel(int op, tb_dtype dtype)
{
    const tb_kernel own = tb_kernels_baseline.pointwise[op][dtype];
    return own ? own : tb_kernels_libm.pointwise[op][dtype];
}

/* One call of a row: rows of n elements, operands with their bit in `single` have one a row. */
typedef struct {
    int op;
    tb_dtype dtype, result;
    int64_t n, rows;
    unsigned single, wide;
    char *in[TB_MAX_INPUTS];
} one_call;

/* Through float32, as rows without a kernel of halves are computed. */
static void compute_in_floats(const one_call *call, const tb_element *parameters, char *out)
{
    const int nin = tb_ops[call->op].nin;
    const int64_t total = call->n * call->rows;
    const bool real = call->result != TB_BOOL;
    float *tile[TB_MAX_OPERANDS] = {malloc((size_t)total * sizeof(float))};
    int64_t inner[TB_MAX_OPERANDS] = {real ? 4 : 1}, outer[TB_MAX_OPERANDS] = {call->n * inner[0]};
    char *p[TB_MAX_OPERANDS] = {(char *)tile[0]};
    for (int k = 1; k <= nin; k++) {
        const bool single = call->single >> k & 1;
        const int64_t m = single ? call->rows : total;
        tile[k] = malloc((size_t)m * sizeof(float));
        if (call->wide >> k & 1)
            for (int64_t j = 0; j < m; j++)
                memcpy(&tile[k][j], call->in[k - 1], 4);
        else
            tb_kernels_baseline.cast[call->dtype][TB_FLOAT32](tile[k], call->in[k - 1], m);
        p[k] = (char *)tile[k];
        inner[k] = single ? 0 : 4;
        outer[k] = single ? 4 : call->n * 4;
    }
    const tb_kernel_context context = {.params = parameters};
    baseline_kernel(call->op, call->dtype)(p, inner, outer, call->n, call->rows, &context);
    if (real)
        tb_kernels_baseline.cast[TB_FLOAT32][call->result](out, tile[0], total);
    else
        memcpy(out, tile[0], (size_t)total);
    for (int k = 0; k <= nin; k++)
        free(tile[k]);
}

/* Which of two NaNs an operation gives is the compiler's choice of their order, for each part of a complex
 * number. */
static bool same_numbers(tb_dtype dtype, const char *a, const char *b, int64_t n)
{
    if (tb_dtypes[dtype].kind == TB_KIND_COMPLEX)
        return same_numbers(dtype == TB_COMPLEX64 ? TB_FLOAT32 : TB_FLOAT64, a, b, 2 * n);
    const int itemsize = tb_dtypes[dtype].itemsize;
    for (int64_t i = 0; i < n; i++, a += itemsize, b += itemsize) {
        if (memcmp(a, b, (size_t)itemsize) == 0)
            continue;
        const tb_scalar x = tb_scalar_load(dtype, a), y = tb_scalar_load(dtype, b);
        if (x.kind != TB_KIND_FLOAT || x.v.f == x.v.f || y.v.f == y.v.f)
            return false;
    }
    return true;
}

static void nans_of_either_part_are_alike(void)
{
    const uint32_t quiet = 0x7fc00001, other = 0xffc00002, one = 0x3f800000;
    const uint32_t a[] = {quiet, one}, b[] = {other, one}, c[] = {one, other};
    CHECK(same_numbers(TB_COMPLEX64, (const char *)a, (const char *)b, 1));
    CHECK(!same_numbers(TB_COMPLEX64, (const char *)a, (const char *)c, 1));
}

/* The first operand is a mask, of bools, and each of the others has its own elements. */
static bool selects(int op) { return op == TB_OP_FILL_SELECTED || op == TB_OP_COPY_SELECTED; }

static tb_dtype dtype_of_operand(const one_call *call, int k)
{
    return selects(call->op) && k == 1 ? TB_BOOL : call->dtype;
}

static void compute(tb_kernel kernel, const one_call *call, const tb_element *parameters, char *out)
{
    char *p[TB_MAX_OPERANDS] = {out};
    int64_t inner[TB_MAX_OPERANDS] = {tb_dtypes[call->result].itemsize};
    int64_t outer[TB_MAX_OPERANDS] = {call->n * inner[0]};
    for (int k = 1; k <= tb_ops[call->op].nin; k++) {
        p[k] = call->in[k - 1];
        const bool single = call->single >> k & 1;
        const int64_t itemsize = tb_dtypes[dtype_of_operand(call, k)].itemsize;
        inner[k] = single ? 0 : itemsize;
        outer[k] = call->wide >> k & 1 ? 0 : single ? itemsize : call->n * itemsize;
    }
    const tb_kernel_context context = {.params = parameters, .wide = call->wide};
    CHECK_EQ(kernel(p, inner, outer, call->n, call->rows, &context), 0);
}

static void a_kernel_gives_the_baselines_bits(int op, tb_dtype dtype, int64_t n)
{
    const bool halves = tb_kernels_active->takes_halves[op] >> dtype & 1;
    one_call call = {op, dtype,       tb_ops[op].promotion.result == TB_RESULT_BOOL ? TB_BOOL : dtype,
                     n,  1 + draw(3), 0,
                     0,  {0}};
    const int nin = tb_ops[op].nin, itemsize = tb_dtypes[dtype].itemsize;
    const int64_t bytes = n * call.rows * tb_dtypes[call.result].itemsize;
    char *expected = malloc((size_t)bytes), *got = malloc((size_t)bytes);
    memset(expected, 1, (size_t)bytes); /* a kernel that selects leaves the other elements as they were */
    memset(got, 1, (size_t)bytes);
    tb_element parameters[TB_MAX_PARAMETERS];
    for (int i = 0; i < TB_MAX_PARAMETERS; i++)
        draw_element(halves ? TB_FLOAT32 : dtype, (char *)&parameters[i]);
    for (int k = 1; k <= nin; k++) {
        call.single |= (draw(3) == 0 && !(selects(op) && k > 1)) << k;
        const bool wide = halves && nin == 2 && k == 2 && (call.single >> k & 1) && draw(2);
        call.wide |= (unsigned)wide << k;
        call.in[k - 1] = draw_elements(wide ? TB_FLOAT32 : dtype_of_operand(&call, k),
                                       call.single >> k & 1 ? (wide ? 1 : call.rows) : n * call.rows);
    }
    if (halves)
        compute_in_floats(&call, parameters, expected);
    else
        compute(baseline_kernel(op, dtype), &call, parameters, expected);
    compute(tb_kernels_active->pointwise[op][dtype], &call, parameters, got);
    bool same = same_numbers(call.result, got, expected, n * call.rows);
    if (call.result == dtype && !(call.single & 2u) && !selects(op)) { /* into the first operand */
        memcpy(got, call.in[0], (size_t)(n * call.rows * itemsize));
        char *own = call.in[0];
        call.in[0] = got;
        compute(tb_kernels_active->pointwise[op][dtype], &call, parameters, got);
        call.in[0] = own;
        same &= same_numbers(call.result, got, expected, n * call.rows);
    }
    if (!same)
        fprintf(stderr, "level %s, %s of %s, n = %d, single %u, wide %u: ", tb_cpu_level(), tb_ops[op].name,
                tb_dtypes[dtype].name, (int)n, call.single, call.wide);
    CHECK(same);
    for (int k = 0; k < nin; k++)
        free(call.in[k]);
    free(expected);
    free(got);
}

static void kernels_give_the_baselines_bits(const tb_kernel_row *row)
{
    for (; row->kernel; row++)
        for (int round = 0; round < 60; round++)
            a_kernel_gives_the_baselines_bits(row->op, row->dtype, round < 50 ? 1 + round : 100 + draw(300));
}

/* ---- rows that stream ---- */

/* Rows that begin and end anywhere in a cache line; what lies between them stays. */
static void a_streamed_row_equals_a_stored_one(int op, tb_dtype dtype)
{
    enum { LINE = 64, GUARD = 2 * LINE };
    const int itemsize = tb_dtypes[dtype].itemsize;
    const int64_t n = 1 + draw(draw(4) ? 40 : 300), rows = 1 + draw(3), gap = draw(20),
                  all = rows * (n + gap);
    const int64_t inner[3] = {itemsize, draw(2) * itemsize, draw(2) * itemsize};
    const int64_t outer[3] = {(n + gap) * itemsize, draw(2) * (n + gap) * itemsize,
                              draw(2) * (n + gap) * itemsize};
    const tb_kernel kernel = tb_kernels_active->pointwise[op][dtype];
    char *a = draw_elements(dtype, all), *b = draw_elements(dtype, all);
    const size_t bytes = (size_t)(all * itemsize + GUARD);
    char *stored = malloc(bytes), *block = malloc(bytes + LINE);
    char *streamed = block + (-(uintptr_t)block & (LINE - 1)), *at;
    const int64_t first = draw(LINE / itemsize) * itemsize;
    memset(stored, 7, bytes);
    memset(streamed, 7, bytes);
    at = stored + first;
    CHECK_EQ(kernel((char *[]){at, a, b}, inner, outer, n, rows, &tb_no_context), 0);
    at = streamed + first;
    CHECK_EQ(kernel((char *[]){at, a, b}, inner, outer, n, rows, &(tb_kernel_context){.stream = true}), 0);
    tb_stream stream = {.held = 0};
    tb_stream_end(&stream);
    CHECK(same_numbers(dtype, stored, streamed, (int64_t)bytes / itemsize));
    free(a);
    free(b);
    free(stored);
    free(block);
}

static void streamed_rows_equal_stored_ones(void)
{
    static const tb_dtype dtypes[] = {TB_INT32, TB_INT64, TB_FLOAT32, TB_FLOAT64};
    int met = 0;
    for (int op = 0; op < TB_NOPS; op++)
        for (int i = 0; i < 4 && tb_ops[op].computation.streams; i++)
            for (int round = 0; round < 100 && tb_kernels_active->pointwise[op][dtypes[i]]; round++, met++)
                a_streamed_row_equals_a_stored_one(op, dtypes[i]);
    CHECK(met >= 1000);
}

/* ---- any inner strides ---- */

/* Element j, i of rows lies at j * outer + i * inner elements. */
static void a_strided_row_equals_a_contiguous_one(int op, tb_dtype dtype)
{
    const tb_dtype result = tb_ops[op].promotion.result == TB_RESULT_BOOL ? TB_BOOL : dtype;
    const int64_t n = 1 + draw(draw(4) ? 40 : 300), rows = 1 + draw(3), room = 3 * n + draw(5),
                  all = rows * room;
    const int64_t itemsize = tb_dtypes[dtype].itemsize, size = tb_dtypes[result].itemsize;
    const int64_t inner[3] = {(1 + draw(3)) * size, draw(4) * itemsize, draw(4) * itemsize};
    const int64_t outer[3] = {room * size, draw(2) * room * itemsize, room * itemsize};
    const int64_t plain[3] = {size, itemsize, itemsize},
                  plain_outer[3] = {n * size, n * itemsize, n * itemsize};
    const tb_kernel kernel = tb_kernels_active->pointwise[op][dtype];
    tb_element parameters[TB_MAX_PARAMETERS];
    const tb_kernel_context context = {.params = parameters};
    char *in[] = {draw_elements(dtype, all), draw_elements(dtype, all)}, *packed[2];
    char *got = malloc((size_t)(all * size)), *expected = malloc((size_t)(n * rows * size));
    for (int i = 0; i < TB_MAX_PARAMETERS; i++)
        draw_element(dtype, (char *)&parameters[i]);
    for (int k = 0; k < 2; k++) {
        packed[k] = malloc((size_t)(n * rows * itemsize));
        for (int64_t i = 0; i < n * rows; i++)
            memcpy(packed[k] + i * itemsize, in[k] + i / n * outer[k + 1] + i % n * inner[k + 1],
                   (size_t)itemsize);
    }
    memset(got, 7, (size_t)(all * size));
    CHECK_EQ(kernel((char *[]){got, in[0], in[1]}, inner, outer, n, rows, &context), 0);
    CHECK_EQ(kernel((char *[]){expected, packed[0], packed[1]}, plain, plain_outer, n, rows, &context), 0);
    for (int64_t i = 0; i < n * rows; i++)
        CHECK(same_numbers(result, got + i / n * outer[0] + i % n * inner[0], expected + i * size, 1));
    for (int64_t i = 0; i < all * size; i++) { /* nothing is written between them */
        const int64_t in_row = i % (room * size);
        const bool written = in_row % inner[0] < size && in_row / inner[0] < n;
        CHECK(written || got[i] == 7);
    }
    for (int k = 0; k < 2; k++) {
        free(in[k]);
        free(packed[k]);
    }
    free(got);
    free(expected);
}

static void strided_rows_equal_contiguous_ones(void)
{
    static const tb_dtype dtypes[] = {TB_INT32, TB_INT64, TB_FLOAT32, TB_FLOAT64, TB_COMPLEX64};
    int met = 0;
    for (int op = 0; op < TB_NOPS; op++)
        for (int i = 0; i < 5 && tb_ops[op].computation.strided; i++)
            for (int round = 0; round < 100 && tb_kernels_active->pointwise[op][dtypes[i]]; round++, met++)
                a_strided_row_equals_a_contiguous_one(op, dtypes[i]);
    CHECK(met >= 2000);
}

int main(int argc, char **argv)
{
    const tb_kernel_row *const more[] = {
#if TB_HAVE_AVX2
        tb_overrides_avx2.halves, tb_overrides_avx512.rows,
#endif
        NULL};
    every_float = argc > 1 && strcmp(argv[1], "long") == 0;
    for (const char *const *level = tb_cpu_levels(); *level; level++) {
        tb_error err;
        CHECK_EQ(tb_cpu_select(*level, &err), TB_OK);
        CHECK_TEXT(tb_cpu_level(), *level);
        casts_give_the_baselines_bits();
        streamed_rows_equal_stored_ones();
        strided_rows_equal_contiguous_ones();
        every_half_becomes_what_it_was();
        for (int i = 0; more[i] && strcmp(*level, "baseline") != 0; i++)
            kernels_give_the_baselines_bits(more[i]);
    }
    floats_are_rounded_to_halves_alike();
    nans_of_either_part_are_alike();
    return check_report(__FILE__);
}
