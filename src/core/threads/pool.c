/* pool.c: see pool.h.
 *
 * One atomic word is the whole state of a job: its number (generation), the number of pieces, and how many
 * are taken.  Taking a piece is one compare-and-swap of that word, so a worker that slept through a job can
 * never take a piece of another one, and nobody waits for a worker that took nothing: when another process
 * has the processor, the caller does all the work itself.  The caller takes pieces from the first one on,
 * workers from the last one back, so that in successive calls a processor finds its data in its own cache.
 *
 * Workers wait for the next job first by spinning for some microseconds, then by yielding for a short time,
 * then asleep.  Waking them costs more than a small job, so sleeping workers are woken for long jobs, or when
 * short ones come in a streak. */
#include "core/threads/pool.h"
#include "core/base/arithmetic.h"
#include "core/base/this_thread.h"
#include "core/base/tuning.h"
#include "core/platform/platform.h"
#include "core/threads/caller_lock.h"

#include <stdalign.h>
#include <stdatomic.h>
#include <stddef.h>
#include <string.h>

typedef struct {
    alignas(TB_CACHE_LINE) _Atomic uint64_t word; /* generation, pieces, taken by workers, by the caller */
    _Atomic(tb_range_run) run;
    _Atomic(const void *) work;
    _Atomic int64_t total, step;
    _Atomic int code;                  /* the code of a piece that failed */
    alignas(TB_CACHE_LINE) _Atomic int finished;  /* pieces finished by workers */
    alignas(TB_CACHE_LINE) _Atomic uintptr_t holder; /* owner of what precedes `lock`; 0: none */
    int started; /* workers 0 .. started-1 exist */
    bool wake; /* wake sleeping workers for this job */
    bool start_failed; /* the system refused a thread: not tried again before tb_set_num_threads */
    int streak, payback;
    int64_t unhelped_since; /* start of the first job in a row without help; 0: the last one had help */
    int64_t last_call, no_help_before; /* times */
    tb_thread worker[TB_POOL_WORKERS];
    tb_mutex lock; /* for sleeping and ending workers: guards what follows */
    tb_condition call;
    uint64_t calls;
    int calls_from; /* the processor of the last call; -1: unknown */
    int keep; /* workers from this one on must end */
    _Atomic int awake;
    _Atomic int threads; /* as set; 0: not yet decided */
} tb_pool;

static tb_pool pool = {.lock = TB_MUTEX_INIT, .call = TB_CONDITION_INIT};

static inline void relax(void)
{
#if defined __x86_64__ || defined __i386__
    __builtin_ia32_pause();
#elif defined __aarch64__
    __asm__ volatile("isb");
#endif
}

/* ---- pieces ---- */

#define COUNT_BITS 10
static inline int count_at(uint64_t word, int at)
{
    return (int)(word >> at * COUNT_BITS) & TB_POOL_MOST_PIECES;
}
static inline int by_caller(uint64_t word) { return count_at(word, 0); }
static inline int by_workers(uint64_t word) { return count_at(word, 1); }
static inline int pieces_of(uint64_t word) { return count_at(word, 2); }
static inline uint64_t generation_of(uint64_t word) { return word >> 3 * COUNT_BITS; }

static inline bool has_pieces(uint64_t word) { return by_caller(word) + by_workers(word) < pieces_of(word); }

