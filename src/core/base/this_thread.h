/* this_thread.h: the current thread: its id, its settings, and the time. */
#ifndef TB_THIS_THREAD_H
#define TB_THIS_THREAD_H

#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>
#include <time.h>

/* Never 0.  Once this thread has ended another may get the same value. */
static inline uintptr_t tb_this_thread(void) { return (uintptr_t)pthread_self(); }

/* Settings that this thread's calls read; zero-filled at first. */
typedef struct {
    bool task; /* one of many concurrent tasks: no other thread helps, and warnings are already issued */
    int meta; /* not 0: new tensors are meta tensors (TB_META), and the program is this many frames up */
    int default_dtype; /* not 0: one more than the default dtype of this thread's calls */
    int64_t most_bytes; /* not 0: larger storages fail as if out of memory */
} tb_thread_settings;
tb_thread_settings *tb_this_threads_settings(void);

/* Nanoseconds of a monotonic clock. */
static inline int64_t tb_now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (int64_t)t.tv_sec * 1000000000 + t.tv_nsec;
}

#endif
