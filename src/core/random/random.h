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

/* ---- integers (random_integers.c) ---- */

/* May numbers of [*from, *to) be drawn into dtype?  Bounds that a floating dtype
 * cannot hold are moved inwards as torch does.  *imprecise: bit 0 for from, bit 1
 * for to - 1, when it lies beyond the integers that dtype counts without gaps. */
tb_status tb_random_integers_check(tb_dtype dtype, int64_t *from, int64_t *to, unsigned *imprecise,
                                   tb_error *err);
/* Binary digits of that range, [-(2^digits), 2^digits]. */
int tb_random_digits(tb_dtype dtype);
/* Fills with integers of [from, to), bounds that have been checked. */
tb_status tb_random_integers(tb_tensor *out, tb_generator *g, int64_t from, int64_t to,
                             const tb_lock_callbacks *lock, tb_error *err);

/* Can 0 ... n - 1, n >= 0, be elements of dtype? */
tb_status tb_random_permutation_check(tb_dtype dtype, int64_t n, tb_error *err);
/* A permutation of 0 ... n - 1 in a tensor of shape (n,), checked. */
tb_status tb_random_permutation(tb_tensor *out, tb_generator *g, const tb_lock_callbacks *lock,
                                tb_error *err);

#endif