/* Takes a piece and runs it; false if all are taken. */
static bool do_one(bool is_worker)
{
    const uint64_t one = is_worker ? 1 << COUNT_BITS : 1;
    uint64_t word = atomic_load_explicit(&pool.word, memory_order_acquire);
    tb_range_run run;
    const void *work;
    int64_t total, step;
    do {
        if (!has_pieces(word))
            return false;
        /* these belong to this job if the exchange succeeds: a job ends only after all its pieces are
         * taken */
        run = atomic_load_explicit(&pool.run, memory_order_relaxed);
        work = atomic_load_explicit(&pool.work, memory_order_relaxed);
        total = atomic_load_explicit(&pool.total, memory_order_relaxed);
        step = atomic_load_explicit(&pool.step, memory_order_relaxed);
    } while (!atomic_compare_exchange_weak_explicit(&pool.word, &word, word + one, memory_order_acq_rel,
                                                    memory_order_acquire));
    if (atomic_load_explicit(&pool.code, memory_order_relaxed) == 0) {
        const int piece = is_worker ? pieces_of(word) - 1 - by_workers(word) : by_caller(word);
        const int code = run(work, piece * step, tb_min(piece * step + step, total));
        if (code)
            atomic_store_explicit(&pool.code, code, memory_order_relaxed);
    }
    return true;
}

/* ---- workers ---- */

/* Sleeps until there is a call; false if the worker must end.  Some schedulers wake a worker on the processor
 * of the very thread that waits for its help: the worker then moves to another one, if it may. */
static bool sleep_until_called(int self)
{
    tb_mutex_lock(&pool.lock);
    const uint64_t calls = pool.calls, word = atomic_load_explicit(&pool.word, memory_order_relaxed);
    if (has_pieces(word)) { /* work arrived just before */
        tb_mutex_unlock(&pool.lock);
        return true;
    }
    atomic_fetch_sub_explicit(&pool.awake, 1, memory_order_relaxed);
    while (pool.calls == calls && self < pool.keep)
        tb_condition_wait(&pool.call, &pool.lock);
    if (pool.calls == calls) /* a caller counts all workers as awake */
        atomic_fetch_add_explicit(&pool.awake, 1, memory_order_relaxed);
    const bool go_on = self < pool.keep;
    const int caller = pool.calls_from;
    if (!go_on)
        atomic_fetch_sub_explicit(&pool.awake, 1, memory_order_relaxed);
    tb_mutex_unlock(&pool.lock);
    if (go_on)
        tb_leave_processor(caller);
    return go_on;
}

static bool spin_for_work(void)
{
    for (int n = 0; n < TB_POOL_SPINS; n++) {
        if (has_pieces(atomic_load_explicit(&pool.word, memory_order_relaxed)))
            return true;
        relax();
    }
    return false;
}

static void *work(void *index)
{
    const int self = (int)(intptr_t)index;
    tb_released_lock helper;
    int64_t idle_since = tb_now();
    tb_help(&helper, &pool.code);
    for (unsigned round = 1;; round++) {
        bool any = false;
        while (do_one(true)) {
            atomic_fetch_add_explicit(&pool.finished, 1, memory_order_release);
            any = true;
        }
        if (any) {
            if (spin_for_work())
                continue;
            idle_since = tb_now();
        }
        tb_yield();
        if (round % 16 == 0 && tb_now() - idle_since > TB_POOL_AWAKE_NS) {
            if (!sleep_until_called(self))
                return NULL;
            idle_since = tb_now();
        }
    }
}

static void wake_all(void)
{
    tb_mutex_lock(&pool.lock);
    pool.calls++;
    pool.calls_from = tb_this_processor();
    atomic_store_explicit(&pool.awake, pool.started, memory_order_relaxed);
    tb_condition_broadcast(&pool.call);
    tb_mutex_unlock(&pool.lock);
}

/* A forked child has only the thread that forked: its pool is empty. */
static void reset_after_fork(void)
{
    const int threads = atomic_load(&pool.threads);
    const uint64_t generation =
        generation_of(atomic_load(&pool.word)) + 1; /* no job that had begun continues */
    memset((void *)&pool, 0, sizeof pool);
    atomic_store(&pool.word, generation << 3 * COUNT_BITS);
    tb_mutex_reset(&pool.lock);
    tb_condition_reset(&pool.call);
    atomic_store(&pool.threads, threads);
}

static void register_fork_handler(void) { tb_at_fork(NULL, NULL, reset_after_fork); }

