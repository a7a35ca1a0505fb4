/* failing.h: the functions that failing_malloc.h puts in place of the system's, and
 * what decides which of them fail.  Included by the one source of a program that
 * is linked with such a core. */
#ifndef FAILING_H
#define FAILING_H

#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>
#include <sys/mman.h>

static int until_failure = -1; /* allocations that still succeed; negative: all do */
static bool failed;            /* an allocation was refused */
static bool only_once;         /* those after it succeed again */

static bool refuse(void)
{
    if (until_failure < 0)
        return false;
    if (until_failure-- > 0)
        return false;
    until_failure = only_once ? -1 : 0;
    failed = true;
    return true;
}

void *failing_malloc(size_t size);
void *failing_calloc(size_t count, size_t size);
void *failing_realloc(void *block, size_t size);
void *failing_aligned_alloc(size_t alignment, size_t size);

void *failing_malloc(size_t size) { return refuse() ? NULL : malloc(size); }
void *failing_calloc(size_t count, size_t size) { return refuse() ? NULL : calloc(count, size); }
void *failing_realloc(void *block, size_t size) { return refuse() ? NULL : realloc(block, size); }
void *failing_aligned_alloc(size_t alignment, size_t size)
{
    return refuse() ? NULL : aligned_alloc(alignment, size);
}

void *failing_mmap(void *address, size_t size, int protection, int flags, int file, off_t offset);
void *failing_mmap(void *address, size_t size, int protection, int flags, int file, off_t offset)
{
    return refuse() ? MAP_FAILED : mmap(address, size, protection, flags, file, offset);
}

static int threads_refused = 0;

int failing_pthread_create(pthread_t *thread, const pthread_attr_t *attributes, void *(*start)(void *),
                           void *argument);
int failing_pthread_create(pthread_t *thread, const pthread_attr_t *attributes, void *(*start)(void *),
                           void *argument)
{
    (void)thread, (void)attributes, (void)start, (void)argument;
    threads_refused++;
    return 11; /* EAGAIN */
}

#endif
