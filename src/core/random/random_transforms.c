/* random_transforms.c: distributions that compute each number from one drawn number: Bernoulli, geometric,
 * exponential, log-normal, Cauchy.
 *
 * Bit for bit as torch with AVX2 and FMA: the result depends on which products are fused.  Relies on:
 * libm. */
#include "core/plan/cursor.h"
#include "core/memory/overlap.h"
#include "core/memory/view.h"
#include "core/random/random.h"
#include "core/random/random_fill.h"
#include "core/random/random_normal.h"

#include <math.h>
#include <string.h>

#define SELF_KERNEL "bernoulli_tensor_cpu_self_"
#define PI 3.141592653589793

typedef struct {
    tb_generator *g;
    tb_dtype dtype;
    tb_distribution distribution;
    double a, b;
} transform_state;

static double next_number(const transform_state *s)
{
    if (s->distribution == TB_LOG_NORMAL)
        return exp(fma(tb_random_next_normal(s->g), s->b, s->a));
    const double u = tb_random_fill_uniform_double(s->g);
    switch (s->distribution) {
    case TB_BERNOULLI:
        return u < s->a;
    case TB_GEOMETRIC:
        return ceil(log(u) / log1p(-s->a));
    case TB_EXPONENTIAL:
        return -1.0 / s->a * log1p(-u);
    default: /* not at the poles of tan */
        return fma(s->b, tan(PI * (fmin(fmax(u, 0x1p-52), 1.0 - 0x1p-52) - 0.5)), s->a);
    }
}

static void transform_row(char *data, int64_t stride, int64_t n, void *state)
{
    const transform_state *s = state;
    for (int64_t i = 0; i < n; i++, data += stride) {
        const double value = next_number(s);
        if (s->dtype == TB_FLOAT64)
            *(double *)data = value;
        else if (s->dtype == TB_FLOAT32)
            *(float *)data = (float)value;
        else if (s->dtype == TB_FLOAT16 || s->dtype == TB_BFLOAT16)
            tb_random_fill_store_half(s->dtype, data, (float)value); /* double rounding, as in torch */
        else
            tb_convert(s->dtype, data, TB_FLOAT64, &value);
    }
}

/* ---- checks ---- */

static tb_status check_parameters(tb_distribution distribution, double a, double b, tb_error *err)
{
    switch (distribution) {
    case TB_BERNOULLI:
        return a >= 0 && a <= 1
                   ? TB_OK
                   : tb_fail(err, TB_RUNTIME_ERROR, "bernoulli_ expects p to be in [0, 1], but got p=%g", a);
    case TB_GEOMETRIC:
        return a > 0 && a < 1
                   ? TB_OK
                   : tb_fail(err, TB_RUNTIME_ERROR, "geometric_ expects p to be in (0, 1), but got p=%g", a);
    case TB_EXPONENTIAL:
        return a > 0 ? TB_OK
                     : tb_fail(err, TB_RUNTIME_ERROR,
                               "exponential_ expects lambda > 0.0, but found lambda=%g", a);
    case TB_LOG_NORMAL:
        return b > 0 ? TB_OK
                     : tb_fail(err, TB_RUNTIME_ERROR, "log_normal_ expects std > 0.0, but found std=%g", b);
    default:
        return b > 0 ? TB_OK
                     : tb_fail(err, TB_RUNTIME_ERROR, "cauchy_ expects sigma > 0.0, but found sigma=%g", b);
    }
}

/* Integers and bool are drawn by the kernels of other distributions. */
static bool holds_integers(tb_dtype dtype)
{
    return tb_dtypes[dtype].kind != TB_KIND_COMPLEX && !tb_is_unsigned(dtype);
}

static tb_status check_dtype(tb_distribution distribution, tb_dtype dtype, tb_error *err)
{
    static const char *const kernels[] = {"bernoulli_scalar_cpu_", "geometric_cpu", "", "log_normal_cpu"};
    const bool is_float = tb_dtypes[dtype].kind == TB_KIND_FLOAT;
    const bool is_integral = distribution == TB_BERNOULLI   ? holds_integers(dtype)
                             : distribution == TB_GEOMETRIC ? holds_integers(dtype) && dtype != TB_BOOL
                                                            : false;
    if (is_float || is_integral)
        return TB_OK;
    if (distribution != TB_EXPONENTIAL && distribution != TB_CAUCHY)
        return tb_fail_kernel(kernels[distribution], dtype, err);
    const bool is_exponential = distribution == TB_EXPONENTIAL;
    return tb_fail(err, TB_RUNTIME_ERROR,
                   "%s distribution is a continuous probability distribution. dtype must be a floating point "
                   "but you specified %s",
                   is_exponential ? "Exponential" : "Cauchy",
                   is_exponential ? tb_dtypes[dtype].scalar_type : tb_dtypes[dtype].cpp_name);
}

/* ---- filling ---- */

static tb_status draw(tb_tensor *out, const transform_state *state, const tb_lock_callbacks *lock,
                      tb_error *err)
{
    TB_TRY(check_parameters(state->distribution, state->a, state->b, err));
    if (state->distribution == TB_CAUCHY)
        TB_TRY(check_dtype(TB_CAUCHY, out->dtype, err));
    if (out->numel == 0)
        return TB_OK;
    tb_random_fill fill;
    TB_TRY(tb_random_fill_plan(&fill, out, err));
    TB_TRY(check_dtype(state->distribution, out->dtype, err));
    tb_storage *const storage = out->storage;
    int code = 0;
    TB_DRAW_WITHOUT_LOCK (&code, state->g, lock, fill.numel, &storage, 1)
        tb_random_fill_iterate(&fill, transform_row, (void *)state);
    return tb_status_of_code(code, err);
}