/* Starts the missing workers. */
static void start_workers(int wanted)
{
    static tb_once once = TB_ONCE_INIT;
    tb_run_once(&once, register_fork_handler);
    tb_mutex_lock(&pool.lock);
    while (pool.started < wanted && !pool.start_failed) {
        void *index = (void *)(intptr_t)pool.started;
        pool.start_failed = !tb_thread_start(&pool.worker[pool.started], work, index, TB_POOL_STACK_BYTES);
        if (!pool.start_failed) {
            pool.keep = ++pool.started;
            atomic_fetch_add_explicit(&pool.awake, 1, memory_order_relaxed);
        }
    }
    tb_mutex_unlock(&pool.lock);
}

/* Ends the workers numbered `keep` and above. */
static void end_workers(int keep)
{
    if (keep >= pool.started)
        return;
    tb_mutex_lock(&pool.lock);
    pool.keep = keep;
    tb_condition_broadcast(&pool.call);
    tb_mutex_unlock(&pool.lock);
    while (pool.started > keep)
        tb_thread_join(pool.worker[--pool.started]);
}

/* ---- number of threads ---- */

int tb_get_num_threads(void)
{
    int n = atomic_load_explicit(&pool.threads, memory_order_relaxed), undecided = 0;
    if (n == 0) {
        n = tb_count_processors();
        if (!atomic_compare_exchange_strong(&pool.threads, &undecided, n))
            n = undecided;
    }
    return n;
}

static int wanted_workers(void) { return (int)tb_min(tb_get_num_threads() - 1, TB_POOL_WORKERS); }

static bool try_acquire(void)
{
    uintptr_t nobody = 0;
    return atomic_load_explicit(&pool.holder, memory_order_relaxed) == 0 &&
           atomic_compare_exchange_strong_explicit(&pool.holder, &nobody, tb_this_thread(),
                                                   memory_order_acquire, memory_order_relaxed);
}

static void release_pool(void) { atomic_store_explicit(&pool.holder, 0, memory_order_release); }

void tb_set_num_threads(int n)
{
    /* Called in the middle of a job, by the callback that asks whether it should end? */
    if (atomic_load_explicit(&pool.holder, memory_order_relaxed) == tb_this_thread()) {
        atomic_store(&pool.threads, n);
        return;
    }
    while (!try_acquire())
        tb_yield();
    atomic_store(&pool.threads, n);
    pool.start_failed = false;
    pool.no_help_before = pool.unhelped_since = 0;
    pool.payback = 0;
    end_workers(wanted_workers());
    release_pool();
}

/* ---- a job ---- */

/* Should this call wake sleeping workers? */
static bool is_worth_waking(int64_t cost, int64_t time)
{
    pool.streak = time - pool.last_call < TB_POOL_STREAK_GAP_NS ? pool.streak + 1 : 0;
    return cost >= TB_POOL_WAKE_COST || pool.streak >= TB_POOL_STREAK;
}

int tb_pool_enter(int64_t cost)
{
    if (cost < TB_POOL_LEAST || tb_get_num_threads() == 1 || tb_this_threads_settings()->task ||
        !try_acquire())
        return 1;
    const int64_t time = tb_now();
    const int wanted = wanted_workers();
    int helpers = atomic_load_explicit(&pool.awake, memory_order_relaxed);
    pool.wake = false;
    if (helpers < wanted && is_worth_waking(cost, time)) {
        if (pool.started < wanted)
            start_workers(wanted);
        helpers = pool.started;
        pool.wake = atomic_load_explicit(&pool.awake, memory_order_relaxed) < helpers;
    }
    pool.last_call = time;
    if (helpers > 0 && time >= pool.no_help_before)
        return 1 + helpers;
    release_pool();
    return 1;
}

static bool all_finished(int n) { return atomic_load_explicit(&pool.finished, memory_order_acquire) == n; }

