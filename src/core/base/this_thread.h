/* this_thread.h: which thread runs, what it has asked for, and the time. */
#ifndef TB_THIS_THREAD_H
#define TB_THIS_THREAD_H

#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>
#include <time.h>

/* Never 0; another thread may have it once this one has ended. */
static inline uintptr_t tb_this_thread(void) { return (uintptr_t)pthread_self(); }

/* What calls of this thread heed; zero-filled at first. */
typedef struct {
    bool task; /* one of many that run at once: no other thread helps, and what is to be said has been said */
    int meta; /* not 0: tensors are meta tensors (TB_META), and the program is this many frames up */
    int default_dtype; /* not 0: one more than the default dtype of its calls */
    int64_t most_bytes; /* not 0: there is no memory for larger storages */
} tb_thread_settings;
tb_thread_settings *tb_this_threads_settings(void);

/* Nanoseconds of a clock that is never set. */
static inline int64_t tb_now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (int64_t)t.tv_sec * 1000000000 + t.tv_nsec;
}

#endif
