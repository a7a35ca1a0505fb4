/* generator.h: torch's CPU generator, mt19937.  A generator belongs to its creator, and to one thread at a
 * time: the thread with the lock, or a long draw that has released it; where threads run at once
 * (core/memory/change.h), the thread that has taken the generator. */
#ifndef TB_GENERATOR_H
#define TB_GENERATOR_H

#include "core/memory/change.h"
#include "core/threads/caller_lock.h"

typedef struct {
    uint32_t state[624];
    int left, next;
    uint64_t seed;
    bool has_next_normal;       /* cached second value of the double Box-Muller */
    double next_normal;
    _Atomic int drawing; /* the process of the thread that has taken it; 0: none */
    _Atomic uintptr_t drawn_by; /* the thread that draws without the lock; 0: none */
} tb_generator;

/* Waits until no other thread draws, and takes the generator where threads run at once.  Called with the
 * lock, which is released while it waits: tensors may have changed afterwards.  Must precede any use of a
 * generator, except by the functions below that have a `lock` parameter; tb_generator_give follows. */
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

/* Initialises a generator in uninitialised memory. */
void tb_generator_init(tb_generator *g, uint64_t seed);
void tb_generator_seed(tb_generator *g, uint64_t seed);
void tb_generator_refill(tb_generator *g); /* computes the next 624 words of the state */
static inline uint32_t tb_generator_u32(tb_generator *g)
{
    if (--g->left <= 0)
        tb_generator_refill(g);
    uint32_t y = g->state[g->next++];
    y ^= y >> 11;
    y ^= (y << 7) & 0x9d2c5680u;
    y ^= (y << 15) & 0xefc60000u;
    return y ^ (y >> 18);
}
/* Two draws: the high half, then the low one. */
static inline uint64_t tb_generator_u64(tb_generator *g)
{
    uint64_t high = tb_generator_u32(g);
    return (high << 32) | tb_generator_u32(g);
}

/* TB_WITHOUT_LOCK for a draw of n numbers; no break or return may leave the block. */
#define TB_DRAW_WITHOUT_LOCK(code, g, lock, n, storages, nstorages)                            \
    for (bool draws_ = tb_generator_begin_draw(g, lock, n); draws_; draws_ = tb_generator_end_draw(g)) \
        TB_WITHOUT_LOCK (code, lock, TB_WEIGHT_RANDOM * (n), storages, nstorages)
/* For that alone: true, and false. */
bool tb_generator_begin_draw(tb_generator *g, const tb_lock_callbacks *lock, int64_t n);
bool tb_generator_end_draw(tb_generator *g);

#endif
