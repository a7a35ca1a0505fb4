/* random.h: torch's CPU generator: mt19937 and the distributions on it, bit for bit.  A generator
 * belongs to the caller, and to one thread at a time: the one with the lock, or a long draw that has
 * released it; where threads run at once (core/memory/change.h), the one that has taken it. */
#ifndef TB_RANDOM_H
#define TB_RANDOM_H

#include "core/memory/change.h"
#include "core/memory/tensor.h"
#include "core/threads/caller_lock.h"

typedef struct {
    uint32_t state[624];
    int left, next;
    uint64_t seed;
    bool has_next_normal;       /* cached second value of the double Box-Muller */
    double next_normal;
    _Atomic int drawing; /* the process where a thread has taken it; 0: none */
    _Atomic uintptr_t drawn_by; /* the thread that draws from it without the lock; 0: none */
} tb_generator;

/* Waits until no other thread draws, and takes the generator where threads run at once.  Called with the
 * lock, which is released meanwhile: afterwards tensors may have changed.  Comes before any use of a
 * generator but the functions below that have `lock` themselves; tb_generator_give follows. */
void tb_generator_wait(tb_generator *g, const tb_lock_callbacks *lock);
void tb_generator_give_back(tb_generator *g);
static inline void tb_generator_take(tb_generator *g, const tb_lock_callbacks *lock)
{
    if (TB_AT_ONCE || (lock && atomic_load_explicit(&g->drawing, memory_order_relaxed) != 0))
        tb_generator_wait(g, lock);
}
static inline void tb_generator_give(tb_generator *g)
{
    if (TB_AT_ONCE)
        tb_generator_give_back(g);
}

/* Of uninitialised memory. */
void tb_generator_init(tb_generator *g, uint64_t seed);
void tb_generator_seed(tb_generator *g, uint64_t seed);
uint32_t tb_generator_u32(tb_generator *g);
uint64_t tb_generator_u64(tb_generator *g);   /* two draws, high then low half */

/* Fill a tensor of any strides in the order of its memory, as torch does (for a contiguous tensor that
 * is its logical order); floating and complex dtypes.  Numbers are drawn from [from, to), or with that
 * mean and standard deviation; both parts of a complex number are drawn, and share the variance.  lock,
 * here and below: released during long draws, NULL: kept.  NotImplementedError texts as torch's, e.g.
 * "check_uniform_bounds" not implemented for 'Long'. */
tb_status tb_random_uniform(tb_tensor *out, tb_generator *g, double from, double to,
                            const tb_lock_callbacks *lock, tb_error *err);
tb_status tb_random_normal(tb_tensor *out, tb_generator *g, double mean, double std,
                           const tb_lock_callbacks *lock, tb_error *err);

/* ---- of one number each (random_transforms.c) ---- */

typedef enum { TB_BERNOULLI, TB_GEOMETRIC, TB_EXPONENTIAL, TB_LOG_NORMAL, TB_CAUCHY } tb_distribution;

/* Fill likewise, each number made of one of 53 bits in [0, 1): 1 with probability a; trials of probability a up
 * to the first success; of the rate a; exp of a normal number of mean a and standard deviation b; of the median
 * a and half width b.  The first two fill integers as well. */
tb_status tb_random_distribution(tb_tensor *out, tb_generator *g, tb_distribution distribution, double a,
                                 double b, const tb_lock_callbacks *lock, tb_error *err);
/* Can `p` be the probabilities of elements of dtype? */
tb_status tb_random_bernoulli_check(const tb_tensor *p, tb_dtype dtype, tb_error *err);
/* 1 with the probability in p, which is expanded to out's sizes. */
tb_status tb_random_bernoulli(tb_tensor *out, tb_generator *g, const tb_tensor *p,
                              const tb_lock_callbacks *lock, tb_error *err);
/* ---- columns (random_columns.c) ---- */

/* n draws of a column for each row of a matrix of floating weights, with replacement: a new tensor (rows, n) of
 * int64.  RuntimeError for negative, infinite or no weights. */
tb_status tb_random_columns(tb_tensor *out, tb_generator *g, const tb_tensor *weights, int64_t n,
                            const tb_lock_callbacks *lock, tb_error *err);

/* ---- integers (random_integers.c) ---- */

/* Which integers are drawn: from, from + 1, ..., `count` of them; 0: all that 64 bits hold. */
typedef struct {
    int64_t from;
    uint64_t count;
    bool wide; /* each takes 64 bits of the generator, not 32 */
} tb_integer_range;

/* May numbers of [from, to) be drawn into dtype?  Bounds that a floating dtype cannot hold are moved inwards as
 * torch does.  *imprecise: bit 0 for the first number, bit 1 for the last one, when it lies beyond the integers
 * that dtype counts without gaps. */
tb_status tb_random_integers_between(tb_dtype dtype, int64_t from, int64_t to, tb_integer_range *range,
                                     unsigned *imprecise, tb_error *err);
/* The same without an end: up to the largest number that out's dtype counts to; from INT64_MIN on all of 64
 * bits. */
tb_status tb_random_integers_from(const tb_tensor *out, int64_t from, tb_integer_range *range,
                                  unsigned *imprecise, tb_error *err);
/* The same of 0 and on. */
tb_status tb_random_integers_all(const tb_tensor *out, tb_integer_range *range, tb_error *err);
/* Binary digits of that range, [-(2^digits), 2^digits]. */
int tb_random_digits(tb_dtype dtype);
/* Fills with integers of a range that has been checked. */
tb_status tb_random_integers(tb_tensor *out, tb_generator *g, const tb_integer_range *range,
                             const tb_lock_callbacks *lock, tb_error *err);

/* Can 0 ... n - 1, n >= 0, be elements of dtype? */
tb_status tb_random_permutation_check(tb_dtype dtype, int64_t n, tb_error *err);
/* A permutation of 0 ... n - 1 in a tensor of shape (n,), checked. */
tb_status tb_random_permutation(tb_tensor *out, tb_generator *g, const tb_lock_callbacks *lock,
                                tb_error *err);

#endif
