/* fold.h: the kernels of reductions.
 *
 * A fold joins elements of one type into accumulators, whose type is the kernel's own
 * affair.  It knows nothing of shapes: it sees rows whose elements belong to one
 * accumulator each, or runs that belong to one together.  Relies on: nothing. */
#ifndef TB_FOLD_H
#define TB_FOLD_H

#include <stdbool.h>
#include <stdint.h>

typedef enum {
    TB_FOLD_SUM,
    TB_FOLD_PROD,
    TB_FOLD_MAX,
    TB_FOLD_MIN,
    TB_FOLD_NONZERO,  /* is an element not 0? */
    TB_FOLD_ZERO,     /* is an element 0? the result is the opposite */
    TB_FOLD_COUNT,    /* of the elements that are not 0 */
    TB_FOLD_ABSOLUTE, /* sum of absolute values */
    TB_FOLD_SQUARES,  /* their sum */
    TB_FOLD_HIGHEST,  /* the largest absolute value */
    TB_FOLD_LOWEST,   /* the smallest one */
    TB_FOLD_ARGMAX,
    TB_FOLD_ARGMIN,
    TB_FOLD_MOMENTS,
    TB_NFOLDS
} tb_fold;

/* Columns that `rows` takes at once, rows that are joined before they reach the accumulator. */
#define TB_FOLD_COLUMNS 4096
#define TB_FOLD_ROWS 128
/* Bytes of the largest accumulator. */
#define TB_FOLD_BYTES 24

/* What `finish` needs to know. */
typedef struct {
    double divisor;    /* mean: the number of elements; 0: no mean; var: the same less the correction */
    bool root;         /* std: of the variance; norm: of the sum of squares */
    bool values;       /* argmax, argmin: the values are wanted, not the places */
    bool mean;         /* moments: the mean is wanted */
} tb_fold_end;

typedef struct {
    /* acc[0 .. n-1] are given elements 0 .. n-1 of each row; n at most TB_FOLD_COLUMNS.  base: how
     * many rows (of runs: elements) came before, where places count. */
    void (*rows)(void *acc, const char *p, int64_t stride, int64_t rows, int64_t n, int64_t base);
    /* acc[j] is given all n0 elements of run j */
    void (*runs)(void *acc, const char *p, int64_t stride, int64_t n0, int64_t n1, int64_t base);
    /* as `runs`, of pairs: acc[2 j] is given the first, acc[2 j + 1] the second of the n0 pairs of
     * run j.  NULL: there is none */
    void (*pairs)(void *acc, const char *p, int64_t stride, int64_t n0, int64_t n1, int64_t base);
    void (*start)(void *acc, int64_t n);
    /* acc[i] is given what other[i] has seen, later elements */
    void (*merge)(void *acc, const void *other, int64_t n);
    void (*finish)(void *out, const void *acc, int64_t n, const tb_fold_end *end);
    /* start, rows and finish in one, of at most TB_FOLD_ROWS rows.  NULL: there is none */
    void (*few_rows)(void *out, const char *p, int64_t stride, int64_t rows, int64_t n,
                     const tb_fold_end *end);
    uint8_t bytes; /* of an accumulator */
    bool stops;    /* an accumulator (then a byte) that is not 0 stays so */
} tb_folding;

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
