/* The steps that the families' runner makes for all of them, by a family of the test's own: sums of each element and
 * its mirror image, for which nothing may be written before it is read. */
#include "check.h"

static tb_error err;

typedef struct {
    TB_CALL_HEADER;
    const tb_tensor *in;
    const tb_tensor *read; /* what compute was given */
    bool is_apart, is_in_step, fails;
} mirrored;

static tb_status prepare(void *call, tb_error *e)
{
    mirrored *c = call;
    c->out->dtype = TB_FLOAT32;
    c->in_step = c->is_in_step;
    tb_set_shape(&c->shape, c->in);
    tb_output_fit(c->out, TB_WARNING_RESIZE, &c->warnings);
    return tb_output_check_dtype(c->out, e);
}

static tb_dtype apart(const void *call)
{
    return ((const mirrored *)call)->is_apart ? TB_FLOAT64 : TB_UNDEFINED;
}

static tb_status compute(void *call, tb_error *e)
{
    mirrored *c = call;
    const tb_tensor *in = c->in, *out = c->out->tensor;
    c->read = in;
    for (int64_t i = 0; i < in->numel; i++) {
        const float *x = (const float *)tb_data(in);
        const float sum = x[i * in->stride[0]] + x[(in->numel - 1 - i) * in->stride[0]];
        if (out->dtype == TB_FLOAT64)
            ((double *)tb_data(out))[i * out->stride[0]] = sum;
        else
            ((float *)tb_data(out))[i * out->stride[0]] = sum;
    }
    return c->fails ? tb_fail(e, TB_RUNTIME_ERROR, "no") : TB_OK;
}

static const tb_family family = {
    .prepare = prepare, .apart = apart, .compute = compute, .reads = {offsetof(mirrored, in)}};

enum { N = 6 };

/* 0, 1, 4, 9, 16, 25: mirrored sums are no multiples of one number. */
static void squares(tb_tensor *t)
{
    CHECK_OK(tb_tensor_new(t, TB_FLOAT32, DIMS(N), NULL, 1, false, err));
    for (int i = 0; i < N; i++)
        ((float *)tb_data(t))[i] = (float)(i * i);
}

static void check_sums(const tb_tensor *t)
{
    for (int i = 0; i < N; i++)
        CHECK_EQ(((const float *)tb_data(t))[i * t->stride[0]], i * i + (N - 1 - i) * (N - 1 - i));
}

static tb_status run(mirrored *call)
{
    CHECK_OK(tb_family_prepare(&call->header, err));
    return tb_family_run(&call->header, &err);
}

static void what_is_written_is_read_from_a_copy_and_put_back(void)
{
    for (int is_apart = 0; is_apart < 2; is_apart++) {
        tb_tensor t;
        squares(&t);
        mirrored call = {
            .family = &family, .form = TB_FORM_OUT, .out = {{&t}}, .in = &t, .is_apart = is_apart};
        CHECK_EQ(run(&call), TB_OK);
        CHECK(call.read != &t && call.in == &t && call.out->tensor == &t);
        check_sums(&t);
        CHECK_EQ(t.storage->refs, 1);
        tb_tensor_release(&t);
    }
}

static void what_is_in_step_or_apart_in_memory_is_read_as_it_is(void)
{
    tb_tensor t, other;
    squares(&t);
    squares(&other);
    mirrored call = {.family = &family, .form = TB_FORM_OUT, .out = {{&other}}, .in = &t};
    CHECK_EQ(run(&call), TB_OK);
    CHECK(call.read == &t);
    check_sums(&other);
    call.out->tensor = &t;
    call.is_in_step = true; /* it is not, but that is not the runner's to know */
    CHECK_EQ(run(&call), TB_OK);
    CHECK(call.read == &t);
    tb_tensor_release(&t);
    tb_tensor_release(&other);
}

static void a_failure_leaves_nothing_new_and_what_is_computed_apart_unwritten(void)
{
    tb_tensor t, out, small;
    squares(&t);
    mirrored call = {.family = &family, .form = TB_FORM_NEW, .out = {{&out}}, .in = &t, .fails = true};
    CHECK_EQ(run(&call), TB_RUNTIME_ERROR); /* LeakSanitizer sees a result that stays */
    call.is_apart = true;
    CHECK_EQ(run(&call), TB_RUNTIME_ERROR);
    CHECK_OK(tb_tensor_new(&small, TB_FLOAT32, DIMS(1), NULL, 1, true, err));
    call.form = TB_FORM_OUT;
    call.out->tensor = &small;
    CHECK_EQ(run(&call), TB_RUNTIME_ERROR);
    CHECK_EQ(call.warnings, TB_WARNING_RESIZE | TB_WARNING_CHANGE);
    CHECK(call.out->tensor == &small && small.numel == 1 && *(const float *)tb_data(&small) == 0);
    call.fails = false;
    CHECK_EQ(run(&call), TB_OK);
    CHECK_EQ(small.numel, N);
    check_sums(&small);
    tb_tensor_release(&small);
    tb_tensor_release(&t);
}

int main(void)
{
    CHECK_OK(tb_cpu_select(NULL, err));
    what_is_written_is_read_from_a_copy_and_put_back();
    what_is_in_step_or_apart_in_memory_is_read_as_it_is();
    a_failure_leaves_nothing_new_and_what_is_computed_apart_unwritten();
    return check_report(__FILE__);
}
