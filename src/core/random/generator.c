/* generator.c: the generator mt19937 (Matsumoto and Nishimura, 1998, with the
 * seeding of 2002), torch's way of filling tensors from it, and the uniform
 * distribution.  Relies on: libm, POSIX threads. */
#include "core/base/layout.h"
#include "core/base/tuning.h"
#include "core/iterate/cursor.h"
#include "core/random/random_fill.h"
#include "core/base/this_thread.h"

#include "core/memory/overlap.h"
#include <math.h>
#include <pthread.h>
#include <sched.h>

enum { STATE_SIZE = 624, MIDDLE = 397 };

/* ---- the generator ---- */

void tb_generator_seed(tb_generator *g, uint64_t seed)
{
    g->seed = seed;
    g->state[0] = (uint32_t)seed; /* as torch: the upper half of a seed is only remembered */
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

static void refill(tb_generator *g)
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

uint32_t tb_generator_u32(tb_generator *g)
{
    if (--g->left <= 0)
        refill(g);
    uint32_t y = g->state[g->next++];
    y ^= y >> 11;
    y ^= (y << 7) & 0x9d2c5680u;
    y ^= (y << 15) & 0xefc60000u;
    return y ^ (y >> 18);
}

uint64_t tb_generator_u64(tb_generator *g)
{
    uint64_t high = tb_generator_u32(g);
    return (high << 32) | tb_generator_u32(g);
}

/* ---- the order of filling ---- */

tb_status tb_random_fill_plan(tb_random_fill *fill, const tb_tensor *out, tb_error *err)
{
    TB_TRY(tb_check_writable(out, err));
    int perm[TB_MAX_DIMS];
    const bool is_complex = tb_dtypes[out->dtype].kind == TB_KIND_COMPLEX;
    const int64_t itemsize = out->itemsize, half = itemsize / 2;
    fill->dtype = tb_to_real(out->dtype);
    fill->numel = is_complex ? 2 * out->numel : out->numel;
    fill->contiguous = out->contiguous;
    tb_plan_begin(&fill->plan, 1);
    fill->plan.data[0] = tb_data(out);
    if (is_complex)
        tb_plan_add(&fill->plan, 2, &half);
    tb_sort_dims(out->size, out->ndim, (const int64_t *const[]){out->stride}, 1, perm);
    for (int i = 0; i < out->ndim; i++) {
        const int64_t stride = out->stride[perm[i]] * itemsize;
        tb_plan_add(&fill->plan, out->size[perm[i]], &stride);
    }
    tb_plan_end(&fill->plan, &itemsize);
    return TB_OK;
}

void tb_random_fill_iterate(const tb_random_fill *fill, tb_random_fill_row row, void *state)
{
    const tb_plan *plan = &fill->plan;
    const int64_t n = plan->size[0], stride = plan->stride[0][0];
    int64_t since = 0;
    tb_cursor at;
    tb_cursor_begin(&at, plan, 1);
    do
        for (int64_t first = 0; first < n; first += TB_INTERRUPT_ELEMENTS) {
            const int64_t piece = tb_min(n - first, TB_INTERRUPT_ELEMENTS);
            row(at.p[0] + first * stride, stride, piece, state);
            if (tb_interrupted_after(piece, &since))
                return;
        }
    while (tb_cursor_advance(&at, plan, 1, 1));
}

/* ---- one thread at a time ---- */

/* A forked child's generators are not taken by the threads that it lacks: it counts as another process. */
static _Atomic int process = 1;

static void count_fork(void) { atomic_fetch_add_explicit(&process, 1, memory_order_relaxed); }
__attribute__((constructor)) static void watch_forks(void) { pthread_atfork(NULL, NULL, count_fork); }

static int this_process(void) { return atomic_load_explicit(&process, memory_order_relaxed); }

/* Takes it, where threads run at once. */
static bool try_take(tb_generator *g)
{
    int by = atomic_load_explicit(&g->drawing, memory_order_relaxed);
    if (by == this_process())
        return false;
    return !TB_AT_ONCE || atomic_compare_exchange_strong_explicit(&g->drawing, &by, this_process(),
                                                                  memory_order_acquire, memory_order_relaxed);
}

/* Who is asked in the middle of a draw whether it is to stop may draw, too. */
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
        sched_yield();
        if (lock)
            lock->reacquire(state);
    }
}

void tb_generator_give_back(tb_generator *g)
{
    if (!is_drawn_here(g))
        atomic_store_explicit(&g->drawing, 0, memory_order_release);
}

void tb_random_release_lock(tb_released_lock *released, tb_generator *g, const tb_lock_callbacks *lock,
                            int64_t n, tb_storage *const *storages, int64_t nstorages)
{
    const int64_t cost = TB_WEIGHT_RANDOM * n;
    if (lock && cost >= TB_RELEASE_COST) {
        atomic_store_explicit(&g->drawing, this_process(), memory_order_relaxed); /* for who has the lock */
        atomic_store_explicit(&g->drawn_by, tb_this_thread(), memory_order_relaxed);
    }
    tb_release_lock(released, lock, cost, storages, nstorages);
}

