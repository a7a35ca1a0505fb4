/* random.h: the distributions of torch's CPU generator, bit for bit. */
#ifndef TB_RANDOM_H
#define TB_RANDOM_H

#include "core/memory/tensor.h"
#include "core/random/generator.h"

/* Fill a tensor of any strides in the order of its memory, as torch does (for a contiguous tensor that is its
 * logical order); floating and complex dtypes.  Numbers are drawn from [from, to), or with the given mean and
 * standard deviation; a complex number draws both parts, which share the variance.  lock, here and below:
 * released during long draws, NULL: kept.  NotImplementedError texts as torch's, e.g. "check_uniform_bounds"
 * not implemented for 'Long'. */
tb_status tb_random_uniform(tb_tensor *out, tb_generator *g, double from, double to,
                            const tb_lock_callbacks *lock, tb_error *err);
tb_status tb_random_normal(tb_tensor *out, tb_generator *g, double mean, double std,
                           const tb_lock_callbacks *lock, tb_error *err);

/* ---- distributions of one number each (random_transforms.c) ---- */

typedef enum { TB_BERNOULLI, TB_GEOMETRIC, TB_EXPONENTIAL, TB_LOG_NORMAL, TB_CAUCHY } tb_distribution;

/* Fill likewise; each number is a function of one drawn from [0, 1) with 53 bits: 1 with probability a; the
 * number of trials of probability a up to the first success; an exponential number of rate a; exp of a normal
 * number of mean a and standard deviation b; a Cauchy number of median a and half width b.  The first two
 * also fill integers. */
tb_status tb_random_distribution(tb_tensor *out, tb_generator *g, tb_distribution distribution, double a,
                                 double b, const tb_lock_callbacks *lock, tb_error *err);
/* Can `p` hold the probabilities of elements of dtype? */
tb_status tb_random_bernoulli_check(const tb_tensor *p, tb_dtype dtype, tb_error *err);
/* Draws 1 with the probability in p, which is expanded to out's sizes, and else 0. */
tb_status tb_random_bernoulli(tb_tensor *out, tb_generator *g, const tb_tensor *p,
                              const tb_lock_callbacks *lock, tb_error *err);

/* ---- counts (random_counts.c) ---- */

/* Replaces the elements of out, a contiguous tensor of float64: the rates of Poisson numbers, or, with p, the
 * trials of binomial numbers, whose probabilities p has, a tensor like out.  A rate is not negative.
 * narrow: out and p hold numbers of float32, in which torch computes some steps. */
tb_status tb_random_counts(tb_tensor *out, tb_generator *g, const tb_tensor *p, bool narrow,
                           const tb_lock_callbacks *lock, tb_error *err);

/* ---- columns (random_columns.c) ---- */

/* Draws n columns for each row of a matrix of floating weights, with replacement: a new tensor (rows, n) of
 * int64.  RuntimeError for negative, infinite or no weights. */
tb_status tb_random_columns(tb_tensor *out, tb_generator *g, const tb_tensor *weights, int64_t n,
                            const tb_lock_callbacks *lock, tb_error *err);

/* ---- integers (random_integers.c) ---- */

/* The integers to draw from: from, from + 1, ..., `count` of them; 0: all 64-bit integers. */
typedef struct {
    int64_t from;
    uint64_t count;
    bool wide; /* each takes 64 bits of the generator, not 32 */
} tb_integer_range;

/* Checks that numbers of [from, to) can be drawn into dtype.  Bounds that a floating dtype cannot represent
 * are moved inwards, as torch does.  *imprecise: bit 0 for the first number, bit 1 for the last, if it is
 * beyond the integers that the dtype represents without gaps. */
tb_status tb_random_integers_between(tb_dtype dtype, int64_t from, int64_t to, tb_integer_range *range,
                                     unsigned *imprecise, tb_error *err);
/* The same without an upper bound: up to the largest integer that out's dtype represents without gaps; from
 * INT64_MIN on, all 64-bit integers. */
tb_status tb_random_integers_from(const tb_tensor *out, int64_t from, tb_integer_range *range,
                                  unsigned *imprecise, tb_error *err);
/* The same, from 0 on. */
tb_status tb_random_integers_all(const tb_tensor *out, tb_integer_range *range, tb_error *err);
/* The exponent of that range without gaps, [-(2^digits), 2^digits]. */
int tb_random_digits(tb_dtype dtype);
/* Fills with integers of a checked range. */
tb_status tb_random_integers(tb_tensor *out, tb_generator *g, const tb_integer_range *range,
                             const tb_lock_callbacks *lock, tb_error *err);

/* Checks that 0 ... n - 1, n >= 0, can be elements of dtype. */
tb_status tb_random_permutation_check(tb_dtype dtype, int64_t n, tb_error *err);
/* Draws a permutation of 0 ... n - 1 into a tensor of shape (n,), which has been checked. */
tb_status tb_random_permutation(tb_tensor *out, tb_generator *g, const tb_lock_callbacks *lock,
                                tb_error *err);

#endif
