/* caller_lock.h: long work releases the caller's lock, and checks now and then whether it is interrupted.
 * Others may change or free its tensors meanwhile: the work knows addresses only, and the storages behind them
 * are held and pinned. */
#ifndef TB_CALLER_LOCK_H
#define TB_CALLER_LOCK_H

#include "core/base/error.h"
#include "core/base/tuning.h"
#include "core/memory/storage.h"

/* `release` gives what the other two need.  `is_interrupted` (NULL: never) is called without the lock by the
 * thread that has released it: is the work to end early?  What runs in it may compute with tensors itself. */
typedef struct {
    void *(*release)(void);
    void (*reacquire)(void *state);
    bool (*is_interrupted)(void *state);
} tb_lock_callbacks;

/* Of a thread, while it works without the lock. */
typedef struct {
    const tb_lock_callbacks *lock; /* NULL: it was kept */
    void *state;
    tb_storage *const *storages;
    int64_t n;
    bool checks; /* is_interrupted */
    int64_t checked; /* when */
    bool interrupted;
    int *result; /* where its code goes if it is interrupted */
    const _Atomic int *code; /* of a thread that helps others: that of their work */
} tb_released_lock;

/* The statement or block behind it, without the lock if there is one and the work is worth it.  The storages (n of
 * them, the caller's array, NULL for none) are held meanwhile.  *code becomes TB_RANGE_INTERRUPTED if the work has
 * ended early: what it was to write is unfinished, and no further step may rely on it.  A break or return out of the
 * block reacquires the lock, too. */
#define TB_WITHOUT_LOCK(code, lock, cost, storages, n)                                             \
    for (tb_released_lock released_ __attribute__((cleanup(tb_reacquire_lock))),                   \
         *once_ = tb_release_lock(&released_, code, lock, cost, storages, n);                      \
         once_; once_ = NULL)
/* For TB_WITHOUT_LOCK alone. */
__attribute__((returns_nonnull)) tb_released_lock *tb_release_lock(tb_released_lock *released, int *code,
                                                                   const tb_lock_callbacks *lock,
                                                                   int64_t cost, tb_storage *const *storages,
                                                                   int64_t n);
void tb_reacquire_lock(tb_released_lock *released);

/* A code of ranges (pool.h) that end early. */
#define TB_RANGE_INTERRUPTED (-1)
tb_status tb_fail_interrupted(tb_error *err);
/* Of ranges that have no other code. */
static inline tb_status tb_status_of_code(int code, tb_error *err)
{
    return code == TB_RANGE_INTERRUPTED ? tb_fail_interrupted(err) : TB_OK;
}

/* Is this thread's work to end early?  To be called after every TB_INTERRUPT_COST or so; the callback is called
 * every TB_INTERRUPT_NS only, and what is interrupted stays so until the lock is reacquired. */
bool tb_is_interrupted(void);

/* For loops over elements: n more were done since *since was 0. */
static inline bool tb_interrupted_after(int64_t n, int64_t *since)
{
    *since += n;
    if (*since < TB_INTERRUPT_ELEMENTS)
        return false;
    *since = 0;
    return tb_is_interrupted();
}

/* `for` with i from 0 to n, which ends early, with `interrupted` (at first false), where the work does. */
#define TB_FOR_UNLESS_INTERRUPTED(i, n, interrupted)                                                 \
    for (int64_t i = 0; i < (n) && !(interrupted);                                                   \
         interrupted = (n) > TB_INTERRUPT_ELEMENTS && tb_is_interrupted())                           \
        for (const int64_t end_ = (n) - i < TB_INTERRUPT_ELEMENTS ? (n) : i + TB_INTERRUPT_ELEMENTS; \
             i < end_; i++)

/* From now on this thread helps others (`helper` is its own, for as long as it lives): its work is interrupted
 * when the code says so. */
void tb_help(tb_released_lock *helper, const _Atomic int *code);

#endif
