/* caller_lock.h: long work releases the caller's lock.  Others may then change or free its tensors: the
 * work knows addresses only, and the storages behind them are held and pinned. */
#ifndef TB_CALLER_LOCK_H
#define TB_CALLER_LOCK_H

#include "core/memory/storage.h"

/* `release` gives what `reacquire` needs. */
typedef struct {
    void *(*release)(void);
    void (*reacquire)(void *state);
} tb_lock_callbacks;

typedef struct {
    const tb_lock_callbacks *lock; /* NULL: it was kept */
    void *state;
    tb_storage *const *storages;
    int64_t n;
} tb_released_lock;

/* Releases the lock if there is one and the work is worth it.  The storages (n of them, the caller's array,
 * NULL for none) are held until tb_reacquire_lock, which must follow. */
tb_released_lock tb_release_lock(const tb_lock_callbacks *lock, int64_t cost, tb_storage *const *storages,
                                 int64_t n);
void tb_reacquire_lock(const tb_released_lock *released);

#endif
