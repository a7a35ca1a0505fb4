/* caller_lock.c: see caller_lock.h. */
#include "core/threads/caller_lock.h"
#include "core/memory/scratch.h"
#include "core/platform/platform.h"

/* A thread's value is its tb_released_lock.  Not a thread-local variable: the first use of one allocates
 * memory in every thread, and that cannot report a failure. */
static tb_thread_key key;
static bool has_key;

__attribute__((constructor)) static void make_key(void) { has_key = tb_thread_key_new(&key, NULL); }

tb_released_lock *tb_release_lock(tb_released_lock *released, int *code, const tb_lock_callbacks *lock,
                                  int64_t cost, tb_storage *const *storages, int64_t n)
{
    released->lock = cost >= TB_RELEASE_COST ? lock : NULL;
    if (!released->lock)
        return released;
    *released = (tb_released_lock){.lock = lock, .storages = storages, .n = n, .result = code};
    for (int64_t i = 0; i < n; i++)
        if (storages[i])
            tb_storage_pin(tb_storage_retain(storages[i]));
    released->checks = has_key && lock->is_interrupted && tb_thread_set(key, released);
    released->checked = tb_now();
    released->state = lock->release(); /* from here on other threads may change the tensors */
    return released;
}

void tb_reacquire_lock(tb_released_lock *released)
{
    if (!released->lock)
        return;
    released->lock->reacquire(released->state);
    if (released->checks)
        tb_thread_set(key, NULL);
    for (int64_t i = released->n; i-- > 0;)
        if (released->storages[i]) {
            tb_storage_unpin(released->storages[i]);
            tb_storage_release(released->storages[i]);
        }
    if (released->interrupted)
        *released->result = TB_RANGE_INTERRUPTED;
}

void tb_help(tb_released_lock *helper, const _Atomic int *code)
{
    *helper = (tb_released_lock){.code = code};
    if (has_key)
        tb_thread_set(key, helper);
}

bool tb_is_interrupted(void)
{
    tb_released_lock *own = has_key ? tb_thread_get(key) : NULL;
    if (!own)
        return false;
    if (own->code)
        return atomic_load_explicit(own->code, memory_order_relaxed) == TB_RANGE_INTERRUPTED;
    if (own->interrupted || tb_now() - own->checked < TB_INTERRUPT_NS)
        return own->interrupted;
    char *scratch;
    if (!tb_scratch_set_aside(&scratch)) /* the next check asks again */
        return false;
    tb_thread_set(key, NULL); /* what the callback runs holds the lock */
    own->interrupted = own->lock->is_interrupted(own->state);
    tb_thread_set(key, own);
    tb_scratch_restore(scratch);
    own->checked = tb_now();
    return own->interrupted;
}

tb_status tb_fail_interrupted(tb_error *err) { return tb_fail(err, TB_INTERRUPTED, "interrupted"); }