tb_status tb_random_reacquire_lock(tb_released_lock *released, tb_generator *g, tb_error *err)
{
    const tb_status status = tb_reacquire_lock(released, err);
    atomic_store_explicit(&g->drawn_by, 0, memory_order_relaxed);
    if (!TB_AT_ONCE)
        atomic_store_explicit(&g->drawing, 0, memory_order_relaxed);
    return status;
}

/* ---- uniform ---- */

typedef struct {
    tb_generator *g;
    tb_dtype dtype;
    double from, to;
} uniform_state;

/* Rounding may reach the upper bound, which does not belong to the interval:
 * torch replaces it by the lower one.  Scaling is fused as in torch's AVX2
 * build; on [0, 1) there is nothing to scale. */
static inline float scale_float(float u, float from, float width)
{
    return from == 0.0f && width == 1.0f ? u : fmaf(u, width, from);
}

static void uniform_row_double(char *data, int64_t stride, int64_t n, void *state)
{
    uniform_state *u = state;
    double from = u->from, to = u->to, width = to - from;
    for (int64_t i = 0; i < n; i++) {
        double value = fma(tb_random_fill_uniform_double(u->g), width, from);
        *(double *)(data + i * stride) = value == to ? from : value;
    }
}

static void uniform_row_float(char *data, int64_t stride, int64_t n, void *state)
{
    uniform_state *u = state;
    float from = (float)u->from, to = (float)u->to, width = to - from;
    for (int64_t i = 0; i < n; i++) {
        float value = scale_float(tb_random_fill_uniform_float(u->g), from, width);
        *(float *)(data + i * stride) = value == to ? from : value;
    }
}

static void uniform_row_half(char *data, int64_t stride, int64_t n, void *state)
{
    uniform_state *u = state;
    float from = (float)u->from, to = (float)u->to, width = to - from, rounded, rounded_to;
    uint16_t bits;
    tb_random_fill_store_half(u->dtype, (char *)&bits, to);
    tb_convert(TB_FLOAT32, &rounded_to, u->dtype, &bits);
    for (int64_t i = 0; i < n; i++, data += stride) {
        float value = scale_float(tb_random_fill_uniform_float(u->g), from, width);
        tb_random_fill_store_half(u->dtype, data, value);
        tb_convert(TB_FLOAT32, &rounded, u->dtype, data);
        if (rounded == rounded_to)
            tb_random_fill_store_half(u->dtype, data, from);
    }
}

static tb_status check_bounds(tb_dtype dtype, double from, double to, tb_error *err)
{
    const char *c_name = tb_dtypes[dtype].c_name;
    double limit = tb_float_max(dtype);
    if (!(from >= -limit && from <= limit))
        return tb_fail(err, TB_RUNTIME_ERROR, "from is out of bounds for %s", c_name);
    if (!(to >= -limit && to <= limit))
        return tb_fail(err, TB_RUNTIME_ERROR, "to is out of bounds for %s", c_name);
    if (from > to)
        return tb_fail(err, TB_RUNTIME_ERROR,
                       "uniform_ expects to return a [from, to) range, but found from=%g > to=%g", from, to);
    if (to - from > limit)
        return tb_fail(err, TB_RUNTIME_ERROR,
                       "uniform_ expects to-from <= std::numeric_limits<%s>::max(), but found to=%g and "
                       "from=%g which result in to-from to exceed the limit",
                       tb_dtypes[dtype].scalar_type, to, from);
    return TB_OK;
}

static tb_status uniform(tb_tensor *out, tb_generator *g, double from, double to,
                         const tb_lock_callbacks *lock, tb_error *err)
{
    tb_dtype dtype = tb_to_real(out->dtype);
    if (tb_dtypes[dtype].kind != TB_KIND_FLOAT)
        return tb_fail_kernel("check_uniform_bounds", dtype, err);
    TB_TRY(check_bounds(dtype, from, to, err));
    if (out->numel == 0)
        return TB_OK;
    tb_random_fill fill;
    TB_TRY(tb_random_fill_plan(&fill, out, err));
    uniform_state state = {g, dtype, from, to};
    tb_storage *const storage = out->storage;
    tb_released_lock released;
    tb_random_release_lock(&released, g, lock, fill.numel, &storage, 1);
    tb_random_fill_iterate(&fill,
                           dtype == TB_FLOAT64   ? uniform_row_double
                           : dtype == TB_FLOAT32 ? uniform_row_float
                                                 : uniform_row_half,
                           &state);
    return tb_random_reacquire_lock(&released, g, err);
}

tb_status tb_random_uniform(tb_tensor *out, tb_generator *g, double from, double to,
                            const tb_lock_callbacks *lock, tb_error *err)
{
    tb_generator_take(g, lock);
    const tb_status status = uniform(out, g, from, to, lock, err);
    tb_generator_give(g);
    return status;
}
