/* Operator ids, and the checks that rows name.
 * Written by src/codegen from the operator table; do not edit. */

#ifndef TB_OPS_IDS_H
#define TB_OPS_IDS_H

enum {
    TB_OP_ADD,
    TB_OP_ADD_ALPHA,
    TB_OP_SUB,
    TB_OP_MUL,
    TB_OP_DIV,
    TB_OP_RECIPROCAL,
    TB_OP_DIV_TRUNC,
    TB_OP_DIV_TRUNC_ONCE,
    TB_OP_FLOOR_DIVIDE,
    TB_OP_FLOOR_DIVIDE_ONCE,
    TB_OP_REMAINDER,
    TB_OP_FMOD,
    TB_OP_RSUB,
    TB_OP_GCD,
    TB_OP_LCM,
    TB_OP_POW,
    TB_OP_POW_OF_NUMBER,
    TB_OP_LDEXP_POW,
    TB_OP_LDEXP_POW_OF_NUMBER,
    TB_OP_POW_OF_ONE,
    TB_OP_POW_ZERO,
    TB_OP_POW_ONE,
    TB_OP_POW_TWO,
    TB_OP_POW_THREE,
    TB_OP_POW_MINUS_ONE,
    TB_OP_POW_MINUS_TWO,
    TB_OP_POW_HALF,
    TB_OP_POW_MINUS_HALF,
    TB_OP_POW_NUMBER,
    TB_OP_FLOAT_POWER,
    TB_OP_FLOAT_POWER_OF_NUMBER,
    TB_OP_LDEXP,
    TB_OP_LDEXP_EXPONENT,
    TB_OP_HYPOT,
    TB_OP_ATAN2,
    TB_OP_XLOGY,
    TB_OP_SPECIAL_XLOG1PY,
    TB_OP_LOGADDEXP,
    TB_OP_LOGADDEXP2,
    TB_OP_COMPLEX,
    TB_OP_POLAR,
    TB_OP_MAXIMUM,
    TB_OP_MINIMUM,
    TB_OP_FMAX,
    TB_OP_FMIN,
    TB_OP_CLAMP,
    TB_OP_CLAMP_NUMBERS,
    TB_OP_CLAMP_MIN,
    TB_OP_CLAMP_MIN_NUMBER,
    TB_OP_CLAMP_ONLY_MIN,
    TB_OP_CLAMP_ONLY_MIN_NUMBER,
    TB_OP_CLAMP_MAX,
    TB_OP_CLAMP_MAX_NUMBER,
    TB_OP_CLAMP_ONLY_MAX,
    TB_OP_CLAMP_ONLY_MAX_NUMBER,
    TB_OP_HEAVISIDE,
    TB_OP_COPYSIGN,
    TB_OP_NEXTAFTER,
    TB_OP_THRESHOLD,
    TB_OP_EQ,
    TB_OP_NE,
    TB_OP_LT,
    TB_OP_LE,
    TB_OP_GT,
    TB_OP_GE,
    TB_OP_ISCLOSE,
    TB_OP_LOGICAL_AND,
    TB_OP_LOGICAL_OR,
    TB_OP_LOGICAL_XOR,
    TB_OP_LOGICAL_NOT,
    TB_OP_BITWISE_AND,
    TB_OP_BITWISE_OR,
    TB_OP_BITWISE_XOR,
    TB_OP_BITWISE_NOT,
    TB_OP_BITWISE_LEFT_SHIFT,
    TB_OP_BITWISE_RIGHT_SHIFT,
    TB_OP_ISNAN,
    TB_OP_ISINF,
    TB_OP_ISFINITE,
    TB_OP_ISREAL,
    TB_OP_ISPOSINF,
    TB_OP_ISNEGINF,
    TB_OP_SIGNBIT,
    TB_OP_COPY,
    TB_OP_FILL,
    TB_OP_WHERE,
    TB_OP_MASKED_FILL,
    TB_OP_FILL_SELECTED,
    TB_OP_COPY_SELECTED,
    TB_OP_LERP,
    TB_OP_ADDCMUL,
    TB_OP_ADDCDIV,
    TB_OP_NEG,
    TB_OP_POSITIVE,
    TB_OP_ABS,
    TB_OP_SIGN,
    TB_OP_SGN,
    TB_OP_SQUARE,
    TB_OP_SQRT,
    TB_OP_RSQRT,
    TB_OP_RELU,
    TB_OP_NAN_TO_NUM,
    TB_OP_CONJ_PHYSICAL,
    TB_OP_CONJ,
    TB_OP_RESOLVE_CONJ,
    TB_OP_RESOLVE_NEG,
    TB_OP_ANGLE,
    TB_OP_DEG2RAD,
    TB_OP_RAD2DEG,
    TB_OP_FLOOR,
    TB_OP_CEIL,
    TB_OP_TRUNC,
    TB_OP_FRAC,
    TB_OP_ROUND,
    TB_OP_ROUND_DECIMALS,
    TB_OP_SPECIAL_ROUND,
    TB_OP_EXP,
    TB_OP_EXP2,
    TB_OP_EXPM1,
    TB_OP_LOG,
    TB_OP_LOG2,
    TB_OP_LOG10,
    TB_OP_LOG1P,
    TB_OP_SIGMOID,
    TB_OP_LOGIT,
    TB_OP_SIN,
    TB_OP_COS,
    TB_OP_TAN,
    TB_OP_ASIN,
    TB_OP_ACOS,
    TB_OP_ATAN,
    TB_OP_SINH,
    TB_OP_COSH,
    TB_OP_TANH,
    TB_OP_ASINH,
    TB_OP_ACOSH,
    TB_OP_ATANH,
    TB_OP_ERF,
    TB_OP_ERFC,
    TB_OP_ERFINV,
    TB_OP_LGAMMA,
    TB_OP_DIGAMMA,
    TB_OP_POLYGAMMA,
    TB_OP_TRIGAMMA,
    TB_OP_IGAMMA,
    TB_OP_IGAMMAC,
    TB_OP_SPECIAL_ZETA,
    TB_OP_I0,
    TB_OP_SPECIAL_I0E,
    TB_OP_SPECIAL_I1,
    TB_OP_SPECIAL_I1E,
    TB_OP_SINC,
    TB_OP_SPECIAL_ENTR,
    TB_OP_SPECIAL_ERFCX,
    TB_OP_SPECIAL_NDTR,
    TB_OP_SPECIAL_LOG_NDTR,
    TB_OP_SPECIAL_NDTRI,
    TB_OP_SPECIAL_MODIFIED_BESSEL_I0,
    TB_OP_SPECIAL_MODIFIED_BESSEL_I1,
    TB_OP_SPECIAL_MODIFIED_BESSEL_K0,
    TB_OP_SPECIAL_MODIFIED_BESSEL_K1,
    TB_OP_SPECIAL_SCALED_MODIFIED_BESSEL_K0,
    TB_OP_SPECIAL_SCALED_MODIFIED_BESSEL_K1,
    TB_OP_NN_GELU,
    TB_OP_GELU_TANH,
    TB_OP_NN_SILU,
    TB_OP_NN_MISH,
    TB_OP_NN_ELU,
    TB_OP_NN_SOFTPLUS,
    TB_OP_NN_LEAKY_RELU,
    TB_OP_PRELU_KERNEL,
    TB_OP_NN_HARDSIGMOID,
    TB_OP_NN_HARDSWISH,
    TB_OP_NN_SOFTSHRINK,
    TB_NOPS
};

#define TB_FOR_EACH_CHECK(X) \
    X(addcdiv) \
    X(bool_out) \
    X(clamp) \
    X(clamp_numbers) \
    X(clamp_promotion) \
    X(complex) \
    X(float_power) \
    X(heaviside) \
    X(ldexp) \
    X(lerp) \
    X(masked_fill) \
    X(ndtr) \
    X(polygamma) \
    X(pow) \
    X(same_out_dtype) \
    X(softshrink) \
    X(subtract_bool) \
    X(where) \

#define TB_FOR_EACH_CHOICE(X) \
    X(clamp) \
    X(clamp_max) \
    X(clamp_min) \
    X(clamp_only_max) \
    X(clamp_only_min) \
    X(div_trunc) \
    X(float_power) \
    X(floor_divide) \
    X(ldexp) \
    X(ldexp_pow) \
    X(polygamma) \
    X(pow) \
    X(rsub) \

#endif
