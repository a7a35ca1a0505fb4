/* modified_bessel.c: modified Bessel functions of both kinds, of orders 0 and 1.  exp(-x) times the first kind is smooth
 * in x up to 8; beyond, it is smooth in 1 / x after multiplication by sqrt(x), as the second kind times exp(x)
 * is from 2 on.  The second kind's are Chebyshev series without their terms below 1e-18. */
#include "core/kernels/special/ratios.h"
#include "core/kernels/special/special.h"

#include <math.h>
#include <stdbool.h>

#define COUNT(a) (int)(sizeof(a) / sizeof *(a))

/* exp(-x) times the function, for x from 0 on. */
static double scaled(double x, int order)
{
    if (x > 8)
        return TB_RATIO(tb_bessel_far[order], 0.125 - 1 / x) / sqrt(x);
    const double y = TB_RATIO(tb_bessel_near[order], x);
    return order ? y * x : y;
}

double tb_i0e(double x) { return scaled(fabs(x), 0); }
double tb_i1e(double x) { return x < 0 ? -scaled(-x, 1) : scaled(fabs(x), 1); } /* 0 for -0, as in torch */
double tb_i0(double x) { return scaled(fabs(x), 0) * exp(fabs(x)); }
double tb_i1(double x) { return tb_i1e(x) * exp(fabs(x)); }

/* Of the second kind: what log(x / 2) times the first kind leaves, up to 2, and beyond as above. */
static const double near_k0[] = {-0.2676636966169513844,  0.3442898999246284869,    0.03597993651536150163,
                                 0.001264615411446925923, 2.286212103119451786e-5,  2.534791079026149457e-7,
                                 1.904516377220208859e-9, 1.034969525763362459e-11, 4.259816142791082577e-14,
                                 1.374465435880750897e-16};
static const double near_k1[] = {
    0.7626501136694738853,     -0.3531559607765448757,    -0.1226111808226571482,   -0.00697572385963986435,
    -0.0001730288957513052063, -2.433406141565968235e-6,  -2.213387630734725856e-8, -1.411488392633527761e-10,
    -6.666901694199329006e-13, -2.427449850519365934e-15, -7.023863479386287597e-18};
static const double far_k0[] = {
    1.220151541032977727,     -0.03144810131196450054,   0.001569883885730053375,  -0.0001284954958162780264,
    1.394981371887649936e-5,  -1.831755522719119485e-6,  2.766813639445015076e-7,  -4.660489897687947666e-8,
    8.574034017414226086e-9,  -1.697534509389061516e-9,  3.577397281400328447e-10, -7.957489244477397038e-11,
    1.855949114954926555e-11, -4.514597883374519175e-12, 1.140340588207344235e-12, -2.980096923148178355e-13,
    8.032890775068374369e-14, -2.22751332674629636e-14,  6.340076476276645966e-15, -1.848593377920907169e-15,
    5.512055999404333365e-16, -1.678231125754900638e-16, 5.210391777643554113e-17, -1.647580593984263282e-17,
    5.300433771177335771e-18, -1.733171200582100028e-18};
static const double far_k1[] = {
    1.360313095242221335,      0.1039237365768172384,    -0.002857816859622779387,  0.0001952155184713516311,
    -1.93619797416608296e-5,   2.406484947837217117e-6,  -3.501960603087812542e-7,  5.741084125450049292e-8,
    -1.034576246567809703e-8,  2.015049755197034616e-9,  -4.190354759341925584e-10, 9.218315187605314126e-11,
    -2.129967838427791022e-11, 5.13963967348234354e-12,  -1.289173960949822935e-12, 3.34841966605224312e-13,
    -8.976705182010146069e-14, 2.477154424219598681e-14, -7.019837089214768851e-15, 2.03870316623986088e-15,
    -6.057047270643017823e-16, 1.838093575243045426e-16, -5.689462849193648374e-17, 1.794051047886357291e-17,
    -5.75674448207330245e-18,  1.87786519016232674e-18};

/* The sum of c[i] * T_i(t), by Clenshaw's recurrence. */
static double chebyshev(const double *c, int n, double t)
{
    double last = 0, sum = 0;
    for (int i = n - 1; i > 0; i--) {
        const double next = 2 * t * sum - last + c[i];
        last = sum;
        sum = next;
    }
    return t * sum - last + c[0];
}

/* The second kind, times exp(x) beyond 2: *scaled says whether. */
static double second_0(double x, bool *scaled)
{
    *scaled = x > 2;
    return *scaled ? chebyshev(far_k0, COUNT(far_k0), 4 / x - 1) / sqrt(x)
                   : chebyshev(near_k0, COUNT(near_k0), x * x / 2 - 1) - log(x / 2) * tb_i0(x);
}

static double second_1(double x, bool *scaled)
{
    *scaled = x > 2;
    return *scaled ? chebyshev(far_k1, COUNT(far_k1), 4 / x - 1) / sqrt(x)
                   : chebyshev(near_k1, COUNT(near_k1), x * x / 2 - 1) / x + log(x / 2) * tb_i1(x);
}

static double second_kind(double x, bool first_order, bool scaled)
{
    bool is_scaled;
    if (!(x > 0))
        return x == 0 ? INFINITY : NAN;
    const double y = first_order ? second_1(x, &is_scaled) : second_0(x, &is_scaled);
    return is_scaled == scaled ? y : scaled ? y * exp(x) : y * exp(-x);
}

double tb_modified_bessel(double x, int64_t kind)
{
    switch (kind) {
    case TB_MODIFIED_BESSEL_I0:
        return tb_i0(x);
    case TB_MODIFIED_BESSEL_I1:
        return tb_i1(x);
    default:
        return second_kind(x, kind & 1, kind >= TB_SCALED_MODIFIED_BESSEL_K0);
    }
}
