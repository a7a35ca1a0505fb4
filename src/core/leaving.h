/* leaving.h: long work leaves the caller's lock to others, who may change or free its
 * tensors meanwhile: the work knows addresses only, and the storages behind them are
 * held and pinned.  Relies on: apply.h, storage.h. */
#ifndef TB_LEAVING_H
#define TB_LEAVING_H

#include "apply.h"

/* Work of this cost (pool.h), some hundreds of microseconds, leaves the lock: having to
 * wait for it afterwards may cost more than less work takes. */
#define TB_LEAVE_COST (1 << 20)

typedef struct {
    const tb_lock *lock; /* NULL: it was kept */
    void *state;
    tb_storage *const *storages;
    int64_t n;
} tb_leaving;

/* Leaves the lock if there is one and the work is worth it.  The storages (n of them, the caller's array,
 * NULL for none) are held until tb_come_back, which must follow. */
tb_leaving tb_leave(const tb_lock *lock, int64_t cost, tb_storage *const *storages, int64_t n);
void tb_come_back(const tb_leaving *leaving);

#endif
