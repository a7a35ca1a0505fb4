/* caller_lock.h: long work releases the caller's lock, and asks now and then whether it is to end.  Others may
 * change or free its tensors meanwhile: the work knows addresses only, and the storages behind them are held
 * and pinned. */
#ifndef TB_CALLER_LOCK_H
#define TB_CALLER_LOCK_H

#include "core/base/error.h"
#include "core/base/tuning.h"
#include "core/memory/storage.h"

/* `release` gives what the other two need.  `is_interrupted`, called without the lock by the thread that has
 * released it: is the work to end?  What runs in it may compute with tensors itself. */
typedef struct {
    void *(*release)(void);
    void (*reacquire)(void *state);
    bool (*is_interrupted)(void *state);
} tb_lock_callbacks;

typedef struct {
    const tb_lock_callbacks *lock; /* NULL: it was kept */
    void *state;
    tb_storage *const *storages;
    int64_t n;
    bool asks;
    int64_t asked; /* when */
    bool interrupted;
} tb_released_lock;

/* Releases the lock if there is one and the work is worth it.  The storages (n of them, the caller's array,
 * NULL for none) are held until tb_reacquire_lock, which must follow. */
void tb_release_lock(tb_released_lock *released, const tb_lock_callbacks *lock, int64_t cost,
                     tb_storage *const *storages, int64_t n);
/* TB_INTERRUPTED if the work has ended early: what it was to write is unfinished, and no further step may rely
 * on it. */
__attribute__((warn_unused_result)) tb_status tb_reacquire_lock(tb_released_lock *released, tb_error *err);

/* Is this thread's work to end?  Asked after every TB_ASK_COST or so; cheap, since the caller is asked every
 * TB_ASK_NS only. */
bool tb_must_stop(void);
/* From now on this thread helps others: what it does is to end when the code is TB_STOPPED.  One code for all
 * that call this. */
void tb_stop_with(const _Atomic int *code);

/* For loops over elements: n more were done since *since was 0. */
static inline bool tb_must_stop_after(int64_t n, int64_t *since)
{
    *since += n;
    if (*since < TB_ASK_ELEMENTS)
        return false;
    *since = 0;
    return tb_must_stop();
}

/* A code of ranges (pool.h) that end because of that. */
#define TB_STOPPED (-1)
tb_status tb_fail_interrupted(tb_error *err);

#endif
