/* ratios.h: quotients of polynomials that approximate special functions: their coefficients, computed with 50
 * digits.  A table has the numerator's and the denominator's, from the constant on; the argument counts from
 * the end of the interval from which on all terms have the same sign, so that nothing cancels. */
#ifndef TB_RATIOS_H
#define TB_RATIOS_H

/* The quotient of two polynomials of `count` coefficients at x. */
static inline double tb_ratio(const double *top, const double *bottom, int count, double x)
{
    double p = top[count - 1], q = bottom[count - 1];
    for (int i = count - 2; i >= 0; i--) {
        p = p * x + top[i];
        q = q * x + bottom[i];
    }
    return p / q;
}

#define TB_COUNT_OF_RATIO(table) (int)(sizeof((table)[0]) / sizeof((table)[0][0]))
#define TB_RATIO(table, x) tb_ratio((table)[0], (table)[1], TB_COUNT_OF_RATIO(table), x)

/* The inverse of erf, q(y), and with it the normal distribution's quantiles.
 *
 * near: q(y) / y for |y| up to .85, of .7225 - y^2.  For larger ones of t = sqrt(-log((1 - |y|) / 2)): middle:
 * q for t up to 5, of t - 1.609375; far: for t up to 27.4, which is the smallest subnormal number's, of t - 5.
 * The errors are 2^-54 of the result at most, those of the tables for float32 2^-31. */
static const double tb_quantile_near[2][9] = {
    {0x1.32917a42157d1p+0, 0x1.b2e8e1b4cc5b0p+3, 0x1.e41c8f7ba28adp+5, 0x1.0cdd844e30a01p+7,
     0x1.39f50c6eb384cp+7, 0x1.755117cf07d0cp+6, 0x1.934008a8d186dp+4, 0x1.2f5969f21463ap+1,
     0x1.1979d4f8e9cf9p-5},
    {0x1.0000000000000p+0, 0x1.8336b089b336dp+3, 0x1.d1f55a8a5daaep+5, 0x1.1d2e8427c7c87p+7,
     0x1.795466e10e5cdp+7, 0x1.0957295ba38aap+7, 0x1.6cc5b0cbb0bbfp+5, 0x1.960f531f4506ap+2,
     0x1.cbe459c771c45p-3}};
static const double tb_quantile_middle[2][8] = {
    {0x1.0490daa9fdc5dp+0, 0x1.a511f743b08e7p+1, 0x1.051d9855e8b7dp+2, 0x1.4905803e51778p+1,
     0x1.c90f535ceb108p-1, 0x1.5b11afa875305p-3, 0x1.04553ff812c02p-6, 0x1.1b46d1f9c8834p-11},
    {0x1.0000000000000p+0, 0x1.06095421ceda3p+1, 0x1.aad85320e2c42p+0, 0x1.5e88810a737ccp-1,
     0x1.2c7c880d5c53fp-3, 0x1.ec641e6faccf4p-7, 0x1.1b3aa7d776505p-11, 0x1.1b69410c2968ep-30}};
static const double tb_quantile_far[2][8] = {
    {0x1.2d4d6814c6c41p+2, 0x1.ee5bf2a124f0bp+1, 0x1.42d6925215761p+0, 0x1.ace229547f89fp-3,
     0x1.32b87d10a2a9fp-6, 0x1.cb2edb86e95c7p-11, 0x1.401cb724b65b7p-16, 0x1.2f13d717ddcdbp-23},
    {0x1.0000000000000p+0, 0x1.32f90f4a7a06ep-1, 0x1.1821e3dec8ffcp-3, 0x1.e6816be9ae838p-7,
     0x1.9b45292230bf7p-11, 0x1.34476df0d6290p-16, 0x1.2f1355c8dfa86p-23, 0x1.20953f3f55d32p-49}};
static const double tb_quantile_near_f32[2][5] = {
    {0x1.32917a40956f6p+0, 0x1.92b6f66e161eep+2, 0x1.2b827669a98b0p+3, 0x1.ed8406593361ep+1,
     0x1.ad95645adb93ap-3},
    {0x1.0000000000000p+0, 0x1.805f090ed2b03p+2, 0x1.5e61bbdfdf02dp+3, 0x1.9aec794d49e9bp+2,
     0x1.a33df39d4bae7p-1}};
static const double tb_quantile_middle_f32[2][5] = {
    {0x1.0490daaa1bbbcp+0, 0x1.2a0139a194a10p+1, 0x1.9d5cd33f0133ep+0, 0x1.ac3d1bdce5eafp-2,
     0x1.1696af2eea927p-5},
    {0x1.0000000000000p+0, 0x1.1a4146e4d574ap+0, 0x1.753f0c363cebep-2, 0x1.1657b4a1df006p-5,
     0x1.72a53277773a4p-21}};

