/* erfcx.h: exp(a * a) * erfc(a), which libm lacks.
 *
 * (1 + 2 a) erfcx(a) is smooth in t = (a - 3.75) / (a + 3.75), which maps a = 0 .. inf to -1 .. 1: it is
 * computed as a Chebyshev series of t, of which 27 terms leave less than 1e-17 (their coefficients were
 * computed with 40 digits).  At most 5 units in the last place from the exact value; float32 is computed in
 * float64 and rounded once. */
#ifndef TB_ERFCX_H
#define TB_ERFCX_H

#include <math.h>

static const double tb_erfcx_series[] = {
    1.17757893456740175408,       -0.004590054580646477330853,  -0.08424913336651791558351,
    0.05920993999819189049808,    -0.02665866843530575227739,   0.009074997670705265093879,
    -0.002413163540417608190943,  0.0004907758365258086322859,  -0.00006916973302501206367096,
    4.139027986073010167534e-6,   7.740383066198490668633e-7,   -2.188640104923439566149e-7,
    1.076499946567091037714e-8,   4.521959811218286897931e-9,   -7.754400208831351106474e-10,
    -6.318088340886684494385e-11, 2.868795010930669898142e-11,  1.945586854577734722953e-13,
    -9.654696748433438905851e-13, 3.252548148148739841542e-14,  3.347811948286805387827e-14,
    -1.864562880419313101544e-15, -1.250795053068864708532e-15, 7.418235256624043463048e-17,
    5.068148904796111316806e-17,  -2.237056659435999597372e-18, -2.187342944303017664997e-18,
};
#define TB_ERFCX_TERMS (int)(sizeof tb_erfcx_series / sizeof *tb_erfcx_series)
#define TB_INVERSE_ROOT_OF_PI 0.56418958354775628695

static inline double tb_erfcx_positive(double a)
{
    if (a > 1e9) /* the next term is relatively the inverse square of a */
        return TB_INVERSE_ROOT_OF_PI / a;
    const double t = (a - 3.75) / (a + 3.75);
    double last = 0, sum = 0;
    for (int i = TB_ERFCX_TERMS - 1; i > 0; i--) {
        const double next = 2 * t * sum - last + tb_erfcx_series[i];
        last = sum;
        sum = next;
    }
    return (t * sum - last + tb_erfcx_series[0]) / (1 + 2 * a);
}

static inline double tb_erfcx_f64(double a)
{
    if (a >= 0)
        return tb_erfcx_positive(a);
    if (a < -27) /* exceeds the largest double */
        return INFINITY;
    const double high = (float)a, square = high * high; /* exact; the rest of a * a is added later */
    return a != a ? a : 2 * (exp(square) * exp((a - high) * (a + high))) - tb_erfcx_positive(-a);
}
static inline float tb_erfcx_f32(float a) { return (float)tb_erfcx_f64(a); }

#endif
