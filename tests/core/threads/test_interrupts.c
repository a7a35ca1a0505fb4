/* test_interrupts.c: every family of functions ends early when whoever released the lock says so, leaves no
 * new result and no pin behind, and gives its result when it is not told to. */
#include "calls.h"

#include "core/along_dim/along_dim_functions.h"
#include "core/gather/bincount.h"
#include "core/linalg/distance.h"
#include "core/memory/scratch.h"

#include <time.h>

/* Work that is done in two pieces at least, counted in elements and in what following an index costs. */
enum { COSTLY = TB_INTERRUPT_COST / TB_WEIGHT_INDEX };
enum { N = 2 * (COSTLY > TB_INTERRUPT_ELEMENTS ? COSTLY : TB_INTERRUPT_ELEMENTS) + 77 };

/* ---- a lock whose release takes as long as it takes until somebody is asked ---- */

static int asked;
static bool interrupts;

static void *wait_long(void)
{
    nanosleep(&(struct timespec){0, TB_INTERRUPT_NS + 1000000}, NULL);
    return &asked;
}

static void go_back(void *state) { CHECK(state == &asked); }

static bool is_interrupted(void *state)
{
    CHECK(state == &asked);
    char *const scratch = tb_scratch_take(); /* as handlers that compute do */
    memset(scratch, 0xff, TB_SCRATCH_BYTES);
    tb_scratch_give(scratch);
    asked++;
    return interrupts;
}

static const tb_lock_callbacks lock = {wait_long, go_back, is_interrupted};

/* ---- functions; each makes *out or writes `written` ---- */

static tb_tensor numbers, written, mask, places, one, square, batch;
static tb_generator generator;

static tb_status find_nonzero(tb_tensor *out) { return tb_nonzero(out, &mask, &lock, &err); }
static tb_status select_masked(tb_tensor *out) { return tb_masked_select(out, &numbers, &mask, &lock, &err); }

static tb_status read_places(tb_tensor *out)
{
    return tb_index_get(out, &numbers, &(tb_index_tensors){.n = 1, .tensor = {&places}}, &lock, &err);
}

static tb_status write_places(tb_tensor *out)
{
    (void)out;
    return tb_index_put(&written, &(tb_index_tensors){.n = 1, .tensor = {&places}}, &one, false, &lock, &err);
}

static tb_status fill_mask(tb_tensor *out)
{
    (void)out;
    return tb_index_put(&written, &(tb_index_tensors){.n = 1, .tensor = {&mask}}, &one, false, &lock, &err);
}

static tb_status count(tb_tensor *out) { return tb_bincount(out, &places, NULL, 0, &lock, &err); }
static tb_status weigh(tb_tensor *out) { return tb_bincount(out, &places, &numbers, 0, &lock, &err); }

static tb_status indexed(tb_tensor *out, tb_gather_op op, tb_form form, const tb_tensor *src)
{
    tb_gather_call call;
    tb_gather_call_init(&call, op);
    call.form = form;
    call.self = form == TB_FORM_NEW ? &numbers : &written;
    call.out[0].tensor = form == TB_FORM_NEW ? out : &written;
    call.index = &places;
    call.src = src;
    call.number = integer(1);
    call.lock = &lock;
    TB_TRY(tb_family_prepare(&call.header, &err));
    return tb_family_run(&call.header, &err);
}

static tb_status select_slices(tb_tensor *out) { return indexed(out, TB_INDEX_SELECT, TB_FORM_NEW, NULL); }
static tb_status take(tb_tensor *out) { return indexed(out, TB_TAKE, TB_FORM_NEW, NULL); }
static tb_status gather(tb_tensor *out) { return indexed(out, TB_GATHER, TB_FORM_NEW, NULL); }
static tb_status scatter(tb_tensor *out) { return indexed(out, TB_SCATTER, TB_FORM_INPLACE, &numbers); }
static tb_status fill_slices(tb_tensor *out) { return indexed(out, TB_INDEX_FILL, TB_FORM_INPLACE, NULL); }
static tb_status copy_slices(tb_tensor *out)
{
    return indexed(out, TB_INDEX_COPY, TB_FORM_INPLACE, &numbers);
}
static tb_status add_slices(tb_tensor *out) { return indexed(out, TB_INDEX_ADD, TB_FORM_INPLACE, &numbers); }

static tb_status draw_uniform(tb_tensor *out)
{
    (void)out;
    return tb_random_uniform(&written, &generator, 0, 1, &lock, &err);
}

