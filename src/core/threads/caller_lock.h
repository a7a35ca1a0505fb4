/* caller_lock.h: long work releases the caller's lock, and checks now and then whether it is interrupted.
 * Other threads may change or free its tensors meanwhile: the work uses addresses only, and the storages
 * behind them are held and pinned. */
#ifndef TB_CALLER_LOCK_H
#define TB_CALLER_LOCK_H

#include "core/base/error.h"
#include "core/base/tuning.h"
#include "core/memory/storage.h"

/* `release` returns the state that the other two take.  `is_interrupted` (NULL: never) is called without the
 * lock, by the thread that has released it: should the work end early?  The callback may compute with tensors
 * itself. */
typedef struct {
    void *(*release)(void);
    void (*reacquire)(void *state);
    bool (*is_interrupted)(void *state);
} tb_lock_callbacks;

/* Of a thread, while it works without the lock. */
typedef struct {
    const tb_lock_callbacks *lock; /* NULL: not released */
    void *state;
    tb_storage *const *storages;
    int64_t n;
    bool checks; /* is is_interrupted called at all? */
    int64_t checked; /* time of the last check */
    bool interrupted;
    int *result; /* where its code goes if it is interrupted */
    const _Atomic int *code; /* of a helper thread: the code of the work it helps with */
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

/* The code of a range (pool.h) that is interrupted. */
#define TB_RANGE_INTERRUPTED (-1)
tb_status tb_fail_interrupted(tb_error *err);
/* The status of ranges that return no other code. */
static inline tb_status tb_status_of_code(int code, tb_error *err)
{
    return code == TB_RANGE_INTERRUPTED ? tb_fail_interrupted(err) : TB_OK;
}

/* Should this thread's work end early?  Call it after about every TB_INTERRUPT_COST of work; it calls the
 * callback only every TB_INTERRUPT_NS, and stays true until the lock is reacquired. */
bool tb_is_interrupted(void);

/* For loops over elements, called after n more; *since counts the elements since the last check. */
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

/* From now on this thread helps another one (`helper` is its own, and lives as long as the thread): its work
 * is interrupted when *code is TB_RANGE_INTERRUPTED. */
void tb_help(tb_released_lock *helper, const _Atomic int *code);

#endif
