/* leaving.c: see leaving.h. */
#include "leaving.h"

tb_leaving tb_leave(const tb_lock *lock, int64_t cost, tb_storage *const *storages, int64_t n)
{
    tb_leaving leaving = {.lock = cost >= TB_LEAVE_COST ? lock : NULL, .storages = storages, .n = n};
    if (!leaving.lock)
        return leaving;
    for (int64_t i = 0; i < n; i++)
        if (storages[i])
            tb_storage_pin(tb_storage_retain(storages[i]));
    leaving.state = lock->leave(); /* from here on the tensors may be anything */
    return leaving;
}

void tb_come_back(const tb_leaving *leaving)
{
    if (!leaving->lock)
        return;
    leaving->lock->enter(leaving->state);
    for (int64_t i = leaving->n; i-- > 0;)
        if (leaving->storages[i]) {
            tb_storage_unpin(leaving->storages[i]);
            tb_storage_release(leaving->storages[i]);
        }
}
