/* failing_allocations.c: becomes a part of the extension that test_allocations_fail.py builds, and is linked with
 * -Wl,--wrap for each of libc's functions here: every call of them in the extension comes here first.  Three
 * functions, for ctypes, say which allocation fails and tell what happened. */
#include <errno.h>
#include <limits.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>
#include <sys/mman.h>

#define EXPORTED __attribute__((visibility("default")))

static atomic_long first_to_fail = LONG_MAX, first_to_succeed = LONG_MAX; /* from 1 on */
static atomic_long asked, refused; /* since failing_set */
static atomic_long live; /* blocks that nobody has freed */

EXPORTED void failing_set(long first, long stop);
EXPORTED long failing_count(void);
EXPORTED long failing_blocks(void);

/* Allocations from `first` on fail, those from `stop` on succeed again; 0, 0: none fails. */
void failing_set(long first, long stop)
{
    first_to_fail = LONG_MAX;
    first_to_succeed = stop;
    asked = refused = 0;
    if (first)
        first_to_fail = first;
}

/* How many have failed. */
long failing_count(void) { return refused; }

long failing_blocks(void) { return live; }

static bool refuse(void)
{
    if (first_to_fail == LONG_MAX)
        return false;
    const long number = ++asked;
    if (number < first_to_fail || number >= first_to_succeed)
        return false;
    refused++;
    errno = ENOMEM;
    return true;
}

static void *counted(void *block)
{
    live += block != NULL;
    return block;
}

void *__real_malloc(size_t size);
void *__real_calloc(size_t count, size_t size);
void *__real_realloc(void *block, size_t size);
void *__real_aligned_alloc(size_t alignment, size_t size);
void __real_free(void *block);
void *__real_mmap(void *address, size_t size, int protection, int flags, int file, off_t offset);
int __real_pthread_create(pthread_t *thread, const pthread_attr_t *attributes, void *(*start)(void *),
                          void *argument);

void *__wrap_malloc(size_t size);
void *__wrap_calloc(size_t count, size_t size);
void *__wrap_realloc(void *block, size_t size);
void *__wrap_aligned_alloc(size_t alignment, size_t size);
void __wrap_free(void *block);
void *__wrap_mmap(void *address, size_t size, int protection, int flags, int file, off_t offset);
int __wrap_pthread_create(pthread_t *thread, const pthread_attr_t *attributes, void *(*start)(void *),
                          void *argument);

void *__wrap_malloc(size_t size) { return refuse() ? NULL : counted(__real_malloc(size)); }

void *__wrap_calloc(size_t count, size_t size)
{
    return refuse() ? NULL : counted(__real_calloc(count, size));
}

void *__wrap_realloc(void *block, size_t size)
{
    if (refuse())
        return NULL;
    void *moved = __real_realloc(block, size);
    return block ? moved : counted(moved);
}

void *__wrap_aligned_alloc(size_t alignment, size_t size)
{
    return refuse() ? NULL : counted(__real_aligned_alloc(alignment, size));
}

void __wrap_free(void *block)
{
    live -= block != NULL;
    __real_free(block);
}

void *__wrap_mmap(void *address, size_t size, int protection, int flags, int file, off_t offset)
{
    return refuse() ? MAP_FAILED : __real_mmap(address, size, protection, flags, file, offset);
}

int __wrap_pthread_create(pthread_t *thread, const pthread_attr_t *attributes, void *(*start)(void *),
                          void *argument)
{
    return refuse() ? EAGAIN : __real_pthread_create(thread, attributes, start, argument);
}