static tb_status draw_normal(tb_tensor *out)
{
    (void)out;
    return tb_random_normal(&written, &generator, 0, 1, &lock, &err);
}

static tb_status draw_integers(tb_tensor *out)
{
    (void)out;
    const tb_integer_range range = {.count = 9};
    return tb_random_integers(&written, &generator, &range, &lock, &err);
}

static tb_status permute(tb_tensor *out)
{
    (void)out;
    return tb_random_permutation(&written, &generator, &lock, &err);
}

static tb_status join(tb_tensor *out)
{
    tb_join call = {.family = &tb_join_family,
                    .lock = &lock,
                    .tensor = (const tb_tensor *const[]){&numbers, &numbers},
                    .n = 2,
                    .out[0].tensor = out};
    TB_TRY(tb_family_prepare(&call.header, &err));
    return tb_family_run(&call.header, &err);
}

static tb_status repeat(tb_tensor *out) { return tb_repeat(out, &numbers, &(tb_shape){1, {3}}, &lock, &err); }

static tb_status flip(tb_tensor *out) { return tb_flip(out, &numbers, &(tb_shape){1, {0}}, &lock, &err); }

static tb_status make_range(tb_tensor *out)
{
    tb_range range = {.end = integer(N), .step = integer(1), .dtype = TB_FLOAT32};
    (void)out;
    TB_TRY(tb_range_plan(&range, &err));
    return tb_range_write(&range, &written, &lock, &err);
}

static tb_status cut_triangle(tb_tensor *out)
{
    tb_tril call = {
        .family = &tb_tril_family, .lock = &lock, .in = &square, .part = TB_LOWER, .out[0].tensor = out};
    TB_TRY(tb_family_prepare(&call.header, &err));
    return tb_family_run(&call.header, &err);
}

static tb_status multiply_batch(tb_tensor *out)
{
    tb_matmul call = {.family = &tb_matmul_family,
                      .lock = &lock,
                      .op = TB_BMM,
                      .a = &batch,
                      .b = &batch,
                      .out[0].tensor = out};
    TB_TRY(tb_family_prepare(&call.header, &err));
    return tb_family_run(&call.header, &err);
}

static tb_status measure_distances(tb_tensor *out) { return tb_cdist(out, &batch, &batch, 1, &lock, &err); }

static tb_status sum_up(tb_tensor *out)
{
    tb_reduce_call call = {.family = &tb_reduce_family,
                           .lock = &lock,
                           .op = TB_REDUCTION_SUM,
                           .self = &numbers,
                           .dtype = TB_UNDEFINED,
                           .default_dtype = TB_FLOAT32};
    call.out[0].tensor = out;
    TB_TRY(tb_family_prepare(&call.header, &err));
    return tb_family_run(&call.header, &err);
}

static tb_status along(tb_tensor *out, tb_along_dim_function function, const tb_tensor *in)
{
    tb_tensor indices = {0};
    tb_along_dim_call call = {.family = &tb_along_dim_family,
                              .lock = &lock,
                              .function = function,
                              .in = in,
                              .dims = {1, {0}},
                              .k = 9,
                              .dtype = TB_UNDEFINED,
                              .default_dtype = TB_FLOAT32};
    call.out[0].tensor = out;
    call.out[1].tensor = &indices;
    TB_TRY(tb_family_prepare(&call.header, &err));
    TB_TRY(tb_family_run(&call.header, &err));
    tb_tensor_release(&indices);
    return TB_OK;
}

static tb_status add_up(tb_tensor *out) { return along(out, TB_ALONG_DIM_CUMSUM, &numbers); }
static tb_status sort(tb_tensor *out) { return along(out, TB_ALONG_DIM_SORT, &numbers); }
static tb_status sort_bytes(tb_tensor *out) { return along(out, TB_ALONG_DIM_SORT, &mask); }
static tb_status take_largest(tb_tensor *out) { return along(out, TB_ALONG_DIM_TOPK, &batch); }

