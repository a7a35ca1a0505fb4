/* generator.c: the generator mt19937 (Matsumoto and Nishimura, 1998, with the seeding of 2002). */
#include "core/random/generator.h"

#include "core/base/tuning.h"
#include "core/platform/platform.h"

enum { STATE_SIZE = 624, MIDDLE = 397 };

/* ---- the generator ---- */

void tb_generator_seed(tb_generator *g, uint64_t seed)
{
    g->seed = seed;
    g->state[0] = (uint32_t)seed; /* as in torch: the upper half of a seed is only remembered */
    for (uint32_t i = 1; i < STATE_SIZE; i++)
        g->state[i] = 1812433253u * (g->state[i - 1] ^ (g->state[i - 1] >> 30)) + i;
    g->left = 1;
    g->next = 0;
    g->has_next_normal = false;
    g->next_normal = 0.0;
}

static inline uint32_t twist(uint32_t upper, uint32_t lower)
{
    uint32_t mixed = (upper & 0x80000000u) | (lower & 0x7fffffffu);
    return (mixed >> 1) ^ ((lower & 1u) ? 0x9908b0dfu : 0u);
}

void tb_generator_refill(tb_generator *g)
{
    uint32_t *s = g->state;
    int i = 0;
    for (; i < STATE_SIZE - MIDDLE; i++)
        s[i] = s[i + MIDDLE] ^ twist(s[i], s[i + 1]);
    for (; i < STATE_SIZE - 1; i++)
        s[i] = s[i + MIDDLE - STATE_SIZE] ^ twist(s[i], s[i + 1]);
    s[i] = s[MIDDLE - 1] ^ twist(s[i], s[0]);
    g->left = STATE_SIZE;
    g->next = 0;
}

void tb_generator_init(tb_generator *g, uint64_t seed)
{
    atomic_init(&g->drawing, 0);
    atomic_init(&g->drawn_by, 0);
    tb_generator_seed(g, seed);
}

/* ---- one thread at a time ---- */

/* Identifies the process.  A forked child counts as another process, so that a generator is not held there by
 * a thread that the child does not have. */
static _Atomic int process = 1;

static void count_fork(void) { atomic_fetch_add_explicit(&process, 1, memory_order_relaxed); }
__attribute__((constructor)) static void watch_forks(void) { tb_at_fork(NULL, NULL, count_fork); }

static int this_process(void) { return atomic_load_explicit(&process, memory_order_relaxed); }

/* Takes the generator; atomically, where threads run at once. */
static bool try_take(tb_generator *g)
{
    int by = atomic_load_explicit(&g->drawing, memory_order_relaxed);
    if (by == this_process())
        return false;
    return !TB_AT_ONCE || atomic_compare_exchange_strong_explicit(&g->drawing, &by, this_process(),
                                                                  memory_order_acquire, memory_order_relaxed);
}

/* Is this thread in the middle of a draw?  The callback that asks whether the draw should end may also
 * draw. */
static bool is_drawn_here(tb_generator *g)
{
    return atomic_load_explicit(&g->drawn_by, memory_order_relaxed) == tb_this_thread();
}

void tb_generator_wait(tb_generator *g, const tb_lock_callbacks *lock)
{
    if (is_drawn_here(g))
        return;
    while (!try_take(g)) {
        void *state = lock ? lock->release() : NULL;
        tb_yield();
        if (lock)
            lock->reacquire(state);
    }
}

void tb_generator_give_back(tb_generator *g)
{
    if (!is_drawn_here(g))
        atomic_store_explicit(&g->drawing, 0, memory_order_release);
}

bool tb_generator_begin_draw(tb_generator *g, const tb_lock_callbacks *lock, int64_t n)
{
    if (lock && TB_WEIGHT_RANDOM * n >= TB_RELEASE_COST) {
        atomic_store_explicit(&g->drawing, this_process(), memory_order_relaxed); /* for the lock's holder */
        atomic_store_explicit(&g->drawn_by, tb_this_thread(), memory_order_relaxed);
    }
    return true;
}

bool tb_generator_end_draw(tb_generator *g)
{
    atomic_store_explicit(&g->drawn_by, 0, memory_order_relaxed);
    if (!TB_AT_ONCE)
        atomic_store_explicit(&g->drawing, 0, memory_order_relaxed);
    return false;
}
