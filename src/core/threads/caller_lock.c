/* caller_lock.c: see caller_lock.h. */
#include "core/threads/caller_lock.h"
#include "core/base/tuning.h"

tb_released_lock tb_release_lock(const tb_lock_callbacks *lock, int64_t cost, tb_storage *const *storages,
                                 int64_t n)
{
    tb_released_lock released = {.lock = cost >= TB_RELEASE_COST ? lock : NULL, .storages = storages, .n = n};
    if (!released.lock)
        return released;
    for (int64_t i = 0; i < n; i++)
        if (storages[i])
            tb_storage_pin(tb_storage_retain(storages[i]));
    released.state = lock->release(); /* from here on the tensors may be anything */
    return released;
}

void tb_reacquire_lock(const tb_released_lock *released)
{
    if (!released->lock)
        return;
    released->lock->reacquire(released->state);
    for (int64_t i = released->n; i-- > 0;)
        if (released->storages[i]) {
            tb_storage_unpin(released->storages[i]);
            tb_storage_release(released->storages[i]);
        }
}
