/* polynomials.c: orthogonal polynomials by their recurrences of three terms; Chebyshev's between -1 and 1 from some
 * degree on by cosines.  Degrees below 0, nan, and those that an int64 cannot hold give 0, as in torch. */
#include "core/kernels/special/special.h"

#include <math.h>

/* At 1 or -1. */
static double chebyshev_at_end(double x, int64_t n, int kind)
{
    const double sign = x < 0 && n % 2 ? -1 : 1;
    if (kind == TB_CHEBYSHEV_U)
        return sign * ((double)n + 1);
    return sign * (kind == (x < 0 ? TB_CHEBYSHEV_V : TB_CHEBYSHEV_W) ? 2 * (double)n + 1 : 1);
}

/* For x = cos(angle), the four kinds are cos(n angle), sin((n + 1) angle) / sin(angle),
 * cos((n + 1/2) angle) / cos(angle / 2) and sin((n + 1/2) angle) / sin(angle / 2). */
static double by_cosines(double x, int64_t n, int kind)
{
    const double angle = acos(x), half = angle / 2;
    switch (kind) {
    case TB_CHEBYSHEV_T:
        return cos((double)n * angle);
    case TB_CHEBYSHEV_U:
        return sin((double)(n + 1) * angle) / sin(angle);
    case TB_CHEBYSHEV_V:
        if (sin(half) == 1) /* the cosine has no digits */
            return chebyshev_at_end(-1, n, kind);
        return cos(((double)n + 0.5) * angle) / cos(half);
    default:
        if (cos(half) == 1) /* as torch */
            return chebyshev_at_end(1, n, kind);
        return sin(((double)n + 0.5) * angle) / sin(half);
    }
}

/* `most`: the highest degree that the recurrence computes between -1 and 1. */
static double chebyshev(double x, int64_t n, int kind, int64_t most)
{
    static const double first[] = {
        [TB_CHEBYSHEV_U] = -0.0, /* which keeps the sign of zeros */
        [TB_CHEBYSHEV_V] = -1,
        [TB_CHEBYSHEV_W] = 1,
    };
    if (fabs(x) == 1)
        return chebyshev_at_end(x, n, kind);
    if (n > most && fabs(x) < 1)
        return by_cosines(x, n, kind);
    double last = 1, value = kind == TB_CHEBYSHEV_T ? x : x + x + first[kind];
    for (int64_t k = 2; k <= n && !isnan(value); k++) {
        const double next = (x + x) * value - last;
        last = value;
        value = next;
    }
    return n ? value : 1;
}

/* Of physics, H (`factor` 2), and of probability, He (1). */
static double hermite(double x, int64_t n, double factor, int64_t most)
{
    if (n > most)
        return NAN;
    double last = 1, value = factor * x;
    for (int64_t k = 1; k < n; k++) {
        const double next = factor * x * value - factor * (double)k * last;
        last = value;
        value = next;
    }
    return n ? value : 1;
}

static double laguerre(double x, int64_t n)
{
    double last = 1, value = 1 - x;
    if (n == 0 || x == 0)
        return 1;
    for (int64_t k = 1; k < n && !isnan(value); k++) {
        const double next = ((2 * (double)k + (1 - x)) * value - (double)k * last) / ((double)k + 1);
        last = value;
        value = next;
    }
    return value;
}

static double legendre(double x, int64_t n)
{
    double last = 1, value = x;
    if (n == 0 || x == 1)
        return 1;
    if (x == -1)
        return n % 2 ? -1 : 1;
    for (int64_t k = 1; k < n && !isnan(value); k++) {
        const double next = ((2 * (double)k + 1) * x * value - (double)k * last) / ((double)k + 1);
        last = value;
        value = next;
    }
    return value;
}

double tb_polynomial(double x, double degree, int64_t kind, bool narrow)
{
    static const int64_t by_recurrence[] = {6, 8, 8, 8, 6, 6, 6, 4}; /* as torch */
    const int64_t most_hermite = narrow ? 128 : 512;
    if (!(degree > -1 && degree < 0x1p63))
        return 0;
    const int64_t n = (int64_t)degree;
    switch (kind) {
    case TB_HERMITE_H:
        return hermite(x, n, 2, most_hermite);
    case TB_HERMITE_HE:
        return hermite(x, n, 1, most_hermite);
    case TB_LAGUERRE:
        return laguerre(x, n);
    case TB_LEGENDRE:
        return legendre(x, n);
    default:
        return chebyshev(kind < TB_SHIFTED_CHEBYSHEV ? x : x + x - 1, n, kind % 4, by_recurrence[kind]);
    }
}