/* Called between pieces: tells the helpers if the caller is interrupted. */
static void pass_interrupt_on(void)
{
    if (tb_is_interrupted())
        atomic_store_explicit(&pool.code, TB_RANGE_INTERRUPTED, memory_order_relaxed);
}

/* False in a child forked during pass_interrupt_on, whose pool is empty. */
static bool is_current(uint64_t generation)
{
    return generation_of(atomic_load_explicit(&pool.word, memory_order_relaxed)) == generation;
}

/* Called after the caller's last piece: waits for the n pieces that workers took. */
static void wait_for_workers(int n, uint64_t generation)
{
    for (int spins = 0; !all_finished(n); spins++) {
        if (spins < TB_POOL_SPINS) {
            relax();
            continue;
        }
        tb_yield();
        if (spins % TB_POOL_SPINS == 0)
            pass_interrupt_on();
        if (!is_current(generation))
            return;
    }
}

/* Records that the caller did all the work itself. */
static void record_no_help(int64_t begin, int64_t end)
{
    if (pool.unhelped_since == 0)
        pool.unhelped_since = begin;
    if (end - pool.unhelped_since > TB_POOL_IDLE_NS) {
        pool.no_help_before =
            end + TB_POOL_PAYBACK_LEAST * TB_POOL_IDLE_NS; /* the workers go to sleep in the meantime */
        pool.unhelped_since = 0;
    }
}

/* Records that workers helped with n pieces; the caller finished its `own` pieces at `done`. */
static void record_help(int own, int n, int64_t begin, int64_t done, int64_t end)
{
    const int64_t alone = own ? (done - begin) * n / own : end - begin, lost = end - begin - alone;
    pool.unhelped_since = 0;
    if (lost < TB_POOL_STALL_NS) {
        pool.payback /= 2;
        return;
    }
    pool.payback = pool.payback < TB_POOL_PAYBACK_LEAST      ? TB_POOL_PAYBACK_LEAST
                   : pool.payback < TB_POOL_PAYBACK_MOST / 2 ? 2 * pool.payback
                                                             : TB_POOL_PAYBACK_MOST;
    pool.no_help_before = end + tb_min(pool.payback * lost, TB_POOL_ALONE_NS);
}

int tb_pool_run(tb_range_run run, const void *work, int64_t total, int64_t step)
{
    const int n = (int)tb_div_up(total, step);
    const uint64_t generation = generation_of(atomic_load_explicit(&pool.word, memory_order_relaxed)) + 1;
    const int64_t begin = pool.last_call; /* the time of tb_pool_enter */
    int own = 0;
    atomic_store_explicit(&pool.run, run, memory_order_relaxed);
    atomic_store_explicit(&pool.work, work, memory_order_relaxed);
    atomic_store_explicit(&pool.total, total, memory_order_relaxed);
    atomic_store_explicit(&pool.step, step, memory_order_relaxed);
    atomic_store_explicit(&pool.code, 0, memory_order_relaxed);
    atomic_store_explicit(&pool.finished, 0, memory_order_relaxed);
    atomic_store_explicit(&pool.word, generation << 3 * COUNT_BITS | (uint64_t)n << 2 * COUNT_BITS,
                          memory_order_release);
    if (pool.wake) {
        wake_all();
        tb_yield(); /* lets a worker that woke on this processor move off it */
    }
    for (; do_one(false); own++)
        pass_interrupt_on();
    const int64_t done = tb_now();
    int64_t end = done;
    if (own < n && is_current(generation) && !all_finished(n - own)) {
        wait_for_workers(n - own, generation);
        end = tb_now();
    }
    if (!is_current(generation))
        return TB_RANGE_INTERRUPTED;
    if (own == n)
        record_no_help(begin, end);
    else
        record_help(own, n, begin, done, end);
    const int code = atomic_load_explicit(&pool.code, memory_order_relaxed);
    pool.last_call = end; /* a streak counts the gaps between calls, however long the calls take */
    release_pool();
    return code;
}
