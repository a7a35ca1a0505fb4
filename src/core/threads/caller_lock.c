/* caller_lock.c: see caller_lock.h. */
#include "core/threads/caller_lock.h"

#include <pthread.h>
#include <time.h>

/* A thread's value is what it has released, while it works without it. No thread-local variable: the first use
 * of one allocates memory in every thread, which has no way to fail. */
static pthread_key_t key;
static bool has_key;

__attribute__((constructor)) static void make_key(void) { has_key = pthread_key_create(&key, NULL) == 0; }

/* That of threads that help; their work ends with this code. */
static tb_released_lock helper;
static const _Atomic int *_Atomic code_of_help;

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
    released->asks = has_key && lock->is_interrupted && pthread_setspecific(key, released) == 0;
    released->storages = storages;
    released->n = n;
    for (int64_t i = 0; i < n; i++)
        if (storages[i])
            tb_storage_pin(tb_storage_retain(storages[i]));
    released->asked = now();
    released->interrupted = false;
    released->state = lock->release(); /* from here on the tensors may be anything */
}

tb_status tb_reacquire_lock(tb_released_lock *released, tb_error *err)
{
    if (!released->lock)
        return TB_OK;
    released->lock->reacquire(released->state);
    if (released->asks)
        pthread_setspecific(key, NULL);
    for (int64_t i = released->n; i-- > 0;)
        if (released->storages[i]) {
            tb_storage_unpin(released->storages[i]);
            tb_storage_release(released->storages[i]);
        }
    return released->interrupted ? tb_fail_interrupted(err) : TB_OK;
}

bool tb_must_stop(void)
{
    tb_released_lock *own = has_key ? pthread_getspecific(key) : NULL;
    if (!own)
        return false;
    if (own == &helper)
        return atomic_load_explicit(atomic_load(&code_of_help), memory_order_relaxed) == TB_STOPPED;
    if (own->interrupted || now() - own->asked < TB_ASK_NS)
        return own->interrupted;
    pthread_setspecific(key, NULL); /* what runs in it has the lock */
    own->interrupted = own->lock->is_interrupted(own->state);
    pthread_setspecific(key, own);
    own->asked = now();
    return own->interrupted;
}

void tb_stop_with(const _Atomic int *code)
{
    atomic_store(&code_of_help, code);
    if (has_key)
        pthread_setspecific(key, &helper);
}

tb_status tb_fail_interrupted(tb_error *err) { return tb_fail(err, TB_INTERRUPTED, "interrupted"); }
