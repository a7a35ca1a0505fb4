/* airy.c: Airy's function Ai.  With z = 2/3 |x|^(3/2): beyond 1.5 a smooth function of 1 / z times exp(-z); below -3 sines
 * and cosines of z times smooth functions of 1 / z^2; between them the power series. */
#include "core/kernels/special/ratios.h"
#include "core/kernels/special/special.h"

#include <math.h>

static const double right[2][11] = {
    {0x1.0000000000000p+0, 0x1.4506fe627199ep+4, 0x1.42f7a9280b3ffp+7, 0x1.45f9119a537a7p+9,
     0x1.6b68f6881ad8ap+10, 0x1.c8b2f66f1b3fap+10, 0x1.3d436e16dbc30p+10, 0x1.cb5b0b31430f5p+8,
     0x1.33f45b6ca8b2bp+6, 0x1.2c7cd565e62cbp+2, 0x1.c04af206f5058p-5},
    {0x1.0000000000000p+0, 0x1.462370298e0bap+4, 0x1.45b966866deaep+7, 0x1.4b44b5b68a65ep+9,
     0x1.75946586ee554p+10, 0x1.ddc6105cf2508p+10, 0x1.5508c657b5416p+10, 0x1.01c57d56db76bp+9,
     0x1.735adef29e244p+6, 0x1.9d493ffc94210p+2, 0x1.a647dd674378bp-4}};
static const double sines[2][10] = {
    {0x1.0000000000000p+0, 0x1.98ab4d4581206p+7, 0x1.d482e111b3fa1p+13, 0x1.f1bd1054398d8p+18,
     0x1.07fe83f8c84b6p+23, 0x1.18fed077857e0p+26, 0x1.1e6232eb523c3p+28, 0x1.f334c2d85e69cp+28,
     0x1.23777326fcaf3p+28, 0x1.d2eb22577199ap+24},
    {0x1.0000000000000p+0, 0x1.98be506e973ffp+7, 0x1.d4bf215886885p+13, 0x1.f24570d7639cap+18,
     0x1.088c38c1cd341p+23, 0x1.1a2027adef218p+26, 0x1.20a21f324ab0bp+28, 0x1.fb52ed38e2195p+28,
     0x1.2e9dd7171684dp+28, 0x1.074fdb983d306p+25}};
static const double cosines[2][12] = {
    {0x1.1c71c71c71c72p-4, 0x1.71f130c5d8f89p+4, 0x1.6e073a5d6d5d7p+11, 0x1.681476cb1d731p+17,
     0x1.827f93cabc176p+22, 0x1.d3acb97845e43p+26, 0x1.3e729d87faa2fp+30, 0x1.d91315569c2d5p+32,
     0x1.6614f0c213749p+34, 0x1.e4c03770e1358p+34, 0x1.bdb9d7e6f1b38p+33, 0x1.da603fd514548p+29},
    {0x1.0000000000000p+0, 0x1.4d7ebaa4ffd99p+8, 0x1.4ad678ca65fe0p+15, 0x1.46d5650ddc888p+21,
     0x1.612e826d7c39ap+26, 0x1.b007f3cd206f2p+30, 0x1.2b7ab13e45513p+34, 0x1.ca84ffe0ba06fp+36,
     0x1.6e025ec2c7aa0p+38, 0x1.11f382ba06cebp+39, 0x1.3972b9b2f520dp+38, 0x1.50e7a6bc94210p+35}};

static double series(double x)
{
    /* Ai(0) and Ai'(0) times two series in x^3. */
    double first = 1, second = x, even = 1, odd = x;
    for (int k = 3; k < 48; k += 3) {
        even *= x * x * x / (double)(k * (k - 1));
        odd *= x * x * x / (double)(k * (k + 1));
        first += even;
        second += odd;
    }
    return 0x1.6b8c7962715b8p-2 * first - 0x1.0907f42b70f8bp-2 * second;
}

double tb_airy_ai(double x)
{
    const double root = sqrt(fabs(x)), z = 2 * fabs(x) * root / 3;
    if (isinf(x))
        return NAN; /* as in torch */
    if (x > 103.892)
        return 0; /* as in torch */
    if (x > 1.5)
        return TB_RATIO(right, 1 / z) * exp(-z) / (2 * 1.7724538509055160273 * sqrt(root));
    if (!(x < -3))
        return series(x);
    const double s = sin(z), c = cos(z), y = 1 / (z * z);
    const double p = TB_RATIO(sines, y), q = TB_RATIO(cosines, y) / z;
    return (p * (s + c) - q * (c - s)) / (2.5066282746310005024 * sqrt(root));
}
