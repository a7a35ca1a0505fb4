/* random_counts.c: Poisson and binomial numbers, which draw as many uniform numbers as rejection takes.
 *
 * The algorithms are torch's, so that the same seed gives the same numbers: products or sums of geometric
 * numbers for small means, Hormann's transformed rejection for others (PTRS, BTRS).  Relies on: libm. */
#include "core/memory/tensor.h"
#include "core/random/random.h"
#include "core/random/random_fill.h"

#include <math.h>

static double next(tb_generator *g) { return tb_random_fill_uniform_double(g); }

static double large_poisson(tb_generator *g, double rate)
{
    const double root = sqrt(rate), log_rate = log(rate), b = 0.931 + 2.53 * root, a = -0.059 + 0.02483 * b;
    const double inverse = 1.1239 + 1.1328 / (b - 3.4), limit = 0.9277 - 3.6224 / (b - 2);
    for (;;) {
        const double u = next(g) - 0.5, v = next(g), us = 0.5 - fabs(u);
        const double k = floor((2 * a / us + b) * u + rate + 0.43);
        if (us >= 0.07 && v <= limit)
            return k;
        if (k < 0 || (us < 0.013 && v > us))
            continue;
        if (log(v) + log(inverse) - log(a / (us * us) + b) <= -rate + k * log_rate - lgamma(k + 1))
            return k;
    }
}

static double poisson(tb_generator *g, double rate)
{
    if (rate >= 10)
        return large_poisson(g, rate);
    if (rate == 0)
        return 0;
    const double least = exp(-rate);
    double count = 0;
    for (double product = next(g); product > least; product *= next(g))
        count++;
    return count;
}

/* What Stirling's formula leaves of log(k!). */
static double stirling_rest(double k)
{
    static const double known[] = {
        0.0810614667953272, 0.0413406959554092, 0.0276779256849983, 0.02079067210376509, 0.0166446911898211,
        0.0138761288230707, 0.0118967099458917, 0.0104112652619720, 0.00925546218271273, 0.00833056343336287};
    if (k <= 9)
        return known[(int)k];
    const double square = (k + 1) * (k + 1);
    return (1.0 / 12 - (1.0 / 360 - 1.0 / 1260 / square) / square) / (k + 1);
}

/* torch computes in double what is not a product or sum of n, p and k, which are of the operands' dtype. */
static double rounded(bool narrow, double x) { return narrow ? (double)(float)x : x; }
#define ROUNDED(x) rounded(narrow, x)

static double large_binomial(tb_generator *g, double n, double p, bool narrow)
{
    const double mean = ROUNDED(n * p), q = ROUNDED(1 - p), deviation = sqrt(ROUNDED(mean * q));
    const double b = 1.15 + 2.53 * deviation, a = -0.0873 + 0.0248 * b + 0.01 * p, c = mean + 0.5;
    const double limit = 0.92 - 4.2 / b, r = ROUNDED(p / q), alpha = (2.83 + 5.1 / b) * deviation;
    const double more = ROUNDED(n + 1), m = floor(ROUNDED(more * p));
    for (;;) {
        const double u = next(g) - 0.5, v = next(g), us = 0.5 - fabs(u);
        const double k = ROUNDED(floor((2 * a / us + b) * u + c)), left = ROUNDED(n - k);
        if (k < 0 || k > n)
            continue;
        if (us >= 0.07 && v <= limit)
            return k;
        const double bound = (m + 0.5) * log((m + 1) / (r * (n - m + 1))) +
                             more * log((n - m + 1) / ROUNDED(left + 1)) +
                             (k + 0.5) * log(r * ROUNDED(left + 1) / ROUNDED(k + 1)) + stirling_rest(m) +
                             stirling_rest(n - m) - stirling_rest(k) - stirling_rest(left);
        if (log(v * alpha / (a / (us * us) + b)) <= bound)
            return k;
    }
}

/* Successes among n trials of probability p <= 0.5. */
static double successes(tb_generator *g, double n, double p, bool narrow)
{
    if (ROUNDED(n * p) >= 10)
        return large_binomial(g, n, p, narrow);
    const double unit = log1p(-p);
    double count = 0;
    for (double trials = ceil(log(next(g)) / unit); !(trials > n); trials += ceil(log(next(g)) / unit))
        count++;
    return count;
}

static double binomial(tb_generator *g, double n, double p, bool narrow)
{
    if (n <= 0 || p <= 0)
        return 0;
    if (p >= 1)
        return n;
    if (p <= 0.5)
        return successes(g, n, p, narrow);
    return p > 0.5 ? n - successes(g, n, ROUNDED(1 - p), narrow) : NAN;
}

tb_status tb_random_counts(tb_tensor *out, tb_generator *g, const tb_tensor *p, bool narrow,
                           const tb_lock_callbacks *lock, tb_error *err)
{
    double *x = (double *)tb_data(out);
    const double *of_each = p ? (const double *)tb_data(p) : NULL;
    tb_storage *const storages[] = {out->storage, p ? p->storage : out->storage};
    int64_t since = 0;
    int code = 0;
    tb_generator_take(g, lock);
    TB_DRAW_WITHOUT_LOCK (&code, g, lock, out->numel * 8, storages, 2)
        for (int64_t i = 0; i < out->numel && !tb_interrupted_after(8, &since); i++)
            x[i] = p ? binomial(g, x[i], of_each[i], narrow) : poisson(g, x[i]);
    tb_generator_give(g);
    return tb_status_of_code(code, err);
}