tb_status tb_random_distribution(tb_tensor *out, tb_generator *g, tb_distribution distribution, double a,
                                 double b, const tb_lock_callbacks *lock, tb_error *err)
{
    tb_generator_take(g, lock);
    const transform_state state = {g, out->dtype, distribution, a, b};
    const tb_status status = draw(out, &state, lock, err);
    tb_generator_give(g);
    return status;
}

/* ---- probabilities in a tensor ---- */

static tb_status check_probabilities(const tb_tensor *p, tb_error *err)
{
    tb_plan plan;
    tb_cursor at;
    bool valid = true;
    if (p->numel == 0)
        return TB_OK;
    tb_layout layout = tb_layout_of(p);
    tb_shape shape;
    tb_set_shape(&shape, p);
    for (int d = 0; d < p->ndim; d++)
        if (p->stride[d] == 0) /* expanded: the same elements again */
            shape.size[d] = 1;
    layout.size = shape.size;
    tb_plan_build(&plan, &shape, &layout, 1);
    tb_cursor_begin(&at, &plan, 1);
    do
        for (int64_t i = 0; i < plan.size[0] && valid; i++) {
            const double value = tb_random_fill_load(p->dtype, at.p[0] + i * plan.stride[0][0]);
            valid = value >= 0 && value <= 1;
        }
    while (valid && tb_cursor_advance(&at, &plan, 1, 1));
    return valid ? TB_OK
                 : tb_fail(err, TB_RUNTIME_ERROR,
                           "Expected p_in >= 0 && p_in <= 1 to be true, but got false.  (Could this error "
                           "message be improved?  If so, please report an enhancement request to PyTorch.)");
}

tb_status tb_random_bernoulli_check(const tb_tensor *p, tb_dtype dtype, tb_error *err)
{
    if (!holds_integers(dtype))
        return tb_fail_kernel(SELF_KERNEL, dtype, err);
    if (tb_dtypes[p->dtype].kind != TB_KIND_FLOAT)
        return tb_fail_kernel("bernoulli_tensor_cpu_p_", p->dtype, err);
    return check_probabilities(p, err);
}

/* Draws operand 0's elements, each with its probability in operand 1. */
static void draw_by(const tb_plan *plan, tb_dtype dtype, tb_dtype dtype_of_p, tb_generator *g)
{
    const bool bits[] = {false, true};
    const int64_t n = plan->size[0];
    const size_t itemsize = (size_t)tb_dtypes[dtype].itemsize;
    int64_t since = 0;
    tb_element element[2];
    tb_cursor at;
    for (int i = 0; i < 2; i++)
        tb_convert(dtype, &element[i], TB_BOOL, &bits[i]);
    tb_cursor_begin(&at, plan, 1);
    do
        for (int64_t i = 0; i < n; i++) {
            const double p = tb_random_fill_load(dtype_of_p, at.p[1] + i * plan->stride[1][0]);
            const double u = dtype_of_p == TB_FLOAT64 ? tb_random_fill_uniform_double(g)
                                                      : (double)tb_random_fill_uniform_float(g);
            memcpy(at.p[0] + i * plan->stride[0][0], &element[u < p], itemsize);
            if (tb_interrupted_after(1, &since))
                return;
        }
    while (tb_cursor_advance(&at, plan, 1, 1));
}

/* p has been expanded to out's sizes. */
static tb_status bernoulli(tb_tensor *out, tb_generator *g, const tb_tensor *p, const tb_lock_callbacks *lock,
                           tb_error *err)
{
    const int64_t itemsizes[] = {out->itemsize, p->itemsize};
    int perm[TB_MAX_DIMS];
    tb_plan plan;
    TB_TRY(tb_check_partial_overlap(out, p, err));
    TB_TRY(tb_random_bernoulli_check(p, out->dtype, err));
    tb_plan_begin(&plan, 2);
    plan.data[0] = tb_data(out);
    plan.data[1] = tb_data(p);
    tb_sort_dims(out->size, out->ndim, (const int64_t *const[]){out->stride, p->stride}, 2, perm);
    for (int i = 0; i < out->ndim; i++)
        tb_plan_add(&plan, out->size[perm[i]],
                    (int64_t[]){out->stride[perm[i]] * itemsizes[0], p->stride[perm[i]] * itemsizes[1]});
    tb_plan_end(&plan, itemsizes);
    const tb_dtype dtype = out->dtype, dtype_of_p = p->dtype;
    tb_storage *const storages[] = {out->storage, p->storage};
    int code = 0;
    TB_DRAW_WITHOUT_LOCK (&code, g, lock, out->numel, storages, 2)
        draw_by(&plan, dtype, dtype_of_p, g);
    return tb_status_of_code(code, err);
}

tb_status tb_random_bernoulli(tb_tensor *out, tb_generator *g, const tb_tensor *p,
                              const tb_lock_callbacks *lock, tb_error *err)
{
    tb_tensor expanded;
    tb_generator_take(g, lock);
    tb_status status = TB_OK;
    if (out->numel != 0) {
        status = tb_check_writable(out, err);
        if (status == TB_OK && !holds_integers(out->dtype))
            status = tb_fail_kernel(SELF_KERNEL, out->dtype, err);
        if (status == TB_OK)
            status = tb_view_expand(&expanded, p, out->size, out->ndim, err);
    }
    if (out->numel != 0 && status == TB_OK) {
        status = bernoulli(out, g, &expanded, lock, err);
        tb_tensor_release(&expanded);
    }
    tb_generator_give(g);
    return status;
}