/* The modified Bessel functions of orders 0 and 1, times exp(-x).  near: order 0, and order 1 divided by x, of
 * x up to 8; far: times sqrt(x), of 1/8 - 1/x.  2^-56 */
static const double tb_bessel_near[2][2][12] = {
    {{0x1.0000000000000p+0, 0x1.a679f649efd37p-4, 0x1.d92376778ddafp-3, 0x1.7beccab835bc5p-6,
      0x1.69f7ce1ff2dd5p-7, 0x1.0584f9b52370ap-10, 0x1.75e35669e586cp-13, 0x1.a90d486b496afp-17,
      0x1.077a333c5576cp-20, 0x1.61103aba6b1dbp-25, 0x1.8e313a8a80b17p-31, 0x0.0p+0},
     {0x1.0000000000000p+0, 0x1.1a679f649efcap+0, 0x1.2b181c672197ep-1, 0x1.92c5a3ed20715p-3,
      0x1.80837ba565ea3p-5, 0x1.1247b34379e5ap-7, 0x1.2b6f8931912cap-10, 0x1.f5a7f8ac8f71bp-14,
      0x1.3baf6d6abe7b6p-17, 0x1.183374ae53e59p-21, 0x1.26049785874aap-26, 0x1.73b5ed05104e3p-34}},
    {{0x1.0000000000000p-1, -0x1.46e570fc3bcbep-7, 0x1.9072e661ad098p-5, -0x1.40050e84707a8p-10,
      0x1.1fad92582899cp-10, -0x1.7ee3b5ca2baadp-15, 0x1.84ed4c10a4811p-18, -0x1.54f9b7d1288ffp-21,
      -0x1.8765ce70db237p-27, -0x1.5e2f4dc2d7d34p-29, -0x1.22f1251ad0182p-36, 0x0.0p+0},
     {0x1.0000000000000p+0, 0x1.f5c8d4781e20dp-1, 0x1.cfae6288a7b40p-2, 0x1.093bf30043394p-3,
      0x1.9c57daade095dp-6, 0x1.bbcfcffee6b39p-9, 0x1.346d17e86754bp-12, 0x1.5104f1e07ddfap-17,
      -0x1.6179ad54fb21dp-20, -0x1.0c494aee7d6aap-22, -0x1.5ea7b478ee95cp-26, -0x1.cf625b867ed3ep-31}}};
static const double tb_bessel_far[2][2][11] = {
    {{0x1.9f6c3d93632a2p-2, -0x1.601b26fbe4c08p+2, 0x1.f51d03be41187p+6, -0x1.0a56af905c9c4p+9,
      0x1.634d813d86d02p+13, 0x1.60c82502ea2dcp+15, 0x1.47c65cd7976e6p+19, 0x1.2516f02aa1253p+23,
      0x1.65bb8e35a2f5dp+26, 0x1.06d988ac92a35p+27, 0x1.3ced077f878ccp+24},
     {0x1.0000000000000p+0, -0x1.ad5361a77749ap+3, 0x1.32bed80154bb8p+8, -0x1.3cb20458fd662p+10,
      0x1.b26acfa1d3352p+14, 0x1.c36fab75bfe8dp+16, 0x1.9725da984fb44p+20, 0x1.6cd2728280c9ap+24,
      0x1.bf29b9d8ff3a0p+27, 0x1.61f373dba12dcp+28, 0x1.3d569d0f656b8p+26}},
    {{0x1.8484a6332ad65p-2, -0x1.0a234c4df105ap+2, 0x1.9319e7aebe453p+6, -0x1.26664f403468bp+7,
      0x1.f773c83f044d6p+12, 0x1.38628900ed734p+16, 0x1.f4490a92e6792p+18, 0x1.60821bef77066p+23,
      0x1.6358bbbe76acbp+26, 0x1.04ff18a926c24p+27, 0x1.3a31b0701c7e0p+25},
     {0x1.0000000000000p+0, -0x1.6c8bf298a67cbp+3, 0x1.0eb844a95da28p+8, -0x1.fb638a9297cd0p+8,
      0x1.500825f1f350cp+14, 0x1.8924c809e8a0fp+17, 0x1.3584b01ee75dbp+20, 0x1.c8a961e27cef6p+24,
      0x1.bbfd887df8797p+27, 0x1.faa4e753090c7p+27, 0x1.b270d27004a6cp+24}}};

#endif
