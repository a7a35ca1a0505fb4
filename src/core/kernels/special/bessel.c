/* bessel.c: Bessel functions of orders 0 and 1.  Up to 5 they are quotients of polynomials in x^2, those of the second
 * kind beside a logarithm; beyond, sines and cosines of x times quotients in 25 / x^2. */
#include "core/kernels/special/ratios.h"
#include "core/kernels/special/special.h"

#include <math.h>
#include <stdbool.h>

#define TWO_OVER_PI 0.63661977236758134308
#define ROOT_OF_PI 1.7724538509055160273

/* The first two roots of orders 0 and 1, and what their roundings leave; without the second, beyond 5, the quotients
 * would be longer. */
static const double roots[2][2][2] = {
    {{0x1.33d152e971b40p+1, -0x1.0f539d7da258ep-53}, {0x1.6148f5b2c2e45p+2, 0x1.75054cd60a517p-54}},
    {{0x1.ea75575af6f09p+1, -0x1.60155a9d1b256p-53}, {0x1.c0ff5f3b47250p+2, -0x1.b226d9d243827p-54}}};

/* For each order: that of the first kind over its order's power of x and over x^2 less the squares of the roots. */
static const double first_kind[2][2][7] = {
    {{0x1.73e58e3f124adp-8, -0x1.98b9da3b4a85fp-13, 0x1.584c87d57e187p-19, -0x1.23788f0c0a170p-26,
      0x1.0baf907cd1f8dp-34, -0x1.02c665a977d86p-43, 0x1.a553963b23579p-54},
     {0x1.0000000000000p+0, 0x1.45232ea485bfcp-7, 0x1.94285085dd7b3p-15, 0x1.3f30881334290p-23,
      0x1.57d288ad94dcbp-32, 0x1.e9dd87ed647f4p-42, 0x1.73f1a254da256p-52}},
    {{0x1.6ac44fa34860fp-11, -0x1.323f1af745149p-16, 0x1.8dc6340f2f45bp-23, -0x1.fc1b4a857a01ep-31,
      0x1.46db3b74eb469p-39, -0x1.5bc3cd81bc943p-49, 0x0.0p+0},
     {0x1.0000000000000p+0, 0x1.4dec5afb521adp-7, 0x1.a25552c1cd5fep-15, 0x1.40e8074d128f2p-23,
      0x1.357c89719e02ap-32, 0x1.37b61adb86407p-42, 0x0.0p+0}}};
/* What the logarithm and 1 / x leave of the second kind, over the order's power of x. */
static const double second_kind[2][2][8] = {
    {{-0x1.2e4d699cbd01fp-4, 0x1.69d2e7a8e34a4p-3, -0x1.c53d9be25600bp-7, 0x1.6e7b1b7e3fc34p-12,
      -0x1.06f8dd05f24c2p-18, 0x1.7483fc7492a8bp-26, -0x1.013cee5223792p-34, 0x1.1804c2be637f3p-44},
     {0x1.0000000000000p+0, 0x1.9ec72fb6fc875p-7, 0x1.53d9e1384c03fp-14, 0x1.726e4a8999899p-22,
      0x1.274487745e0aap-30, 0x1.602a2bc3aa9d2p-39, 0x1.2c1eb62c06d7ep-48, 0x1.278e4acc2c3f5p-58}},
    {{-0x1.91866143cbc8ap-3, 0x1.aa95a80acf732p-5, -0x1.326c1d801e030p-9, 0x1.57af20cba2ba6p-15,
      -0x1.74c0735045ac8p-22, 0x1.a4131e15619aep-30, -0x1.de00b27cdf3fep-39, 0x1.b7fc2b134566dp-49},
     {0x1.0000000000000p+0, 0x1.7c4b63fc15771p-7, 0x1.1bc40a3ae469ep-14, 0x1.1770c8910dd6bp-22,
      0x1.8ea089b3eb435p-31, 0x1.a4570c2cb5dc4p-40, 0x1.37a59018b0679p-49, 0x1.0499feb099e1cp-59}}};
