/* caller_lock.c: see caller_lock.h. */
#include "core/threads/caller_lock.h"
#include "core/threads/pool.h"

#include <time.h>

/* What this thread has released, while it works without it. */
static _Thread_local tb_released_lock *current;

static int64_t now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (int64_t)t.tv_sec * 1000000000 + t.tv_nsec;
}

void tb_release_lock(tb_released_lock *released, const tb_lock_callbacks *lock, int64_t cost,
                     tb_storage *const *storages, int64_t n)
{
    released->lock = cost >= TB_RELEASE_COST ? lock : NULL;
    if (!released->lock)
        return;
    released->storages = storages;
    released->n = n;
    for (int64_t i = 0; i < n; i++)
        if (storages[i])
            tb_storage_pin(tb_storage_retain(storages[i]));
    released->asked = now();
    released->interrupted = false;
    current = released;
    released->state = lock->release(); /* from here on the tensors may be anything */
}

tb_status tb_reacquire_lock(tb_released_lock *released, tb_error *err)
{
    if (!released->lock)
        return TB_OK;
    released->lock->reacquire(released->state);
    current = NULL;
    for (int64_t i = released->n; i-- > 0;)
        if (released->storages[i]) {
            tb_storage_unpin(released->storages[i]);
            tb_storage_release(released->storages[i]);
        }
    return released->interrupted ? tb_fail_interrupted(err) : TB_OK;
}

bool tb_must_stop(void)
{
    tb_released_lock *own = current;
    if (!own)
        return tb_pool_must_stop();
    if (own->interrupted || !own->lock->is_interrupted || now() - own->asked < TB_ASK_NS)
        return own->interrupted;
    current = NULL; /* what runs in it has the lock */
    own->interrupted = own->lock->is_interrupted(own->state);
    current = own;
    own->asked = now();
    return own->interrupted;
}

tb_status tb_fail_interrupted(tb_error *err) { return tb_fail(err, TB_INTERRUPTED, "interrupted"); }