static const struct {
    const char *name;
    tb_status (*run)(tb_tensor *out);
    bool makes; /* *out */
} functions[] = {
    {"nonzero", find_nonzero, true},
    {"masked_select", select_masked, true},
    {"index", read_places, true},
    {"index_put", write_places, false},
    {"mask fill", fill_mask, false},
    {"bincount", count, true},
    {"weights", weigh, true},
    {"index_select", select_slices, true},
    {"take", take, true},
    {"gather", gather, true},
    {"scatter", scatter, false},
    {"index_fill", fill_slices, false},
    {"index_copy", copy_slices, false},
    {"index_add", add_slices, false},
    {"uniform", draw_uniform, false},
    {"normal", draw_normal, false},
    {"integers", draw_integers, false},
    {"permutation", permute, false},
    {"cat", join, true},
    {"repeat", repeat, true},
    {"flip", flip, true},
    {"range", make_range, false},
    {"tril", cut_triangle, true},
    {"bmm", multiply_batch, true},
    {"cdist", measure_distances, true},
    {"sum", sum_up, true},
    {"cumsum", add_up, true},
    {"sort", sort, true},
    {"sort of bytes", sort_bytes, true},
    {"topk", take_largest, true},
};

static void check_function(size_t i, int threads, bool told)
{
    tb_tensor *const all[] = {&numbers, &written, &mask, &places, &one, &square, &batch};
    tb_tensor out = {0};
    tb_set_num_threads(threads);
    memset(&err, 0, sizeof err);
    asked = 0;
    interrupts = told;
    const tb_status status = functions[i].run(&out);
    const bool right = told ? status == TB_INTERRUPTED && asked == 1 : status == TB_OK && asked >= 1;
    CHECK(right);
    if (!right)
        fprintf(stderr, "%s, %d threads, told %d: status %d, asked %d\n", functions[i].name, threads, told,
                status, asked);
    if (status == TB_OK && functions[i].makes)
        tb_tensor_release(&out);
    CHECK(!tb_is_interrupted());
    for (size_t k = 0; k < sizeof all / sizeof *all; k++) {
        CHECK_EQ(all[k]->storage->pins, 0);
        CHECK_EQ(all[k]->storage->refs, 1);
    }
}

/* Each has a kernel of its own, which asks inside of a slice, too, and then leaves the results alone. */
static void sorts_of_every_dtype_end_early(void)
{
    const int64_t n = N;
    char *const out = malloc((size_t)N * 16), *const scratch = malloc((size_t)N * 32);
    interrupts = true;
    for (int dtype = 0; dtype < TB_NDTYPES; dtype++) {
        const tb_record_kernels *kernels = &tb_sort_kernels[dtype];
        tb_tensor t;
        if (!kernels->kernel)
            continue;
        CHECK_OK(tb_tensor_new(&t, (tb_dtype)dtype, &n, NULL, 1, true, err));
        const tb_along_dim_block block = {.in = tb_data(&t),
                                          .out = {out, out + (int64_t)N * 8},
                                          .n = N,
                                          .m = 1,
                                          .params = &(tb_sort_params){false},
                                          .scratch = scratch};
        memset(out, 7, (size_t)N * 16);
        asked = 0;
        int code = 0;
        TB_WITHOUT_LOCK (&code, &lock, TB_RELEASE_COST, NULL, 0)
            kernels->kernel(&block);
        CHECK_EQ(code, TB_RANGE_INTERRUPTED);
        CHECK_EQ(asked, 1);
        CHECK(kernels->record == 0 || (out[0] == 7 && out[(int64_t)N * 16 - 1] == 7));
        tb_tensor_release(&t);
    }
    free(out);
    free(scratch);
}

int main(void)
{
    const int64_t n = N;
    CHECK_OK(tb_cpu_select(NULL, err));
    tb_generator_init(&generator, 1);
    count_from(&numbers, TB_FLOAT32, &n, 1, 0);
    count_from(&written, TB_FLOAT32, &n, 1, 0);
    count_from(&places, TB_INT64, &n, 1, 0);
    count_from(&mask, TB_BOOL, &n, 1, 1);
    count_from(&one, TB_FLOAT32, NULL, 0, 1);
    count_from(&square, TB_FLOAT32, DIMS(1500, 1500), 2, 0);
    count_from(&batch, TB_FLOAT32, DIMS(40, 120, 120), 3, 0);
    for (size_t i = 0; i < sizeof functions / sizeof *functions; i++) {
        check_function(i, 1, false);
        check_function(i, 1, true);
        check_function(i, 3, true);
    }
    sorts_of_every_dtype_end_early();
    tb_tensor *const all[] = {&numbers, &written, &mask, &places, &one, &square, &batch};
    for (size_t k = 0; k < sizeof all / sizeof *all; k++)
        tb_tensor_release(all[k]);
    return check_report(__FILE__);
}
