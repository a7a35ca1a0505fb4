/* reduce_kernels.h: the kernels of reductions.
 *
 * A kernel reduces elements of one type into accumulators, whose type is its own affair.
 * It knows nothing of shapes: it sees rows whose elements belong to one accumulator each,
 * or runs that belong to one together. */
#ifndef TB_REDUCE_KERNELS_H
#define TB_REDUCE_KERNELS_H

#include "core/base/tuning.h"

#include <stdbool.h>
#include <stdint.h>

/* What an accumulator holds of the elements it has seen. */
typedef enum {
    TB_REDUCER_SUM,
    TB_REDUCER_PROD,
    TB_REDUCER_MAX,
    TB_REDUCER_MIN,
    TB_REDUCER_NONZERO,  /* is an element not 0? */
    TB_REDUCER_ZERO,     /* is an element 0? the result is the opposite */
    TB_REDUCER_COUNT,    /* of the elements that are not 0 */
    TB_REDUCER_ABSOLUTE, /* sum of absolute values */
    TB_REDUCER_SQUARES,  /* their sum */
    TB_REDUCER_HIGHEST,  /* the largest absolute value */
    TB_REDUCER_LOWEST,   /* the smallest one */
    TB_REDUCER_ARGMAX,
    TB_REDUCER_ARGMIN,
    TB_REDUCER_MOMENTS,
    TB_NREDUCERS
} tb_reducer;

/* Bytes of the largest accumulator. */
#define TB_ACCUMULATOR_BYTES 24

/* What `finish` needs to know. */
typedef struct {
    double divisor;    /* mean: the number of elements; 0: no mean; var: the same less the correction */
    bool root;         /* std: of the variance; norm: of the sum of squares */
    bool values;       /* argmax, argmin: the values are wanted, not the indices */
    bool mean;         /* moments: the mean is wanted */
} tb_reduce_finish;

typedef struct {
    /* acc[0 .. n-1] are given elements 0 .. n-1 of each row; n at most TB_REDUCE_COLUMNS.  base: how
     * many rows (of runs: elements) came before, where indices count.  part: TB_REDUCE_PART_BYTES to work
     * in, which begin at a cache line: too many for a stack. */
    void (*rows)(void *acc, const char *p, int64_t stride, int64_t rows, int64_t n, int64_t base, void *part);
    /* acc[j] is given all n0 elements of run j */
    void (*runs)(void *acc, const char *p, int64_t stride, int64_t n0, int64_t n1, int64_t base);
    /* as `runs`, of pairs: acc[2 j] is given the first, acc[2 j + 1] the second of the n0 pairs of
     * run j.  NULL: there is none */
    void (*pairs)(void *acc, const char *p, int64_t stride, int64_t n0, int64_t n1, int64_t base);
    void (*start)(void *acc, int64_t n);
    /* acc[i] is given what other[i] has seen, later elements */
    void (*merge)(void *acc, const void *other, int64_t n);
    void (*finish)(void *out, const void *acc, int64_t n, const tb_reduce_finish *end);
    /* start, rows and finish in one, of at most TB_REDUCE_ROWS rows.  NULL: there is none */
    void (*few_rows)(void *out, const char *p, int64_t stride, int64_t rows, int64_t n,
                     const tb_reduce_finish *end, void *part);
    uint8_t bytes; /* of an accumulator */
    bool stops;    /* an accumulator (then a byte) that is not 0 stays so */
} tb_reduce_kernel;

/* The larger (smaller) number, or nan if there is one: in two steps, which compilers vectorise. */
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