/* The slow parts of the waves. */
static const double in_phase[2][2][8] = {
    {{0x1.0000000000000p+0, 0x1.b35ee86b5e0dcp+2, 0x1.edfe01d936797p+3, 0x1.d4434147cc016p+3,
      0x1.7c80aed4cb493p+2, 0x1.e79978590410fp-1, 0x1.843a500aab31bp-5, 0x1.77d2ecf3d2f76p-12},
     {0x1.0000000000000p+0, 0x1.b38cfce63f556p+2, 0x1.ee9955e2562e2p+3, 0x1.d59da99042e9fp+3,
      0x1.7efb51b3c2e5cp+2, 0x1.ef1c1c91d8ab0p-1, 0x1.94ac667a92893p-5, 0x1.bc4477c05ed7ap-12}},
    {{0x1.0000000000000p+0, 0x1.ada1345bbbd93p+2, 0x1.dfb885c749b83p+3, 0x1.bded2ecbc70ccp+3,
      0x1.61d8cbb4927f7p+2, 0x1.b94ef1e0b86d5p-1, 0x1.58c848ad8a3bbp-5, 0x1.73d57cca26338p-12},
     {0x1.0000000000000p+0, 0x1.ad54678eef0c8p+2, 0x1.deb8d0936494ap+3, 0x1.bbbb0a5715479p+3,
      0x1.5de3ebb535a76p+2, 0x1.ad8c4736486d7p-1, 0x1.3f90f41b1124bp-5, 0x1.0d12d1233a730p-12}}};
static const double out_of_phase[2][2][9] = {
    {{-0x1.0000000000000p-3, -0x1.3f1fbeca62370p+0, -0x1.19174661215a6p+2, -0x1.be9d7b26ebc09p+2,
      -0x1.52f067d92af2cp+2, -0x1.df6acfc7bd33ep+0, -0x1.1c40226fe906ep-2, -0x1.b3ebd76a5b75fp-7,
      -0x1.710aadddc1364p-14},
     {0x1.0000000000000p+0, 0x1.3fdfbeca6236dp+3, 0x1.1af121e6bd7d8p+5, 0x1.c5056ec552d57p+5,
      0x1.5ccd0ed616f33p+5, 0x1.fbb49d0e40160p+3, 0x1.40470019681cdp+1, 0x1.1f6349bb681c1p-3,
      0x1.bee1cba63fd67p-10}},
    {{0x1.8000000000000p-2, 0x1.da241a09657b7p+1, 0x1.9d1e2e9823573p+3, 0x1.4430d82b34f95p+4,
      0x1.e57a05c9612fcp+3, 0x1.52b5fd51a4636p+2, 0x1.8dcab69d443d0p-1, 0x1.347910fe44b54p-5,
      0x1.356f89027c0cap-12},
     {0x1.0000000000000p+0, 0x1.3c71aaf532968p+3, 0x1.14448a3c53ee4p+5, 0x1.b32f630917d05p+5,
      0x1.481bf2d7ff50ap+5, 0x1.d03ae731015d7p+3, 0x1.1903df04ac24ep+1, 0x1.d72d2cfe76bb7p-4,
      0x1.3cb4052de154bp-10}}};

static double near_j(double x, int order)
{
    double y = TB_RATIO(first_kind[order], x * x);
    for (int i = 0; i < 2; i++) {
        const double *r = roots[order][i];
        y *= (x - r[0] - r[1]) * (x + r[0]);
    }
    return order ? y * x : y;
}

static double near_y(double x, int order)
{
    const double y = TB_RATIO(second_kind[order], x * x), j = near_j(x, order);
    return order ? y * x + TWO_OVER_PI * (j * log(x) - 1 / x) : y + TWO_OVER_PI * log(x) * j;
}

/* sqrt(2 / (pi x)) times p cos(t) - q sin(t), or p sin(t) + q cos(t), where t is x - pi/4, or x - 3 pi/4. */
static double far(double x, int order, bool second)
{
    const double y = 25 / (x * x), p = TB_RATIO(in_phase[order], y), q = TB_RATIO(out_of_phase[order], y) / x;
    const double s = sin(x), c = cos(x), plus = s + c, minus = s - c;
    const double cosine = order ? minus : plus, sine = order ? -plus : minus;
    return (second ? p * sine + q * cosine : p * cosine - q * sine) / (ROOT_OF_PI * sqrt(x));
}

double tb_bessel(double x, int64_t kind)
{
    const int order = (int)(kind & 1);
    const bool second = kind >= TB_BESSEL_Y0;
    if (second && !(x > 0))
        return x == 0 ? -INFINITY : NAN;
    const double size = fabs(x);
    const double y = size > 5 ? far(size, order, second) : second ? near_y(size, order) : near_j(size, order);
    return order && signbit(x) ? -y : y;
}
