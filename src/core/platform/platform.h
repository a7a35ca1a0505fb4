/* platform.h: everything that src/ takes from the operating system.  No other file includes a header of a
 * system or asks which system it is (tests/repository/test_platform.py); posix.c and windows.c implement it.
 *
 * What is called often is inline on POSIX.  A lock, a condition or a once that is static starts as its _INIT,
 * which is all zeros on Windows.  The Windows types are those of windows.h under other names, so that its
 * thousands of macros stay in windows.c.  TB_ENVIRONMENT_ENCODING is Python's name of the encoding of what
 * getenv returns. */
#ifndef TB_PLATFORM_H
#define TB_PLATFORM_H

#include <math.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef _WIN32
#define TB_POSIX 0
#define TB_ENVIRONMENT_ENCODING "mbcs"
#define TB_OFTEN extern
typedef void *tb_thread;
typedef struct {
    void *word; /* an SRWLOCK, a CONDITION_VARIABLE or an INIT_ONCE */
} tb_mutex, tb_condition, tb_once;
typedef unsigned long tb_thread_key;
#define TB_MUTEX_INIT {NULL}
#define TB_CONDITION_INIT {NULL}
#define TB_ONCE_INIT {NULL}
#else
#include <pthread.h>
#include <sched.h>
#include <time.h>
#define TB_POSIX 1
#define TB_ENVIRONMENT_ENCODING "utf-8"
#define TB_OFTEN static inline
typedef pthread_t tb_thread;
typedef pthread_mutex_t tb_mutex;
typedef pthread_cond_t tb_condition;
typedef pthread_once_t tb_once;
typedef pthread_key_t tb_thread_key;
#define TB_MUTEX_INIT PTHREAD_MUTEX_INITIALIZER
#define TB_CONDITION_INIT PTHREAD_COND_INITIALIZER
#define TB_ONCE_INIT PTHREAD_ONCE_INIT
#endif

/* ---- threads ---- */

typedef void *tb_thread_body(void *argument); /* what it returns is ignored */
/* Starts a thread that receives no signals (the program's own threads handle them), with a stack of this
 * size; false if the system refuses. */
bool tb_thread_start(tb_thread *thread, tb_thread_body *run, void *argument, size_t stack_bytes);
void tb_thread_join(tb_thread thread);

/* Identifies the calling thread; never 0.  Once it has ended another may get the same value. */
TB_OFTEN uintptr_t tb_this_thread(void);
/* Lets another thread have the processor. */
TB_OFTEN void tb_yield(void);

TB_OFTEN void tb_mutex_lock(tb_mutex *mutex);
TB_OFTEN bool tb_mutex_try_lock(tb_mutex *mutex);
TB_OFTEN void tb_mutex_unlock(tb_mutex *mutex);
/* In a forked child: unlocked, whoever held it. */
void tb_mutex_reset(tb_mutex *mutex);

/* Waits for a broadcast, without the mutex, which it locks again; may also return for no reason. */
void tb_condition_wait(tb_condition *condition, tb_mutex *mutex);
void tb_condition_broadcast(tb_condition *condition);
/* In a forked child: nobody waits. */
void tb_condition_reset(tb_condition *condition);

/* Calls the function if no call with this once has done so; returns when it has returned. */
void tb_run_once(tb_once *once, void (*function)(void));

/* A pointer that each thread has of its own, at first NULL.  A thread's end calls `destroy` (NULL: nothing)
 * with one that is not NULL.  Unlike a _Thread_local variable it allocates nothing unnoticed: these return
 * false if they fail. */
bool tb_thread_key_new(tb_thread_key *key, void (*destroy)(void *));
TB_OFTEN void *tb_thread_get(tb_thread_key key);
TB_OFTEN bool tb_thread_set(tb_thread_key key, void *value);

/* ---- processes ---- */

int64_t tb_this_process(void);
/* Is this the thread that the process began with?  True if the system does not tell. */
bool tb_is_first_thread(void);
/* Registers functions that run around every fork, NULL for none.  A forked child has only the thread that
 * forked.  Does nothing where processes do not fork. */
void tb_at_fork(void (*before)(void), void (*in_parent)(void), void (*in_child)(void));

/* ---- processors ---- */

/* The number of processors that this process may use, at least 1. */
int tb_count_processors(void);
/* The processor that this thread runs on; -1 if the system does not tell. */
int tb_this_processor(void);
/* Moves this thread to another processor if it runs on this one and may run on others. */
void tb_leave_processor(int processor);
/* Bytes of the data cache of a level, 1 to 3, of the fastest processors; 0 if there is none, or the system
 * does not tell. */
int64_t tb_system_cache_bytes(int level);

/* ---- time ---- */

/* Nanoseconds of a monotonic clock. */
TB_OFTEN int64_t tb_now(void);

/* ---- memory ---- */

int64_t tb_page_bytes(void);
/* Of the machine; 0 if the system does not tell. */
int64_t tb_physical_bytes(void);

/* Maps whole pages, all zeros; NULL if out of memory.  `huge`, not 0, is the size of a huge page: the memory
 * begins at one, and is on huge pages as far as these are filled, if the system gives them to anybody who
 * asks. */
void *tb_map(int64_t bytes, int64_t huge);
/* What tb_map returned, as a whole. */
void tb_unmap(void *start, int64_t bytes);
/* Has the page at this address been written or read before?  A system call, about a microsecond; false if the
 * system does not tell. */
bool tb_is_page_resident(const void *address);

/* ---- other ---- */

/* Unpredictable bits. */
uint64_t tb_random_seed(void);

/* log |gamma(x)|, without the sign that POSIX's lgamma writes to a global variable. */
TB_OFTEN float tb_log_gammaf(float x);
TB_OFTEN double tb_log_gamma(double x);

/* ---- POSIX: what is called often ---- */

#if TB_POSIX
TB_OFTEN uintptr_t tb_this_thread(void)
{
#if defined(__has_builtin) && defined(__linux__)
#if __has_builtin(__builtin_thread_pointer)
    return (uintptr_t)__builtin_thread_pointer(); /* not a call */
#endif
#endif
    return (uintptr_t)pthread_self();
}

TB_OFTEN void tb_yield(void) { sched_yield(); }

TB_OFTEN void tb_mutex_lock(tb_mutex *mutex) { pthread_mutex_lock(mutex); }
TB_OFTEN bool tb_mutex_try_lock(tb_mutex *mutex) { return pthread_mutex_trylock(mutex) == 0; }
TB_OFTEN void tb_mutex_unlock(tb_mutex *mutex) { pthread_mutex_unlock(mutex); }

TB_OFTEN void *tb_thread_get(tb_thread_key key) { return pthread_getspecific(key); }
TB_OFTEN bool tb_thread_set(tb_thread_key key, void *value) { return pthread_setspecific(key, value) == 0; }

TB_OFTEN int64_t tb_now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (int64_t)t.tv_sec * 1000000000 + t.tv_nsec;
}

TB_OFTEN float tb_log_gammaf(float x)
{
    int sign;
    return lgammaf_r(x, &sign);
}
TB_OFTEN double tb_log_gamma(double x)
{
    int sign;
    return lgamma_r(x, &sign);
}
#endif

#endif
