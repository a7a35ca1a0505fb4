/* logcumsumexp.c: the cumulative logarithm of the sum of exponentials, in doubles. */
#include "core/along_dim/along_dim_functions.h"
#include "core/base/tuning.h"

#include <complex.h>
#include <math.h>

tb_status tb_check_logcumsumexp(tb_along_dim_call *c, tb_error *err)
{
    const tb_tensor *in = c->in;
    c->value = c->out[0].dtype = in->dtype;
    if (c->form == TB_FORM_OUT && c->out[0].tensor->dtype != in->dtype)
        return tb_fail(err, TB_RUNTIME_ERROR, "expected scalar_type %s but found %s",
                       tb_dtypes[in->dtype].scalar_type, tb_dtypes[c->out[0].tensor->dtype].scalar_type);
    TB_TRY(tb_wrap_dim(c->dims.size[0], in->ndim, &c->axis, err));
    if (tb_dtypes[in->dtype].kind < TB_KIND_FLOAT)
        return tb_fail_kernel("logcumsumexp_out_cpu", in->dtype, err);
    tb_set_shape(&c->shape, in);
    tb_output_fit(&c->out[0], TB_WARNING_RESIZE, &c->warnings);
    return TB_OK;
}

/* ---- log(exp(x) + exp(y)) ---- */

static double add_real(double x, double y)
{
    const double least = isnan(y) ? y : y < x ? y : x, most = isnan(y) ? y : x < y ? y : x;
    return least != most || isfinite(least) ? log1p(exp(least - most)) + most : x;
}

/* The logarithm of 1 + z, precise for small z. */
static double complex log_of_1_plus(double complex z)
{
    const double x = creal(z), y = cimag(z), angle = atan2(y, x + 1);
    if (cabs(z) >= 0.5)
        return __builtin_complex(log(hypot(x + 1, y)), angle);
    const double r = x * (2 + x) + y * y;
    return __builtin_complex(r == 0 ? x : 0.5 * log1p(r), angle);
}

/* The larger real part is subtracted first, as in torch. */
static double complex add_complex(double complex x, double complex y)
{
    const bool swaps = !(creal(x) < creal(y));
    const double complex least = swaps ? y : x, most = swaps ? x : y;
    if (isnan(creal(x)) || isnan(cimag(x)) || isnan(creal(y)) || isnan(cimag(y)))
        return __builtin_complex((double)NAN, (double)NAN);
    if (!isfinite(creal(least)) && creal(least) == creal(most))
        return creal(least) < 0 ? least : clog(cexp(least) + cexp(most));
    return log_of_1_plus(cexp(least - most)) + most;
}

#define SCAN(name, T, ADD, NOTHING)                                                     \
    static void name(const tb_along_dim_block *b)                                       \
    {                                                                                   \
        for (int64_t j = 0; j < b->m; j++) {                                            \
            const T *in = (const T *)(b->in + j * b->in_step);                          \
            T *out = (T *)(b->out[0] + j * b->out_step[0]);                             \
            T sum = NOTHING;                                                            \
            bool interrupted = false;                                                   \
            TB_FOR_UNLESS_INTERRUPTED (i, b->n, interrupted)                            \
                out[i] = sum = ADD(in[i], sum);                                         \
        }                                                                               \
    }
SCAN(scan_real, double, add_real, -INFINITY)
SCAN(scan_complex, double complex, add_complex, __builtin_complex(-(double)INFINITY, 0.0))
#undef SCAN

void tb_set_up_logcumsumexp(const tb_along_dim_call *c, tb_along_dim_job *job)
{
    const bool is_complex = tb_dtypes[c->value].kind == TB_KIND_COMPLEX;
    job->tile = is_complex ? TB_COMPLEX128 : TB_FLOAT64;
    job->kernel[0] = is_complex ? scan_complex : scan_real;
    job->weight = TB_WEIGHT_LIBM;
}
