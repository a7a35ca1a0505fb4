/* distributions.c: bodies of bernoulli and of the methods that fill a tensor with numbers from a
 * distribution; column indices drawn by weight, for multinomial. */
#include "python/args/convert.h"
#include "python/base/errors.h"
#include "python/base/gil.h"
#include "python/call/function_codes.h"
#include "python/create/options.h"
#include "python/types/generator.h"
#include "python/types/tensor.h"

/* Fills the call's tensor. */
static PyObject *fill(const tbpy_call *c, int generator, double a, double b)
{
    const tb_distribution distribution = (tb_distribution)c->f->code;
    tb_generator *g = tbpy_generator_of(c->given[generator]);
    tb_error err;
    if (tb_random_distribution(tbpy_self_of(c), g, distribution, a, b, &tbpy_gil, &err) != TB_OK)
        return tbpy_raise(&err);
    return Py_NewRef(c->given[c->f->own]);
}

/* geometric_, exponential_, log_normal_, cauchy_ */
PyObject *tbpy_body_fill_with_draws(const tbpy_call *c)
{
    static const double defaults[][2] = {
        [TB_EXPONENTIAL] = {1, 0}, [TB_LOG_NORMAL] = {1, 2}, [TB_CAUCHY] = {0, 1}, [TB_GEOMETRIC] = {0, 0}};
    double a = defaults[c->f->code][0], b = defaults[c->f->code][1];
    if (tbpy_given_double(c, TBPY_FILL_WITH_DRAWS_A, &a) < 0 ||
        tbpy_given_double(c, TBPY_FILL_WITH_DRAWS_B, &b) < 0)
        return NULL;
    return fill(c, TBPY_FILL_WITH_DRAWS_GENERATOR, a, b);
}

/* ---- bernoulli ---- */

PyObject *tbpy_body_bernoulli_in_place(const tbpy_call *c)
{
    double p = 0.5;
    tb_error err;
    if (c->overload != 0)
        return tbpy_given_double(c, TBPY_BERNOULLI_IN_PLACE_P, &p) < 0
                   ? NULL
                   : fill(c, TBPY_BERNOULLI_IN_PLACE_GENERATOR, p, 0);
    tb_generator *g = tbpy_generator_of(c->given[TBPY_BERNOULLI_IN_PLACE_GENERATOR]);
    const tb_tensor *of_each = tbpy_given_tensor(c, TBPY_BERNOULLI_IN_PLACE_P);
    if (tb_random_bernoulli(tbpy_self_of(c), g, of_each, &tbpy_gil, &err) != TB_OK)
        return tbpy_raise(&err);
    return Py_NewRef(c->given[c->f->own]);
}

/* Fills self, the result of bernoulli(input), and returns it. */
static PyObject *fill_result(const tbpy_call *c, PyObject *self)
{
    tb_generator *g = tbpy_generator_of(c->given[TBPY_BERNOULLI_GENERATOR]);
    double p;
    tb_error err;
    if (!self)
        return NULL;
    if (!c->given[TBPY_BERNOULLI_P])
        return tbpy_finish((TbTensor *)self,
                           tb_random_bernoulli(tbpy_tensor_of(self), g, tbpy_self_of(c), &tbpy_gil, &err),
                           &err);
    if (tbpy_given_double(c, TBPY_BERNOULLI_P, &p) < 0) {
        Py_DECREF(self);
        return NULL;
    }
    return tbpy_finish((TbTensor *)self,
                       tb_random_distribution(tbpy_tensor_of(self), g, TB_BERNOULLI, p, 0, &tbpy_gil, &err),
                       &err);
}

PyObject *tbpy_body_bernoulli(const tbpy_call *c)
{
    const tb_tensor *input = tbpy_self_of(c);
    tb_tensor *out = tbpy_given_tensor(c, TBPY_BERNOULLI_OUT);
    const tbpy_options options = {.out = (TbTensor *)c->given[TBPY_BERNOULLI_OUT], .dtype = input->dtype};
    tb_shape shape;
    tb_error err;
    tb_set_shape(&shape, input);
    if (out && input->numel != 0 && tb_same_sizes(out->size, out->ndim, input->size, input->ndim) &&
        tb_check_writable(out, &err) != TB_OK)
        return tbpy_raise(&err);
    if (out && input->numel != 0 && tb_random_bernoulli_check(input, out->dtype, &err) != TB_OK)
        return tbpy_raise(&err); /* before self is resized */
    return fill_result(c, tbpy_make(&options, &shape, false));
}

/* ---- poisson, binomial ---- */

/* The composition has checked the tensors. */
PyObject *tbpy_body_counts(const tbpy_call *c)
{
    tb_generator *g = tbpy_generator_of(c->given[TBPY_COUNTS_GENERATOR]);
    const tb_tensor *p = tbpy_given_tensor(c, TBPY_COUNTS_P);
    const bool narrow = c->given[TBPY_COUNTS_NARROW] == Py_True;
    tb_error err;
    if (tb_random_counts(tbpy_self_of(c), g, p, narrow, &tbpy_gil, &err) != TB_OK)
        return tbpy_raise(&err);
    return Py_NewRef(c->given[c->f->own]);
}

/* ---- multinomial ---- */

PyObject *tbpy_body_columns(const tbpy_call *c)
{
    int64_t n = 0;
    if (tbpy_given_int(c, TBPY_COLUMNS_N, &n) < 0)
        return NULL;
    tb_generator *g = tbpy_generator_of(c->given[TBPY_COLUMNS_GENERATOR]);
    return TBPY_NEW_TENSOR(tb_random_columns, g, tbpy_self_of(c), n, &tbpy_gil);
}
