/* reduce_kernels.h: the kernels of reductions.
 *
 * A kernel reduces elements of one type into accumulators, whose type only the kernel knows.  It knows no
 * shapes: it gets rows, with one accumulator for each element of a row, or runs, with one accumulator for
 * each run. */
#ifndef TB_REDUCE_KERNELS_H
#define TB_REDUCE_KERNELS_H

#include "core/base/tuning.h"

#include <stdbool.h>
#include <stdint.h>

/* What an accumulator holds. */
typedef enum {
    TB_REDUCER_SUM,
    TB_REDUCER_PROD,
    TB_REDUCER_MAX,
    TB_REDUCER_MIN,
    TB_REDUCER_NONZERO,  /* is an element not 0? */
    TB_REDUCER_ZERO,     /* is an element 0? the result is the opposite */
    TB_REDUCER_COUNT,    /* number of elements that are not 0 */
    TB_REDUCER_ABSOLUTE, /* sum of absolute values */
    TB_REDUCER_SQUARES,  /* sum of squares */
    TB_REDUCER_HIGHEST,  /* the largest absolute value */
    TB_REDUCER_LOWEST,   /* the smallest absolute value */
    TB_REDUCER_ARGMAX,
    TB_REDUCER_ARGMIN,
    TB_REDUCER_MOMENTS,
    TB_NREDUCERS
} tb_reducer;

/* Bytes of the largest accumulator. */
#define TB_ACCUMULATOR_BYTES 24

/* The parameters of `finish`. */
typedef struct {
    double divisor;    /* mean: the number of elements; 0: no mean; var: the number minus the correction */
    bool root;         /* std: the root of the variance; norm: of the sum of squares */
    bool values;       /* argmax, argmin: return the values, not the indices */
    bool mean;         /* moments: return the mean */
} tb_reduce_finish;

typedef struct {
    /* Adds elements 0 .. n-1 of each row to acc[0 .. n-1]; n is at most TB_REDUCE_COLUMNS.  base: the number
     * of rows (for runs: elements) before these, for reductions to an index.  part: TB_REDUCE_PART_BYTES of
     * scratch memory that begin at a cache line: too much for a stack. */
    void (*rows)(void *acc, const char *p, int64_t stride, int64_t rows, int64_t n, int64_t base, void *part);
    /* adds all n0 elements of run j to acc[j] */
    void (*runs)(void *acc, const char *p, int64_t stride, int64_t n0, int64_t n1, int64_t base);
    /* as `runs`, for pairs: adds the first elements of the n0 pairs of run j to acc[2 j], the second ones to
     * acc[2 j + 1].  NULL: not available */
    void (*pairs)(void *acc, const char *p, int64_t stride, int64_t n0, int64_t n1, int64_t base);
    void (*start)(void *acc, int64_t n);
    /* adds the elements of other[i], which come later, to acc[i] */
    void (*merge)(void *acc, const void *other, int64_t n);
    void (*finish)(void *out, const void *acc, int64_t n, const tb_reduce_finish *end);
    /* start, rows and finish in one, for at most TB_REDUCE_ROWS rows.  NULL: not available */
    void (*few_rows)(void *out, const char *p, int64_t stride, int64_t rows, int64_t n,
                     const tb_reduce_finish *end, void *part);
    uint8_t bytes; /* bytes of an accumulator */
    bool stops;    /* an accumulator, which is then a byte, stays if it is not 0 */
} tb_reduce_kernel;

/* The larger (smaller) number, or nan if either is: in two steps, which compilers vectorise. */
#define TB_CHOICE(name, type, sign)                        \
    static inline type name(const type a, const type b)    \
    {                                                      \
        const type chosen = a sign b ? a : b;              \
        return a != a ? a : chosen;                        \
    }
TB_CHOICE(tb_larger_f32, float, >)
TB_CHOICE(tb_larger_f64, double, >)
TB_CHOICE(tb_smaller_f32, float, <)
TB_CHOICE(tb_smaller_f64, double, <)
#undef TB_CHOICE

#endif
