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

/* ---- Bessel functions: see bessel.c ---- */

#define TB_TWO_OVER_PI 0.63661977236758134308
#define TB_ROOT_OF_PI 1.7724538509055160273

/* The first two tb_bessel_roots of orders 0 and 1, and what their roundings leave; without the second, beyond 5, the quotients
 * would be longer. */
static const double tb_bessel_roots[2][2][2] = {
    {{0x1.33d152e971b40p+1, -0x1.0f539d7da258ep-53}, {0x1.6148f5b2c2e45p+2, 0x1.75054cd60a517p-54}},
    {{0x1.ea75575af6f09p+1, -0x1.60155a9d1b256p-53}, {0x1.c0ff5f3b47250p+2, -0x1.b226d9d243827p-54}}};

/* For each order: that of the first kind over its order's power of x and over x^2 less the squares of the tb_bessel_roots. */
static const double tb_bessel_first_kind[2][2][7] = {
    {{0x1.73e58e3f124adp-8, -0x1.98b9da3b4a85fp-13, 0x1.584c87d57e187p-19, -0x1.23788f0c0a170p-26,
      0x1.0baf907cd1f8dp-34, -0x1.02c665a977d86p-43, 0x1.a553963b23579p-54},
     {0x1.0000000000000p+0, 0x1.45232ea485bfcp-7, 0x1.94285085dd7b3p-15, 0x1.3f30881334290p-23,
      0x1.57d288ad94dcbp-32, 0x1.e9dd87ed647f4p-42, 0x1.73f1a254da256p-52}},
    {{0x1.6ac44fa34860fp-11, -0x1.323f1af745149p-16, 0x1.8dc6340f2f45bp-23, -0x1.fc1b4a857a01ep-31,
      0x1.46db3b74eb469p-39, -0x1.5bc3cd81bc943p-49, 0x0.0p+0},
     {0x1.0000000000000p+0, 0x1.4dec5afb521adp-7, 0x1.a25552c1cd5fep-15, 0x1.40e8074d128f2p-23,
      0x1.357c89719e02ap-32, 0x1.37b61adb86407p-42, 0x0.0p+0}}};
/* What the logarithm and 1 / x leave of the second kind, over the order's power of x. */
static const double tb_bessel_second_kind[2][2][8] = {
    {{-0x1.2e4d699cbd01fp-4, 0x1.69d2e7a8e34a4p-3, -0x1.c53d9be25600bp-7, 0x1.6e7b1b7e3fc34p-12,
      -0x1.06f8dd05f24c2p-18, 0x1.7483fc7492a8bp-26, -0x1.013cee5223792p-34, 0x1.1804c2be637f3p-44},
     {0x1.0000000000000p+0, 0x1.9ec72fb6fc875p-7, 0x1.53d9e1384c03fp-14, 0x1.726e4a8999899p-22,
      0x1.274487745e0aap-30, 0x1.602a2bc3aa9d2p-39, 0x1.2c1eb62c06d7ep-48, 0x1.278e4acc2c3f5p-58}},
    {{-0x1.91866143cbc8ap-3, 0x1.aa95a80acf732p-5, -0x1.326c1d801e030p-9, 0x1.57af20cba2ba6p-15,
      -0x1.74c0735045ac8p-22, 0x1.a4131e15619aep-30, -0x1.de00b27cdf3fep-39, 0x1.b7fc2b134566dp-49},
     {0x1.0000000000000p+0, 0x1.7c4b63fc15771p-7, 0x1.1bc40a3ae469ep-14, 0x1.1770c8910dd6bp-22,
      0x1.8ea089b3eb435p-31, 0x1.a4570c2cb5dc4p-40, 0x1.37a59018b0679p-49, 0x1.0499feb099e1cp-59}}};
/* The slow parts of the waves. */
static const double tb_bessel_in_phase[2][2][8] = {
    {{0x1.0000000000000p+0, 0x1.b35ee86b5e0dcp+2, 0x1.edfe01d936797p+3, 0x1.d4434147cc016p+3,
      0x1.7c80aed4cb493p+2, 0x1.e79978590410fp-1, 0x1.843a500aab31bp-5, 0x1.77d2ecf3d2f76p-12},
     {0x1.0000000000000p+0, 0x1.b38cfce63f556p+2, 0x1.ee9955e2562e2p+3, 0x1.d59da99042e9fp+3,
      0x1.7efb51b3c2e5cp+2, 0x1.ef1c1c91d8ab0p-1, 0x1.94ac667a92893p-5, 0x1.bc4477c05ed7ap-12}},
    {{0x1.0000000000000p+0, 0x1.ada1345bbbd93p+2, 0x1.dfb885c749b83p+3, 0x1.bded2ecbc70ccp+3,
      0x1.61d8cbb4927f7p+2, 0x1.b94ef1e0b86d5p-1, 0x1.58c848ad8a3bbp-5, 0x1.73d57cca26338p-12},
     {0x1.0000000000000p+0, 0x1.ad54678eef0c8p+2, 0x1.deb8d0936494ap+3, 0x1.bbbb0a5715479p+3,
      0x1.5de3ebb535a76p+2, 0x1.ad8c4736486d7p-1, 0x1.3f90f41b1124bp-5, 0x1.0d12d1233a730p-12}}};
