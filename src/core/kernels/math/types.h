/* types.h: element types of the kernels, and complex arithmetic.
 *
 * Products are the textbook formula, each real product rounded; division is the algorithm of NumPy and of
 * c10::complex (scaled by the larger component).  C's own _Complex is not used: its product repairs NaNs,
 * which neither NumPy nor c10::complex does. */
#ifndef TB_TYPES_H
#define TB_TYPES_H

#include <math.h>
#include <stdint.h>

typedef struct {
    float re, im;
} tb_c64;
typedef struct {
    double re, im;
} tb_c128;

#define TB_COMPLEX_ARITHMETIC(TYPE, REAL, FABS)                                                   \
    static inline TYPE TYPE##_add(TYPE a, TYPE b) { return (TYPE){a.re + b.re, a.im + b.im}; }    \
    static inline TYPE TYPE##_sub(TYPE a, TYPE b) { return (TYPE){a.re - b.re, a.im - b.im}; }    \
    static inline TYPE TYPE##_mul(TYPE a, TYPE b)                                                 \
    {                                                                                             \
        return (TYPE){a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re};                      \
    }                                                                                             \
    static inline TYPE TYPE##_div(TYPE a, TYPE b)                                                 \
    {                                                                                             \
        REAL re = FABS(b.re), im = FABS(b.im);                                                    \
        if (re >= im) {                                                                           \
            if (re == 0 && im == 0)                                                               \
                return (TYPE){a.re / re, a.im / im};                                              \
            REAL ratio = b.im / b.re, scale = 1 / (b.re + b.im * ratio);                          \
            return (TYPE){(a.re + a.im * ratio) * scale, (a.im - a.re * ratio) * scale};          \
        }                                                                                         \
        REAL ratio = b.re / b.im, scale = 1 / (b.re * ratio + b.im);                              \
        return (TYPE){(a.re * ratio + a.im) * scale, (a.im * ratio - a.re) * scale};              \
    }

TB_COMPLEX_ARITHMETIC(tb_c64, float, fabsf)
TB_COMPLEX_ARITHMETIC(tb_c128, double, fabs)
#undef TB_COMPLEX_ARITHMETIC

#define TB_ABS(x) ((x) < 0 ? -(x) : (x))
/* Is an error finite and at most `most`? */
#define TB_CLOSE(error, most) (((error) - (error) == 0) & ((error) <= (most)))
#define TB_ISINF(x) (((x) == INFINITY) | ((x) == -INFINITY))

/* For an integer type: 1 if it is signed, else 0; the number of its bits without the sign. */
#define TB_SIGNED(T) ((T)-1 < 1)
#define TB_SIGNIFICANT(T) (8 * sizeof(T) - TB_SIGNED(T))

/* Elements of 8 and of 16 bytes for kernels that only move data.  Complex numbers are aligned as their parts
 * are. */
typedef uint64_t tb_b8 __attribute__((aligned(4)));
typedef struct {
    uint64_t lo, hi;
} tb_b16;

#endif
