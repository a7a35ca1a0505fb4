/* this_thread.h: which thread runs, and the time. */
#ifndef TB_THIS_THREAD_H
#define TB_THIS_THREAD_H

#include <pthread.h>
#include <stdint.h>
#include <time.h>

/* Never 0; another thread may have it once this one has ended. */
static inline uintptr_t tb_this_thread(void) { return (uintptr_t)pthread_self(); }

/* Nanoseconds of a clock that is never set. */
static inline int64_t tb_now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (int64_t)t.tv_sec * 1000000000 + t.tv_nsec;
}

#endif