static const double tb_bessel_out_of_phase[2][2][9] = {
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

/* ---- Airy's function: see airy.c ---- */

#define TB_ROOT_OF_2PI 2.5066282746310005024

static const double tb_airy_right[2][11] = {
    {0x1.0000000000000p+0, 0x1.4506fe627199ep+4, 0x1.42f7a9280b3ffp+7, 0x1.45f9119a537a7p+9,
     0x1.6b68f6881ad8ap+10, 0x1.c8b2f66f1b3fap+10, 0x1.3d436e16dbc30p+10, 0x1.cb5b0b31430f5p+8,
     0x1.33f45b6ca8b2bp+6, 0x1.2c7cd565e62cbp+2, 0x1.c04af206f5058p-5},
    {0x1.0000000000000p+0, 0x1.462370298e0bap+4, 0x1.45b966866deaep+7, 0x1.4b44b5b68a65ep+9,
     0x1.75946586ee554p+10, 0x1.ddc6105cf2508p+10, 0x1.5508c657b5416p+10, 0x1.01c57d56db76bp+9,
     0x1.735adef29e244p+6, 0x1.9d493ffc94210p+2, 0x1.a647dd674378bp-4}};
static const double tb_airy_sines[2][10] = {
    {0x1.0000000000000p+0, 0x1.98ab4d4581206p+7, 0x1.d482e111b3fa1p+13, 0x1.f1bd1054398d8p+18,
     0x1.07fe83f8c84b6p+23, 0x1.18fed077857e0p+26, 0x1.1e6232eb523c3p+28, 0x1.f334c2d85e69cp+28,
     0x1.23777326fcaf3p+28, 0x1.d2eb22577199ap+24},
    {0x1.0000000000000p+0, 0x1.98be506e973ffp+7, 0x1.d4bf215886885p+13, 0x1.f24570d7639cap+18,
     0x1.088c38c1cd341p+23, 0x1.1a2027adef218p+26, 0x1.20a21f324ab0bp+28, 0x1.fb52ed38e2195p+28,
     0x1.2e9dd7171684dp+28, 0x1.074fdb983d306p+25}};
static const double tb_airy_cosines[2][12] = {
    {0x1.1c71c71c71c72p-4, 0x1.71f130c5d8f89p+4, 0x1.6e073a5d6d5d7p+11, 0x1.681476cb1d731p+17,
     0x1.827f93cabc176p+22, 0x1.d3acb97845e43p+26, 0x1.3e729d87faa2fp+30, 0x1.d91315569c2d5p+32,
     0x1.6614f0c213749p+34, 0x1.e4c03770e1358p+34, 0x1.bdb9d7e6f1b38p+33, 0x1.da603fd514548p+29},
    {0x1.0000000000000p+0, 0x1.4d7ebaa4ffd99p+8, 0x1.4ad678ca65fe0p+15, 0x1.46d5650ddc888p+21,
     0x1.612e826d7c39ap+26, 0x1.b007f3cd206f2p+30, 0x1.2b7ab13e45513p+34, 0x1.ca84ffe0ba06fp+36,
     0x1.6e025ec2c7aa0p+38, 0x1.11f382ba06cebp+39, 0x1.3972b9b2f520dp+38, 0x1.50e7a6bc94210p+35}};
/* Ai(0) and Ai'(0) times two series in x^3; the second is to be multiplied by x. */
static const double tb_airy_series[2][16] = {
    {0x1.6b8c7962715b8p-2, 0x1.e4bb4c8341cf5p-5, 0x1.028606ac675d8p-9, 0x1.cb98ef6b626d6p-16,
     0x1.bdab92d4bc891p-23, 0x1.0fa587d220058p-30, 0x1.c685121afb044p-39, 0x1.150a67aeebe55p-47,
     0x1.00f719ad605e0p-56, 0x1.76d51d6eae1eap-66, 0x1.b92ea0951a9fap-76, 0x1.abd01f9857e09p-86,
     0x1.5baed49910f79p-96, 0x1.e077fe0ffbcf0p-107, 0x1.1db6da46c1266p-117, 0x1.2786d45387230p-128},
    {-0x1.0907f42b70f8bp-2, -0x1.615ff039ebf64p-6, -0x1.0d3ce7ca9b665p-11, -0x1.7eea883c98bf0p-18,
     -0x1.3a3006c2216ecp-25, -0x1.4f2229579b20dp-33, -0x1.f5b861d27f718p-42, -0x1.16026d9da4d13p-50,
     -0x1.da78328b56ba5p-60, -0x1.415577907bc09p-69, -0x1.61d011233754dp-79, -0x1.42e8c9d290809p-89,
     -0x1.f07c3714164c3p-100, -0x1.45e5e28356d77p-110, -0x1.71914dfa25cf2p-121, -0x1.6da3cb8a692dep-132}};

#endif
